//! The archive: the games saved in this browser, and the import of others.

use leptos::html::Textarea;
use leptos::prelude::*;
use leptos_i18n::Locale as _;
use rules::game::Band;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, DragEvent, Element, File};

use super::app::{go_to, logo_link};
use super::discard::{Bin, BringBack, Discard};
use super::files::{self, ChooseFile};
use super::games::{self, TakenIn};
use super::i18n::*;
use super::words::{self, Language};
use super::{larder, names, problems, tables};
use crate::draw::coin;
use crate::route::{GameRef, RecordSource, Route};
use crate::scene::archive::{self, ArchiveLine, Brought, BroughtProblem, FINISHED_KEPT, Standing, Summary};
use crate::scene::rich;
use crate::scene::text_form::check_length;

/// The outcome of an import.
#[derive(Clone, Debug, PartialEq)]
enum News {
    /// Games were imported, and perhaps progress in the puzzle game, all of it or what could be read.
    Taken(TakenIn, Option<(larder::TakenIn, bool)>),
    /// It cannot be opened.
    Wrong(BroughtProblem),
    /// The file is not a text.
    NoText,
    /// A link to a game of another browser.
    KeptElsewhere,
}

/// The state that the parts of the screen share.
#[derive(Clone, Copy)]
struct Archive {
    lines: RwSignal<Vec<ArchiveLine>>,
    /// Whether something was done in the puzzle game.
    has_progress: RwSignal<bool>,
    news: RwSignal<Option<News>>,
    bin: Bin,
}

/// The archive.
#[component]
pub fn ArchiveScreen() -> impl IntoView {
    let i18n = use_i18n();
    let lines = RwSignal::new(games::lines());
    let bin = Bin::new(Callback::new(move |()| lines.set(games::lines())));
    let has_progress = RwSignal::new(larder::exported().is_some());
    let archive = Archive { lines, has_progress, news: RwSignal::new(None), bin };
    let is_over_page = RwSignal::new(false);
    let dragged = move |event: DragEvent| {
        event.prevent_default();
        is_over_page.set(true);
    };
    let left = move |event: DragEvent| {
        // Only when the pointer leaves the window: within it, it just enters another element.
        if event.related_target().is_none() {
            is_over_page.set(false);
        }
    };
    let dropped = move |event: DragEvent| {
        event.prevent_default();
        is_over_page.set(false);
        let Some(data) = event.data_transfer() else { return };
        match data.files().and_then(|files| files.get(0)) {
            Some(file) => archive.bring_file(file),
            None => archive.bring(&data.get_data("text").unwrap_or_default()),
        }
    };
    let pasted = move |event: ClipboardEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        // A text that is pasted into a field belongs there.
        if target.is_some_and(|target| target.matches("textarea, input").unwrap_or(false)) {
            return;
        }
        if let Some(data) = event.clipboard_data() {
            match data.files().and_then(|files| files.get(0)) {
                Some(file) => archive.bring_file(file),
                None => archive.bring(&data.get_data("text").unwrap_or_default()),
            }
        }
    };
    let listener = window_event_listener(leptos::ev::paste, pasted);
    on_cleanup(move || listener.remove());
    view! {
        <main class="archive" on:dragover=dragged on:dragleave=left on:drop=dropped>
            <header class="mast panel">
                {logo_link()}
                <div>
                    <h1 class="disp">{t!(i18n, common.archive)}</h1>
                    <p>{t!(i18n, replay.lead)}</p>
                </div>
            </header>
            {bring(archive)}
            {kept(archive)}
            <BringBack bin />
            <Show when=move || is_over_page.get()>
                <p class="drop disp" aria-hidden="true">{t!(i18n, replay.drop_here)}</p>
            </Show>
        </main>
    }
}

impl Archive {
    /// Opens a text of any kind.
    fn bring(self, text: &str) {
        match archive::read(text) {
            Ok(Brought::Record(record, at)) => {
                // An imported game is watched from its beginning.
                let source = RecordSource::Code(record.to_code());
                go_to(&Route::Replay { source, at: Some(at.unwrap_or(0)) });
            }
            Ok(Brought::Kept(id, at)) if games::text(&id).is_some() => {
                go_to(&Route::Replay { source: RecordSource::Kept(id), at });
            }
            Ok(Brought::Kept(..)) => self.news.set(Some(News::KeptElsewhere)),
            Ok(Brought::Level(level)) => go_to(&Route::Level(level)),
            Ok(Brought::Games(brought, progress)) => {
                // Games that do not fit are reported; the progress is small, so it comes first.
                let progress = progress.map(|read| (larder::take_in(&read.progress), read.is_whole));
                self.news.set(Some(News::Taken(games::take_in(&brought), progress)));
                self.lines.set(games::lines());
                self.has_progress.set(larder::exported().is_some());
            }
            Err(problem) => self.news.set(Some(News::Wrong(problem))),
        }
    }

    fn bring_file(self, file: File) {
        // A file that is too long is refused before it is read.
        if let Err(problem) = check_length(file.size() as usize) {
            return self.news.set(Some(News::Wrong(problem.into())));
        }
        files::read(&file, move |text| match text {
            // Only if the screen was not left in the meantime.
            _ if self.news.is_disposed() => {}
            Some(text) => self.bring(&text),
            None => self.news.set(Some(News::NoText)),
        });
    }
}

fn bring(archive: Archive) -> impl IntoView {
    let i18n = use_i18n();
    let text = NodeRef::<Textarea>::new();
    let open = move |_| {
        if let Some(text) = text.get_untracked() {
            archive.bring(&text.value());
        }
    };
    view! {
        <section class="bring panel" aria-labelledby="bring">
            <h2 class="disp" id="bring">{t!(i18n, replay.bring)}</h2>
            <p>{t!(i18n, replay.bring_text)}</p>
            <textarea
                node_ref=text
                rows="3"
                spellcheck="false"
                aria-label=move || t_string!(i18n, replay.bring_label)
                placeholder=move || t_string!(i18n, replay.bring_label)
            ></textarea>
            <div class="do">
                <ChooseFile
                    accept=".floors,.json,.txt,text/plain,application/json"
                    name="file"
                    on_file=Callback::new(move |file| archive.bring_file(file))
                />
                <button class="btn go" data-do="open" on:click=open>{t!(i18n, replay.open)}</button>
            </div>
            <div class="news" role="status">{move || archive.news.get().map(|news| told(i18n, &news))}</div>
        </section>
    }
}

fn told(i18n: Language, news: &News) -> impl IntoView + use<> {
    let (class, words, reason) = match news {
        News::Taken(taken, progress) => ("good", taken_in(i18n, *taken, *progress), None),
        News::Wrong(problem) => ("wrong", problems::brought(i18n, problem), problems::reason(problem)),
        News::NoText => ("wrong", t_string!(i18n, replay.problem.file).to_owned(), None),
        News::KeptElsewhere => ("wrong", t_string!(i18n, replay.kept_elsewhere).to_owned(), None),
    };
    view! {
        <p class=class>{words}</p>
        {reason.map(|reason| view! { <p lang="en"><code>{reason}</code></p> })}
    }
}

fn taken_in(i18n: Language, taken: TakenIn, progress: Option<(larder::TakenIn, bool)>) -> String {
    let count = |count: usize| count as u32;
    let mut sentences = vec![t_string!(i18n, replay.taken_in, count = count(taken.new)).to_string()];
    if taken.further > 0 {
        sentences.push(t_string!(i18n, replay.further, count = count(taken.further)).to_string());
    }
    if taken.known > 0 {
        sentences.push(t_string!(i18n, replay.known, count = count(taken.known)).to_string());
    }
    if taken.refused > 0 {
        sentences.push(t_string!(i18n, replay.refused, count = count(taken.refused)).to_string());
    }
    sentences.extend(progress.map(|(taken, is_whole)| match (taken, is_whole) {
        (larder::TakenIn::Yes, true) => t_string!(i18n, replay.progress_taken).to_owned(),
        (larder::TakenIn::Yes, false) => t_string!(i18n, replay.progress_rescued).to_owned(),
        (larder::TakenIn::NoRoom, _) => t_string!(i18n, replay.progress_refused).to_owned(),
        (larder::TakenIn::Unreadable, _) => t_string!(i18n, replay.progress_unreadable).to_owned(),
    }));
    sentences.join(" ")
}

fn kept(archive: Archive) -> impl IntoView {
    let i18n = use_i18n();
    let is_empty = Memo::new(move |_| archive.lines.with(Vec::is_empty));
    let is_nothing = move || is_empty.get() && !archive.has_progress.get();
    let save = move |_| tables::save_file("fearsome-floors-games.json", &games::bundle().to_text());
    view! {
        <section class="kept panel" aria-labelledby="kept">
            <div class="head">
                <h2 class="disp" id="kept">{t!(i18n, replay.kept)}</h2>
                <button class="btn" data-do="export" disabled=is_nothing on:click=save>{t!(i18n, replay.export)}</button>
            </div>
            <Show when=move || is_empty.get()>
                <p>{t!(i18n, replay.kept_none)}</p>
            </Show>
            <ul>
                <For each=move || archive.lines.get() key=|line| line.id.clone() let:line>
                    {kept_game(archive, line)}
                </For>
            </ul>
            <p class="rule">
                {t!(i18n, replay.kept_rule, count = FINISHED_KEPT)} " " {t!(i18n, replay.export_note)}
            </p>
        </section>
    }
}

fn kept_game(archive: Archive, line: ArchiveLine) -> impl IntoView {
    let i18n = use_i18n();
    let ArchiveLine { id, when, summary } = line;
    let date = move || (when > 0.0).then(|| date(i18n, when));
    let Some(summary) = summary else {
        return view! {
            <li class="game damaged" data-game=id.clone()>
                <time>{date}</time>
                <p class="result">{t!(i18n, replay.damaged)}</p>
                <div class="do">
                    <Discard names=id.clone() id=id.clone() beside=".archive h1" bin=archive.bin />
                </div>
            </li>
        }
        .into_any();
    };
    let seats = seat_names(i18n, &summary);
    let names = seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>().join(", ");
    let names = StoredValue::new(names);
    let source = RecordSource::Kept(id.clone());
    let watch = Route::Replay { source, at: Some(0) }.to_string();
    let way_on = (!summary.is_over()).then(|| {
        let label = move || t_string!(i18n, replay.go_on_game, names = names.get_value()).to_string();
        view! {
            <a class="btn" href=Route::Game(GameRef::Kept(id.clone())).to_string() aria-label=label>{t!(i18n, common.go_on)}</a>
        }
    });
    let can_watch = summary.turn.is_some();
    let label = move || t_string!(i18n, replay.watch_game, names = names.get_value()).to_string();
    let cast = seats.clone().into_iter().map(|SeatName { band, name, .. }| {
        view! {
            <li class=format!("coin {}", coin::letter(band))>
                <svg class="chip" viewBox=coin::CHIP_BOX aria-hidden="true" inner_html=coin::chip(band)></svg>
                <span>{name}</span>
            </li>
        }
    });
    let is_branch = summary.is_branch;
    let result = move || result(i18n, &summary, &seats);
    view! {
        <li class="game" data-game=id.clone()>
            <time>{date}</time>
            <p class="result">
                <b class="disp">{result}</b>
                {is_branch.then(|| view! { " " <small>{t!(i18n, replay.branched)}</small> })}
            </p>
            <ul class="seats" aria-label=move || t_string!(i18n, things.players)>{cast.collect_view()}</ul>
            <div class="do">
                {way_on}
                {can_watch.then(|| view! { <a class="btn go" data-do="watch" href=watch aria-label=label>{t!(i18n, replay.watch)}</a> })}
                <Discard id=id.clone() names=names.get_value() beside=".archive h1" bin=archive.bin />
            </div>
        </li>
    }
    .into_any()
}

/// A player of a saved game, as the list calls them.
#[derive(Clone)]
struct SeatName {
    band: Band,
    name: String,
    /// Whether that is "you".
    is_you: bool,
}

fn seat_names(i18n: Language, summary: &Summary) -> Vec<SeatName> {
    let name = |(index, (band, name)): (usize, &(Band, String))| {
        let is_you = summary.you.is_some_and(|you| you.index() == index) && names::is_nobodys(name, *band);
        let name = match name.as_str() {
            _ if is_you => t_string!(i18n, table.you),
            "" => names::band(i18n, *band),
            name => name,
        };
        SeatName { band: *band, name: name.to_owned(), is_you }
    };
    summary.seats.iter().enumerate().map(name).collect()
}

fn result(i18n: Language, summary: &Summary, seats: &[SeatName]) -> String {
    match (summary.standing, summary.turn) {
        (Standing::Won(seat), _) => {
            let (name, is_you) = seats.get(seat).map_or(("", false), |seat| (seat.name.as_str(), seat.is_you));
            rich::plain(&words::victory(i18n, &rich::name(name), is_you))
        }
        (Standing::Monster, _) => t_string!(i18n, replay.monster_won).to_owned(),
        (Standing::Unfinished, Some((stage, turn))) => {
            words::about(i18n, &words::moment(i18n, stage, turn), t_string!(i18n, replay.unfinished))
        }
        (Standing::Unfinished, None) => t_string!(i18n, replay.unlaid).to_owned(),
    }
}

/// A date in the format of the language.
fn date(i18n: Language, when: f64) -> String {
    let options = js_sys::Object::new();
    for (key, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        // A plain object accepts every key.
        let _ = js_sys::Reflect::set(&options, &key.into(), &value.into());
    }
    js_sys::Date::new(&when.into()).to_locale_string(i18n.get_locale().as_str(), &options).into()
}
