//! Rows of bonus hunts.

use reqwest::Method;
use serde_json::json;

use super::{Body, Row, get, post, put};

/// Only the admin comes as far as looking for the hunt.
const NO_HUNT: [u16; 4] = [401, 403, 403, 404];

pub(super) fn bonus_hunts() -> Vec<Row> {
    let hunt: Body = |_, _| json!({ "name": "Friday", "startingBalance": 100 });
    let slot: Body = |_, _| json!({ "slotName": "Dog", "calledBy": "emu", "betAmount": "$1.00" });
    let one = "/api/admin/hunts/{id}";
    let one_slot = "/api/admin/hunts/{id}/slots/{slot}";
    vec![
        post("/api/admin/hunts", [401, 403, 403, 201], hunt),
        get("/api/admin/hunts/external", [401, 403, 403, 409]),
        post("/api/admin/hunts/import", [401, 403, 403, 409], |_, _| json!({ "id": "7" })),
        put(one, NO_HUNT, hunt),
        Row { method: Method::DELETE, ..get(one, NO_HUNT) },
        post("/api/admin/hunts/{id}/slots", NO_HUNT, slot),
        put("/api/admin/hunts/{id}/override", NO_HUNT, |_, _| json!({ "status": "active" })),
        put(one_slot, NO_HUNT, slot),
        Row { method: Method::DELETE, ..get(one_slot, NO_HUNT) },
        post("/api/admin/hunts/{id}/slots/{slot}/play", NO_HUNT, |_, _| json!({ "winAmount": 5 })),
    ]
}
