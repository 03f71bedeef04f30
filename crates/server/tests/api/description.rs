//! The description of the API, and the page that shows it.

use axum::http::Method;
use protocol::ErrorCode;
use serde_json::Value;

use crate::desk::Desk;

async fn description() -> Value {
    let desk = Desk::new().await;
    desk.send(Method::GET, "/api/v1/openapi.json", &[], String::new()).await.expect(200)
}

#[tokio::test]
async fn every_endpoint_is_described() {
    let description = description().await;
    let paths = description["paths"].as_object().unwrap();
    let described: Vec<String> = paths
        .iter()
        .flat_map(|(path, item)| item.as_object().unwrap().keys().map(move |method| format!("{method} {path}")))
        .collect();
    let expected = [
        "post /api/v1/games",
        "get /api/v1/games/{game}",
        "patch /api/v1/games/{game}",
        "post /api/v1/games/{game}/start",
        "post /api/v1/games/{game}/rematch",
        "post /api/v1/games/{game}/seats",
        "patch /api/v1/games/{game}/seats/{seat}",
        "delete /api/v1/games/{game}/seats/{seat}",
        "put /api/v1/games/{game}/seats/{seat}/stand_in",
        "delete /api/v1/games/{game}/seats/{seat}/stand_in",
        "post /api/v1/games/{game}/handover",
        "post /api/v1/handovers/{code}",
        "get /api/v1/codes/{code}",
        "get /api/v1/mine",
        "get /api/v1/games/{game}/actions",
        "post /api/v1/games/{game}/actions",
        "get /api/v1/games/{game}/beginning",
        "get /api/v1/games/{game}/moves",
        "get /api/v1/games/{game}/record",
        "get /api/v1/games/{game}/live",
    ];
    for endpoint in expected {
        assert!(described.contains(&endpoint.to_owned()), "{endpoint} is missing: {described:?}");
    }
    assert_eq!(described.len(), expected.len(), "{described:?}");
}

#[tokio::test]
async fn every_reference_leads_to_a_schema() {
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                if let Some(Value::String(reference)) = map.get("$ref") {
                    found.push(reference.clone());
                }
                map.values().for_each(|value| references(value, found));
            }
            Value::Array(list) => list.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let description = description().await;
    let mut found = vec![];
    references(&description, &mut found);
    assert!(found.len() > 50);
    for reference in found {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(description.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
}

#[tokio::test]
async fn every_error_code_is_described_with_its_status() {
    let description = description().await;
    let code = &description["components"]["schemas"]["ErrorCode"];
    let text = code.to_string();
    for code in ErrorCode::ALL {
        let name = serde_json::to_value(code).unwrap();
        assert!(text.contains(name.as_str().unwrap()), "{name}");
        assert!(text.contains(&code.status().to_string()), "{name}: {text}");
    }
}

#[tokio::test]
async fn the_page_loads_nothing_from_elsewhere() {
    let desk = Desk::new().await;
    let moved = desk.send(Method::GET, "/api", &[], String::new()).await;
    let place = if moved.status.is_redirection() { moved.header("location").to_owned() } else { "/api".to_owned() };
    let page = desk.send(Method::GET, &place, &[], String::new()).await;
    assert_eq!(page.status.as_u16(), 200);
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(page.header("content-security-policy").starts_with("default-src 'self'"));
    let sources = page.text.split(['"', '\'']).filter(|word| word.ends_with(".js") || word.ends_with(".css"));
    let sources: Vec<&str> = sources.collect();
    assert!(!sources.is_empty(), "{}", page.text);
    for source in sources {
        assert!(!source.contains("//"), "{source}");
        let path = format!("/api/{}", source.trim_start_matches("./"));
        let file = desk.send(Method::GET, &path, &[], String::new()).await;
        assert_eq!(file.status.as_u16(), 200, "{path}");
    }
}
