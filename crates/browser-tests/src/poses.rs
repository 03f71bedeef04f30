//! Moments worth a picture.

use std::array;

use crate::fixtures::{finished_game, half_laid, humans_move_after, seven_players};
use crate::{Page, Scheme};

/// Every size a screen is looked at: width, height, and whether fingers touch it.
pub const SIZES: [(u32, u32, bool); 6] = [
    (360, 640, true),
    (640, 360, true),
    (820, 1180, true),
    (1024, 768, false),
    (1440, 900, false),
    (2560, 1440, false),
];

/// The languages of the game.
pub const LANGUAGES: [&str; 3] = ["en", "de", "fr"];

/// How a screen is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// One of [`SIZES`].
    pub size: (u32, u32, bool),
    /// By day or by night.
    pub scheme: Scheme,
    /// One of [`LANGUAGES`].
    pub language: &'static str,
}

impl Look {
    /// Has what is opened from now on look like this.
    pub async fn put_on(self, page: &Page) {
        let (width, height, touch) = self.size;
        page.size(width, height, touch).await;
        page.theme(self.scheme).await;
        page.language(self.language).await;
    }
}

/// A screen, in a state that stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Screen {
    /// The cover.
    Home,
    /// The form of a new table.
    NewTable,
    /// A figure is to be chosen.
    Choice,
    /// A move is planned.
    Table,
    /// One of seven players moves.
    Seven,
    /// The table in words.
    TextBoard,
    /// The monster waits after its second step.
    Monster,
    /// Somebody asks about that step.
    Why,
    /// The end of a game.
    End,
    /// The analysis board, with its advice.
    Analysis,
    /// A fortress that four players lay; a tile is refused.
    SetUp,
    /// The same with seven.
    SetUpOfSeven,
    /// The editor of a fortress.
    Fortress,
    /// A record is watched.
    Replay,
    /// One of seven players is.
    ReplayOfSeven,
    /// What is kept.
    Archive,
    /// Who made it.
    About,
}

impl Screen {
    /// All of them.
    pub const ALL: [Screen; 17] = [
        Screen::Home,
        Screen::NewTable,
        Screen::Choice,
        Screen::Table,
        Screen::Seven,
        Screen::TextBoard,
        Screen::Monster,
        Screen::Why,
        Screen::End,
        Screen::Analysis,
        Screen::SetUp,
        Screen::SetUpOfSeven,
        Screen::Fortress,
        Screen::Replay,
        Screen::ReplayOfSeven,
        Screen::Archive,
        Screen::About,
    ];

    /// As its contact sheet is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Screen::Home => "home",
            Screen::NewTable => "new-table",
            Screen::Choice => "choice",
            Screen::Table => "table",
            Screen::Seven => "seven",
            Screen::TextBoard => "text-board",
            Screen::Monster => "monster",
            Screen::Why => "why",
            Screen::End => "end",
            Screen::Analysis => "analysis",
            Screen::SetUp => "set-up",
            Screen::SetUpOfSeven => "set-up-of-seven",
            Screen::Fortress => "fortress",
            Screen::Replay => "replay",
            Screen::ReplayOfSeven => "replay-of-seven",
            Screen::Archive => "archive",
            Screen::About => "about",
        }
    }

    /// Where it is, if the games of [`keep_games`] are kept.
    #[must_use]
    pub const fn address(self) -> &'static str {
        match self {
            Screen::Home => "#/",
            Screen::NewTable => "#/new",
            Screen::Choice | Screen::Table | Screen::TextBoard => "#/game/0a",
            Screen::Seven => "#/game/07",
            // Shown anew each time the page is opened: it has not been watched to its end.
            Screen::Monster | Screen::Why => "#/game/0c",
            Screen::End => "#/game/0b/end",
            Screen::Analysis => "#/position/Mk5n-Se7m4i6-Bg3h3g4h4-Tc4en6n-FG1l4R5f4B3d8Y3c5-WY5-N21",
            Screen::SetUp => "#/game/0f",
            Screen::SetUpOfSeven => "#/game/f7",
            Screen::Fortress => "#/fortress",
            Screen::Replay => "#/replay/game-0b/60",
            Screen::ReplayOfSeven => "#/replay/game-07/40",
            Screen::Archive => "#/archive",
            Screen::About => "#/about",
        }
    }

    /// Six ways to look at it, one in each size. To look at everything in every way would take too long. So this is chosen
    /// such that any two of screen, size, colours and language come together somewhere.
    #[must_use]
    pub fn looks(self) -> [Look; 6] {
        let nth = self as usize;
        array::from_fn(|size| Look {
            size: SIZES[size],
            scheme: Scheme::ALL[(nth + size) % 2],
            language: LANGUAGES[(nth + size / 2) % 3],
        })
    }

    /// One of these looks by day and one by night, for what takes long.
    #[must_use]
    pub fn day_and_night(self) -> [Look; 2] {
        let looks = self.looks();
        let first = self as usize % 3 * 2;
        [looks[first], looks[first + 1]]
    }

    /// Opens it, and brings it about.
    pub async fn show(self, page: &Page) {
        page.hold_clock().await;
        if self == Screen::TextBoard {
            page.eval::<()>("localStorage.setItem('fearsome.text-board', 'open')").await;
        }
        page.open(self.address()).await;
        match self {
            Screen::Home => page.wait_for("document.querySelector('main.home')").await,
            Screen::NewTable => page.wait_for("document.querySelector('main.newtable')").await,
            Screen::Choice => page.wait_for("document.querySelector('main.table button[data-pick]')").await,
            Screen::Table => plan(page).await,
            // A bot has made up its mind; the clock is held before what it does is shown.
            Screen::Seven => page.wait_for("document.querySelector('main.table') && testClock.waiting() > 0").await,
            Screen::TextBoard => {
                page.wait_for("document.querySelector('#typed-line') && document.querySelector('[data-do=confirm]')")
                    .await;
            }
            Screen::Monster => second_step(page).await,
            Screen::Why => {
                second_step(page).await;
                why(page).await;
            }
            Screen::End => page.wait_for("document.querySelector('main.win')").await,
            Screen::Analysis => page.run_until("document.querySelector('main.analysis [data-advice]')").await,
            Screen::SetUp | Screen::SetUpOfSeven => refused_tile(page).await,
            Screen::Fortress => page.wait_for("document.querySelector('main.setup.alone')").await,
            Screen::Replay | Screen::ReplayOfSeven => page.wait_for("document.querySelector('main.replay')").await,
            Screen::Archive => page.wait_for("document.querySelector('main.archive .game')").await,
            Screen::About => page.wait_for("document.querySelector('main.about')").await,
        }
    }
}

/// A game of each kind: `0a` somebody's move, `0b` over, `0c` the monster about to run, `0f` a fortress half laid, `f7` the
/// same by seven players, `07` seven players.
pub async fn keep_games(page: &Page) {
    page.open("").await;
    page.keep_game("0a", &humans_move_after(12, 1)).await;
    page.keep_game("0b", &finished_game(2)).await;
    page.keep_game("07", &seven_players(3)).await;
    page.keep_game("0f", &half_laid(4, 0)).await;
    page.keep_game("f7", &half_laid(7, 0)).await;
    page.keep_run("0c", 1).await;
}

/// A tile stands on a space, and has been refused on another, through a wall.
pub async fn refused_tile(page: &Page) {
    page.click("[data-tile=second-teleporter]").await;
    page.click("[data-cell=l7]").await;
    page.click("[data-cell=f11]").await;
    page.wait_for("document.querySelectorAll('.l-play .twin.bad').length === 2").await;
}

/// A figure has been chosen and a move is planned.
pub async fn plan(page: &Page) {
    page.click("button[data-pick]:last-of-type").await;
    page.wait_for("document.querySelectorAll('[data-cell]').length > 1").await;
    let goal: String = page
        .eval("(() => { const hits = [...document.querySelectorAll('[data-cell]')]; hits.sort((one, other) => other.dataset.cost - one.dataset.cost); return hits[0].dataset.cell; })()")
        .await;
    page.click(&format!("[data-cell=\"{goal}\"]")).await;
    page.wait_for("document.querySelector('.l-play .plan')").await;
}

/// The monster waits after its second step. The clock must be held.
pub async fn second_step(page: &Page) {
    for step in 1..=2 {
        page.click("[data-do=step]").await;
        page.run_until(&format!(
            "document.querySelector('[data-do=run]') && document.querySelectorAll('.prints .d').length === {step} - 1"
        ))
        .await;
    }
}

/// Somebody asks about the step that is on.
pub async fn why(page: &Page) {
    page.click("[data-do=why-now]").await;
    page.wait_for("document.querySelector('.why')").await;
}
