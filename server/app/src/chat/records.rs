//! What the chat writes, beside the links of accounts, which are the directory's.

use bincode::{Decode, Encode};
use pointhouse_store::{
    CodecError, RowBytes, Single, StoredRow, StoredValue, Table, decode, encode,
};

use crate::clock::SiteDay;
use crate::config::Secret;
use crate::ids::UserId;
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    HOST.secret_format(),
    PUBLIC_KEY.secret_format(),
    LIVE.format().dropping_older(),
    FLOW.secret_format().dropping_older(),
    REQUEST.format(),
    SEEN.format(),
    EARNED.format(),
    EARNED_BY.format(),
];

/// The connected channel.
pub(super) const HOST: Single<HostRow> = Single::new(tables::CHAT, "host");
/// The platform's key that deliveries are signed with.
pub(super) const PUBLIC_KEY: Single<PublicKeyRow> = Single::new(tables::CHAT, "public_key");
/// The state of the stream.
pub(super) const LIVE: Single<LiveRow> = Single::new(tables::CHAT, "live");
/// The same row, which another version of the site may have written.
pub(super) const LIVE_OF_ANY_VERSION: Single<AnyVersion<LiveRow>> =
    Single::new(tables::CHAT, "live");
/// OAuth flows with the platform that are under way, by the hash of their state.
pub(super) const FLOW: Table<[u8; 32], FlowRow> = Table::new(tables::CHAT_FLOW);
/// The same rows, which another version of the site may have written.
pub(super) const FLOW_OF_ANY_VERSION: Table<[u8; 32], AnyVersion<FlowRow>> =
    Table::new(tables::CHAT_FLOW);
/// Links that were asked for in the chat, by the platform's id of the sender.
pub(super) const REQUEST: Table<u64, RequestRow> = Table::new(tables::CHAT_REQUEST);
/// Deliveries and messages that were taken, by the hash of their id.
pub(super) const SEEN: Table<[u8; 16], SeenRow> = Table::new(tables::CHAT_SEEN);
/// What members got for writing.
pub(super) const EARNED: Table<UserId, EarnedRow> = Table::new(tables::CHAT_EARNED);
/// What senders got for writing, by the platform's id, for all members they were linked to.
pub(super) const EARNED_BY: Table<u64, EarnedRow> = Table::new(tables::CHAT_EARNED_BY);

/// A row that is dropped when another version of the site wrote it: what it holds ends or comes again by
/// itself.
pub(super) enum AnyVersion<V> {
    /// This version wrote it.
    Own(V),
    /// Another version wrote it; its bytes.
    Other(Vec<u8>),
}

impl<V> AnyVersion<V> {
    /// The row, if this version wrote it.
    pub(super) fn own(self) -> Option<V> {
        match self {
            Self::Own(row) => Some(row),
            Self::Other(_) => None,
        }
    }
}

impl<V: StoredRow> StoredValue for AnyVersion<V> {
    fn to_row(&self) -> Result<Vec<u8>, CodecError> {
        match self {
            Self::Own(row) => encode(row),
            Self::Other(bytes) => Ok(bytes.clone()),
        }
    }

    fn of_row(row: &RowBytes) -> Result<Self, CodecError> {
        match row.first() {
            Some(version) if *version == V::VERSION => decode(row).map(Self::Own),
            _ => Ok(Self::Other(row.to_vec())),
        }
    }
}

/// The connected channel with what speaks for it. It has no `Debug`: parts of it are secret.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct HostRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// The platform's id of the channel's owner.
    pub user_id: u64,
    /// The name there.
    pub username: String,
    /// What the owner let the site do.
    pub scopes: Vec<String>,
    /// When it was connected, milliseconds.
    pub since: i64,
    access: String,
    /// When that ends, milliseconds.
    pub access_ends: i64,
    refresh: String,
}

impl StoredRow for HostRow {
    const VERSION: u8 = 1;
}

impl HostRow {
    /// The channel that an owner has just connected.
    pub(super) fn new((user_id, username): (u64, String), tokens: Tokens, now: i64) -> Self {
        let row = Self {
            revision: 0,
            user_id,
            username,
            scopes: Vec::new(),
            since: now,
            access: String::new(),
            access_ends: 0,
            refresh: String::new(),
        };
        row.with(tokens, now)
    }

    /// With newer tokens. What they leave out stays as it was.
    pub(super) fn with(&self, tokens: Tokens, now: i64) -> Self {
        let Tokens { access, refresh, seconds, scopes } = tokens;
        Self {
            revision: self.revision + 1,
            access: access.reveal().to_owned(),
            access_ends: now.saturating_add(seconds.saturating_mul(1000)),
            refresh: refresh.map_or_else(|| self.refresh.clone(), |new| new.reveal().to_owned()),
            scopes: if scopes.is_empty() { self.scopes.clone() } else { scopes },
            ..self.clone()
        }
    }

    pub(super) fn access(&self) -> Secret {
        self.access.clone().into()
    }

    pub(super) fn refresh(&self) -> Secret {
        self.refresh.clone().into()
    }
}

/// What the platform gives for a code or for an older token.
pub(super) struct Tokens {
    pub(super) access: Secret,
    pub(super) refresh: Option<Secret>,
    /// The first one ends after so long.
    pub(super) seconds: i64,
    pub(super) scopes: Vec<String>,
}

/// What a way to the platform and back is for.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub enum Purpose {
    /// An admin connects the channel.
    Connect {
        /// Version of the admin password that let them ask.
        admin: u32,
        /// For the audit.
        actor: String,
    },
    /// A member links an account.
    Link {
        /// Who.
        user: u64,
        /// The version of the tokens that let them ask.
        judged_by: u32,
    },
    /// Somebody signs in.
    SignIn {
        /// A longer session.
        remember: bool,
        /// A path of this site to go on to.
        redirect: Option<String>,
    },
    /// Somebody has signed in, and their browser fetches its token.
    Ticket {
        /// Who.
        user: u64,
        /// The version of the member's tokens then.
        judged_by: u32,
        /// A longer session.
        remember: bool,
    },
}

/// A way to the platform and back. It has no `Debug`: parts of it are secret.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct FlowRow {
    /// What for.
    pub purpose: Purpose,
    /// Hash of what the browser's cookie holds.
    pub browser: [u8; 32],
    /// Proves to the platform that who brings the code is who asked for it (PKCE).
    pub verifier: String,
    /// When it ends, milliseconds.
    pub expires_at: i64,
}

impl StoredRow for FlowRow {
    const VERSION: u8 = 2;
}

/// The platform's key, as it gave it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct PublicKeyRow {
    /// PEM.
    pub pem: String,
}

impl StoredRow for PublicKeyRow {
    const VERSION: u8 = 1;
}

/// Whether the stream is live.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct LiveRow {
    /// It is.
    pub is_live: bool,
    /// Since when it is so, milliseconds.
    pub since: i64,
    /// When the stream began that has ended, milliseconds: messages of it may arrive later.
    pub began: Option<i64>,
    /// When the platform said so, milliseconds: what it said earlier may arrive later.
    pub said_at: i64,
}

impl StoredRow for LiveRow {
    const VERSION: u8 = 2;
}

/// What a member got for writing in the chat, or whoever wrote it did for all members they were.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct EarnedRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// The site day that it counts for.
    pub day: SiteDay,
    /// Begin of the window that was paid last, milliseconds.
    pub window: i64,
    /// Points of the day so far.
    pub points: u32,
}

impl StoredRow for EarnedRow {
    const VERSION: u8 = 1;
}

/// A link that was asked for in the chat.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct RequestRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// The member whose code it was, as a number.
    pub user: u64,
    /// The name there of who asked.
    pub username: String,
    /// When, milliseconds.
    pub asked_at: i64,
    /// When it ends, milliseconds.
    pub expires_at: i64,
}

impl StoredRow for RequestRow {
    const VERSION: u8 = 1;
}

/// A delivery that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct SeenRow {
    /// When, milliseconds.
    pub at: i64,
}

impl StoredRow for SeenRow {
    const VERSION: u8 = 1;
}
