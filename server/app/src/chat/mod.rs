//! The chat of the streaming platform (Kick): its deliveries, its commands, and links of accounts.
//!
//! Invariants: deliveries that the platform did not sign, or that were processed before, have no
//! effect; a chat command links no account, only the member's confirmation on the site does; an
//! account of the platform is linked to one member, and its owner can always take it back:
//! `!unlink` removes a link made in the chat, and a sign-in with the platform displaces it; calls
//! of members don't wait for the platform, except those that need it.
//!
//! The chat is only read through the platform's deliveries. Everything a command does can be done
//! on the site as well.

pub mod admin;
mod commands;
mod deliveries;
mod earning;
mod error;
pub mod events;
mod flows;
mod host;
mod keyed_limit;
mod keys;
mod links;
mod oauth;
mod platform;
mod proofs;
mod records;
mod replies;
mod requests;
pub mod routes;
mod seen;
mod sign_up;
mod stream;
mod subscriptions;
mod texts;
mod view;
mod work;

use std::future::Future;
use std::sync::Arc;

use parking_lot::Mutex;
use pointhouse_store::{Batch, Store, StoreError};
use tokio::sync::mpsc;

pub use earning::forget_earnings;
pub use error::{ChatError, HostError, LoadError};
pub(crate) use records::ROWS;
pub use records::{
    EarnedRow, EndedRow, FlowRow, HostRow, LiveRow, PublicKeyRow, Purpose, RequestRow, SeenRow,
    forget_waiting_proofs,
};
pub use routes::{KickNewMember, KickRequest, KickSignIn, KickTicket};
pub use view::{
    AskedLink, ChatConnection, ChatEarningsExport, ChatEvents, ChatExport, ChatLinkExport,
    ChatReplies, ChatStatus, ChatSubscription, ChatSubscriptionState, ConnectedChannel, Delivered,
    Figures, KickOffer, KickStatus, KickUrl, LinkProof, LinkedAccount, RefusedEvents, StreamState,
};

use crate::accounts::Accounts;
use crate::audit::Audit;
use crate::broadcast::DeclaredEvent;
use crate::calendar::Calendar;
use crate::clock::{Clock, SiteZone};
use crate::config::{Config, Kick, Settings};
use crate::external::ServiceSlot;
use crate::fault::Fault;
use crate::giveaways::Giveaways;
use crate::ids::UserId;
use crate::maintenance::Maintenance;
use crate::module::{Module, Running};
use crate::planned::{Planned, every};
use crate::settings::{Apply, Follower, SettingsError};
use commands::Message;
use deliveries::Counts;
use flows::Flows;
use host::Host;
use keyed_limit::KeyedLimit;
use keys::Keys;
use platform::Platform;
use replies::{Replies, Reply};
use requests::Requests;
use seen::Seen;
use stream::Stream;
use subscriptions::Subscriptions;
use work::{EVENTS_MAX, REPLIES_MAX, Work};

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[routes::calls, admin::calls],
    rows: &[ROWS],
    events: &[
        DeclaredEvent::of::<events::KickLinkChanged>,
        DeclaredEvent::of::<events::ChatConnectionChanged>,
        DeclaredEvent::of::<events::KickVerifyAsked<'_>>,
    ],
    ..Module::EMPTY
};

/// Path to which the platform redirects browsers.
const CALLBACK: &str = "/kick/callback";
/// Path of the platform's deliveries.
const WEBHOOK: &str = "/api/kick/webhook";

/// Most links that one chatter may request in an hour.
const ASKED_BY_SENDER: u32 = 6;
/// Requests per hour that open a dialog in the member's browser. Further ones are only listed, so
/// that strangers who post a member's code cannot flood the member with dialogs.
const ANNOUNCED_TO_MEMBER: u32 = 10;
const HOUR: i64 = 60 * 60 * 1000;

/// The services that the chat needs.
pub struct ChatServices {
    /// Storage.
    pub store: Store,
    /// The site's clock.
    pub clock: Clock,
    /// Writes audit rows.
    pub audit: Audit,
    /// Accounts of members.
    pub accounts: Accounts,
    /// For the reply about today's rewards.
    pub calendar: Calendar,
    /// For the reply about open giveaways.
    pub giveaways: Giveaways,
    /// Time zone of the daily limits.
    pub zone: SiteZone,
    /// The chat pauses while the site is closed.
    pub maintenance: Maintenance,
}

struct Inner {
    deps: ChatServices,
    settings: Settings,
    on: On,
}

impl std::ops::Deref for Inner {
    type Target = ChatServices;

    fn deref(&self) -> &ChatServices {
        &self.deps
    }
}

/// State of the chat, whether the platform is set up or not.
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
    /// By sender and command.
    cooldown: KeyedLimit<(u64, u8)>,
    asked_by_sender: KeyedLimit<u64>,
    announced: KeyedLimit<u64>,
    /// Taken at shutdown.
    events: Mutex<Option<mpsc::Sender<Message>>>,
    to_say: mpsc::Sender<Reply>,
    /// Taken when the processing starts.
    work: Mutex<Option<Work>>,
}

/// The chat. Cheap to clone.
#[derive(Clone)]
pub struct Chat {
    inner: Arc<Inner>,
}

impl Chat {
    /// Loads the chat with these settings.
    ///
    /// # Errors
    /// A row cannot be decoded, or an address of the platform is invalid.
    pub fn load(deps: ChatServices, settings: &Settings) -> Result<Self, LoadError> {
        let on = On::load(&deps, &settings.now())?;
        Ok(Self { inner: Arc::new(Inner { deps, settings: settings.clone(), on }) })
    }

    /// The external services it uses, for the health page and the metrics.
    pub fn services(&self) -> [ServiceSlot; 3] {
        self.inner.on.platform.services()
    }

    /// Asks the platform whether it knows the app. Returns the result in words.
    ///
    /// # Errors
    /// The platform is not set up, or the call failed.
    pub async fn test(&self) -> Result<String, ChatError> {
        self.on()?.platform.now()?.check_app().await?;
        Ok("Kick accepts the app. Connect your channel on the page Chat.".to_owned())
    }

    /// Creates missing subscriptions of the connected channel. Returns their number.
    ///
    /// # Errors
    /// A call to the platform failed, or it doesn't deliver all events.
    pub async fn check(&self) -> Result<usize, HostError> {
        let Ok(on) = self.on() else { return Ok(0) };
        on.subscriptions.check(&on.host).await
    }

    /// Removes expired rows. Returns their number.
    ///
    /// # Errors
    /// A row could not be read or written.
    pub async fn sweep(&self) -> Result<usize, Fault> {
        let (store, now) = (self.inner.store.clone(), self.inner.clock.now());
        let on = &self.inner.on;
        let (seen, today) = (on.seen.clone(), self.inner.zone.day(now));
        let rows = sweep_blocking(move || {
            let deliveries = seen.sweep()?;
            let earned = earning::sweep(&store, today)?;
            Ok(deliveries + earned + earning::sweep_once_keys(&store, now)?)
        });
        Ok(rows.await? + on.requests.sweep().await? + on.flows.sweep().await?)
    }

    /// Removes the data of a deleted account in the batch that `write` puts on disk. No request is made
    /// or confirmed before `write` has ended. When it fails, nothing changes.
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
        let on = &self.inner.on;
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
        let store = self.inner.store.clone();
        let forgotten = move || {
            let mut batch = batch;
            flows::forget(&store, user.0, &mut batch)?;
            Ok::<_, StoreError>(batch)
        };
        Ok(self.inner.accounts.reads.run(forgotten).await??)
    }

    fn on(&self) -> Result<&On, ChatError> {
        let on = &self.inner.on;
        if on.platform.is_set_up() { Ok(on) } else { Err(ChatError::Off) }
    }
}

impl On {
    fn load(deps: &ChatServices, config: &Config) -> Result<Self, LoadError> {
        let ChatServices { store, clock, audit, accounts, .. } = deps;
        let (events, of_events) = mpsc::channel(EVENTS_MAX);
        let (to_say, of_replies) = mpsc::channel(REPLIES_MAX);
        let work = Work { events: of_events, replies: of_replies };
        let platform = Arc::new(Platform::new());
        let back = callback(config);
        let clients = platform.clients(&config.kick, &config.outside, clock, back)?;
        platform.set(clients, &config.kick);
        let host = Host::load(&platform, accounts, audit)?;
        Ok(Self {
            flows: Flows::load(store, clock)?,
            subscriptions: Subscriptions::new(clock),
            keys: Keys::load(&platform, store, clock)?,
            seen: Arc::new(Seen::new(store, clock)),
            counts: Counts::default(),
            requests: Requests::load(store, clock, &accounts.auth)?,
            replies: Replies::new(config.kick.reply_pause_ms),
            stream: Stream::load(store, host.connected().is_some())?,
            cooldown: KeyedLimit::new(1, cooldown(config)),
            asked_by_sender: KeyedLimit::new(ASKED_BY_SENDER, HOUR),
            announced: KeyedLimit::new(ANNOUNCED_TO_MEMBER, HOUR),
            events: Mutex::new(Some(events)),
            to_say,
            work: Mutex::new(Some(work)),
            host,
            platform,
        })
    }
}

/// The address to which the platform sends browsers back.
fn callback(config: &Config) -> String {
    format!("{}{CALLBACK}", config.site_url())
}

/// The pause between two uses of a command, in milliseconds.
fn cooldown(config: &Config) -> i64 {
    i64::from(config.kick.cooldown_seconds) * 1000
}

/// Uses another app or address of the platform from now on.
impl Follower for Chat {
    fn prepare(
        &self,
        before: &Config,
        after: &Arc<Config>,
        batch: &mut Batch,
    ) -> Result<Apply, SettingsError> {
        let names_app =
            before.kick.client_id != after.kick.client_id || !before.kick.lacks_secret();
        if after.kick.lacks_secret() && names_app {
            let without = "must be set when kick.client_id is";
            return Err(SettingsError::invalid("kick.client_secret")(without));
        }
        let of_app = |config: &Config| {
            let Kick { client_id, id_url, api_url, .. } = &config.kick;
            (client_id.clone(), id_url.clone(), api_url.clone())
        };
        let lets_go = of_app(before) != of_app(after);
        if lets_go {
            self.inner.on.host.release(batch)?;
        }
        let about = |config: &Config| {
            let Kick { client_id, client_secret, id_url, api_url, .. } = config.kick.clone();
            (client_id, client_secret, id_url, api_url, callback(config))
        };
        let clients = if about(before) == about(after) {
            None
        } else {
            let platform = &self.inner.on.platform;
            let clients =
                platform.clients(&after.kick, &after.outside, &self.inner.clock, callback(after));
            Some(clients.map_err(SettingsError::invalid("kick.api_url"))?)
        };
        let (chat, cooldown, after) = (self.clone(), cooldown(after), Arc::clone(after));
        Ok(Box::new(move || {
            chat.inner.on.cooldown.set_time(cooldown);
            if lets_go {
                chat.inner.on.host.forget();
                chat.inner.on.stream.forget();
                chat.inner.on.subscriptions.reset();
            }
            if let Some(clients) = clients {
                chat.inner.on.platform.set(clients, &after.kick);
            }
        }))
    }
}

/// Removes rows on a blocking thread. Returns their number.
async fn sweep_blocking(
    sweep: impl FnOnce() -> Result<usize, StoreError> + Send + 'static,
) -> Result<usize, Fault> {
    Ok(tokio::task::spawn_blocking(sweep).await.map_err(Fault::other)??)
}

impl Running for Chat {
    fn jobs(&self) -> Vec<Planned> {
        let (checked, swept) = (self.clone(), self.clone());
        vec![
            every("20 */5 * * * *", "chat", "Check the chat subscriptions", move || {
                let chat = checked.clone();
                async move { chat.check().await }
            }),
            every("40 */5 * * * *", "chat_sweep", "Remove expired chat data", move || {
                let chat = swept.clone();
                async move { chat.sweep().await }
            }),
        ]
    }
}
