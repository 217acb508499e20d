//! Grants of points to all members: a background job that pays each member who existed when it was
//! confirmed exactly once, even if the process is killed in the middle (docs/decisions.md, F1).
//!
//! The job is a row with a cursor. Once-keys make each payment happen once, so a cursor that lags
//! behind after a crash costs time and nothing else.

use bincode::{Decode, Encode};
use futures_util::StreamExt;
use futures_util::stream;
use pointhouse_rules::Points;
use pointhouse_store::{Batch, Keys, StoreError, StoredRow, Table, View};
use serde_json::json;

use super::statement::REASON_SHOWN;
use crate::accounts::{Accounts, KeyHash, members_between, stored_accounts};
use crate::allowance::{Allowance, AllowanceError, Made, Maker, Sum};
use crate::audit::{Audit, Entry};
use crate::clock::Clock;
use crate::fault::{Fault, inner_faults};
use crate::ids::UserId;
use crate::locks::Lock;
use crate::tables;
use crate::wallet::{Amount, Change, Post, PostError, Reason, Reference};

/// Most payments in flight.
const AT_ONCE: usize = 256;
/// Members per stored progress update.
const STEP: usize = 512;

/// A grant. Only its own job updates it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct GrantRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Points per member.
    pub amount: u64,
    /// The admin's reason.
    pub reason: String,
    /// Id of the audit row, which the ledger entries refer to.
    pub audit: u64,
    /// Highest member id when the grant was confirmed.
    pub last_user: u64,
    /// Number of members when the grant was confirmed.
    pub members: u64,
    /// All members up to this id have been processed.
    pub cursor: u64,
    /// Number of paid members.
    pub paid: u64,
    /// Members who were not paid because their balance would exceed the maximum.
    pub skipped: u64,
    /// Time of the confirmation, in milliseconds.
    pub begun_at: i64,
    /// Time of completion, in milliseconds.
    pub ended_at: Option<i64>,
    /// Hash of the idempotency key of the request.
    pub key: Option<KeyHash>,
}

impl StoredRow for GrantRow {
    const VERSION: u8 = 1;
}

/// Why a grant was not started or not completed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum JobError {
    /// The idempotency key was used for another grant.
    #[error("This request was made before with other figures")]
    #[problem(409, "idempotency_mismatch")]
    Mismatch,
    /// The site has no members.
    #[error("There are no members yet")]
    #[problem(409, "no_members")]
    NoMembers,
    /// The store is read-only because the disk is nearly full.
    #[error("The site is read-only for the moment. Please try again later.")]
    #[problem(503, "read_only")]
    ReadOnly,
    /// The grant doesn't exist.
    #[error("There is no such job")]
    #[problem(404, "not_found")]
    NoSuchJob,
    /// See [`AllowanceError`].
    #[error(transparent)]
    #[problem(through)]
    Allowance(#[from] AllowanceError),
    /// A wallet refused.
    #[error(transparent)]
    #[problem(through)]
    Wallet(#[from] PostError),
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(JobError);

/// Grants by number.
pub(super) const GRANT: Table<u64, GrantRow> = Table::new(tables::GRANT);

/// A grant that an admin confirms.
#[derive(Clone, Debug)]
pub struct GrantOrder {
    /// Points per member, above 0.
    pub amount: Points,
    /// Reason for the audit log, the page and the members' statements.
    pub reason: String,
    /// Who gives them.
    pub maker: Maker,
    /// Hash of the request's idempotency key.
    pub key: Option<KeyHash>,
}

/// Grants to all members. Cheap to clone.
#[derive(Clone)]
pub struct Grants {
    accounts: Accounts,
    audit: Audit,
    clock: Clock,
    allowance: Allowance,
    /// One job is paid at a time.
    running: Lock,
    /// One new job at a time: a repeated request finds the job that it made.
    confirming: Lock,
}

impl Grants {
    /// Over all accounts.
    pub fn new(accounts: &Accounts, audit: &Audit, clock: &Clock, allowance: &Allowance) -> Self {
        let (accounts, audit) = (accounts.clone(), audit.clone());
        let (clock, allowance) = (clock.clone(), allowance.clone());
        let (running, confirming) = (Lock::default(), Lock::default());
        Self { accounts, audit, clock, allowance, running, confirming }
    }

    /// Stores a grant. A repeated request returns the grant that it created.
    ///
    /// # Errors
    /// See [`JobError`]. Nothing was written then.
    pub async fn confirm(&self, order: GrantOrder) -> Result<(u64, GrantRow), JobError> {
        let _confirming = self.confirming.lock().await;
        let store = &self.accounts.store;
        let jobs = read_all(store.view())?;
        let same = |row: &GrantRow| order.key.is_some() && row.key == order.key;
        if let Some((number, row)) = jobs.iter().find(|(_, row)| same(row)) {
            if row.amount == order.amount.get() && row.reason == order.reason {
                return Ok((*number, row.clone()));
            }
            return Err(JobError::Mismatch);
        }
        if !store.writable() {
            return Err(JobError::ReadOnly);
        }
        let view = store.view().clone();
        let counted = self.accounts.reads.run(move || count(&view)).await;
        let (members, last_user) = counted??;
        if members == 0 {
            return Err(JobError::NoMembers);
        }
        let (audit, actor) = (self.audit.next_id(), order.maker.actor());
        let sum = Sum::of(order.amount.get().saturating_mul(members));
        let reserved = self.allowance.reserve_for(&order.maker, Made::Everyone, sum)?;
        let row = GrantRow {
            revision: 1,
            amount: order.amount.get(),
            reason: order.reason,
            audit,
            last_user,
            members,
            cursor: 0,
            paid: 0,
            skipped: 0,
            begun_at: self.clock.now().0,
            ended_at: None,
            key: order.key,
        };
        let number = jobs.last().map_or(1, |(number, _)| number + 1);
        let mut batch = Batch::new();
        GRANT.put(&mut batch, &number, &row)?;
        let entry = Entry {
            actor: actor.clone(),
            action: "points.global",
            subject: format!("job:{number}"),
            before: String::new(),
            after: json!({
                "amount": row.amount, "reason": row.reason, REASON_SHOWN: true, "members": members,
            })
            .to_string(),
        };
        self.audit.write(audit, entry, &mut batch)?;
        if let Some(reserved) = &reserved {
            reserved.rows(actor)(&mut batch)?;
        }
        store.commit(batch).await?;
        if let Some(reserved) = reserved {
            reserved.keep();
        }
        Ok((number, row))
    }

    /// Reads a grant.
    ///
    /// # Errors
    /// The grant doesn't exist, or its row cannot be decoded.
    pub fn job(&self, number: u64) -> Result<GrantRow, JobError> {
        GRANT.get(self.accounts.store.view(), &number)?.ok_or(JobError::NoSuchJob)
    }

    /// Completes all unfinished grants, for example after a kill. Returns their number.
    ///
    /// # Errors
    /// See [`JobError`]. The next start tries again.
    pub async fn resume(&self) -> Result<usize, JobError> {
        let open: Vec<u64> = read_all(self.accounts.store.view())?
            .into_iter()
            .filter(|(_, row)| row.ended_at.is_none())
            .map(|(number, _)| number)
            .collect();
        for number in &open {
            self.run(*number).await?;
        }
        Ok(open.len())
    }

    /// Completes a grant.
    ///
    /// # Errors
    /// See [`JobError`]. The next run continues where this one stopped.
    pub async fn run(&self, number: u64) -> Result<GrantRow, JobError> {
        let _running = self.running.lock().await;
        let mut row = self.job(number)?;
        while row.ended_at.is_none() {
            let members = self.next_members(&row)?;
            let Some(last) = members.last().copied() else {
                row.ended_at = Some(self.clock.now().0);
                self.note(number, &mut row).await?;
                break;
            };
            let mut payments = stream::iter(members)
                .map(|user| self.pay(number, &row, user))
                .buffer_unordered(AT_ONCE);
            let (mut paid, mut skipped) = (0, 0);
            while let Some(payment) = payments.next().await {
                if payment? { paid += 1 } else { skipped += 1 }
            }
            drop(payments);
            row.paid += paid;
            row.skipped += skipped;
            row.cursor = last.0;
            self.note(number, &mut row).await?;
        }
        Ok(row)
    }

    /// The paid members of a small grant with their current balances.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn results(&self, row: &GrantRow) -> Result<Vec<(UserId, u64)>, JobError> {
        let mut looked = GrantRow { cursor: 0, ..row.clone() };
        let mut results = Vec::new();
        loop {
            let members = self.next_members(&looked)?;
            let Some(last) = members.last() else { return Ok(results) };
            looked.cursor = last.0;
            for user in members {
                let wallet = self.accounts.wallets.balance(user)?;
                results.push((user, wallet.balance));
            }
        }
    }

    /// The next members after the cursor who existed when the grant was confirmed and still exist.
    fn next_members(&self, row: &GrantRow) -> Result<Vec<UserId>, JobError> {
        let view = self.accounts.store.view();
        Ok(members_between(view, UserId(row.cursor), UserId(row.last_user), STEP)?)
    }

    /// Pays one member, unless that was done before. Returns false if the balance would exceed the
    /// maximum.
    async fn pay(&self, number: u64, row: &GrantRow, user: UserId) -> Result<bool, JobError> {
        let change = Change {
            amount: Amount::Add(Points::new(row.amount)?),
            reason: Reason::AdminAdd,
            reference: Some(Reference::Audit(row.audit)),
        };
        let post = Post {
            changes: vec![change],
            riders: None,
            request: None,
            once: Some(format!("job/{number}/{user}").into_bytes()),
        };
        match self.accounts.wallets.post(user, post).await {
            Ok(_) | Err(PostError::Once) => Ok(true),
            Err(PostError::Refused(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    async fn note(&self, number: u64, row: &mut GrantRow) -> Result<(), JobError> {
        row.revision += 1;
        let mut batch = Batch::new();
        GRANT.put(&mut batch, &number, row)?;
        self.accounts.store.commit(batch).await?;
        Ok(())
    }
}

/// All grants, oldest first.
fn read_all(view: &View) -> Result<Vec<(u64, GrantRow)>, StoreError> {
    GRANT.rows(view, Keys::all()).collect()
}

/// Number of members, and the highest member id.
fn count(view: &View) -> Result<(u64, u64), StoreError> {
    let (mut members, mut last_user) = (0, 0);
    for account in stored_accounts(view) {
        members += 1;
        last_user = account?.0.0;
    }
    Ok((members, last_user))
}
