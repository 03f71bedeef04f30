//! The search for secrets in everything that a server sent or logged.

use memchr::memmem;
use rules::chance::Secret;
use rules::notation::{RecordText, to_hex};
use serde_json::Value;

use crate::transcript::{Stream, Transcript};

/// What says that a game is over. A secret may follow it on the same connection, and not before.
const ENDINGS: [&str; 4] = ["\"game_ended\"", "\"state\":\"over\"", "\nresult: seat", "\nresult: the monster"];

/// Names that nothing may have before the end: they would be the pile or lead to it.
const FORBIDDEN: [&str; 6] = ["pile", "seed", "salt", "secret", "face_down", "stream"];

/// Checks that no answer, header or message revealed the secret of a finished game before its end, nor a token to
/// anybody but the client that it was made for. Returns how many bytes were searched.
///
/// # Panics
///
/// If something leaked, or if the record is not that of a finished game.
pub fn check_nothing_leaked(transcript: &Transcript, records: &[String], tokens: &[String]) -> usize {
    let streams = transcript.streams();
    let secrets: Vec<Vec<Vec<u8>>> = records.iter().map(|record| faces(&secret_of(record))).collect();
    for stream in &streams {
        let texts: Vec<u8> = stream.texts.iter().flat_map(|(_, text)| [&text[..], b"\n"].concat()).collect();
        for bytes in [&stream.raw, &texts] {
            let end = ENDINGS.iter().filter_map(|ending| memmem::find(bytes, ending.as_bytes())).min();
            let before = &bytes[..end.unwrap_or(bytes.len())];
            for face in secrets.iter().flatten() {
                assert!(memmem::find(before, face).is_none(), "{}: a secret leaked: {}", stream.client, shown(face));
            }
        }
        stream.texts.iter().for_each(|(question, text)| check_names(question, text));
    }
    for token in tokens {
        check_token(&streams, token);
    }
    streams.iter().map(|stream| stream.raw.len()).sum()
}

/// Checks that a log contains neither a secret nor a token, whether the game is over or not.
///
/// # Panics
///
/// If it does.
pub fn check_log(log: &[u8], records: &[String], tokens: &[String]) {
    for face in records.iter().flat_map(|record| faces(&secret_of(record))) {
        assert!(memmem::find(log, &face).is_none(), "the log has a secret: {}", shown(&face));
    }
    for token in tokens {
        assert!(memmem::find(log, token.as_bytes()).is_none(), "the log has a token");
    }
}

/// A token comes once, in the answer that hands it out.
fn check_token(streams: &[Stream], token: &str) {
    let mut answers = vec![];
    for stream in streams {
        let count = stream.texts.iter().filter(|(_, text)| memmem::find(text, token.as_bytes()).is_some()).count();
        answers.extend(std::iter::repeat_n(&stream.client, count));
        let raw = memmem::find_iter(&stream.raw, token.as_bytes()).count();
        assert!(raw <= count, "{}: a token stands outside a body", stream.client);
    }
    assert_eq!(answers.len(), 1, "a token came in answers to {answers:?}");
}

/// The shapes in which a secret could leak. A part of each is searched for, so that a part does not pass either.
fn faces(secret: &Secret) -> Vec<Vec<u8>> {
    let mut faces = vec![];
    for bytes in [secret.seed.0, secret.salt.0] {
        // Eight bytes are too many to occur by chance.
        for part in bytes.chunks(8) {
            let hex = to_hex(part);
            let numbers: Vec<String> = part.iter().map(u8::to_string).collect();
            faces.push(part.to_vec());
            faces.push(hex.to_uppercase().into_bytes());
            faces.push(hex.into_bytes());
            faces.push(numbers.join(",").into_bytes());
            faces.push(numbers.join(", ").into_bytes());
        }
        let standard = base64(&bytes);
        for text in [standard.replace('+', "-").replace('/', "_"), standard] {
            faces.extend([&text.as_bytes()[..20], &text.as_bytes()[20..40]].map(<[u8]>::to_vec));
        }
    }
    faces
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for digit in 0..=chunk.len() {
            text.push(char::from(DIGITS[(word >> (18 - 6 * digit) & 63) as usize]));
        }
    }
    text
}

fn secret_of(record: &str) -> Secret {
    let record = record.parse::<RecordText>().unwrap_or_else(|error| panic!("{error} in\n{record}")).record;
    record.secret().expect("the game is over")
}

/// Checks that no field has a forbidden name, except in the message that reveals the secret.
fn check_names(question: &str, text: &[u8]) {
    // Records are not JSON; the search for secrets covers them.
    let Ok(value) = serde_json::from_slice::<Value>(text) else { return };
    // The description of the API names the fields of the message that reveals the secret.
    if value.get("openapi").is_some() {
        return;
    }
    let is_end = value["type"] == "over";
    let mut open = vec![&value];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    let is_allowed = is_end && (name == "seed" || name == "salt");
                    assert!(is_allowed || !FORBIDDEN.contains(&name.as_str()), "{question}: a field {name}");
                    open.push(value);
                }
            }
            Value::Array(values) => open.extend(values),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::chance::Seed;
    use rules::game::{Band, FortressChoice, Length, Options, Players};
    use rules::host::Host;
    use rules::record::Record;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const TOKEN: &str = "ipRw2tTk1nJt9yWbqkq5";

    /// The record of a game in which everybody plays the first legal action.
    fn record() -> String {
        let players = Players::new(&[Band::Green, Band::Red]).unwrap();
        let options = Options { players, fortress: FortressChoice::Basic, length: Length::Normal };
        let secret = Secret::chosen(Seed(std::array::from_fn(|index| index as u8 * 7 + 3)));
        let (mut host, _) = Host::new(options, vec![], secret).unwrap();
        while host.game().ending().is_none() {
            match host.game().acting() {
                Some(seat) => {
                    let action = host.game().legal_actions().swap_remove(0);
                    host.act(seat, &action).unwrap();
                }
                None => drop(host.flip().unwrap()),
            }
        }
        Record::of(&host).to_string()
    }

    fn transcript(texts: &[&str]) -> Transcript {
        let transcript = Transcript::default();
        let tape = transcript.tape("somebody");
        for text in texts {
            tape.raw(text.as_bytes());
            tape.text("a question", text.as_bytes());
        }
        transcript
    }

    fn leaks(texts: &[&str]) -> bool {
        let transcript = transcript(texts);
        catch_unwind(AssertUnwindSafe(|| check_nothing_leaked(&transcript, &[record()], &[TOKEN.to_owned()]))).is_err()
    }

    #[test]
    fn a_secret_before_the_end_is_found_in_any_shape() {
        let given = format!("{{\"token\":\"{TOKEN}\"}}");
        let seed = secret_of(&record()).seed.0;
        let over = format!("{{\"type\":\"over\",\"seed\":\"{}\"}}", to_hex(&seed));
        assert!(!leaks(&[&given, "{\"events\":[{\"type\":\"game_ended\"}]}", &over]));
        assert!(leaks(&[&given, &over, "{\"events\":[{\"type\":\"game_ended\"}]}"]));
        assert!(leaks(&[&given, &to_hex(&seed[8..16])]));
        assert!(leaks(&[&given, &to_hex(&seed).to_uppercase()]));
        assert!(leaks(&[&given, &base64(&seed)]));
        assert!(leaks(&[&given, &format!("{seed:?}")]));
    }

    #[test]
    fn a_field_that_should_not_exist_is_found() {
        let given = format!("{{\"token\":\"{TOKEN}\"}}");
        assert!(leaks(&[&given, "{\"game\":{\"pile\":[8,5]}}"]));
        assert!(!leaks(&[&given, "{\"game\":{\"tombstones\":[8,5]}}"]));
    }

    #[test]
    fn a_token_in_a_second_answer_is_found() {
        let given = format!("{{\"token\":\"{TOKEN}\"}}");
        assert!(!leaks(&[&given]));
        assert!(leaks(&[&given, &given]));
        assert!(leaks(&[]));
    }

    #[test]
    fn secrets_and_tokens_in_a_log_are_found() {
        let check = |log: &str| check_log(log.as_bytes(), &[record()], &[TOKEN.to_owned()]);
        check("INFO a game ended");
        assert!(catch_unwind(|| check(&format!("DEBUG Bearer {TOKEN}"))).is_err());
        assert!(catch_unwind(|| check(&to_hex(&secret_of(&record()).salt.0))).is_err());
    }

    #[test]
    fn base64_is_the_usual_one() {
        assert_eq!(base64(b"fearsome floors!"), "ZmVhcnNvbWUgZmxvb3JzIQ");
    }
}
