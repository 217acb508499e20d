//! A giveaway begins: its row, the commitment to its sealed seed and its empty list are one commit.

use pointhouse_rules::fairness::ServerSeed;
use pointhouse_store::Batch;
use rand::TryRng;
use rand::rngs::SysRng;

use super::actor;
use super::error::GiveawayError;
use super::model::{Book, Draft};
use super::records::{DUE, GIVEAWAY, GiveawayRow, SEED, SeedRow, Stage, TALLY, TallyRow, due};
use super::view::GiveawayDraft;
use super::{Giveaways, OPEN_MAX};
use crate::audit::{Actor, Entry};
use crate::detached::to_the_end;
use crate::draw_key::SeedOwner;
use crate::fault::Fault;
use crate::ids::GiveawayId;
use crate::wallet::PostError;

impl Giveaways {
    /// Creates a giveaway, with a server seed that is committed to from now on.
    ///
    /// # Errors
    /// See [`GiveawayError`]. Nothing has changed then.
    pub async fn create(
        &self,
        draft: GiveawayDraft,
        actor: Actor,
    ) -> Result<GiveawayId, GiveawayError> {
        let giveaways = self.clone();
        let created = to_the_end(async move {
            let _creating = giveaways.deps.creating.lock().await;
            let draft = draft.checked(None, giveaways.deps.clock.now())?;
            giveaways.create_locked(draft, actor).await
        });
        created.await?
    }

    async fn create_locked(&self, draft: Draft, actor: Actor) -> Result<GiveawayId, GiveawayError> {
        if self.open() >= OPEN_MAX {
            return Err(GiveawayError::TooMany(OPEN_MAX));
        }
        if !self.deps.store.writable() {
            return Err(PostError::ReadOnly.into());
        }
        let id = self.deps.board.next_id();
        let mut seed = [0; 32];
        SysRng.try_fill_bytes(&mut seed).map_err(Fault::other)?;
        let row = GiveawayRow {
            revision: 1,
            title: draft.title,
            description: draft.description,
            prize: draft.prize,
            start_at: draft.start_at,
            end_at: draft.end_at,
            entry_type: draft.entry_type,
            entry_cost: draft.entry_cost,
            commitment: *ServerSeed::from_bytes(&seed).commitment().as_bytes(),
            created_at: self.deps.clock.now().0,
            changes: Vec::new(),
            stage: Stage::Open,
            hidden: false,
            names_winner: draft.names_winner,
        };
        let tally = TallyRow::empty(id);
        let mut batch = Batch::new();
        GIVEAWAY.put(&mut batch, &id, &row)?;
        let sealed = self.deps.draw_key.seal(SeedOwner::Giveaway(id), &seed)?;
        SEED.put(&mut batch, &id, &SeedRow(sealed))?;
        TALLY.put(&mut batch, &id, &tally)?;
        DUE.put(&mut batch, &due(row.end_at, id), &())?;
        let entry = Entry {
            actor,
            action: "giveaway.create",
            subject: format!("giveaway:{id}"),
            before: String::new(),
            after: actor::described(&row),
        };
        self.deps.audit.record(entry, &mut batch)?;
        self.deps.store.commit(batch).await.map_err(|_| PostError::Stopped)?;
        self.deps.board.update(id, &Book { row, tally, notes: Vec::new() }, None);
        self.check_clock(id).await;
        Ok(id)
    }
}
