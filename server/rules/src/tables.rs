//! The tables of all games: typed, checked before use, published with their hash.

use std::fmt;
use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{ExpectedReturn, Game, HexDigest, Points, calendar, canonical_json, rules_hash};

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

/// Longest canonical JSON of a table, in bytes: it is stored as one row, and its odds take all of it for each bet.
const TABLE_BYTES_MAX: usize = 15_000;

fn check_size(game: &str, table: &impl Serialize) -> Result<(), TableError> {
    let bytes = canonical_json(table).len();
    if bytes <= TABLE_BYTES_MAX {
        return Ok(());
    }
    let problem = format!("must take at most {TABLE_BYTES_MAX} bytes as JSON, not {bytes}");
    Err(TableError { key: game.to_owned(), problem })
}

macro_rules! tables_of_games {
    ($($Name:ident $id:ident $title:literal,)*) => {
        /// The tables of every game.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Tables {
            $(#[doc = $title] pub $id: crate::$id::Table,)*
        }

        impl Tables {
            /// Checks every table; the error names the first key at fault.
            pub fn validate(&self) -> Result<(), TableError> {
                $(
                    check_size(stringify!($id), &self.$id)?;
                    self.$id.validate()?;
                )*
                Ok(())
            }

            /// The highest exact return over all bet shapes of a game, rounding included. Looks at
            /// every shape: for start-up and a change of tables, not for the path of a bet.
            pub fn max_return(&self, game: Game) -> ExpectedReturn {
                match game {
                    $(Game::$Name => self.$id.max_return(),)*
                }
            }

            /// The largest payout of any round of a game, in points.
            pub fn max_payout(&self, game: Game) -> Points {
                match game {
                    $(Game::$Name => self.$id.max_payout(),)*
                }
            }

            /// The hash of a game's table in force.
            pub fn rules_hash(&self, game: Game) -> HexDigest {
                match game {
                    $(Game::$Name => rules_hash(&self.$id),)*
                }
            }
        }

        static PUBLISHED: LazyLock<Tables> = LazyLock::new(|| Tables {
            $($id: published(include_str!(concat!(stringify!($id), "/table.toml"))),)*
        });
    };
}

house_games!(tables_of_games);

impl Tables {
    /// The published tables of docs/games.md, which a fresh site plays.
    pub fn published() -> &'static Self {
        &PUBLISHED
    }

    /// The positive-return guard (docs/games.md, section 1): the games that pay back more than they
    /// take, with their highest return. A site refuses such a table unless it allows the game
    /// by name.
    pub fn positive_returns(&self) -> Vec<(Game, ExpectedReturn)> {
        let returns = Game::ALL.into_iter().map(|game| (game, self.max_return(game)));
        returns.filter(|(_, highest)| highest.is_above_one()).collect()
    }
}

impl calendar::Table {
    /// The published table of docs/games.md, section 11.
    pub fn published() -> &'static Self {
        static PUBLISHED: LazyLock<calendar::Table> =
            LazyLock::new(|| published(include_str!("calendar/table.toml")));
        &PUBLISHED
    }
}

#[expect(clippy::expect_used, reason = "the text is part of the program and a test reads it")]
fn published<T: DeserializeOwned>(text: &str) -> T {
    toml::from_str(text).expect("a published table is well formed")
}

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
        let text = include_str!("dice/table.toml").replacen("min_bet", "min_bett", 1);
        let error = toml::from_str::<crate::dice::Table>(&text).unwrap_err().to_string();
        assert!(error.contains("min_bett"), "{error}");
    }
}
