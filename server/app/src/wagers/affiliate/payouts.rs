//! Payouts: which prizes of a month have been paid, as marked by an admin.

use pointhouse_store::Batch;
use serde_json::json;

use super::Affiliate;
use super::months::Month;
use super::records::{PAYOUT, PayoutRow};
use crate::audit::{Actor, Entry};
use crate::clock::SiteMonth;
use crate::detached::to_the_end;
use crate::fault::Fault;
use crate::wagers::{MonthPlayer, Prize, WagerError};

/// An admin's change of a prize's payment state.
#[derive(Clone, Debug)]
pub(super) struct Tick {
    pub(super) month: SiteMonth,
    /// Rank, from 1.
    pub(super) rank: usize,
    /// The player that the admin saw at this rank.
    pub(super) name: String,
    pub(super) is_paid: bool,
    pub(super) actor: Actor,
}

/// An admin's request to mark all prizes of some months as paid.
#[derive(Clone, Debug)]
pub(super) struct PaidMonths {
    pub(super) months: Vec<SiteMonth>,
    /// Number of unpaid prizes that the admin saw.
    pub(super) prizes: usize,
    pub(super) actor: Actor,
}

impl Affiliate {
    /// Players of a month with a prize, with their ranks (from 1), highest first.
    pub(super) fn prizes<'a>(
        &'a self,
        month: SiteMonth,
        known: &'a Month,
    ) -> impl Iterator<Item = (usize, &'a MonthPlayer, Prize)> {
        let schedule = self.schedule();
        let ranked = (1..).zip(known.players()).filter(|(_, player)| player.wagered > 0);
        ranked.filter_map(move |(rank, player)| Some((rank, player, schedule.prize(month, rank)?)))
    }

    /// Marks all prizes of final months as paid, for sites that paid earlier months elsewhere.
    /// Repeated months count once.
    ///
    /// # Errors
    /// See [`WagerError`]; [`WagerError::PrizesChanged`] if the number of unpaid prizes is not the
    /// one the admin saw. Nothing has changed then.
    pub(super) async fn mark_months_paid(&self, paid: PaidMonths) -> Result<(), WagerError> {
        let affiliate = self.clone();
        let done = to_the_end(async move { affiliate.mark_months_paid_locked(paid).await });
        done.await?
    }

    async fn mark_months_paid_locked(&self, paid: PaidMonths) -> Result<(), WagerError> {
        let PaidMonths { mut months, prizes, actor } = paid;
        months.sort_unstable();
        months.dedup();
        let _changing = self.inner.changing.lock().await;
        let services = &self.inner.services;
        if !services.store.writable() {
            return Err(WagerError::ReadOnly);
        }
        let (mut batch, mut rows) = (Batch::new(), Vec::new());
        for month in months {
            let before = rows.len();
            self.mark_month_paid(month, &mut rows)?;
            let ticked = rows.len() - before;
            if ticked > 0 {
                let entry = Entry {
                    actor: actor.clone(),
                    action: "wagers.payouts",
                    subject: format!("wagers:{}", month.iso()),
                    before: json!({ "unpaid": ticked }).to_string(),
                    after: json!({ "unpaid": 0 }).to_string(),
                };
                services.audit.write(services.audit.next_id(), entry, &mut batch)?;
            }
        }
        if rows.len() != prizes {
            return Err(WagerError::PrizesChanged);
        }
        for (month, place, row) in &rows {
            PAYOUT.put(&mut batch, &(*month, *place), row)?;
        }
        if !rows.is_empty() {
            services.store.commit(batch).await?;
        }
        for (month, place, row) in rows {
            self.inner.months.set_payout(month, place, row);
        }
        Ok(())
    }

    /// Players of final months whose prizes are not marked as paid.
    ///
    /// # Errors
    /// See [`WagerError`].
    pub(super) fn unpaid_players(&self, months: &[SiteMonth]) -> Result<Vec<String>, WagerError> {
        let mut rows = Vec::new();
        for month in months {
            self.mark_month_paid(*month, &mut rows)?;
        }
        Ok(rows.into_iter().map(|(_, _, row)| row.name).collect())
    }

    /// The missing payout rows of a month.
    fn mark_month_paid(
        &self,
        month: SiteMonth,
        rows: &mut Vec<(SiteMonth, u32, PayoutRow)>,
    ) -> Result<(), WagerError> {
        let known = self.month(month).ok_or(WagerError::NoSuchMonth)?;
        if known.frozen_at().is_none() {
            return Err(WagerError::NotFrozen);
        }
        let now = self.inner.services.clock.now().0;
        for (rank, player, _) in self.prizes(month, &known) {
            let before = self.inner.months.payout(month, rank);
            if before.as_ref().is_some_and(|row| row.paid_at.is_some()) {
                continue;
            }
            let revision = before.map_or(0, |row| row.revision) + 1;
            let place = u32::try_from(rank).map_err(Fault::other)?;
            let name = player.name.clone();
            rows.push((month, place, PayoutRow { revision, paid_at: Some(now), name }));
        }
        Ok(())
    }

    /// Marks a prize as paid or unpaid. Once any prize of a month has been marked as paid, its
    /// figures don't change any more.
    ///
    /// # Errors
    /// See [`WagerError`]. Nothing has changed then.
    pub(super) async fn tick(&self, tick: Tick) -> Result<(), WagerError> {
        let affiliate = self.clone();
        let done = to_the_end(async move { affiliate.set_paid_locked(tick).await });
        done.await?
    }

    async fn set_paid_locked(&self, tick: Tick) -> Result<(), WagerError> {
        let Tick { month, rank, name, is_paid, actor } = tick;
        let _changing = self.inner.changing.lock().await;
        let services = &self.inner.services;
        if !services.store.writable() {
            return Err(WagerError::ReadOnly);
        }
        let known = self.month(month).ok_or(WagerError::NoSuchMonth)?;
        if known.frozen_at().is_none() {
            return Err(WagerError::NotFrozen);
        }
        let prize = self.prizes(month, &known).find(|(place, ..)| *place == rank);
        let (_, player, prize) = prize.ok_or(WagerError::NoPrize)?;
        if player.name != name {
            return Err(WagerError::Changed);
        }
        let before = self.inner.months.payout(month, rank);
        let was_paid = before.as_ref().and_then(|row| row.paid_at);
        if was_paid.is_some() == is_paid {
            return Ok(());
        }
        let row = PayoutRow {
            revision: before.map_or(0, |row| row.revision) + 1,
            paid_at: is_paid.then_some(services.clock.now().0),
            name,
        };
        let audit_json = |paid: bool| {
            json!({ "player": player.name, "prize": prize.amount, "paid": paid }).to_string()
        };
        let entry = Entry {
            actor,
            action: "wagers.payout",
            subject: format!("wagers:{}:{rank}", month.iso()),
            before: audit_json(was_paid.is_some()),
            after: audit_json(is_paid),
        };
        let place = u32::try_from(rank).map_err(Fault::other)?;
        let mut batch = Batch::new();
        PAYOUT.put(&mut batch, &(month, place), &row)?;
        services.audit.commit_audited(batch, entry).await?;
        self.inner.months.set_payout(month, place, row);
        Ok(())
    }
}
