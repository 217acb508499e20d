//! Calls for admins: login, switches of games, the feed of bets, and the socket of the command
//! line.
//!
//! Invariant: every call here requires the admin's token, except the login; every change writes an
//! audit row.

pub mod accounts;
pub mod audit;
mod audit_names;
pub mod backup_download;
pub mod control;
pub mod decisions;
pub mod economy;
pub mod events;
pub mod health;
pub mod inspection;
mod list_orders;
mod memory_use;
pub mod moderation;
mod notices;
pub mod outbox;
mod panel_logins;
pub mod restore;
mod roster;
pub mod routes;
pub mod service_tests;
pub mod setup;
pub mod site_settings;
mod work_progress;

use crate::broadcast::DeclaredEvent;
use crate::module::Module;
pub use list_orders::ListOrders;
pub use memory_use::{MemoryPart, MemoryTable, MemoryUse};
pub use notices::{Notice, Notices};
pub use panel_logins::{PanelLogins, RefusedLogins};

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[
        decisions::calls,
        routes::calls,
        accounts::calls,
        moderation::calls,
        audit::calls,
        outbox::calls,
        economy::calls,
        setup::calls,
        restore::calls,
        service_tests::calls,
        site_settings::calls,
        health::calls,
        backup_download::calls,
    ],
    rows: &[setup::ROWS],
    events: &[DeclaredEvent::of::<events::AccountChanged>],
    ..Module::EMPTY
};
