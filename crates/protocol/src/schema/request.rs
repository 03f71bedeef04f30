//! The schemas of requests that are one of several kinds.
//!
//! A derived schema of such a type allows unknown fields, which the type itself rejects. So the types here describe
//! each kind without them.

use std::borrow::Cow;

use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::{Action, BotName, Seat};

/// Describes a type of this crate by one of this module.
macro_rules! described_by {
    ($($name:ident = $form:ident;)*) => {$(
        impl PartialSchema for crate::$name {
            fn schema() -> RefOr<Schema> {
                $form::schema()
            }
        }

        impl ToSchema for crate::$name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($name))
            }

            fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                $form::schemas(schemas);
            }
        }
    )*};
}

described_by! {
    SeatPlan = SeatPlanForm;
    ClientMessage = ClientMessageForm;
}

/// A seat of a new table.
#[derive(ToSchema)]
#[serde(tag = "is", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
enum SeatPlanForm {
    /// Free for anybody.
    #[serde(deny_unknown_fields)]
    Open {},
    /// For a bot.
    #[serde(deny_unknown_fields)]
    Bot {
        /// The kind of bot.
        bot: BotName,
    },
    /// Not part of the game.
    #[serde(deny_unknown_fields)]
    None {},
}

/// What a client sends over the WebSocket.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
enum ClientMessageForm {
    /// The first message.
    #[serde(deny_unknown_fields)]
    Hello {
        /// The number of the first action to send.
        #[schema(required = false, default = 1)]
        from: u32,
        /// The tokens of seats and host; without them the cookie counts.
        #[schema(required = false)]
        tokens: Vec<String>,
    },
    /// An action.
    #[serde(deny_unknown_fields)]
    Act {
        /// Its number: one more than there are actions.
        #[schema(minimum = 1)]
        seq: u32,
        /// The action.
        action: Action,
    },
    /// Somebody is about to take a seat.
    #[serde(deny_unknown_fields)]
    Arriving {
        /// The seat; `null` if no longer.
        seat: Option<Seat>,
        /// The name so far.
        name: Option<String>,
    },
    /// Somebody watches.
    #[serde(deny_unknown_fields)]
    Watching {
        /// The name.
        name: Option<String>,
    },
}
