#!/usr/bin/env python3
"""A small bot: it takes a seat at a table of `fearsome serve` and plays one game to its end.

    pip install websockets
    python3 random_bot.py http://localhost:8717 GAME [NAME]

If GAME is `new`, the bot makes a table for itself and two Foxes.
"""

import asyncio
import json
import random
import sys
import time
import urllib.error
import urllib.request

import websockets
from websockets.exceptions import WebSocketException

# The exit is in the north-west corner, the entrance in the south-east.
PROGRESS = {"enter": 1, "north": 1, "west": 1, "east": -1, "south": -1, "leave": 100}


def call(method, path, body=None):
    """Sends a request and returns the answer. If the server is busy, it tries again later."""
    request = urllib.request.Request(f"{SERVER}/api/v1{path}", method=method)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                raise
            time.sleep(int(error.headers["Retry-After"]))


def choose(actions):
    """Picks the action with the most progress out of a random half of them."""
    half = random.sample(actions, (len(actions) + 1) // 2)
    return max(half, key=lambda action: sum(PROGRESS[step] for step in action.get("path", [])))


async def play(game, token):
    """Plays until the game is over and returns its result. Comes back whenever the connection is lost."""
    address = f"{SERVER.replace('http', 'ws', 1)}/api/v1/games/{game}/live"
    seen, yours, awaits, failures = 0, [], None, 0
    while failures < 100:
        pause = 1
        try:
            async with websockets.connect(address, max_size=None) as live:
                await live.send(json.dumps({"type": "hello", "from": seen + 1, "tokens": [token]}))
                sent = 0
                async for text in live:
                    message = json.loads(text)
                    kind = message["type"]
                    if kind in ("welcome", "table"):
                        failures, yours, awaits = 0, message["game"]["yours"], message["game"]["awaits"]
                        if message["game"]["state"] == "over":
                            return message["game"]["result"]
                    elif kind == "actions":
                        seen, awaits = message["actions"][-1]["seq"], message["awaits"]
                    elif kind == "bye":
                        pause = message["again"]
                    elif kind == "error" and message["error"]["code"] in ("too_many", "unavailable"):
                        sent = 0
                        await asyncio.sleep(1)
                    elif kind == "error" and message["error"]["code"] != "stale":
                        sys.exit(f"{message['error']['code']}: {message['error']['message']}")
                    if awaits and awaits["seat"] in yours:
                        moves = call("GET", f"/games/{game}/moves")
                        if moves["seat"] in yours and moves["seq"] >= sent:
                            sent = moves["seq"] + 1
                            action = choose([legal["action"] for legal in moves["actions"]])
                            await live.send(json.dumps({"type": "act", "seq": sent, "action": action}))
        except (OSError, asyncio.TimeoutError, WebSocketException) as error:
            print(f"connection lost: {error}", file=sys.stderr)
            failures += 1
        await asyncio.sleep(pause)
    sys.exit("the server does not answer any more")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    SERVER, table, name = sys.argv[1].rstrip("/"), sys.argv[2], (sys.argv[3:] or ["Random"])[0]
    if table == "new":
        foxes = [{"is": "bot", "bot": "fox"}] * 2
        table = call("POST", "/games", {"seats": [{"is": "open"}, *foxes], "start": "when_full"})["game"]
    seat = call("POST", f"/games/{table}/seats", {"name": name})
    print(f"{name} sits down at {SERVER}/t/{table}", flush=True)
    print(json.dumps(asyncio.run(play(table, seat["token"]))))
