//! The chat of the streaming platform (Kick; decision D5): its deliveries, its commands, links of
//! accounts.
//!
//! Invariants: nothing is done for a delivery that the platform did not sign, or that came before; a
//! command in the chat links nobody, the member's own word on the site does; an account of the platform
//! is one member's, and its owner can always take it back: `!unlink` removes a link that was made in
//! the chat, and sign-in with the platform displaces it; what the platform does or does not answer
//! holds no call of a member up, but for the one that asked it.
//!
//! Deliberately absent: other ways to read the chat than the platform's own deliveries. Whatever a
//! command does can be done on the site, too.

pub mod admin;
mod commands;
mod deliveries;
mod earning;
mod error;
mod flows;
mod host;
mod keys;
mod links;
mod oauth;
mod paces;
mod platform;
mod records;
mod replies;
mod requests;
pub mod routes;
mod seen;
mod stream;
mod subscriptions;
mod view;
mod work;

use std::future::Future;
use std::sync::Arc;

use parking_lot::Mutex;
use pointhouse_store::{Batch, Store, StoreError};
use tokio::sync::mpsc;

pub use earning::forget_earned;
pub use error::{ChatError, HostError, LoadError};
pub(crate) use records::ROWS;
pub use records::{
    EarnedRow, FlowRow, HostRow, LiveRow, PublicKeyRow, Purpose, RequestRow, SeenRow,
};
pub use routes::{KickRequest, KickSignIn, KickTicket};
pub use view::{
    AskedLink, ChatEvents, ChatReplies, ChatStanding, ChatSubscription, ChatSubscriptionState,
    ConnectedChannel, Delivered, Figures, HeldChat, HeldEarnings, HeldLink, KickStanding, KickUrl,
    LinkProof, LinkedAccount, RefusedEvents, StreamState,
};

use crate::accounts::Accounts;
use crate::audit::Audit;
use crate::calendar::Calendar;
use crate::clock::{Clock, SiteZone};
use crate::config::Config;
use crate::fault::Fault;
use crate::giveaways::Giveaways;
use crate::ids::UserId;
use crate::maintenance::Maintenance;
use crate::outside::Service;
use commands::Message;
use deliveries::Counts;
use flows::Flows;
use host::Host;
use keys::Keys;
use paces::Paces;
use platform::Platform;
use replies::{Replies, Reply};
use requests::Requests;
use seen::Seen;
use stream::Stream;
use subscriptions::Subscriptions;
use work::{EVENTS_MAX, REPLIES_MAX, Work};

/// Where browsers come back to.
const CALLBACK: &str = "/kick/callback";
/// Where the platform delivers.
const WEBHOOK: &str = "/api/kick/webhook";

/// Links that one person asks for in an hour.
const ASKED_BY_SENDER: u32 = 6;
/// Requests in an hour that open a dialog in the member's browser. Further ones are only listed, so
/// strangers who write a member's code do not flood the member with dialogs.
const ANNOUNCED_TO_MEMBER: u32 = 10;
const HOUR: i64 = 60 * 60 * 1000;

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
    /// For what there is to get today.
    pub calendar: Calendar,
    /// For what there is to win.
    pub giveaways: Giveaways,
    /// While the site is closed the chat rests, too.
    pub maintenance: Maintenance,
}

struct Inner {
    foundation: Foundation,
    settings: crate::config::Kick,
    site_url: String,
    /// Its days count for what a day may bring.
    zone: SiteZone,
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
    keys: Keys,
    seen: Arc<Seen>,
    counts: Counts,
    requests: Requests,
    replies: Replies,
    stream: Stream,
    /// By person and command.
    cooldown: Paces<(u64, u8)>,
    asked_by_sender: Paces<u64>,
    announced: Paces<u64>,
    /// Until the end.
    events: Mutex<Option<mpsc::Sender<Message>>>,
    to_say: mpsc::Sender<Reply>,
    /// Until the work begins.
    work: Mutex<Option<Work>>,
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
    /// A row does not read, or an address of the platform is not a URL.
    pub fn load(foundation: Foundation, config: &Config) -> Result<Self, LoadError> {
        let (settings, site_url) = (config.kick.clone(), config.site_url());
        let on = match settings.is_on() {
            true => Some(On::load(&foundation, config, &site_url)?),
            false => None,
        };
        let zone = SiteZone(config.site.timezone);
        Ok(Self { inner: Arc::new(Inner { foundation, settings, site_url, zone, on }) })
    }

    /// The services that it calls, for the admin and for metrics.
    pub fn services(
        &self,
    ) -> impl IntoIterator<Item = (&'static str, &'static str, Option<Service>)> {
        Platform::services(self.inner.on.as_ref().map(|on| on.platform.as_ref()))
    }

    /// Makes the subscriptions of the connected channel that are missing. Returns how many were made.
    ///
    /// # Errors
    /// The platform did not answer well, or does not deliver all events.
    pub async fn check(&self) -> Result<usize, HostError> {
        let Some(on) = &self.inner.on else { return Ok(0) };
        on.subscriptions.check(&on.host).await
    }

    /// Removes rows that are no longer needed. Returns how many.
    ///
    /// # Errors
    /// A row was not read or written.
    pub async fn sweep(&self) -> Result<usize, Fault> {
        let (store, now) = (self.inner.store.clone(), self.inner.clock.now());
        let Some(on) = &self.inner.on else {
            return sweep_aside(move || requests::sweep_stored(&store, now)).await;
        };
        let (seen, today) = (on.seen.clone(), self.inner.zone.day(now));
        let rows = sweep_aside(move || {
            let deliveries = seen.sweep()?;
            let earned = earning::sweep(&store, today)?;
            Ok(deliveries + earned + earning::sweep_once_keys(&store, now)?)
        });
        Ok(rows.await? + on.requests.sweep().await? + on.flows.sweep().await?)
    }

    /// Removes what stands here of a member who leaves, in the batch that `write` puts on disk. No
    /// request is made or confirmed before `write` has ended; when it fails, everything stays.
    ///
    /// # Errors
    /// The store cannot be read, or `write` fails.
    pub async fn forget<T, E, Written>(
        &self,
        user: UserId,
        batch: Batch,
        write: impl FnOnce(Batch) -> Written,
    ) -> Result<T, E>
    where
        Written: Future<Output = Result<T, E>>,
        E: From<ChatError>,
    {
        let Some(on) = &self.inner.on else {
            return write(self.forget_rows(user, batch).await?).await;
        };
        let _changing = on.requests.lock().await;
        let mut batch = self.forget_rows(user, batch).await?;
        let senders = on.requests.end_of(user, &mut batch).map_err(ChatError::from)?;
        let written = write(batch).await?;
        for sender in senders {
            on.requests.ended(sender);
        }
        Ok(written)
    }

    async fn forget_rows(&self, user: UserId, batch: Batch) -> Result<Batch, ChatError> {
        let (store, is_on) = (self.inner.store.clone(), self.inner.on.is_some());
        let forgotten = move || {
            let mut batch = batch;
            flows::forget(&store, user.0, &mut batch)?;
            if !is_on {
                requests::forget_stored(store.view(), user, &mut batch)?;
            }
            Ok::<_, StoreError>(batch)
        };
        Ok(self.inner.accounts.reads.run(forgotten).await??)
    }

    fn on(&self) -> Result<&On, ChatError> {
        self.inner.on.as_ref().ok_or(ChatError::Off)
    }
}

impl On {
    fn load(foundation: &Foundation, config: &Config, site_url: &str) -> Result<Self, LoadError> {
        let Foundation { store, clock, audit, accounts, .. } = foundation;
        let (events, of_events) = mpsc::channel(EVENTS_MAX);
        let (to_say, of_replies) = mpsc::channel(REPLIES_MAX);
        let work = Work { events: of_events, replies: of_replies };
        let cooldown = i64::from(config.kick.cooldown_seconds) * 1000;
        let back = format!("{site_url}{CALLBACK}");
        let platform = Arc::new(Platform::new(&config.kick, &config.outside, clock, back)?);
        let host = Host::load(&platform, store, clock, audit)?;
        Ok(Self {
            flows: Flows::load(store, clock)?,
            subscriptions: Subscriptions::new(clock),
            keys: Keys::load(&platform, store, clock)?,
            seen: Arc::new(Seen::new(store, clock)),
            counts: Counts::default(),
            requests: Requests::load(store, clock, &accounts.auth)?,
            replies: Replies::new(config.kick.reply_pause_ms),
            stream: Stream::load(store, host.connected().is_some())?,
            cooldown: Paces::new(1, cooldown),
            asked_by_sender: Paces::new(ASKED_BY_SENDER, HOUR),
            announced: Paces::new(ANNOUNCED_TO_MEMBER, HOUR),
            events: Mutex::new(Some(events)),
            to_say,
            work: Mutex::new(Some(work)),
            host,
            platform,
        })
    }
}

/// Removes rows on a thread that may wait. Returns how many.
async fn sweep_aside(
    sweep: impl FnOnce() -> Result<usize, StoreError> + Send + 'static,
) -> Result<usize, Fault> {
    Ok(tokio::task::spawn_blocking(sweep).await.map_err(Fault::other)??)
}
