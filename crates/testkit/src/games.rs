//! Random games: all options, and players that head for the exit.

use proptest::prelude::*;
use proptest::sample::select;
use rules::chance::{Salt, Secret, Seed, Stream};
use rules::game::{Action, Awaited, Colour, Fortress, Length, NamedLayout, Options, Players, Seat};
use rules::host::Host;
use rules::{FigureId, Outcomes, Whereabouts};

/// Random options: two to seven players in any order, every kind of fortress, normal and long games.
pub fn options() -> impl Strategy<Value = Options> {
    let fortress = prop_oneof![
        2 => Just(Fortress::Basic),
        2 => Just(Fortress::ByHand),
        1 => select(&NamedLayout::ALL[..]).prop_map(|named| Fortress::Prepared(named.layout())),
    ];
    let length = select(&[Length::Normal, Length::Long][..]);
    let colours = (2_usize..=7, Just(Colour::ALL.to_vec()).prop_shuffle()).prop_map(|(count, mut colours)| {
        if count < 5 {
            colours.retain(|colour| colour.has_four());
        }
        colours.truncate(count);
        Players::new(&colours).expect("a legal table")
    });
    (colours, fortress, length).prop_map(|(players, fortress, length)| Options { players, fortress, length })
}

/// A host's secret made of these bytes.
#[must_use]
pub fn secret(bytes: [u8; 32]) -> Secret {
    Secret { seed: Seed(bytes), salt: Salt(bytes.map(|byte| byte ^ 0xa5)) }
}

/// A random legal action of the seat to act, or `None` if a tombstone is due or the game is over.
///
/// A move is the one of three random moves that ends closest to the exit, so that games end in every possible way.
pub fn choose(host: &mut Host, chance: &mut Stream, outcomes: &mut Outcomes) -> Option<(Seat, Action)> {
    match host.game().awaited() {
        Awaited::Tile(seat) => Some((seat, host.random_placement()?)),
        Awaited::Move(seat) => {
            let game = host.game();
            let figures: Vec<FigureId> = game.movable(seat).iter().collect();
            let figure = *chance.choose(&figures)?;
            outcomes.find(game.position()?, figure, game.number(figure));
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
