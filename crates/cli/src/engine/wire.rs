//! The questions and answers as they stand on a line.

use std::fmt;
use std::marker::PhantomData;

use rules::notation::UnknownName;
use rules::{Direction, Spot, Stone};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A question. Which fields it needs depends on its kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    pub(super) kind: Kind,
    pub(super) position: Position,
    pub(super) card: Option<Card>,
    pub(super) cards: Option<Vec<Card>>,
    pub(super) figure: Option<String>,
    pub(super) points: Option<u64>,
    /// Conformance cases can be asked as they are.
    #[serde(rename = "name")]
    _name: Option<IgnoredAny>,
    #[serde(rename = "expect")]
    _expect: Option<IgnoredAny>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Monster,
    Moves,
    Foresight,
}

/// A position as a string or as an object.
pub(super) enum Position {
    Text(String),
    Object(PositionObject),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionObject {
    pub(super) monster: Option<Object<Monster>>,
    #[serde(default)]
    pub(super) stones: Vec<Object<StoneAt>>,
    #[serde(default)]
    pub(super) pools: Vec<Vec<At>>,
    #[serde(default)]
    pub(super) teleporters: Vec<Object<Teleporter>>,
    #[serde(default)]
    pub(super) figures: Vec<Object<FigureAt>>,
}

/// A thing that must be written as a JSON object: serde would also take a list of its fields.
pub(super) struct Object<T>(pub(super) T);

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Monster {
    pub(super) at: At,
    pub(super) facing: Facing,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoneAt {
    pub(super) kind: StoneKind,
    pub(super) at: At,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Teleporter {
    pub(super) pair: u64,
    pub(super) at: At,
    pub(super) arrow: Facing,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FigureAt {
    pub(super) id: String,
    /// `null` is outside the entrance; leaving it out is a mistake.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(super) at: Option<At>,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StoneKind {
    Stone,
    Crystal,
    TurnRight,
    TurnAround,
}

impl From<StoneKind> for Stone {
    fn from(kind: StoneKind) -> Stone {
        match kind {
            StoneKind::Stone => Stone::Plain,
            StoneKind::Crystal => Stone::Crystal,
            StoneKind::TurnRight => Stone::TurnRight,
            StoneKind::TurnAround => Stone::TurnAround,
        }
    }
}

impl From<Stone> for StoneKind {
    fn from(stone: Stone) -> StoneKind {
        match stone {
            Stone::Plain => StoneKind::Stone,
            Stone::Crystal => StoneKind::Crystal,
            Stone::TurnRight => StoneKind::TurnRight,
            Stone::TurnAround => StoneKind::TurnAround,
        }
    }
}

/// A tombstone: a number, or `{"hits": K}`.
#[derive(Clone, Copy)]
pub(super) enum Card {
    Steps(u64),
    Hits(u64),
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct HitsCard {
    hits: u64,
}

/// A place; whether it exists is asked later, together with everything else.
#[derive(Clone, Copy)]
pub(super) struct At(pub(super) Spot);

#[derive(Clone, Copy)]
pub(super) struct Facing(pub(super) Direction);

/// What a `monster` question is answered with.
#[derive(Serialize)]
pub(super) struct RunAnswer<'a> {
    pub(super) monster: Monster,
    pub(super) stones: Vec<StoneAt>,
    pub(super) figures: Vec<FigureAt>,
    pub(super) eaten: Vec<&'a str>,
    pub(super) trail: Vec<At>,
}

/// What a `foresight` question is answered with.
#[derive(Serialize)]
pub(super) struct ForesightAnswer<'a> {
    pub(super) foresight: Vec<Foreseen<'a>>,
}

#[derive(Serialize)]
pub(super) struct Foreseen<'a> {
    pub(super) card: Card,
    #[serde(flatten)]
    pub(super) run: RunAnswer<'a>,
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Position;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a position string or a position object")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Position, E> {
                Ok(Position::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Position, A::Error> {
                PositionObject::deserialize(MapAccessDeserializer::new(map)).map(Position::Object)
            }
        }

        deserializer.deserialize_any(Either)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        struct Only<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Only<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }

        deserializer.deserialize_map(Only(PhantomData))
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Card;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of steps or {\"hits\": K}")
            }

            fn visit_u64<E: de::Error>(self, steps: u64) -> Result<Card, E> {
                Ok(Card::Steps(steps))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Card, A::Error> {
                let card = HitsCard::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Card::Hits(card.hits))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Card::Steps(steps) => steps.serialize(serializer),
            Card::Hits(hits) => HitsCard { hits }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<At, D::Error> {
        String::deserialize(deserializer)?.parse().map(At).map_err(|error: UnknownName| de::Error::custom(error))
    }
}

impl Serialize for At {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Facing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Facing, D::Error> {
        String::deserialize(deserializer)?.parse().map(Facing).map_err(|error: UnknownName| de::Error::custom(error))
    }
}

impl Serialize for Facing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
