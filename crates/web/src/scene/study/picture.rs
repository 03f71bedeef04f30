//! What the analysis board shows: the position, what the monster sees, and a run that is watched.

use std::sync::Arc;

use rules::Tombstone;

use super::Study;
use super::desk::{Desk, Refusal};
use crate::scene::board::Scene;
use crate::scene::caption::Moment;
use crate::scene::playback::at_speed;
use crate::scene::show::Show;
use crate::scene::tableau::Tableau;
use crate::scene::why::Why;
use crate::table::Speed;

/// A run that is watched. The desk is already the one after it.
#[derive(Clone, Debug)]
pub struct Watching {
    show: Arc<Show>,
    at: usize,
}

impl Watching {
    /// The run of this tombstone on the desk.
    ///
    /// # Errors
    ///
    /// If there is no monster.
    pub fn begin(desk: &Desk, tombstone: Tombstone) -> Result<Watching, Refusal> {
        let (_, events) = desk.run(tombstone)?;
        let show = Show::of_run(&tableau(desk), desk.situation().stage, tombstone, &events);
        Ok(Watching { show: Arc::new(show), at: 0 })
    }

    /// The duration of the current beat in milliseconds.
    #[must_use]
    pub fn ms(&self, speed: Speed) -> u32 {
        self.show.beats.get(self.at).map_or(0, |beat| at_speed(beat.ms, speed))
    }

    /// Whether the current beat has a sound word.
    #[must_use]
    pub fn has_word(&self) -> bool {
        self.show.beats.get(self.at).is_some_and(|beat| beat.word.is_some())
    }

    /// The next beat; `None` when the run is over.
    #[must_use]
    pub fn next(&self) -> Option<Watching> {
        let at = self.at + 1;
        (at < self.show.beats.len()).then(|| Watching { show: self.show.clone(), at })
    }
}

/// The explanation of every look in the run of this tombstone; empty without a monster.
#[must_use]
pub fn story(desk: &Desk, tombstone: Tombstone) -> Vec<Why> {
    let Ok(Watching { show, .. }) = Watching::begin(desk, tombstone) else { return vec![] };
    (0..show.beats.len()).filter_map(|at| Why::of(&Moment { show: show.clone(), at })).collect()
}

/// The scene: the current beat of a run that is watched, or the desk.
#[must_use]
pub fn scene(study: &Study, watching: Option<&Watching>, speed: Speed) -> Scene {
    let desk = study.desk();
    match watching {
        Some(Watching { show, at }) => {
            let tableau = show.beats.get(*at).map_or(&show.before, |beat| &beat.tableau);
            Scene::of_table(tableau, Some((show, *at)), speed)
        }
        None => {
            let mut scene = Scene::of_table(&tableau(desk), None, speed);
            let loose = desk.loose().iter().map(|loose| (desk.pair_at(loose.at), *loose));
            scene.floor.teleporters.extend(loose);
            scene
        }
    }
}

/// The board of a desk.
#[must_use]
pub fn tableau(desk: &Desk) -> Tableau {
    Tableau::laid(*desk.position(), desk.dark(), desk.moved())
}
