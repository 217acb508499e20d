//! `pointhouse verify`: checks all data without changing it.
//!
//! It checks that every wallet's balance is the sum of its ledger, entry by entry, without gaps and
//! never below zero; every round has its payment and every payment its round; every round follows
//! from its seeds, tables and moves and is paid accordingly; nonces of a pair are consecutive;
//! every giveaway ticket is paid or refunded, and running hash and draw follow from list and seed;
//! every name belongs to an account that has it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use pointhouse_store::{Kind, OpenError, Progress, ReadError, Store, StoreError, Unit, View};

use crate::accounts::{AccountFinding, check_accounts};
use crate::draw_key::{DrawKey, KeyPlace};
use crate::fault::Fault;
use crate::formats::{self, READABLE};
use crate::games::{Rules, check_rounds};
use crate::giveaways::{Expected, check_giveaways};
use crate::ids::UserId;
use crate::temporary::{self, TemporaryFolder};
use crate::wallet::{
    Reason, Reference, WalletRow, ledger_oldest_first, stored_wallet, stored_wallets,
};

/// Beginning of the names of scratch folders.
const SCRATCH: &str = "pointhouse-verify-";
/// Most faults listed one by one. Further ones are only counted.
const LISTED_MAX: usize = 50;

/// Result of the check.
#[derive(Debug, Default)]
pub struct Findings {
    /// Format of the data folder.
    pub format: u32,
    /// Number of wallets.
    pub wallets: u64,
    /// Number of ledger entries.
    pub entries: u64,
    /// Number of rounds.
    pub rounds: u64,
    /// Rounds that could not be recomputed, because the key of their seed is lost or not here. Their payments are checked.
    pub rounds_without_seed: u64,
    /// Number of giveaways.
    pub giveaways: u64,
    /// Number of accounts.
    pub accounts: u64,
    /// Points in all wallets.
    pub points: u128,
    /// Number of the newest commit.
    pub last_sequence: u64,
    /// Number of intact bases.
    pub bases: usize,
    /// Remarks that are not faults.
    pub notes: Vec<String>,
    /// Descriptions of the faults.
    pub faults: Vec<String>,
    /// Number of faults.
    pub fault_count: u64,
}

impl Findings {
    fn fault(&mut self, text: String) {
        self.fault_count += 1;
        if self.faults.len() < LISTED_MAX {
            self.faults.push(text);
        }
    }
}

/// A folder for a copy of the index, which contains password hashes and may be large: beside the data, because the
/// temporary folder is often memory; there if no folder can be made beside the data.
fn scratch_folder(data: &Path) -> Result<TemporaryFolder, OpenError> {
    let failed = |source| OpenError::Io { what: "making a scratch folder".to_owned(), source };
    let data = std::path::absolute(data).map_err(failed)?;
    let beside = data.parent().map(Path::to_owned);
    let parents: Vec<PathBuf> = beside.into_iter().chain([std::env::temp_dir()]).collect();
    // In both: an earlier check may have used the other one.
    parents.iter().for_each(|parent| temporary::remove_left(parent, SCRATCH));
    let mut made = Err(std::io::Error::other("there is no folder"));
    for parent in parents {
        made = TemporaryFolder::create(&parent, SCRATCH);
        if made.is_ok() {
            break;
        }
    }
    made.map_err(failed)
}

/// Reads everything in a data folder.
///
/// # Errors
/// The folder is in use or its files are damaged.
pub fn verify(data: &Path) -> Result<Findings, OpenError> {
    verify_watched((data, Path::new("")), &Progress::default())
}

/// [`verify`] that shows how far it is, with the file of the key that the settings name.
///
/// # Errors
/// See [`verify`].
pub fn verify_watched(
    (data, key_file): (&Path, &Path),
    progress: &Progress,
) -> Result<Findings, OpenError> {
    let scratch = scratch_folder(data)?;
    let inspected = Store::inspect_watched(data, scratch.path(), READABLE, progress);
    let result = inspected.map(|(view, report)| {
        let mut findings = Findings {
            format: report.format,
            last_sequence: report.journal.last_sequence,
            bases: report.bases,
            ..Findings::default()
        };
        if !report.journal.closed_in_order {
            findings.notes.push("the last run did not end in order".to_owned());
        }
        findings.notes.extend(report.journal.warnings.iter().cloned());
        let key = KeyPlace::of(key_file, data).and_then(|place| place.open_to_read(&view));
        let key = key.unwrap_or_else(|error| {
            findings.notes.push(error.to_string());
            DrawKey::missing()
        });
        let checked = check(&view, &key, &mut findings, progress);
        let without = findings.rounds_without_seed;
        if without > 0 {
            findings.notes.push(format!(
                "{without} rounds were not recomputed: their seeds are sealed with a key that is lost or not here"
            ));
        }
        if let Err(error) = checked {
            let reason = error.to_string();
            if !findings.faults.iter().any(|fault| fault.ends_with(&reason)) {
                findings.fault(reason);
            }
        }
        findings
    });
    let folder = scratch.path().display().to_string();
    if let Err(error) = scratch.close() {
        tracing::warn!(%error, folder, "cannot remove the scratch folder");
    }
    result
}

fn check(
    view: &View,
    key: &DrawKey,
    findings: &mut Findings,
    progress: &Progress,
) -> Result<(), Fault> {
    // Each entry of a log, most of which are of ledgers and rounds, is read again for its member.
    let mut entries = 0;
    progress.begin("reading all rows", Unit::Things, None);
    formats::walk(view, |met| {
        progress.add(1);
        match met {
            Ok(met) if met.format.kind == Kind::Log => entries += 1,
            Ok(_) => {}
            Err(error) => findings.fault(error.to_string()),
        }
        Ok::<_, ReadError>(())
    })
    .map_err(StoreError::from)?;
    progress.begin("checking members", Unit::Things, Some(entries));
    let proofs = (&Rules::stored(view)?, key);
    let mut expected = check_giveaways(view, key, &mut |text| findings.fault(text))
        .map_err(|reason| Fault::Other(reason.into()))?;
    findings.giveaways = expected.giveaways;
    check_accounts(view, &mut |met| match met {
        AccountFinding::Account(user) => {
            findings.accounts += 1;
            if stored_wallet(view, user)?.is_none() {
                check_wallet(view, proofs, user, WalletRow::default(), &mut expected, findings)?;
            }
            Ok(())
        }
        AccountFinding::Fault(text) => {
            findings.fault(text);
            Ok(())
        }
    })?;
    for wallet in stored_wallets(view) {
        let (user, row) = wallet?;
        findings.wallets += 1;
        let before = findings.entries + findings.rounds;
        check_wallet(view, proofs, user, row, &mut expected, findings)?;
        progress.add((findings.entries + findings.rounds).saturating_sub(before));
    }
    expected.rest().into_iter().for_each(|text| findings.fault(text));
    Ok(())
}

fn check_wallet(
    view: &View,
    proofs: (&Rules, &DrawKey),
    user: UserId,
    wallet: WalletRow,
    expected_tickets: &mut Expected,
    findings: &mut Findings,
) -> Result<(), Fault> {
    let mut balance: i128 = 0;
    let mut expected = 1;
    let mut paid: HashMap<u64, (i64, i64)> = HashMap::new();
    let mut tickets: HashMap<u64, i128> = HashMap::new();
    let mut faults = Vec::new();
    for entry in ledger_oldest_first(view, user) {
        let (seq, row) = entry?;
        if seq != expected {
            faults.push(format!("member {user}: ledger entry {expected} is missing"));
        }
        expected = seq + 1;
        balance += i128::from(row.amount);
        if balance < 0 || balance != i128::from(row.balance) {
            faults.push(format!(
                "member {user}: ledger entry {seq} says {}, the sum is {balance}",
                row.balance
            ));
        }
        if let Some(Reference::Round(round)) = row.reference {
            let sums = paid.entry(round).or_default();
            match row.reason {
                Reason::Stake(_) => sums.0 += row.amount,
                Reason::Payout(_) => sums.1 += row.amount,
                _ => faults.push(format!("member {user}: entry {seq} is no stake or payout")),
            }
        }
        let of = row.reference;
        if let Some(Reference::Entry { giveaway, .. } | Reference::Giveaway(giveaway)) = of {
            *tickets.entry(giveaway).or_default() += i128::from(row.amount);
        }
        findings.entries += 1;
    }
    if balance != i128::from(wallet.balance) || wallet.ledger_seq + 1 != expected {
        faults.push(format!(
            "member {user}: the wallet says {} at entry {}, the ledger {balance} at {}",
            wallet.balance,
            wallet.ledger_seq,
            expected - 1
        ));
    }
    findings.points += u128::from(wallet.balance);
    faults.extend(expected_tickets.compare(user, &tickets));
    let counts = check_rounds(view, proofs, user, paid, &mut faults)?;
    findings.rounds += counts.rounds;
    findings.rounds_without_seed += counts.without_seed;
    for fault in faults {
        findings.fault(fault);
    }
    Ok(())
}
