//! Feeding time, the overview of the puzzle game: progress, the calendar, and levels that were sent.

use browser_tests::fixtures::finished_game;
use browser_tests::larder::{self, KEY, LETTERS, TODAY, all_done, midway};
use browser_tests::level::NO_WORKER;
use browser_tests::poses::dish_is_served;
use browser_tests::{Page, with_page};
use web::puzzle::progress::Progress;
use web::table::Bundle;

/// Opens the overview on the day of the fixtures.
async fn open(page: &Page, progress: Option<&Progress>) {
    page.on_day(TODAY).await;
    page.open("").await;
    if let Some(progress) = progress {
        page.store(KEY, &progress.to_text()).await;
    }
    page.open("#/feeding").await;
    page.wait_for("document.querySelector('main.feeding .rack')").await;
}

/// Puts a text into the field and opens it.
async fn paste(page: &Page, text: &str) {
    page.eval::<()>(&format!("document.querySelector('#pasted').value = {}; undefined", quoted(text))).await;
    page.click("[data-do=open-level]").await;
}

async fn stored(page: &Page) -> Progress {
    let text: String = page.eval(&format!("localStorage.getItem('{KEY}') ?? ''")).await;
    Progress::from_text(&text).expect("the browser keeps the progress")
}

#[test]
fn a_newcomer_starts_with_the_first_level_and_nothing_is_locked() {
    with_page(async |page| {
        open(page, None).await;
        assert_eq!(page.count("h1").await, 1);
        assert!(page.text("#now-head").await.to_lowercase().contains("start here"));
        assert_eq!(page.text(".tally b").await, "0");
        let first: String = page.eval("document.querySelector('[data-do=play-on]').getAttribute('href')").await;
        assert_eq!(first, "#/puzzle/seeing-1");
        // Every level has a link: those of the open issue and of the gallery are on the page, the others one press away.
        assert_eq!(page.count(".levs a").await, 5);
        assert_eq!(page.count(".frames a").await, 10);
        page.click("[data-issue=teleporter]").await;
        page.wait_for("document.querySelector('.levs [data-level=teleporter-5]')").await;
        page.click("[data-level=teleporter-5]").await;
        page.wait_for("location.hash === '#/puzzle/teleporter-5'").await;
    });
}

#[test]
fn the_cover_leads_there_and_says_how_many_are_fed() {
    with_page(async |page| {
        page.open("").await;
        assert!(page.text(".home .more").await.contains("sixty traps"));
        open(page, Some(&midway())).await;
        // Whatever is done next, the cover knows.
        page.click(&format!("[data-sent='{}'] [data-do=throw-away]", sent(2))).await;
        page.open("").await;
        assert!(page.text(".home .more").await.contains("25 of 60 fed"));
        page.click(".home .more a[href='#/feeding']").await;
        page.wait_for("document.querySelector('main.feeding')").await;
    });
}

/// The code of a letter.
fn sent(nth: usize) -> String {
    let (name, title, author) = LETTERS[nth];
    larder::sent(name, title, author)
}

#[test]
fn progress_survives_a_reload_and_goes_to_another_browser_with_the_games() {
    let mut file = None;
    with_page(async |page| {
        open(page, Some(&midway())).await;
        let tally = page.text(".tally").await;
        assert!(tally.contains("25") && tally.contains("60"), "{tally}");
        page.reload().await;
        page.wait_for("document.querySelector('main.feeding .rack')").await;
        assert_eq!(page.text(".tally").await, tally);
        page.open("#/archive").await;
        page.wait_for("document.querySelector('[data-do=export]')").await;
        file = Some(page.download("[data-do=export]").await);
    });
    let file = file.expect("the file was saved");
    let content = String::from_utf8(file.content).expect("it is text");
    // Into the archive of a browser that has something of its own.
    with_page(async |page| {
        let mut own = Progress::default();
        own.received(&sent(0));
        own.solved(&"/puzzle/crystal-1".parse().expect("a level"), 9);
        open(page, Some(&own)).await;
        page.open("#/archive").await;
        page.wait_for("document.querySelector('main.archive textarea')").await;
        let text = serde_json::to_string(&content).expect("a text can be written");
        page.eval::<()>(&format!("document.querySelector('textarea').value = {text}; undefined")).await;
        page.click("[data-do=open]").await;
        page.wait_for("document.querySelector('.news').innerText.includes('puzzles')").await;
        let mut both = midway();
        both.merge(&own);
        assert_eq!(stored(page).await, Progress::from_text(&both.to_text()).expect("it was written"));
        page.open("#/feeding").await;
        page.wait_for("document.querySelector('.tally')?.innerText.includes('26')").await;
    });
    // And straight into the overview of a fresh one.
    with_page(async |page| {
        open(page, None).await;
        paste(page, &content).await;
        page.wait_for("document.querySelector('.tally').innerText.includes('25')").await;
        assert_eq!(page.count(".mail > li").await, 3);
    });
}

#[test]
fn the_calendar_shows_what_was_solved_and_leafs_back_but_not_into_the_future() {
    with_page(async |page| {
        open(page, Some(&midway())).await;
        assert_eq!(page.count(".days .done").await, 13);
        assert_eq!(page.text(".days .now").await, "17");
        assert_eq!(page.count(".days .fut:disabled").await, 14);
        let label: String = page.eval("document.querySelector('.days .now').ariaLabel").await;
        assert_eq!(label, "Thu 17 December, tricky, today");
        assert!(page.text(".streak").await.to_lowercase().contains("6 days in a row"));
        assert!(page.text(".streak").await.contains("7"));
        assert_eq!(page.count(".sausages .sausage").await, 6);
        assert!(page.eval("document.querySelector('[data-do=later]').disabled").await);
        page.click("[data-do=earlier]").await;
        page.wait_for("document.querySelector('#month').innerText.toLowerCase() === 'november'").await;
        // A day that has passed can still be played.
        page.click("[data-day='2026-11-30']").await;
        page.wait_for("location.hash === '#/day/2026-11-30'").await;
    });
}

#[test]
fn a_day_that_was_missed_ends_the_row() {
    with_page(async |page| {
        page.on_day("2026-12-18").await;
        page.open("").await;
        page.store(KEY, &midway().to_text()).await;
        page.open("#/feeding").await;
        page.wait_for("document.querySelector('.streak')").await;
        assert!(page.text(".streak").await.to_lowercase().contains("no sausage yet"));
        assert_eq!(page.count(".sausages .none").await, 1);
    });
}

#[test]
fn the_dish_of_the_day_is_served_and_tomorrow_there_is_another_one() {
    with_page(async |page| {
        let board = "document.querySelector('#today .hall').outerHTML";
        open(page, None).await;
        dish_is_served(page).await;
        let today: String = page.eval(board).await;
        page.reload().await;
        dish_is_served(page).await;
        assert!(page.eval::<String>(board).await == today, "the same dish for everybody");
        page.on_day("2026-12-18").await;
        page.reload().await;
        dish_is_served(page).await;
        assert!(page.eval::<String>(board).await != today, "another day, another dish");
        page.click("[data-do=serve]").await;
        page.wait_for("location.hash === '#/day/2026-12-18'").await;
    });
}

#[test]
fn levels_that_were_sent_are_kept_thrown_away_and_taken_back() {
    with_page(async |page| {
        open(page, Some(&midway())).await;
        let list = page.text(".mail").await;
        for (_, title, author) in LETTERS {
            assert!(list.contains(title) && list.contains(author), "{list}");
        }
        let before = stored(page).await;
        page.click(&format!("[data-sent='{}'] [data-do=throw-away]", sent(1))).await;
        page.wait_for("document.querySelectorAll('.mail > li').length === 2").await;
        assert_eq!(stored(page).await.sent().len(), 2);
        page.click("[data-do=take-back]").await;
        page.wait_for("document.querySelectorAll('.mail > li').length === 3").await;
        assert_eq!((stored(page).await, page.text(".mail").await), (before, list));
        // As text.
        page.eval::<()>("navigator.clipboard.writeText = async (text) => { window.copied = text; }; undefined").await;
        page.click(&format!("[data-sent='{}'] [data-do=copy-text]", sent(2))).await;
        page.wait_for("window.copied").await;
        let text: String = page.eval("window.copied").await;
        assert_eq!(puzzles::Level::from_text(&text).expect("a level").to_code(), sent(2));
        // As a file that can be opened again.
        let file = page.download(&format!("[data-sent='{}'] [data-do=save-level]", sent(2))).await;
        assert!(file.name.ends_with(".level"), "{}", file.name);
        let text = String::from_utf8(file.content).expect("it is text");
        assert_eq!(puzzles::Level::from_text(&text).expect("a level").to_code(), sent(2));
        page.click(&format!("[data-sent='{}'] [data-do=throw-away]", sent(2))).await;
        page.wait_for("document.querySelectorAll('.mail > li').length === 2").await;
        paste(page, &text).await;
        page.wait_for(&format!("location.hash === '#/level/{}'", sent(2))).await;
        assert_eq!(stored(page).await.sent()[0], sent(2));
    });
}

#[test]
fn what_cannot_be_opened_is_explained() {
    with_page(async |page| {
        open(page, None).await;
        let code = sent(0);
        for (text, words) in [
            (&code[..code.len() - 3], "damaged"),
            ("https://floors.example/#/about", "leads to something else"),
            ("fearsome-level 1\ntitle: Nothing else", "not a trap"),
            ("{\"kind\": \"fearsome floors games\", \"version\": 1, \"games\": []}", "no traps"),
            ("{\"kind\": \"fearsome floors games\", \"version\": 9, \"games\": []}", "newer version"),
            ("{\"kind\":", "damaged"),
        ] {
            paste(page, text).await;
            page.wait_for(&format!("document.querySelector('.told .wrong')?.innerText.includes('{words}')")).await;
            assert_eq!(page.eval::<String>("location.hash").await, "#/feeding", "{text}");
        }
        assert_eq!(page.count(".mail > li").await, 0);
    });
}

#[test]
fn progress_that_cannot_be_read_is_not_overwritten_until_the_player_says_so() {
    with_page(async |page| {
        page.on_day(TODAY).await;
        page.open("").await;
        page.store(KEY, "{damaged").await;
        page.open("#/feeding").await;
        page.wait_for("document.querySelector('[data-do=start-over]')").await;
        paste(page, &sent(0)).await;
        page.wait_for("location.hash.startsWith('#/level/')").await;
        let kept = format!("localStorage.getItem('{KEY}')");
        assert_eq!(page.eval::<String>(&kept).await, "{damaged");
        page.open("#/feeding").await;
        let file = page.download("[data-do=save-larder]").await;
        let text = String::from_utf8(file.content).expect("it is text");
        assert_eq!(Bundle::from_text(&text).expect("a file that can be opened").puzzles.as_deref(), Some("{damaged"));
        page.click("[data-do=start-over]").await;
        page.wait_for("!document.querySelector('[data-do=start-over]')").await;
        let aside: Vec<String> = page
            .eval("Object.entries(localStorage).filter(([key]) => key.includes('unreadable')).map(([, text]) => text)")
            .await;
        assert_eq!(aside, ["{damaged"]);
        assert!(stored(page).await.is_empty());
        // There was nothing in it to be read.
        paste(page, &text).await;
        page.wait_for("document.querySelector('.told .wrong')").await;
    });
}

/// Everything of it that can still be read comes back with the file.
#[test]
fn damaged_progress_is_rescued_by_the_file_it_was_saved_as() {
    with_page(async |page| {
        page.on_day(TODAY).await;
        page.open("").await;
        let mut text = midway().to_text();
        // The last entry breaks off.
        text.truncate(text.len() - 6);
        page.store(KEY, &text).await;
        page.open("#/feeding").await;
        page.wait_for("document.querySelector('[data-do=save-larder]')").await;
        let file = page.download("[data-do=save-larder]").await;
        let file = String::from_utf8(file.content).expect("it is text");
        // Not into what cannot be read.
        paste(page, &file).await;
        page.wait_for("document.querySelector('.told .wrong')?.innerText.includes('cannot be read')").await;
        assert_eq!(page.eval::<String>(&format!("localStorage.getItem('{KEY}')")).await, text);
        page.click("[data-do=start-over]").await;
        page.wait_for("!document.querySelector('[data-do=start-over]')").await;
        paste(page, &file).await;
        page.wait_for("document.querySelector('.told p:not(.wrong)')?.innerText.includes('could still be read')").await;
        assert_eq!(stored(page).await.fed(), midway().fed() - 1);
        page.open("#/archive").await;
        page.wait_for("document.querySelector('main.archive textarea')").await;
        page.eval::<()>(&format!("document.querySelector('textarea').value = {}; undefined", quoted(&file))).await;
        page.click("[data-do=open]").await;
        page.wait_for("document.querySelector('.news').innerText.includes('could still be read')").await;
    });
}

#[test]
fn a_start_over_without_room_says_so_and_changes_nothing() {
    with_page(async |page| {
        page.on_day(TODAY).await;
        page.before_load(&full_storage("key.includes('unreadable') && !window.hasRoom")).await;
        page.open("").await;
        page.store(KEY, "{damaged").await;
        page.open("#/feeding").await;
        page.wait_for("document.querySelector('[data-do=start-over]')").await;
        page.click("[data-do=start-over]").await;
        page.wait_for("document.querySelector('.trouble .wrong')?.innerText.includes('no room')").await;
        assert_eq!(page.eval::<String>(&format!("localStorage.getItem('{KEY}')")).await, "{damaged");
        page.eval::<()>("window.hasRoom = true; undefined").await;
        page.click("[data-do=start-over]").await;
        page.wait_for("!document.querySelector('[data-do=start-over]')").await;
    });
}

/// A script that refuses to store whatever this condition on `key` and `value` is true for.
fn full_storage(condition: &str) -> String {
    format!(
        "{{ const write = Storage.prototype.setItem; window.store = (key, value) => write.call(localStorage, key, value); Storage.prototype.setItem = function (key, value) {{ if ({condition}) throw new DOMException('full', 'QuotaExceededError'); write.call(this, key, value); }}; }}"
    )
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text can be written")
}

#[test]
fn what_another_tab_stored_survives_a_tab_that_could_not_store() {
    with_page(async |page| {
        page.on_day(TODAY).await;
        page.before_load(&full_storage(&format!("key === '{KEY}' && !window.hasRoom"))).await;
        page.open("#/feeding").await;
        page.wait_for("document.querySelector('main.feeding .rack')").await;
        // This tab has no room for a letter.
        paste(page, &sent(0)).await;
        page.wait_for("location.hash.startsWith('#/level/')").await;
        page.eval::<()>("location.hash = '#/feeding'; undefined").await;
        page.wait_for("document.querySelector('.trouble')?.innerText.includes('keeps nothing')").await;
        // Another one has room, and says so.
        let all = quoted(&all_done().to_text());
        page.eval::<()>(&format!("window.store('{KEY}', {all}); window.dispatchEvent(new StorageEvent('storage', {{ key: '{KEY}' }})); undefined"))
            .await;
        page.wait_for("document.querySelector('.tally').innerText.includes('180')").await;
        assert_eq!(page.count(".mail > li").await, 1, "what this tab has done is not lost");
        // And once more, unnoticed, before this one has room.
        let mut more = all_done();
        more.received(&sent(1));
        page.eval::<()>(&format!(
            "window.store('{KEY}', {}); window.hasRoom = true; undefined",
            quoted(&more.to_text())
        ))
        .await;
        paste(page, &sent(2)).await;
        page.wait_for("location.hash.startsWith('#/level/')").await;
        let progress = stored(page).await;
        let mut letters = progress.sent();
        letters.sort();
        let mut expected = [sent(0), sent(1), sent(2)];
        expected.sort();
        assert_eq!((letters.as_slice(), progress.fed()), (expected.as_slice(), 60));
    });
}

#[test]
fn many_letters_are_shown_pile_by_pile_and_too_many_are_refused() {
    with_page(async |page| {
        let mut progress = Progress::default();
        (0..45).for_each(|nth| progress.received(&larder::sent("seeing-1", &format!("Trap {nth}"), "Jonas")));
        open(page, Some(&progress)).await;
        assert_eq!(page.count(".mail > li").await, 20);
        assert!(page.text("[data-do=more-letters]").await.contains("25"));
        page.click("[data-do=more-letters]").await;
        page.wait_for("document.querySelectorAll('.mail > li').length === 40").await;
        page.wait_for("document.activeElement.closest('.mail > li:nth-child(21)')").await;
        page.click("[data-do=more-letters]").await;
        page.wait_for("document.querySelectorAll('.mail > li').length === 45").await;
        assert_eq!(page.count("[data-do=more-letters]").await, 0);
        let levels: Vec<String> = (1..=20_000).map(|nth| format!("\"/level/a{nth}\":{{\"sent_at\":{nth}}}")).collect();
        let hostile = format!("{{\"version\":1,\"levels\":{{{}}}}}", levels.join(","));
        paste(page, &Bundle::new(vec![], Some(hostile)).to_text()).await;
        page.wait_for("document.querySelector('.told .wrong')?.innerText.includes('500 at most')").await;
        assert_eq!(stored(page).await, Progress::from_text(&progress.to_text()).expect("it was written"));
    });
}

/// Whatever somebody sends must not cost a game that was saved here.
#[test]
fn no_saved_game_makes_room_for_progress_from_a_file() {
    with_page(async |page| {
        page.on_day(TODAY).await;
        // The storage is full as long as there are games.
        page.before_load(&full_storage(&format!(
            "key === '{KEY}' && value.length > 400 && Object.keys(localStorage).some((key) => key.startsWith('fearsome.game.'))"
        )))
        .await;
        page.open("").await;
        page.keep_game("0a", &finished_game(1)).await;
        page.open("#/feeding").await;
        page.wait_for("document.querySelector('main.feeding .rack')").await;
        paste(page, &Bundle::new(vec![], Some(midway().to_text())).to_text()).await;
        page.wait_for("document.querySelector('.told .wrong')?.innerText.includes('no room')").await;
        assert!(page.eval("localStorage.getItem('fearsome.game.0a') !== null").await);
        assert_eq!(page.text(".tally b").await, "0");
        // Nor does the cover count what was refused.
        page.eval::<()>("location.hash = '#/'; undefined").await;
        page.wait_for("document.querySelector('.home .more')?.innerText.includes('sixty traps')").await;
    });
}

#[test]
fn a_dish_that_could_not_be_made_says_so_and_is_tried_again() {
    with_page(async |page| {
        page.before_load(NO_WORKER).await;
        open(page, None).await;
        page.wait_for("document.querySelector('#today .burnt')?.innerText.includes('no worker today')").await;
        page.eval::<()>("window.Worker = window.RealWorker; undefined").await;
        page.click("[data-do=cook-again]").await;
        dish_is_served(page).await;
    });
}

#[test]
fn the_issues_are_leafed_through_by_keyboard() {
    with_page(async |page| {
        open(page, Some(&midway())).await;
        let pressed = "document.querySelector('.cover[aria-pressed=true]').dataset.issue";
        assert_eq!(page.eval::<String>(pressed).await, "shove");
        // Its name is the text that is not hidden from those who listen.
        let label: String =
            page.eval("document.querySelector('[data-issue=shove] > :not([aria-hidden])').textContent").await;
        assert_eq!(label, "Issue 5: Push comes to shove. 2 of 5 solved, 6 of 15 stars. Suggested next");
        page.eval::<()>("document.querySelector('[data-issue=seeing]').focus()").await;
        page.key("ArrowRight").await;
        page.key("ArrowRight").await;
        page.key("Enter").await;
        page.wait_for(&format!("{pressed} === 'tie'")).await;
        page.wait_for("document.querySelector('.levs [data-level=tie-1]')").await;
        page.key("End").await;
        page.key("Enter").await;
        page.wait_for(&format!("{pressed} === 'teleporter'")).await;
        // From the covers, the next stops are the rule and the levels.
        page.key("Tab").await;
        page.key("Tab").await;
        assert_eq!(page.eval::<String>("document.activeElement.dataset.level").await, "teleporter-1");
        page.key("Enter").await;
        page.wait_for("location.hash === '#/puzzle/teleporter-1'").await;
    });
}

#[test]
fn two_tabs_do_not_overwrite_each_other() {
    with_page(async |page| {
        open(page, Some(&midway())).await;
        // Another tab has gone on in the meantime.
        page.store(KEY, &all_done().to_text()).await;
        page.eval::<()>(&format!("window.dispatchEvent(new StorageEvent('storage', {{ key: '{KEY}' }})); undefined"))
            .await;
        page.wait_for("document.querySelector('.tally').innerText.includes('180')").await;
        page.wait_for("document.querySelectorAll('.cv mask').length === 10").await;
        // Better stars show at once, in the gallery, too.
        page.wait_for("document.querySelectorAll('.frames [data-level=all-together-1] .stars .on').length === 3").await;
        // And once more, unnoticed: what it did stays when this one writes.
        let mut more = all_done();
        more.received(&sent(1));
        page.store(KEY, &more.to_text()).await;
        paste(page, &sent(0)).await;
        page.wait_for("location.hash.startsWith('#/level/')").await;
        let progress = stored(page).await;
        assert_eq!((progress.sent(), progress.fed()), (vec![sent(0), sent(1)], 60));
    });
}

#[test]
fn on_a_phone_the_parts_are_under_the_thumb() {
    with_page(async |page| {
        page.size(390, 844, true).await;
        open(page, Some(&midway())).await;
        for part in ["issues", "gallery", "sent", "today"] {
            page.click(&format!("[data-jump={part}]")).await;
            page.wait_for(&format!(
                "(() => {{ const {{ top, bottom }} = document.getElementById('{part}').getBoundingClientRect(); return top < innerHeight / 2 && bottom > 0; }})()"
            ))
            .await;
            page.wait_for(&format!("document.activeElement.closest('#{part}')")).await;
        }
    });
}
