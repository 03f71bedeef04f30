//! The split points of the page: what only one of these functions needs is loaded when it is first called.
//!
//! They belong to this binary: in the library, the worker would contain them and all the screens as well.

use std::pin::Pin;

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use web::page::about::About;
use web::page::analysis::Analysis;
use web::page::archive::ArchiveScreen;
use web::page::feeding::Feeding;
use web::page::first::FirstGame;
use web::page::level::LevelScreen;
use web::page::lobby;
use web::page::newtable::NewTableScreen;
use web::page::online::{RemoteEnd, RemoteTable, TakeOver};
use web::page::parts::{Errands, Found, OnlineScreen, Part, PlayScreen, Program, PuzzleScreen, StudyScreen};
use web::page::replay::ReplayScreen;
use web::page::setup::fortress::Fortress;
use web::page::table::Table;
use web::page::win::End;
use web::scene::home::TableLine;

pub(crate) const PROGRAM: Program = Program {
    form: Part { sheets: &[], fetch: || Box::pin(fetch_form()), screen: |()| Box::pin(form()) },
    play: Part { sheets: &["play"], fetch: || Box::pin(fetch_play()), screen: |screen| Box::pin(play(screen)) },
    study: Part {
        sheets: &["play", "study"],
        fetch: || Box::pin(fetch_study()),
        screen: |screen| Box::pin(study(screen)),
    },
    online: Part {
        sheets: &["play", "online"],
        fetch: || Box::pin(fetch_online()),
        screen: |screen| Box::pin(online(screen)),
    },
    puzzles: Part {
        sheets: &["play", "puzzles"],
        fetch: || Box::pin(fetch_puzzles()),
        screen: |screen| Box::pin(puzzles(screen)),
    },
    errands: Errands {
        mine: || Box::pin(async { Ok(mine().await?.await) }),
        find: |code| Box::pin(async { Ok(find(code).await?.await) }),
    },
};

#[wasm_split(form, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_form))]
fn form() -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <NewTableScreen /> }.into_any())
}

/// An answer of the server.
type Answer<T> = Pin<Box<dyn Future<Output = T>>>;

#[wasm_split(form, wasm_split_path = leptos::wasm_split, fallible)]
fn mine() -> Result<Answer<Option<Vec<TableLine>>>, SplitLoaderError> {
    Ok(Box::pin(lobby::mine()))
}

#[wasm_split(form, wasm_split_path = leptos::wasm_split, fallible)]
fn find(code: String) -> Result<Answer<Found>, SplitLoaderError> {
    Ok(Box::pin(lobby::find(code)))
}

#[wasm_split(play, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_play))]
fn play(screen: PlayScreen) -> Result<AnyView, SplitLoaderError> {
    Ok(match screen {
        PlayScreen::Table(id) => view! { <Table id /> }.into_any(),
        PlayScreen::End(id) => view! { <End id /> }.into_any(),
    })
}

#[wasm_split(study, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_study))]
fn study(screen: StudyScreen) -> Result<AnyView, SplitLoaderError> {
    Ok(match screen {
        StudyScreen::Archive => view! { <ArchiveScreen /> }.into_any(),
        StudyScreen::Replay(source, at) => view! { <ReplayScreen source at /> }.into_any(),
        StudyScreen::Position(text) => view! { <Analysis text /> }.into_any(),
        StudyScreen::Fortress => view! { <Fortress /> }.into_any(),
        StudyScreen::First(lesson) => view! { <FirstGame lesson /> }.into_any(),
        StudyScreen::About => view! { <About /> }.into_any(),
    })
}

#[wasm_split(online, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_online))]
fn online(screen: OnlineScreen) -> Result<AnyView, SplitLoaderError> {
    Ok(match screen {
        OnlineScreen::Table(game) => view! { <RemoteTable game /> }.into_any(),
        OnlineScreen::End(game) => view! { <RemoteEnd game /> }.into_any(),
        OnlineScreen::Seats(code) => view! { <TakeOver code /> }.into_any(),
    })
}

#[wasm_split(puzzles, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_puzzles))]
fn puzzles(screen: PuzzleScreen) -> Result<AnyView, SplitLoaderError> {
    Ok(match screen {
        PuzzleScreen::Feeding => view! { <Feeding /> }.into_any(),
        PuzzleScreen::Level(level) => view! { <LevelScreen level /> }.into_any(),
    })
}
