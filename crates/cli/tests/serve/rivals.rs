//! Clients that are in each other's way: exactly one action gets each number, and repetitions change nothing.

use fastrand::Rng;
use protocol::{Acted, Awaits, ClientMessage, ErrorCode, GameId, ServerMessage};
use rules::game::Action;
use server_tests::{Client, Failure, Gathered, History, Live, Method, Mirror, Way, random_action};
use tokio::task::JoinSet;

use crate::Served;

/// A game that one client plays, and its copy.
struct Table {
    client: Client,
    game: GameId,
    mirror: Mirror,
    rng: Rng,
}

impl Table {
    async fn new(served: &Served, seats: usize) -> Table {
        let (mut client, game) = served.game(seats).await;
        let mirror = Mirror::begin(&mut client, game).await;
        Table { client, game, mirror, rng: Rng::with_seed(5) }
    }

    fn next(&self) -> u32 {
        self.mirror.seq() + 1
    }

    fn action(&mut self) -> Action {
        random_action(self.mirror.game(), &mut self.rng)
    }

    async fn catch_up(&mut self) {
        for entry in self.client.all_actions(self.game, self.next()).await.unwrap() {
            self.mirror.apply(&entry);
        }
    }

    async fn act(&mut self) -> (u32, Action, Acted) {
        let (seq, action) = (self.next(), self.action());
        let acted = self.client.act(self.game, seq, &action).await.unwrap();
        self.catch_up().await;
        (seq, action, acted)
    }

    /// The client without the token of the seat that is to act.
    async fn other(&mut self) -> Client {
        let seat = self.mirror.game().acting().unwrap().index();
        for token in self.client.tokens().to_vec() {
            let mut one = self.client.twin();
            one.set_tokens(vec![token]);
            if one.view(self.game).await.unwrap().yours != [seat] {
                return one;
            }
        }
        panic!("another seat has a token")
    }
}

/// An answer that may be a refusal, over either way.
async fn send(
    mut client: Client,
    way: Way,
    game: GameId,
    seq: u32,
    action: Action,
) -> Result<u32, (ErrorCode, Option<u32>)> {
    match way {
        Way::Http => match client.act(game, seq, &action).await {
            Ok(acted) => Ok(acted.seq),
            Err(Failure::Refused(refusal)) => Err((refusal.error.code, refusal.seq)),
            Err(Failure::Lost(why)) => panic!("{why}"),
        },
        Way::Live => {
            let (mut live, _) = Live::open(&client, game, seq).await.unwrap();
            live.send(&ClientMessage::Act { seq, action: action.clone() }).await.unwrap();
            loop {
                match live.next().await.unwrap() {
                    ServerMessage::Acted { seq } => return Ok(seq),
                    ServerMessage::Error { error, seq: present, sent } => {
                        assert_eq!(sent, Some(seq));
                        return Err((error.code, present));
                    }
                    _ => {}
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_racing_actions_exactly_one_wins() {
    let served = Served::new(&[]);
    let mut table = Table::new(&served, 2).await;
    for round in 0..25 {
        let seq = table.next();
        let mut actions: Vec<Action> = vec![];
        for action in table.mirror.game().legal_actions() {
            if actions.len() < 6 && table.rng.bool() {
                actions.push(action);
            }
        }
        actions.push(table.mirror.game().legal_actions().pop().unwrap());
        actions.dedup();
        let mut race = JoinSet::new();
        for (index, action) in actions.iter().cloned().enumerate() {
            let way = if (index + round) % 2 == 0 { Way::Http } else { Way::Live };
            let (client, game) = (table.client.twin(), table.game);
            race.spawn(async move { (action.clone(), send(client, way, game, seq, action).await) });
        }
        let results = race.join_all().await;
        table.catch_up().await;
        let winners: Vec<&Action> =
            results.iter().filter(|(_, result)| result.is_ok()).map(|(action, _)| action).collect();
        assert_eq!(winners.len(), 1, "{results:?}");
        assert_eq!(table.mirror.action(seq).map(|(_, action)| action), Some(winners[0]));
        for (_, result) in &results {
            let Err((code, present)) = result else { continue };
            assert_eq!(*code, ErrorCode::Stale, "{results:?}");
            assert!(present.is_some_and(|present| present >= seq), "{results:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_action_is_carried_out_once_and_gets_the_same_answer() {
    let served = Served::new(&[]);
    let mut table = Table::new(&served, 3).await;
    for _ in 0..12 {
        let (seq, action) = (table.next(), table.action());
        let mut copies = JoinSet::new();
        for _ in 0..6 {
            let (mut client, game, action) = (table.client.twin(), table.game, action.clone());
            copies.spawn(async move { client.act(game, seq, &action).await.unwrap() });
        }
        let answers = copies.join_all().await;
        assert!(answers.iter().all(|answer| answer == &answers[0] && answer.seq == seq), "{answers:?}");
        table.catch_up().await;
        assert_eq!(table.mirror.hash(seq), Some(answers[0].hash));
        assert_eq!(send(table.client.twin(), Way::Live, table.game, seq, action).await, Ok(seq));
        assert_eq!(table.client.view(table.game).await.unwrap().seq, table.mirror.seq());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_refusals_the_first_in_the_order_of_the_api_counts() {
    let served = Served::new(&[]);
    let mut table = Table::new(&served, 2).await;
    let game = table.game;
    let (first, action, acted) = table.act().await;
    table.act().await;
    let present = table.mirror.seq();
    let code = |result: Result<Acted, Failure>| match result {
        Err(Failure::Refused(refusal)) => (refusal.error.code, refusal.seq),
        other => panic!("{other:?}"),
    };

    // A repetition is answered as before, although the number is an old one.
    assert_eq!(table.client.act(game, first, &action).await, Ok(acted.clone()));
    // Another action, or the same one by another seat, is not a repetition.
    let other_action = table.action();
    assert_ne!(other_action, action);
    assert_eq!(code(table.client.act(game, first, &other_action).await), (ErrorCode::Stale, Some(present)));
    let seat_of_first = table.mirror.action(first).unwrap().0.unwrap().index();
    for token in table.client.tokens().to_vec() {
        let mut one = table.client.twin();
        one.set_tokens(vec![token]);
        let is_theirs = one.view(game).await.unwrap().yours == [seat_of_first];
        let result = one.act(game, first, &action).await;
        if is_theirs {
            assert_eq!(result, Ok(acted.clone()));
        } else {
            assert_eq!(code(result), (ErrorCode::Stale, Some(present)));
        }
    }
    // Numbers that do not exist yet are stale as well.
    for seq in [0, present + 2, u32::MAX] {
        assert_eq!(code(table.client.act(game, seq, &other_action).await), (ErrorCode::Stale, Some(present)), "{seq}");
    }
    // Whose turn it is counts before what the rules say.
    let mut other = table.other().await;
    let impossible = Action::Flip { tombstone: "8".parse().unwrap() };
    assert_eq!(code(other.act(game, present + 1, &impossible).await).0, ErrorCode::NotYourTurn);
    assert_eq!(code(other.act(game, present + 1, &other_action).await).0, ErrorCode::NotYourTurn);
    assert_eq!(code(table.client.act(game, present + 1, &impossible).await).0, ErrorCode::AgainstRules);
    assert_eq!(table.client.view(game).await.unwrap().seq, present, "refused actions change nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_over_accepts_repetitions_and_nothing_else() {
    let served = Served::new(&[]);
    let mut table = Table::new(&served, 2).await;
    let (first, action, acted) = table.act().await;
    let history = History::default();
    let gathered = Gathered::join(table.game, vec![(table.client.twin(), Way::Live)], &history, 3).await;
    let game = gathered.game();
    let finished = gathered.play().await;
    assert!(finished.is_over);
    let code = |result: Result<Acted, Failure>| result.unwrap_err().code().unwrap();
    assert_eq!(table.client.act(game, first, &action).await, Ok(acted));
    assert_eq!(code(table.client.act(game, finished.actions + 1, &action).await), ErrorCode::GameOver);
    assert_eq!(code(table.client.act(game, finished.actions + 2, &action).await), ErrorCode::Stale);
    assert_eq!(table.client.moves(game).await.unwrap_err().code(), Some(ErrorCode::GameOver));
    let view = table.client.view(game).await.unwrap();
    assert_eq!(view.awaits, None::<Awaits>);
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_that_do_not_fit_are_refused() {
    let served = Served::new(&[]);
    let mut table = Table::new(&served, 2).await;
    let (mut elsewhere, _) = served.game(2).await;
    let (game, seq, action) = (table.game, table.next(), table.action());
    let mut stranger = served.client("stranger");
    let code = |result: Result<Acted, Failure>| result.unwrap_err().code().unwrap();
    assert_eq!(code(stranger.act(game, seq, &action).await), ErrorCode::BadToken);
    assert_eq!(code(elsewhere.act(game, seq, &action).await), ErrorCode::BadToken);
    let token = table.client.tokens()[0].clone();
    let mut wrong: Vec<String> =
        ["x", "Bearer", "00", &"f".repeat(64), &"A".repeat(43), &"é".repeat(20)].map(str::to_owned).to_vec();
    wrong.push(token[1..].to_owned());
    wrong.push(format!("{token}0"));
    for token in wrong.into_iter().filter(|wrong| *wrong != token) {
        stranger.set_tokens(vec![token.clone()]);
        assert_eq!(code(stranger.act(game, seq, &action).await), ErrorCode::BadToken, "{token:?}");
    }
    // An unknown token beside a good one does no harm, and a token counts only as a bearer's.
    let mut both = table.client.twin();
    both.add_token("0".repeat(64));
    assert!(both.act(game, seq, &action).await.is_ok());
    for scheme in ["Basic", "Token", ""] {
        let value = format!("{scheme} {token}");
        let path = format!("/api/v1/games/{game}");
        stranger.set_tokens(vec![]);
        let answer = stranger.send(Method::GET, &path, &[("authorization", value.trim())], None).await.unwrap();
        assert!(answer.refusal().is_some() || answer.text().contains("\"yours\":[]"), "{scheme}: {}", answer.text());
    }
}
