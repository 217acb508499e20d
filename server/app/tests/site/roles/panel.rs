//! Rows of the lists of the panel: accounts, the audit log, purchases, names, emails.

use reqwest::Method;
use serde_json::json;

use super::{ADMIN, Row, get, post, put};

pub(super) fn lists() -> Vec<Row> {
    vec![
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
