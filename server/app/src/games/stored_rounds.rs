//! Rounds from their rows. Stored are the bet, the moves, the stake and the payout. The outcome is computed
//! again from the seeds and the tables under which the round was played.

use pointhouse_rules::fairness::{ClientSeed, ServerSeed};
use pointhouse_store::View;

use super::error::GameError;
use super::messages::PlayedRound;
use super::records::{EndRow, MoveRow, OPEN_ROUND, PairRow, ROUND_END, RoundRow, read_round};
use super::registry::{Seeds, replay};
use super::rules::Rules;
use super::seeds::{client_seed, read_pair};
use super::stored_values::Move;
use crate::draw_key::{DrawKey, SeedOwner};
use crate::fault::Fault;
use crate::ids::UserId;

/// A round with its moves.
#[derive(Clone, Debug)]
pub(crate) struct StoredRound {
    pub number: u64,
    pub row: RoundRow,
    pub moves: Vec<MoveRow>,
    /// Stake and payout of a round of several calls that has ended.
    pub end: Option<(u64, u64)>,
}

impl StoredRound {
    /// It waits for a move.
    pub(crate) fn is_open(&self) -> bool {
        self.row.play.has_moves() && self.end.is_none()
    }

    /// Stake and payout.
    pub(crate) fn money(&self) -> (u64, u64) {
        self.end.unwrap_or((self.row.staked, self.row.payout))
    }

    /// The round as it was after its first moves.
    pub(super) fn after(mut self, moves: usize) -> Self {
        self.moves.truncate(moves);
        self
    }
}

/// A round on disk with its moves.
pub(crate) fn find_round(
    view: &View,
    user: UserId,
    number: u64,
) -> Result<Option<StoredRound>, GameError> {
    let Some(row) = read_round(view, user, number)? else { return Ok(None) };
    with_moves(view, user, number, row).map(Some)
}

/// The moves of a round.
pub(crate) fn with_moves(
    view: &View,
    user: UserId,
    number: u64,
    row: RoundRow,
) -> Result<StoredRound, GameError> {
    if !row.play.has_moves() {
        return Ok(StoredRound { number, row, moves: Vec::new(), end: None });
    }
    // A round may end between the two looks: then its end is there at the second.
    for _ in 0..2 {
        if let Some(end) = ROUND_END.get(view, &(user, number))? {
            let EndRow { staked, payout, moves, .. } = end;
            return Ok(StoredRound { number, row, moves, end: Some((staked, payout)) });
        }
        let open = OPEN_ROUND.get(view, &(user, row.play.game()))?;
        if let Some(open) = open.filter(|open| open.number == number) {
            return Ok(StoredRound { number, row, moves: open.moves, end: None });
        }
    }
    Err(Fault::Contradiction("an open round is missing").into())
}

/// Recomputes rounds of one member; keeps the seeds of the last pair.
pub(crate) struct Replayer<'a> {
    view: &'a View,
    rules: &'a Rules,
    key: &'a DrawKey,
    user: UserId,
    pair: Option<(u32, ServerSeed, ClientSeed, PairRow)>,
}

impl<'a> Replayer<'a> {
    pub(crate) fn new(
        view: &'a View,
        (rules, key): (&'a Rules, &'a DrawKey),
        user: UserId,
    ) -> Self {
        Self { view, rules, key, user, pair: None }
    }

    /// The pair of a round.
    pub(super) fn pair(&mut self, number: u32) -> Result<&PairRow, GameError> {
        let (_, _, _, row) = self.seeds(number)?;
        Ok(row)
    }

    fn seeds(&mut self, number: u32) -> Result<&(u32, ServerSeed, ClientSeed, PairRow), GameError> {
        let known = self.pair.take().filter(|(known, ..)| *known == number);
        let pair = match known {
            Some(known) => known,
            None => {
                let row = read_pair(self.view, self.user, number)?;
                let row = row.ok_or(Fault::Contradiction("a round's pair is missing"))?;
                let client = client_seed(&row)?;
                let seed = self.key.open(SeedOwner::Pair(self.user, number), &row.seed);
                let seed = seed.map_err(|_| GameError::SeedLost)?;
                (number, ServerSeed::from_bytes(&seed), client, row)
            }
        };
        Ok(self.pair.insert(pair))
    }

    /// A round after its moves.
    pub(crate) fn replay(&mut self, stored: &StoredRound) -> Result<PlayedRound, GameError> {
        let set = self.rules.find(stored.row.play.game(), stored.row.rules)?;
        let (_, server, client, _) = self.seeds(stored.row.pair)?;
        let seeds = Seeds { server, client, nonce: stored.row.nonce };
        let moves: Vec<Move> = stored.moves.iter().map(|row| row.action).collect();
        let state = replay(&set.table, &stored.row.play, seeds, &moves)?;
        let balance = match stored.moves.last() {
            Some(last) => (last.balance, last.ledger_seq),
            None => (stored.row.balance, stored.row.ledger_seq),
        };
        Ok(PlayedRound::of(stored.number, &stored.row, set.hash.clone(), state, balance))
    }
}
