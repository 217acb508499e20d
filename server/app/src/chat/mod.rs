//! The chat of the streaming platform (Kick; decision D5): its deliveries, its commands, links of
//! accounts.
//!
//! Invariants: nothing is done for a delivery that the platform did not sign, or that came before; a
//! command in the chat links nobody, the member's own word on the site does; an account of the platform
//! is one member's; what the platform does or does not answer holds no call of a member up, but for the
//! one that asked it.
//!
//! Deliberately absent: other ways to read the chat than the platform's own deliveries. Whatever a
//! command does can be done on the site, too.

pub mod admin;
mod error;
mod flows;
mod host;
mod oauth;
mod platform;
mod records;
pub mod routes;
mod subscriptions;
mod view;

use std::sync::Arc;

use pointhouse_store::{Batch, Store};

pub use error::ChatError;
pub use records::{FlowRow, HostRow, Purpose};
pub use view::{
    ChatEvents, ChatReplies, ChatStanding, ChatSubscription, ChatSubscriptionState,
    ConnectedChannel, KickUrl, RefusedEvents, StreamState,
};

use crate::accounts::Accounts;
use crate::audit::Audit;
use crate::clock::Clock;
use crate::config::Config;
use crate::ids::UserId;
use crate::outside::Service;
use flows::Flows;
use host::Host;
use platform::Platform;
use subscriptions::Subscriptions;

/// Where browsers come back to.
const CALLBACK: &str = "/kick/callback";
/// Where the platform delivers.
const WEBHOOK: &str = "/api/kick/webhook";

/// What the chat stands on.
pub struct Foundation {
    /// Rows.
    pub store: Store,
    /// Time.
    pub clock: Clock,
    /// Who changed what.
    pub audit: Audit,
    /// Members.
    pub accounts: Accounts,
}

struct Inner {
    foundation: Foundation,
    settings: crate::config::Kick,
    site_url: String,
    on: Option<On>,
}

impl std::ops::Deref for Inner {
    type Target = Foundation;

    fn deref(&self) -> &Foundation {
        &self.foundation
    }
}

/// What there is only when the platform is set up.
struct On {
    platform: Arc<Platform>,
    host: Host,
    flows: Flows,
    subscriptions: Subscriptions,
}

/// The chat. Cheap to clone.
#[derive(Clone)]
pub struct Chat {
    inner: Arc<Inner>,
}

impl Chat {
    /// The chat as the settings have it.
    ///
    /// # Errors
    /// A row does not read, or the platform's addresses are none.
    pub fn load(foundation: Foundation, config: &Config) -> Result<Self, String> {
        let (settings, site_url) = (config.kick.clone(), config.site_url());
        let on = match settings.is_on() {
            true => Some(On::load(&foundation, config, &site_url)?),
            false => None,
        };
        Ok(Self { inner: Arc::new(Inner { foundation, settings, site_url, on }) })
    }

    /// The services that it calls, for the admin and for metrics.
    pub fn services(
        &self,
    ) -> impl IntoIterator<Item = (&'static str, &'static str, Option<Service>)> {
        Platform::services(self.inner.on.as_ref().map(|on| on.platform.as_ref()))
    }

    /// Looks whether the platform still delivers, and sees to it. Returns how many subscriptions were
    /// made.
    ///
    /// # Errors
    /// In words.
    pub async fn check(&self) -> Result<usize, String> {
        let Some(on) = &self.inner.on else { return Ok(0) };
        on.subscriptions.check(&on.host).await.map_err(|error| error.to_string())
    }

    /// Forgets what is over. Returns how much that was.
    ///
    /// # Errors
    /// In words.
    pub async fn sweep(&self) -> Result<usize, String> {
        let Some(on) = &self.inner.on else { return Ok(0) };
        on.flows.sweep().await.map_err(|error| error.to_string())
    }

    /// Removes what stands here of a member who leaves.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn forget(&self, user: UserId, batch: Batch) -> Result<Batch, ChatError> {
        let store = self.inner.store.clone();
        let forgotten = move || {
            let mut batch = batch;
            flows::forget(&store, user.0, &mut batch)?;
            Ok(batch)
        };
        self.inner.accounts.reads.run(forgotten).await.map_err(error::inner)?
    }

    fn on(&self) -> Result<&On, ChatError> {
        self.inner.on.as_ref().ok_or(ChatError::Off)
    }
}

impl On {
    fn load(foundation: &Foundation, config: &Config, site_url: &str) -> Result<Self, String> {
        let Foundation { store, clock, audit, .. } = foundation;
        let back = format!("{site_url}{CALLBACK}");
        let platform = Platform::new(&config.kick, &config.outside, clock, back);
        let platform = Arc::new(platform.map_err(|error| format!("[kick]: {error}"))?);
        Ok(Self {
            host: Host::load(&platform, store, clock, audit)?,
            flows: Flows::load(store, clock)?,
            subscriptions: Subscriptions::new(clock),
            platform,
        })
    }
}
