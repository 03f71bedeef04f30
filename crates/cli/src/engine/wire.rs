//! The questions and answers as they stand on a line.

use std::fmt;
use std::marker::PhantomData;

use rules::game::{Band, Stage};
use rules::notation::UnknownName;
use rules::{Direction, FigureId, Setup, Spot, Stone, Whereabouts};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A question. Which fields it needs depends on its kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    pub(super) kind: Kind,
    pub(super) position: Option<Position>,
    pub(super) card: Option<Card>,
    pub(super) cards: Option<Vec<Card>>,
    pub(super) figure: Option<String>,
    pub(super) points: Option<Whole>,
    pub(super) view: Option<Object<View>>,
    pub(super) bot: Option<String>,
    pub(super) nodes: Option<Whole>,
    pub(super) millis: Option<Whole>,
    pub(super) seed: Option<Whole>,
    /// Conformance cases can be asked as they are.
    #[serde(rename = "name")]
    _name: Option<IgnoredAny>,
    #[serde(rename = "expect")]
    _expect: Option<IgnoredAny>,
}

#[derive(Clone, Copy)]
pub(super) enum Kind {
    Monster,
    Moves,
    Foresight,
    BestMove,
}

/// A game that waits for a move, as everybody at the table sees it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct View {
    pub(super) players: Vec<Band>,
    pub(super) position: Position,
    pub(super) stage: Stage,
    pub(super) turn: Whole,
    pub(super) start: Band,
    #[serde(default)]
    pub(super) moved: Vec<FigureId>,
    #[serde(default)]
    pub(super) used: Vec<Card>,
    #[serde(default)]
    pub(super) escaped: Vec<FigureId>,
    #[serde(default)]
    pub(super) long: bool,
}

/// A number that is none of the strange ones.
#[derive(Clone, Copy)]
pub(super) struct Whole(pub(super) u64);

/// A position as a string or as an object.
pub(super) enum Position {
    Text(String),
    Object(PositionObject),
}

/// The object that stands for a position.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PositionObject {
    #[serde(skip_serializing_if = "Option::is_none")]
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
#[derive(Serialize)]
pub(super) struct Object<T>(pub(super) T);

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Monster {
    pub(super) at: At,
    pub(super) facing: Direction,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoneAt {
    pub(super) kind: Stone,
    pub(super) at: At,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Teleporter {
    pub(super) pair: Whole,
    pub(super) at: At,
    pub(super) arrow: Direction,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FigureAt {
    pub(super) id: String,
    /// `null` is outside the entrance; leaving it out is a mistake.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(super) at: Option<At>,
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
    hits: Whole,
}

/// A place; whether it exists is asked later, together with everything else.
#[derive(Clone, Copy)]
pub(super) struct At(pub(super) Spot);

/// What a `monster` question is answered with.
#[derive(Serialize)]
pub(super) struct RunAnswer<'a> {
    pub(super) monster: Monster,
    pub(super) stones: Vec<StoneAt>,
    pub(super) figures: Vec<FigureLeft<'a>>,
    pub(super) eaten: Vec<&'a str>,
    pub(super) trail: Vec<At>,
}

/// A figure that is still on the board.
#[derive(Serialize)]
pub(super) struct FigureLeft<'a> {
    pub(super) id: &'a str,
    pub(super) at: At,
}

/// What a `foresight` question is answered with, for one card.
#[derive(Serialize)]
pub(super) struct Foreseen<'a> {
    pub(super) card: Card,
    #[serde(flatten)]
    pub(super) run: RunAnswer<'a>,
}

/// What a `bestmove` question is answered with.
#[derive(Serialize)]
pub(super) struct BestMoveAnswer {
    pub(super) figure: FigureId,
    /// The place after each step.
    pub(super) path: Vec<String>,
    pub(super) reason: Reason,
    pub(super) best: Vec<Choice>,
}

/// Why a bot moves like that.
#[derive(Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub(super) enum Reason {
    AtRandom,
    Escapes,
    Shies,
    Saves { figure: FigureId, before: f64, after: f64 },
    Lures { figure: FigureId, before: f64, after: f64 },
    OutOfSight,
    Blocks { figure: FigureId, points: u8 },
    Enters,
    Advances { points: u8 },
    Waits,
}

/// A move that a bot thought of.
#[derive(Serialize)]
pub(super) struct Choice {
    pub(super) figure: FigureId,
    pub(super) path: Vec<String>,
    pub(super) value: f64,
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

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "monster" => Ok(Kind::Monster),
            "moves" => Ok(Kind::Moves),
            "foresight" => Ok(Kind::Foresight),
            "bestmove" => Ok(Kind::BestMove),
            other => Err(de::Error::custom(format_args!(
                "{other:?} is no kind: kinds are monster, moves, foresight and bestmove"
            ))),
        }
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct Only;

        impl Visitor<'_> for Only {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number that is not negative")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Whole, E> {
                Ok(Whole(number))
            }
        }

        deserializer.deserialize_u64(Only)
    }
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
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
                Ok(Card::Hits(card.hits.0))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Card::Steps(steps) => steps.serialize(serializer),
            Card::Hits(hits) => HitsCard { hits: Whole(hits) }.serialize(serializer),
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

/// A table as the object that stands for it, figures by their names. Those that have gone are not in it.
impl From<&Setup> for PositionObject {
    fn from(setup: &Setup) -> PositionObject {
        let blood: Vec<At> = setup.blood.iter().map(|spot| At(*spot)).collect();
        let figures = setup.figures.iter().filter_map(|(figure, whereabouts)| {
            let at = match whereabouts {
                Whereabouts::On(spot) => Some(At(*spot)),
                Whereabouts::Waiting => None,
                Whereabouts::Escaped | Whereabouts::Eaten => return None,
            };
            Some(Object(FigureAt { id: figure.to_string(), at }))
        });
        let teleporters = setup.teleporters.iter();
        PositionObject {
            monster: setup.monster.map(|monster| Object(Monster { at: At(monster.at), facing: monster.facing })),
            stones: setup.stones.iter().map(|(kind, spot)| Object(StoneAt { kind: *kind, at: At(*spot) })).collect(),
            pools: if blood.is_empty() { vec![] } else { vec![blood] },
            teleporters: teleporters
                .map(|tile| Object(Teleporter { pair: Whole(tile.pair), at: At(tile.at), arrow: tile.arrow }))
                .collect(),
            figures: figures.collect(),
        }
    }
}
