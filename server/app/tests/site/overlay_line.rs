//! The line that people of the panel put on the overlay.

use reqwest::Method;
use serde_json::{Value, json};

use crate::people::person;
use crate::rig::{Answer, SECOND, Server};

const LINE: &str = "/api/admin/overlay/line";

async fn show(server: &Server, token: &str, text: &str, seconds: u64) -> Answer {
    let body = json!({ "text": text, "seconds": seconds });
    server.call(Method::PUT, LINE).by(token).json(&body).send().await
}

async fn line(server: &Server) -> Value {
    server.get("/api/overlay/line").send().await.of(200)["line"].clone()
}

#[tokio::test]
async fn a_line_is_shown_for_its_time_or_until_it_is_hidden() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let mia = person(&server, &admin, "Mia", "moderator").await;
    let hears = server.listen(&json!({})).await;
    assert_eq!(line(&server).await, Value::Null);
    let shown = show(&server, &mia, "  Back in 5 ", 60).await.of(200);
    assert_eq!(shown["line"]["text"], "Back in 5");
    assert_eq!(line(&server).await, shown["line"]);
    let heard = server.get(&hears).send().await.text;
    assert!(heard.contains(r#"["overlayLineChanged",{"line":{"text":"Back in 5","#), "{heard}");
    show(&server, &mia, "Another one", 60).await.of(200);
    server.pass(59 * SECOND);
    assert_eq!(line(&server).await["text"], "Another one");
    server.pass(SECOND);
    assert_eq!(line(&server).await, Value::Null);
    show(&server, &mia, "On", 600).await.of(200);
    server.call(Method::DELETE, LINE).by(&mia).send().await.of(200);
    assert_eq!(line(&server).await, Value::Null);
    // Hiding nothing changes nothing.
    server.call(Method::DELETE, LINE).by(&mia).send().await.of(200);
    let rows = server.get("/api/admin/audit?q=overlay.line").by(&admin).send().await.of(200);
    assert_eq!(rows["total"], 4);
}

#[tokio::test]
async fn a_line_is_short_and_one_line() {
    let server = Server::start().await;
    let admin = server.admin().await;
    for text in ["", " ", "two\nlines", &"x".repeat(81)] {
        show(&server, &admin, text, 60).await.refused(400, "validation");
    }
    for seconds in [0, 4, 601] {
        show(&server, &admin, "On", seconds).await.refused(400, "validation");
    }
    assert_eq!(line(&server).await, Value::Null);
    show(&server, &admin, &"ä".repeat(80), 5).await.of(200);
}
