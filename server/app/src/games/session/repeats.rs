//! The first accepted answer again, for a bet or a move that comes twice (decision A8).

use super::Session;
use crate::accounts::KeyHash;
use crate::fault::Fault;
use crate::games::error::GameError;
use crate::games::messages::Settled;
use crate::games::model::Wager;
use crate::games::records::Move;
use crate::games::retelling::{Kept, Teller, read_kept};
use crate::ids::GameId;

impl Session {
    /// The round that this key was used for, if it is one of the last.
    fn known(&self, key: Option<KeyHash>) -> Result<Option<(Kept, KeyHash)>, GameError> {
        let Some(key) = key else { return Ok(None) };
        let known = self.ready()?.keys.iter().rev().find(|(_, known)| *known == key);
        let Some((number, _)) = known else { return Ok(None) };
        let kept = read_kept(self.deps.store.view(), self.user, *number)?;
        let kept = kept.ok_or(Fault::Contradiction("a known round is missing"))?;
        Ok(Some((kept, key)))
    }

    /// The answer to a bet that came before.
    pub(super) fn repeated_bet(
        &self,
        wager: &Wager,
        key: Option<KeyHash>,
    ) -> Result<Option<Settled>, GameError> {
        let Some((kept, key)) = self.known(key)? else { return Ok(None) };
        let game = kept.row.play.game();
        let set = self.deps.rules.of(game, kept.row.rules)?;
        if kept.row.key != Some(key) || !wager.is_of(&kept.row.play, &set.table) {
            return Err(GameError::Mismatch);
        }
        self.tell(&kept.after(0)).map(Some)
    }

    /// The answer to a move that came before.
    pub(super) fn repeated_move(
        &self,
        game: GameId,
        action: Move,
        key: Option<KeyHash>,
    ) -> Result<Option<Settled>, GameError> {
        let Some((kept, key)) = self.known(key)? else { return Ok(None) };
        let place = kept.moves.iter().position(|row| row.key == Some(key) && row.action == action);
        match place {
            Some(place) if kept.row.play.game() == game => {
                self.tell(&kept.after(place + 1)).map(Some)
            }
            _ => Err(GameError::Mismatch),
        }
    }

    /// The open round of a game.
    pub(super) fn open_round(&self, game: GameId) -> Result<Option<Settled>, GameError> {
        let Some(round) = self.ready()?.open.get(&game) else { return Ok(None) };
        let kept = Kept {
            number: round.open.number,
            row: round.row.clone(),
            moves: round.open.moves.clone(),
            end: None,
        };
        self.tell(&kept).map(Some)
    }

    fn tell(&self, kept: &Kept) -> Result<Settled, GameError> {
        Teller::new(self.deps.store.view(), &self.deps.rules, self.user).tell(kept)
    }
}
