//! A tab stays open while its host gets another build of the site, in which every file has another name.

use std::collections::{BTreeMap, BTreeSet};
use std::{fs, net};

use browser_tests::fixtures::humans_move_after;
use browser_tests::{Page, site, with_page};
use server::Site;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::play::by_pointer;

type Files = BTreeMap<String, Vec<u8>>;

/// Counts how often a page of the host was loaded.
const COUNT_LOADS: &str =
    "location.protocol === 'http:' && sessionStorage.setItem('loads', Number(sessionStorage.getItem('loads')) + 1)";
const LOADS: &str = "Number(sessionStorage.getItem('loads'))";

#[test]
fn a_tab_whose_part_is_gone_loads_the_new_build() {
    with_page(async |page| {
        page.before_load(COUNT_LOADS).await;
        let mut host = Host::new(without_study(built()));
        host.open(page).await;
        page.eval::<()>("location.hash = '#/about'; undefined").await;
        page.click("[data-do=again]").await;
        page.wait_for("document.querySelector('[data-do=again]')").await;
        assert_eq!(page.eval::<u32>(LOADS).await, 1, "there is no other build to load");
        host.deploy(with_other_names(built())).await;
        page.click("[data-do=again]").await;
        page.wait_for("document.querySelector('main.about')").await;
        assert_eq!(page.eval::<u32>(LOADS).await, 2);
        // It told what was missing.
        page.forget_console().await;
    });
}

#[test]
fn a_game_goes_on_with_the_worker_of_the_new_build() {
    with_page(async |page| {
        page.before_load(COUNT_LOADS).await;
        let mut host = Host::new(built());
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
        assert_eq!(page.eval::<u32>(LOADS).await, 2);
        page.forget_console().await;
    });
}

#[test]
fn a_host_that_has_only_half_a_build_is_asked_once() {
    with_page(async |page| {
        page.before_load(COUNT_LOADS).await;
        let mut host = Host::new(without_study(built()));
        host.open(page).await;
        page.eval::<()>("location.hash = '#/about'; undefined").await;
        host.deploy(without_study(with_other_names(built()))).await;
        page.click("[data-do=again]").await;
        let has_given_up = format!("{LOADS} > 1 && document.querySelector('[data-do=again]')");
        page.wait_for(&has_given_up).await;
        page.click("[data-do=again]").await;
        page.wait_for(&has_given_up).await;
        assert_eq!(page.eval::<u32>(LOADS).await, 2);
        page.forget_console().await;
    });
}

/// A server whose site is replaced in mid-test.
struct Host {
    listener: net::TcpListener,
    stop: oneshot::Sender<()>,
    server: JoinHandle<()>,
}

impl Host {
    fn new(files: Files) -> Host {
        let listener = net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener.set_nonblocking(true).expect("what tokio expects");
        Host::serve(listener, files)
    }

    fn serve(listener: net::TcpListener, files: Files) -> Host {
        let (stop, stopped) = oneshot::channel();
        let port = TcpListener::from_std(listener.try_clone().expect("a second handle")).expect("a port");
        let site = Site::new(files.into_iter().map(|(name, content)| (name, content.into())).collect());
        let serving = server::serve(port, site, async { stopped.await.unwrap_or(()) });
        let server = tokio::spawn(async { serving.await.expect("it serves") });
        Host { listener, stop, server }
    }

    /// Replaces the site. Whoever connects meanwhile waits: the port stays open.
    async fn deploy(&mut self, files: Files) {
        let new = Host::serve(self.listener.try_clone().expect("a third handle"), files);
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

/// The site without a part that is not needed until somebody asks for it.
fn without_study(files: Files) -> Files {
    files.into_iter().filter(|(name, _)| !name.starts_with("split_study")).collect()
}

/// The same site as another build: every hash is written backwards, in names and in what refers to them.
fn with_other_names(files: Files) -> Files {
    let hash = |name: &String| Some(name.split_once('.')?.0.rsplit_once('-')?.1.to_owned());
    assert_eq!(files.keys().filter_map(hash).count(), files.len() - 1, "all but the page have a hash in their names");
    // Some share a hash, which must not be turned twice.
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
