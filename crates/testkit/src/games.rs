//! Random games: all options, and players that head for the exit.

use proptest::prelude::*;
use proptest::sample::select;
use rules::chance::{Nonce, Salt, Secret, Seed, Stream};
use rules::game::{Action, Awaited, Band, FortressChoice, Game, Length, NamedFortress, Options, Players, Seat};
use rules::host::Host;
use rules::terms::Player;
use rules::{FigureId, Outcomes, Whereabouts};

/// Random options: two to seven players in any order, every kind of fortress, normal and long games.
pub fn options() -> impl Strategy<Value = Options> {
    let fortress = prop_oneof![
        2 => Just(FortressChoice::Basic),
        2 => Just(FortressChoice::ByHand),
        1 => select(&NamedFortress::ALL[..]).prop_map(|named| FortressChoice::Prepared(named.fortress())),
    ];
    let length = select(&[Length::Normal, Length::Long][..]);
    let bands = (2_usize..=7, Just(Band::ALL.to_vec()).prop_shuffle()).prop_map(|(count, mut bands)| {
        if count < 5 {
            bands.retain(|band| band.has_four());
        }
        bands.truncate(count);
        Players::new(&bands).expect("a legal table")
    });
    (bands, fortress, length).prop_map(|(players, fortress, length)| Options { players, fortress, length })
}

/// Players with these names and nonces, from the first seat on.
#[must_use]
pub fn seated(names: &[&str], nonces: &[Option<Nonce>]) -> Vec<Player> {
    let count = names.len().max(nonces.len());
    let player = |seat: usize| Player {
        name: names.get(seat).copied().unwrap_or_default().to_owned(),
        nonce: nonces.get(seat).copied().flatten(),
        ..Player::default()
    };
    (0..count).map(player).collect()
}

/// A host's secret made of these bytes.
#[must_use]
pub fn secret(bytes: [u8; 32]) -> Secret {
    Secret { seed: Seed(bytes), salt: Salt(bytes.map(|byte| byte ^ 0xa5)) }
}

/// A random legal action of the seat to act, or `None` if a tombstone is due or the game is over. A tile is drawn from
/// the seed of the host.
pub fn choose(host: &mut Host, chance: &mut Stream, outcomes: &mut Outcomes) -> Option<(Seat, Action)> {
    match host.game().awaited() {
        Awaited::Tile(seat) => Some((seat, host.random_placement()?)),
        Awaited::Move(_) | Awaited::Flip | Awaited::Nothing => choose_in(host.game(), chance, outcomes),
    }
}

/// A random legal action of the seat to act, or `None` if a tombstone is due or the game is over.
///
/// A move is the one of three random moves that ends closest to the exit, so that games end in every possible way.
pub fn choose_in(game: &Game, chance: &mut Stream, outcomes: &mut Outcomes) -> Option<(Seat, Action)> {
    match game.awaited() {
        Awaited::Tile(seat) => Some((seat, Action::Place(game.laying()?.tiles().random_choice(chance)?))),
        Awaited::Move(seat) => {
            let playing = game.playing()?;
            let figures: Vec<FigureId> = playing.movable(seat).iter().collect();
            let figure = *chance.choose(&figures)?;
            outcomes.find(playing.position(), figure, playing.number(figure));
            let all: Vec<_> = outcomes.iter().collect();
            let way_left = |place: Whereabouts| match place {
                Whereabouts::On(cell) => cell.column() + cell.row(),
                Whereabouts::Escaped => 0,
                Whereabouts::Waiting | Whereabouts::Eaten => u8::MAX,
            };
            let drawn = [(); 3].map(|()| chance.choose(&all));
            let outcome = drawn.into_iter().flatten().min_by_key(|outcome| way_left(outcome.place()))?;
            Some((seat, Action::Move { figure, path: outcome.path() }))
        }
        Awaited::Flip | Awaited::Nothing => None,
    }
}
