//! "Why?": what the monster saw and which rules applied, in words; and why a bot made a move.

use bots::Reason;
use leptos::prelude::*;
use rules::game::FigureSet;
use rules::terms::MonsterNumber;
use rules::{FigureId, SightEnd, Stone};

use super::i18n::*;
use super::words::{self, Language, rich_text};
use crate::draw::icons::Icon;
use crate::draw::sign::{self, EYE_BOX, Gaze};
use crate::route::Route;
use crate::rule::Rule;
use crate::scene::caption::Side;
use crate::scene::why::{Ruling, Why, WhySight, WhyVerdict};

/// The balloon with the answer about a step.
///
/// The analysis board reveals everything, so it is offered only where the table allows that.
pub fn balloon(
    why: Why,
    dark: FigureSet,
    analysed_with: Option<MonsterNumber>,
    on_close: Callback<()>,
) -> impl IntoView {
    let i18n = use_i18n();
    let teller = Teller { i18n, dark };
    let title = teller.title(&why);
    let rows = why.sights.clone().map(|sight| {
        let eye = match sight.end {
            SightEnd::Figure { .. } => sign::eye(sight.distance, if sight.decides { Gaze::Won } else { Gaze::Idle }),
            SightEnd::Stone { .. } | SightEnd::Wall(_) => sign::closed_eye(),
        };
        view! {
            <li class:won=sight.decides>
                <svg viewBox=EYE_BOX aria-hidden="true" inner_html=eye></svg>
                <span>
                    {rich_text(&teller.row(&sight))}
                </span>
            </li>
        }
    });
    // In a window of its own: the game goes on here.
    let rule = move |rule: Rule, words: &str| {
        view! {
            <a class="why-rule" href=words::rule(i18n, rule) target="_blank">
                {rich_text(words)}
            </a>
        }
    };
    let rulings = why.rulings.iter().map(|ruling| view! { <li>{rule(ruling.rule(), &teller.ruling(*ruling))}</li> });
    let rulings = rulings.collect_view();
    let verdict = rule(why.verdict.rule(), &teller.verdict(why.verdict));
    let link = analysed_with.map(|monster| Route::Position(why.table.to_string()).with_monster(monster).to_string());
    view! {
        <section class="why" role="dialog" tabindex="-1" aria-label=title>
            <h2 class="disp">{title}</h2>
            <button class="why-close" data-do="close-why" aria-label=move || t_string!(i18n, common.close) on:click=move |_| on_close.run(())>
                <svg viewBox=Icon::Close.view_box() aria-hidden="true" inner_html=Icon::Close.markup()></svg>
            </button>
            <ul class="why-sights">{rows.collect_view()}</ul>
            <p class="why-verdict">{verdict}</p>
            <ul class="why-rulings">{rulings}</ul>
            {link.map(|link| view! { <a class="why-link" href=link>{t!(i18n, why.open)}</a> })}
        </section>
    }
}

/// The answer as one text, for screen readers.
#[must_use]
pub fn spoken(i18n: Language, why: &Why, dark: FigureSet) -> String {
    let teller = Teller { i18n, dark };
    let sights = why.sights.iter().map(|sight| teller.row(sight));
    let rulings = why.rulings.iter().map(|ruling| teller.ruling(*ruling));
    let all: Vec<String> = sights.chain([teller.verdict(why.verdict)]).chain(rulings).collect();
    crate::scene::rich::plain(&all.join(" "))
}

/// The short answer, with the marks of [`rich`](crate::scene::rich): where the monster stood, lines of sight with a
/// figure, and what does not follow from them.
#[must_use]
pub fn brief(i18n: Language, why: &Why, dark: FigureSet) -> String {
    let teller = Teller { i18n, dark };
    let place = why.table.monster().map(|monster| format!("*{}.*", monster.at));
    let seen = why.sights.iter().filter(|sight| matches!(sight.end, SightEnd::Figure { .. }));
    let seen = seen.map(|sight| teller.row(sight));
    let is_telling = |ruling: &&Ruling| match ruling {
        Ruling::OnlyTurned => why.turned_side().is_some(),
        // The step before has explained it.
        Ruling::NumberReached(_) | Ruling::HitsReached(_) | Ruling::GaveUp => !why.is_last_look,
        Ruling::KeptItsWay
        | Ruling::TurnedLeft
        | Ruling::TurnedRight
        | Ruling::StoneTurnedRight(_)
        | Ruling::StoneTurnedAround(_)
        | Ruling::Spun
        | Ruling::Slid
        | Ruling::Held
        | Ruling::ThroughWall(_)
        | Ruling::ThroughDoor
        | Ruling::Teleported(_)
        | Ruling::Shoved
        | Ruling::StoneLost(_)
        | Ruling::Ate(_)
        | Ruling::ShovedOut(_) => true,
    };
    let rulings = why.rulings.iter().filter(is_telling).map(|ruling| teller.ruling(*ruling)).collect::<Vec<_>>();
    let says_nothing = why.verdict == WhyVerdict::Nobody && !rulings.is_empty();
    let verdict = (!says_nothing).then(|| teller.verdict(why.verdict));
    place.into_iter().chain(seen).chain(verdict).chain(rulings).collect::<Vec<_>>().join(" ")
}

/// Why a bot made a move; figures are named by the sides that faced up.
#[must_use]
pub fn reason(i18n: Language, reason: Reason, dark: FigureSet) -> String {
    let figure = |figure: FigureId| Teller { i18n, dark }.figure(figure);
    match reason {
        Reason::AtRandom => t_string!(i18n, why.reason.at_random).to_owned(),
        Reason::LaysTile => t_string!(i18n, why.reason.lays_tile).to_owned(),
        Reason::Escapes => t_string!(i18n, why.reason.escapes).to_owned(),
        Reason::Shies => t_string!(i18n, why.reason.shies).to_owned(),
        Reason::Saves { figure: whom, before, after } => {
            let (figure, change) = (figure(whom), words::change(i18n, before, after));
            t_string!(i18n, why.reason.saves, figure, change).to_string()
        }
        Reason::Lures { figure: whom, before, after } => {
            let (figure, change) = (figure(whom), words::change(i18n, before, after));
            t_string!(i18n, why.reason.lures, figure, change).to_string()
        }
        Reason::OutOfSight => t_string!(i18n, why.reason.out_of_sight).to_owned(),
        Reason::Blocks { figure: whom, points } => {
            let (figure, points) = (figure(whom), words::points(i18n, points));
            t_string!(i18n, why.reason.blocks, figure, points).to_string()
        }
        Reason::Enters => t_string!(i18n, why.reason.enters).to_owned(),
        Reason::Advances { points } => {
            t_string!(i18n, why.reason.advances, points = words::points(i18n, points)).to_string()
        }
        Reason::Waits => t_string!(i18n, why.reason.waits).to_owned(),
    }
}

/// A side of the monster.
#[must_use]
pub fn side(i18n: Language, side: Side) -> &'static str {
    match side {
        Side::Ahead => t_string!(i18n, why.ahead),
        Side::Left => t_string!(i18n, why.left),
        Side::Right => t_string!(i18n, why.right),
    }
}

#[derive(Clone, Copy)]
struct Teller {
    i18n: Language,
    dark: FigureSet,
}

impl Teller {
    fn title(self, why: &Why) -> &'static str {
        let i18n = self.i18n;
        match why.turned_side() {
            Some(_) if why.is_last_look => t_string!(i18n, why.title.last),
            Some(Side::Left) => t_string!(i18n, why.title.left),
            Some(Side::Right) => t_string!(i18n, why.title.right),
            Some(Side::Ahead) | None => t_string!(i18n, why.title.straight),
        }
    }

    /// A line of the answer: what it sees on one side.
    fn row(self, sight: &WhySight) -> String {
        words::about(self.i18n, &format!("*{}*", side(self.i18n, sight.side)), &self.sight(sight))
    }

    fn sight(self, sight: &WhySight) -> String {
        let i18n = self.i18n;
        let seen = match sight.end {
            SightEnd::Figure { figure, at } => {
                let figure = words::on(i18n, &self.figure(figure), at);
                format!("{figure}, *{}*", words::spaces(i18n, sight.distance))
            }
            SightEnd::Stone { stone: Stone::Plain | Stone::Crystal, at } => {
                t_string!(i18n, why.stone, at = at).to_string()
            }
            SightEnd::Stone { stone: Stone::TurnRight | Stone::TurnAround, at } => {
                t_string!(i18n, why.turning_stone, at = at).to_string()
            }
            SightEnd::Wall(wall) => match wall.letter() {
                Some(letter) => t_string!(i18n, why.wall, letter = letter).to_string(),
                None => t_string!(i18n, why.door).to_owned(),
            },
        };
        let crystal = sight.crystal.map(|at| t_string!(i18n, why.crystal, at = at).to_string());
        let teleporter = sight.teleporter.map(|at| t_string!(i18n, why.teleporter, at = at).to_string());
        [Some(seen + "."), crystal, teleporter].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn verdict(self, verdict: WhyVerdict) -> String {
        let i18n = self.i18n;
        match verdict {
            WhyVerdict::Only(_) => t_string!(i18n, why.verdict.only).to_owned(),
            WhyVerdict::Nearest { distance, than, .. } => {
                t_string!(i18n, why.verdict.nearest, distance, than).to_string()
            }
            WhyVerdict::Tie { distance } => t_string!(i18n, why.verdict.tie, distance).to_string(),
            WhyVerdict::Nobody => t_string!(i18n, why.verdict.nobody).to_owned(),
        }
    }

    fn ruling(self, ruling: Ruling) -> String {
        let i18n = self.i18n;
        match ruling {
            Ruling::TurnedLeft => t_string!(i18n, why.ruling.turned_left).to_owned(),
            Ruling::TurnedRight => t_string!(i18n, why.ruling.turned_right).to_owned(),
            Ruling::KeptItsWay => t_string!(i18n, why.ruling.kept).to_owned(),
            Ruling::OnlyTurned => t_string!(i18n, why.ruling.only_turned).to_owned(),
            Ruling::StoneTurnedRight(at) => t_string!(i18n, why.ruling.stone_right, at = at).to_string(),
            Ruling::StoneTurnedAround(at) => t_string!(i18n, why.ruling.stone_around, at = at).to_string(),
            Ruling::Spun => t_string!(i18n, why.ruling.spun).to_owned(),
            Ruling::Slid => t_string!(i18n, why.ruling.slid).to_owned(),
            Ruling::Held => t_string!(i18n, why.ruling.held).to_owned(),
            Ruling::ThroughWall(letter) => t_string!(i18n, why.ruling.wall, letter).to_string(),
            Ruling::ThroughDoor => t_string!(i18n, why.ruling.door).to_owned(),
            Ruling::Teleported(to) => t_string!(i18n, why.ruling.teleported, to = to).to_string(),
            Ruling::Shoved => t_string!(i18n, why.ruling.shoved).to_owned(),
            Ruling::StoneLost(_) => t_string!(i18n, why.ruling.stone_lost).to_owned(),
            Ruling::Ate(figure) => t_string!(i18n, why.ruling.ate, figure = self.figure(figure)).to_string(),
            Ruling::ShovedOut(figure) => {
                t_string!(i18n, why.ruling.shoved_out, figure = self.figure(figure)).to_string()
            }
            Ruling::NumberReached(number) => {
                t_string!(i18n, why.ruling.reached, tombstone = number.to_string()).to_string()
            }
            Ruling::HitsReached(hits) => {
                let tombstone = t_string!(i18n, things.hits, count = hits).to_string();
                t_string!(i18n, why.ruling.reached, tombstone).to_string()
            }
            Ruling::GaveUp => t_string!(i18n, why.ruling.gave_up).to_owned(),
        }
    }

    fn figure(self, figure: FigureId) -> String {
        words::figure(self.i18n, figure, words::face(self.dark, figure))
    }
}
