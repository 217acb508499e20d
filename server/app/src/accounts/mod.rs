//! Accounts: identity, authentication and profiles (docs/decisions.md, A1).
//!
//! Invariants: emails, usernames and account codes are unique, ignoring case; an id is never
//! assigned twice; a password is stored as an Argon2id hash and nowhere else; a caller is
//! identified by a token and by nothing in a body.
//!
//! Not part of this module: points. The wallet holds the balance.

mod auth;
mod callers;
mod directory;
mod error;
pub mod events;
mod export;
mod hash_queue;
mod hasher;
mod idempotency;
mod identity;
mod kept;
mod links;
pub mod logins;
mod mailboxes;
mod member_devices;
mod on_air;
mod picture;
mod records;
pub mod routes;
mod sessions;
mod texts;
mod tokens;
mod verify;
mod view;
mod welcome;

use pointhouse_store::{Store, StoreError};

pub use auth::{Access, Auth, FORMER_MEMBER, NAMELESS_OWNER, PersonAccess};
pub use callers::{
    ActiveMember, Admin, Caller, Member, SignedIn, check_sender, has_maintenance_bypass,
};
pub use directory::{
    AccountChange, ChangeAccount, CreateAccount, DecideCasinoName, Decision, DecisionRows,
    DeleteAccount, Departing, Directory, ForgetRows, LinkKick, ModerateAccount, ModerationAction,
    ProvedKick, RemoveChatLink, RequestCasinoName, SetActive, UnlinkKick, UpdateKickName,
    can_sign_in_with_kick, delete_rows_about, find_proved_kick, is_proved_kick, load_access,
    proved_kick_names, remove_leftovers, status_text,
};
pub use error::{AccountError, AuthError};
pub use export::{AccountExport, CasinoRequestExport, export_account};
pub use hash_queue::HashFor;
pub use hasher::{Costs, Hasher, HasherError};
pub use idempotency::{
    HEADER as IDEMPOTENCY_KEY, IdempotencyKey, KeyHash, SentBody, idempotency_key,
};
pub use identity::IdentityKey;
pub use kept::{KEPT_MILLIS, PaidOnce, forget_kept, is_kept, keep, kept_payments};
pub use links::{forget_all_links, one_time_link};
pub use mailboxes::Mailboxes;
pub use member_devices::{
    code_source, record_device_of_login, remember_device, remember_device_of_app,
    remember_device_of_person,
};
pub use on_air::{OnAirChoice, ShownNames, on_air_choices};
pub use picture::address as picture_address;
pub(crate) use records::ROWS;
pub use records::{
    AccountRow, AccountRows, ApprovalRow, ApprovalStatus, KeptApprovals, KickLinkRow, LinkPurpose,
    LinkedBy, MailTokenRow, NameKind, ProfileRow, account_change, count_members, departed_at,
    departed_members, departure, departures, find_name, forget_links, has_account, kept_approvals,
    members_between, read_account, read_approval, read_kick_link, read_profile, stored_accounts,
    usernames_from,
};
pub use routes::{check_second_factor, logged_in, parse_names, shown as shown_account, signed_up};
pub use sessions::{NewSession, OpenSession, SESSIONS_MAX, SessionRow, Sessions, end_all_sessions};
pub use texts::{ALL_NAMES, AccountTexts, KNOWN_NAMES, USERNAME, USERNAME_AND_EMAIL};
pub use tokens::{Login, Subject, Tokens};
pub use verify::{AccountFinding, check_accounts};
pub use view::{AuthAnswer, Done, EmailExists, GamingApproval, MeAnswer, TokenAnswer, User};

use logins::{DeviceMarks, LoginDelays};

use crate::broadcast::Broadcaster;
use crate::broadcast::DeclaredEvent;
use crate::clock::Clock;
use crate::config::{self, Settings};
use crate::ids::UserId;
use crate::mail::Mailer;
use crate::module::Module;
use crate::picture_file::PictureWork;
use crate::reads::Reads;
use crate::wallet::Wallets;

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[
        routes::calls,
        routes::profile::calls,
        routes::recovery::calls,
        routes::casino::calls,
        routes::approvals::calls,
    ],
    rows: &[ROWS],
    events: &[DeclaredEvent::of::<events::ApprovalsChanged>],
    ..Module::EMPTY
};

/// What the handlers of this module need. Cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    /// For reads.
    pub store: Store,
    /// Checks tokens.
    pub auth: Auth,
    /// Hashes passwords.
    pub hasher: Hasher,
    /// Delays after wrong passwords.
    pub delays: LoginDelays,
    /// Devices that have logged in before.
    pub devices: DeviceMarks,
    /// The actor that makes all changes of accounts.
    pub directory: Directory,
    /// What lists of requests for casino names are read by.
    pub approvals: KeptApprovals,
    /// The names of all accounts, for searches.
    pub texts: AccountTexts,
    /// The mailboxes of all accounts.
    pub mailboxes: Mailboxes,
    /// For balances.
    pub wallets: Wallets,
    /// Cuts the sockets of members whose tokens end.
    pub broadcaster: Broadcaster,
    /// For scans.
    pub reads: Reads,
    /// Writes emails.
    pub mailer: Mailer,
    /// The site's clock.
    pub clock: Clock,
    /// Draws uploaded pictures.
    pub drawing: PictureWork,
    /// All settings, for those of the site.
    pub site: Settings,
    /// The `[auth]` section of the configuration.
    pub settings: config::Auth,
    /// Most rows of a statement page.
    pub ledger_page_max: usize,
}

impl Accounts {
    /// Whether a member can sign in with the chat platform now.
    ///
    /// # Errors
    /// The link cannot be decoded.
    pub fn signs_in_with_kick(&self, user: UserId) -> Result<bool, StoreError> {
        Ok(self.site.now().kick.lets_members_in()
            && can_sign_in_with_kick(self.store.view(), user)?)
    }

    /// Display name of the casino.
    pub fn casino_name(&self) -> String {
        self.site.now().partner.casino_name.clone()
    }
}
