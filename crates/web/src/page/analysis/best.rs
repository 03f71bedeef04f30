//! The best move of a bot: computed whenever the board changes, and shown as a plan.

use bots::{Bot, Reason};
use leptos::html::Dialog;
use leptos::prelude::*;
use rules::Whereabouts;
use rules::game::{Players, PlayersProblem, Seat, SituationProblem};
use rules::terms::MonsterNumber;

use super::bench::Bench;
use super::words;
use crate::draw::coin::{self, Dress};
use crate::page::clock::Clock;
use crate::page::i18n::*;
use crate::page::names::{self, ShownSeat};
use crate::page::play_on::{Origin, play_on};
use crate::page::pointed::naming;
use crate::page::tables;
use crate::page::thinker::Thinker;
use crate::page::why;
use crate::page::words::{self as common_words, Language, colour};
use crate::scene::study::picture::Overlay;
use crate::scene::study::{Advised, Desk, Edit};
use crate::table::{Help, SeatPlan, Takeover, Who};

/// The bot.
const ADVISER: Bot = Bot::Fiend;

/// Its thinking time, in milliseconds.
const BUDGET_MS: u32 = 600;

/// How long the board must be unchanged before the bot is asked, in milliseconds.
const PAUSE_MS: u32 = 250;

/// The state of the advice.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Advice {
    /// The bot is thinking.
    Thinking,
    /// The bot failed.
    GaveUp,
    /// The game cannot continue.
    NoGame(Vec<SituationProblem>),
    /// The best move.
    Move(Box<Advised>),
}

/// Asks the bot whenever the board changes and the switch is on.
pub(super) fn keep_advising(bench: Bench) {
    let asking = Asking {
        bench,
        thinker: StoredValue::new_local(Thinker::of_page()),
        round: StoredValue::new(0),
        is_busy: StoredValue::new(false),
    };
    let pause = Clock::new();
    let is_on = Memo::new(move |_| bench.shows(Overlay::Best));
    Effect::new(move || {
        let is_on = is_on.get();
        let desk = bench.desk.get();
        let round = asking.round.get_value() + 1;
        asking.round.set_value(round);
        match desk.game() {
            Err(problems) => {
                pause.stop();
                bench.advice.set(Advice::NoGame(problems));
            }
            Ok(_) if is_on => {
                bench.advice.set(Advice::Thinking);
                pause.set(PAUSE_MS, move || asking.ask(round));
            }
            Ok(_) => pause.stop(),
        }
    });
}

/// Questions to the bot: one at a time, and only about the current board.
#[derive(Clone, Copy)]
struct Asking {
    bench: Bench,
    thinker: StoredValue<Thinker, LocalStorage>,
    /// Counts the changes of the board.
    round: StoredValue<u32>,
    is_busy: StoredValue<bool>,
}

impl Asking {
    fn ask(self, round: u32) {
        // The screen may have been left in the meantime.
        let (Some(now), Some(false)) = (self.round.try_get_value(), self.is_busy.try_get_value()) else { return };
        if !untrack(|| self.bench.shows(Overlay::Best)) {
            return;
        }
        let desk = self.bench.desk.get_untracked();
        let (Ok(game), true) = (desk.game(), now == round) else { return };
        let (Some(seat), Some(situation)) = (game.acting(), game.to_situation()) else { return };
        let thinker = self.thinker.get_value();
        self.is_busy.set_value(true);
        leptos::task::spawn_local(async move {
            let thought = thinker.consider(ADVISER, &situation, seat, BUDGET_MS).await;
            let Some(now) = self.round.try_get_value() else { return };
            self.is_busy.set_value(false);
            if now != round {
                return self.ask(now);
            }
            let advised = thought.ok().and_then(|thought| Advised::new(&desk, &game, &thought));
            self.bench.advice.set(advised.map_or(Advice::GaveUp, |advised| Advice::Move(Box::new(advised))));
        });
    }
}

pub(super) fn best(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let content = move || {
        if !bench.shows(Overlay::Best) {
            return said(t_string!(i18n, analysis.best_off).to_owned()).into_any();
        }
        match bench.advice.get() {
            Advice::Thinking => {
                said(format!("{} {}", names::bot(i18n, ADVISER), t_string!(i18n, table.thinks))).into_any()
            }
            Advice::GaveUp => {
                said(t_string!(i18n, table.bot_gave_up, name = names::bot(i18n, ADVISER)).to_string()).into_any()
            }
            Advice::NoGame(problems) => said(no_game(bench, &problems)).into_any(),
            Advice::Move(advised) => advice(bench, i18n, *advised).into_any(),
        }
    };
    let dialog = NodeRef::<Dialog>::new();
    let game = Memo::new(move |_| {
        let game = bench.desk.with(Desk::game).ok()?;
        Some((*game.players(), game.acting()?))
    });
    let open = move |_| {
        bench.run.finish();
        if let Some(dialog) = dialog.get_untracked() {
            // Fails only if it is open already.
            let _ = dialog.show_modal();
        }
    };
    view! {
        <section class="best panel" aria-label=move || t_string!(i18n, analysis.show_best) aria-live="polite">
            {content}
            {move || game.get().map(|_| view! {
                <button class="btn" data-do="play-on" on:click=open>{t!(i18n, replay.play_on)}</button>
            })}
        </section>
        {move || game.get().map(|(players, acting)| {
            let begin = Callback::new(move |seats| begin(bench, seats));
            play_on(Origin::Board, dialog, players, usual(i18n, &players, acting), begin)
        })}
    }
}

/// One person, who moves next, against bots.
fn usual(i18n: Language, players: &Players, acting: Seat) -> Vec<ShownSeat> {
    let who = |seat: Seat| if seat == acting { Who::Human } else { Who::Bot(Bot::Fox) };
    let mut seats: Vec<SeatPlan> =
        players.seats().map(|seat| SeatPlan { who: who(seat), name: String::new() }).collect();
    names::name_strangers(i18n, &mut seats, players.bands());
    names::shown(i18n, seats, players.bands(), [acting].into_iter().collect())
}

/// Begins a game with the position on the board.
fn begin(bench: Bench, seats: Vec<SeatPlan>) {
    let Some(situation) = bench.desk.with_untracked(Desk::game).ok().and_then(|game| game.to_situation()) else {
        return;
    };
    let monster = bench.monster.get_untracked().unwrap_or(MonsterNumber::from_index(0));
    let takeover = Takeover { seats, monster, speed: bench.run.speed.get_untracked(), help: Help::default() };
    tables::play_from(situation, takeover);
}

/// Why there is no best move. A board without figures is not an error.
fn no_game(bench: Bench, problems: &[SituationProblem]) -> String {
    let i18n = bench.i18n;
    let too_few =
        |problem: &SituationProblem| matches!(problem, SituationProblem::Players(PlayersProblem::Count(0 | 1)));
    if problems.iter().any(too_few) {
        return t_string!(i18n, analysis.needs_bands).to_owned();
    }
    let told =
        bench.desk.with(|desk| problems.iter().take(3).map(|one| words::problem(i18n, desk, one)).collect::<Vec<_>>());
    format!("{} {}", t_string!(i18n, analysis.no_game), told.join(" "))
}

fn said(words: String) -> impl IntoView {
    view! { <p class="said">{words}</p> }
}

fn advice(bench: Bench, i18n: Language, advised: Advised) -> impl IntoView {
    let plan = &advised.plan;
    let (figure, path) = (plan.figure, plan.path.clone());
    let face = advised.desk.face(figure);
    let who = coin::pictured(figure, face, Dress { lifted: true, ..Dress::default() });
    let title = t_string!(i18n, analysis.best_for, colour = colour(i18n, figure.band())).to_string();
    let name = words::figure(i18n, &advised.desk, figure);
    let what = match (plan.from, plan.to) {
        (_, Whereabouts::Escaped) => format!("{name} {}.", t_string!(i18n, things.out_by_exit)),
        (Whereabouts::On(from), Whereabouts::On(to)) if from != to => {
            common_words::from_to(i18n, &name, from, to) + "."
        }
        (Whereabouts::Waiting, Whereabouts::On(to)) => {
            t_string!(i18n, analysis.best_in, figure = name, to = to).to_string()
        }
        (
            Whereabouts::On(_) | Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten,
            Whereabouts::On(_) | Whereabouts::Waiting | Whereabouts::Eaten,
        ) => t_string!(i18n, analysis.done_stay, figure = name).to_string() + ".",
    };
    // What the move or the reason already implies is not repeated.
    let is_saved = matches!(advised.reason, Some(Reason::Saves { figure: saved, .. }) if saved == figure);
    let danger = advised.danger.filter(|(before, after)| before != after && !is_saved).map(|(before, after)| {
        t_string!(i18n, help.danger, change = common_words::change(i18n, before, after)).to_string()
    });
    let reason = advised.reason.filter(|reason| !matches!(reason, Reason::Enters | Reason::Escapes));
    let reason = reason.map(|one| why::reason(i18n, one, advised.desk.dark()));
    let win = t_string!(i18n, analysis.win_chance, chance = common_words::per_cent(i18n, advised.percent)).to_string();
    view! {
        <svg class="who" viewBox="-36 -36 72 74" aria-hidden="true" inner_html=who></svg>
        <div data-advice=figure.to_string()>
            <h2 class="disp">{title}</h2>
            <p><b>{naming(&what)}</b>" "{reason}" "{danger}" "{win}</p>
        </div>
        <button
            class="btn" data-do="play-it"
            on:click=move |_| bench.edit(Edit::Walk { figure, path: path.clone() })
        >
            {t!(i18n, analysis.play_it)}
        </button>
    }
}
