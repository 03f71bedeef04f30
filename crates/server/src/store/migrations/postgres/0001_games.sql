-- A game: its table, its secret and, once it has started, its terms. Times are milliseconds since 1970, UTC, by the
-- clocks of the nodes; only `nodes` uses the clock of the database. Long texts are kept apart from the row, because most
-- changes are of its small columns.
CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'playing', 'over', 'gone')),
    -- Grows with each change of the row that follows from its content, so that two nodes cannot overwrite each other.
    revision BIGINT NOT NULL,
    -- The number of its actions.
    seq INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    -- When somebody was last at the table; decides when a table that waits expires.
    active_at BIGINT NOT NULL,
    -- Can be said aloud; only while the table waits.
    code TEXT UNIQUE,
    -- A salted hash of the address that made the table, for the limit, until the game is over.
    origin BYTEA,
    seed BYTEA NOT NULL,
    salt BYTEA NOT NULL,
    -- The table as JSON: settings, seats, holders.
    seating TEXT NOT NULL,
    -- The record of the game before its first action.
    terms TEXT,
    -- Whether a bot is to act, and the node that lets it think.
    bot_due BOOLEAN NOT NULL,
    bot_node TEXT
) WITH (fillfactor = 70, toast_tuple_target = 256);

CREATE INDEX games_by_origin ON games (origin) WHERE origin IS NOT NULL;
CREATE INDEX games_by_activity ON games (active_at) WHERE state = 'waiting';
CREATE INDEX games_with_bots_due ON games (id) WHERE bot_due;

-- The actions of all games. The primary key decides who was first.
CREATE TABLE actions (
    game TEXT NOT NULL REFERENCES games (id),
    seq INTEGER NOT NULL,
    -- The bot that stood in for the seat.
    stand_in TEXT,
    action TEXT NOT NULL,
    time BIGINT NOT NULL,
    PRIMARY KEY (game, seq)
);

-- Who holds what: a copy of what the tables say, to find the tables of somebody. The seat is -1 for the host.
CREATE TABLE holders (
    game TEXT NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    holder BYTEA NOT NULL,
    origin BYTEA,
    PRIMARY KEY (game, seat)
);

CREATE INDEX holders_by_holder ON holders (holder);
CREATE INDEX holders_by_origin ON holders (origin) WHERE origin IS NOT NULL;

-- Codes that move seats to another device: a copy of what the tables say.
CREATE TABLE handovers (
    code BYTEA NOT NULL PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games (id),
    until BIGINT NOT NULL
);

CREATE INDEX handovers_by_game ON handovers (game);

-- The nodes that run. One whose last heartbeat is old is dead.
CREATE TABLE nodes (
    id TEXT NOT NULL PRIMARY KEY,
    beat_at TIMESTAMPTZ NOT NULL
);

-- Who is connected to a game, by node, as JSON. It may be lost: nodes write it again.
CREATE UNLOGGED TABLE presence (
    game TEXT NOT NULL,
    node TEXT NOT NULL,
    guests TEXT NOT NULL,
    PRIMARY KEY (game, node)
);

CREATE INDEX presence_by_node ON presence (node);

-- Values of this database alone: the salt for hashes of addresses, and the oldest version of the tables that a program
-- must know to use the database. A migration that older nodes cannot live with raises that one.
CREATE TABLE facts (
    name TEXT NOT NULL PRIMARY KEY,
    value BYTEA NOT NULL
);
