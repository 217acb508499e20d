//! What a restore brings back, and what it does not: nothing that was revealed, drawn or revoked after the backup.

use serde_json::{Value, json};

use crate::dice::bet;
use crate::giveaways::{create, draft, enter, list, order};
use crate::people::{OWN_PASSWORD, person};
use crate::rig::{HOUR, Member, PASSWORD, Program, Server};

async fn fairness(server: &Server, member: &Member) -> Value {
    server.get("/api/games/fairness").by(&member.token).send().await.of(200)
}

async fn event(server: &Server) -> Value {
    let mut events = server.get("/api/games/fairness/events").send().await.of(200);
    assert_eq!(events["events"].as_array().unwrap().len(), 1, "{events}");
    events["events"][0].take()
}

async fn balance(server: &Server, member: &Member) -> Value {
    server.get("/api/auth/me").by(&member.token).send().await.of(200)["user"]["points"].take()
}

/// A site with a member whose round of mines is open and who has a paid ticket, and with a staff member.
async fn busy() -> (Server, Member, [String; 2]) {
    let server = Server::start().await;
    let admin = server.admin().await;
    let emu = server.player("emu", 1000).await;
    let moderator = person(&server, &admin, "mona", "moderator").await;
    server.bet(&emu, &bet(10, 50, "over")).await.of(200);
    create(&server, &admin, &draft("paid", 5)).await.of(200);
    enter(&server, &emu, &order("paid", 5, 2)).await.of(200);
    server.game(&emu, "mines/start", &json!({ "bet": 100, "mines": 3 })).await.of(200);
    (server, emu, [admin, moderator])
}

#[tokio::test]
async fn without_the_key_seeds_are_lost_stakes_come_back_and_nothing_is_called_revealed() {
    let (server, emu, _) = busy().await;
    let pair = fairness(&server, &emu).await;
    let before = balance(&server, &emu).await.as_u64().unwrap();
    let backup = server.back_up().await;
    let mut elsewhere = server.elsewhere_over(&backup).await;
    let emu = elsewhere.login_again(&emu).await;
    assert_eq!(balance(&elsewhere, &emu).await, before + 100, "the open stake is returned");
    let open = elsewhere.get("/api/games/mines/state").by(&emu.token).send().await.of(200);
    assert_eq!(open["round"], Value::Null);
    let now = fairness(&elsewhere, &emu).await;
    assert_eq!((&now["pairId"], &now["nonce"]), (&json!("1.3"), &json!(0)));
    for known in ["serverSeedHash", "nextServerSeedHash"] {
        assert_ne!(now["serverSeedHash"], pair[known]);
        assert_ne!(now["nextServerSeedHash"], pair[known]);
    }
    let lost = elsewhere.get("/api/games/rounds/1-1").by(&emu.token).send().await;
    lost.refused(410, "seed_lost");
    let history = elsewhere.get("/api/games/dice/history").by(&emu.token).send().await.of(200);
    assert_eq!(history["history"], json!([]));
    let own = elsewhere.get("/api/auth/download-data").by(&emu.token).send().await.of(200);
    assert_eq!(own["rounds"], json!([]));
    let first = &own["seedPairs"][0];
    assert_eq!((&first["serverSeed"], &first["revealedAt"]), (&Value::Null, &Value::Null));
    assert_eq!(first["serverSeedHash"], pair["serverSeedHash"]);
    assert!(first["lostAt"].is_string(), "{first}");
    let event = event(&elsewhere).await;
    assert_eq!(event["kind"], "restored");
    for (field, count) in
        [("lostPairs", 1), ("revealedPairs", 0), ("returnedRounds", 1), ("newCommitments", 1)]
    {
        assert_eq!(event[field], count, "{field}: {event}");
    }
    // Play goes on, and the check counts what it cannot recompute.
    elsewhere.bet(&emu, &bet(1, 50, "over")).await.of(200);
    let findings = elsewhere.prove();
    assert_eq!((findings.rounds, findings.rounds_without_seed), (3, 2));
    let verified = Program::on(elsewhere.data(), &["verify"]).run();
    assert!(verified.succeeded().contains("2 rounds were not recomputed"), "{verified:?}");
}

#[tokio::test]
async fn with_the_key_rounds_end_by_their_rule_and_revealed_pairs_do_not_come_back() {
    let (mut server, emu, _) = busy().await;
    let pair = fairness(&server, &emu).await;
    // Nothing happens for a while: a restore still says when the backup was made.
    server.pass(10 * 60_000);
    let backup_of = server.clock.now().iso();
    let backup = server.back_up().await;
    // After the backup the pair is revealed: what it gives is known to its owner.
    server.game(&emu, "mines/cashout", &json!({})).await;
    let start = json!({ "tile": 0 });
    server.game(&emu, "mines/reveal", &start).await;
    server.game(&emu, "mines/cashout", &json!({})).await;
    let rotate = server.post("/api/games/fairness/rotate").by(&emu.token).json(&json!({}));
    let revealed = rotate.send().await.of(200)["revealed"].take();
    let old = list(&server).await["giveaways"][0].take();
    server.restart_over(&backup).await;

    let emu = server.login_again(&emu).await;
    let now = fairness(&server, &emu).await;
    assert_eq!((&now["pairId"], &now["nonce"]), (&json!("1.3"), &json!(0)));
    assert_ne!(now["serverSeedHash"], pair["nextServerSeedHash"]);
    let mut round = server.get("/api/games/rounds/1-1").by(&emu.token).send().await.of(200);
    assert_eq!(round["proof"]["serverSeed"].take(), revealed["serverSeed"]);
    // A round without a revealed tile is left with its stake.
    let mines = server.get("/api/games/rounds/1-2").by(&emu.token).send().await.of(200);
    assert_ne!(mines["round"]["result"], Value::Null, "{mines}");
    let new = list(&server).await["giveaways"][0].take();
    assert_eq!((&new["status"], &new["ticketCount"]), (&json!("active"), &json!(2)));
    assert_ne!(new["serverSeedHash"], old["serverSeedHash"]);
    let change = &new["changes"][0];
    assert!(change["text"].as_str().unwrap().contains("restored from a backup of"), "{change}");
    assert_eq!(
        (&change["field"], &change["before"], &change["after"]),
        (&json!("serverSeedHash"), &old["serverSeedHash"], &new["serverSeedHash"])
    );
    let event = event(&server).await;
    for (field, count) in
        [("lostPairs", 0), ("revealedPairs", 1), ("endedRounds", 1), ("newCommitments", 1)]
    {
        assert_eq!(event[field], count, "{field}: {event}");
    }
    assert_eq!(event["backupOf"], backup_of);
    let findings = server.prove();
    assert_eq!(findings.rounds_without_seed, 0);
}

#[tokio::test]
async fn what_was_revoked_after_the_backup_stays_revoked() {
    let (mut server, emu, [admin, moderator]) = busy().await;
    let link = server.post(&format!("/api/admin/accounts/{}/link", emu.id));
    let link = link.by(&admin).json(&json!({ "kind": "reset" })).send().await.of(200);
    let invited = server.post("/api/admin/people/invitations").by(&admin);
    let invited = invited.json(&json!({ "name": "ivy", "role": "admin" })).send().await.of(200);
    let code = invited["code"].as_str().unwrap().to_owned();
    let backup = server.back_up().await;
    server.restart_over(&backup).await;
    let me = |token: &str| server.get("/api/auth/me").by(token);
    assert_eq!(me(&emu.token).send().await.status, 401);
    for token in [&admin, &moderator] {
        let panel = server.get("/api/admin/me").by(token).send().await;
        assert_eq!(panel.status, 401, "a session from before the backup");
    }
    let login = |name: Option<&str>, password: &str| {
        let body = json!({ "name": name, "password": password });
        server.post("/api/admin/login").json(&body)
    };
    // The rig has set a new password of the owner with the link of the machine.
    assert_eq!(login(Some("mona"), OWN_PASSWORD).send().await.status, 401);
    let invitation = server.post("/api/admin/invitation").json(&json!({ "code": code }));
    invitation.send().await.refused(404, "bad_code");
    let token = link["link"].as_str().unwrap().rsplit('=').next().unwrap().to_owned();
    let reset = json!({ "token": token, "password": PASSWORD });
    assert_ne!(server.post("/api/auth/reset-password").json(&reset).send().await.status, 200);

    let admin = server.admin().await;
    let shown = server.get("/api/admin/people/restored").by(&admin).send().await.of(200);
    let waiting = &shown["restored"]["waiting"];
    assert_eq!((&waiting[0]["name"], &waiting[0]["role"]), (&json!("mona"), &json!("moderator")));
    let unchecked = async || {
        let steps = server.get("/api/admin/first-steps").by(&admin).send().await.of(200);
        steps["uncheckedRestore"].clone()
    };
    assert_eq!(unchecked().await, true);
    let end = || server.call(reqwest::Method::DELETE, "/api/admin/people/restored").by(&admin);
    end().send().await.refused(409, "still_waiting");
    let id = waiting[0]["id"].as_u64().unwrap();
    let confirm = || server.post(&format!("/api/admin/people/{id}/confirm")).by(&admin);
    confirm().json(&json!({})).send().await.of(200);
    confirm().json(&json!({})).send().await.refused(404, "not_found");
    assert_eq!(login(Some("mona"), OWN_PASSWORD).send().await.status, 200);
    end().send().await.of(200);
    assert_eq!(unchecked().await, false);
    let shown = server.get("/api/admin/people/restored").by(&admin).send().await.of(200);
    assert_eq!(shown["restored"], Value::Null);
    server.prove();
}

#[tokio::test]
async fn a_giveaway_that_ended_before_the_restore_is_not_drawn_again() {
    let (mut server, emu, [admin, _]) = busy().await;
    let backup = server.back_up().await;
    server.pass(48 * HOUR);
    server.restart_over(&backup).await;
    let known = list(&server).await["giveaways"][0].take();
    assert_eq!((&known["status"], &known["interrupted"]), (&json!("ended"), &json!(true)));
    assert_eq!((&known["winner"], &known["provablyFair"]), (&Value::Null, &Value::Null));
    server.site().giveaways().end_overdue().await.unwrap();
    assert_eq!(list(&server).await["giveaways"][0]["interrupted"], true);
    let _ = admin;
    let admin = server.admin().await;
    let before = balance(&server, &server.login_again(&emu).await).await.as_u64().unwrap();
    crate::giveaways::delete(&server, &admin, 1).await.of(200);
    server.site().giveaways().end_overdue().await.unwrap();
    let emu = server.login_again(&emu).await;
    assert_eq!(balance(&server, &emu).await, before + 10, "its tickets are refunded");
    assert_eq!(list(&server).await["giveaways"][0]["cancelled"], true);
    server.prove();
}

#[tokio::test]
async fn a_crash_an_upgrade_that_goes_back_and_a_move_are_no_restores() {
    let (mut server, emu, _) = busy().await;
    let pair = fairness(&server, &emu).await;
    // Stopped, backed up, restored with nothing in between: the upgrade that goes back.
    server.stop();
    let file = server.data().with_extension("stopped");
    Program::on(server.data(), &["backup", file.to_str().unwrap()]).run().succeeded();
    server.restart_over(&file).await;
    assert_eq!(fairness(&server, &emu).await, pair);
    // Moved: the other machine gets backup and key, and goes on; this folder does not start.
    server.stop();
    let moved = server.data().with_extension("moved");
    let done = Program::on(server.data(), &["backup", moved.to_str().unwrap(), "--move"]).run();
    assert!(done.succeeded().contains("key export"), "{done:?}");
    let refused = Program::on(server.data(), &["serve"]).run();
    assert!(refused.failed().contains("was moved to another machine"), "{refused:?}");
    server.restart_over(&moved).await;
    assert_eq!(fairness(&server, &emu).await, pair);
    assert_eq!(server.get("/api/games/fairness/events").send().await.of(200)["events"], json!([]));
    // By hand: nothing shows that a machine was set back to a snapshot.
    server.stop();
    Program::on(server.data(), &["restored"]).run().succeeded();
    server.restart().await;
    assert_eq!(server.get("/api/auth/me").by(&emu.token).send().await.status, 401);
    assert_eq!(event(&server).await["kind"], "restored");
    // The file of the move, long after it: the site may have gone on elsewhere.
    server.stop();
    std::fs::remove_file(server.data().with_extension("anchor")).unwrap();
    server.pass(10 * 365 * 86_400_000);
    server.restart_over(&moved).await;
    assert_eq!(event(&server).await["kind"], "restored");
    server.prove();
}

#[tokio::test]
async fn a_move_without_its_key_is_refused_and_an_old_first_password_opens_no_restored_site() {
    let (mut server, _, _) = busy().await;
    let backup = server.back_up().await;
    server.stop();
    let moved = server.data().with_extension("moved");
    let move_away = ["backup", moved.to_str().unwrap(), "--move"];
    Program::on(server.data(), &move_away).run().succeeded();
    let machine = tempfile::TempDir::new().unwrap();
    let over = |name: &str, backup: &std::path::Path| {
        let data = machine.path().join(name);
        Program::on(&data, &["restore", backup.to_str().unwrap()]).run().succeeded();
        data
    };
    let data = over("moved", &moved);
    let refused = Program::on(&data, &["serve"]).run();
    assert!(refused.failed().contains("is not there"), "{refused:?}");
    assert!(
        !data.with_extension("key").exists(),
        "no key takes the place of the one that is missed"
    );

    let data = over("restored", &backup);
    // The log of several machines would hide that the folder was restored.
    let refused = Program::on(&data, &["cluster", "init"]).run();
    assert!(refused.failed().contains("was restored or copied"), "{refused:?}");
    let site = Program::on(&data, &["serve"]).env("POINTHOUSE_ADMIN_PASSWORD", PASSWORD).serve();
    assert!(site.setup_code().is_some(), "the owner sets a new password by the machine's link");
}

#[tokio::test]
async fn a_new_site_beside_the_anchor_of_a_removed_one_is_not_restored() {
    let (mut server, _, _) = busy().await;
    server.stop();
    std::fs::remove_dir_all(server.data()).unwrap();
    server.restart().await;
    assert_eq!(server.get("/api/games/fairness/events").send().await.of(200)["events"], json!([]));
    server.admin().await;
    server.player("emu", 100).await;
    server.restart().await;
    assert_eq!(server.get("/api/games/fairness/events").send().await.of(200)["events"], json!([]));
    server.prove();
}
