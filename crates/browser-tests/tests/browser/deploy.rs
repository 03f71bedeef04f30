//! A tab stays open while its host gets another build of the site, in which every file has a different name.

use std::collections::{BTreeMap, BTreeSet};
use std::{fs, net};

use browser_tests::fixtures::humans_move_after;
use browser_tests::{Page, server_of, site, with_page};
use server::Site;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::play::by_pointer;

type Files = BTreeMap<String, Vec<u8>>;

/// Counts in the session, which survives a reload: `asked`, how often the page asked for another build; `stayed` and
/// `reloaded`, how often it then decided to stay or to reload. A reload is counted when it is requested, not when it
/// happens, so a test does not have to wait for one that must not come.
const COUNT: &str = "if (location.protocol === 'http:') {
    const count = (what) => sessionStorage.setItem(what, Number(sessionStorage.getItem(what)) + 1);
    let isLeaving = false;
    addEventListener('fearsome-lost', () => count('asked'));
    navigation.addEventListener('navigate', ({ navigationType }) => {
        if (navigationType === 'reload') { isLeaving = true; count('reloaded'); }
    });
    const { fetch } = window;
    window.fetch = async (address, options) => {
        const answer = await fetch(address, options);
        // Only the question for the build that the host offers is asked like this.
        if (options?.cache !== 'reload') return answer;
        const text = await answer.text();
        // The page decides when it has the text, before the next task.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => isLeaving || count('stayed');
        return { ok: answer.ok, text: async () => { port2.postMessage(''); return text; } };
    };
}";

fn counted(what: &str) -> String {
    format!("Number(sessionStorage.getItem('{what}'))")
}

/// Waits until the page has asked more than `before` times and has decided what to do each time. Returns how often it
/// has decided to reload.
async fn reloads(page: &Page, before: u32) -> u32 {
    let [asked, stayed, reloaded] = ["asked", "stayed", "reloaded"].map(counted);
    page.wait_for(&format!("{asked} > {before} && {asked} === {stayed} + {reloaded}")).await;
    page.eval(&reloaded).await
}

/// Presses "Try again" on a screen whose part is missing. Returns how often the page has decided to reload; if it has just
/// done so, it is loaded again.
async fn try_again(page: &Page) -> u32 {
    page.wait_for("document.querySelector('[data-do=again]')").await;
    let (asked, reloaded): (u32, u32) = page.eval(&format!("[{}, {}]", counted("asked"), counted("reloaded"))).await;
    let document: f64 = page.eval("performance.timeOrigin").await;
    page.click("[data-do=again]").await;
    let reloads = reloads(page, asked).await;
    if reloads > reloaded {
        page.wait_for(&format!("performance.timeOrigin !== {document}")).await;
    }
    reloads
}

#[test]
fn a_tab_whose_part_is_gone_loads_the_new_build() {
    with_page(async |page| {
        page.before_load(COUNT).await;
        let mut host = Host::new(without_study(built())).await;
        host.open(page).await;
        page.eval::<()>("location.hash = '#/about'; undefined").await;
        assert_eq!(try_again(page).await, 0, "there is no other build to load");
        host.deploy(with_other_names(built())).await;
        assert_eq!(try_again(page).await, 1);
        page.wait_for("document.querySelector('main.about')").await;
        assert_eq!(reloads(page, 0).await, 1);
        // The page logged what was missing.
        page.forget_console().await;
    });
}

#[test]
fn a_screen_is_shown_only_with_its_style() {
    with_page(async |page| {
        page.before_load(COUNT).await;
        let mut host = Host::new(without(built(), "study-")).await;
        host.open(page).await;
        page.eval::<()>("location.hash = '#/about'; undefined").await;
        assert_eq!(try_again(page).await, 0, "there is no other build to load");
        host.deploy(with_other_names(built())).await;
        assert_eq!(try_again(page).await, 1);
        page.wait_for("document.querySelector('main.about') && getComputedStyle(document.querySelector('main.about')).display === 'grid'")
            .await;
        page.forget_console().await;
    });
}

#[test]
fn a_game_goes_on_with_the_worker_of_the_new_build() {
    with_page(async |page| {
        page.before_load(COUNT).await;
        let mut host = Host::new(built()).await;
        host.open(page).await;
        page.keep_game("0a", &humans_move_after(44, 1)).await;
        page.eval::<()>("location.hash = '#/game/0a'; undefined").await;
        page.wait_for("document.querySelector('button[data-pick]')").await;
        let actions = "JSON.parse(localStorage.getItem('fearsome.game.0a')).record.trim().split('\\n').length";
        let before: usize = page.eval(actions).await;
        host.deploy(with_other_names(built())).await;
        by_pointer(page).await;
        // The move itself, and at least one of a bot.
        page.wait_for(&format!("{actions} > {before} + 1")).await;
        assert_eq!(reloads(page, 0).await, 1);
        page.forget_console().await;
    });
}

#[test]
fn a_tab_leaves_each_build_once_even_if_no_build_has_what_it_needs() {
    with_page(async |page| {
        page.before_load(COUNT).await;
        let [one, other] = [built(), with_other_names(built())].map(without_study);
        let mut host = Host::new(one.clone()).await;
        host.open(page).await;
        page.eval::<()>("location.hash = '#/about'; undefined").await;
        assert_eq!(try_again(page).await, 0);
        host.deploy(other.clone()).await;
        assert_eq!(try_again(page).await, 1);
        assert_eq!(try_again(page).await, 1, "there is no other build to load");
        host.deploy(one).await;
        assert_eq!(try_again(page).await, 2);
        host.deploy(other).await;
        assert_eq!(try_again(page).await, 2, "both builds have been left");
        page.forget_console().await;
    });
}

/// A server whose site is replaced during a test.
struct Host {
    listener: net::TcpListener,
    stop: oneshot::Sender<()>,
    server: JoinHandle<()>,
}

impl Host {
    async fn new(files: Files) -> Host {
        let listener = net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener.set_nonblocking(true).expect("what tokio expects");
        Host::serve(listener, files).await
    }

    async fn serve(listener: net::TcpListener, files: Files) -> Host {
        let (stop, stopped) = oneshot::channel();
        let port = TcpListener::from_std(listener.try_clone().expect("a second handle")).expect("a port");
        let site = Site::new(files.into_iter().map(|(name, content)| (name, content.into())).collect());
        let (server, data) = server_of(site).await;
        let server = tokio::spawn(async move {
            server.serve(port, async { stopped.await.unwrap_or(()) }).await;
            drop(data);
        });
        Host { listener, stop, server }
    }

    /// Replaces the site. The port stays open, so connections made meanwhile wait.
    async fn deploy(&mut self, files: Files) {
        let new = Host::serve(self.listener.try_clone().expect("a third handle"), files).await;
        let old = std::mem::replace(self, new);
        old.stop.send(()).expect("it serves until now");
        old.server.await.expect("it ends");
    }

    async fn open(&self, page: &Page) {
        page.open("").await;
        let address = format!("http://{}/", self.listener.local_addr().expect("an address"));
        page.eval::<()>(&format!("location.href = '{address}'; undefined")).await;
        page.wait_for(&format!("location.href.startsWith('{address}') && document.querySelector('main.home')")).await;
    }
}

/// The files of the built site, without their compressed forms.
fn built() -> Files {
    let files = fs::read_dir(site()).expect("the site is built").map(|file| file.expect("a file").path());
    let name = |path: &std::path::Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    let is_plain = |name: &str| !name.ends_with(".br") && !name.ends_with(".gz");
    files.filter(|path| is_plain(&name(path))).map(|path| (name(&path), fs::read(path).expect("a file"))).collect()
}

/// The site without a part that only some screens need.
fn without_study(files: Files) -> Files {
    without(files, "split_study")
}

/// The site without the files whose names begin like this.
fn without(files: Files, beginning: &str) -> Files {
    files.into_iter().filter(|(name, _)| !name.starts_with(beginning)).collect()
}

/// The same site as another build: reverses every hash, in file names and in references.
fn with_other_names(files: Files) -> Files {
    let hash = |name: &String| Some(name.split_once('.')?.0.rsplit_once('-')?.1.to_owned());
    assert_eq!(
        files.keys().filter_map(hash).count(),
        files.len() - 5,
        "every file except the two pages of the game and the three of the rules has a hash in its name"
    );
    // Some files share a hash, which must not be reversed twice.
    let hashes: BTreeSet<String> = files.keys().filter_map(hash).collect();
    let renamed = |text: &str| {
        hashes.iter().fold(text.to_owned(), |text, hash| text.replace(hash, &hash.chars().rev().collect::<String>()))
    };
    let rename = |(name, content): (String, Vec<u8>)| match String::from_utf8(content) {
        Ok(text) => (renamed(&name), renamed(&text).into_bytes()),
        Err(program) => (renamed(&name), program.into_bytes()),
    };
    files.into_iter().map(rename).collect()
}
