//! The table behind the screens: actions in, events out.

pub mod last_table;
