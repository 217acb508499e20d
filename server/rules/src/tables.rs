//! The tables of all games: typed, checked before use, published with their hash.

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::dice;

/// The tables of every game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Dice (games.md, section 3).
    pub dice: dice::Table,
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
        &PUBLISHED
    }

    /// Checks every table; the error names the first key at fault.
    pub fn validate(&self) -> Result<(), TableError> {
        self.dice.validate()
    }
}

#[expect(clippy::expect_used, reason = "the text is part of the program and a test reads it")]
static PUBLISHED: LazyLock<Tables> = LazyLock::new(|| {
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
        let error = toml::from_str::<Tables>(&text).unwrap_err().to_string();
        assert!(error.contains("min_bett"), "{error}");
    }
}
