//! Nobody gets the pile, the seed or the salt before the end, nor a token of somebody else.

use protocol::{FortressWish, GameId, ServerMessage, StartRule};
use rules::game::Length;
use server_tests::{Client, History, Live, Method, Party, Transcript, check_log, check_nothing_leaked};
use tokio::task::JoinSet;

use crate::Served;

/// Asks for everything that can be asked for, again after each action, until the game is over.
async fn snoop(mut client: Client, game: GameId) {
    let (mut live, welcome) = Live::open(&client, game, 1).await.unwrap();
    let mut seq = welcome.seq;
    loop {
        for path in ["", "/beginning", "/actions?from=1", "/moves", "/record", "/seats", "/live", "/rematch"] {
            drop(client.send(Method::GET, &format!("/api/v1/games/{game}{path}"), &[], None).await.unwrap());
        }
        for path in ["/api/v1/mine", "/api/v1/openapi.json", "/metrics", "/healthz", "/api/v1/codes/moth-candle-52"] {
            drop(client.send(Method::GET, path, &[], None).await.unwrap());
        }
        drop(client.send(Method::GET, &format!("/t/{game}"), &[], None).await.unwrap());
        // A refusal may not say more than an answer.
        for (path, body) in
            [("actions", "{\"seq\":1,\"action\":{}}"), ("handover", ""), ("rematch", ""), ("start", "{}")]
        {
            let body = Some(body.as_bytes().to_vec().into());
            drop(client.send(Method::POST, &format!("/api/v1/games/{game}/{path}"), &[], body).await.unwrap());
        }
        // Some actions later there is something new to be found.
        let next = seq + 25;
        while seq < next {
            match live.next().await.unwrap() {
                ServerMessage::Actions { actions, .. } => seq = actions.last().map_or(seq, |entry| entry.seq),
                ServerMessage::Over { .. } => return,
                _ => {}
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_secret_is_in_any_byte_that_the_server_sends_or_logs() {
    let served = Served::new(&["--log-level", "trace"]);
    let transcript = Transcript::default();
    let history = History::default();
    let mut games = JoinSet::new();
    for (seed, fortress) in [(31, FortressWish::Random), (32, FortressWish::ByHand), (33, FortressWish::Basic)] {
        let (address, history, transcript) = (served.address(), history.clone(), transcript.clone());
        games.spawn(async move {
            let mut party = Party::of_two(seed, 3);
            party.table.fortress = Some(fortress);
            party.table.length = Some(Length::Long);
            party.table.start = Some(StartRule::ByHost);
            party.fill = Some("fox".parse().unwrap());
            party.table.seats.push(protocol::SeatPlan::Open {});
            party.transcript = Some(transcript.clone());
            let gathered = party.gather(&address, &history).await.unwrap();
            let stranger = Client::new("snoop", &address).recorded(Some(&transcript));
            let snoop = tokio::spawn(snoop(stranger, gathered.game()));
            let finished = gathered.play().await;
            snoop.await.unwrap();
            finished.record
        });
    }
    let records = games.join_all().await;
    let tokens = history.tokens();
    let bytes = check_nothing_leaked(&transcript, &records, &tokens);
    assert!(bytes > 500_000, "only {bytes} bytes were searched");
    let log = served.program.log();
    check_log(&log, &records, &tokens);
    assert!(log.len() > 10_000, "the server logged only {} bytes", log.len());
    for (file, content) in served.folder.contents() {
        for token in &tokens {
            let is_there = content.windows(token.len()).any(|part| part == token.as_bytes());
            assert!(!is_there, "{} has a token, not only its hash", file.display());
        }
    }
}
