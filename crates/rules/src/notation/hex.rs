//! Bytes as hexadecimal digits.

use std::fmt::Write as _;

/// Writes bytes as lower-case digits, two per byte.
#[must_use]
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}

/// Parses exactly `N` bytes from digits in lower or upper case. Returns `None` for any other text.
#[must_use]
pub fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits: Vec<u32> = text.chars().map(|digit| digit.to_digit(16)).collect::<Option<_>>()?;
    let bytes: Vec<u8> =
        digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte * 16 + *digit as u8)).collect();
    bytes.try_into().ok().filter(|_| digits.len() == 2 * N)
}
