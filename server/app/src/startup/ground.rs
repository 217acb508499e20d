//! What all modules are built on.

use std::time::Duration;

use actix_web::web::Data;
use pointhouse_store::{Single, Store};

use crate::accounts::{Auth, Hasher};
use crate::arbiters::Arbiters;
use crate::audit::Audit;
use crate::backups::Backups;
use crate::broadcast::Broadcaster;
use crate::clock::{Clock, SiteZone};
use crate::maintenance::Maintenance;
use crate::rate::Limits;
use crate::reads::Reads;
use crate::tables::{self, RowFormat, SecretRow};
use crate::wallet::Wallets;

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[TOKEN_SECRET.secret_format()];

/// What tokens are signed with.
pub(super) const TOKEN_SECRET: Single<SecretRow> = Single::new(tables::SETTING, "token_secret");

/// The services that all modules use.
pub(super) struct Ground {
    pub(super) store: Store,
    pub(super) clock: Clock,
    pub(super) zone: SiteZone,
    pub(super) auth: Auth,
    pub(super) limits: Data<Limits>,
    pub(super) broadcaster: Broadcaster,
    pub(super) arbiters: Arbiters,
    pub(super) reads: Reads,
    pub(super) audit: Audit,
    pub(super) wallets: Wallets,
    pub(super) maintenance: Maintenance,
    pub(super) backups: Backups,
    pub(super) hasher: Hasher,
    /// When a member's actors go to rest.
    pub(super) idle: Duration,
}
