//! What became of the trap: solved, lost or spared, and why.

use std::sync::Arc;

use leptos::prelude::*;

use super::lair::{Lair, Phase};
use super::words;
use crate::draw::feeding;
use crate::draw::sign::{self, EYE_BOX, Gaze};
use crate::page::i18n::*;
use crate::page::words::{self as common, Language};
use crate::page::{focus, why};
use crate::puzzle::progress::MOST_STARS;
use crate::route::Route;
use crate::scene::caption::{Moment, Saw, Side, saw};
use crate::scene::level::{Circle, Loss, Outcome, Spared, Verdict};
use crate::scene::why::{Why, WhySight};

/// The verdict, once the walk has been seen; also for screen readers.
pub(super) fn verdict(lair: Lair) -> impl IntoView {
    let told = Memo::new(move |_| {
        let outcome = lair.outcome.get().filter(|_| lair.phase.get() == Phase::Told);
        outcome.map(Told)
    });
    // The bar of the walk goes, and its buttons with it.
    Effect::new(move || {
        if told.with(Option::is_some) {
            request_animation_frame(focus::rescue);
        }
    });
    view! {
        <div class="verdict" role="status">
            {move || told.get().map(|Told(outcome)| match &outcome.verdict {
                Verdict::Solved => solved(lair, outcome.clone()).into_any(),
                Verdict::Lost(loss) => lost(lair, loss.clone()).into_any(),
                Verdict::Spared(figures) => spared(lair, figures.clone(), outcome.circle).into_any(),
                Verdict::TooLong => too_long().into_any(),
            })}
        </div>
    }
}

/// An outcome that is told. Outcomes are not compared: each run has its own.
#[derive(Clone)]
struct Told(Arc<Outcome>);

impl PartialEq for Told {
    fn eq(&self, other: &Told) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

fn solved(lair: Lair, outcome: Arc<Outcome>) -> impl IntoView {
    let i18n = use_i18n();
    let standing = Memo::new(move |_| lair.standing());
    let stars = move || standing.get().solved.map_or(0, |solved| solved.stars);
    let label = move || t_string!(i18n, feeding.stars_of_three, count = u32::from(stars())).to_string();
    let count = outcome.meals.len() as u32;
    let words = move || {
        let eaten = t_string!(i18n, level.solved.eaten, count = count).to_string();
        let steps = t_string!(i18n, level.solved.steps, steps = words::steps(i18n, outcome.steps)).to_string();
        // Each cost a star; those after the solution were free, and are not held against anybody.
        let helps = u32::from(MOST_STARS.saturating_sub(stars()));
        let helps = (helps > 0).then(|| t_string!(i18n, level.solved.hints, count = helps).to_string());
        let last = (lair.next() == Route::Feeding).then(|| t_string!(i18n, level.solved.all).to_owned());
        [Some(eaten), Some(steps), helps, last].into_iter().flatten().collect::<Vec<_>>().join(" ")
    };
    view! {
        <div class="card in panel" data-verdict="solved">
            <h2 class="disp">{t!(i18n, level.solved.title)}</h2>
            <span class="stars" role="img" aria-label=label inner_html=move || feeding::stars(stars(), MOST_STARS)></span>
            <p>{words}</p>
        </div>
    }
}

fn lost(lair: Lair, loss: Loss) -> impl IntoView {
    let i18n = use_i18n();
    let title = {
        let step = loss.step;
        move || t_string!(i18n, level.lost.title, step).to_string()
    };
    let sights =
        Why::of(&loss.moment).map(|why| why.sights.into_iter().map(move |sight| row(i18n, sight)).collect_view());
    let moment = StoredValue::new(loss.moment.clone());
    let words = move || told_loss(i18n, &loss);
    view! {
        <div class="oops panel" data-verdict="lost">
            <h2 class="disp">{title}</h2>
            <p>{words}</p>
            <ul class="because">{sights}</ul>
            {why_button(lair, moment)}
        </div>
    }
}

fn too_long() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <div class="oops panel" data-verdict="too-long">
            <h2 class="disp">{t!(i18n, level.too_long.title)}</h2>
            <p>{t!(i18n, level.too_long.text)}</p>
        </div>
    }
}

pub(super) fn told_loss(i18n: Language, loss: &Loss) -> String {
    let figure = words::figure(i18n, loss.meal.figure);
    let Some(look) = loss.moment.show.beats.get(loss.moment.at).and_then(|beat| beat.look) else { return figure };
    let at = look.at;
    let how = match (loss.was_hunted, saw(look.sights, look.verdict)) {
        (true, Saw::Figure { side: Side::Ahead, .. }) => t_string!(i18n, level.lost.ahead, at, figure).to_string(),
        (true, Saw::Figure { side: Side::Left, .. }) => t_string!(i18n, level.lost.left, at, figure).to_string(),
        (true, Saw::Figure { side: Side::Right, .. }) => t_string!(i18n, level.lost.right, at, figure).to_string(),
        (true, Saw::Tie | Saw::Nobody) | (false, _) => t_string!(i18n, level.lost.in_the_way, at, figure).to_string(),
    };
    format!("{how} {}", t_string!(i18n, level.lost.eaten, step = loss.meal.step))
}

/// What it saw on one side, in a few words.
fn row(i18n: Language, sight: WhySight) -> impl IntoView {
    let eye = match sight.figure_at() {
        Some(_) => sign::eye(sight.distance, if sight.decides { Gaze::Won } else { Gaze::Idle }),
        None => sign::closed_eye(),
    };
    let words = move || {
        let seen = match sight.end {
            rules::SightEnd::Figure { figure, .. } => words::figure(i18n, figure),
            rules::SightEnd::Stone { stone, .. } => common::stone(i18n, stone).to_owned(),
            rules::SightEnd::Wall(wall) => match wall.letter() {
                Some(letter) => t_string!(i18n, level.wall, letter).to_string(),
                None => "–".to_owned(),
            },
        };
        common::about(i18n, why::side(i18n, sight.side), &seen)
    };
    view! { <li><svg viewBox=EYE_BOX aria-hidden="true" inner_html=eye></svg>{words}</li> }
}

fn spared(lair: Lair, figures: Vec<Spared>, circle: Option<Circle>) -> impl IntoView {
    let i18n = use_i18n();
    let count = figures.len() as u32;
    let lines = figures.into_iter().map(|one| {
        let moment = one.seen.as_ref().map(|seen| StoredValue::new(seen.moment.clone()));
        view! { <li>{move || missed(i18n, &one)}{moment.map(|moment| why_button(lair, moment))}</li> }
    });
    let round = move || {
        circle.map(|Circle { from, length }| {
            t_string!(i18n, level.circle, from, steps = words::steps(i18n, length)).to_string()
        })
    };
    view! {
        <div class="oops panel" data-verdict="spared">
            <h2 class="disp">{move || t_string!(i18n, level.spared.title, count = count).to_string()}</h2>
            <ul>{lines.collect_view()}</ul>
            <p>{round}</p>
        </div>
    }
}

/// Why one of theirs was never eaten.
pub(super) fn missed(i18n: Language, spared: &Spared) -> String {
    let figure = common::on(i18n, &words::figure(i18n, spared.figure), spared.at);
    match &spared.seen {
        None => {
            let (far, step) = spared.nearest;
            t_string!(i18n, level.spared.never_seen, figure, spaces = common::spaces(i18n, far), step).to_string()
        }
        Some(seen) if seen.was_hunted => t_string!(i18n, level.spared.shaken_off, figure, step = seen.step).to_string(),
        Some(seen) => t_string!(i18n, level.spared.not_hunted, figure, step = seen.step).to_string(),
    }
}

fn why_button(lair: Lair, moment: StoredValue<Moment>) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <button class="whyq" data-do="why" on:click=move |_| moment.with_value(|moment| lair.run.ask(moment))>
            {t!(i18n, why.why)}
        </button>
    }
}
