//! A data folder with rows in every table, written by this build through the public surface.
//! `format-N.tar.gz` is such a folder of an older build (`format-N.md` describes it): every later
//! build opens it. `scripts/golden` writes the archive. Folders of formats before 9 are refused.

mod folder;
mod offers;
mod opening;
mod play;
mod refused;
mod scenario;
mod services;
mod upgrading;

pub(crate) use folder::{ANCHOR, KEY};
pub(crate) use opening::{archives, unpacked};

use crate::rig::{DAY, NOON};

/// The admin's password in the folder. Members have [`crate::rig::PASSWORD`].
pub(crate) const ADMIN_PASSWORD: &str = "Golden!admin1";
/// The clock when the folder was closed: the first day and thirty more.
pub(crate) const CLOCK: i64 = NOON + DAYS * DAY;
/// Days after the first one. The cash milestone takes a streak of thirty days.
const DAYS: i64 = 30;

/// Has played every game and has open rounds of mines (two tiles revealed) and blackjack.
pub(crate) const MATILDA: &str = "matilda";
/// Has play limits and an untouched open round of mines.
pub(crate) const BRUCE: &str = "bruce";
/// Takes a time-out and has an open hand of blackjack that waits for the insurance decision.
pub(crate) const KYLIE: &str = "kylie";
/// The account is inactive.
pub(crate) const SHEILA: &str = "sheila";
/// Has deleted the account; the ledger, the rounds and the giveaway tickets stay.
pub(crate) const BANJO: &str = "banjo";
/// Has signed up and done nothing else.
pub(crate) const WOMBAT: &str = "wombat";

/// Open rounds in the folder: member and game.
pub(crate) const OPEN_ROUNDS: [(&str, &str); 4] =
    [(MATILDA, "mines"), (MATILDA, "blackjack"), (BRUCE, "mines"), (KYLIE, "blackjack")];

/// With `GOLDEN_OUT` this test also writes the archive.
#[tokio::test]
async fn every_table_gets_rows() {
    let mut server = scenario::play().await;
    folder::close(&mut server).await;
    let counts = folder::rows_by_table(server.data());
    let empty: Vec<&str> =
        counts.iter().filter(|(_, rows)| *rows == 0).map(|(name, _)| name.as_str()).collect();
    assert_eq!(empty, [""; 0], "these tables have no rows: {counts:?}");
    let findings = pointhouse::verify::verify(server.data()).unwrap();
    assert_eq!((findings.faults, findings.fault_count), (Vec::new(), 0));
    assert_eq!(findings.notes, [""; 0]);
    assert!(findings.bases > 0, "no nightly base was written");
    if let Ok(out) = std::env::var("GOLDEN_OUT") {
        for (name, rows) in &counts {
            println!("{name} {rows}");
        }
        folder::pack(server.data(), out.as_ref());
    }
}
