//! Members and their accounts of the platform.

use insta::assert_json_snapshot;
use pointhouse::chat::ChatError;
use pointhouse_store::Batch;
use reqwest::Method;
use serde_json::{Value, json};

use super::platform::{Delivery, Platform, connected};
use super::signing_in::link;
use crate::rig::{Answer, HOUR, Member, PASSWORD, SECOND, Server};

const MINUTE: i64 = 60 * SECOND;

pub(crate) async fn mine(server: &Server, member: &Member) -> Value {
    server.get("/api/kick/me").by(&member.token).send().await.of(200)
}

async fn code_of(server: &Server, member: &Member) -> String {
    mine(server, member).await["command"].as_str().unwrap().to_owned()
}

async fn decide(server: &Server, member: &Member, what: &str, id: &Value) -> Answer {
    let call = server.post(&format!("/api/kick/link/{what}")).by(&member.token);
    call.json(&json!({ "id": id })).send().await
}

async fn unlink(server: &Server, member: &Member) -> Answer {
    server.call(Method::DELETE, "/api/kick/link").by(&member.token).send().await
}

/// A chatter claims to be a member. Returns the reply.
pub(crate) async fn ask(
    server: &Server,
    platform: &Platform,
    member: &Member,
    sender: u64,
    number: u32,
) -> String {
    let command = code_of(server, member).await;
    platform.answer(server, &Delivery::message(server, number, sender, &command)).await
}

/// Links a member to an account by the chat.
pub(crate) async fn link_in_chat(
    server: &Server,
    platform: &Platform,
    member: &Member,
    sender: u64,
    number: u32,
) {
    ask(server, platform, member, sender, number).await;
    let asked = mine(server, member).await["pending"][0]["id"].clone();
    decide(server, member, "confirm", &asked).await.of(200);
}

/// The payload of the next event of a name.
async fn heard(server: &Server, socket: &str, name: &str) -> Value {
    for _ in 0..20 {
        let text = server.get(socket).send().await.text;
        for packet in text.split('\u{1e}').filter_map(|packet| packet.strip_prefix("42")) {
            let event: Value = serde_json::from_str(packet).unwrap();
            if event[0] == name {
                return event[1].clone();
            }
        }
    }
    panic!("{name} was not heard");
}

#[tokio::test]
async fn what_is_asked_in_the_chat_is_confirmed_on_the_site() {
    let (mut server, platform) = connected().await;
    let [emu, other] = [server.member("emu").await, server.member("other").await];
    let fresh = mine(&server, &emu).await;
    assert_json_snapshot!("kick_me", fresh, { ".command" => "[command]" });
    let socket = server.listen(&json!({ "token": emu.token })).await;
    let answer = ask(&server, &platform, &emu, 5, 1).await;
    let expected = "If e*u is your account, confirm it at http://site.test/account within 15 \
        minutes. If it is not, write !unlink.";
    assert_eq!(answer, expected);
    let payload = heard(&server, &socket, "kickVerifyAsked").await;
    assert_json_snapshot!("kick_verify_asked", payload);
    // Survives a restart; other members don't see it.
    server.restart().await;
    let asked = mine(&server, &emu).await;
    assert_json_snapshot!("kick_asked", asked, { ".command" => "[command]" });
    let id = &asked["pending"][0]["id"];
    assert_eq!((&payload["id"], &asked["linked"]), (id, &Value::Null));
    assert_eq!(mine(&server, &other).await["pending"], json!([]));
    decide(&server, &other, "confirm", id).await.refused(404, "not_found");
    decide(&server, &other, "refuse", id).await.refused(404, "not_found");
    let socket = server.listen(&json!({ "token": emu.token })).await;
    let linked = decide(&server, &emu, "confirm", id).await.of(200);
    assert_json_snapshot!("kick_linked", linked, { ".command" => "[command]" });
    assert_eq!(heard(&server, &socket, "kickLinkChanged").await, json!({}));
    decide(&server, &emu, "confirm", id).await.refused(404, "not_found");
    let me = server.get("/api/auth/me").by(&emu.token).send().await.of(200);
    assert_eq!(me["user"]["kickUsername"], "chatter_5");
    server.prove();
}

#[tokio::test]
async fn what_is_refused_or_too_late_links_nobody() {
    let (server, platform) = connected().await;
    let emu = server.member("emu").await;
    ask(&server, &platform, &emu, 5, 1).await;
    let id = mine(&server, &emu).await["pending"][0]["id"].clone();
    let refused = decide(&server, &emu, "refuse", &id).await.of(200);
    assert_eq!((&refused["pending"], &refused["linked"]), (&json!([]), &Value::Null));
    decide(&server, &emu, "confirm", &id).await.refused(404, "not_found");
    server.pass(MINUTE);
    ask(&server, &platform, &emu, 5, 2).await;
    let id = mine(&server, &emu).await["pending"][0]["id"].clone();
    server.pass(15 * MINUTE);
    assert_eq!(mine(&server, &emu).await["pending"], json!([]));
    decide(&server, &emu, "confirm", &id).await.refused(404, "not_found");
    assert!(server.site().chat().sweep().await.unwrap() >= 1);
    assert_eq!(mine(&server, &emu).await["linked"], Value::Null);
}

#[tokio::test]
async fn an_account_of_the_platform_is_one_members() {
    let (server, platform) = connected().await;
    let [emu, other] = [server.member("emu").await, server.member("other").await];
    link_in_chat(&server, &platform, &emu, 5, 1).await;
    server.pass(MINUTE);
    let answer = ask(&server, &platform, &other, 5, 2).await;
    assert!(answer.contains("linked to another account of the site, e*u"), "{answer}");
    assert!(answer.ends_with("To end that, write !unlink."), "{answer}");
    // The other way round: the member has one already.
    let answer = ask(&server, &platform, &emu, 6, 3).await;
    assert!(answer.contains("linked to another Kick account"), "{answer}");
    server.pass(MINUTE);
    let answer = ask(&server, &platform, &emu, 5, 4).await;
    assert_eq!(answer, "You are linked to e*u already. If that is not you: !unlink.");
    for member in [&emu, &other] {
        assert_eq!(mine(&server, member).await["pending"], json!([]));
    }
    // Two ask for the same member: the first confirmed wins, the other is refused.
    for (sender, number) in [(7, 5), (8, 6)] {
        ask(&server, &platform, &other, sender, number).await;
    }
    let pending = mine(&server, &other).await["pending"].clone();
    decide(&server, &other, "confirm", &pending[0]["id"]).await.of(200);
    let second = decide(&server, &other, "confirm", &pending[1]["id"]).await;
    second.refused(409, "already_linked");
    // Free again.
    unlink(&server, &emu).await.of(200);
    unlink(&server, &emu).await.refused(404, "not_found");
    let me = server.get("/api/auth/me").by(&emu.token).send().await.of(200);
    assert_eq!(me["user"]["kickUsername"], Value::Null);
    server.pass(HOUR);
    link_in_chat(&server, &platform, &emu, 5, 9).await;
}

#[tokio::test]
async fn one_that_is_linked_elsewhere_before_the_word_is_given_is_refused() {
    let (server, platform) = connected().await;
    let [emu, other] = [server.member("emu").await, server.member("other").await];
    ask(&server, &platform, &emu, 5, 1).await;
    let first = mine(&server, &emu).await["pending"][0]["id"].clone();
    server.pass(MINUTE);
    // The same sender claims to be another member: one request at a time, the last one.
    ask(&server, &platform, &other, 5, 2).await;
    assert_eq!(mine(&server, &emu).await["pending"], json!([]));
    decide(&server, &emu, "confirm", &first).await.refused(404, "not_found");
    let second = mine(&server, &other).await["pending"][0]["id"].clone();
    decide(&server, &other, "confirm", &second).await.of(200);
    assert_eq!(mine(&server, &other).await["linked"]["username"], "chatter_5");
}

#[tokio::test]
async fn asking_has_limits_and_tells_nothing() {
    let (server, platform) = connected().await;
    let emu = server.member("emu").await;
    let answer = platform.answer(&server, &Delivery::message(&server, 1, 5, "!verify")).await;
    assert!(answer.starts_with("You are not linked yet"), "{answer}");
    for number in 2..8 {
        server.pass(MINUTE);
        let wrong = Delivery::message(&server, number, 5, "!verify WRONG234");
        let answer = platform.answer(&server, &wrong).await;
        assert!(answer.starts_with("There is no account with this code"), "{answer}");
    }
    server.pass(MINUTE);
    let answer = ask(&server, &platform, &emu, 5, 8).await;
    assert!(answer.starts_with("You asked too often"), "{answer}");
    let answer = ask(&server, &platform, &emu, 11, 11).await;
    assert!(answer.starts_with("If e*u is your account, confirm it"), "{answer}");
    server.pass(MINUTE);
    let answer = ask(&server, &platform, &emu, 11, 15).await;
    assert!(answer.starts_with("Confirm it at http://site.test/account if e*u is"), "{answer}");
    server.pass(HOUR);
    let answer = ask(&server, &platform, &emu, 5, 20).await;
    assert!(answer.starts_with("If e*u is your account, confirm it"), "{answer}");
}

#[tokio::test]
async fn strangers_who_write_a_code_do_not_keep_its_owner_out() {
    let (server, platform) = connected().await;
    let emu = server.member("emu").await;
    let command = code_of(&server, &emu).await;
    for sender in 11..23 {
        let message = Delivery::message(&server, sender, u64::from(sender), &command);
        platform.answer(&server, &message).await;
    }
    let answer = ask(&server, &platform, &emu, 5, 30).await;
    assert!(answer.starts_with("If e*u is your account, confirm it"), "{answer}");
    let pending = mine(&server, &emu).await["pending"].clone();
    let own = |pending: &Value| {
        let all = pending.as_array().unwrap();
        all.iter().find(|one| one["username"] == "chatter_5").map(|one| one["id"].clone())
    };
    decide(&server, &emu, "confirm", &own(&pending).unwrap()).await.of(200);
    assert_eq!(mine(&server, &emu).await["linked"]["username"], "chatter_5");
}

#[tokio::test]
async fn the_oldest_request_gives_way_to_one_too_many() {
    let (mut server, platform) = connected().await;
    let emu = server.member("emu").await;
    for sender in 100..121_u32 {
        ask(&server, &platform, &emu, u64::from(sender), sender).await;
        server.pass(SECOND);
    }
    let names = async |server: &Server| {
        let pending = mine(server, &emu).await["pending"].clone();
        let all = pending.as_array().unwrap().iter();
        all.map(|one| one["username"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let expected: Vec<String> = (101..121).map(|sender| format!("chatter_{sender}")).collect();
    assert_eq!(names(&server).await, expected);
    server.restart().await;
    assert_eq!(names(&server).await, expected);
}

/// A chatter withdraws their request or link. Returns the reply.
async fn unlink_in_chat(server: &Server, platform: &Platform, sender: u64, number: u32) -> String {
    platform.answer(server, &Delivery::message(server, number, sender, "!unlink")).await
}

#[tokio::test]
async fn who_was_talked_into_a_code_of_a_stranger_gets_away_again() {
    let (mut server, platform) = connected().await;
    let [thief, honest] = [server.member("thief").await, server.member("honest").await];
    // A request can be withdrawn before it is confirmed.
    let answer = ask(&server, &platform, &thief, 5, 1).await;
    assert!(answer.contains("th*ef") && answer.contains("!unlink"), "{answer}");
    let id = mine(&server, &thief).await["pending"][0]["id"].clone();
    let answer = unlink_in_chat(&server, &platform, 5, 2).await;
    assert_eq!(answer, "Your request to be linked to th*ef is withdrawn.");
    decide(&server, &thief, "confirm", &id).await.refused(404, "not_found");
    server.pass(MINUTE);
    let answer = unlink_in_chat(&server, &platform, 5, 3).await;
    assert_eq!(answer, "You are not linked to an account of the site.");
    // So can the link after it, and the code of one's own is taken then.
    server.pass(MINUTE);
    link_in_chat(&server, &platform, &thief, 5, 4).await;
    let socket = server.listen(&json!({ "token": thief.token })).await;
    server.pass(MINUTE);
    let answer = unlink_in_chat(&server, &platform, 5, 5).await;
    assert_eq!(answer, "You are no longer linked to th*ef.");
    assert_eq!(heard(&server, &socket, "kickLinkChanged").await, json!({}));
    assert_eq!(mine(&server, &thief).await["linked"], Value::Null);
    server.pass(MINUTE);
    link_in_chat(&server, &platform, &honest, 5, 6).await;
    assert_eq!(mine(&server, &honest).await["linked"]["username"], "chatter_5");
    server.prove();
}

#[tokio::test]
async fn a_command_does_not_end_a_link_that_kick_itself_proved() {
    let (server, platform) = connected().await;
    let emu = server.member("emu").await;
    assert_eq!(link(&server, &platform, &emu, 5).await, "/account?kick=linked");
    let answer = unlink_in_chat(&server, &platform, 5, 1).await;
    assert_eq!(answer, "You linked e*u on the site. Unlink it at http://site.test/account");
    assert_eq!(mine(&server, &emu).await["linked"]["by"], "oauth");
}

#[tokio::test]
async fn a_proof_by_kick_displaces_a_link_that_was_made_in_the_chat() {
    let (mut server, platform) = connected().await;
    let [thief, honest] = [server.member("thief").await, server.member("honest").await];
    link_in_chat(&server, &platform, &thief, 5, 1).await;
    let socket = server.listen(&json!({ "token": thief.token })).await;
    assert_eq!(link(&server, &platform, &honest, 5).await, "/account?kick=linked");
    assert_eq!(heard(&server, &socket, "kickLinkChanged").await, json!({}));
    for restarted in [false, true] {
        assert_eq!(mine(&server, &thief).await["linked"], Value::Null, "{restarted}");
        let linked = mine(&server, &honest).await["linked"].clone();
        assert_eq!((&linked["by"], &linked["username"]), (&json!("oauth"), &json!("chatter_5")));
        server.restart().await;
    }
    // Not the other way round, and not by another proof.
    server.pass(MINUTE);
    let answer = ask(&server, &platform, &thief, 5, 2).await;
    assert!(answer.ends_with("Unlink it at http://site.test/account first."), "{answer}");
    let thief = server.login_again(&thief).await;
    assert_eq!(link(&server, &platform, &thief, 5).await, "/account?kick=taken");
    server.prove();
}

#[tokio::test]
async fn a_new_name_in_the_chat_follows() {
    let (server, platform) = connected().await;
    let emu = server.player("emu", 5).await;
    link_in_chat(&server, &platform, &emu, 5, 1).await;
    let mut renamed = Delivery::message(&server, 2, 5, "!points");
    renamed.body = renamed.body.replace("chatter_5", "New_Name");
    assert_eq!(platform.answer(&server, &renamed).await, "You have 5 points.");
    assert_eq!(mine(&server, &emu).await["linked"]["username"], "New_Name");
}

#[tokio::test]
async fn a_deleted_account_loses_its_link_and_the_download_contains_it() {
    let (mut server, platform) = connected().await;
    let [emu, other] = [server.member("emu").await, server.member("other").await];
    let command = code_of(&server, &emu).await;
    link_in_chat(&server, &platform, &emu, 5, 1).await;
    server.pass(MINUTE);
    ask(&server, &platform, &other, 6, 2).await;
    let file = async |member: &Member| {
        server.get("/api/auth/download-data").by(&member.token).send().await.of(200)
    };
    let (linked, asked) = (file(&emu).await, file(&other).await);
    assert_eq!((&linked["kick"]["by"], &linked["kickRequests"]), (&json!("chat"), &json!([])));
    assert_eq!((&linked["kick"]["id"], &linked["kickEarnings"]), (&json!("5"), &Value::Null));
    assert_eq!(
        (&asked["kick"], &asked["kickRequests"][0]["username"]),
        (&Value::Null, &json!("chatter_6"))
    );
    for member in [&emu, &other] {
        let call = server.call(Method::DELETE, "/api/auth/delete-account").by(&member.token);
        call.json(&json!({ "password": PASSWORD })).send().await.of(200);
    }
    let left = |table| server.site().store().view().scan(table, &[], &[], 10).unwrap().len();
    assert_eq!(left(pointhouse::tables::CHAT_LINK), 0);
    assert_eq!(left(pointhouse::tables::CHAT_REQUEST), 0);
    server.pass(MINUTE);
    let answer = platform.answer(&server, &Delivery::message(&server, 3, 5, &command)).await;
    assert!(answer.starts_with("There is no account with this code"), "{answer}");
    server.prove();
}

#[tokio::test]
async fn who_leaves_while_the_platform_is_off_leaves_nothing_behind() {
    let (mut server, platform) = connected().await;
    let [emu, other] = [server.member("emu").await, server.member("other").await];
    ask(&server, &platform, &emu, 5, 1).await;
    server.pass(MINUTE);
    ask(&server, &platform, &other, 6, 2).await;
    server.restart_with(|config| config.kick.client_id = String::new()).await;
    let file = server.get("/api/auth/download-data").by(&emu.token).send().await.of(200);
    assert_eq!(file["kickRequests"][0]["username"], "chatter_5");
    let call = server.call(Method::DELETE, "/api/auth/delete-account").by(&emu.token);
    call.json(&json!({ "password": PASSWORD })).send().await.of(200);
    let left = |server: &Server| {
        let view = server.site().store().view().clone();
        view.scan(pointhouse::tables::CHAT_REQUEST, &[], &[], 10).unwrap().len()
    };
    assert_eq!(left(&server), 1);
    // Unanswered requests expire as usual.
    assert_eq!(server.site().chat().sweep().await.unwrap(), 0);
    server.pass(60 * MINUTE);
    assert_eq!(server.site().chat().sweep().await.unwrap(), 1);
    assert_eq!(left(&server), 0);
    server.prove();
}

#[tokio::test]
async fn a_deletion_that_fails_forgets_nothing() {
    let (server, platform) = connected().await;
    let emu = server.member("emu").await;
    ask(&server, &platform, &emu, 5, 1).await;
    let failing = |_| async { Err::<(), _>(ChatError::Busy) };
    let forgotten = server.site().chat().forget(emu.id, Batch::new(), failing).await;
    assert!(matches!(forgotten, Err(ChatError::Busy)), "{forgotten:?}");
    let pending = mine(&server, &emu).await["pending"].clone();
    decide(&server, &emu, "confirm", &pending[0]["id"]).await.of(200);
}

#[tokio::test]
async fn points_of_a_file_find_the_linked_account() {
    let (server, platform) = connected().await;
    let [thief, honest] = [server.member("thief").await, server.member("honest").await];
    link_in_chat(&server, &platform, &thief, 5, 1).await;
    let file = "Username,E-Mail,Points,Kick ID,Rainbet Username\n,,40,5,\n,,50,6,\n";
    let admin = server.admin().await;
    let call = server.post("/api/admin/points/import?dryRun=false").by(&admin);
    let read = call.header("content-type", "text/csv").text(file).send().await.of(200);
    // What was asked for in the chat proves nothing about points of elsewhere.
    assert_eq!((&read["credited"], &read["waiting"]), (&json!(0), &json!(2)), "{read}");
    let balance = |member: &Member| server.site().wallets().balance(member.id).unwrap().balance;
    assert_eq!(balance(&thief), 0);
    // A member with such a link who deletes their account doesn't remove a stranger's line either.
    let call = server.call(Method::DELETE, "/api/auth/delete-account").by(&thief.token);
    call.json(&json!({ "password": PASSWORD })).send().await.of(200);
    assert_eq!(link(&server, &platform, &honest, 5).await, "/account?kick=linked");
    assert_eq!(server.site().imports().retry_waiting().await.unwrap(), 1);
    assert_eq!(balance(&honest), 40);
}

#[tokio::test]
async fn a_proved_link_stays_proved_when_the_sessions_end() {
    let (mut server, platform) = connected().await;
    let [emu, other] = [server.member("emu").await, server.member("other").await];
    assert_eq!(link(&server, &platform, &emu, 5).await, "/account?kick=linked");
    server.post("/api/auth/sign-out-everywhere").by(&emu.token).send().await.of(200);
    server.restart().await;
    let answer = unlink_in_chat(&server, &platform, 5, 1).await;
    assert_eq!(answer, "You linked e*u on the site. Unlink it at http://site.test/account");
    let other = server.login_again(&other).await;
    assert_eq!(link(&server, &platform, &other, 5).await, "/account?kick=taken");
    let admin = server.admin().await;
    let call = server.post("/api/admin/points/import?dryRun=false").by(&admin);
    let read = call.header("content-type", "text/csv").text("Points,Kick ID\n40,5\n").send().await;
    assert_eq!(read.of(200)["credited"], 1);
    assert_eq!(server.site().wallets().balance(emu.id).unwrap().balance, 40);
    server.prove();
}

#[tokio::test]
async fn a_link_that_is_confirmed_while_its_sender_unlinks_does_not_stay() {
    let (server, platform) = connected().await;
    let emu = server.member("emu").await;
    for number in 0..8 {
        server.pass(HOUR);
        ask(&server, &platform, &emu, 5, 2 * number + 1).await;
        let id = mine(&server, &emu).await["pending"][0]["id"].clone();
        let unlinked = unlink_in_chat(&server, &platform, 5, 2 * number + 2);
        let (_, answer) = tokio::join!(decide(&server, &emu, "confirm", &id), unlinked);
        let standing = mine(&server, &emu).await;
        assert_eq!(
            (&standing["linked"], &standing["pending"]),
            (&Value::Null, &json!([])),
            "{answer}"
        );
    }
}
