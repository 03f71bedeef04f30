//! What happens in an example, in words.

use rules::game::Face;
use rules::{Brink, Death, Event, FigureId, Motion, SightEnd, Stone, Turn, Verdict, Whereabouts};
use web::scene::board::{Beam, BeamFate, beams};
use web::scene::show::Look;

use crate::example::Example;
use crate::reel::{Frame, FrameKind, PieceName, Reel};
use crate::words::{Words, filled};

/// The position of an example, for those who do not see its picture.
pub(crate) fn position(example: &Example, words: &Words) -> String {
    let tell = &words.tell;
    let position = &example.position;
    let mut things = vec![];
    if let Some(monster) = position.monster() {
        let direction = words.direction(monster.facing);
        things.push(filled(
            &tell.facing,
            &[("thing", &words.monster()), ("cell", &monster.at), ("direction", &direction)],
        ));
    }
    for (figure, place) in position.figures() {
        let name = words.figure(figure, example.face(figure));
        match place {
            Whereabouts::On(cell) => things.push(filled(&tell.on, &[("thing", &name), ("cell", &cell)])),
            Whereabouts::Waiting => things.push(filled(&tell.outside, &[("thing", &name)])),
            Whereabouts::Escaped | Whereabouts::Eaten => {}
        }
    }
    for (stone, cell) in position.stones() {
        things.push(filled(&tell.on, &[("thing", &capital(words.stone(stone))), ("cell", &cell)]));
    }
    for end in position.teleporters().flatten() {
        let direction = words.direction(end.arrow);
        things
            .push(filled(&tell.arrow, &[("thing", &words.teleporter()), ("cell", &end.at), ("direction", &direction)]));
    }
    if !position.blood().is_empty() {
        let cells: Vec<String> = position.blood().iter().map(|cell| cell.to_string()).collect();
        things.push(filled(&tell.blood, &[("cells", &cells.join(" "))]));
    }
    filled(&tell.board, &[("things", &things.join(". "))])
}

/// Every step of an example.
pub(crate) fn steps(example: &Example, reel: &Reel, words: &Words) -> Vec<String> {
    let teller = |frame| Teller { example, frame, words };
    reel.frames.iter().map(|frame| teller(frame).step()).collect()
}

struct Teller<'a> {
    example: &'a Example,
    frame: &'a Frame,
    words: &'a Words,
}

impl Teller<'_> {
    fn step(&self) -> String {
        let tell = &self.words.tell;
        match &self.frame.kind {
            FrameKind::Refused { figure, .. } => filled(&tell.refused, &[("figure", &self.name(*figure))]),
            FrameKind::TurnedOver { figure, has_stayed } => {
                let (was, is) = (self.name_before_turn(*figure), self.number(*figure));
                let sentence = if *has_stayed { &tell.stays } else { &tell.turned_over };
                filled(sentence, &[("figure", &was), ("number", &is)])
            }
            FrameKind::FigureStep(_) | FrameKind::MonsterStep(_) => self.events(),
            FrameKind::LastLook => format!("{} {}", tell.last, self.events()),
        }
    }

    fn events(&self) -> String {
        let events = &self.frame.events;
        let mut sentences = vec![];
        for (index, event) in events.iter().enumerate() {
            // Something that moves on in the same way is told once, where it ends.
            if !events[index + 1..].iter().any(|later| goes_on(event, later)) {
                sentences.extend(self.event(event).as_deref().map(capital));
            }
        }
        sentences.join(" ")
    }

    fn event(&self, event: &Event) -> Option<String> {
        let (words, tell) = (self.words, &self.words.tell);
        Some(match *event {
            Event::FigureEntered { figure, at } => {
                filled(&tell.figure_enters, &[("figure", &self.name(figure)), ("cell", &at)])
            }
            Event::FigureMoved { figure, to, how, .. } => {
                let sentence = match how {
                    Motion::Walked => &tell.figure_walks,
                    Motion::Slid => &tell.figure_slides,
                    Motion::Pushed | Motion::Shoved => &tell.shoves,
                };
                let name = self.name(figure);
                filled(sentence, &[("figure", &name), ("thing", &name), ("cell", &to)])
            }
            Event::FigureEscaped { figure, .. } => filled(&tell.figure_escapes, &[("figure", &self.name(figure))]),
            Event::FigureEaten { figure, how: Death::Bitten, .. } => {
                filled(&tell.eats, &[("figure", &self.name(figure))])
            }
            Event::FigureEaten { figure, how: Death::Shoved(_), .. } => {
                filled(&tell.shoved_out, &[("figure", &self.name(figure))])
            }
            Event::StoneMoved { stone, to, how, .. } => {
                let thing = words.stone(stone);
                match (how, &self.frame.kind) {
                    (_, FrameKind::FigureStep(figure)) => {
                        let name = self.name(*figure);
                        filled(&tell.figure_pushes, &[("figure", &name), ("thing", &thing), ("cell", &to)])
                    }
                    (Motion::Walked | Motion::Slid | Motion::Pushed | Motion::Shoved, _) => {
                        filled(&tell.shoves, &[("thing", &thing), ("cell", &to)])
                    }
                }
            }
            Event::StoneLost { stone, .. } => filled(&tell.stone_out, &[("thing", &words.stone(stone))]),
            Event::MonsterLooked { at, sights, verdict } => self.look(Look { at, sights, verdict }),
            Event::MonsterTurned { from, to, why: Turn::Saw(_), .. } => {
                if to == from.left() {
                    tell.turns_left.clone()
                } else {
                    tell.turns_right.clone()
                }
            }
            Event::MonsterTurned { why: Turn::Stone { stone, at }, .. } => {
                let sentence = if stone == Stone::TurnAround { &tell.stone_around } else { &tell.stone_right };
                filled(sentence, &[("cell", &at)])
            }
            Event::MonsterSpun { .. } => tell.spun.clone(),
            Event::MonsterHeld { .. } => tell.held.clone(),
            Event::MonsterMoved { to, through: Some(wall), .. } => match wall.letter() {
                Some(letter) => filled(&tell.through, &[("letter", &letter), ("cell", &to)]),
                None => filled(&tell.through_door, &[("cell", &to)]),
            },
            Event::MonsterMoved { to, through: None, how, .. } => {
                let sentence = if how == Motion::Slid { &tell.slides } else { &tell.walks };
                filled(sentence, &[("cell", &to)])
            }
            Event::MonsterTeleported { to, facing, .. } => {
                filled(&tell.teleports, &[("cell", &to), ("direction", &words.direction(facing))])
            }
            Event::PointSpent { .. } | Event::FigureReturned { .. } | Event::FigureLeftBehind { .. } => return None,
        })
    }

    /// What the monster sees, and what it makes of it.
    fn look(&self, look: Look) -> String {
        let (words, tell) = (self.words, &self.words.tell);
        let beams = beams(look);
        let side = |beam: &Beam| {
            // The lines are those ahead, to the left and to the right, in this order.
            let sides = [&tell.ahead, &tell.left, &tell.right];
            let nth = look.sights.iter().position(|sight| sight.direction == beam.direction);
            sides[nth.unwrap_or_default()]
        };
        let seen = beams.iter().filter(|beam| beam.sees.is_some()).count();
        let followed = beams.iter().find(|beam| beam.fate == BeamFate::Followed);
        let nearest = look.sights.iter().filter(|sight| matches!(sight.end, SightEnd::Figure { .. }));
        let distance = nearest.map(|sight| sight.distance).min().unwrap_or_default();
        match (look.verdict, followed.and_then(|beam| Some((beam, beam.sees?)))) {
            (Verdict::Nearest(_), Some((beam, figure))) => {
                let sentence = if seen == 1 { &tell.only } else { &tell.nearest };
                let (name, away) = (self.name(figure), words.spaces(beam.length));
                filled(sentence, &[("figure", &name), ("spaces", &away), ("side", side(beam))])
            }
            (Verdict::Tie, _) => filled(&tell.tie, &[("spaces", &words.spaces(distance))]),
            (Verdict::Nearest(_) | Verdict::Nothing, _) => match self.frame.kind {
                FrameKind::LastLook => tell.stays_so.clone(),
                _ => tell.nobody.clone(),
            },
        }
    }

    /// Whether the figure lies with its dark side up in this frame.
    fn face(&self, figure: FigureId) -> Face {
        let place = self.frame.stand.get(&PieceName::Figure(figure));
        let is_over = place.is_some_and(|place| place.is_turned_over);
        if is_over { self.example.face(figure).other() } else { self.example.face(figure) }
    }

    fn number(&self, figure: FigureId) -> u8 {
        figure.number(self.face(figure))
    }

    fn name(&self, figure: FigureId) -> String {
        self.words.figure(figure, self.face(figure))
    }

    fn name_before_turn(&self, figure: FigureId) -> String {
        self.words.figure(figure, self.face(figure).other())
    }
}

/// Whether `later` tells where the same thing has come to, so that `event` need not be told.
fn goes_on(event: &Event, later: &Event) -> bool {
    match (*event, *later) {
        (Event::FigureMoved { figure, to, .. }, Event::FigureMoved { figure: other, from, how: Motion::Slid, .. }) => {
            figure == other && to == from
        }
        (Event::StoneMoved { to, .. }, Event::StoneMoved { from, how: Motion::Slid, .. }) => to == from,
        (Event::StoneMoved { to, .. }, Event::StoneLost { from, to: Brink::Corner(_) | Brink::Teleporter(_), .. }) => {
            to == from
        }
        (
            Event::MonsterMoved { to, through: None, .. },
            Event::MonsterMoved { from, through: None, how: Motion::Slid, .. },
        ) => to == from,
        (Event::MonsterMoved { to, through: None, .. }, Event::MonsterTeleported { from, .. }) => to == from,
        _ => false,
    }
}

/// A text that begins with a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
