//! The first accepted answer again, for a bet or a move that comes twice (docs/decisions.md, A8).

use serde_json::Value;

use super::Session;
use crate::accounts::KeyHash;
use crate::fault::Fault;
use crate::games::error::GameError;
use crate::games::messages::PlayedRound;
use crate::games::registry::AnyBet;
use crate::games::stored_rounds::{Replayer, StoredRound, find_round};
use crate::games::stored_values::Move;
use crate::ids::GameId;

impl Session {
    /// The round that this key was used for, if it is one of the last.
    fn known(&self, key: Option<KeyHash>) -> Result<Option<(StoredRound, KeyHash)>, GameError> {
        let Some(key) = key else { return Ok(None) };
        let known = self.ready()?.keys.iter().rev().find(|(_, known)| *known == key);
        let Some((number, _)) = known else { return Ok(None) };
        let stored = find_round(self.deps.store.view(), self.user, *number)?;
        let stored = stored.ok_or(Fault::Contradiction("a known round is missing"))?;
        Ok(Some((stored, key)))
    }

    /// The answer to a bet that came before.
    pub(super) fn repeated_bet(
        &self,
        bet: &AnyBet,
        key: Option<KeyHash>,
    ) -> Result<Option<PlayedRound>, GameError> {
        let Some((stored, key)) = self.known(key)? else { return Ok(None) };
        let game = stored.row.play.game();
        let set = self.deps.rules.find(game, stored.row.rules)?;
        if stored.row.key != Some(key) || !bet.is_of(&stored.row.play, &set.table) {
            return Err(GameError::Mismatch);
        }
        self.replay(&stored.after(0)).map(Some)
    }

    /// The answer to a bet that came before, read with the table that its round was played under.
    pub(super) fn repeated_bet_of_its_table(
        &self,
        game: GameId,
        body: &Value,
        key: KeyHash,
    ) -> Result<Option<PlayedRound>, GameError> {
        let Some((stored, _)) = self.known(Some(key))? else { return Ok(None) };
        if stored.row.play.game() != game {
            return Ok(None);
        }
        let set = self.deps.rules.find(game, stored.row.rules)?;
        let Ok(bet) = set.table.read_bet(body) else { return Ok(None) };
        self.repeated_bet(&bet, Some(key))
    }

    /// The answer to a move that came before.
    pub(super) fn repeated_move(
        &self,
        game: GameId,
        action: Move,
        key: Option<KeyHash>,
    ) -> Result<Option<PlayedRound>, GameError> {
        let Some((stored, key)) = self.known(key)? else { return Ok(None) };
        let place =
            stored.moves.iter().position(|row| row.key == Some(key) && row.action == action);
        match place {
            Some(place) if stored.row.play.game() == game => {
                self.replay(&stored.after(place + 1)).map(Some)
            }
            _ => Err(GameError::Mismatch),
        }
    }

    /// The open round of a game.
    pub(super) fn open_round(&self, game: GameId) -> Result<Option<PlayedRound>, GameError> {
        let Some(round) = self.ready()?.open.get(&game) else { return Ok(None) };
        let stored = StoredRound {
            number: round.open.number,
            row: round.row.clone(),
            moves: round.open.moves.clone(),
            end: None,
        };
        self.replay(&stored).map(Some)
    }

    fn replay(&self, stored: &StoredRound) -> Result<PlayedRound, GameError> {
        Replayer::new(self.deps.store.view(), (&self.deps.rules, &self.deps.draw_key), self.user)
            .replay(stored)
    }
}
