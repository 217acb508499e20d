//! Rows around the chat. The platform is not set up here.

use reqwest::Method;
use serde_json::json;

use super::{ADMIN, Body, Row, get, post};

/// Only the admin comes as far as hearing that there is none.
const OFF: [u16; 4] = [401, 403, 403, 404];

pub(super) fn chat() -> Vec<Row> {
    let nothing: Body = |_, _| json!({});
    vec![
        get("/kick/callback", [302; 4]),
        get("/api/admin/chat", ADMIN),
        Row { method: Method::DELETE, ..get("/api/admin/chat", OFF) },
        post("/api/admin/chat/connect", OFF, nothing),
        post("/api/admin/chat/check", OFF, nothing),
    ]
}
