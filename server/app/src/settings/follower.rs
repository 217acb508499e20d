//! Modules that build something from settings.

use std::sync::Arc;

use pointhouse_store::Batch;

use super::error::SettingsError;
use crate::config::Config;
use crate::locks::Lock;

/// What a module does when a change is on disk. It cannot fail.
pub type Apply = Box<dyn FnOnce() + Send>;

/// A module that builds something from settings: tables with their odds, clients of services.
pub trait Follower: Send + Sync {
    /// A lock that the editor holds from before [`Follower::prepare`] until the change is in force or was not made.
    fn held(&self) -> Option<Arc<Lock>> {
        None
    }

    /// Builds what the new settings need, adds its rows to the batch of the change, and returns what puts it in
    /// force. Runs off the serving threads.
    ///
    /// # Errors
    /// The settings cannot be used, or a failure of the server; the change is not made.
    fn prepare(
        &self,
        before: &Config,
        after: &Arc<Config>,
        batch: &mut Batch,
    ) -> Result<Apply, SettingsError>;
}
