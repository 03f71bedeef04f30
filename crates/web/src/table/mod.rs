//! The table behind the screens: actions in, events out.
