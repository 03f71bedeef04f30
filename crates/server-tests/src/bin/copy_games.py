"""Stores copies of one game of a server that is not running. Arguments: the data folder, the game, how many."""

import pathlib
import sqlite3
import sys

folder, game, count = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
database = sqlite3.connect(next(folder.glob("*.sqlite")))
database.execute("PRAGMA synchronous = OFF")
# Ids have 13 letters and digits, without 0 and 1.
new_id = "replace(replace(printf('%013d', i), '0', 'a'), '1', 'b')"
numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
for table, key in [("games", "id"), ("actions", "game"), ("holders", "game")]:
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    values = [new_id if name == key else "NULL" if name == "code" else f"t.{name}" for name in columns]
    database.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) {numbers} "
        f"SELECT {', '.join(values)} FROM n, {table} t WHERE t.{key} = ?",
        [game],
    )
database.commit()
database.close()
