//! What has changed in the room since the last view, for the live region and for the motion of the doors.

use super::{Behind, Room, Tag};

/// A change that is announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Somebody is choosing a name at this door.
    OnTheWay {
        /// The number of the door, from 1.
        door: usize,
        /// The name so far.
        name: Option<String>,
    },
    /// Who was on the way has gone.
    TurnedBack {
        /// The name.
        name: Option<String>,
    },
    /// A person has taken a seat.
    In {
        /// The number of the door, from 1.
        door: usize,
        /// Who it is.
        tag: Tag,
    },
    /// A bot has been put there.
    BotIn {
        /// The number of the door, from 1.
        door: usize,
        /// Which one it is.
        tag: Tag,
    },
    /// A player has left.
    Out {
        /// Who it was.
        tag: Tag,
    },
    /// A player sits behind another door.
    Moved {
        /// The number of the new door, from 1.
        door: usize,
        /// Who it is.
        tag: Tag,
    },
    /// A door was bricked up.
    Bricked {
        /// Its number, from 1.
        door: usize,
    },
    /// A door was opened.
    Opened {
        /// Its number, from 1.
        door: usize,
    },
    /// More people watch.
    Watching {
        /// How many there are now.
        count: usize,
    },
}

/// How the picture of a door changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Both leaves swing out and a band rises.
    Opens,
    /// The band drops and the leaves slam.
    Slams,
}

/// The motion between two states of a door; `None` if the picture just changes.
#[must_use]
pub fn motion(before: &Behind, after: &Behind) -> Option<Motion> {
    match (before.tag(), after.tag()) {
        (None, Some(_)) => Some(Motion::Opens),
        (Some(_), None) if after.is_open() => Some(Motion::Slams),
        (Some(_), _) | (None, None) => None,
    }
}

/// What to announce after a view of the same table was replaced by a newer one. Own doings are announced too: they are
/// the answer to a press of a button.
#[must_use]
pub fn news(before: &Room, after: &Room) -> Vec<News> {
    let mut news = vec![];
    let was_there = |tag: &Tag| before.doors.iter().any(|door| door.behind.tag() == Some(tag));
    let is_there = |tag: &Tag| after.doors.iter().any(|door| door.behind.tag() == Some(tag));
    for new in &after.doors {
        let Some(old) = before.door(new.seat) else { continue };
        let door = new.seat + 1;
        match (&old.behind, &new.behind) {
            (old, new) if old.tag() == new.tag() && std::mem::discriminant(old) == std::mem::discriminant(new) => {}
            // Somebody who changes the name or the band is still there.
            (Behind::Person { tag: a, .. }, Behind::Person { tag: b, .. }) if a.name == b.name || a.band == b.band => {}
            (_, Behind::Person { tag, .. } | Behind::Bot { tag, .. }) if was_there(tag) => {
                news.push(News::Moved { door, tag: tag.clone() });
            }
            (_, Behind::Person { tag, .. }) => news.push(News::In { door, tag: tag.clone() }),
            (_, Behind::Bot { tag, .. }) => news.push(News::BotIn { door, tag: tag.clone() }),
            (Behind::Person { tag, .. } | Behind::Bot { tag, .. }, Behind::Nobody | Behind::OnTheWay { .. })
                if !is_there(tag) =>
            {
                news.push(News::Out { tag: tag.clone() });
            }
            (Behind::OnTheWay { name }, Behind::Nobody) => news.push(News::TurnedBack { name: name.clone() }),
            (Behind::Nobody, Behind::OnTheWay { name }) => news.push(News::OnTheWay { door, name: name.clone() }),
            (Behind::Bricks, Behind::Nobody | Behind::OnTheWay { .. }) => news.push(News::Opened { door }),
            (_, Behind::Bricks) => news.push(News::Bricked { door }),
            (Behind::Person { .. } | Behind::Bot { .. } | Behind::Nobody | Behind::OnTheWay { .. }, _) => {}
        }
    }
    if before.watching.len() < after.watching.len() {
        news.push(News::Watching { count: after.watching.len() });
    }
    news
}
