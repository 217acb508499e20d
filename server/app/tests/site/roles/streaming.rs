//! Rows around the chat. The platform is not set up here.

use reqwest::Method;
use serde_json::json;

use super::{ADMIN, Body, OWN, Row, get, post};

/// Only an admin gets the 404.
const OFF: [u16; 4] = [401, 403, 403, 404];

/// There is nothing that anybody could act on.
const NOBODYS: [u16; 4] = [401, 404, 404, 403];

pub(super) fn chat() -> Vec<Row> {
    let nothing: Body = |_, _| json!({});
    vec![
        get("/kick/callback", [302; 4]),
        post("/api/kick/webhook", [404; 4], nothing),
        get("/api/kick/me", OWN),
        post("/api/kick/link/start", NOBODYS, nothing),
        post("/api/kick/sign-in/start", [404; 4], nothing),
        post("/api/kick/sign-in/finish", [404; 4], |_, _| json!({ "ticket": "none" })),
        post("/api/kick/sign-up/offer", [404; 4], |_, _| json!({ "ticket": "none" })),
        post(
            "/api/kick/sign-up",
            [404; 4],
            |_, _| json!({ "ticket": "none", "username": "newcomer", "email": "newcomer@example.com" }),
        ),
        post("/api/kick/proof/start", NOBODYS, nothing),
        post("/api/kick/link/confirm", NOBODYS, |_, _| json!({ "id": "1-1" })),
        post("/api/kick/link/refuse", NOBODYS, |_, _| json!({ "id": "1-1" })),
        Row { method: Method::DELETE, ..get("/api/kick/link", NOBODYS) },
        get("/api/admin/chat/connection", ADMIN),
        get("/api/admin/chat", ADMIN),
        Row { method: Method::DELETE, ..get("/api/admin/chat", OFF) },
        post("/api/admin/chat/connect", OFF, nothing),
        post("/api/admin/chat/check", OFF, nothing),
    ]
}
