//! Unrevealed seeds can be read with the key alone: no file of the data folder, no backup and nothing restored from one has
//! them.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use memchr::memmem;
use pointhouse::draw_key::{DrawKey, SeedOwner};
use pointhouse::games::PairRow;
use pointhouse::giveaways::SeedRow;
use pointhouse::ids::{GiveawayId, UserId};
use pointhouse::tables;
use pointhouse_store::{View, decode};
use serde_json::json;

use crate::command_line::files;
use crate::dice::bet;
use crate::giveaways::{create, draft};
use crate::rig::{Program, Server};

fn pair(view: &View, key: &DrawKey, user: UserId, number: u32) -> [u8; 32] {
    let at = [&user.0.to_be_bytes()[..], &number.to_be_bytes()].concat();
    let row: PairRow = decode(&view.get(tables::PAIR, &at).unwrap().unwrap()).unwrap();
    key.open(SeedOwner::Pair(user, number), &row.seed).unwrap()
}

fn giveaway(view: &View, key: &DrawKey, id: u64) -> [u8; 32] {
    let row = view.get(tables::GIVEAWAY_SEED, &id.to_be_bytes()).unwrap().unwrap();
    let SeedRow(seed) = decode(&row).unwrap();
    key.open(SeedOwner::Giveaway(GiveawayId(id)), &seed).unwrap()
}

/// Every way in which a file may hold a seed.
fn forms(seed: &[u8; 32]) -> Vec<Vec<u8>> {
    let base64 = STANDARD.encode(seed);
    // Without its last sign, which depends on what follows.
    let base64 = base64.as_bytes()[..42].to_vec();
    let hex = hex::encode(seed);
    vec![seed.to_vec(), hex.to_uppercase().into_bytes(), hex.into_bytes(), base64]
}

/// Files with a seed in any form.
fn holding(folder: &Path, seed: &[u8; 32]) -> Vec<String> {
    let forms = forms(seed);
    let holds = |bytes: &[u8]| forms.iter().any(|form| memmem::find(bytes, form).is_some());
    let found = files(folder).into_iter().filter(|(_, bytes)| holds(bytes));
    found.map(|(path, _)| path.display().to_string()).collect()
}

#[tokio::test]
async fn no_file_and_no_backup_holds_an_unrevealed_seed() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    let emu = server.player("emu", 100).await;
    server.bet(&emu, &bet(1, 50, "over")).await.of(200);
    create(&server, &admin, &draft("free", 0)).await.of(200);
    let (view, key) = (server.site().store().view().clone(), server.draw_key());
    let revealed = pair(&view, &key, emu.id, 1);
    let rotate = server.post("/api/games/fairness/rotate").by(&emu.token).json(&json!({}));
    rotate.send().await.of(200);
    let secret =
        [pair(&view, &key, emu.id, 2), pair(&view, &key, emu.id, 3), giveaway(&view, &key, 1)];
    // A reader keeps the folder in use.
    drop(view);
    let backup = server.back_up().await;
    let elsewhere = server.elsewhere_over(&backup).await;
    let restored = elsewhere.data().parent().unwrap().to_owned();
    let all = server.data().parent().unwrap().to_owned();
    let look = |what: &str| {
        for seed in &secret {
            assert_eq!(holding(&all, seed), [""; 0], "{what}");
            assert_eq!(holding(&restored, seed), [""; 0], "{what}, restored");
        }
        assert_ne!(holding(&all, &revealed), [""; 0], "the search finds what is there");
    };
    look("while it runs");
    server.stop();
    look("after the stop");
    // The key is beside the folder, and the search knows its form, too.
    let own = key.bytes().unwrap();
    assert_eq!(holding(&all, own), [all.join("data.key").display().to_string()]);
    assert_eq!(holding(&restored, own), [""; 0]);
    drop(elsewhere);
}

#[tokio::test]
async fn a_folder_without_its_key_does_not_start_until_the_key_is_said_to_be_lost() {
    let mut server = Server::start().await;
    let emu = server.player("emu", 100).await;
    server.bet(&emu, &bet(1, 50, "over")).await.of(200);
    server.stop();
    let key = server.data().with_extension("key");
    let aside = server.data().with_extension("aside");
    let start = |code: i32| {
        let ended = Program::on(server.data(), &["serve"]).run();
        assert_eq!(ended.code, Some(code), "{ended:?}");
        ended.err
    };
    std::fs::rename(&key, &aside).unwrap();
    let refused = start(1);
    for part in ["data.key", "is not there", "key import", "pointhouse restored --data"] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    assert!(!key.exists(), "no key is made in the place of one that is missed");
    let other = DrawKey::random().unwrap();
    std::fs::write(&key, hex::encode(other.bytes().unwrap())).unwrap();
    let readable = start(1);
    assert!(readable.contains("chmod 600"), "{readable}");
    std::fs::set_permissions(&key, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let other = start(1);
    assert!(other.contains("but another one"), "{other}");
    std::fs::remove_file(&key).unwrap();
    std::fs::rename(&aside, &key).unwrap();
    server.restart().await;
    server.bet(&emu, &bet(1, 50, "over")).await.of(200);
    let inside = Program::on(server.data(), &["serve"]);
    server.stop();
    let file = server.data().join("a.key");
    let inside = inside.env("POINTHOUSE_STORE__KEY_FILE", file.to_str().unwrap()).run();
    assert!(inside.failed().contains("inside the data folder"), "{inside:?}");
}

#[tokio::test]
async fn the_key_is_exported_under_a_passphrase_and_that_is_public() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    let emu = server.player("emu", 100).await;
    let first = server.get("/api/games/fairness").by(&emu.token).send().await.of(200);
    let file = server.data().with_extension("export");
    let name = file.to_str().unwrap();
    let export =
        |passphrase: &str| Program::on(server.data(), &["key", "export", name]).fed(passphrase);
    assert!(export("short\n").failed().contains("12 to 128 characters"));
    assert!(!file.exists());
    assert!(export("a long enough phrase\n").succeeded().contains("apart from backups"));
    assert!(export("a long enough phrase\n").failed().contains("export"), "nothing is overwritten");
    let sealed = std::fs::read(&file).unwrap();
    let bytes = server.draw_key().bytes().copied().unwrap();
    assert!(!sealed.windows(32).any(|part| part == bytes));
    let events = server.get("/api/games/fairness/events").send().await.of(200);
    assert_eq!(events["events"].as_array().unwrap().len(), 1, "{events}");
    assert_eq!(events["events"][0]["kind"], "keyExported");
    let steps = server.get("/api/admin/first-steps").by(&admin).send().await.of(200);
    let steps = steps["steps"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["id"] == "key_copy" && step["done"] == true), "{steps:?}");
    let audit = server.get("/api/admin/audit?search=key.export").by(&admin).send().await;
    assert!(audit.text.contains("key.export"), "{audit:?}");

    // Another key in its place is no key of this site.
    let key = server.data().with_extension("key");
    let other = DrawKey::random().unwrap();
    std::fs::write(&key, hex::encode(other.bytes().unwrap())).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(export("a long enough phrase\n").failed().contains("not the key that seals"));
    assert!(!file.exists());
    std::fs::write(&file, &sealed).unwrap();

    // On a machine that has lost it.
    server.stop();
    std::fs::remove_file(&key).unwrap();
    let import =
        |passphrase: &str| Program::on(server.data(), &["key", "import", name]).fed(passphrase);
    assert!(import("a wrong enough phrase\n").failed().contains("passphrase is wrong"));
    assert!(!key.exists());
    assert!(import("a long enough phrase\n").succeeded().contains("from the next start"));
    server.restart().await;
    let same = server.get("/api/games/fairness").by(&emu.token).send().await.of(200);
    assert_eq!(same, first);
}
