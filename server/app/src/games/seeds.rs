//! The seed pairs of a member in memory: one active, one prepared (docs/games.md, section 2).

use pointhouse_rules::HexDigest;
use pointhouse_rules::fairness::{ClientSeed, ServerSeed};
use pointhouse_store::{Batch, Store, StoreError, View};
use rand::RngExt;
use rand::TryRng;
use rand::rngs::SysRng;

use super::messages::{PairView, Revealed};
use super::records::{PAIR, PAIR_HEAD, PairEnd, PairHeadRow, PairRow};
use crate::clock::Millis;
use crate::draw_key::{DrawKey, SeedOwner, StoredSeed, Unreadable};
use crate::fault::Fault;
use crate::ids::UserId;

/// A server seed with its commitment, and how it is stored.
struct Seed {
    seed: ServerSeed,
    stored: StoredSeed,
    bytes: [u8; 32],
    commitment: HexDigest,
}

impl Seed {
    fn new(bytes: [u8; 32], stored: StoredSeed) -> Self {
        let seed = ServerSeed::from_bytes(&bytes);
        let commitment = seed.commitment();
        Self { seed, stored, bytes, commitment }
    }

    /// From the operating system's generator, sealed for a pair.
    fn random(key: &DrawKey, owner: SeedOwner) -> Result<Self, Fault> {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes).map_err(std::io::Error::other)?;
        Ok(Self::new(bytes, key.seal(owner, &bytes)?))
    }

    /// The seed of a stored pair.
    fn open(key: &DrawKey, owner: SeedOwner, row: &PairRow) -> Result<Self, Unreadable> {
        Ok(Self::new(key.open(owner, &row.seed)?, row.seed.clone()))
    }

    fn row(&self, client_seed: Option<&ClientSeed>, first_round: u64) -> PairRow {
        PairRow {
            seed: self.stored.clone(),
            commitment: *self.commitment.as_bytes(),
            client_seed: client_seed.map(|seed| seed.as_str().to_owned()),
            first_round,
            end: None,
        }
    }

    fn revealed_row(
        &self,
        client_seed: Option<&ClientSeed>,
        first_round: u64,
        now: Millis,
    ) -> PairRow {
        PairRow {
            seed: StoredSeed::Plain(self.bytes),
            end: Some(PairEnd::Revealed(now.0)),
            ..self.row(client_seed, first_round)
        }
    }
}

/// The pairs.
pub(super) struct Pairs {
    user: UserId,
    key: DrawKey,
    head: PairHeadRow,
    active: Seed,
    client_seed: ClientSeed,
    first_round: u64,
    next: Seed,
}

impl Pairs {
    /// From disk; the first pairs of a new player are made and on disk before they show.
    pub(super) async fn load(
        store: &Store,
        key: &DrawKey,
        user: UserId,
        next_round: u64,
    ) -> Result<Self, Fault> {
        if let Some(pairs) = Self::read(store.view(), key, user)? {
            return Ok(pairs);
        }
        let mut batch = Batch::new();
        let pairs = Self::put_new(&mut batch, (key, user), (1, 1), next_round)?;
        store.commit(batch).await?;
        Ok(pairs)
    }

    /// Puts a new active pair with this number, and a prepared one after it.
    fn put_new(
        batch: &mut Batch,
        (key, user): (&DrawKey, UserId),
        (revision, number): (u64, u32),
        next_round: u64,
    ) -> Result<Self, Fault> {
        let pairs = Self {
            user,
            key: key.clone(),
            head: PairHeadRow { revision, active: number },
            active: Seed::random(key, SeedOwner::Pair(user, number))?,
            client_seed: random_client_seed()?,
            first_round: next_round,
            next: Seed::random(key, SeedOwner::Pair(user, number + 1))?,
        };
        let row = pairs.active.row(Some(&pairs.client_seed), pairs.first_round);
        PAIR.put(batch, &(user, number), &row)?;
        PAIR.put(batch, &(user, number + 1), &pairs.next.row(None, 0))?;
        PAIR_HEAD.put(batch, &user, &pairs.head)?;
        Ok(pairs)
    }

    pub(super) fn read(view: &View, key: &DrawKey, user: UserId) -> Result<Option<Self>, Fault> {
        let Some(head) = PAIR_HEAD.get(view, &user)? else { return Ok(None) };
        let missing = Fault::Contradiction("the active or the next pair is missing");
        let (Some(active), Some(next)) =
            (read_pair(view, user, head.active)?, read_pair(view, user, head.active + 1)?)
        else {
            return Err(missing);
        };
        let client_seed = client_seed(&active)?;
        let open =
            |number, row| Seed::open(key, SeedOwner::Pair(user, number), row).map_err(Fault::other);
        Ok(Some(Self {
            user,
            key: key.clone(),
            head,
            active: open(head.active, &active)?,
            client_seed,
            first_round: active.first_round,
            next: open(head.active + 1, &next)?,
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
            commitment: self.active.commitment.to_string(),
            client_seed: self.client_seed.as_str().to_owned(),
            nonce: self.nonce(next_round),
            next_commitment: self.next.commitment.to_string(),
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
        let prepared = SeedOwner::Pair(self.user, head.active + 1);
        let after = Self {
            user: self.user,
            key: self.key.clone(),
            head,
            active: Seed::new(self.next.bytes, self.next.stored.clone()),
            client_seed,
            first_round: next_round,
            next: Seed::random(&self.key, prepared)?,
        };
        let mut batch = Batch::new();
        let old = self.active.revealed_row(Some(&self.client_seed), self.first_round, now);
        PAIR.put(&mut batch, &(self.user, self.head.active), &old)?;
        let active = after.active.row(Some(&after.client_seed), next_round);
        PAIR.put(&mut batch, &(self.user, head.active), &active)?;
        PAIR.put(&mut batch, &(self.user, head.active + 1), &after.next.row(None, 0))?;
        PAIR_HEAD.put(&mut batch, &self.user, &head)?;
        Ok((after, self.revealed(next_round), batch))
    }

    fn revealed(&self, next_round: u64) -> Revealed {
        Revealed {
            pair: self.head.active,
            server_seed: self.active.seed.reveal(),
            commitment: self.active.commitment.to_string(),
            client_seed: self.client_seed.as_str().to_owned(),
            rounds: self.nonce(next_round),
        }
    }

    /// Reveals the active and the prepared pair and takes two new ones: copies of the folder know both.
    pub(super) fn renewed(&self, next_round: u64, now: Millis) -> Result<(Self, Batch), Fault> {
        let (user, number) = (self.user, self.head.active);
        let mut batch = Batch::new();
        let old = self.active.revealed_row(Some(&self.client_seed), self.first_round, now);
        PAIR.put(&mut batch, &(user, number), &old)?;
        PAIR.put(&mut batch, &(user, number + 1), &self.next.revealed_row(None, 0, now))?;
        let head = (self.head.revision + 1, number + 2);
        let after = Self::put_new(&mut batch, (&self.key, user), head, next_round)?;
        Ok((after, batch))
    }
}

/// Closes the active and the prepared pair of a member as lost, and puts two new ones.
pub(super) fn replace_lost(
    view: &View,
    key: &DrawKey,
    user: UserId,
    (next_round, now): (u64, Millis),
) -> Result<Batch, Fault> {
    let mut batch = Batch::new();
    let Some(head) = PAIR_HEAD.get(view, &user)? else { return Ok(batch) };
    for number in [head.active, head.active + 1] {
        if let Some(mut row) = read_pair(view, user, number)? {
            row.end = Some(PairEnd::Lost(now.0));
            PAIR.put(&mut batch, &(user, number), &row)?;
        }
    }
    let after = (head.revision + 1, head.active + 2);
    Pairs::put_new(&mut batch, (key, user), after, next_round)?;
    Ok(batch)
}

/// What the folder knows of a member's active and prepared pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PairsState {
    /// Both are sealed with the key.
    Sealed,
    /// One is not sealed.
    Exposed,
    /// One cannot be read.
    Lost,
}

/// Looks at the pairs of a member.
pub(super) fn pairs_state(
    view: &View,
    key: &DrawKey,
    user: UserId,
    head: PairHeadRow,
) -> Result<PairsState, Fault> {
    let mut state = PairsState::Sealed;
    for number in [head.active, head.active + 1] {
        let row = read_pair(view, user, number)?;
        let row = row.ok_or(Fault::Contradiction("the active or the next pair is missing"))?;
        if Seed::open(key, SeedOwner::Pair(user, number), &row).is_err() {
            return Ok(PairsState::Lost);
        }
        if row.is_exposed() {
            state = PairsState::Exposed;
        }
    }
    Ok(state)
}

/// A pair on disk.
pub(super) fn read_pair(
    view: &View,
    user: UserId,
    number: u32,
) -> Result<Option<PairRow>, StoreError> {
    PAIR.get(view, &(user, number))
}

/// The seed of a pair, once it is revealed.
pub(super) fn revealed_seed(pair: &PairRow) -> Option<ServerSeed> {
    match (&pair.seed, pair.end) {
        (StoredSeed::Plain(seed), Some(PairEnd::Revealed(_))) => Some(ServerSeed::from_bytes(seed)),
        _ => None,
    }
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
