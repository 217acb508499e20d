//! Rows of the lists of the panel: accounts, the audit log, purchases, names, emails.

use reqwest::Method;
use serde_json::json;

use super::{ADMIN, EVERYONE, Row, delete, get, post, put, row};

pub(super) fn lists() -> Vec<Row> {
    vec![
        post("/api/admin/grants/{id}/undo", [401, 403, 403, 404], |_, _| json!({})),
        get("/api/admin/grants", ADMIN),
        get("/api/admin/member-names", ADMIN),
        get("/api/admin/member-names/{id}/ledger", [401, 403, 403, 404]),
        post(
            "/api/auth/admin/global-points",
            ADMIN,
            |_, _| json!({ "amount": 1, "reason": "A good stream" }),
        ),
        // A member that doesn't exist, and a job that doesn't exist.
        get("/api/admin/jobs/{id}", [401, 403, 403, 404]),
        get("/api/admin/accounts", ADMIN),
        get("/api/auth/admin/accounts", ADMIN),
        get("/api/auth/admin/all-players", ADMIN),
        put("/api/admin/accounts/{id}", [401, 403, 403, 404], |_, _| json!({ "isActive": false })),
        post(
            "/api/admin/accounts/{id}/link",
            [401, 403, 403, 404],
            |_, _| json!({ "kind": "reset" }),
        ),
        get("/api/admin/accounts/{id}/ledger", [401, 403, 403, 404]),
        // Only the admin comes as far as looking for the member.
        Row {
            method: Method::DELETE,
            ..get("/api/admin/accounts/{id}/picture", [401, 403, 403, 404])
        },
        put(
            "/api/admin/accounts/{id}/username",
            [401, 403, 403, 404],
            |_, _| json!({ "username": "somebody" }),
        ),
        post("/api/admin/accounts/{id}/sign-out", [401, 403, 403, 404], |_, _| json!({})),
        get("/api/admin/audit", ADMIN),
        get("/api/admin/first-steps", ADMIN),
        put("/api/admin/first-steps", ADMIN, |_, _| json!({ "id": "chat", "hidden": true })),
        get("/api/admin/purchases", ADMIN),
        get("/api/admin/approvals", ADMIN),
        get("/api/admin/letters", ADMIN),
        // Only for an admin is the email looked up.
        post("/api/admin/letters/{id}/retry", [401, 403, 403, 404], |_, _| json!({})),
        Row { method: Method::DELETE, ..get("/api/admin/letters/{id}", [401, 403, 403, 404]) },
    ]
}

pub(super) fn settings() -> Vec<Row> {
    vec![
        get("/api/setup", [404; 4]),
        post(
            "/api/setup",
            [404; 4],
            |_, _| json!({ "code": "x", "password": "x", "siteName": "x", "accent": "x", "timezone": "x" }),
        ),
        row(Method::POST, "/api/setup/restore", [404; 4]),
        get("/api/setup/restore/progress", [404; 4]),
        get("/api/overlay/line", EVERYONE),
        put(
            "/api/admin/overlay/line",
            ADMIN,
            |_, _| json!({ "text": "Back in five", "seconds": 60 }),
        ),
        delete("/api/admin/overlay/line", ADMIN),
        get("/api/admin/overlay/sources", ADMIN),
        row(Method::POST, "/api/admin/overlay/sources/{id}/key", [401, 403, 403, 404]),
        delete("/api/admin/overlay/sources/{id}/key", [401, 403, 403, 404]),
        row(Method::POST, "/api/admin/overlay/sources/{id}/test", [401, 403, 403, 404]),
        get("/api/admin/pictures", ADMIN),
        row(Method::POST, "/api/admin/pictures", [401, 403, 403, 400]),
        delete("/api/admin/pictures/{id}", [401, 403, 403, 404]),
        get("/api/site/pictures/{name}", [404; 4]),
        get("/api/admin/settings", ADMIN),
        get("/api/admin/settings/place/passkeys", ADMIN),
        get("/api/admin/settings/export", ADMIN),
        get("/api/admin/settings/example", ADMIN),
        post("/api/admin/settings/compare", ADMIN, |_, _| json!({ "format": 1, "sections": {} })),
        post(
            "/api/admin/settings/import",
            ADMIN,
            |_, _| json!({ "file": { "format": 1, "sections": {} }, "revisions": {} }),
        ),
        post("/api/admin/settings/games/returns", ADMIN, |_, _| json!({ "tables": {} })),
        post("/api/admin/settings/services/{service}/test", ADMIN, |_, _| json!({})),
        post("/api/admin/settings/mail/test", ADMIN, |_, _| json!({ "to": "a@example.com" })),
        put("/api/admin/settings/{section}", ADMIN, |_, _| {
            let values =
                json!({ "name": "point", "name_plural": "coins", "welcome": 0, "cycle": "month" });
            json!({ "revision": 1, "values": values })
        }),
        get("/api/admin/settings/{section}/history", ADMIN),
        get("/api/admin/settings/{section}/history/{revision}", ADMIN),
        post(
            "/api/admin/settings/{section}/history/{revision}/restore",
            ADMIN,
            |_, _| json!({ "revision": 2 }),
        ),
    ]
}
