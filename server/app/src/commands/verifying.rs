//! `pointhouse verify`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use pointhouse_store::{OpenError, Progress, Store};

use super::{Place, complain, print};
use crate::config::Config;
use crate::data_folder::{check_holds_data, keeping_owner};
use crate::formats::READABLE;
use crate::{progress, startup, verify};

/// How long the index may take the rest of its rows after a rebuild.
const CLOSE_WITHIN: Duration = Duration::from_secs(600);

pub(super) fn verify(place: &Place, rebuild: bool) -> ExitCode {
    match keeping_owner(&place.data, || try_verify(place, rebuild)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            complain(&reason);
            ExitCode::FAILURE
        }
    }
}

fn try_verify(place: &Place, rebuild: bool) -> Result<bool, String> {
    let data = &place.data;
    let explained = |error: OpenError| match error {
        OpenError::Locked { .. } => {
            format!(
                "{} is in use: stop the server first, or verify a restored backup",
                data.display()
            )
        }
        error => error.to_string(),
    };
    let config = Config::load(place.config.as_deref()).map_err(|e| e.to_string())?;
    check_holds_data(data)?;
    if rebuild {
        let found = Store::format_of(data).map_err(explained)?;
        found.map_or(Ok(()), |found| found.check_readable(READABLE)).map_err(explained)?;
        Store::discard_index(data).map_err(explained)?;
        let progress = Progress::default();
        let shown = progress::show("rebuild", &progress);
        let store = startup::open_watched(&config, data, &progress);
        drop(shown);
        let store = store.map_err(explained)?;
        let last = store.stats().last_sequence;
        store.close(Instant::now() + CLOSE_WITHIN);
        print(&format!("index rebuilt up to commit {last}"));
    }
    let progress = Progress::default();
    let shown = progress::show("verify", &progress);
    let findings = verify::verify_watched((data, &config.store.key_file), &progress);
    drop(shown);
    let findings = findings.map_err(explained)?;
    for note in &findings.notes {
        print(&format!("note: {note}"));
    }
    for fault in &findings.faults {
        print(&format!("wrong: {fault}"));
    }
    print(&format!(
        "{}: format {}, {} accounts, {} wallets with {} points, {} ledger entries, {} rounds, commit {}, {} bases",
        if findings.fault_count == 0 {
            "all is well".to_owned()
        } else {
            format!("{} faults", findings.fault_count)
        },
        findings.format,
        findings.accounts,
        findings.wallets,
        findings.points,
        findings.entries,
        findings.rounds,
        findings.last_sequence,
        findings.bases
    ));
    Ok(findings.fault_count == 0)
}
