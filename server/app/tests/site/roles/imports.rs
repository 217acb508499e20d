//! Rows of what admins bring in from elsewhere.

use serde_json::json;

use super::{ADMIN, Body, EVERYONE, Row, get, post};

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
        // Nobody is asked for.
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
