//! The split points of the page: what only one of these functions needs is loaded when it is first called.
//!
//! They belong to this binary: in the library, the worker would contain them and all the screens as well.

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use web::page::about::About;
use web::page::analysis::Analysis;
use web::page::archive::ArchiveScreen;
use web::page::online::{RemoteEnd, RemoteTable, TakeOver};
use web::page::parts::{OnlineScreen, Part, PlayScreen, Program, StudyScreen};
use web::page::replay::ReplayScreen;
use web::page::setup::fortress::Fortress;
use web::page::table::Table;
use web::page::win::End;

pub(crate) const PROGRAM: Program = Program {
    play: Part { fetch: || Box::pin(fetch_play()), screen: |screen| Box::pin(play(screen)) },
    study: Part { fetch: || Box::pin(fetch_study()), screen: |screen| Box::pin(study(screen)) },
    online: Part { fetch: || Box::pin(fetch_online()), screen: |screen| Box::pin(online(screen)) },
};

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
