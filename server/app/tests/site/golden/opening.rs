//! Folders of older builds open in this one: members log in, finish their rounds and bet.

use std::path::{Path, PathBuf};

use pointhouse::clock::Millis;
use pointhouse::formats::READABLE;
use pointhouse_store::Store;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    ADMIN_PASSWORD, BANJO, BRUCE, CLOCK, KEY, KYLIE, MATILDA, OPEN_ROUNDS, SHEILA, WOMBAT, folder,
};
use crate::every_game::{play_out, whole_round};
use crate::rig::{Member, PASSWORD, Server};

/// Which of the moves that an open round allows: mines are cashed out, insurance is declined.
const MOVES: usize = 1;
/// An archive of format 9: see its description.
const KILLED: &str = "format-9-killed";

/// The archives beside this file, oldest format first: one of every format that is read, this build's included, and
/// one of format 9 whose server was killed.
pub(crate) fn archives() -> Vec<PathBuf> {
    let formats = READABLE.map(|format| format!("format-{format}"));
    formats.chain([KILLED.to_owned()]).map(|name| archive(&name)).collect()
}

fn archive(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/site/golden");
    let archive = folder.join(format!("{name}.tar.gz"));
    assert!(archive.is_file(), "scripts/golden writes {archive:?}");
    archive
}

pub(crate) fn unpacked(archive: &Path) -> TempDir {
    let data = TempDir::new().unwrap();
    folder::unpack(archive, data.path());
    data
}

/// A server over the folder, at the time at which it was closed. The secret of the chat was in the settings file.
async fn opened(data: TempDir) -> Server {
    let file = "[kick]\nclient_secret = \"golden-secret\"\n";
    Server::over_with(data, Millis(CLOCK), ADMIN_PASSWORD, file).await
}

async fn logged_in(server: &Server, name: &str) -> Member {
    let email = format!("{name}@example.com");
    let body = server.login(&email, PASSWORD).await.of(200);
    Member {
        id: body["user"]["id"].as_str().unwrap().parse().unwrap(),
        name: name.to_owned(),
        email,
        token: body["token"].as_str().unwrap().to_owned(),
    }
}

async fn balances(server: &Server) -> Vec<u64> {
    let mut balances = Vec::new();
    for name in [MATILDA, BRUCE, KYLIE, SHEILA, WOMBAT] {
        balances.push(server.balance(&logged_in(server, name).await).await);
    }
    balances
}

/// What the admin of the folder has set.
async fn check_settings(server: &Server, archive: &Path) {
    let site = server.get("/api/site").send().await.of(200);
    assert_eq!(site["counters"]["winnings"], 1, "{archive:?}");
    assert_eq!(site["timezone"], "Australia/Sydney", "{archive:?}");
    assert_eq!(site["casinoName"], "Rainbet", "{archive:?}");
}

async fn play_on(server: &mut Server, is_sealed: bool) {
    let admin = server.admin().await;
    let dice = json!({ "bet": 1, "target": 50, "direction": "over" });
    let sheila = logged_in(server, SHEILA).await;
    server.bet(&sheila, &dice).await.refused(403, "account_inactive");
    let gone = server.login(&format!("{BANJO}@example.com"), PASSWORD).await;
    gone.refused(401, "invalid_credentials");
    let events = server.get("/api/games/fairness/events").send().await.of(200)["events"].take();
    let events = events.as_array().unwrap();
    let upgraded = events.iter().find(|event| event["kind"] == "upgraded");
    assert_eq!(upgraded.is_none(), is_sealed, "{events:?}");
    for (name, game) in OPEN_ROUNDS {
        let member = logged_in(server, name).await;
        let path = format!("/api/games/{game}/state");
        let open = server.get(&path).by(&member.token).send().await.of(200);
        assert_eq!(open["round"].is_object(), is_sealed, "{name}: the open round of {game}");
        if is_sealed {
            play_out(server, &member, open, MOVES).await;
        }
    }
    if let Some(upgraded) = upgraded {
        // Older copies hold the seeds: rounds end by their rule, and every pair is revealed.
        assert_eq!(upgraded["endedRounds"], OPEN_ROUNDS.len(), "{upgraded}");
        assert!(upgraded["revealedPairs"].as_u64().unwrap() >= 3, "{upgraded}");
        assert_eq!((&upgraded["lostPairs"], &upgraded["newCommitments"]), (&json!(0), &json!(0)));
        assert!(upgraded["exposedGiveaways"].as_u64().unwrap() > 0, "{upgraded}");
    }
    let kylie = logged_in(server, KYLIE).await;
    server.bet(&kylie, &dice).await.refused(403, "time_out");
    let on = json!({ "gameId": "slot", "disabled": false });
    let switch = server.post("/api/auth/admin/game-maintenance").by(&admin).json(&on);
    switch.send().await.of(200);
    let matilda = logged_in(server, MATILDA).await;
    for game in ["dice", "limbo", "mines", "blackjack", "keno", "roulette", "slot", "plinko"] {
        whole_round(server, &matilda, game, MOVES).await;
    }
    let newcomer = server.player("newcomer", 10).await;
    server.bet(&newcomer, &dice).await.of(200);
}

#[tokio::test]
async fn folders_of_older_builds_open_and_play_on() {
    for archive in archives() {
        let data = unpacked(&archive);
        let findings = pointhouse::verify::verify(data.path()).unwrap();
        let is_sealed = data.path().join(KEY).exists();
        assert_eq!(
            findings.rounds_without_seed > 0,
            is_sealed,
            "{archive:?}: its key is not beside it"
        );
        let is_killed = archive.to_str().unwrap().contains(KILLED);
        let notes = findings.notes.len() - usize::from(is_sealed) - usize::from(is_killed);
        assert_eq!((findings.faults, notes), (Vec::new(), 0), "{archive:?}");
        let mut server = opened(data).await;
        check_settings(&server, &archive).await;
        play_on(&mut server, is_sealed).await;
        server.prove();
    }
}

#[tokio::test]
async fn the_index_of_an_older_build_is_rebuilt_from_its_base_and_journal() {
    for archive in archives() {
        let mut server = opened(unpacked(&archive)).await;
        let wanted = balances(&server).await;
        assert!(wanted.iter().take(3).all(|points| *points > 0), "{wanted:?}");
        server.stop();
        let data = unpacked(&archive);
        Store::discard_index(data.path()).unwrap();
        let mut server = opened(data).await;
        check_settings(&server, &archive).await;
        assert_eq!(balances(&server).await, wanted);
        let board = server.get("/api/leaderboard/points/monthly").send().await.of(200);
        assert_ne!(board["leaderboard"], Value::Array(Vec::new()));
        server.prove();
    }
}
