//! The rows of the chat. Links of accounts are the directory's.

use bincode::{Decode, Encode};
use pointhouse_store::{Keys, Single, Store, StoreError, StoredRow, Table};

use crate::clock::SiteDay;
use crate::config::Secret;
use crate::ids::UserId;
use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    HOST.secret_format(),
    ENDED.format(),
    PUBLIC_KEY.secret_format(),
    LIVE.format(),
    FLOW.secret_format(),
    REQUEST.format(),
    SEEN.format(),
    EARNED.format(),
    EARNED_BY.format(),
];

/// The connected channel.
pub(super) const HOST: Single<HostRow> = Single::new(tables::CHAT, "host");
/// Since when the platform refuses the channel's tokens; absent while it accepts them.
pub(super) const ENDED: Single<EndedRow> = Single::new(tables::CHAT, "ended");
/// The platform's public key of deliveries.
pub(super) const PUBLIC_KEY: Single<PublicKeyRow> = Single::new(tables::CHAT, "public_key");
/// The state of the stream.
pub(super) const LIVE: Single<LiveRow> = Single::new(tables::CHAT, "live");
/// OAuth flows in progress, by the hash of their state.
pub(super) const FLOW: Table<[u8; 32], FlowRow> = Table::new(tables::CHAT_FLOW);
/// Links requested in the chat, by the platform's id of the sender.
pub(super) const REQUEST: Table<u64, RequestRow> = Table::new(tables::CHAT_REQUEST);
/// Processed deliveries and messages, by the hash of their id.
pub(super) const SEEN: Table<[u8; 16], SeenRow> = Table::new(tables::CHAT_SEEN);
/// Members' chat earnings.
pub(super) const EARNED: Table<UserId, EarnedRow> = Table::new(tables::CHAT_EARNED);
/// Senders' chat earnings, by the platform's id, for all members they were linked to.
pub(super) const EARNED_BY: Table<u64, EarnedRow> = Table::new(tables::CHAT_EARNED_BY);

/// The connected channel with its tokens. Has no `Debug`, because parts of it are secret.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct HostRow {
    /// Incremented by each change.
    pub revision: u64,
    /// The platform's id of the channel's owner.
    pub user_id: u64,
    /// Name of the channel's owner on the platform.
    pub username: String,
    /// Permissions that the owner has given.
    pub scopes: Vec<String>,
    /// Time of the connection, in milliseconds.
    pub since: i64,
    access: String,
    /// Expiry of the access token, in milliseconds.
    pub access_ends: i64,
    refresh: String,
}

impl StoredRow for HostRow {
    const VERSION: u8 = 1;
}

impl HostRow {
    /// A channel that was just connected.
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

    /// The row with new tokens. Fields missing in the response keep their values.
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

/// The platform has refused to renew the channel's tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct EndedRow {
    /// Time of the first refusal, in milliseconds.
    pub at: i64,
}

impl StoredRow for EndedRow {
    const VERSION: u8 = 1;
}

/// Tokens issued by the platform.
pub(super) struct Tokens {
    pub(super) access: Secret,
    pub(super) refresh: Option<Secret>,
    /// Lifetime of the access token, in seconds.
    pub(super) seconds: i64,
    pub(super) scopes: Vec<String>,
}

/// Purpose of an OAuth flow. The order is stored: add variants at the end only.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub enum Purpose {
    /// An admin connects the channel.
    Connect {
        /// Version of the admin password at that time.
        admin: u32,
        /// The actor for the audit log.
        actor: String,
    },
    /// A member links an account.
    Link {
        /// Member id.
        user: u64,
        /// Token version of the member at that time.
        token_version: u32,
    },
    /// A visitor signs in.
    SignIn {
        /// True for a longer session.
        remember: bool,
        /// Path of this site to continue on.
        redirect: Option<String>,
    },
    /// A visitor has signed in, and their browser fetches its token.
    Ticket {
        /// Member id.
        user: u64,
        /// Token version of the member at that time.
        token_version: u32,
        /// True for a longer session.
        remember: bool,
    },
    /// A visitor has signed in on the platform, has no account here, and may sign up.
    SignUp {
        /// The platform's id of the account.
        id: u64,
        /// Name of the account on the platform.
        name: String,
    },
    /// A member proves again to be the owner of the account.
    Proof {
        /// Member id.
        user: u64,
        /// The session that is proved.
        session: u128,
    },
}

/// An OAuth flow. Has no `Debug`, because parts of it are secret.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct FlowRow {
    /// Purpose of the flow.
    pub purpose: Purpose,
    /// Hash of the browser's cookie.
    pub browser: [u8; 32],
    /// PKCE verifier: proves to the platform that the site that brings the code is the one that
    /// requested it.
    pub verifier: String,
    /// Time of expiry, in milliseconds.
    pub expires_at: i64,
}

impl StoredRow for FlowRow {
    const VERSION: u8 = 2;
}

/// The platform's public key.
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
    /// True while it is live.
    pub is_live: bool,
    /// Start of this state, in milliseconds.
    pub since: i64,
    /// Start of the stream that has ended, in milliseconds: messages of it may still arrive.
    pub began: Option<i64>,
    /// When the platform sent this state, in milliseconds: an earlier one may arrive later.
    pub said_at: i64,
}

impl StoredRow for LiveRow {
    const VERSION: u8 = 2;
}

/// Chat earnings of a member, or of a sender for all members they were linked to.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct EarnedRow {
    /// Incremented by each change.
    pub revision: u64,
    /// The site day that the points count for.
    pub day: SiteDay,
    /// Start of the last paid window, in milliseconds.
    pub window: i64,
    /// Points earned on that day.
    pub points: u32,
}

impl StoredRow for EarnedRow {
    const VERSION: u8 = 1;
}

/// A link requested in the chat.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct RequestRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Id of the member whose code was used.
    pub user: u64,
    /// Name of the sender on the platform.
    pub username: String,
    /// Time of the request, in milliseconds.
    pub asked_at: i64,
    /// Time of expiry, in milliseconds.
    pub expires_at: i64,
}

impl StoredRow for RequestRow {
    const VERSION: u8 = 1;
}

/// A processed delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct SeenRow {
    /// Time of processing, in milliseconds.
    pub at: i64,
}

impl StoredRow for SeenRow {
    const VERSION: u8 = 1;
}

/// Drops sign-ins on the platform that are in progress, and links that were requested in the chat, of a restored folder.
/// Blocks.
///
/// # Errors
/// The store cannot be read or has stopped.
pub fn forget_waiting_proofs(store: &Store) -> Result<usize, StoreError> {
    let flows = FLOW.sweep(store, Keys::all(), |_, _| true)?;
    Ok(flows + REQUEST.sweep(store, Keys::all(), |_, _| true)?)
}
