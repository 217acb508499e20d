//! What a house game gives the server.
//!
//! To add a game: its rules as a module of the rules crate, a line in `house_games!` there, a module here whose
//! type implements [`Game`], and its table in `data/presets/neutral.toml`. Routes, descriptions, stored rounds, history,
//! proofs, budgets and statistics follow from that.

use std::collections::BTreeMap;
use std::fmt::Debug;

use bincode::{Decode, Encode};
use pointhouse_rules::fairness::{DrawLog, Draws};
use pointhouse_rules::{Points, Refusal, Stake};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::stored_values::Move;
use crate::calls::Schemas;
use crate::ids::GameId;

/// A house game as the server plays, stores and shows it. Nothing here reads a clock or the store.
pub trait Game: Sized + 'static {
    /// Which game.
    const ID: GameId;
    /// The number of its rounds on disk. It never changes and no other game ever gets it.
    const STORED_AS: u32;
    /// The last part of the path of its bet, below `/api/games/{id}/`.
    const BET_PATH: &'static str = "bet";
    /// Summary of that call in the description.
    const BET_SUMMARY: &'static str;
    /// Bodies of that call that the published table accepts. The first is the example of the description;
    /// tests and benches play them all.
    const EXAMPLES: &'static [&'static str];
    /// Whether a round waits for moves after its bet.
    const HAS_MOVES: bool = false;

    /// The numbers of the game, published with their hash.
    type Table: Clone + Debug + Serialize + DeserializeOwned;
    /// A bet that the rules accept; the `params` of a round.
    type Bet: Clone + Debug + PartialEq + Eq + Serialize + ToSchema;
    /// The body of its bet, for the description: bodies are read by the rules.
    type Body: ToSchema;
    /// What is stored of a bet and, without moves, of its outcome.
    type StoredBet: Clone + Debug + PartialEq + Eq + Encode + Decode<()>;
    /// The result of a round so far; the `detail` of a round.
    type Detail: Clone + Debug + PartialEq + Eq + Serialize + ToSchema;

    /// The path of its bet below `/api/games/`.
    fn bet_path() -> String {
        format!("{}/{}", Self::ID.id(), Self::BET_PATH)
    }

    /// Reads the body of a bet.
    fn read_bet(body: &Value, table: &Self::Table) -> Result<Self::Bet, Refusal>;

    /// The bet of a stored round, under the table that it was played under.
    fn stored_bet(stored: &Self::StoredBet, table: &Self::Table) -> Result<Self::Bet, Refusal>;

    /// The points staked with the bet.
    fn stake(bet: &Self::Bet) -> Stake;

    /// The largest payout that the round may have, whatever is drawn and done in it.
    fn max_payout(bet: &Self::Bet, table: &Self::Table) -> Points;

    /// The round after its bet and these moves. The same draws give the same round.
    ///
    /// # Errors
    /// A move is not of this game, or the rules refuse it.
    fn play(
        bet: Self::Bet,
        table: &Self::Table,
        draws: Draws<DrawLog>,
        moves: &[Move],
    ) -> Result<GameRound<Self>, RoundError>;

    /// Does one more move in the open round.
    ///
    /// # Errors
    /// [`RoundError::Refused`] when the rules refuse the move: then nothing was drawn.
    fn step(
        _bet: Self::Bet,
        _table: &Self::Table,
        _draws: Draws<DrawLog>,
        _moves: &[Move],
        _action: Move,
    ) -> Result<GameMoveResult<Self>, RoundError> {
        Err(RoundError::Refused(Refusal::BadAction))
    }

    /// The number of steps of an open round; none for an ended one.
    fn open_steps(_detail: &Self::Detail) -> Option<usize> {
        None
    }

    /// Offers only moves that a balance covers.
    fn offer_within(_bet: &Self::Bet, _detail: &mut Self::Detail, _balance: Points) {}

    /// The bet in a few words for the feed of the latest bets, such as `under 50`.
    fn bet_text(stored: &Self::StoredBet, moves: &[Move]) -> String;

    /// Exact returns by bet, as decimals, where they depend on nothing but the bet.
    fn returns_by_bet(_table: &Self::Table) -> Option<BTreeMap<u32, String>> {
        None
    }

    /// Adds the types inside of `Detail` to the description of the calls; see [`describe`].
    fn describe_detail(schemas: &mut Schemas);
}

/// A round of a game after its bet and its moves.
pub struct GameRound<G: Game> {
    /// What is stored of it.
    pub stored: G::StoredBet,
    /// Points staked so far.
    pub staked: Points,
    /// Points handed back; none while it is open.
    pub payout: Points,
    /// Whether it waits for a move.
    pub open: bool,
    /// The bet.
    pub bet: G::Bet,
    /// The result so far.
    pub detail: G::Detail,
}

/// A move that the rules accept.
pub struct GameMoveResult<G: Game> {
    /// The moves that are done: the one asked for, or those that settle a round left open.
    pub done: Vec<Move>,
    /// Points it adds to the stake.
    pub cost: Points,
    /// Points that must fit into the balance before anything is drawn.
    pub max_payout: Points,
    /// The round after it.
    pub round: GameRound<G>,
}

impl<G, O> GameRound<G>
where
    G: Game<Detail = Drawn<O>>,
{
    /// A round that ends with its bet.
    pub fn ended(
        bet: G::Bet,
        stored: G::StoredBet,
        draws: Draws<DrawLog>,
        payout: Points,
        outcome: O,
    ) -> Self {
        let staked = G::stake(&bet).points();
        let detail = Drawn { draws: draws.into_log(), outcome };
        Self { stored, staked, payout, open: false, bet, detail }
    }
}

/// An outcome with the draws that led to it: the `expect` object of the test vectors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Drawn<O> {
    /// Accepted draws in order, `[bound, value]`.
    #[schema(value_type = Vec<Vec<u64>>)]
    pub draws: DrawLog,
    /// The game's own fields.
    #[serde(flatten)]
    pub outcome: O,
}

/// The result of a round of several calls: while it is open, only what its member may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum OpenOrEnded<V, O> {
    /// Open.
    Open(V),
    /// Ended: everything.
    Ended(Drawn<O>),
}

/// Why a round cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoundError {
    /// Table, bet or move are of another game: a broken store, never a member's mistake.
    #[error("a round and its tables or moves are of different games")]
    OtherGame,
    /// The rules refuse what is stored: a broken store, never a member's mistake.
    #[error("a stored round is refused: {0}")]
    Stored(#[from] Refusal),
    /// The rules refuse the move that is asked for: the member's mistake.
    #[error("{0}")]
    Refused(Refusal),
}

/// A number with its noun: `1 pick`, `2 picks`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Adds a type with all that it names to the description of the calls.
pub(super) fn describe<T: ToSchema>(schemas: &mut Schemas) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}

/// A spin, or the deal of a hand.
#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "only described")]
pub struct PlainBet {
    /// Whole points.
    bet: u32,
}
