//! The winning screen: the last picture, the players, and the story in numbers.

use leptos::prelude::*;
use rules::game::{EndReason, Face, Seat};
use rules::record::Record;
use rules::terms::MonsterNumber;
use rules::{FigureId, Tombstone};

use super::i18n::*;
use super::names::{self, ShownSeat};
use super::table::Table;
use super::words::{self, Language};
use super::{games, tables};
use crate::draw::coin::{self, Dress, Size};
use crate::draw::monster::Kit;
use crate::draw::splash::{self, Shape, Splash};
use crate::route::{RecordSource, Route};
use crate::scene::win::{CastRow, Closest, Fate, FigureFate, Finish, Story};
use crate::table::{Seats, Table as _, Turn, Who};

/// The winning screen of a game; the table if it is not over.
#[component]
pub fn End(
    /// The id of the game.
    id: String,
) -> impl IntoView {
    let table = games::text(&id).and_then(|text| games::open(&text).ok()).filter(|table| table.turn() == Turn::Over);
    let Some(table) = table else { return view! { <Table id /> }.into_any() };
    let i18n = use_i18n();
    let own = table.capabilities().own;
    let seats = names::shown(i18n, table.seats().to_vec(), table.game().players().bands(), own);
    let (record, again) = (table.record(), table.again());
    let text = record.to_string();
    let replay = Route::Replay { source: RecordSource::Kept(id.clone()), at: Some(0) };
    let save = move |()| tables::save_file(&format!("fearsome-floors-{id}.floors"), &text);
    let rematch = move |()| tables::begin(again.clone());
    view! {
        <WinScreen
            record
            seats
            own
            monster=table.monster()
            replay
            on_rematch=Callback::new(rematch)
            on_save=Callback::new(save)
        />
    }
    .into_any()
}

/// The winning screen; empty if the game is not over.
#[component]
pub(super) fn WinScreen(
    /// The game.
    record: Record,
    /// The seats.
    seats: Vec<ShownSeat>,
    /// Those that were played here.
    own: Seats,
    /// The number of the monster.
    monster: MonsterNumber,
    /// Starts the same table again.
    on_rematch: Callback<()>,
    /// Whether that is possible.
    #[prop(optional, into)]
    can_rematch: MaybeProp<bool>,
    /// Whether the others wait at the next table already.
    #[prop(optional, into)]
    is_waiting: MaybeProp<bool>,
    /// What became of the seal.
    #[prop(optional)]
    seal: Option<AnyView>,
    /// The address of the replay.
    replay: Route,
    /// Saves the record as a file.
    on_save: Callback<()>,
) -> impl IntoView {
    let i18n = use_i18n();
    let story = Story::of(&record)?;
    let (story, seats) = (StoredValue::new(story), StoredValue::new(seats));
    let is_monster = story.with_value(|story| story.winner_row().is_none());
    Some(view! {
        <main class="win" class:night=is_monster>
            <section class="splash panel">
                <div
                    class="art"
                    inner_html=move || story.with_value(|story| picture(i18n, story, Kit::from(monster)))
                ></div>
                <h1 class="ttl" inner_html=move || story.with_value(|story| title(i18n, story))></h1>
                <p class="news caption panel">
                    <b class="disp">
                        {move || story.with_value(|story| seats.with_value(|seats| headline(i18n, story, seats, own)))}
                    </b>
                    {move || story.with_value(|story| news(i18n, story))}
                    {move || story.with_value(|story| your_place(i18n, story, own)).map(|words| view! { " " <b>{words}</b> })}
                </p>
                <Show when=move || !is_monster>
                    <p class="lose panel">{t!(i18n, win.meanwhile)}</p>
                </Show>
            </section>
            <section class="score panel">
                <h2 class="disp">{t!(i18n, win.cast)}</h2>
                <table>
                    <thead class="vh">
                        <tr>
                            <th scope="col">{t!(i18n, win.rank)}</th>
                            <th scope="col">{t!(i18n, win.player)}</th>
                            <th scope="col">{t!(i18n, win.balance)}</th>
                            <th scope="col">{t!(i18n, things.figures)}</th>
                        </tr>
                    </thead>
                    <tbody class:crowd=story.with_value(|story| story.cast.len() > 4)>
                        {story
                            .get_value()
                            .cast
                            .into_iter()
                            .map(|row| {
                                let plan = seats.with_value(|seats| seats.get(row.seat.index()).cloned());
                                let is_winner = row.rank == 1;
                                view! { <Row row plan is_winner is_monster /> }
                            })
                            .collect_view()}
                    </tbody>
                </table>
            </section>
            <section class="story panel">
                <h2 class="disp">{t!(i18n, win.story)}</h2>
                <dl class="facts">{move || story.with_value(|story| facts(i18n, story))}</dl>
                {seal}
            </section>
            <nav class="acts panel" aria-label=move || t_string!(i18n, win.next)>
                <Show when=move || can_rematch.get() != Some(false)>
                    <button class="btn go" data-do="rematch" on:click=move |_| on_rematch.run(())>
                        {move || if is_waiting.get() == Some(true) {
                            t_string!(i18n, company.rematch_waits)
                        } else {
                            t_string!(i18n, win.rematch)
                        }}
                    </button>
                </Show>
                <a class="btn" data-do="watch" href=replay.to_string()>
                    {t!(i18n, win.watch)}
                </a>
                <button data-do="save" class="btn" on:click=move |_| on_save.run(())>
                    {t!(i18n, common.save_record)}
                </button>
                <a class="btn" href=Route::Home.to_string()>
                    {t!(i18n, common.home)}
                </a>
            </nav>
        </main>
    })
}

fn picture(i18n: Language, story: &Story, kit: Kit) -> String {
    let of = |row: &CastRow, fates: &[Fate]| -> Vec<FigureId> {
        row.figures.iter().filter(|one| fates.contains(&one.fate)).map(|one| one.figure).collect()
    };
    let burp = t_string!(i18n, win.burp);
    let Some(winner) = story.winner_row() else {
        let all: Vec<FigureId> = story.cast.iter().flat_map(|row| of(row, &[Fate::Eaten, Fate::LeftBehind])).collect();
        let splash = Splash { kit, winners: &[], eaten: &all, burp };
        return splash.night(Shape::Wide) + &splash.night(Shape::Upright);
    };
    // The last one out runs in front.
    let mut winners: Vec<FigureId> =
        story.escaped.iter().filter(|figure| figure.band() == winner.band).copied().collect();
    winners.reverse();
    let eaten: Vec<FigureId> = story.cast.iter().rev().flat_map(|row| of(row, &[Fate::Eaten])).collect();
    let splash = Splash { kit, winners: &winners, eaten: &eaten, burp };
    splash.day(Shape::Wide) + &splash.day(Shape::Upright)
}

fn title(i18n: Language, story: &Story) -> String {
    story.winner_row().map_or_else(
        || splash::title(t_string!(i18n, things.the_monster), t_string!(i18n, win.wins)),
        |row| splash::title(&names::the_band(i18n, row.band), t_string!(i18n, win.are_out)),
    )
}

/// The winner. The only person at a screen is "you".
fn headline(i18n: Language, story: &Story, seats: &[ShownSeat], own: Seats) -> AnyView {
    let Some(row) = story.winner_row() else { return t!(i18n, win.title).into_any() };
    match plan_of(seats, row.seat) {
        Some(_) if own.count() == 1 && own.has(row.seat) => t!(i18n, win.you_win).into_any(),
        Some(ShownSeat { name, .. }) => t!(i18n, things.victory, name = name.clone()).into_any(),
        None => t!(i18n, things.victory, name = names::the_band(i18n, row.band)).into_any(),
    }
}

/// How the only person at a screen came off, unless they won or the monster did.
fn your_place(i18n: Language, story: &Story, own: Seats) -> Option<&'static str> {
    match story.finish_of(own)? {
        Finish::NobodyOut => Some(t_string!(i18n, win.you_came.nowhere)),
        Finish::Place(2) => Some(t_string!(i18n, win.you_came.second)),
        Finish::Place(3) => Some(t_string!(i18n, win.you_came.third)),
        Finish::Place(4) => Some(t_string!(i18n, win.you_came.fourth)),
        Finish::Place(5) => Some(t_string!(i18n, win.you_came.fifth)),
        Finish::Place(6) => Some(t_string!(i18n, win.you_came.sixth)),
        Finish::Place(7) => Some(t_string!(i18n, win.you_came.seventh)),
        // The headline says it.
        Finish::Place(_) => None,
    }
}

fn plan_of(seats: &[ShownSeat], seat: Seat) -> Option<&ShownSeat> {
    seats.get(seat.index())
}

fn news(i18n: Language, story: &Story) -> String {
    let Some(winner) = story.winner_row() else {
        return t_string!(i18n, win.news_monster, figures = story.figures).to_string();
    };
    let most = || t_string!(i18n, win.news_most, count = winner.count(Fate::Escaped) as u32);
    let what = match (story.reason, story.escaped.last()) {
        (EndReason::AllButOneOut, Some(last)) => {
            t_string!(i18n, win.news_out, figure = words::figure(i18n, *last, Face::Bright)).to_string()
        }
        (EndReason::LastTombstone, _) => format!("{} {}", t_string!(i18n, win.news_last_stone), most()),
        (EndReason::AllButOneOut | EndReason::NobodyLeft, _) => {
            format!("{} {}", t_string!(i18n, win.news_nobody_left), most())
        }
    };
    words::about(i18n, &words::moment(i18n, story.end.stage.number(), story.end.turn), &what)
}

#[component]
fn Row(row: CastRow, plan: Option<ShownSeat>, is_winner: bool, is_monster: bool) -> impl IntoView {
    let i18n = use_i18n();
    let letter = coin::letter(row.band);
    let name = plan.as_ref().map_or_else(String::new, |plan| plan.name.clone());
    let who = plan.as_ref().map_or(Who::Human, ShownSeat::who);
    let counts = Fate::ALL.map(|fate| (fate, row.count(fate)));
    let told = move |(fate, count): (Fate, usize)| match fate {
        Fate::Escaped => view! { {count} " " {t!(i18n, things.out)} }.into_any(),
        Fate::Eaten => t!(i18n, win.eaten, count = move || count).into_any(),
        Fate::LeftBehind => t!(i18n, win.left, count = move || count).into_any(),
    };
    let told = move |(index, one): (usize, (Fate, usize))| (if index > 0 { ", " } else { "" }, told(one));
    let balance = counts.into_iter().filter(|(_, count)| *count > 0).enumerate().map(told).collect_view();
    let figure = move |one: FigureFate| {
        let label = move || {
            let fate = match one.fate {
                Fate::Escaped => t_string!(i18n, things.escaped),
                Fate::Eaten => t_string!(i18n, things.eaten),
                Fate::LeftBehind => t_string!(i18n, win.fate_left),
            };
            words::about(i18n, &words::figure(i18n, one.figure, Face::Bright), fate)
        };
        view! { <svg viewBox="-46 -46 92 92" role="img" aria-label=label inner_html=fate_picture(one)></svg> }
    };
    view! {
        <tr class=format!("coin {letter}") class:w=is_winner>
            <td class="rk">{if is_monster { "–".to_owned() } else { row.rank.to_string() }}</td>
            <th scope="row">
                <span class="who disp">
                    <svg class="chip" viewBox=coin::CHIP_BOX aria-hidden="true" inner_html=coin::chip(row.band)></svg>
                    <span class="name" data-length=names::length(&name)>{name.clone()}</span>
                    <Show when=move || who != Who::Human>
                        <small>{move || names::kind(i18n, who)}</small>
                    </Show>
                </span>
            </th>
            <td class="n">{balance}</td>
            <td>
                <span class="line4">{row.figures.into_iter().map(figure).collect_view()}</span>
            </td>
        </tr>
    }
}

fn fate_picture(FigureFate { figure, face, fate }: FigureFate) -> String {
    let large = |coin: String, size: f32| format!(r#"<g transform="scale({size})">{coin}</g>"#);
    match fate {
        Fate::Escaped => {
            let coin = coin::pictured(figure, Face::Bright, Dress::default());
            format!(r#"<path d="M-44-43 42-44 44 43-43 44Z" class="doorbg"/>{}"#, large(coin, 1.28))
        }
        Fate::Eaten => {
            let coin = coin::eaten(figure, Face::Bright, Size::Large);
            format!(
                r#"{}<path d="M-40 26-24 42M-24 26-40 42" class="cross-ink"/><path d="M-40 26-24 42M-24 26-40 42" class="cross"/>"#,
                large(coin, 1.28)
            )
        }
        Fate::LeftBehind => {
            let coin = coin::pictured(figure, face, Dress::default());
            format!(r#"<circle r="43" class="inside"/>{}"#, large(coin, 1.15))
        }
    }
}

fn facts(i18n: Language, story: &Story) -> impl IntoView + use<> {
    let feat = |feat: crate::scene::win::Feat| {
        let moment = words::moment(i18n, feat.when.stage.number(), feat.when.turn);
        (tombstone_picture(feat.tombstone), words::tombstone(i18n, feat.tombstone), moment)
    };
    let (meals, good) = (story.meals, story.count(Fate::Eaten));
    let out_of = t!(i18n, win.escaped_of, figures = story.figures).into_any();
    let times = t!(i18n, win.meals_rest, good).into_any();
    let mut facts = vec![
        fact(t_string!(i18n, win.escaped), story.count(Fate::Escaped), out_of, ESCAPED),
        fact(t_string!(i18n, win.meals), meals, times, EATEN),
    ];
    if let Some(run) = story.hungriest {
        let (picture, stone, moment) = feat(run);
        let rest = t!(i18n, win.hungriest_rest, stone, moment).into_any();
        facts.push(fact(t_string!(i18n, win.hungriest), run.count, rest, &picture));
    }
    if let Some(run) = story.longest {
        let (picture, stone, moment) = feat(run);
        let rest = t!(i18n, win.longest_rest, stone, moment, count = move || run.count).into_any();
        facts.push(fact(t_string!(i18n, win.longest), run.count, rest, &picture));
    }
    match story.closest {
        Some(Closest::Escape { figure, spaces }) => {
            let named = words::figure(i18n, figure, Face::Bright);
            let rest = t!(i18n, win.closest_rest, figure = named, count = move || spaces).into_any();
            let picture = coin_picture(&coin::pictured(figure, Face::Bright, Dress::default()));
            facts.push(fact(t_string!(i18n, win.closest), spaces.into(), rest, &picture));
        }
        Some(Closest::Miss { figure, at, spaces }) => {
            let (named, cell) = (words::figure(i18n, figure, Face::Bright), at.to_string());
            let rest = t!(i18n, win.miss_rest, figure = named, cell, count = move || spaces).into_any();
            let picture = coin_picture(&coin::eaten(figure, Face::Bright, Size::Large));
            facts.push(fact(t_string!(i18n, win.miss), spaces.into(), rest, &picture));
        }
        None => {}
    }
    facts
}

fn fact(title: &'static str, number: usize, rest: AnyView, picture: &str) -> impl IntoView + use<> {
    let picture = picture.to_owned();
    view! {
        <div class="fact panel">
            <dt>
                <span class="mark" aria-hidden="true" inner_html=picture></span>
                {title}
            </dt>
            <dd>
                <b>{number}</b>
                " "
                {rest}
            </dd>
        </div>
    }
}

const ESCAPED: &str = r##"<svg viewBox="-22 -22 44 44"><path d="M-16-20H16V20H-16Z" fill="#fff" stroke="var(--ink)" stroke-width="4"/><path d="M0 14V-10M-9-2 0-11 9-2" fill="none" stroke="var(--ink)" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></svg>"##;

const EATEN: &str = r##"<svg viewBox="-22 -22 44 44"><g fill="#fff" stroke="var(--ink)" stroke-width="3.5"><use href="#skull"/></g></svg>"##;

fn tombstone_picture(tombstone: Tombstone) -> String {
    let name = match tombstone {
        Tombstone::Steps(number) => number.to_string(),
        Tombstone::Hits(hits) => format!("hits-{hits}"),
    };
    format!(r##"<svg viewBox="0 0 100 130"><use href="#tombstone-{name}" width="100" height="130"/></svg>"##)
}

fn coin_picture(coin: &str) -> String {
    format!(r#"<svg viewBox="-36 -36 72 72">{coin}</svg>"#)
}
