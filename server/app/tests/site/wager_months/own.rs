//! Prizes of the own member accounts of staff.

use reqwest::Method;
use serde_json::json;

use super::{casino, start};
use crate::people::{name_account, newcomer};
use crate::rig::{Answer, Counterpart, Server};

async fn mark(server: &Server, by: &str, rank: u8, name: &str) -> Answer {
    let path = format!("/api/admin/wager-months/2026-02/payouts/{rank}");
    let body = json!({ "username": name, "paid": true });
    server.call(Method::PUT, &path).by(by).json(&body).send().await
}

#[tokio::test]
async fn a_prize_of_an_own_account_is_marked_by_another_person() {
    let months = json!({ "2026-02": { "Emu": "70", "Roo": "60" }, "2026-03": { "Emu": "1" } });
    let other = Counterpart::start(casino(months));
    let server = start(&other).await;
    let (admin, emu) = (server.admin().await, server.member("emu").await);
    let ask = server.call(Method::PUT, "/api/auth/update-gaming").by(&emu.token);
    ask.json(&json!({ "rainbetUsername": "EMU" })).send().await.of(200);
    let approve = server.call(Method::PUT, "/api/auth/gaming-approvals/1").by(&admin);
    approve.json(&json!({ "status": "approved" })).send().await.of(200);
    let ada = newcomer(&server, &admin, "Ada", "admin").await;
    name_account(&server, &ada, "emu").await.of(200);
    name_account(&server, &admin, "").await.of(200);

    mark(&server, &ada, 1, "Emu").await.refused(403, "team");
    mark(&server, &ada, 2, "Roo").await.of(200);
    let together = async |by: &str| {
        let body = json!({ "months": ["2026-02"], "prizes": 1 });
        server.post("/api/admin/wager-months/payouts").by(by).json(&body).send().await
    };
    together(&ada).await.refused(403, "team");
    together(&admin).await.of(200);
}
