//! The tables of all games: typed, checked before use, published with their hash.

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::{
    ExpectedReturn, Game, HexDigest, Points, blackjack, calendar, dice, keno, limbo, mines,
    roulette, rules_hash, slot,
};

/// The tables of every game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Dice (games.md, section 3).
    pub dice: dice::Table,
    /// Limbo (games.md, section 4).
    pub limbo: limbo::Table,
    /// Mines (games.md, section 5).
    pub mines: mines::Table,
    /// Keno (games.md, section 6).
    pub keno: keno::Table,
    /// Blackjack (games.md, section 7).
    pub blackjack: blackjack::Table,
    /// The slot (games.md, section 8).
    pub slot: slot::Table,
    /// Roulette (games.md, section 9).
    pub roulette: roulette::Table,
}

/// A table that cannot be played: the key at fault and what must hold for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} {problem}")]
pub struct TableError {
    /// The key below the games' configuration, such as `dice.return_percent`.
    pub key: String,
    /// What must hold, to follow the key in a sentence.
    pub problem: String,
}

impl TableError {
    pub(crate) fn new(game: &str, key: &str, problem: impl Into<String>) -> Self {
        Self { key: format!("{game}.{key}"), problem: problem.into() }
    }

    pub(crate) fn range(
        game: &str,
        key: &str,
        low: impl fmt::Display,
        high: impl fmt::Display,
    ) -> Self {
        Self::new(game, key, format!("must be from {low} to {high}"))
    }
}

impl Tables {
    /// The published tables of games.md, which a fresh site plays.
    pub fn published() -> &'static Self {
        &PUBLISHED.games
    }

    /// Checks every table; the error names the first key at fault.
    pub fn validate(&self) -> Result<(), TableError> {
        self.dice.validate()?;
        self.limbo.validate()?;
        self.mines.validate()?;
        self.keno.validate()?;
        self.blackjack.validate()?;
        self.slot.validate()?;
        self.roulette.validate()
    }

    /// The highest exact return over all bet shapes of a game, rounding included. Looks at
    /// every shape: for start-up and a change of tables, not for the path of a bet.
    pub fn max_return(&self, game: Game) -> ExpectedReturn {
        match game {
            Game::Dice => self.dice.max_return(),
            Game::Limbo => self.limbo.max_return(),
            Game::Mines => self.mines.max_return(),
            Game::Keno => self.keno.max_return(),
            Game::Blackjack => self.blackjack.max_return(),
            Game::Slot => self.slot.max_return(),
            Game::Roulette => self.roulette.max_return(),
        }
    }

    /// The positive-return guard (games.md, section 1): the games that pay back more than they
    /// take, with their highest return. A site refuses such a table unless it allows the game
    /// by name.
    pub fn positive_returns(&self) -> Vec<(Game, ExpectedReturn)> {
        let returns = Game::ALL.into_iter().map(|game| (game, self.max_return(game)));
        returns.filter(|(_, highest)| highest.is_above_one()).collect()
    }

    /// The largest payout of any round of a game, in points.
    pub fn max_payout(&self, game: Game) -> Points {
        match game {
            Game::Dice => self.dice.max_payout(),
            Game::Limbo => self.limbo.max_payout(),
            Game::Mines => self.mines.max_payout(),
            Game::Keno => self.keno.max_payout(),
            Game::Blackjack => self.blackjack.max_payout(),
            Game::Slot => self.slot.max_payout(),
            Game::Roulette => self.roulette.max_payout(),
        }
    }

    /// The fingerprint of a game's table in force.
    pub fn rules_hash(&self, game: Game) -> HexDigest {
        match game {
            Game::Dice => rules_hash(&self.dice),
            Game::Limbo => rules_hash(&self.limbo),
            Game::Mines => rules_hash(&self.mines),
            Game::Keno => rules_hash(&self.keno),
            Game::Blackjack => rules_hash(&self.blackjack),
            Game::Slot => rules_hash(&self.slot),
            Game::Roulette => rules_hash(&self.roulette),
        }
    }
}

/// The published tables of the games and of the calendar, in one file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    games: Tables,
    calendar: calendar::Table,
}

impl calendar::Table {
    /// The published table of games.md, section 11.
    pub fn published() -> &'static Self {
        &PUBLISHED.calendar
    }
}

#[expect(clippy::expect_used, reason = "the text is part of the program and a test reads it")]
static PUBLISHED: LazyLock<Published> = LazyLock::new(|| {
    toml::from_str(include_str!("../published.toml")).expect("the published tables are well formed")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_tables_are_playable_and_survive_json() {
        let tables = Tables::published();
        tables.validate().unwrap();
        let stored = crate::canonical_json(tables);
        assert_eq!(&serde_json::from_str::<Tables>(&stored).unwrap(), tables);
    }

    #[test]
    fn an_unknown_key_is_named() {
        let text = include_str!("../published.toml").replacen("min_bet", "min_bett", 1);
        let error = toml::from_str::<Published>(&text).unwrap_err().to_string();
        assert!(error.contains("min_bett"), "{error}");
    }
}
