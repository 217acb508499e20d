//! What the game sessions write.

use bincode::{Decode, Encode};
use pointhouse_rules::fairness::ServerSeed;
use pointhouse_store::{
    Log, Row, RowProblem, Single, StoreError, StoredRow, Table, View, decode_body,
};

use super::registry::AnyStoredBet;
use super::stored_values::Move;
use crate::accounts::IdentityKey;
use crate::clock::SiteDay;
use crate::draw_key::StoredSeed;
use crate::ids::{GameId, UserId};
use crate::tables::{self, NumberRow, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    ROUND.format(),
    PAIR.secret_format(),
    PAIR_HEAD.format(),
    RULES.format(),
    OPEN_ROUND.format(),
    ROUND_END.format(),
    DUE.format(),
    PLAY_LIMITS.format(),
    KEPT_LIMITS.format(),
    BUDGET.projection_format(),
    FEED.projection_format(),
    ECONOMY.projection_format(),
    BUDGET_RESET.format(),
];

/// The rounds of each member.
pub(super) const ROUND: Log<UserId, RoundRow> = Log::new(tables::ROUND);
/// Seed pairs by member and number.
pub(super) const PAIR: Table<(UserId, u32), PairRow> = Table::new(tables::PAIR);
/// Which pair is active.
pub(super) const PAIR_HEAD: Table<UserId, PairHeadRow> = Table::new(tables::PAIR_HEAD);
/// Tables of the rules by their numbers.
pub(super) const RULES: Table<u32, RulesRow> = Table::new(tables::RULES);
/// Open rounds.
pub(super) const OPEN_ROUND: Table<(UserId, GameId), OpenRow> = Table::new(tables::OPEN_ROUND);
/// Ends of rounds with moves, by member and number of the round.
pub(super) const ROUND_END: Table<(UserId, u64), EndRow> = Table::new(tables::ROUND_END);
/// Open rounds by the time at which they are settled, milliseconds. The value is the round's number.
pub(super) const DUE: Table<(i64, UserId, GameId), NumberRow> = Table::new(tables::DUE);
/// Limits that members set themselves.
pub(super) const PLAY_LIMITS: Table<UserId, PlayLimitsRow> = Table::new(tables::PLAY_LIMITS);
/// Play limits of deleted accounts.
pub(super) const KEPT_LIMITS: Table<IdentityKey, KeptLimitsRow> = Table::new(tables::KEPT_LIMITS);
/// Net payouts.
pub(super) const BUDGET: Table<(SiteDay, GameId), BudgetRow> = Table::new(tables::BUDGET);
/// The latest bets, under one key.
pub(super) const FEED: Single<FeedRow> = Single::new(tables::FEED, "latest");
/// What each game took and gave.
pub(super) const ECONOMY: Table<GameId, EconomyRow> = Table::new(tables::ECONOMY);
/// What admins have struck off the prize budgets.
pub(super) const BUDGET_RESET: Table<(SiteDay, GameId), BudgetResetRow> =
    Table::new(tables::BUDGET_RESET);

/// The row of a round, as its bet wrote it.
pub(crate) fn read_round(
    view: &View,
    user: UserId,
    number: u64,
) -> Result<Option<RoundRow>, StoreError> {
    ROUND.get(view, user, number)
}

/// A row of a commit, if it is the bet of a round: member, number and row.
pub fn round_entry(row: &Row) -> Option<Result<(UserId, u64, RoundRow), StoreError>> {
    ROUND.entry(row)
}

/// A row of a commit, if it is the end of a round with moves: member and number.
pub fn ended_round(row: &Row) -> Option<Result<(UserId, u64), StoreError>> {
    ROUND_END.row(row).map(|ended| ended.map(|(key, _)| key))
}

/// A seed pair of a member (docs/games.md, section 2). The prepared next pair has no client seed
/// yet.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct PairRow {
    /// Sealed until the pair is rotated away.
    pub seed: StoredSeed,
    /// SHA-256 of the server seed.
    pub commitment: [u8; 32],
    /// Chosen when the pair became active.
    pub client_seed: Option<String>,
    /// Number of the round that has nonce 0.
    pub first_round: u64,
    /// How it ended; `None` while it is active or prepared.
    pub end: Option<PairEnd>,
}

/// How a seed pair ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum PairEnd {
    /// It was rotated away and its seed revealed at this time, milliseconds.
    Revealed(i64),
    /// It was replaced at this time, milliseconds, because its seed could not be read.
    Lost(i64),
}

impl PairRow {
    /// A pair whose seed is not sealed: of format 9 and older, for tests, and for data made by benches.
    pub fn plain(seed: [u8; 32], client_seed: Option<String>, first_round: u64) -> Self {
        let commitment = *ServerSeed::from_bytes(&seed).commitment().as_bytes();
        Self { seed: StoredSeed::Plain(seed), commitment, client_seed, first_round, end: None }
    }

    /// When its seed was revealed, milliseconds.
    pub const fn revealed_at(&self) -> Option<i64> {
        match self.end {
            Some(PairEnd::Revealed(at)) => Some(at),
            Some(PairEnd::Lost(_)) | None => None,
        }
    }

    /// Whether its seed is secret and not sealed, as before format 10.
    pub(super) const fn is_exposed(&self) -> bool {
        matches!((&self.seed, self.end), (StoredSeed::Plain(_), None))
    }
}

/// A pair of version 1.
#[derive(Decode)]
struct PairRow1 {
    server_seed: [u8; 32],
    client_seed: Option<String>,
    first_round: u64,
    revealed_at: Option<i64>,
}

impl StoredRow for PairRow {
    const VERSION: u8 = 2;

    fn decode_older(row: &[u8]) -> Option<Result<Self, RowProblem>> {
        let older = decode_body(1, row.strip_prefix(&[1])?);
        Some(older.map(|PairRow1 { server_seed, client_seed, first_round, revealed_at }| Self {
            end: revealed_at.map(PairEnd::Revealed),
            ..Self::plain(server_seed, client_seed, first_round)
        }))
    }
}

/// Which pair is active; the next one is prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct PairHeadRow {
    /// Steps by one with each rotation.
    pub revision: u64,
    /// Number of the active pair, from 1.
    pub active: u32,
}

impl StoredRow for PairHeadRow {
    const VERSION: u8 = 1;
}

/// A move with what was answered to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct MoveRow {
    /// What was done.
    pub action: Move,
    /// Hash of the idempotency key it came with.
    pub key: Option<[u8; 16]>,
    /// Balance after it.
    pub balance: u64,
    /// Ledger sequence of that balance.
    pub ledger_seq: u64,
}

/// A round. Its place in the member's log is its number. Of a game with moves this is how it
/// began, and [`EndRow`] how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct RoundRow {
    /// Seed pair.
    pub pair: u32,
    /// Nonce within the pair.
    pub nonce: u64,
    /// Tables in force: a row of `RULES`.
    pub rules: u32,
    /// Points staked.
    pub staked: u64,
    /// Points handed back, stake included.
    pub payout: u64,
    /// When, milliseconds.
    pub at: i64,
    /// Hash of the idempotency key it came with.
    pub key: Option<[u8; 16]>,
    /// Balance after it.
    pub balance: u64,
    /// Ledger sequence of that balance.
    pub ledger_seq: u64,
    /// What was bet. The field keeps its name: exports of rows are compared with those of older versions
    /// (tests/site/golden).
    pub play: AnyStoredBet,
}

impl StoredRow for RoundRow {
    const VERSION: u8 = 1;
}

/// A round that waits for its member's next move. One per member and game.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct OpenRow {
    /// Steps by one with each move.
    pub revision: u64,
    /// Number of the round.
    pub number: u64,
    /// Points staked so far.
    pub staked: u64,
    /// When it settles itself, milliseconds.
    pub due_at: i64,
    /// What was done so far.
    pub moves: Vec<MoveRow>,
}

impl StoredRow for OpenRow {
    const VERSION: u8 = 1;
}

/// How a round of a game with moves ended.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct EndRow {
    /// Points staked, doubling and insurance included.
    pub staked: u64,
    /// Points handed back, stake included.
    pub payout: u64,
    /// When, milliseconds.
    pub at: i64,
    /// The game, so that the row can be used without its round.
    pub game: GameId,
    /// Text of the bet for the feed, such as `under 50`.
    pub bet_type: String,
    /// All moves of the round, in order.
    pub moves: Vec<MoveRow>,
}

impl StoredRow for EndRow {
    const VERSION: u8 = 1;
}

/// Tables of a game that rounds were played under.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct RulesRow {
    /// SHA-256 of the text, hex.
    pub hash: String,
    /// Canonical JSON.
    pub text: String,
}

impl StoredRow for RulesRow {
    const VERSION: u8 = 1;
}

/// A bet in the feed.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct FeedEntry {
    /// Whose, as a number.
    pub user: u64,
    /// Round number.
    pub number: u64,
    /// Which game.
    pub game: GameId,
    /// Points staked.
    pub staked: u64,
    /// Points handed back.
    pub payout: u64,
    /// When, milliseconds.
    pub at: i64,
    /// What was bet on, for people.
    pub bet_type: String,
}

/// The feed, newest last, with the last commit folded into it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct FeedRow {
    /// Sequence.
    pub folded: u64,
    /// The bets.
    pub entries: Vec<FeedEntry>,
}

impl StoredRow for FeedRow {
    const VERSION: u8 = 2;
}

/// Net payout of a game on a site day, with the last commit folded into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct BudgetRow {
    /// Sequence.
    pub folded: u64,
    /// Points paid out.
    pub paid: u64,
    /// Points staked.
    pub staked: u64,
}

impl StoredRow for BudgetRow {
    const VERSION: u8 = 1;
}

/// What a game took and gave since the site began, with the last commit folded into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct EconomyRow {
    /// Sequence.
    pub folded: u64,
    /// Rounds that have ended.
    pub rounds: u64,
    /// Points paid out.
    pub paid: u64,
    /// Points staked.
    pub staked: u64,
}

impl StoredRow for EconomyRow {
    const VERSION: u8 = 1;
}

/// Net payout of a site day that an admin has struck off a game's prize budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct BudgetResetRow {
    /// Points; of all resets of the day together.
    pub struck: u64,
}

impl StoredRow for BudgetResetRow {
    const VERSION: u8 = 1;
}

/// A limit with what will replace it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct LimitRow {
    /// Points a day; none = no limit.
    pub value: Option<u64>,
    /// Value and time of a looser one that was asked for, milliseconds.
    pub next: Option<(Option<u64>, i64)>,
}

/// What a member set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct PlayLimitsRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// Points staked in a day.
    pub stake: LimitRow,
    /// Points lost in a day.
    pub loss: LimitRow,
    /// No bets before this time, milliseconds.
    pub time_out_until: Option<i64>,
    /// Marks of the limits of deleted accounts that were taken up last: of the mailbox, and of the linked account of the
    /// chat platform.
    pub taken_up: [i64; 2],
}

/// Limits as versions before 10 wrote them.
#[derive(Decode)]
struct PlayLimitsRow1 {
    revision: u64,
    stake: LimitRow,
    loss: LimitRow,
    time_out_until: Option<i64>,
}

impl StoredRow for PlayLimitsRow {
    const VERSION: u8 = 2;

    fn decode_older(row: &[u8]) -> Option<Result<Self, RowProblem>> {
        let older = decode_body(1, row.strip_prefix(&[1])?);
        Some(older.map(|PlayLimitsRow1 { revision, stake, loss, time_out_until }| {
            let taken_up = [0; 2];
            Self { revision, stake, loss, time_out_until, taken_up }
        }))
    }
}

/// What a member had set before the account was deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct KeptLimitsRow {
    /// When the account was deleted, in milliseconds.
    pub kept_at: i64,
    /// When the row is removed, in milliseconds: the end of the time-out, and for limits without an end 24 months after
    /// the deletion.
    pub until: i64,
    /// Points staked in a day.
    pub stake: LimitRow,
    /// Points lost in a day.
    pub loss: LimitRow,
    /// No bets before this time, milliseconds.
    pub time_out_until: Option<i64>,
}

impl StoredRow for KeptLimitsRow {
    const VERSION: u8 = 1;
}
