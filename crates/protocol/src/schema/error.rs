//! The schema of error codes: the whole list, each with its status and its meaning.

use std::borrow::Cow;
use std::fmt::Write as _;

use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::values::words;
use crate::ErrorCode;

impl PartialSchema for ErrorCode {
    fn schema() -> RefOr<Schema> {
        let mut description =
            "Why a request is refused. The list is closed.\n\n| status | code | meaning |\n| --- | --- | --- |\n"
                .to_owned();
        for code in ErrorCode::ALL {
            writeln!(description, "| {} | `{code}` | {} |", code.status(), code.meaning())
                .expect("writing to a string cannot fail");
        }
        words(&description, ErrorCode::ALL)
    }
}

impl ToSchema for ErrorCode {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("ErrorCode")
    }
}
