//! The schemas of values with names or numbers: words, patterns and ranges.

use std::borrow::Cow;
use std::fmt::Display;

use utoipa::openapi::schema::AdditionalProperties;
use utoipa::openapi::{ObjectBuilder, OneOfBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// Types whose JSON is one of a closed list of words.
macro_rules! words {
    ($($(#[doc = $text:literal])+ $name:ident = $all:expr;)*) => {$(
        $(#[doc = $text])+
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                words(concat!($($text),+), $all)
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($name))
            }
        }
    )*};
}

words! {
    /// The band of a player: a colour and its figures.
    Band = rules::game::Band::ALL;
    /// A direction on the board.
    Direction = rules::Direction::ALL;
    /// A kind of stone.
    Stone = rules::Stone::ALL;
    /// A step of a figure: in a direction, in from outside, or out by the exit.
    Step = rules::Direction::ALL.map(rules::Step::Go).into_iter().chain([rules::Step::Enter, rules::Step::Leave]);
    /// A figure: the letter of its band and its bright number.
    FigureId = rules::FigureId::all();
    /// The length of a game.
    Length = [rules::game::Length::Normal, rules::game::Length::Long];
    /// A fortress that comes with the game.
    NamedFortress = rules::game::NamedFortress::ALL;
}

/// The schema of a string that is one of these words.
pub(super) fn words(description: &str, all: impl IntoIterator<Item = impl Display>) -> RefOr<Schema> {
    let words: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    let schema = ObjectBuilder::new().schema_type(Type::String).description(Some(description.trim()));
    schema.enum_values(Some(words)).into()
}

/// A space of the fortress: a column from the west and a row from the north.
#[derive(ToSchema)]
#[schema(
    value_type = String,
    pattern = "^([a-l]1|[a-m]2|[a-n]3|[a-o]4|[a-p][567]|[b-p]8|[c-p]9|[d-p]10|[e-p]11)$",
    example = "c3"
)]
pub struct Cell(pub String);

/// A kind of bot. The server has `fool`, `fledgling`, `fox` and `fiend`, from the weakest to the strongest.
#[derive(ToSchema)]
#[schema(value_type = String, pattern = "^[a-z]{1,20}$", example = "fox")]
pub struct BotName(pub String);

/// What a seat adds to chance: 32 hexadecimal digits.
#[derive(ToSchema)]
#[schema(value_type = String, pattern = "^[0-9a-fA-F]{32}$", example = "000102030405060708090a0b0c0d0e0f")]
pub struct Nonce(pub String);

/// The commitment of the server to seed and salt: 64 hexadecimal digits.
#[derive(ToSchema)]
#[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
pub struct Commitment(pub String);

/// A seed or a salt: 64 hexadecimal digits.
#[derive(ToSchema)]
#[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
pub struct Secret(pub String);

/// A seat, counted from 0.
#[derive(ToSchema)]
#[schema(value_type = u8, minimum = 0, maximum = 6)]
pub struct Seat(pub u8);

/// One of the two halves of a game.
#[derive(ToSchema)]
#[schema(value_type = u8, minimum = 1, maximum = 2)]
pub struct Stage(pub u8);

/// The look of the monster.
#[derive(ToSchema)]
#[schema(value_type = u16, minimum = 1, maximum = 256)]
pub struct MonsterNumber(pub u16);

/// A segment of the outer wall.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Wall {
    /// The letter it shares with its twin; `null` for a door.
    #[schema(required, pattern = "^[A-Z]$")]
    pub letter: Option<String>,
    /// The space inside.
    pub cell: Cell,
    /// The side of that space.
    pub side: Direction,
}

/// A tombstone: a number of steps, or `{"hits": K}`.
pub struct Tombstone;

impl PartialSchema for Tombstone {
    fn schema() -> RefOr<Schema> {
        let number = |values: Vec<u16>| ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(values));
        let (mut steps, mut hits) = (vec![], vec![]);
        for tombstone in rules::Tombstone::KINDS {
            match tombstone {
                rules::Tombstone::Steps(number) => steps.push(number.get()),
                rules::Tombstone::Hits(number) => hits.push(u16::from(number.get())),
            }
        }
        let steps = number(steps).description(Some("The monster runs this number of steps."));
        let hits = ObjectBuilder::new()
            .property("hits", number(hits))
            .required("hits")
            .additional_properties(Some(AdditionalProperties::FreeForm(false)))
            .description(Some("The monster runs until it has eaten this number of figures."));
        OneOfBuilder::new().item(steps).item(hits).description(Some("A tombstone.")).into()
    }
}

impl ToSchema for Tombstone {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Tombstone")
    }
}
