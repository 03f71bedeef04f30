-- A game: its table, its secret and, once it has started, its terms. Times are milliseconds since 1970, UTC.
CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'playing', 'over', 'gone')),
    -- Grows with each change of the row that follows from its content, so that two writers cannot overwrite each other.
    revision INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    -- When somebody was last at the table; decides when a table that waits expires.
    active_at INTEGER NOT NULL,
    -- Can be said aloud; only while the table waits.
    code TEXT UNIQUE,
    -- A salted hash of the address that made the table, for the limit, until the game is over.
    origin BLOB,
    seed BLOB NOT NULL,
    salt BLOB NOT NULL,
    -- The table as JSON: settings, seats, holders.
    seating TEXT NOT NULL,
    -- The record of the game before its first action.
    terms TEXT,
    -- Whether a bot is to act, so that it is not forgotten after a restart.
    bot_due INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX games_by_origin ON games (origin) WHERE origin IS NOT NULL;
CREATE INDEX games_by_activity ON games (active_at) WHERE state = 'waiting';
CREATE INDEX games_with_bots_due ON games (id) WHERE bot_due = 1;

-- The actions of all games. The primary key decides who was first.
CREATE TABLE actions (
    game TEXT NOT NULL REFERENCES games (id),
    seq INTEGER NOT NULL,
    -- The bot that stood in for the seat.
    stand_in TEXT,
    action TEXT NOT NULL,
    time INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- Who holds what: a copy of what the tables say, to find the tables of somebody. The seat is -1 for the host.
CREATE TABLE holders (
    game TEXT NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    holder BLOB NOT NULL,
    origin BLOB,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX holders_by_holder ON holders (holder);
CREATE INDEX holders_by_origin ON holders (origin) WHERE origin IS NOT NULL;

-- Codes that move seats to another device: a copy of what the tables say.
CREATE TABLE handovers (
    code BLOB NOT NULL PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games (id),
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX handovers_by_game ON handovers (game);

-- Values of this database alone, such as the salt for hashes of addresses.
CREATE TABLE facts (
    name TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
