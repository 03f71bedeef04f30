//! The page that people send each other.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use crate::desk::{Answer, Desk};

async fn visit(desk: &Desk, table: &str, language: &str) -> Answer {
    let path = format!("/t/{}", table.trim_start_matches("/games/"));
    desk.send(Method::GET, &path, &[("accept-language", language)], String::new()).await
}

/// A table with the seat of its host and some open ones.
async fn hosted(desk: &Desk, host_name: &str, open: usize) -> (String, String) {
    let (table, host) = desk.open_table(open + 1).await;
    desk.post(&format!("{table}/seats"), &[&host], json!({"name": host_name})).await.expect(201);
    (table, host)
}

#[tokio::test]
async fn it_says_who_invites_and_leads_to_the_table() {
    let desk = Desk::new().await;
    let (table, _) = hosted(&desk, "Ada", 2).await;
    let game = table.trim_start_matches("/games/");
    let page = visit(&desk, &table, "").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("cache-control"), "no-store");
    for part in [
        "<html lang=\"en\">",
        "<meta name=\"robots\" content=\"noindex\">",
        "<meta property=\"og:title\" content=\"Ada is holding the door\">",
        "<meta property=\"og:description\" content=\"Two seats are free.",
        "<meta property=\"og:image\" content=\"http://floors.test/t/picture.jpg\">",
        &format!("<meta property=\"og:url\" content=\"http://floors.test/t/{game}\">"),
        &format!("<meta http-equiv=\"refresh\" content=\"0; url=../#/table/{game}\">"),
        &format!("<a href=\"../#/table/{game}\">Come in</a>"),
    ] {
        assert!(page.text.contains(part), "{part}\n{}", page.text);
    }
}

#[tokio::test]
async fn it_speaks_the_language_of_the_visitor() {
    let desk = Desk::new().await;
    let (table, _) = hosted(&desk, "Ada", 1).await;
    for (wanted, tag, title, text) in [
        ("de-AT,en;q=0.5", "de", "Ada hält die Tür auf", "Ein Platz ist frei."),
        ("fr", "fr", "Ada te tient la porte", "Une place est libre."),
        ("ja,en;q=0.1", "en", "Ada is holding the door", "One seat is free."),
    ] {
        let page = visit(&desk, &table, wanted).await;
        assert_eq!((page.header("content-language"), page.header("vary")), (tag, "accept-language"));
        assert!(page.text.contains(&format!("<html lang=\"{tag}\">")), "{}", page.text);
        assert!(page.text.contains(title) && page.text.contains(text), "{}", page.text);
    }
}

#[tokio::test]
async fn a_name_cannot_put_anything_into_the_page() {
    let desk = Desk::new().await;
    for name in ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' & \" <b>", "</title><a href=//x>"] {
        let (table, _) = hosted(&desk, name, 1).await;
        let page = visit(&desk, &table, "").await.text;
        assert!(!page.contains(name), "{page}");
        for tag in ["<script", "<img", "<b>", "<a href=//"] {
            assert!(!page.contains(tag), "{page}");
        }
        assert_eq!(page.matches("<title>").count() + page.matches("</title>").count(), 2, "{page}");
        // Each attribute still ends where it should: no tag has an odd number of quotes.
        let tags = page.split('<').skip(1).filter_map(|rest| rest.split_once('>'));
        assert!(tags.clone().all(|(tag, _)| tag.matches('"').count() % 2 == 0), "{page}");
        assert!(tags.filter(|(tag, _)| tag.starts_with("meta")).all(|(tag, _)| !tag.contains("onerror=\"")), "{page}");
    }
}

#[tokio::test]
async fn a_strange_host_header_cannot_either() {
    let desk = Desk::new().await;
    let (table, _) = hosted(&desk, "Ada", 1).await;
    let path = format!("/t/{}", table.trim_start_matches("/games/"));
    for host in ["\"><script>", "a b", "x/y", ""] {
        let page = desk.send_to(host, Method::GET, &path, &[], String::new()).await.text;
        assert!(!page.contains("<script") && !page.contains("og:image"), "{host}: {page}");
    }
    let page = desk.send_to("fearsome.test:8717", Method::GET, &path, &[], String::new()).await.text;
    assert!(page.contains("\"http://fearsome.test:8717/t/picture.jpg\""), "{page}");
    let desk = Desk::with_public_url("https://play.example.org").await;
    let (table, _) = hosted(&desk, "Ada", 1).await;
    assert!(visit(&desk, &table, "").await.text.contains("\"https://play.example.org/t/picture.jpg\""));
}

#[tokio::test]
async fn it_says_how_far_the_game_is() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(2).await;
    assert!(visit(&desk, &table, "").await.text.contains("Somebody is holding the door"), "the host has no seat");
    for _ in 0..2 {
        desk.take(&table, json!({})).await;
    }
    assert!(visit(&desk, &table, "de").await.text.contains("Alle Türen sind zu."));
    desk.post(&format!("{table}/start"), &[&host], Value::Null).await.expect(200);
    assert!(visit(&desk, &table, "fr").await.text.contains("La partie a commencé sans toi"));
    let (table, _) = desk
        .table(json!({"seats": [{"is": "bot", "bot": "fool"}, {"is": "bot", "bot": "fool"}], "start": "when_full"}))
        .await;
    desk.until_over(&table).await;
    assert!(visit(&desk, &table, "").await.text.contains("The game is over"));
}

#[tokio::test]
async fn a_table_that_is_unknown_or_has_expired_is_told_kindly() {
    let desk = Desk::new().await;
    for (wanted, title) in [
        ("en", "This door leads nowhere"),
        ("de", "Diese Tür führt nirgendwohin"),
        ("fr", "Cette porte ne mène nulle part"),
    ] {
        for table in ["aaaaaaaaaaaaa", "<x>", "%22"] {
            let page = visit(&desk, &table.replace('<', "%3C").replace('>', "%3E"), wanted).await;
            assert_eq!(page.status, 404);
            assert!(page.text.contains(title) && page.text.contains("<a href=\"../\">"), "{}", page.text);
            assert!(!page.text.contains("refresh"), "{}", page.text);
        }
    }
    let (table, _) = hosted(&desk, "Ada", 1).await;
    desk.clock.advance(Duration::from_secs(25 * 60 * 60));
    for (wanted, title) in [
        ("en", "This door is shut for good"),
        ("de", "Diese Tür bleibt zu"),
        ("fr", "Cette porte est fermée pour de bon"),
    ] {
        let page = visit(&desk, &table, wanted).await;
        assert_eq!(page.status, 410);
        assert!(page.text.contains(title) && !page.text.contains("Ada"), "{}", page.text);
    }
}

#[tokio::test]
async fn the_page_obeys_the_policy_of_the_server() {
    let desk = Desk::new().await;
    let (table, _) = hosted(&desk, "Ada", 1).await;
    let page = visit(&desk, &table, "").await;
    let policy = page.header("content-security-policy");
    assert!(policy.contains("default-src 'self'") && policy.contains("style-src 'self';"), "{policy}");
    for forbidden in ["style=", "<style", "<script", " onclick", "src="] {
        assert!(!page.text.contains(forbidden), "{forbidden}: {}", page.text);
    }
    for (path, kind) in [("/t/page.css", "text/css; charset=utf-8"), ("/t/picture.jpg", "image/jpeg")] {
        let (found, bytes) = desk.fetch(path).await;
        assert_eq!(found, kind);
        assert!((100..60_000).contains(&bytes), "{path}: {bytes} bytes");
    }
}
