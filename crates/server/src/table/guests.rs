//! Who is connected to a game.

use serde::{Deserialize, Serialize};

use super::{Claims, Holder};

/// Somebody who is connected, as everybody at the table may see them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Guest {
    pub(crate) claims: Claims,
    /// The name under which somebody watches.
    pub(crate) name: Option<String>,
    /// The seat that somebody is about to take, and the name so far.
    pub(crate) arriving: Option<(usize, String)>,
}

/// Everybody who is connected to a game at one node, as other nodes read it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Guests {
    /// Those of whom something is known.
    known: Vec<KnownGuest>,
    /// The number of the others.
    strangers: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct KnownGuest {
    holders: Vec<Holder>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    arriving: Option<(usize, String)>,
}

impl Guests {
    /// Those who are connected.
    pub(crate) fn new<'a>(guests: impl Iterator<Item = &'a Guest>) -> Guests {
        let mut all = Guests::default();
        for Guest { claims, name, arriving } in guests {
            if claims.holders.is_empty() && name.is_none() && arriving.is_none() {
                all.strangers += 1;
            } else {
                let holders = claims.holders.clone();
                all.known.push(KnownGuest { holders, name: name.clone(), arriving: arriving.clone() });
            }
        }
        all
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty() && self.strangers == 0
    }

    /// One by one.
    pub(crate) fn into_iter(self) -> impl Iterator<Item = Guest> {
        let known = self.known.into_iter().map(|KnownGuest { holders, name, arriving }| Guest {
            claims: Claims { holders, has_cookie: false },
            name,
            arriving,
        });
        known.chain((0..self.strangers).map(|_| Guest::default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_are_the_same_at_another_node() {
        let ada = Claims { holders: vec![Holder::of_token(&[1; 32])], has_cookie: false };
        let guests = [
            Guest { claims: ada, ..Guest::default() },
            Guest { name: Some("Zoe".to_owned()), ..Guest::default() },
            Guest { arriving: Some((3, "Dora".to_owned())), ..Guest::default() },
            Guest::default(),
            Guest::default(),
        ];
        let text = serde_json::to_string(&Guests::new(guests.iter())).unwrap();
        let read: Guests = serde_json::from_str(&text).unwrap();
        assert_eq!(read.into_iter().collect::<Vec<_>>(), guests);
        assert!(Guests::new([].iter()).is_empty());
    }
}
