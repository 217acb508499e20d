//! What a streamer calls the points, in the texts of the server.

use serde_json::{Value, json};

use crate::rig::Server;

#[tokio::test]
async fn messages_and_statements_have_the_sites_name_for_points() {
    let server = Server::with(|config| {
        config.points.name = "Dingo dollar".to_owned();
        config.points.name_plural = "Dingo dollars".to_owned();
    })
    .await;
    let admin = server.admin().await;
    let member = server.player("matilda", 10).await;
    let user = member.id.to_string();
    let post = async |path: &str, body: Value| {
        server.post(path).by(&admin).json(&body).send().await.of(200)
    };

    for (action, amount, message) in [
        ("add", 5, "Added 5 Dingo dollars"),
        ("remove", 1, "Removed 1 Dingo dollar"),
        ("set", 20, "Balance set to 20 Dingo dollars"),
    ] {
        let body = json!({ "userId": user, "action": action, "amount": amount });
        let answer = post("/api/auth/admin/manage-points", body).await;
        assert_eq!(answer["message"], message);
    }
    let body = json!({ "amount": 1, "reason": "Thanks" });
    let answer = post("/api/auth/admin/global-points", body).await;
    assert_eq!(answer["message"], "1 member got 1 Dingo dollar each");

    let file = "email,points\nsomeone@example.com,30\n";
    let import = server.post("/api/admin/points/import?dryRun=false").by(&admin);
    import.header("content-type", "text/csv").text(file).send().await.of(200);
    let waiting = server.get("/api/admin/points/import/waiting").by(&admin).send().await.of(200);
    let line = waiting["items"][0]["id"].as_str().unwrap();
    let path = format!("/api/admin/points/import/waiting/{line}/credit");
    let answer = post(&path, json!({ "userId": user })).await;
    assert_eq!(answer["message"], "Credited 30 Dingo dollars");

    let ledger = server.get("/api/me/ledger").by(&member.token).send().await.of(200);
    assert_eq!(ledger["items"][0]["reason"], "Imported Dingo dollars");
    let path = format!("/api/admin/accounts/{user}/ledger?q=imported+dingo");
    let found = server.get(&path).by(&admin).send().await.of(200);
    assert_eq!(found["total"], 1, "{found}");

    let calendar = server.get("/api/calendar/me").by(&member.token).send().await.of(200);
    let milestones = calendar["milestones"].as_array().unwrap();
    let reward = milestones.iter().find(|one| one["type"] == "points").unwrap()["reward"].clone();
    assert!(reward.as_str().unwrap().ends_with(" bonus Dingo dollars"), "{reward}");
}
