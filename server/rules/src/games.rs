//! The names of the house games, from the list in `lib.rs`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

macro_rules! names_of_games {
    ($($Name:ident $id:ident $title:literal,)*) => {
        /// A house game, by the id that stands in paths, rounds and tables (docs/decisions.md, C2).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Game {
            $(#[doc = $title] $Name,)*
        }

        impl Game {
            /// Every game, in the order of the site.
            pub const ALL: [Self; [$(Self::$Name),*].len()] = [$(Self::$Name),*];

            /// The id on the wire and in the configuration.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$Name => stringify!($id),)*
                }
            }

            /// The name for people.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$Name => $title,)*
                }
            }
        }
    };
}

house_games!(names_of_games);

/// Text that names no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such game")]
pub struct UnknownGame;

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
