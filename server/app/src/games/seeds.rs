//! The seed pairs of a member in memory: one active, one prepared (docs/games.md, section 2).

use pointhouse_rules::fairness::{ClientSeed, ServerSeed};
use pointhouse_store::{Batch, Store, StoreError, View};
use rand::RngExt;
use rand::TryRng;
use rand::rngs::SysRng;

use super::messages::{PairView, Revealed};
use super::records::{PAIR, PAIR_HEAD, PairHeadRow, PairRow};
use crate::clock::Millis;
use crate::fault::Fault;
use crate::ids::UserId;

/// A server seed with its commitment.
struct Seed {
    bytes: [u8; 32],
    seed: ServerSeed,
    commitment: String,
}

impl Seed {
    fn from_bytes(bytes: [u8; 32]) -> Self {
        let seed = ServerSeed::from_bytes(&bytes);
        let commitment = seed.commitment().to_string();
        Self { bytes, seed, commitment }
    }

    /// From the operating system's generator.
    fn random() -> Result<Self, Fault> {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes).map_err(std::io::Error::other)?;
        Ok(Self::from_bytes(bytes))
    }

    fn row(&self, client_seed: Option<&ClientSeed>, first_round: u64) -> PairRow {
        PairRow {
            server_seed: self.bytes,
            client_seed: client_seed.map(|seed| seed.as_str().to_owned()),
            first_round,
            revealed_at: None,
        }
    }
}

/// The pairs.
pub(super) struct Pairs {
    user: UserId,
    head: PairHeadRow,
    active: Seed,
    client_seed: ClientSeed,
    first_round: u64,
    next: Seed,
}

impl Pairs {
    /// From disk; the first pairs of a new player are made and on disk before they show.
    pub(super) async fn load(store: &Store, user: UserId, next_round: u64) -> Result<Self, Fault> {
        if let Some(pairs) = Self::read(store.view(), user)? {
            return Ok(pairs);
        }
        let pairs = Self {
            user,
            head: PairHeadRow { revision: 1, active: 1 },
            active: Seed::random()?,
            client_seed: random_client_seed()?,
            first_round: next_round,
            next: Seed::random()?,
        };
        let mut batch = Batch::new();
        let row = pairs.active.row(Some(&pairs.client_seed), pairs.first_round);
        PAIR.put(&mut batch, &(user, pairs.head.active), &row)?;
        PAIR.put(&mut batch, &(user, pairs.head.active + 1), &pairs.next.row(None, 0))?;
        PAIR_HEAD.put(&mut batch, &user, &pairs.head)?;
        store.commit(batch).await?;
        Ok(pairs)
    }

    fn read(view: &View, user: UserId) -> Result<Option<Self>, Fault> {
        let Some(head) = PAIR_HEAD.get(view, &user)? else { return Ok(None) };
        let missing = Fault::Contradiction("the active or the next pair is missing");
        let (Some(active), Some(next)) =
            (read_pair(view, user, head.active)?, read_pair(view, user, head.active + 1)?)
        else {
            return Err(missing);
        };
        let client_seed = client_seed(&active)?;
        Ok(Some(Self {
            user,
            head,
            active: Seed::from_bytes(active.server_seed),
            client_seed,
            first_round: active.first_round,
            next: Seed::from_bytes(next.server_seed),
        }))
    }

    pub(super) fn number(&self) -> u32 {
        self.head.active
    }

    pub(super) fn nonce(&self, round: u64) -> u64 {
        round.saturating_sub(self.first_round)
    }

    pub(super) fn server_seed(&self) -> &ServerSeed {
        &self.active.seed
    }

    pub(super) fn client_seed(&self) -> &ClientSeed {
        &self.client_seed
    }

    pub(super) fn view(&self, next_round: u64) -> PairView {
        PairView {
            pair: self.head.active,
            commitment: self.active.commitment.clone(),
            client_seed: self.client_seed.as_str().to_owned(),
            nonce: self.nonce(next_round),
            next_commitment: self.next.commitment.clone(),
        }
    }

    /// The pairs after a rotation, and the rows that make it so. The old pairs stay in force until
    /// these rows are on disk.
    pub(super) fn rotated(
        &self,
        client_seed: Option<ClientSeed>,
        next_round: u64,
        now: Millis,
    ) -> Result<(Self, Revealed, Batch), Fault> {
        let head = PairHeadRow { revision: self.head.revision + 1, active: self.head.active + 1 };
        let client_seed = match client_seed {
            Some(seed) => seed,
            None => random_client_seed()?,
        };
        let after = Self {
            user: self.user,
            head,
            active: Seed::from_bytes(self.next.bytes),
            client_seed,
            first_round: next_round,
            next: Seed::random()?,
        };
        let mut batch = Batch::new();
        let mut old = self.active.row(Some(&self.client_seed), self.first_round);
        old.revealed_at = Some(now.0);
        PAIR.put(&mut batch, &(self.user, self.head.active), &old)?;
        let active = after.active.row(Some(&after.client_seed), next_round);
        PAIR.put(&mut batch, &(self.user, head.active), &active)?;
        PAIR.put(&mut batch, &(self.user, head.active + 1), &after.next.row(None, 0))?;
        PAIR_HEAD.put(&mut batch, &self.user, &head)?;
        let revealed = Revealed {
            pair: self.head.active,
            server_seed: self.active.seed.reveal(),
            commitment: self.active.commitment.clone(),
            client_seed: self.client_seed.as_str().to_owned(),
            rounds: self.nonce(next_round),
        };
        Ok((after, revealed, batch))
    }
}

/// A pair on disk.
pub(super) fn read_pair(
    view: &View,
    user: UserId,
    number: u32,
) -> Result<Option<PairRow>, StoreError> {
    PAIR.get(view, &(user, number))
}

/// The client seed of a pair that is or was active.
pub(super) fn client_seed(pair: &PairRow) -> Result<ClientSeed, Fault> {
    let stored = pair.client_seed.clone();
    let stored = stored.ok_or(Fault::Contradiction("the active pair has no client seed"))?;
    ClientSeed::new(stored).map_err(|_| Fault::Contradiction("a stored client seed is none"))
}

/// Sixteen hex characters.
fn random_client_seed() -> Result<ClientSeed, Fault> {
    let number: u64 = rand::rng().random();
    ClientSeed::new(format!("{number:016x}"))
        .map_err(|_| Fault::Contradiction("a number in hex is no client seed"))
}
