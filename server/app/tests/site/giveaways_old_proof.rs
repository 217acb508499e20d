//! A giveaway that was drawn after the backup that the site was restored from: the owner gives the proof of its draw.

use serde_json::{Value, json};

use crate::giveaways::{create, delete, draft, enter, list, order, proven, with_one};
use crate::people::person;
use crate::rig::{Answer, HOUR, Member, PASSWORD, Server};

async fn proof(server: &Server) -> Value {
    server.get("/api/giveaways/1/proof").send().await.of(200)
}

async fn give(server: &Server, by: &str, old: &Value) -> Answer {
    server.post("/api/giveaways/1/old-proof").by(by).json(old).send().await
}

async fn balance(server: &Server, member: &Member) -> Value {
    server.get("/api/auth/me").by(&member.token).send().await.of(200)["user"]["points"].take()
}

fn with(old: &Value, at: &str, value: impl Into<Value>) -> Value {
    let mut changed = old.clone();
    *changed.pointer_mut(at).unwrap() = value.into();
    changed
}

/// Account code of an entry.
fn code(old: &Value, entry: usize) -> &str {
    old["proof"]["entries"][entry]["accountId"].as_str().unwrap()
}

/// The giveaway was drawn with more tickets than the backup holds. Returns the restored site and the proof.
async fn restored() -> (Server, [Member; 2], Value) {
    let (mut server, _) = with_one(&draft("paid", 5)).await;
    let members = [server.player("emu", 100).await, server.player("kiwi", 100).await];
    let [emu, kiwi] = &members;
    enter(&server, emu, &order("paid", 5, 2)).await.of(200);
    let backup = server.back_up().await;
    enter(&server, kiwi, &order("paid", 5, 3)).await.of(200);
    enter(&server, emu, &order("paid", 5, 1)).await.of(200);
    server.pass(48 * HOUR);
    let old = proof(&server).await;
    server.restart_over(&backup).await;
    let members = [server.login_again(emu).await, server.login_again(kiwi).await];
    (server, members, old)
}

#[tokio::test]
async fn the_draw_of_before_the_restore_is_taken_with_its_later_tickets() {
    let (mut server, [emu, kiwi], old) = restored().await;
    let admin = server.admin().await;
    let answer = give(&server, &admin, &old).await.of(200);
    let before = &old["proof"];
    let after = proven(&server, 1).await;
    for same in ["serverSeed", "clientSeed", "text", "chain", "tickets", "winner", "winnerHash"] {
        assert_eq!(after[same], before[same], "{same}");
    }
    let (winner, other) =
        if before["winner"] == code(&old, 0) { (&emu, &kiwi) } else { (&kiwi, &emu) };
    assert_eq!(answer["winner"]["username"], winner.name);
    let wins = async |member: &Member| {
        let wins = server.get("/api/me/wins").by(&member.token).send().await.of(200);
        wins["wins"].as_array().unwrap().len()
    };
    assert_eq!((wins(winner).await, wins(other).await), (1, 0));
    // What was paid after the backup came back with the restore.
    assert_eq!(
        (balance(&server, &emu).await, balance(&server, &kiwi).await),
        (90.into(), 100.into())
    );
    let shown = &list(&server).await["giveaways"][0];
    assert_eq!((&shown["interrupted"], &shown["listedTickets"]), (&json!(false), &json!(6)));
    assert_eq!(shown["entrantCount"], 2);
    let change = shown["changes"].as_array().unwrap().last().unwrap();
    let text = "Its draw was taken from a proof of before the restore, with 2 entries that the backup lacks";
    assert_eq!(change["text"], text);
    give(&server, &admin, &old).await.refused(409, "not_interrupted");
    delete(&server, &admin, 1).await.refused(409, "drawn");
    server.prove();
}

#[tokio::test]
async fn a_winner_who_signed_up_after_the_backup_is_known_by_the_code_alone() {
    let (mut server, _) = with_one(&draft("free", 0)).await;
    let backup = server.back_up().await;
    let late = server.member("late").await;
    enter(&server, &late, &order("free", 0, 1)).await.of(200);
    server.pass(48 * HOUR);
    let old = proof(&server).await;
    server.restart_over(&backup).await;
    let admin = server.admin().await;
    let answer = give(&server, &admin, &old).await.of(200);
    assert_eq!(answer["winner"]["username"], "Former member");
    assert_eq!(proven(&server, 1).await["winner"], code(&old, 0));
    let shown = &list(&server).await["giveaways"][0];
    assert_eq!((&shown["ticketCount"], &shown["entrantCount"]), (&json!(1), &json!(1)));
    server.prove();
}

#[tokio::test]
async fn a_winner_who_has_left_since_the_restore_stays_the_winner() {
    let (mut server, [emu, kiwi], old) = restored().await;
    let admin = server.admin().await;
    let winner = if old["proof"]["winner"] == code(&old, 0) { &emu } else { &kiwi };
    let leave = server.call(reqwest::Method::DELETE, "/api/auth/delete-account").by(&winner.token);
    leave.json(&json!({ "password": PASSWORD })).send().await.of(200);
    // The other one could win: a proof without the winning draw is refused.
    let mut cut = with(&old, "/proof/draws/0/forfeited", true);
    cut["proof"]["draws"][0]["forfeitReason"] = json!("deleted");
    let refused = give(&server, &admin, &cut).await.of(400);
    assert!(refused["fields"]["proof"].as_str().unwrap().contains("without a winner"), "{refused}");
    let answer = give(&server, &admin, &old).await.of(200);
    assert_eq!(answer["winner"]["username"], "Former member");
    assert_eq!(proven(&server, 1).await["winner"], old["proof"]["winner"]);
    server.prove();
}

#[tokio::test]
async fn a_proof_that_does_not_fit_changes_nothing() {
    let (mut server, _, old) = restored().await;
    let admin = server.admin().await;
    let text = old["proof"]["text"].as_str().unwrap();
    let (_, after_first) = text.split_once("0:2:").unwrap();
    let fewer = format!("giveaway:1:4\n{}", after_first.split_once('\n').unwrap().1);
    let ticket = old["proof"]["draws"][0]["index"].as_u64().unwrap();
    let wrong = [
        ("/proof/serverSeed", json!("ab".repeat(32))),
        ("/proof/serverSeed", json!("AB")),
        ("/proof/text", json!(fewer)),
        ("/proof/text", json!("")),
        ("/proof/text", json!(format!("{text}\n"))),
        ("/proof/text", json!(text.replace("giveaway:1:", "giveaway:2:"))),
        ("/proof/draws", json!([])),
        ("/proof/draws/0/redraw", json!(1)),
        ("/proof/draws/0/redraw", json!(u64::MAX)),
        ("/proof/draws/0/index", json!((ticket + 1) % 6)),
        // The account of the drawn ticket is active.
        ("/proof/draws/0/forfeited", json!(true)),
    ];
    for (at, value) in wrong {
        let answer = give(&server, &admin, &with(&old, at, value.clone())).await;
        assert!(answer.of(400)["fields"]["proof"].is_string(), "{at} {value}");
    }
    give(&server, &admin, &json!({ "proof": {} })).await.of(400);
    let helper = person(&server, &admin, "ada", "admin").await;
    give(&server, &helper, &old).await.refused(403, "role");
    assert_eq!(list(&server).await["giveaways"][0]["interrupted"], true);
    server.pass(HOUR);
    give(&server, &admin, &old).await.refused(403, "proof");
    server.prove_owner(&admin).await;
    create(&server, &admin, &draft("free", 0)).await;
    delete(&server, &admin, 1).await.of(200);
    give(&server, &admin, &old).await.refused(409, "not_interrupted");
    server.prove();
}
