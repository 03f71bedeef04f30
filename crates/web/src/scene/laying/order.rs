//! Who lays the next tile, and who will be the start player (RULES 6).

use rules::game::{Awaited, Game, Seat, Tile};

/// A player who lays tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The seat.
    pub seat: Seat,
    /// How many tiles they have laid.
    pub laid: usize,
    /// How many they will have laid at the end.
    pub of: usize,
    /// Whether the next tile is theirs.
    pub is_next: bool,
    /// Whether they will be the start player.
    pub will_begin: bool,
}

/// The players in seat order (RULES 6: clockwise from the first one; the next one after the last tile is the start
/// player).
#[must_use]
pub fn layers(game: &Game) -> Vec<Layer> {
    let players = game.players();
    let count = players.count();
    let (first, laid) = match game {
        Game::Laying(laying) => (laying.first(), laying.tiles().len()),
        // The start player comes next after the one who laid the last tile.
        Game::Playing(playing) => (players.later(playing.course().start(), count - Tile::COUNT % count), Tile::COUNT),
    };
    let line = |seat: Seat| {
        let place = (0..count).find(|places| players.later(first, *places) == seat).expect("every seat has its place");
        let of_all = |tiles: usize| (tiles + count - 1 - place) / count;
        Layer {
            seat,
            laid: of_all(laid),
            of: of_all(Tile::COUNT),
            is_next: game.awaited() == Awaited::Tile(seat),
            will_begin: place == Tile::COUNT % count,
        }
    };
    players.seats().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::chance::{Purpose, Seed, Stream};
    use rules::game::{Action, Band, FortressChoice, Length, Options, Players};

    #[test]
    fn everybody_lays_in_turn_and_who_is_next_begins() {
        for count in [2, 3, 4, 7] {
            let players = Players::new(&Band::ALL[..count]).unwrap();
            let options = Options { players, fortress: FortressChoice::ByHand, length: Length::Normal };
            let first = players.seats().last().unwrap();
            let mut game = Game::new(options, first, &mut ());
            let begins = layers(&game).into_iter().find(|layer| layer.will_begin).unwrap().seat;
            let mut laid = vec![0; count];
            let mut chance = Stream::new(&Seed([count as u8; 32]), &[], Purpose::SetUp);
            while let Some(laying) = game.laying() {
                let seat = laying.next();
                let action = Action::Place(laying.tiles().random_choice(&mut chance).unwrap());
                let lines = layers(&game);
                assert_eq!(lines.iter().map(|layer| layer.laid).collect::<Vec<_>>(), laid);
                assert_eq!(
                    lines.iter().filter(|layer| layer.is_next).map(|layer| layer.seat).collect::<Vec<_>>(),
                    [seat]
                );
                assert_eq!(lines.iter().map(|layer| layer.of).sum::<usize>(), Tile::COUNT);
                laid[seat.index()] += 1;
                game.act(Some(seat), &action, &mut ()).unwrap();
            }
            assert_eq!(layers(&game).iter().map(|layer| layer.laid).collect::<Vec<_>>(), laid);
            assert!(layers(&game).iter().all(|layer| layer.laid == layer.of && !layer.is_next));
            assert_eq!(game.playing().unwrap().course().start(), begins);
        }
    }
}
