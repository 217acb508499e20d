//! The names of the house games.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A house game, by the id that stands in paths, rounds and tables (decisions C2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    /// Dice.
    Dice,
    /// Mines.
    Mines,
    /// Blackjack.
    Blackjack,
    /// Keno.
    Keno,
    /// Limbo.
    Limbo,
    /// The slot, shown as Downunder Dawgs.
    Slot,
    /// European roulette.
    Roulette,
}

/// Text that names no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such game")]
pub struct UnknownGame;

impl Game {
    /// Every game, in the order of the site.
    pub const ALL: [Self; 7] = [
        Self::Dice,
        Self::Mines,
        Self::Blackjack,
        Self::Keno,
        Self::Limbo,
        Self::Slot,
        Self::Roulette,
    ];

    /// The id on the wire and in the configuration.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Dice => "dice",
            Self::Mines => "mines",
            Self::Blackjack => "blackjack",
            Self::Keno => "keno",
            Self::Limbo => "limbo",
            Self::Slot => "slot",
            Self::Roulette => "roulette",
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.id())
    }
}

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(id: &str) -> Result<Self, UnknownGame> {
        Self::ALL.into_iter().find(|game| game.id() == id).ok_or(UnknownGame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back() {
        for game in Game::ALL {
            assert_eq!(game.id().parse(), Ok(game));
            assert_eq!(serde_json::to_value(game).unwrap(), game.id());
        }
        assert_eq!("poker".parse::<Game>(), Err(UnknownGame));
    }
}
