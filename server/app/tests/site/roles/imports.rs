//! Rows of what admins bring in from elsewhere.

use reqwest::Method;
use serde_json::json;

use super::{ADMIN, Body, EVERYONE, Row, get, post, put};

pub(super) fn tracked_wagers() -> Vec<Row> {
    let nothing: Body = |_, _| json!({});
    vec![
        post(
            "/api/wager-tracking/update-all",
            ADMIN,
            |_, at| json!({ "players": [{ "username": "Emu", "monthlyWagered": at }] }),
        ),
        get("/api/wager-tracking/current-stats", ADMIN),
        get("/api/wager-tracking/historical", ADMIN),
        // No player is named.
        get("/api/wager-tracking/player-history", [401, 403, 403, 400]),
        get("/api/wager-tracking/leaderboard", EVERYONE),
        get("/api/wager-tracking/top-performers", ADMIN),
        get("/api/wager-tracking/export", ADMIN),
        post("/api/wager-tracking/reset-daily", ADMIN, nothing),
        post("/api/wager-tracking/reset-database", ADMIN, nothing),
        post("/api/wager-tracking/complete-reset", ADMIN, nothing),
        get("/api/wager-tracking/health", EVERYONE),
        get("/api/wager-tracking/test", ADMIN),
    ]
}

/// Nothing is known of the months: a site without a source.
pub(super) fn wager_months() -> Vec<Row> {
    vec![
        get("/api/admin/wager-months", ADMIN),
        get("/api/admin/wager-months/{month}", [401, 403, 403, 404]),
        get("/api/admin/wager-months/{month}/raw", [401, 403, 403, 404]),
        post("/api/admin/wager-months/{month}/fetch", [401, 403, 403, 409], |_, _| json!({})),
        post(
            "/api/admin/wager-months/payouts",
            [401, 403, 403, 404],
            |_, _| json!({ "months": ["2026-02"], "prizes": 1 }),
        ),
        put(
            "/api/admin/wager-months/{month}/payouts/{rank}",
            [401, 403, 403, 404],
            |_, _| json!({ "username": "Emu", "paid": true }),
        ),
    ]
}

/// Only the admin comes as far as looking for the line.
const NO_LINE: [u16; 4] = [401, 403, 403, 404];

pub(super) fn points_from_elsewhere() -> Vec<Row> {
    let waiting = "/api/admin/points/import/waiting";
    vec![
        // Only the admin's file is parsed, and it is invalid.
        post("/api/admin/points/import", [401, 403, 403, 415], |_, _| json!({})),
        post("/api/admin/points/import/columns", [401, 403, 403, 415], |_, _| json!({})),
        get("/api/admin/points/imports", ADMIN),
        post("/api/admin/points/imports/{import}/take-back", NO_LINE, |_, _| json!({})),
        get(waiting, ADMIN),
        post("/api/admin/points/import/waiting/credit-linked", ADMIN, |_, _| json!({})),
        Row { method: Method::DELETE, ..get("/api/admin/points/import/waiting/{id}", NO_LINE) },
        post(
            "/api/admin/points/import/waiting/{id}/credit",
            NO_LINE,
            |scene, _| json!({ "userId": scene.owner.id }),
        ),
        get("/api/admin/points/export", ADMIN),
    ]
}
