//! Tests of the waiting room.
