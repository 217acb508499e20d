//! `pointhouse verify`: proves the whole database without changing it.
//!
//! Proved: the balance of every wallet is the sum of its ledger, entry by entry, without gaps and
//! never below zero; no round without its payment and no payment without its round; every round is
//! the one that its seeds, its tables and its moves give, and is paid as they say; nonces of a pair
//! follow each other; every ticket of a giveaway is paid, or was paid back, its running hash and its
//! draw are what its list and its seed give; every name belongs to an account that has it.

use std::collections::HashMap;
use std::path::Path;

use pointhouse_store::{OpenError, ReadError, RowBytes, Store, View, decode};

use crate::accounts::{AccountRow, NameKind, read_account, read_profile};
use crate::formats::{self, FORMAT};
use crate::games::{Kept, OpenRow, RoundRow, Rules, Teller, due_key, open_key, with_moves};
use crate::giveaways::{Expected, check_giveaways};
use crate::ids::GameId;
use crate::ids::UserId;
use crate::tables::{self, NumberRow, each_row};
use crate::wallet::{LedgerRow, Reason, Reference, WalletRow};

const PAGE: usize = 512;
/// Faults that are told one by one; beyond it only the count.
const TOLD: usize = 50;

/// What was proved, or what is wrong.
#[derive(Debug, Default)]
pub struct Findings {
    /// Format of the folder.
    pub format: u32,
    /// Wallets.
    pub wallets: u64,
    /// Ledger entries.
    pub entries: u64,
    /// Rounds.
    pub rounds: u64,
    /// Giveaways.
    pub giveaways: u64,
    /// Accounts.
    pub accounts: u64,
    /// Points in all wallets together.
    pub points: u128,
    /// Last commit.
    pub last_sequence: u64,
    /// Bases that are whole.
    pub bases: usize,
    /// What is noteworthy and no fault.
    pub notes: Vec<String>,
    /// What is wrong.
    pub faults: Vec<String>,
    /// How many faults there are.
    pub fault_count: u64,
}

impl Findings {
    fn fault(&mut self, text: String) {
        self.fault_count += 1;
        if self.faults.len() < TOLD {
            self.faults.push(text);
        }
    }
}

/// Reads everything in a data folder.
///
/// # Errors
/// The folder is in use or its files are damaged.
pub fn verify(data: &Path) -> Result<Findings, OpenError> {
    // The copy of the index holds password hashes: a folder for its owner alone, under a name that
    // nobody can have prepared.
    let what = || "making a scratch folder".to_owned();
    let scratch = tempfile::Builder::new().prefix("pointhouse-verify-").tempdir();
    let scratch = scratch.map_err(|source| OpenError::Io { what: what(), source })?;
    let result = Store::inspect(data, scratch.path(), FORMAT).map(|(view, report)| {
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
        if let Err(reason) = check(&view, &mut findings)
            && !findings.faults.iter().any(|fault| fault.ends_with(&reason))
        {
            findings.fault(reason);
        }
        findings
    });
    let folder = scratch.path().display().to_string();
    if let Err(error) = scratch.close() {
        tracing::warn!(%error, folder, "the scratch folder stays");
    }
    result
}

fn check(view: &View, findings: &mut Findings) -> Result<(), String> {
    formats::walk(view, |met| {
        if let Err(error) = met {
            findings.fault(error.to_string());
        }
        Ok::<_, ReadError>(())
    })
    .map_err(told)?;
    let rules = &Rules::stored(view)?;
    let mut expected = check_giveaways(view, &mut |text| findings.fault(text))?;
    findings.giveaways = expected.giveaways;
    each_row(view, tables::ACCOUNT, |key, row| {
        let user = user_of(key)?;
        findings.accounts += 1;
        check_account(view, user, &decode(row).map_err(told)?, findings)?;
        if view.get(tables::WALLET, key).map_err(told)?.is_none() {
            check_wallet(view, rules, user, WalletRow::default(), &mut expected, findings)?;
        }
        Ok(())
    })?;
    each_row(view, tables::NAME, |name, owner| {
        let user = UserId(decode::<NumberRow>(owner).map_err(told)?.0);
        let account = read_account(view, user).map_err(told)?;
        let fits = match account {
            Some(row) => names_of(view, user, &row)?.iter().any(|own| own == name),
            // The code of a deleted account stays taken: it stands in lists of tickets.
            None => {
                let key = user.0.to_be_bytes();
                let departed = view.get(tables::DEPARTED, &key).map_err(told)?;
                departed.is_some() && name.starts_with(&NameKind::AccountId.key(""))
            }
        };
        if !fits {
            let text = "the list of names has one that its member does not have";
            findings.fault(text.to_owned());
        }
        Ok(())
    })?;
    each_row(view, tables::WALLET, |key, row| {
        findings.wallets += 1;
        let row = decode(row).map_err(told)?;
        check_wallet(view, rules, user_of(key)?, row, &mut expected, findings)
    })?;
    expected.rest().into_iter().for_each(|text| findings.fault(text));
    Ok(())
}

fn check_account(
    view: &View,
    user: UserId,
    row: &AccountRow,
    findings: &mut Findings,
) -> Result<(), String> {
    for name in names_of(view, user, row)? {
        let owner = view.get(tables::NAME, &name).map_err(told)?;
        let owner = owner.map(|row| decode(&row)).transpose().map_err(told)?;
        if owner != Some(NumberRow(user.0)) {
            findings.fault(format!("member {user}: a name is not theirs in the list of names"));
        }
    }
    Ok(())
}

fn names_of(view: &View, user: UserId, row: &AccountRow) -> Result<Vec<Vec<u8>>, String> {
    let profile = read_profile(view, user).map_err(told)?;
    let mut names = vec![
        NameKind::Email.key(&row.email.to_lowercase()),
        NameKind::Username.key(&row.username.to_lowercase()),
        NameKind::AccountId.key(&row.account_id),
    ];
    names.extend(profile.casino.map(|name| NameKind::Casino.key(&name.to_lowercase())));
    names.extend(profile.kick.map(|(id, _)| NameKind::Kick.key(&id.to_string())));
    Ok(names)
}

fn check_wallet(
    view: &View,
    rules: &Rules,
    user: UserId,
    wallet: WalletRow,
    expected_tickets: &mut Expected,
    findings: &mut Findings,
) -> Result<(), String> {
    let mut balance: i128 = 0;
    let mut expected = 1;
    let mut paid: HashMap<u64, (i64, i64)> = HashMap::new();
    let mut tickets: HashMap<u64, i128> = HashMap::new();
    let mut faults = Vec::new();
    log(view, tables::LEDGER, user, |seq, value| {
        let row: LedgerRow = decode(value).map_err(told)?;
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
        Ok(())
    })?;
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
    check_rounds(view, rules, user, paid, &mut faults, &mut findings.rounds)?;
    for fault in faults {
        findings.fault(fault);
    }
    Ok(())
}

/// Stake and payout by round, as the ledger has them.
type Paid = HashMap<u64, (i64, i64)>;

fn check_rounds(
    view: &View,
    rules: &Rules,
    user: UserId,
    mut paid: Paid,
    faults: &mut Vec<String>,
    count: &mut u64,
) -> Result<(), String> {
    let mut last: Option<(u32, u64)> = None;
    let mut expected = 1;
    let mut open = Vec::new();
    let mut teller = Teller::new(view, rules, user);
    log(view, tables::ROUND, user, |number, value| {
        let row: RoundRow = decode(value).map_err(told)?;
        *count += 1;
        if number != expected {
            faults.push(format!("member {user}: round {expected} is missing"));
        }
        expected = number + 1;
        let follows = match last {
            Some((pair, nonce)) if pair == row.pair => row.nonce == nonce + 1,
            Some((pair, _)) => row.pair > pair && row.nonce == 0,
            None => row.nonce == 0,
        };
        if !follows {
            faults.push(format!("member {user}: the nonce of round {number} does not follow"));
        }
        last = Some((row.pair, row.nonce));
        let (game, begun) = (row.play.game(), row.staked);
        let kept = match with_moves(view, user, number, row) {
            Ok(kept) => kept,
            Err(error) => {
                faults.push(format!("member {user}: round {number}: {error}"));
                paid.remove(&number);
                return Ok(());
            }
        };
        if kept.is_open() {
            open.push((game, number));
        }
        let (stake, payout) = paid.remove(&number).unwrap_or_default();
        let told = check_round(&mut teller, &kept);
        match told {
            Err(reason) => faults.push(format!("member {user}: round {number} {reason}")),
            Ok(money) if money != (-i128::from(stake), i128::from(payout)) => {
                faults.push(format!(
                    "member {user}: round {number} (begun with {begun}) is not paid as it says"
                ));
            }
            Ok(_) => {}
        }
        Ok(())
    })?;
    for round in paid.keys() {
        faults.push(format!("member {user}: round {round} was paid and is missing"));
    }
    check_open(view, user, &open, faults)
}

/// Stake and payout of a round, as its seeds, tables and moves give them and as its rows say.
fn check_round(teller: &mut Teller<'_>, kept: &Kept) -> Result<(i128, i128), String> {
    let settled = teller.tell(kept).map_err(told)?;
    let standing = settled.standing;
    if standing.open != kept.is_open() || standing.play != kept.row.play {
        return Err("is not what its seeds and its tables give".to_owned());
    }
    let told = (standing.staked.get(), standing.payout.get());
    if !kept.is_open() && told != kept.money() {
        return Err("does not pay what its seeds and its tables give".to_owned());
    }
    Ok((i128::from(told.0), i128::from(told.1)))
}

/// Every open round is the one that its game's row names, and due at some time.
fn check_open(
    view: &View,
    user: UserId,
    open: &[(GameId, u64)],
    faults: &mut Vec<String>,
) -> Result<(), String> {
    for game in GameId::ALL {
        let row = view.get(tables::OPEN_ROUND, &open_key(user, game)).map_err(told)?;
        let row = row.map(|row| decode::<OpenRow>(&row).map_err(told)).transpose()?;
        let rounds: Vec<u64> =
            open.iter().filter(|(of, _)| *of == game).map(|(_, number)| *number).collect();
        let named: Vec<u64> = row.iter().map(|row| row.number).collect();
        if rounds != named {
            faults.push(format!("member {user}: the open rounds of {} do not fit", game.id()));
        }
        if let Some(row) = row
            && view.get(tables::DUE, &due_key(row.due_at, user, game)).map_err(told)?.is_none()
        {
            faults.push(format!("member {user}: the open round of {} is never due", game.id()));
        }
    }
    Ok(())
}

fn log(
    view: &View,
    table: pointhouse_store::Table,
    user: UserId,
    mut take: impl FnMut(u64, &RowBytes) -> Result<(), String>,
) -> Result<(), String> {
    let mut from = 1;
    loop {
        let entries = view.log_from(table, user.0, from, PAGE).map_err(told)?;
        let Some(last) = entries.last() else { return Ok(()) };
        from = last.seq + 1;
        for entry in &entries {
            take(entry.seq, &entry.value)?;
        }
    }
}

fn user_of(key: &[u8]) -> Result<UserId, String> {
    let bytes = <[u8; 8]>::try_from(key).map_err(|_| "a key is no member's number")?;
    Ok(UserId(u64::from_be_bytes(bytes)))
}

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}
