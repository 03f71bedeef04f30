//! HTTP responses, tested without a port, and once with a real one.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;

use axum::body::{Body, Bytes};
use axum::http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use server::{Config, Durability, Server, Site, SqliteOptions};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tower::ServiceExt;

const FILES: [(&str, &[u8]); 6] = [
    ("index.html", b"<p>page"),
    ("night-font-0123456789abcdef.woff2", b"font"),
    ("night-font.woff2", b"font"),
    ("page.wasm", b"plain wasm"),
    ("page.wasm.br", b"brotli"),
    ("page.wasm.gz", b"gzip"),
];

fn site() -> Site {
    site_of(&FILES)
}

fn site_of(files: &[(&str, &'static [u8])]) -> Site {
    Site::new(files.iter().map(|(name, bytes)| ((*name).to_owned(), Bytes::from_static(bytes))).collect())
}

async fn server(site: Site) -> (Server, TempDir) {
    let data = tempfile::tempdir().unwrap();
    let database =
        SqliteOptions { file: data.path().join("test.sqlite"), durability: Durability::None, megabytes: None };
    (Server::open(Config::new(database), site, None).await.unwrap(), data)
}

async fn ask(method: Method, path: &str, headers: &[(&str, &str)]) -> Response<Body> {
    ask_site(site(), method, path, headers).await
}

async fn ask_site(site: Site, method: Method, path: &str, headers: &[(&str, &str)]) -> Response<Body> {
    let request = Request::builder().method(method).uri(path);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let (server, _data) = server(site).await;
    server.router().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

async fn get(path: &str, headers: &[(&str, &str)]) -> Response<Body> {
    ask(Method::GET, path, headers).await
}

fn header<'a>(response: &'a Response<Body>, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

async fn text(response: Response<Body>) -> String {
    String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap()
}

#[tokio::test]
async fn the_page_is_at_the_root() {
    let response = get("/", &[]).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(header(&response, "content-type"), "text/html; charset=utf-8");
    assert_eq!(header(&response, "cache-control"), "no-cache");
    assert_eq!(text(response).await, "<p>page");
}

#[tokio::test]
async fn the_page_for_servers_takes_the_place_of_the_page() {
    let pages: [(&str, &[u8]); 3] =
        [("served.html", b"<p>served"), ("served.html.br", b"served"), ("index.html.br", b"page")];
    let get = async |path: &str, headers: &[(&str, &str)]| {
        ask_site(site_of(&[&FILES[..], &pages].concat()), Method::GET, path, headers).await
    };
    let tag = header(&get("/", &[]).await, "etag").to_owned();
    for path in ["/", "/index.html"] {
        let response = get(path, &[]).await;
        assert_eq!(header(&response, "cache-control"), "no-cache");
        assert_eq!(text(response).await, "<p>served", "{path}");
        assert_eq!(text(get(path, &[("accept-encoding", "br")]).await).await, "served", "{path}");
        assert_eq!(get(path, &[("if-none-match", &tag)]).await.status(), StatusCode::NOT_MODIFIED, "{path}");
    }
    assert_eq!(get("/served.html", &[]).await.status(), StatusCode::NOT_FOUND, "the page has one address");
}

#[tokio::test]
async fn a_file_with_a_hash_in_its_name_is_never_asked_for_again() {
    let hashed = get("/night-font-0123456789abcdef.woff2", &[]).await;
    assert_eq!(header(&hashed, "cache-control"), "public, max-age=31536000, immutable");
    for other in ["/night-font.woff2", "/index.html", "/page.wasm"] {
        assert_eq!(header(&get(other, &[]).await, "cache-control"), "no-cache", "{other}");
    }
}

#[tokio::test]
async fn every_answer_says_what_the_page_may_do() {
    for path in ["/", "/healthz", "/nowhere"] {
        let response = get(path, &[]).await;
        assert!(header(&response, "content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(header(&response, "x-content-type-options"), "nosniff");
        assert_eq!(header(&response, "referrer-policy"), "no-referrer");
    }
}

#[tokio::test]
async fn the_page_says_of_itself_what_the_server_says() {
    let response = get("/", &[]).await;
    let policy = header(&response, "content-security-policy").replace("; frame-ancestors 'none'", "");
    assert!(include_str!("../../web/index.html").contains(&policy), "{policy}");
}

#[tokio::test]
async fn a_file_comes_in_the_best_form_that_the_browser_takes() {
    for (accepted, expected) in [
        ("gzip, deflate, br, zstd", ("br", "brotli")),
        ("gzip", ("gzip", "gzip")),
        ("br;q=0, gzip;q=0.5", ("gzip", "gzip")),
        ("identity", ("", "plain wasm")),
    ] {
        let response = get("/page.wasm", &[("accept-encoding", accepted)]).await;
        assert_eq!(header(&response, "content-type"), "application/wasm");
        assert_eq!(header(&response, "vary"), "accept-encoding");
        assert_eq!(header(&response, "content-encoding"), expected.0, "{accepted}");
        assert_eq!(text(response).await, expected.1, "{accepted}");
    }
}

#[tokio::test]
async fn what_the_browser_has_is_not_sent_again() {
    let first = get("/", &[]).await;
    let tag = header(&first, "etag");
    let again = get("/", &[("if-none-match", tag)]).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(header(&again, "etag"), tag);
    assert_eq!(text(again).await, "");
    assert_eq!(get("/", &[("if-none-match", "\"other\"")]).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn asking_for_the_head_gives_no_body() {
    let response = ask(Method::HEAD, "/", &[]).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(header(&response, "content-length"), "7");
    assert_eq!(text(response).await, "");
}

#[tokio::test]
async fn what_is_not_there_and_what_cannot_be_done_is_told() {
    assert_eq!(get("/nowhere", &[]).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(get("/page.wasm.br", &[]).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(ask(Method::POST, "/", &[]).await.status(), StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn a_program_without_client_says_how_to_get_it() {
    let (empty, _data) = server(Site::new(BTreeMap::new())).await;
    let response = empty.router().oneshot(Request::builder().uri("/").body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    assert!(text(response).await.contains("cargo xtask play"));
}

#[tokio::test]
async fn it_serves_on_a_real_port_and_stops_when_told() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let (server, _data) = server(site()).await;
    let server = tokio::spawn(server.serve(listener, async { stopped.await.unwrap_or(()) }));
    let answer = tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    });
    let answer = answer.await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.ends_with("ok\n"), "{answer}");
    stop.send(()).unwrap();
    server.await.unwrap();
}
