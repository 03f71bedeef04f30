//! The JSON of questions and answers.

use std::fmt;
use std::marker::PhantomData;

use rules::game::{Band, Stage};
use rules::notation::UnknownName;
use rules::{Direction, FigureId, Setup, Spot, Stone, Whereabouts};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A question. Its kind determines which of the fields are required.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    pub(super) kind: Kind,
    pub(super) position: Option<Written<PositionObject>>,
    pub(super) card: Option<Card>,
    pub(super) cards: Option<Vec<Card>>,
    pub(super) figure: Option<String>,
    pub(super) points: Option<Whole>,
    pub(super) view: Option<Written<View>>,
    pub(super) bot: Option<String>,
    pub(super) nodes: Option<Whole>,
    pub(super) millis: Option<Whole>,
    pub(super) seed: Option<Whole>,
    /// Ignored, like `expect`, so that a conformance case is a valid question.
    #[serde(rename = "name")]
    _name: Option<IgnoredAny>,
    #[serde(rename = "expect")]
    _expect: Option<IgnoredAny>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Monster,
    Moves,
    Foresight,
    BestMove,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Monster, Kind::Moves, Kind::Foresight, Kind::BestMove];

    /// The value of the field `kind`.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Monster => "monster",
            Kind::Moves => "moves",
            Kind::Foresight => "foresight",
            Kind::BestMove => "bestmove",
        }
    }
}

/// A value written as a string of the notation or as a JSON object.
pub(super) enum Written<T> {
    Text(String),
    Object(T),
}

/// A value that has both forms.
pub(super) trait Form {
    /// Describes the two forms in the error for any other JSON type.
    const EXPECTED: &str;
}

impl Form for PositionObject {
    const EXPECTED: &str = "a position string or a position object";
}

impl Form for View {
    const EXPECTED: &str = "a situation string or an object";
}

/// A game that waits for a move, with everything that its players know.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct View {
    pub(super) players: Vec<Band>,
    pub(super) position: Written<PositionObject>,
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

/// A non-negative integer.
#[derive(Clone, Copy)]
pub(super) struct Whole(pub(super) u64);

/// A position as a JSON object.
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

/// A value that must be a JSON object: by default serde also accepts an array of the fields.
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
    /// `null` means outside the entrance. The field is required.
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

/// The name of a space, which need not exist: the check of the position reports that together with all other problems.
#[derive(Clone, Copy)]
pub(super) struct At(pub(super) Spot);

/// The answer to a `monster` question.
#[derive(Serialize)]
pub(super) struct RunAnswer<'a> {
    pub(super) monster: Monster,
    pub(super) stones: Vec<StoneAt>,
    pub(super) figures: Vec<FigureLeft<'a>>,
    pub(super) eaten: Vec<&'a str>,
    pub(super) trail: Vec<At>,
}

/// A figure that is on the board after a run.
#[derive(Serialize)]
pub(super) struct FigureLeft<'a> {
    pub(super) id: &'a str,
    pub(super) at: At,
}

/// One entry of the answer to a `foresight` question.
#[derive(Serialize)]
pub(super) struct Foreseen<'a> {
    pub(super) card: Card,
    #[serde(flatten)]
    pub(super) run: RunAnswer<'a>,
}

/// The answer to a `bestmove` question.
#[derive(Serialize)]
pub(super) struct BestMoveAnswer {
    pub(super) figure: FigureId,
    /// The place after each step.
    pub(super) path: Vec<String>,
    pub(super) reason: Reason,
    pub(super) best: Vec<Choice>,
}

/// Why the bot chose its move.
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

/// A move that the bot considered.
#[derive(Serialize)]
pub(super) struct Choice {
    pub(super) figure: FigureId,
    pub(super) path: Vec<String>,
    pub(super) value: f64,
}

impl<'de, T: Deserialize<'de> + Form> Deserialize<'de> for Written<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Written<T>, D::Error> {
        struct Either<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de> + Form> Visitor<'de> for Either<T> {
            type Value = Written<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(T::EXPECTED)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Written<T>, E> {
                Ok(Written::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Written<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Written::Object)
            }
        }

        deserializer.deserialize_any(Either(PhantomData))
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
        let name = String::deserialize(deserializer)?;
        Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            de::Error::custom(format_args!("unknown kind {name:?}, expected monster, moves, foresight or bestmove"))
        })
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct Only;

        impl Visitor<'_> for Only {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a non-negative integer")
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

/// Figures have the names of the notation. Escaped and eaten figures are left out.
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
