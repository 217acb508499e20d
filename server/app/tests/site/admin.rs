//! What admins do: points, switches, the feed; and what stays of it in the audit.

use futures_util::future::join_all;
use insta::assert_json_snapshot;
use pointhouse::admin::control::{Answer as ControlAnswer, Command, ask};
use pointhouse::audit::AuditRow;
use pointhouse::formats;
use pointhouse::ids::{GameId, UserId};
use pointhouse::people::AdminRow;
use pointhouse::tables;
use pointhouse_store::{RowBytes, decode};
use serde_json::{Value, json};

use crate::rig::{HOUR, Member, NOON, SECOND, Server};

/// The audit, oldest first, without its times and without logins.
fn audit(server: &Server) -> Vec<Value> {
    let rows = server.site().store().view().scan(tables::AUDIT, &[], &[], 1000).unwrap();
    let shown = |row: &RowBytes| {
        let AuditRow { at, actor, action, subject, before, after, .. } = decode(row).unwrap();
        assert_eq!(at, server.clock.now().0);
        // Before and after are JSON or empty, so that a page can show them field by field.
        let read = |text: &str| match text {
            "" => Value::Null,
            text => serde_json::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}")),
        };
        json!({
            "actor": actor, "action": action, "subject": subject,
            "before": read(&before), "after": read(&after),
        })
    };
    let shown = rows.iter().map(|(_, row)| shown(row));
    shown.filter(|row| row["action"] != "person.login").collect()
}

#[tokio::test]
async fn a_wrong_admin_password_is_denied() {
    let server = Server::start().await;
    for password in ["", "wrong", &server.admin_password().to_uppercase(), &"x".repeat(5000)] {
        let text = server.admin_login(password).await.refused(401, "invalid_password");
        assert_eq!(text, "Invalid password. Access denied.");
    }
    let answer = server.admin_login(server.admin_password()).await;
    assert_json_snapshot!("admin_login", answer.shape(200));
}

#[tokio::test]
async fn points_are_given_taken_and_set_with_a_row_in_the_audit() {
    let server = Server::start().await;
    let member = server.member("emu").await;
    let added = server.grant(&member, "add", 100).await;
    assert_json_snapshot!("manage_points", added.shape(200));
    let removed = server.grant(&member, "remove", 30).await.of(200);
    assert_eq!(removed["message"], "Removed 30 points");
    let set = server.grant(&member, "set", 5).await.of(200);
    assert_eq!(set["user"], json!({ "id": "1", "points": 5 }));
    server.grant(&member, "set", 0).await.of(200);
    assert_eq!(server.balance(&member).await, 0);
    assert_json_snapshot!("points_audit", audit(&server));
    let ledger = server.get("/api/me/ledger").by(&member.token).send().await;
    let mut ledger = ledger.shape(200);
    for item in ledger["items"].as_array_mut().unwrap() {
        let reference = item["reference"].as_str().unwrap();
        assert!(reference.starts_with("audit-"), "{reference}");
        item["reference"] = "[audit]".into();
    }
    assert_json_snapshot!("points_ledger", ledger);
}

#[tokio::test]
async fn a_grant_that_does_not_fit_moves_nothing() {
    let server = Server::start().await;
    let member = server.player("emu", 50).await;
    let rows = audit(&server).len();
    let text = server.grant(&member, "remove", 51).await.refused(400, "insufficient_points");
    assert_eq!(text, "Insufficient points");
    let text = server.grant(&member, "add", (1 << 53) - 50).await.refused(400, "balance_too_large");
    assert!(!text.is_empty());
    server.grant(&member, "set", 1 << 53).await.refused(400, "validation");
    server.grant(&member, "add", 0).await.refused(400, "validation");
    server.grant(&member, "remove", 0).await.refused(400, "validation");
    let admin = server.admin().await;
    let order =
        |body: Value| server.post("/api/auth/admin/manage-points").by(&admin).json(&body).send();
    for amount in [json!(-1), json!(1.5), json!("10"), json!(null), json!(true), json!([1])] {
        let body = json!({ "userId": "1", "action": "add", "amount": amount });
        let answer = order(body).await;
        assert_eq!(answer.body["fields"]["amount"], "Must be a whole number of at least 0");
        let text = answer.refused(400, "bad_request");
        assert_eq!(text, "`amount` must be a whole number of at least 0");
    }
    let untold = order(json!({ "userId": "1", "action": "add" })).await;
    assert_eq!(untold.refused(400, "bad_request"), "`amount` is missing");
    let body = json!({ "userId": "1", "action": "double", "amount": 1 });
    let text = order(body).await.refused(400, "bad_request");
    assert_eq!(text, r#"`action` must be one of "add", "remove", "set""#);
    for user in ["2", "0", "01", "+1", "-1", "", "emu", "1 "] {
        let body = json!({ "userId": user, "action": "add", "amount": 1 });
        let text = order(body).await.refused(404, "not_found");
        assert_eq!(text, "There is no such member");
    }
    assert_eq!(server.balance(&member).await, 50);
    assert_eq!(audit(&server).len(), rows);
    // The largest balance there is, and not a point more.
    server.grant(&member, "set", (1 << 53) - 1).await.of(200);
    server.grant(&member, "add", 1).await.refused(400, "balance_too_large");
    assert_eq!(server.balance(&member).await, (1 << 53) - 1);
}

#[tokio::test]
async fn the_same_key_never_gives_points_twice() {
    let mut server = Server::start().await;
    let member = server.member("emu").await;
    let admin = server.admin().await;
    let give = async |server: &Server, key: &str, amount: u64| {
        let body = json!({ "userId": member.id, "action": "add", "amount": amount });
        let call = server.post("/api/auth/admin/manage-points").by(&admin).key(key);
        call.json(&body).send().await
    };
    let first = give(&server, "k1", 10).await.of(200);
    assert_eq!(give(&server, "k1", 10).await.of(200), first);
    give(&server, "k1", 11).await.refused(409, "idempotency_mismatch");
    // It doesn't serve another member either, nor two members at once.
    let other = server.member("bilby").await;
    let to = |user: UserId, key: &str| {
        let body = json!({ "userId": user, "action": "add", "amount": 10 });
        let call = server.post("/api/auth/admin/manage-points").by(&admin).key(key);
        call.json(&body).send()
    };
    to(other.id, "k1").await.refused(409, "idempotency_mismatch");
    let both = join_all([to(other.id, "k3"), to(member.id, "k3")]).await;
    let mut actual: Vec<u16> = both.iter().map(|answer| answer.status).collect();
    actual.sort_unstable();
    assert_eq!(actual, [200, 409]);
    server.grant(&member, "set", 10).await.of(200);
    give(&server, "k2", 10).await.of(200);
    give(&server, "", 10).await.refused(400, "bad_idempotency_key");
    server.restart().await;
    assert_eq!(give(&server, "k1", 10).await.of(200), first);
    assert_eq!(server.balance(&member).await, 20);
    // First start, four grants.
    assert_eq!(audit(&server).len(), 5);
    // A key is kept for a day, then it is a new one (docs/decisions.md, A8).
    server.pass(24 * HOUR + SECOND);
    let (store, now) = (server.site().store().clone(), server.clock.now());
    let forgotten =
        tokio::task::spawn_blocking(move || pointhouse::jobs::forget_receipts(&store, now));
    // Of each keyed grant the member's and the panel's.
    assert_eq!(forgotten.await.unwrap().unwrap(), 6);
    let admin = server.admin().await;
    let body = json!({ "userId": member.id, "action": "add", "amount": 10 });
    let call = server.post("/api/auth/admin/manage-points").by(&admin).key("k1").json(&body);
    assert_eq!(call.send().await.of(200)["user"]["points"], 30);
}

#[tokio::test]
async fn the_audit_keeps_every_row_when_the_clock_stands_or_goes_back() {
    let mut server = Server::start().await;
    let member = server.member("emu").await;
    for number in 1..=3 {
        for _ in 0..5 {
            server.grant(&member, "add", 1).await.of(200);
        }
        assert_eq!(audit(&server).len(), 1 + 5 * number);
        server.restart().await;
    }
    server.clock.move_to(pointhouse::clock::Millis(NOON - HOUR));
    server.restart().await;
    server.grant(&member, "add", 1).await.of(200);
    let rows = server.site().store().view().scan(tables::AUDIT, &[], &[], 1000).unwrap();
    // First start, two logins, 16 grants.
    assert_eq!(rows.len(), 19);
}

async fn switch(server: &Server, game: &str, disabled: bool) {
    let body = json!({ "gameId": game, "disabled": disabled });
    let call = server.post("/api/auth/admin/game-maintenance").by(&server.admin().await);
    call.json(&body).send().await.of(200);
}

#[tokio::test]
async fn switches_hold_for_one_game_or_for_all_and_survive_a_restart() {
    let mut server = Server::start().await;
    let states =
        async |server: &Server| server.get("/api/auth/admin/game-maintenance-status").send().await;
    assert_json_snapshot!("game_states", states(&server).await.shape(200));
    switch(&server, "dice", true).await;
    let one = server.get("/api/auth/game-maintenance-status/dice").send().await;
    assert_json_snapshot!("game_state", one.shape(200));
    let other = server.get("/api/auth/game-maintenance-status/mines").send().await.of(200);
    let enabled = json!({
        "success": true, "message": "The game is enabled", "disabled": false, "pausedUntil": null,
    });
    assert_eq!(other, enabled);
    assert_eq!(states(&server).await.of(200)["gameStates"]["dice"], true);

    let admin = server.admin().await;
    let all = server.post("/api/auth/admin/game-maintenance-all").by(&admin);
    let all = all.json(&json!({ "disabled": true })).send().await;
    assert_json_snapshot!("switch_all", all.shape(200));
    server.restart().await;
    let shown = states(&server).await.of(200);
    let shown = shown["gameStates"].as_object().unwrap();
    assert!(
        shown.len() == GameId::ALL.len() && shown.values().all(|disabled| *disabled == true),
        "{shown:?}"
    );
    switch(&server, "roulette", false).await;
    assert_eq!(states(&server).await.of(200)["gameStates"]["roulette"], false);
    assert_json_snapshot!("switches_audit", audit(&server));

    let admin = server.admin().await;
    let call = || server.post("/api/auth/admin/game-maintenance").by(&admin);
    let unknown = json!({ "gameId": "poker", "disabled": true });
    call().json(&unknown).send().await.refused(404, "not_found");
    let untold = json!({ "gameId": "dice" });
    call().json(&untold).send().await.refused(400, "bad_request");
    let path = "/api/auth/game-maintenance-status/poker";
    server.get(path).send().await.refused(404, "not_found");
}

#[tokio::test]
async fn a_game_that_comes_with_an_update_stays_off_where_all_others_are_off() {
    for (off, stays_off) in [(GameId::ALL.len() - 1, true), (GameId::ALL.len() - 2, false)] {
        let mut server = Server::start().await;
        for game in GameId::ALL.iter().take(off) {
            switch(&server, game.id(), true).await;
        }
        server.restart().await;
        let states = server.get("/api/auth/admin/game-maintenance-status").send().await.of(200);
        let last = GameId::ALL.last().unwrap().id();
        assert_eq!(states["gameStates"][last], stays_off, "{off} games are off");
    }
}

#[tokio::test]
async fn the_state_of_the_switches_is_cheap_to_ask_again() {
    let server = Server::start().await;
    for path in
        ["/api/auth/admin/game-maintenance-status", "/api/auth/game-maintenance-status/dice"]
    {
        // Public, cheap, with an ETag (docs/decisions.md, A2).
        let first = server.get(path).send().await;
        let tag = first.header("etag").to_owned();
        assert!(!tag.is_empty(), "{first:?}");
        let again = server.get(path).header("if-none-match", &tag).send().await;
        assert_eq!((again.status, again.text.as_str()), (304, ""));
        switch(&server, "dice", true).await;
        let changed = server.get(path).header("if-none-match", &tag).send().await;
        assert_ne!(changed.header("etag"), tag);
        changed.of(200);
        switch(&server, "dice", false).await;
    }
}

#[tokio::test]
async fn the_feed_shows_the_latest_twenty_of_all_members_newest_first() {
    let mut server = Server::start().await;
    let players = [server.planted("alice", 1000).await, server.player("bob", 1000).await];
    let feed = async |server: &Server| {
        let admin = server.admin().await;
        server.get("/api/auth/admin/live-bets").by(&admin).send().await.of(200)
    };
    assert_eq!(
        feed(&server).await,
        json!({ "success": true, "message": "The latest bets, newest first", "bets": [] })
    );
    let mut played: Vec<Value> = Vec::new();
    for number in 0..25_usize {
        let player: &Member = &players[number % 2];
        let over = number % 3 == 0;
        let bet = json!({
            "bet": number + 1,
            "target": 40 + number,
            "direction": if over { "over" } else { "under" },
        });
        server.pass(SECOND);
        let round = server.bet(player, &bet).await.of(200)["round"].take();
        let side = if over { "over" } else { "under" };
        played.push(json!({
            "id": round["id"],
            "playerName": player.name,
            "game": "dice",
            "betAmount": number + 1,
            "betType": format!("{side} {}", 40 + number),
            "result": round["result"],
            "winAmount": round["payout"],
            "timestamp": round["createdAt"],
            "test": false,
        }));
    }
    played.reverse();
    let message = "The latest bets, newest first";
    let expected = json!({ "success": true, "message": message, "bets": &played[..20] });
    assert_eq!(feed(&server).await, expected);
    // The panel may ask for all that are kept.
    let admin = server.admin().await;
    for (query, count) in [("limit=100", 25), ("limit=3", 3), ("limit=0", 1), ("limit=9999", 25)] {
        let call = server.get(&format!("/api/auth/admin/live-bets?{query}")).by(&admin);
        let shown = call.send().await.of(200);
        assert_eq!(shown["bets"], json!(&played[..count]), "{query}");
    }
    server.restart().await;
    assert_eq!(feed(&server).await, expected);
    let mut newest = feed(&server).await;
    newest["bets"].as_array_mut().unwrap().truncate(1);
    assert_json_snapshot!("live_bets", newest);
}

#[tokio::test]
async fn two_passwords_at_once_end_each_others_tokens() {
    let server = Server::start().await;
    let set =
        |password: &str| control(&server, Command::SetPassword { password: password.to_owned() });
    let (one, other) = tokio::join!(set("one password"), set("other password"));
    assert!(one.success && other.success);
    let row = server.site().store().view().get(tables::SETTING, b"admin").unwrap().unwrap();
    let row: AdminRow = decode(&row).unwrap();
    assert_eq!(row.version, 3, "the first start's and one for each");
    let statuses = [
        server.admin_login("one password").await.status,
        server.admin_login("other password").await.status,
    ];
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    let admin = if statuses[0] == 200 { "one password" } else { "other password" };
    let token = server.admin_login(admin).await.of(200)["token"].take();
    let feed = server.get("/api/auth/admin/live-bets").by(token.as_str().unwrap());
    feed.send().await.of(200);
}

/// Asks as the command line does, without holding up the server's answer.
async fn control(server: &Server, command: Command) -> ControlAnswer {
    let data = server.data().to_owned();
    tokio::task::spawn_blocking(move || ask(&data, &command)).await.unwrap().unwrap()
}

#[tokio::test]
async fn the_control_socket_sets_the_password_and_ends_admin_tokens() {
    use std::os::unix::fs::PermissionsExt;
    let mut server = Server::start().await;
    let socket = server.data().join("control.sock");
    let mode = std::fs::metadata(socket).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let old = server.admin().await;
    let long = "x".repeat(129);
    for password in ["short", "", &long] {
        let command = Command::SetPassword { password: password.to_owned() };
        let answer = control(&server, command).await;
        assert!(!answer.success);
        assert_eq!(answer.message, "The password must have 12 to 128 characters");
    }
    server.get("/api/auth/admin/live-bets").by(&old).send().await.of(200);
    let command = Command::SetPassword { password: "a new password".to_owned() };
    let answer = control(&server, command).await;
    assert!(answer.success, "{answer:?}");
    server.get("/api/auth/admin/live-bets").by(&old).send().await.refused(401, "unauthorized");
    server.admin_login(server.admin_password()).await.refused(401, "invalid_password");
    server.restart().await;
    server.get("/api/auth/admin/live-bets").by(&old).send().await.refused(401, "unauthorized");
    server.admin_login("a new password").await.of(200);
    assert_json_snapshot!("password_audit", audit(&server));
}

#[tokio::test]
async fn an_admins_sockets_are_cut_when_the_password_changes() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let path = server.listen(&json!({ "adminToken": admin })).await;
    let waiting = server.get(&path).send();
    let change = control(&server, Command::SetPassword { password: "a new password".to_owned() });
    let (heard, changed) = tokio::join!(waiting, change);
    assert!(changed.success);
    assert!(heard.is_cut(), "{heard:?}");
}

#[tokio::test]
async fn the_control_socket_answers_what_it_does_not_know() {
    use std::io::{BufRead, BufReader, Write};
    let server = Server::start().await;
    for line in ["nonsense", "{}", r#"{"command":"format-disk"}"#, ""] {
        let (socket, line) = (server.data().join("control.sock"), format!("{line}\n"));
        let heard = tokio::task::spawn_blocking(move || {
            let mut stream = std::os::unix::net::UnixStream::connect(socket).unwrap();
            stream.write_all(line.as_bytes()).unwrap();
            let mut heard = String::new();
            BufReader::new(stream).read_line(&mut heard).unwrap();
            heard
        });
        let answer: ControlAnswer = serde_json::from_str(&heard.await.unwrap()).unwrap();
        assert!(!answer.success && answer.message.starts_with("no such command"), "{answer:?}");
    }
}

#[tokio::test]
async fn a_running_server_writes_a_backup_that_restores_to_the_same() {
    let mut server = Server::start().await;
    let member = server.player("emu", 500).await;
    for _ in 0..5 {
        let bet = json!({ "bet": 3, "target": 50, "direction": "over" });
        server.bet(&member, &bet).await.of(200);
    }
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("site.backup");
    let answer = control(&server, Command::Backup { file: file.clone() }).await;
    assert!(answer.success, "{answer:?}");
    let again = control(&server, Command::Backup { file: file.clone() }).await;
    assert!(!again.success, "a backup never overwrites a file: {again:?}");
    // Later changes are not in the backup.
    server.grant(&member, "add", 1).await.of(200);
    let balance = server.balance(&member).await;
    let data = folder.path().join("restored");
    pointhouse_store::Store::restore(&file, &data, &formats::current(), formats::OLDEST).unwrap();
    let restored = pointhouse::verify::verify(&data).unwrap();
    let original = server.prove();
    assert_eq!((restored.fault_count, restored.rounds, restored.accounts), (0, 5, 1));
    assert_eq!(restored.points, u128::from(balance) - 1);
    assert_eq!(original.points, u128::from(balance));
}
