//! The services that all modules are built from.

use std::time::Duration;

use actix_web::web::Data;
use pointhouse_store::{Single, Store};

use crate::accounts::{Auth, Hasher, Mailboxes};
use crate::arbiters::Arbiters;
use crate::audit::Audit;
use crate::backups::{Backups, Copies};
use crate::broadcast::Broadcaster;
use crate::clock::{Clock, SiteZone};
use crate::draw_key::DrawKey;
use crate::maintenance::Maintenance;
use crate::rate::Limits;
use crate::reads::Reads;
use crate::tables::{self, RowFormat, SecretRow};
use crate::wallet::Wallets;

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[TOKEN_SECRET.secret_format(), SITE_KEY.secret_format()];

/// The secret that signs tokens.
pub(super) const TOKEN_SECRET: Single<SecretRow> = Single::new(tables::SETTING, "token_secret");

/// The key that mailboxes are hashed with.
pub(super) const SITE_KEY: Single<SecretRow> = Single::new(tables::SETTING, "site_key");

/// The services that all modules use.
pub(super) struct SharedServices {
    pub(super) store: Store,
    pub(super) clock: Clock,
    pub(super) draw_key: DrawKey,
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
    pub(super) copies: Copies,
    pub(super) hasher: Hasher,
    pub(super) mailboxes: Mailboxes,
    /// Time without work after which a member's actors are passivated.
    pub(super) idle: Duration,
}
