//! One type over all games for each thing that a game has: table, bet, stored bet, result. Everything here follows
//! from the list `house_games!` and the modules that it names.

use std::collections::BTreeMap;
use std::fmt;

use bincode::de::Decoder;
use bincode::enc::Encoder;
use bincode::error::{DecodeError, EncodeError};
use bincode::{Decode, Encode};
use pointhouse_rules::fairness::{ClientSeed, DrawLog, Draws, ServerSeed};
use pointhouse_rules::{Points, Refusal, Tables, canonical_json, house_games};
use serde_json::Value;

use super::game::{Game, GameMoveResult, GameRound, RoundError};
use super::stored_values::Move;
use crate::ids::GameId;

macro_rules! registry {
    ($($Name:ident $id:ident $title:literal,)*) => {
        /// The table of one game.
        #[derive(Clone, Debug)]
        pub enum GameTable {
            $(#[doc = $title] $Name(<super::$id::$Name as Game>::Table),)*
        }

        impl GameTable {
            /// The table of a game among those of the settings.
            pub(super) fn of(game: GameId, tables: &Tables) -> Self {
                match game {
                    $(GameId::$Name => Self::$Name(tables.$id.clone()),)*
                }
            }

            /// Reads the canonical JSON of a table.
            ///
            /// # Errors
            /// It is of another game.
            pub(super) fn from_json(game: GameId, text: &str) -> Result<Self, serde_json::Error> {
                Ok(match game {
                    $(GameId::$Name => Self::$Name(serde_json::from_str(text)?),)*
                })
            }

            /// The canonical JSON, which the hash is made of.
            pub(super) fn to_json(&self) -> String {
                match self {
                    $(Self::$Name(table) => canonical_json(table),)*
                }
            }

            /// Reads the body of a bet.
            ///
            /// # Errors
            /// The rules refuse it.
            pub fn read_bet(&self, body: &Value) -> Result<AnyBet, Refusal> {
                Ok(match self {
                    $(Self::$Name(table) => AnyBet::$Name(super::$id::$Name::read_bet(body, table)?),)*
                })
            }

            /// See [`Game::returns_by_bet`].
            pub(super) fn returns_by_bet(&self) -> Option<BTreeMap<u32, String>> {
                match self {
                    $(Self::$Name(table) => super::$id::$Name::returns_by_bet(table),)*
                }
            }
        }

        /// A bet that the rules accept.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum AnyBet {
            $(#[doc = $title] $Name(super::$id::Bet),)*
        }

        impl AnyBet {
            /// The bet of a round that was played under a table.
            fn of(play: &AnyStoredBet, table: &GameTable) -> Result<Self, RoundError> {
                Ok(match (play, table) {
                    $((AnyStoredBet::$Name(stored), GameTable::$Name(table)) => {
                        Self::$Name(super::$id::$Name::stored_bet(stored, table)?)
                    })*
                    _ => return Err(RoundError::OtherGame),
                })
            }

            /// Which game it is of.
            pub const fn game(&self) -> GameId {
                match self {
                    $(Self::$Name(_) => GameId::$Name,)*
                }
            }

            /// Points staked.
            pub fn staked(&self) -> Points {
                match self {
                    $(Self::$Name(bet) => super::$id::$Name::stake(bet).points(),)*
                }
            }

            /// The largest payout that its round may have, whatever is drawn and done in it.
            pub fn max_payout(&self, table: &GameTable) -> Points {
                match (self, table) {
                    $((Self::$Name(bet), GameTable::$Name(table)) => {
                        super::$id::$Name::max_payout(bet, table)
                    })*
                    // Playing it is refused.
                    _ => Points::ZERO,
                }
            }
        }

        /// The bet of a round as it is stored, with the outcome of a game without moves.
        #[derive(Clone, PartialEq, Eq)]
        pub enum AnyStoredBet {
            $(#[doc = $title] $Name(super::$id::StoredBet),)*
        }

        /// `Dice { bet: 1, .. }`: exports of rows are compared with those of older versions.
        impl fmt::Debug for AnyStoredBet {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                let text = match self {
                    $(Self::$Name(stored) => {
                        format!("{stored:?}").replacen("StoredBet", stringify!($Name), 1)
                    })*
                };
                out.write_str(&text)
            }
        }

        impl AnyStoredBet {
            /// Which game it is of.
            pub const fn game(&self) -> GameId {
                match self {
                    $(Self::$Name(_) => GameId::$Name,)*
                }
            }

            /// What was bet on, in a few words for the feed of the latest bets
            /// (docs/decisions.md, C2).
            pub(super) fn bet_text(&self, moves: &[Move]) -> String {
                match self {
                    $(Self::$Name(stored) => super::$id::$Name::bet_text(stored, moves),)*
                }
            }
        }

        impl Encode for AnyStoredBet {
            fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
                match self {
                    $(Self::$Name(stored) => {
                        super::$id::$Name::STORED_AS.encode(encoder)?;
                        stored.encode(encoder)
                    })*
                }
            }
        }

        impl<Context> Decode<Context> for AnyStoredBet {
            fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
                let number = u32::decode(decoder)?;
                $(if number == super::$id::$Name::STORED_AS {
                    return Ok(Self::$Name(super::$id::StoredBet::decode(decoder)?));
                })*
                Err(DecodeError::OtherString(format!("no game is stored as number {number}")))
            }
        }

        bincode::impl_borrow_decode!(AnyStoredBet);

        /// The bet of a round and its result so far.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum RoundDetail {
            $(#[doc = $title] $Name(super::$id::Bet, super::$id::Detail),)*
        }

        impl RoundDetail {
            /// Steps so far of an open round: the length of its `detail.steps`. None for an ended one.
            pub fn open_steps(&self) -> Option<usize> {
                match self {
                    $(Self::$Name(_, detail) => super::$id::$Name::open_steps(detail),)*
                }
            }

            /// Offers only moves that a balance covers.
            pub fn offer_within(&mut self, balance: Points) {
                match self {
                    $(Self::$Name(bet, detail) => super::$id::$Name::offer_within(bet, detail, balance),)*
                }
            }
        }

        $(impl From<GameRound<super::$id::$Name>> for RoundState {
            fn from(round: GameRound<super::$id::$Name>) -> Self {
                let GameRound { stored, staked, payout, open, bet, detail } = round;
                let detail = RoundDetail::$Name(bet, detail);
                Self { play: AnyStoredBet::$Name(stored), staked, payout, open, detail }
            }
        }

        impl From<GameMoveResult<super::$id::$Name>> for MoveResult {
            fn from(step: GameMoveResult<super::$id::$Name>) -> Self {
                let GameMoveResult { done, cost, max_payout, round } = step;
                Self { done, cost, max_payout, round: round.into() }
            }
        })*

        fn play_moves(
            table: &GameTable,
            bet: AnyBet,
            seeds: Seeds<'_>,
            moves: &[Move],
        ) -> Result<RoundState, RoundError> {
            let draws = seeds.draws();
            Ok(match (bet, table) {
                $((AnyBet::$Name(bet), GameTable::$Name(table)) => {
                    super::$id::$Name::play(bet, table, draws, moves)?.into()
                })*
                _ => return Err(RoundError::OtherGame),
            })
        }

        /// Does a move in an open round. Nothing is drawn and nothing changes when it is refused.
        ///
        /// # Errors
        /// The rules refuse the move, or the rows do not fit each other.
        pub(super) fn step(
            table: &GameTable,
            play: &AnyStoredBet,
            seeds: Seeds<'_>,
            moves: &[Move],
            action: Move,
        ) -> Result<MoveResult, RoundError> {
            Ok(match (AnyBet::of(play, table)?, table) {
                $((AnyBet::$Name(bet), GameTable::$Name(table)) => {
                    super::$id::$Name::step(bet, table, seeds.draws(), moves, action)?.into()
                })*
                _ => return Err(RoundError::OtherGame),
            })
        }

        /// Whether rounds of a game wait for moves after their bet.
        pub const fn has_moves(game: GameId) -> bool {
            match game {
                $(GameId::$Name => super::$id::$Name::HAS_MOVES,)*
            }
        }

        /// The number that rounds of each game are stored under.
        #[cfg(test)]
        const STORED_AS: &[(GameId, u32)] = &[$((super::$id::$Name::ID, super::$id::$Name::STORED_AS)),*];

        /// Bets on every game that the published tables accept.
        pub fn bet_examples() -> Vec<BetExamples> {
            vec![$(BetExamples {
                game: super::$id::$Name::ID,
                path: super::$id::$Name::bet_path(),
                bodies: super::$id::$Name::EXAMPLES,
            }),*]
        }
    };
}

house_games!(registry);

/// A round after its bet and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundState {
    /// What is stored of it.
    pub play: AnyStoredBet,
    /// Points staked so far.
    pub staked: Points,
    /// Points handed back; none while it is open.
    pub payout: Points,
    /// Whether it waits for a move.
    pub open: bool,
    /// The bet and the result so far.
    pub detail: RoundDetail,
}

/// Bets on a game that its published table accepts.
#[derive(Clone, Debug)]
pub struct BetExamples {
    /// Which game.
    pub game: GameId,
    /// The path below `/api/games/`.
    pub path: String,
    /// Bodies, as JSON.
    pub bodies: &'static [&'static str],
}

/// A move that the rules accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MoveResult {
    /// The moves that are done: the one asked for, or those that settle a round left open.
    pub done: Vec<Move>,
    /// Points it adds to the stake.
    pub cost: Points,
    /// Points that must fit into the balance before anything is drawn.
    pub max_payout: Points,
    /// The round after it.
    pub round: RoundState,
}

/// The seeds of a round.
#[derive(Clone, Copy)]
pub struct Seeds<'a> {
    /// Secret until the pair is rotated away.
    pub server: &'a ServerSeed,
    /// The member's part.
    pub client: &'a ClientSeed,
    /// Number within the pair.
    pub nonce: u64,
}

impl Seeds<'_> {
    fn draws(&self) -> Draws<DrawLog> {
        Draws::recorded(self.server, self.client, self.nonce)
    }
}

impl AnyStoredBet {
    /// Whether its round waits for moves after its bet.
    pub const fn has_moves(&self) -> bool {
        has_moves(self.game())
    }
}

impl AnyBet {
    /// Whether a round was played on just this bet.
    pub fn is_of(&self, play: &AnyStoredBet, table: &GameTable) -> bool {
        Self::of(play, table).is_ok_and(|bet| bet == *self)
    }
}

/// Plays a bet with the draws of its nonce.
///
/// # Errors
/// The bet and the table are of different games.
pub fn play(table: &GameTable, bet: AnyBet, seeds: Seeds<'_>) -> Result<RoundState, RoundError> {
    play_moves(table, bet, seeds, &[])
}

/// The state of a stored round after its moves: the same whenever it is asked for.
///
/// # Errors
/// The rows do not fit each other.
pub(super) fn replay(
    table: &GameTable,
    play: &AnyStoredBet,
    seeds: Seeds<'_>,
    moves: &[Move],
) -> Result<RoundState, RoundError> {
    play_moves(table, AnyBet::of(play, table)?, seeds, moves)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_game_has_a_number_of_its_own_on_disk() {
        let numbers: BTreeSet<u32> = STORED_AS.iter().map(|(_, number)| *number).collect();
        assert_eq!(numbers.len(), GameId::ALL.len());
        let of = |game| STORED_AS.iter().find(|(id, _)| *id == game).map(|(_, number)| *number);
        // Rounds of these are on disk.
        let known = [
            (GameId::Dice, 0),
            (GameId::Limbo, 1),
            (GameId::Keno, 2),
            (GameId::Slot, 3),
            (GameId::Roulette, 4),
            (GameId::Mines, 5),
            (GameId::Blackjack, 6),
            (GameId::Plinko, 7),
        ];
        for (game, number) in known {
            assert_eq!(of(game), Some(number), "{}", game.id());
        }
    }

    #[test]
    fn a_round_of_plinko_keeps_its_bytes() {
        let stored = crate::games::plinko::StoredBet {
            bet: 10,
            rows: 16,
            risk: crate::games::stored_values::RiskCode::High,
            bucket: 3,
        };
        let config = bincode::config::standard();
        let bytes = bincode::encode_to_vec(AnyStoredBet::Plinko(stored), config).unwrap();
        assert_eq!(bytes, [7, 10, 16, 2, 3]);
        assert_eq!(bincode::encode_to_vec(GameId::Plinko, config).unwrap(), [7]);
    }

    #[test]
    fn the_published_table_accepts_the_examples_of_each_game() {
        let examples = bet_examples();
        let examples = examples.iter().flat_map(|of| of.bodies.iter().map(|body| (of.game, body)));
        for (game, example) in examples {
            let table = GameTable::of(game, Tables::published());
            let bet = table.read_bet(&serde_json::from_str(example).unwrap()).unwrap();
            assert_eq!(bet.game(), game);
            let server = ServerSeed::from_bytes(&[1; 32]);
            let client = ClientSeed::new("example".to_owned()).unwrap();
            let seeds = Seeds { server: &server, client: &client, nonce: 0 };
            let round = play(&table, bet.clone(), seeds).unwrap();
            assert!(bet.is_of(&round.play, &table), "{example}");
            assert_eq!(replay(&table, &round.play, seeds, &[]).unwrap(), round);
            let bytes = bincode::encode_to_vec(&round.play, bincode::config::standard()).unwrap();
            let (read, _) =
                bincode::decode_from_slice::<AnyStoredBet, _>(&bytes, bincode::config::standard())
                    .unwrap();
            assert_eq!(read, round.play);
        }
    }
}
