//! The levels that somebody sent, and the door through which others come in: links, codes and files.

use leptos::ev::SubmitEvent;
use leptos::html::Textarea;
use leptos::prelude::*;
use leptos::task::spawn_local;
use puzzles::Level;
use web_sys::{DragEvent, File};

use super::{Screen, words};
use crate::draw::level_map;
use crate::page::app::go_to;
use crate::page::files::{self, ChooseFile};
use crate::page::i18n::*;
use crate::page::larder::{self, TakenIn};
use crate::page::share::{self, Copied, link_to, save_level};
use crate::page::words::Language;
use crate::page::{focus, problems};
use crate::puzzle::LevelRef;
use crate::puzzle::progress::Thrown;
use crate::route::Route;
use crate::scene::feeding::paste::{self, PasteProblem, Pasted};
use crate::scene::feeding::{Letter, Letters, Mark};
use crate::scene::text_form::check_length;
use crate::table::BundleProblem;

/// What came of something that was pasted, copied or thrown away.
#[derive(Clone, Debug, PartialEq)]
enum Told {
    /// It cannot be opened.
    Wrong(PasteProblem),
    /// The file is not a text.
    NoText,
    /// The progress of a file was to be added.
    Taken {
        /// Whether it was.
        taken: TakenIn,
        /// Whether all of the file could be read.
        is_whole: bool,
    },
    /// A link or a text was copied.
    Copied(Copied),
}

/// The number of levels that are shown at first, and added each time the player wants to see more: each has a drawing.
const A_PILE: usize = 20;

/// The state of the section.
#[derive(Clone, Copy)]
struct Post {
    screen: Screen,
    told: RwSignal<Option<Told>>,
    /// What was thrown away last, with its title.
    thrown: RwSignal<Option<(Thrown, String)>>,
}

/// The section.
pub(super) fn sent(screen: Screen) -> impl IntoView {
    let i18n = use_i18n();
    let post = Post { screen, told: RwSignal::new(None), thrown: RwSignal::new(None) };
    let most = RwSignal::new(A_PILE);
    let letters = Memo::new(move |_| screen.larder.with(|progress| Letters::newest(progress, most.get())));
    let more = Memo::new(move |_| letters.with(|letters| letters.more));
    let show_more = move |_| {
        let first = most.get_untracked();
        most.set(first + A_PILE);
        // The button may be gone, and the first of the new ones is what was asked for.
        request_animation_frame(move || focus::on(&format!(".mail > li:nth-child({}) a", first + 1)));
    };
    let dropped = move |event: DragEvent| {
        event.prevent_default();
        let Some(data) = event.data_transfer() else { return };
        match data.files().and_then(|files| files.get(0)) {
            Some(file) => post.open_file(file),
            None => post.open(&data.get_data("text").unwrap_or_default()),
        }
    };
    view! {
        <section
            class="sent panel"
            aria-labelledby="sent-head"
            id="sent"
            on:dragover=|event: DragEvent| event.prevent_default()
            on:drop=dropped
        >
            <h2 class="caption panel head" id="sent-head">
                <span class="disp">{t!(i18n, feeding.sent.title)}</span>
            </h2>
            <Show when=move || letters.with(|letters| letters.shown.is_empty())>
                <p class="none">{t!(i18n, feeding.sent.none)}</p>
            </Show>
            <ul class="mail">
                <For each=move || letters.get().shown key=|letter| (letter.code.clone(), letter.mark) let:letter>
                    <li>{self::letter(post, letter)}</li>
                </For>
            </ul>
            <Show when=move || { more.get() > 0 }>
                <button class="btn" data-do="more-letters" on:click=show_more>
                    {move || t_string!(i18n, feeding.sent.more, count = more.get() as u32).to_string()}
                </button>
            </Show>
            {door(post)}
            {take_back(post)}
        </section>
    }
}

impl Post {
    /// Opens a text of any kind.
    fn open(self, text: &str) {
        match paste::read(text) {
            Ok(Pasted::Level(level)) => {
                if let LevelRef::Code(code) = &level {
                    self.screen.larder.change(|progress| progress.received(code));
                }
                go_to(&Route::Level(level));
            }
            Ok(Pasted::Progress(read)) => {
                let taken = larder::take_in(&read.progress);
                self.told.set(Some(Told::Taken { taken, is_whole: read.is_whole }));
            }
            Err(problem) => self.told.set(Some(Told::Wrong(problem))),
        }
    }

    fn open_file(self, file: File) {
        // A file that is too long is refused before it is read.
        if let Err(problem) = check_length(file.size() as usize) {
            return self.told.set(Some(Told::Wrong(problem.into())));
        }
        files::read(&file, move |text| match text {
            // Only if the screen was not left in the meantime.
            _ if self.told.is_disposed() => {}
            Some(text) => self.open(&text),
            None => self.told.set(Some(Told::NoText)),
        });
    }

    /// Copies a link or a text.
    fn copy(self, text: String) {
        spawn_local(async move {
            let copied = share::copy(text).await;
            // The screen may have been left in the meantime.
            let _ = self.told.try_set(Some(Told::Copied(copied)));
        });
    }

    fn throw_away(self, code: &str, title: String) {
        let thrown = self.screen.larder.change(|progress| progress.throw_away(code));
        self.thrown.set(thrown.map(|thrown| (thrown, title)));
        // The button is gone with its letter.
        request_animation_frame(|| focus::on("[data-do=take-back]"));
    }

    fn take_back(self) {
        if let Some((thrown, _)) = self.thrown.get_untracked() {
            self.screen.larder.change(|progress| progress.take_back(&thrown));
            self.thrown.set(None);
            request_animation_frame(|| focus::on("#sent h2"));
        }
    }
}

fn letter(post: Post, letter: Letter) -> AnyView {
    let i18n = use_i18n();
    let Letter { code, level, mark } = letter;
    let code = StoredValue::new(code);
    let Some(level) = level else {
        let throw = move |_| post.throw_away(&code.get_value(), t_string!(i18n, feeding.sent.damaged).to_owned());
        return view! {
            <div class="letter damaged">
                <p>{t!(i18n, feeding.sent.damaged)}</p>
                <div class="do">{bin(t_string!(i18n, feeding.sent.throw_away).to_owned(), Callback::new(throw))}</div>
            </div>
        }
        .into_any();
    };
    let level = StoredValue::new(level);
    let title = move || level.with_value(|level| words::own_title(i18n, level));
    let author = level.with_value(|level| level.about().author.clone());
    let author =
        (!author.is_empty()).then_some(move || t_string!(i18n, feeding.sent.by, name = author.clone()).to_string());
    let pieces = move || words::pieces(i18n, level.with_value(Level::pieces));
    let state = match mark {
        Mark::Solved(stars) => words::starred(stars).into_any(),
        Mark::Tried(tries) => {
            let tried = move || t_string!(i18n, feeding.sent.tried, count = tries).to_string();
            view! { <span class="st">{tried}</span> }.into_any()
        }
        Mark::Open => view! { <span class="st">{t!(i18n, feeding.state.fresh)}</span> }.into_any(),
    };
    // Whoever hears the buttons of several letters hears whose they are.
    let of_this = move || view! { <span class="vh">", " {title}</span> };
    let copy = move |_| post.copy(link_to(&Route::Level(LevelRef::Code(code.get_value()))));
    let copy_text = move |_| post.copy(level.with_value(Level::to_text));
    let save = move |_| level.with_value(save_level);
    let throw = move |()| post.throw_away(&code.get_value(), title());
    view! {
        <div class="letter" class:fresh=mark == Mark::Open data-sent=code.get_value()>
            <a href=Route::Level(LevelRef::Code(code.get_value())).to_string()>
                <span class="tp" inner_html=level.with_value(level_map::map)></span>
                <span class="lt">{title}</span>
                <span class="by">{author}</span>
                <span class="lm">
                    <span>{pieces}</span>
                    {state}
                </span>
            </a>
            <div class="do">
                <button
                    data-do="copy-level"
                    on:click=copy
                >
                    {t!(i18n, feeding.sent.copy)} {of_this}
                </button>
                <button
                    data-do="copy-text"
                    on:click=copy_text
                >
                    {t!(i18n, feeding.sent.copy_text)} {of_this}
                </button>
                <button
                    data-do="save-level"
                    on:click=save
                >
                    {t!(i18n, feeding.sent.save)} {of_this}
                </button>
                {bin(t_string!(i18n, feeding.sent.throw_label, title = title()).to_string(), Callback::new(throw))}
            </div>
        </div>
    }
    .into_any()
}

/// The button that throws a letter away.
fn bin(label: String, throw: Callback<()>) -> impl IntoView {
    view! {
        <button class="bin" data-do="throw-away" aria-label=label on:click=move |_| throw.run(())>
            <svg viewBox="0 0 16 16" aria-hidden="true">
                <use href="#i-eaten" />
            </svg>
        </button>
    }
}

/// Opens what is pasted, typed or chosen.
fn door(post: Post) -> impl IntoView {
    let i18n = use_i18n();
    let text = NodeRef::<Textarea>::new();
    let open = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(text) = text.get_untracked() {
            post.open(&text.value());
        }
    };
    view! {
        <form class="paste" on:submit=open>
            <label for="pasted">{t!(i18n, feeding.sent.ask)}</label>
            <textarea
                id="pasted"
                node_ref=text
                rows="1"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="none"
                placeholder=move || t_string!(i18n, feeding.sent.paste)
                on:input=move |_| post.told.set(None)
            ></textarea>
            <ChooseFile
                accept=".level,.json,.txt,text/plain,application/json"
                name="level-file"
                on_file=Callback::new(move |file| post.open_file(file))
            />
            <button class="btn" data-do="open-level">
                {t!(i18n, feeding.sent.open)}
            </button>
            <div class="told" role="status">
                {move || post.told.get().map(|told| self::told(i18n, told))}
            </div>
        </form>
    }
}

fn told(i18n: Language, told: Told) -> AnyView {
    match told {
        Told::Wrong(problem) => {
            let reason = reason(&problem).map(|reason| view! { <p lang="en"><code>{reason}</code></p> });
            view! {
                <p class="wrong">{wrong(i18n, &problem)}</p>
                {reason}
            }
            .into_any()
        }
        Told::NoText => view! { <p class="wrong">{t!(i18n, replay.problem.file)}</p> }.into_any(),
        Told::Taken { taken: TakenIn::Yes, is_whole: true } => {
            view! { <p>{t!(i18n, feeding.sent.added)}</p> }.into_any()
        }
        Told::Taken { taken: TakenIn::Yes, is_whole: false } => {
            view! { <p>{t!(i18n, replay.progress_rescued)}</p> }.into_any()
        }
        Told::Taken { taken: TakenIn::NoRoom, .. } => {
            view! { <p class="wrong">{t!(i18n, replay.progress_refused)}</p> }.into_any()
        }
        Told::Taken { taken: TakenIn::Unreadable, .. } => {
            view! { <p class="wrong">{t!(i18n, replay.progress_unreadable)}</p> }.into_any()
        }
        Told::Copied(copied) => view! { <p class="copied">{share::copied(copied)}</p> }.into_any(),
    }
}

/// Why something cannot be opened, in words.
fn wrong(i18n: Language, problem: &PasteProblem) -> String {
    let words = match problem {
        PasteProblem::Nothing => t_string!(i18n, replay.problem.nothing),
        PasteProblem::TooLong(_) => t_string!(i18n, replay.problem.too_much),
        PasteProblem::OtherLink => t_string!(i18n, feeding.sent.other_link),
        PasteProblem::Code(_) | PasteProblem::File(BundleProblem::Json { .. }) => {
            t_string!(i18n, feeding.sent.damaged)
        }
        PasteProblem::Progress(problem) => return problems::progress(i18n, problem),
        PasteProblem::Text(_) => t_string!(i18n, feeding.sent.no_level),
        PasteProblem::File(BundleProblem::Version(_)) => t_string!(i18n, replay.problem.file_newer),
        PasteProblem::NoLevels => t_string!(i18n, feeding.sent.no_levels),
    };
    words.to_owned()
}

/// The exact reason, if there is more to say.
fn reason(problem: &PasteProblem) -> Option<String> {
    match problem {
        PasteProblem::Nothing
        | PasteProblem::OtherLink
        | PasteProblem::File(BundleProblem::Version(_))
        | PasteProblem::NoLevels => None,
        PasteProblem::TooLong(_)
        | PasteProblem::Code(_)
        | PasteProblem::Text(_)
        | PasteProblem::File(BundleProblem::Json { .. })
        | PasteProblem::Progress(_) => Some(problem.to_string()),
    }
}

/// Says what was thrown away, and offers to take it back.
fn take_back(post: Post) -> impl IntoView {
    let i18n = use_i18n();
    let said = move || {
        let (_, title) = post.thrown.get()?;
        Some(view! {
            <div class="deleted caption panel">
                <p>{t!(i18n, home.deleted, names = title.clone())}</p>
                <button class="btn" data-do="take-back" on:click=move |_| post.take_back()>
                    {t!(i18n, home.bring_back)}
                </button>
            </div>
        })
    };
    view! { <div role="status">{said}</div> }
}
