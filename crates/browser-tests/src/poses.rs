//! Moments worth a picture.

mod tables;

use std::array;

use bots::Bot;
use rules::terms::MonsterNumber;
use web::scene::newtable::{Sitter, TableForm};
use web::table::last_table;

use crate::fixtures::{finished_game, half_laid, humans_move_after, seven_players};
use crate::{Page, Person, Scheme};

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
}

impl Screen {
    /// All of them.
    pub const ALL: [Screen; 30] = [
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
            Screen::NewTable => Scenery::at("#/new"),
            Screen::Analysis => Scenery::at("#/position/Mk5n-Se7m4i6-Bg3h3g4h4-Tc4en6n-FG1l4R5f4B3d8Y3c5-WY5-N21"),
            Screen::Fortress => Scenery::at("#/fortress"),
            Screen::About => Scenery::at("#/about"),
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
            Screen::ReplayOfSeven => Scenery::kept(page, "#/replay/game-07/40").await,
            Screen::Archive => Scenery::kept(page, "#/archive").await,
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

    /// Shows it in each of these looks; `inspect` is called while it does not change.
    pub async fn show(self, page: &Page, looks: impl IntoIterator<Item = Look>, mut inspect: impl AsyncFnMut(Look)) {
        let scenery = self.prepare(page).await;
        page.hold_clock().await;
        for look in looks {
            look.put_on(page).await;
            page.open(&scenery.address).await;
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
            Screen::SetUp | Screen::SetUpOfSeven => refused_tile(page).await,
            Screen::Fortress => page.wait_for("document.querySelector('main.setup.alone')").await,
            Screen::Replay | Screen::ReplayOfSeven => page.wait_for("document.querySelector('main.replay')").await,
            Screen::Archive => page.wait_for("document.querySelector('main.archive .game')").await,
            Screen::About => page.wait_for("document.querySelector('main.about')").await,
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
        }
    }
}

/// What a screen shows: where it is, and the people whose tables are there as long as this value.
struct Scenery {
    address: String,
    _people: Vec<Person>,
}

impl Scenery {
    fn at(address: &str) -> Scenery {
        Scenery { address: address.to_owned(), _people: vec![] }
    }

    /// With the games of [`keep_games`].
    async fn kept(page: &Page, address: &str) -> Scenery {
        keep_games(page).await;
        Scenery::at(address)
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

/// The menu of a table on the server.
async fn open_menu(page: &Page) {
    // Where there is no room for all tools, they are in a menu.
    if page.eval("document.querySelector('.tool.more').checkVisibility()").await {
        page.click(".tool.more").await;
    }
    page.click("[data-do=table-menu]").await;
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

/// Somebody asks about the step that is on.
pub async fn why(page: &Page) {
    page.click("[data-do=why-now]").await;
    page.wait_for("document.querySelector('.why')").await;
}
