//! Actions and events as data for other programs, in JSON or any other format of serde. See `docs/records.md`.
//!
//! Types with names are serialized as their names. Implementations for other types are derived where they are defined.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::hex::{from_hex, to_hex};
use crate::chance::{Commitment, Nonce};
use crate::figure_move::Step;
use crate::game::{Band, Length, NamedFortress, Seat, Stage, Tombstones};
use crate::geometry::{Cell, Direction, Wall};
use crate::piece::{FigureId, Stone};
use crate::terms::{BotName, MonsterNumber};
use crate::tombstone::Tombstone;

/// Implements serialization by name.
macro_rules! by_name {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = String::deserialize(deserializer)?;
                FromStr::from_str(&text).map_err(de::Error::custom)
            }
        }
    )*};
}

by_name!(Cell, Direction, FigureId, Stone, Band, NamedFortress, Step, Length, BotName);

/// Implements serialization as hexadecimal digits. Seeds and salts have none: they are secrets.
macro_rules! as_hex {
    ($($type:ident),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&to_hex(&self.0))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = String::deserialize(deserializer)?;
                let digits = 2 * size_of::<$type>();
                from_hex(&text).map($type).ok_or_else(|| de::Error::custom(format_args!("expected {digits} hexadecimal digits")))
            }
        }
    )*};
}

as_hex!(Nonce, Commitment);

/// A number from 1 to 256.
impl Serialize for MonsterNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (u16::from(self.index()) + 1).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for MonsterNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MonsterNumber, D::Error> {
        let number = usize::deserialize(deserializer)?;
        let monster = MonsterNumber::new(number);
        monster.ok_or_else(|| de::Error::custom(format_args!("{number} is not a monster: monsters are 1 to 256")))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WallForm {
    letter: Option<char>,
    cell: Cell,
    side: Direction,
}

impl Serialize for Wall {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WallForm { letter: self.letter(), cell: self.cell(), side: self.side() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Wall {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Wall, D::Error> {
        let WallForm { letter, cell, side } = WallForm::deserialize(deserializer)?;
        let wall = Wall::new(cell, side).filter(|wall| wall.letter() == letter);
        wall.ok_or_else(|| de::Error::custom(format_args!("there is no such wall {side} of {cell}")))
    }
}

/// A number of steps, or `{"hits": K}`.
impl Serialize for Tombstone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Tombstone::Steps(number) => number.serialize(serializer),
            Tombstone::Hits(hits) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("hits", hits)?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Tombstone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tombstone, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Tombstone;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of steps or {\"hits\": K}")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Tombstone, E> {
                let steps = u16::try_from(number).ok().and_then(|steps| steps.try_into().ok());
                steps.map(Tombstone::Steps).ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(number), &self))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tombstone, A::Error> {
                match map.next_entry::<String, std::num::NonZeroU8>()? {
                    Some((key, hits)) if key == "hits" => Ok(Tombstone::Hits(hits)),
                    _ => Err(de::Error::missing_field("hits")),
                }
            }
        }

        deserializer.deserialize_any(Either)
    }
}

/// A list of tombstones, in which each occurs as often as it is counted.
impl Serialize for Tombstones {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().flat_map(|(tombstone, count)| std::iter::repeat_n(tombstone, count)))
    }
}

impl<'de> Deserialize<'de> for Tombstones {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tombstones, D::Error> {
        let list = Vec::<Tombstone>::deserialize(deserializer)?;
        // The box has only eight.
        if list.len() > 8 {
            return Err(de::Error::invalid_length(list.len(), &"at most 8 tombstones"));
        }
        if let Some(unknown) = list.iter().find(|tombstone| !Tombstone::KINDS.contains(tombstone)) {
            return Err(de::Error::custom(format_args!("there is no tombstone {unknown} in the box")));
        }
        Ok(list.into_iter().collect())
    }
}

/// A number from 0.
impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.index().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = usize::deserialize(deserializer)?;
        Seat::new(number).ok_or_else(|| de::Error::custom(format_args!("{number} is not a seat: seats are 0 to 6")))
    }
}

/// 1 or 2.
impl Serialize for Stage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.number().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Stage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stage, D::Error> {
        match u8::deserialize(deserializer)? {
            1 => Ok(Stage::One),
            2 => Ok(Stage::Two),
            number => Err(de::Error::custom(format_args!("{number} is not a stage: stages are 1 and 2"))),
        }
    }
}
