//! Moments worth a picture.

mod ahead;
mod scenery;
mod tables;

use std::array;

use bots::Bot;
use rules::terms::MonsterNumber;
use web::scene::newtable::{Sitter, TableForm};
use web::table::last_table;

use crate::fixtures::{finished_game, half_laid, humans_move_after, seven_players};
use crate::{Page, Scheme, larder, level};
use scenery::Scenery;

/// Every size a screen is looked at: width, height, and whether fingers touch it.
pub const SIZES: [(u32, u32, bool); 6] =
    [(320, 568, true), (640, 360, true), (820, 1180, true), (1024, 768, true), (1440, 900, false), (2560, 1440, false)];

/// Windows in which texts have little room: the smallest phone, a usual one, and a small laptop at 200 %.
pub const TIGHT: [(u32, u32, bool); 3] = [(320, 568, true), (390, 844, true), (720, 450, false)];

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
    /// A run on it waits after its second step.
    AnalysisRun,
    /// Somebody asks about that step.
    AnalysisWhy,
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
    /// A run in a replay waits after its second step.
    ReplayRun,
    /// Somebody asks about that step.
    ReplayWhy,
    /// What is kept.
    Archive,
    /// Who made it.
    About,
    /// The rules, with an example that is being played through.
    Rules,
    /// A ruling, where a link to it leads.
    Ruling,
    /// The cover with tables on the server.
    HomeWithTables,
    /// The form of a new table with people elsewhere.
    NewTableElsewhere,
    /// The waiting room of the host.
    Room,
    /// The waiting room of a guest.
    GuestRoom,
    /// Somebody opens an invitation.
    Arrival,
    /// The same when all seats are taken.
    FullHouse,
    /// A table on the server, where somebody who is to move has vanished.
    RemoteTable,
    /// The same with seven.
    RemoteSeven,
    /// The menu of that table.
    TableMenu,
    /// The code that moves seats to another device.
    MoveSeats,
    /// The other device.
    TakeOver,
    /// The connection is lost.
    DeadLine,
    /// The end of a game on the server.
    RemoteEnd,
    /// The overview of the puzzle game, for the first time.
    FeedingFirst,
    /// The same after a while.
    Feeding,
    /// The same when everything is solved.
    FeedingDone,
    /// The same when what was solved cannot be read, there is no room to start over, and a damaged code was pasted.
    FeedingTrouble,
    /// A level, with one piece laid and another one in the hand.
    Level,
    /// The monster walks in a level.
    LevelWalk,
    /// One of ours was eaten.
    LevelLost,
    /// The same, and why.
    LevelWhy,
    /// Some of theirs got away.
    LevelSpared,
    /// A level is solved.
    LevelSolved,
    /// All helps of a level were taken.
    LevelHelps,
    /// A level with its text board.
    LevelText,
    /// The code of a level is damaged.
    LevelDamaged,
    /// A move is prepared while others move.
    Ahead,
    /// A prepared move is kept.
    Kept,
    /// The first scene of the first game: a wrong step is explained.
    FirstMonster,
    /// The second one: a move is planned.
    FirstMove,
    /// The third one: a figure has hidden behind a stone.
    FirstPush,
    /// The fourth one, at its beginning.
    FirstBlood,
    /// The fifth one: the wrong wall.
    FirstWalls,
    /// The sixth one: somebody else is lured.
    FirstLure,
    /// The last one.
    FirstReal,
}

impl Screen {
    /// All of them.
    pub const ALL: [Screen; 58] = [
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
        Screen::AnalysisRun,
        Screen::AnalysisWhy,
        Screen::SetUp,
        Screen::SetUpOfSeven,
        Screen::Fortress,
        Screen::Replay,
        Screen::ReplayOfSeven,
        Screen::ReplayRun,
        Screen::ReplayWhy,
        Screen::Archive,
        Screen::About,
        Screen::Rules,
        Screen::Ruling,
        Screen::HomeWithTables,
        Screen::NewTableElsewhere,
        Screen::Room,
        Screen::GuestRoom,
        Screen::Arrival,
        Screen::FullHouse,
        Screen::RemoteTable,
        Screen::RemoteSeven,
        Screen::TableMenu,
        Screen::MoveSeats,
        Screen::TakeOver,
        Screen::DeadLine,
        Screen::RemoteEnd,
        Screen::FeedingFirst,
        Screen::Feeding,
        Screen::FeedingDone,
        Screen::FeedingTrouble,
        Screen::Level,
        Screen::LevelWalk,
        Screen::LevelLost,
        Screen::LevelWhy,
        Screen::LevelSpared,
        Screen::LevelSolved,
        Screen::LevelHelps,
        Screen::LevelText,
        Screen::LevelDamaged,
        Screen::Ahead,
        Screen::Kept,
        Screen::FirstMonster,
        Screen::FirstMove,
        Screen::FirstPush,
        Screen::FirstBlood,
        Screen::FirstWalls,
        Screen::FirstLure,
        Screen::FirstReal,
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
            Screen::AnalysisRun => "analysis-run",
            Screen::AnalysisWhy => "analysis-why",
            Screen::SetUp => "set-up",
            Screen::SetUpOfSeven => "set-up-of-seven",
            Screen::Fortress => "fortress",
            Screen::Replay => "replay",
            Screen::ReplayOfSeven => "replay-of-seven",
            Screen::ReplayRun => "replay-run",
            Screen::ReplayWhy => "replay-why",
            Screen::Archive => "archive",
            Screen::About => "about",
            Screen::Rules => "rules",
            Screen::Ruling => "ruling",
            Screen::HomeWithTables => "home-with-tables",
            Screen::NewTableElsewhere => "new-table-elsewhere",
            Screen::Room => "room",
            Screen::GuestRoom => "guest-room",
            Screen::Arrival => "arrival",
            Screen::FullHouse => "full-house",
            Screen::RemoteTable => "remote-table",
            Screen::RemoteSeven => "remote-seven",
            Screen::TableMenu => "table-menu",
            Screen::MoveSeats => "move-seats",
            Screen::TakeOver => "take-over",
            Screen::DeadLine => "dead-line",
            Screen::RemoteEnd => "remote-end",
            Screen::FeedingFirst => "feeding-first",
            Screen::Feeding => "feeding",
            Screen::FeedingDone => "feeding-done",
            Screen::FeedingTrouble => "feeding-trouble",
            Screen::Level => "level",
            Screen::LevelWalk => "level-walk",
            Screen::LevelLost => "level-lost",
            Screen::LevelWhy => "level-why",
            Screen::LevelSpared => "level-spared",
            Screen::LevelSolved => "level-solved",
            Screen::LevelHelps => "level-helps",
            Screen::LevelText => "level-text",
            Screen::LevelDamaged => "level-damaged",
            Screen::Ahead => "ahead",
            Screen::Kept => "kept",
            Screen::FirstMonster => "first-monster",
            Screen::FirstMove => "first-move",
            Screen::FirstPush => "first-push",
            Screen::FirstBlood => "first-blood",
            Screen::FirstWalls => "first-walls",
            Screen::FirstLure => "first-lure",
            Screen::FirstReal => "first-real",
        }
    }

    /// Makes the games that it shows, in the browser or on the server.
    async fn prepare(self, page: &Page) -> Scenery {
        page.open("").await;
        match self {
            Screen::HomeWithTables => tables::several(page).await,
            Screen::NewTableElsewhere => {
                page.store("fearsome.last-table", &last_table::write(&form_with_doors())).await;
                Scenery::at("#/new")
            }
            Screen::Room => tables::room(page).await,
            Screen::GuestRoom => tables::room_of_others(page, Some(LONG_NAME)).await,
            Screen::Arrival => tables::room_of_others(page, None).await,
            Screen::FullHouse => tables::full_house(page).await,
            Screen::RemoteTable | Screen::TableMenu | Screen::MoveSeats | Screen::DeadLine => {
                tables::in_play(page, 1).await
            }
            Screen::RemoteSeven => tables::in_play(page, 4).await,
            // The code counts when somebody uses it.
            Screen::TakeOver => Scenery::at("#/seat/0123456789abcdef"),
            Screen::RemoteEnd => tables::finished(page).await,
            Screen::FeedingFirst => Scenery::fed(page, None).await,
            Screen::Feeding => Scenery::fed(page, Some(larder::midway().to_text())).await,
            Screen::FeedingDone => Scenery::fed(page, Some(larder::all_done().to_text())).await,
            Screen::FeedingTrouble => Scenery::fed(page, Some("{}".to_owned())).await,
            Screen::Level
            | Screen::LevelWalk
            | Screen::LevelLost
            | Screen::LevelWhy
            | Screen::LevelSolved
            | Screen::LevelHelps => Scenery::at("#/puzzle/tie-5"),
            Screen::LevelText => {
                page.store("fearsome.text-board", "open").await;
                Scenery::at("#/puzzle/tie-5")
            }
            Screen::LevelSpared => Scenery::at("#/puzzle/seeing-1"),
            Screen::LevelDamaged => Scenery::at("#/level/aAAAAAGCAhMAwAIxuxx"),
            Screen::FirstMonster => {
                page.store("fearsome.first-game", "monster:1").await;
                Scenery::at("#/first/monster")
            }
            Screen::FirstMove => Scenery::at("#/first/move"),
            Screen::FirstPush => Scenery::at("#/first/push"),
            Screen::FirstBlood => Scenery::at("#/first/blood"),
            Screen::FirstWalls => Scenery::at("#/first/walls"),
            Screen::FirstLure => Scenery::at("#/first/lure"),
            Screen::FirstReal => Scenery::at("#/first/game"),
            Screen::NewTable => Scenery::at("#/new"),
            Screen::Analysis => Scenery::at("#/position/Mk5n-Se7m4i6-Bg3h3g4h4-Tc4en6n-FG1l4R5f4B3d8Y3c5-WY5-N21"),
            Screen::AnalysisRun | Screen::AnalysisWhy => {
                Scenery::at("#/position/Mk5n-Sm4i6e7-Bg3h3g4h4-Tc4en6n-FG1l4R5f4B3d8Y3c5-N21")
            }
            Screen::Fortress => Scenery::at("#/fortress"),
            Screen::About => Scenery::at("#/about"),
            Screen::Rules => Scenery::in_rules("x-nearest"),
            Screen::Ruling => Scenery::in_rules("r6"),
            Screen::Home => Scenery::kept(page, "#/").await,
            Screen::Choice | Screen::Table => Scenery::kept(page, "#/game/0a").await,
            Screen::TextBoard => {
                page.store("fearsome.text-board", "open").await;
                Scenery::kept(page, "#/game/0a").await
            }
            Screen::Seven => Scenery::kept(page, "#/game/07").await,
            // Shown anew each time the page is opened: it has not been watched to its end.
            Screen::Monster | Screen::Why => Scenery::kept(page, "#/game/0c").await,
            Screen::End => Scenery::kept(page, "#/game/0b/end").await,
            Screen::SetUp => Scenery::kept(page, "#/game/0f").await,
            Screen::SetUpOfSeven => Scenery::kept(page, "#/game/f7").await,
            Screen::Replay => Scenery::kept(page, "#/replay/game-0b/60").await,
            Screen::ReplayRun | Screen::ReplayWhy => Scenery::kept(page, "#/replay/game-0b/0").await,
            Screen::ReplayOfSeven => Scenery::kept(page, "#/replay/game-07/40").await,
            Screen::Archive => Scenery::kept(page, "#/archive").await,
            Screen::Ahead | Screen::Kept => ahead::to_prepare(page).await,
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

    /// Whether this is the first of its looks in that language, for what is done once in each.
    #[must_use]
    pub fn begins_language(self, look: Look) -> bool {
        self.looks().into_iter().find(|other| other.language == look.language) == Some(look)
    }

    /// Shows it in each of these looks; `inspect` is called while it does not change.
    pub async fn show(self, page: &Page, looks: impl IntoIterator<Item = Look>, mut inspect: impl AsyncFnMut(Look)) {
        let scenery = self.prepare(page).await;
        page.hold_clock().await;
        for look in looks {
            look.put_on(page).await;
            page.open(&scenery.address(look.language)).await;
            self.bring_about(page).await;
            inspect(look).await;
            if self == Screen::DeadLine {
                page.network(true).await;
                page.leave().await;
                // The browser complains about every attempt to connect.
                page.forget_console().await;
            }
        }
    }

    /// Waits for the screen, and does what leads to its state.
    async fn bring_about(self, page: &Page) {
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
            Screen::AnalysisRun => run_on_analysis_board(page).await,
            Screen::AnalysisWhy => {
                run_on_analysis_board(page).await;
                why(page).await;
            }
            Screen::SetUp | Screen::SetUpOfSeven => refused_tile(page).await,
            Screen::Fortress => page.wait_for("document.querySelector('main.setup.alone')").await,
            Screen::Replay | Screen::ReplayOfSeven => page.wait_for("document.querySelector('main.replay')").await,
            Screen::ReplayRun => run_in_replay(page).await,
            Screen::ReplayWhy => {
                run_in_replay(page).await;
                why(page).await;
            }
            Screen::Archive => page.wait_for("document.querySelector('main.archive .game')").await,
            Screen::About => page.wait_for("document.querySelector('main.about')").await,
            Screen::Rules => {
                // The page is readable before it can be played with.
                page.wait_for("document.querySelector('#x-nearest').dataset.moment").await;
                page.click("#x-nearest .try").await;
                page.wait_for("document.querySelector('#x-nearest .now').textContent").await;
            }
            Screen::Ruling => page.wait_for("document.querySelector('#r6:target')").await,
            Screen::HomeWithTables => page.wait_for("document.querySelectorAll('.shelf .remote').length === 3").await,
            Screen::NewTableElsewhere => page.wait_for("document.querySelector('main.newtable .startbox.ajar')").await,
            Screen::Room | Screen::GuestRoom => {
                page.wait_for("document.querySelector('main.room:not(.arrive) .ajar')").await;
            }
            Screen::Arrival | Screen::FullHouse => {
                page.wait_for("document.querySelector('main.arrive [data-do=watch]')").await;
            }
            Screen::RemoteTable | Screen::RemoteSeven => vanished(page).await,
            Screen::TableMenu => open_menu(page).await,
            Screen::MoveSeats => {
                open_menu(page).await;
                page.click("[data-do=move-seats]").await;
                page.wait_for("document.querySelector('.device [data-do=move-link]')?.checkVisibility()").await;
            }
            Screen::TakeOver => page.wait_for("document.querySelector('[data-do=take-over]')").await,
            Screen::DeadLine => {
                vanished(page).await;
                page.network(false).await;
                page.wait_for("document.querySelector('.deadbar')").await;
            }
            Screen::RemoteEnd => page.wait_for("document.querySelector('main.win [data-seal=unseen]')").await,
            Screen::FeedingFirst | Screen::Feeding | Screen::FeedingDone => dish_is_served(page).await,
            Screen::FeedingTrouble => {
                dish_is_served(page).await;
                page.eval::<()>("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; undefined").await;
                page.click("[data-do=start-over]").await;
                page.wait_for("document.querySelector('.trouble .wrong')").await;
                page.fill("#pasted", "aDamaged").await;
                page.click("[data-do=open-level]").await;
                page.wait_for("document.querySelector('.told .wrong')").await;
            }
            Screen::Level => {
                level::open(page).await;
                level::lay(page, "figure:e10").await;
                page.click(".level .pc[data-slot='2']").await;
                page.wait_for("document.querySelector('.level .slot')").await;
            }
            Screen::LevelWalk => {
                level::open(page).await;
                for deed in level::SOLVED.split_whitespace() {
                    level::lay(page, deed).await;
                }
                page.click("[data-do=loose]").await;
                page.run_until("document.querySelectorAll('.board .r-print').length >= 4").await;
            }
            Screen::LevelLost => level::judged(page, level::LOST, "lost").await,
            Screen::LevelWhy => {
                level::judged(page, level::LOST, "lost").await;
                page.click(".verdict [data-do=why]").await;
                page.wait_for("document.querySelector('.answer .why')").await;
            }
            Screen::LevelSpared => level::judged(page, "", "spared").await,
            Screen::LevelSolved => level::judged(page, level::SOLVED, "solved").await,
            Screen::LevelHelps => {
                level::open(page).await;
                for help in ["idea", "first-space", "solution"] {
                    level::help(page, help).await;
                }
            }
            Screen::LevelText => page.wait_for("document.querySelector('.level #typed-line')").await,
            Screen::LevelDamaged => page.wait_for("document.querySelector('[data-state=damaged]')").await,
            Screen::Ahead => ahead::plan(page).await,
            Screen::Kept => ahead::keep(page).await,
            Screen::FirstMonster => {
                page.click(".lesson [data-do=ahead]").await;
                page.wait_for("document.querySelector('.lesson [data-answer=wrong]')").await;
            }
            Screen::FirstMove => {
                page.click(".lesson [data-cell=h6]").await;
                page.wait_for("document.querySelector('.lesson [data-do=confirm]:not([disabled])')").await;
            }
            Screen::FirstPush => {
                page.click(".lesson [data-cell=j3]").await;
                page.click(".lesson [data-do=confirm]").await;
                page.run_until("document.querySelector('.lesson.told [data-answer=right]')").await;
            }
            Screen::FirstBlood => page.wait_for("document.querySelector('.lesson [data-cell=c8]')").await,
            Screen::FirstWalls => {
                page.click(".lesson [data-cell=o6]").await;
                page.wait_for("document.querySelector('.lesson [data-answer=wrong]')").await;
            }
            Screen::FirstLure => {
                page.click(".lesson [data-cell=e5]").await;
                page.wait_for("document.querySelector('.lesson [data-answer=right]')").await;
            }
            Screen::FirstReal => page.wait_for("document.querySelector('.lesson [data-do=for-real]')").await,
        }
    }
}

/// The longest name that the form takes.
const LONG_NAME: &str = "Bartholomäus Graupel";

/// The form of a new table with people here and elsewhere, and bots.
fn form_with_doors() -> TableForm {
    let mut form = TableForm::default();
    form.set_players(5);
    form.set_name(0, LONG_NAME);
    let sitters = [Sitter::Here, Sitter::Elsewhere, Sitter::Elsewhere, Sitter::Here, Sitter::Bot(Bot::Fox)];
    for (seat, sitter) in sitters.into_iter().enumerate() {
        form.set_sitter(seat, sitter);
    }
    form.monster = MonsterNumber::from_index(17);
    form
}

/// A game of each kind: `0a` somebody's move, `0b` over, `0c` the monster about to run, `0f` a fortress half laid, `f7` the
/// same by seven players, `07` seven players.
async fn keep_games(page: &Page) {
    page.keep_game("0a", &humans_move_after(12, 1)).await;
    page.keep_game("0b", &finished_game(2)).await;
    page.keep_game("07", &seven_players(3)).await;
    page.keep_game("0f", &half_laid(4, 0)).await;
    page.keep_game("f7", &half_laid(7, 0)).await;
    page.keep_run("0c", 1).await;
}

/// The overview of the puzzle game, with the dish of the day.
pub async fn dish_is_served(page: &Page) {
    page.wait_for("document.querySelector('main.feeding #today .hall') && !document.querySelector('.cloche')").await;
}

/// A tile stands on a space, and has been refused on another, through a wall.
pub async fn refused_tile(page: &Page) {
    page.click("[data-tile=second-teleporter]").await;
    page.click("[data-cell=l7]").await;
    page.click("[data-cell=f11]").await;
    page.wait_for("document.querySelectorAll('.l-play .twin.bad').length === 2").await;
}

/// Somebody who is to move is not there, and the host could call a bot.
async fn vanished(page: &Page) {
    page.wait_for("document.querySelector('main.online [data-do=fox-please]')").await;
}

/// Opens the menu of a table on the server.
pub async fn open_menu(page: &Page) {
    // Where there is no room for all tools, they are in this menu, too.
    if page.eval("Boolean(document.querySelector('.tool.more')?.checkVisibility())").await {
        page.click(".tool.more").await;
    } else {
        page.click("[data-do=table-menu]").await;
    }
    page.wait_for("document.querySelector('.sheetmenu').checkVisibility()").await;
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

/// A run on the analysis board waits after its second step. The clock must be held.
async fn run_on_analysis_board(page: &Page) {
    page.wait_for("document.querySelector('[data-do=watch]:enabled')").await;
    // The button of a step comes up in the same place.
    page.press("[data-do=watch]").await;
    page.wait_for("document.querySelector('.act.walk')").await;
    second_step(page).await;
}

/// The first run of a game that is watched again waits after its second step. The clock must be held.
async fn run_in_replay(page: &Page) {
    page.wait_for("document.querySelectorAll('main.replay .tt.on').length > 1").await;
    // The last action of a turn is the run.
    let run = "Number(document.querySelectorAll('.tt.on')[1].dataset.from) - 1";
    page.eval::<()>(&format!("location.hash = '#/replay/game-0b/' + ({run}); undefined")).await;
    page.wait_for(&format!("Number(document.querySelector('main.replay')?.dataset.at) === {run}")).await;
    page.click(".ctl [data-do=on]").await;
    page.wait_for("document.querySelector('.act.walk')").await;
    second_step(page).await;
}

/// Somebody asks about the step that is on.
pub async fn why(page: &Page) {
    page.click("[data-do=why-now]").await;
    page.wait_for("document.querySelector('.why')").await;
}
