//! What the server acknowledged and showed, and the check that all of it is still there.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{Entry, GameId, StateHash};
use rules::game::Action;
use tokio::sync::watch;

use crate::{Address, Client, Mirror, PATIENCE};

/// What all clients of a test were told, by game.
#[derive(Clone, Debug)]
pub struct History(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    games: Mutex<BTreeMap<GameId, Told>>,
    exchanges: Mutex<Vec<Exchange>>,
    /// The number of questions and answers so far.
    moment: AtomicU64,
    acknowledged: watch::Sender<u64>,
    repeated: AtomicU64,
}

/// What clients were told about one game.
#[derive(Clone, Debug, Default)]
struct Told {
    /// The tokens of the host and of the seats.
    host: Option<String>,
    seats: Vec<String>,
    has_started: bool,
    /// Actions whose sender got an answer.
    acknowledged: BTreeMap<u32, (Action, Option<StateHash>)>,
    /// Actions that anybody saw.
    shown: BTreeMap<u32, (Action, StateHash)>,
}

/// When a client asked something. Moments are counted, not measured.
#[derive(Clone, Copy, Debug)]
pub struct Asked(u64);

/// A question of a client about a game, and the answer.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    game: GameId,
    asked: u64,
    answered: u64,
    /// The number of actions that the answer knows of.
    seq: u32,
}

/// How much was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The number of tables.
    pub tables: usize,
    /// The number of them that are finished games.
    pub finished: usize,
    /// The number of actions that were acknowledged.
    pub acknowledged: usize,
    /// The number of actions in the games.
    pub actions: usize,
    /// The number of questions whose answers were not older than answers before.
    pub exchanges: usize,
}

impl Default for History {
    fn default() -> History {
        History(Arc::new(Inner {
            games: Mutex::default(),
            exchanges: Mutex::default(),
            moment: AtomicU64::new(0),
            acknowledged: watch::channel(0).0,
            repeated: AtomicU64::new(0),
        }))
    }
}

impl History {
    /// The server acknowledged a new table.
    pub fn made(&self, game: GameId, host: Option<String>) {
        self.games().entry(game).or_default().host = host;
    }

    /// The server acknowledged that a seat was taken.
    pub fn seated(&self, game: GameId, token: &str) {
        self.games().entry(game).or_default().seats.push(token.to_owned());
    }

    /// The server acknowledged that the game has started.
    pub fn started(&self, game: GameId) {
        self.games().entry(game).or_default().has_started = true;
    }

    /// A client repeated requests whose answers were lost.
    pub fn repeated(&self, times: u64) {
        self.0.repeated.fetch_add(times, Ordering::Relaxed);
    }

    /// A client asks something about a game.
    #[must_use]
    pub fn ask(&self) -> Asked {
        Asked(self.0.moment.fetch_add(1, Ordering::SeqCst))
    }

    /// The answer knows of this many actions.
    pub fn answer(&self, game: GameId, asked: Asked, seq: u32) {
        let answered = self.0.moment.fetch_add(1, Ordering::SeqCst);
        let mut exchanges = self.0.exchanges.lock().unwrap_or_else(PoisonError::into_inner);
        exchanges.push(Exchange { game, asked: asked.0, answered, seq });
    }

    /// Checks that no answer, of whichever node to whichever client, was older than one that had been given before the
    /// question was asked. Returns how many answers that are.
    ///
    /// # Panics
    ///
    /// If one was.
    pub fn check_order(&self) -> usize {
        let exchanges = self.0.exchanges.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut games: BTreeMap<GameId, Vec<Exchange>> = BTreeMap::new();
        for exchange in &exchanges {
            games.entry(exchange.game).or_default().push(*exchange);
        }
        for (game, mut by_answer) in games {
            by_answer.sort_by_key(|exchange| exchange.answered);
            let mut by_question = by_answer.clone();
            by_question.sort_by_key(|exchange| exchange.asked);
            let mut given = by_answer.iter().peekable();
            let mut newest = 0;
            for Exchange { asked, seq, .. } in by_question {
                while let Some(before) = given.next_if(|before| before.answered < asked) {
                    newest = newest.max(before.seq);
                }
                assert!(seq >= newest, "{game}: an answer with {seq} actions came after one with {newest}");
            }
        }
        exchanges.len()
    }

    /// The server acknowledged an action.
    ///
    /// # Panics
    ///
    /// If it acknowledged another action under the same number before.
    pub fn acknowledged(&self, game: GameId, seq: u32, action: &Action, hash: Option<StateHash>) {
        let mut games = self.games();
        let told = games.entry(game).or_default();
        let before = told.acknowledged.entry(seq).or_insert_with(|| (action.clone(), hash));
        assert_eq!(before.0, *action, "{game}: two actions were acknowledged under number {seq}");
        before.1 = before.1.or(hash);
        drop(games);
        self.0.acknowledged.send_modify(|count| *count += 1);
    }

    /// The server showed an action to a client.
    ///
    /// # Panics
    ///
    /// If it showed another action under the same number before.
    pub fn shown(&self, game: GameId, entry: &Entry) {
        let mut games = self.games();
        let told = games.entry(game).or_default();
        let before = told.shown.entry(entry.seq).or_insert_with(|| (entry.action.clone(), entry.hash));
        let now = (&entry.action, entry.hash);
        assert_eq!((&before.0, before.1), now, "{game}: two actions were shown under number {}", entry.seq);
    }

    /// The number of acknowledgements so far.
    #[must_use]
    pub fn count(&self) -> u64 {
        *self.0.acknowledged.borrow()
    }

    /// How often clients repeated a request.
    #[must_use]
    pub fn repetitions(&self) -> u64 {
        self.0.repeated.load(Ordering::Relaxed)
    }

    /// Waits until there are this many acknowledgements.
    ///
    /// # Panics
    ///
    /// If nothing is acknowledged for a very long time.
    pub async fn wait_for(&self, count: u64) {
        let mut receiver = self.0.acknowledged.subscribe();
        while *receiver.borrow_and_update() < count {
            let changed = tokio::time::timeout(PATIENCE, receiver.changed()).await;
            changed.expect("the server acknowledges actions").expect("the history lives");
        }
    }

    /// Every token that clients got.
    #[must_use]
    pub fn tokens(&self) -> Vec<String> {
        let games = self.games();
        games.values().flat_map(|told| told.seats.iter().chain(&told.host).cloned()).collect()
    }

    /// The ids of all tables.
    #[must_use]
    pub fn tables(&self) -> Vec<GameId> {
        self.games().keys().copied().collect()
    }

    /// Checks that everything that was acknowledged or shown is still there: every table and seat, every action under
    /// its number, without a gap; that every game replays to the hashes that were told; and that the records of
    /// finished games verify.
    ///
    /// # Panics
    ///
    /// If something is lost or differs.
    pub async fn check(&self, address: &Address) -> Checked {
        let games = self.games().clone();
        let mut checked = Checked { exchanges: self.check_order(), ..Checked::default() };
        for (game, told) in games {
            let mut client = Client::new("the checker", address).patient().steadfast(true);
            checked.tables += 1;
            checked.acknowledged += told.acknowledged.len();
            client.set_tokens(told.seats.iter().chain(&told.host).cloned().collect());
            let view = client.view(game).await;
            let view = view.unwrap_or_else(|error| panic!("{game} is lost: {error:?}"));
            assert_eq!(view.yours.len(), told.seats.len(), "{game}: seats are lost: {view:?}");
            assert_eq!(view.host, told.host.is_some(), "{game}: the host is lost");
            if !told.has_started && told.acknowledged.is_empty() && told.shown.is_empty() {
                continue;
            }
            let text = client.record(game).await;
            let text = text.unwrap_or_else(|error| panic!("{game}: the start is lost: {error:?}"));
            let entries = client.all_actions(game, 1).await;
            let entries = entries.unwrap_or_else(|error| panic!("{game}: the start is lost: {error:?}"));
            let mut mirror = Mirror::of_record(&text);
            entries.iter().for_each(|entry| mirror.apply(entry));
            checked.actions += entries.len();
            checked.finished += usize::from(mirror.is_over());
            let find = |seq: u32| (seq as usize).checked_sub(1).and_then(|index| entries.get(index));
            for (seq, (action, hash)) in &told.acknowledged {
                let entry = find(*seq).unwrap_or_else(|| panic!("{game}: number {seq} was acknowledged and is lost"));
                assert_eq!(&entry.action, action, "{game}: number {seq} was acknowledged and is another action");
                assert!(hash.is_none_or(|hash| hash == entry.hash), "{game}: number {seq} has another hash");
            }
            for (seq, (action, hash)) in &told.shown {
                let entry = find(*seq).unwrap_or_else(|| panic!("{game}: number {seq} was shown and is lost"));
                assert_eq!((&entry.action, &entry.hash), (action, hash), "{game}: number {seq} has changed");
            }
            mirror.check_record(&text);
            mirror.check_view(&view);
        }
        checked
    }

    fn games(&self) -> MutexGuard<'_, BTreeMap<GameId, Told>> {
        self.0.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stay(figure: &str) -> Action {
        Action::Move { figure: figure.parse().unwrap(), path: vec![] }
    }

    fn game() -> GameId {
        GameId::from_random([7; GameId::LENGTH])
    }

    fn panics(deed: impl FnOnce() + std::panic::UnwindSafe) -> bool {
        std::panic::catch_unwind(deed).is_err()
    }

    #[test]
    fn a_second_action_under_the_same_number_is_noticed() {
        let history = History::default();
        history.acknowledged(game(), 1, &stay("G1"), None);
        history.acknowledged(game(), 1, &stay("G1"), None);
        let again = std::panic::AssertUnwindSafe(|| history.acknowledged(game(), 1, &stay("G3"), None));
        assert!(panics(again));
    }

    #[test]
    fn an_answer_that_is_older_than_one_before_the_question_is_noticed() {
        let history = History::default();
        let (early, late) = (history.ask(), history.ask());
        history.answer(game(), early, 2);
        // It was asked before there was an answer.
        history.answer(game(), late, 1);
        assert_eq!(history.check_order(), 2);
        let after = history.ask();
        history.answer(game(), after, 1);
        let check = std::panic::AssertUnwindSafe(|| assert_eq!(history.check_order(), 3));
        assert!(panics(check));
    }

    #[tokio::test]
    async fn acknowledgements_are_counted() {
        let history = History::default();
        let waiting = tokio::spawn({
            let history = history.clone();
            async move { history.wait_for(2).await }
        });
        history.acknowledged(game(), 1, &stay("G1"), None);
        history.acknowledged(game(), 2, &stay("R1"), None);
        waiting.await.unwrap();
        assert_eq!(history.count(), 2);
    }
}
