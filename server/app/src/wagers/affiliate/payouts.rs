//! Which prizes of a month have been paid, as an admin says.

use pointhouse_store::Batch;
use serde_json::json;

use super::Affiliate;
use super::records::{PayoutRow, place_key, put};
use crate::audit::Entry;
use crate::clock::SiteMonth;
use crate::detached::to_the_end;
use crate::tables;
use crate::wagers::WagerError;

/// What an admin says of a prize.
#[derive(Clone, Debug)]
pub(super) struct Tick {
    pub(super) month: SiteMonth,
    /// From 1.
    pub(super) rank: usize,
    /// Whom the admin saw there.
    pub(super) name: String,
    pub(super) is_paid: bool,
    pub(super) actor: String,
}

impl Affiliate {
    /// Ticks a prize as paid, or takes that back. From the first tick on the month's figures stay.
    ///
    /// # Errors
    /// See [`WagerError`]; nothing changed then.
    pub(super) async fn tick(&self, tick: Tick) -> Result<(), WagerError> {
        let affiliate = self.clone();
        let done = to_the_end(async move { affiliate.tick_alone(tick).await });
        done.await.map_err(WagerError::inner)?
    }

    async fn tick_alone(&self, tick: Tick) -> Result<(), WagerError> {
        let Tick { month, rank, name, is_paid, actor } = tick;
        let _changing = self.inner.changing.lock().await;
        let ground = &self.inner.ground;
        if !ground.store.writable() {
            return Err(WagerError::ReadOnly);
        }
        let known = self.month(month).ok_or(WagerError::NoSuchMonth)?;
        if known.frozen_at().is_none() {
            return Err(WagerError::NotFrozen);
        }
        let player = rank.checked_sub(1).and_then(|place| known.players().get(place));
        let player = player.ok_or(WagerError::NoPrize)?;
        let prize = self.inner.schedule.prize(month, rank).ok_or(WagerError::NoPrize)?;
        if player.name != name {
            return Err(WagerError::Changed);
        }
        let before = self.inner.shelf.payout(month, rank);
        let was_paid = before.as_ref().and_then(|row| row.paid_at);
        if was_paid.is_some() == is_paid {
            return Ok(());
        }
        let row = PayoutRow {
            revision: before.map_or(0, |row| row.revision) + 1,
            paid_at: is_paid.then_some(ground.clock.now().0),
            name,
        };
        let told = |paid: bool| {
            json!({ "player": player.name, "prize": prize.amount, "paid": paid }).to_string()
        };
        let entry = Entry {
            actor,
            action: "wagers.payout",
            subject: format!("wagers:{}:{rank}", month.iso()),
            before: told(was_paid.is_some()),
            after: told(is_paid),
        };
        let place = u32::try_from(rank).map_err(WagerError::inner)?;
        let mut batch = Batch::new();
        put(&mut batch, tables::BOARD_PAYOUT, &place_key(month, place), &row)?;
        ground.audit.write(ground.audit.next_id(), entry, &mut batch).map_err(WagerError::inner)?;
        ground.store.commit(batch).await.map_err(WagerError::inner)?;
        self.inner.shelf.set_payout(month, place, row);
        Ok(())
    }
}
