//! Identifiers: newtypes that cannot be mixed up, strings on the wire (docs/decisions.md, A5).

use std::fmt;
use std::str::FromStr;

use pointhouse_rules::{Game, house_games};
use pointhouse_store::{KeyBytes, LogOwner, StoredKey};

/// A member. Never reused; numbers start at 1. A string of digits on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UserId(pub u64);

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A person of the panel. Never reused; 1 is the owner. A number on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PersonId(pub u32);

impl PersonId {
    /// The owner of the site.
    pub const OWNER: Self = Self(1);
}

impl FromStr for PersonId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        match text.parse::<u32>() {
            Ok(id) if id > 0 && !text.starts_with(['0', '+']) => Ok(Self(id)),
            _ => Err(BadId),
        }
    }
}

/// Who logs in: a member, or a person of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Principal {
    /// A person of the panel.
    Person(PersonId),
    /// A member.
    Member(UserId),
}

/// The bit that tells people of the panel from members in keys.
const PERSON: u64 = 1 << 63;

impl Principal {
    /// The key on disk: 0 for the owner of the site, the highest bit and the number for other people of the panel;
    /// member ids start at 1 and never reach that bit.
    pub fn number(self) -> u64 {
        match self {
            Self::Person(PersonId::OWNER) => 0,
            Self::Person(PersonId(number)) => PERSON | u64::from(number),
            Self::Member(UserId(number)) => number,
        }
    }

    /// The reverse of [`Principal::number`].
    pub fn of(number: u64) -> Self {
        match u32::try_from(number & !PERSON) {
            _ if number == 0 => Self::Person(PersonId::OWNER),
            Ok(person) if number & PERSON != 0 => Self::Person(PersonId(person)),
            _ => Self::Member(UserId(number)),
        }
    }
}

impl StoredKey for Principal {
    fn write(&self, out: &mut KeyBytes) {
        self.number().write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        u64::read(bytes).map(Self::of)
    }
}

/// A session: what a login begins. 128 random bits, 32 hexadecimal digits on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionId(pub u128);

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for SessionId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() != 32 || !text.bytes().all(is_hex) {
            return Err(BadId);
        }
        u128::from_str_radix(text, 16).map(Self).map_err(|_| BadId)
    }
}

/// The text is not an id of ours.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("not a valid id")]
pub struct BadId;

impl FromStr for UserId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        // Leading zeros and signs would make two spellings of one id.
        match text.parse::<u64>() {
            Ok(id) if id > 0 && !text.starts_with(['0', '+']) => Ok(UserId(id)),
            _ => Err(BadId),
        }
    }
}

/// A source of the overlay: eight characters of a-z and 0-9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId([u8; 8]);

impl fmt::Display for SourceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| fmt::Write::write_char(f, char::from(*byte)))
    }
}

impl FromStr for SourceId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let bytes: [u8; 8] = text.as_bytes().try_into().map_err(|_| BadId)?;
        let is_plain = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_lowercase();
        if bytes.iter().all(is_plain) { Ok(Self(bytes)) } else { Err(BadId) }
    }
}

impl StoredKey for SourceId {
    fn write(&self, out: &mut KeyBytes) {
        u64::from_be_bytes(self.0).write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        u64::read(bytes).map(|number| Self(number.to_be_bytes()))
    }
}

/// A giveaway. Never reused; numbers start at 1. A string of digits on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GiveawayId(pub u64);

impl fmt::Display for GiveawayId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for GiveawayId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        // The same spelling as a member's.
        text.parse().map(|UserId(number)| Self(number))
    }
}

/// Numbers of members and giveaways are keys, and have logs of their own.
macro_rules! stored_numbers {
    ($($id:ident)*) => {
        $(impl StoredKey for $id {
            fn write(&self, out: &mut KeyBytes) {
                self.0.write(out);
            }

            fn read(bytes: &mut &[u8]) -> Option<Self> {
                u64::read(bytes).map(Self)
            }
        }

        impl LogOwner for $id {
            fn number(self) -> u64 {
                self.0
            }

            fn of(number: u64) -> Self {
                Self(number)
            }
        })*
    };
}

stored_numbers! { UserId GiveawayId }

impl StoredKey for PersonId {
    fn write(&self, out: &mut KeyBytes) {
        self.0.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        u32::read(bytes).map(Self)
    }
}

impl StoredKey for SessionId {
    fn write(&self, out: &mut KeyBytes) {
        self.0.to_be_bytes().write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        <[u8; 16]>::read(bytes).map(u128::from_be_bytes).map(Self)
    }
}

/// The id on the wire, to the end of the key.
impl StoredKey for GameId {
    fn write(&self, out: &mut KeyBytes) {
        out.extend_from_slice(self.id().as_bytes());
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        String::read(bytes)?.parse().ok()
    }
}

/// An id that has an actor of its own.
pub trait Sharded: Copy + Eq + std::hash::Hash {
    /// Decides which thread the actor runs on.
    fn shard(self) -> u64;
}

impl Sharded for UserId {
    fn shard(self) -> u64 {
        self.0
    }
}

impl Sharded for GiveawayId {
    fn shard(self) -> u64 {
        self.0
    }
}

impl serde::Serialize for UserId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

macro_rules! game_ids {
    ($($Name:ident $id:ident $title:literal,)*) => {
        /// A house game, in rows and keys.
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            Hash,
            PartialOrd,
            Ord,
            bincode::Encode,
            bincode::Decode,
        )]
        pub enum GameId {
            $(#[doc = $title] $Name,)*
        }

        impl GameId {
            /// All of them, in the order of the site.
            pub const ALL: [Self; [$(Self::$Name),*].len()] = [$(Self::$Name),*];

            /// The id on the wire (docs/decisions.md, C2).
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$Name => Game::$Name.id(),)*
                }
            }

            /// The name for people.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$Name => Game::$Name.title(),)*
                }
            }
        }

        impl From<GameId> for Game {
            fn from(game: GameId) -> Self {
                match game {
                    $(GameId::$Name => Self::$Name,)*
                }
            }
        }
    };
}

house_games!(game_ids);

impl FromStr for GameId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        Self::ALL.into_iter().find(|game| game.id() == text).ok_or(BadId)
    }
}

/// A round of a member: its number in that member's log, from 1. `user-number` on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoundId {
    /// Whose round.
    pub user: UserId,
    /// Its number.
    pub number: u64,
}

impl fmt::Display for RoundId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.user, self.number)
    }
}

impl FromStr for RoundId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let (user, number) = text.split_once('-').ok_or(BadId)?;
        let UserId(number) = number.parse()?;
        Ok(Self { user: user.parse()?, number })
    }
}
