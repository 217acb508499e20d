//! Wire shapes of the chat.

use serde::Serialize;
use utoipa::ToSchema;

use super::subscriptions::{State, Subscription};
use super::{CALLBACK, Chat, WEBHOOK};
use crate::accounts::LinkedBy;
use crate::clock::Millis;
use crate::config::CommandWords;

/// Status of the chat, for admins.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChatStanding)]
pub struct ChatStatus {
    /// True when the platform is set up.
    configured: bool,
    /// The connected channel; null if there is none.
    #[schema(required)]
    connected: Option<ConnectedChannel>,
    /// Why the last renewal of the channel's tokens failed, or why a platform that was set up is off.
    #[schema(required)]
    connection_error: Option<String>,
    /// State of the stream, as last reported by the platform.
    #[schema(required)]
    live: Option<StreamState>,
    /// Redirect address to enter in the platform's settings of the app.
    redirect_url: String,
    /// Webhook address to enter in the platform's settings of the app.
    webhook_url: String,
    subscriptions: Vec<ChatSubscription>,
    events: ChatEvents,
    replies: ChatReplies,
    /// True when chat commands are answered.
    commands: bool,
    /// What is written for each command; an empty one is off.
    words: CommandWords,
    /// Pause between two uses of a command by the same person, in seconds.
    cooldown_seconds: u32,
    /// Time for a member to confirm a link requested in the chat, in minutes.
    verify_minutes: u32,
    /// Points for a linked member who chats while the stream is live; 0 means off.
    points_for_chatting: u32,
    /// Length of the window in which chatting is paid once, in minutes.
    chatting_window_minutes: u32,
    /// Most points for chatting per member and site day.
    chatting_daily_max: u32,
    /// True when members may sign in with the platform.
    sign_in: bool,
}

/// The connected channel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConnectedChannel {
    /// The platform's id of the channel's owner.
    user_id: String,
    /// Name of the owner on the platform.
    username: String,
    /// Time of the connection, ISO 8601.
    since: String,
    /// Permissions that the owner has given.
    scopes: Vec<String>,
}

/// Whether the chat works, for everyone in the panel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatConnection {
    /// Since when the platform refuses the connected channel, ISO 8601; null while it doesn't.
    #[schema(required)]
    ended_at: Option<String>,
}

/// Whether the stream is live.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StreamState {
    is_live: bool,
    /// Start of this state, ISO 8601.
    since: String,
    /// True when the platform reported the state within a day. Older reports pay no points for
    /// chatting.
    confirmed: bool,
}

/// A subscription to an event of the platform.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatSubscription {
    event: &'static str,
    state: ChatSubscriptionState,
    /// Time of the last check, ISO 8601.
    #[schema(required)]
    checked_at: Option<String>,
    #[schema(required)]
    error: Option<String>,
}

/// Status of a subscription.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ChatSubscriptionState {
    Active,
    Missing,
    Failed,
}

/// Counts of deliveries since the start.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatEvents {
    pub(super) accepted: u64,
    pub(super) refused: RefusedEvents,
    /// Time of the last accepted delivery, ISO 8601.
    #[schema(required)]
    pub(super) last_at: Option<String>,
}

/// Counts of ignored deliveries by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct RefusedEvents {
    /// Missing or invalid signature.
    pub(super) signature: u64,
    /// Too old, or from the future.
    pub(super) age: u64,
    /// Processed before.
    pub(super) repeat: u64,
    /// Of another channel.
    pub(super) channel: u64,
    /// Invalid content.
    pub(super) shape: u64,
}

/// Counts of replies since the start.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatReplies {
    /// Sent as the app.
    pub(super) bot: u64,
    /// Sent as the channel's owner.
    pub(super) user: u64,
    pub(super) failed: u64,
    #[schema(required)]
    pub(super) last_error: Option<String>,
}

/// The address where the platform asks for permission.
#[derive(Debug, Serialize, ToSchema)]
pub struct KickUrl {
    pub(super) url: String,
}

/// What a visitor who came from the platform may sign up with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KickOffer {
    /// Name of the account on the platform.
    pub(super) kick_name: String,
    /// A free username like it; empty if none was found.
    pub(super) username: String,
}

/// A member's linked chat account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkedAccount {
    /// Name of the account on the platform.
    pub(super) username: String,
    pub(super) by: LinkProof,
    /// True when the member can sign in with it, on sites that allow that. Becomes false when all
    /// of the member's sessions are ended, and true when the account is linked again.
    pub(super) signs_in: bool,
    /// Time of the link, ISO 8601.
    pub(super) linked_at: String,
}

/// The linked account in the member's data download.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HeldLink)]
pub struct ChatLinkExport {
    /// The platform's id of the account.
    pub(super) id: String,
    #[serde(flatten)]
    pub(super) account: LinkedAccount,
}

/// Chat earnings of the last day with any.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeldEarnings)]
pub struct ChatEarningsExport {
    /// The site day, `YYYY-MM-DD`.
    pub(super) day: String,
    /// Points earned on that day.
    pub(super) points: u32,
    /// Start of the last paid window, ISO 8601.
    pub(super) paid_at: String,
}

/// All chat data about a member.
#[derive(Debug)]
pub struct ChatExport {
    pub(crate) linked: Option<ChatLinkExport>,
    pub(crate) requests: Vec<AskedLink>,
    pub(crate) earned: Option<ChatEarningsExport>,
}

/// What proves the owner of a linked account.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinkProof {
    /// A sign-in on the platform.
    OAuth,
    /// A request in the chat, confirmed by the member.
    Chat,
}

impl From<LinkedBy> for LinkProof {
    fn from(by: LinkedBy) -> Self {
        match by {
            LinkedBy::Platform | LinkedBy::PlatformBefore => Self::OAuth,
            LinkedBy::Chat => Self::Chat,
        }
    }
}

/// A link requested in the chat.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedLink {
    pub(super) id: String,
    /// Name of the sender on the platform.
    pub(super) username: String,
    /// Time of the request, ISO 8601.
    pub(super) asked_at: String,
    /// Time of expiry, ISO 8601.
    pub(super) expires_at: String,
}

/// A member's chat link and open requests.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KickStanding)]
pub struct KickStatus {
    /// True when the platform is set up.
    pub(super) enabled: bool,
    /// True when members may sign in with the platform.
    pub(super) sign_in: bool,
    /// True when chat commands are answered.
    pub(super) commands: bool,
    /// The chat command that requests a link.
    pub(super) command: String,
    /// What is written for each command; an empty one is off.
    pub(super) words: CommandWords,
    #[schema(required)]
    pub(super) linked: Option<LinkedAccount>,
    /// Requests that wait for the member's confirmation.
    pub(super) pending: Vec<AskedLink>,
}

/// Response to an accepted delivery.
#[derive(Debug, Serialize, ToSchema)]
pub struct Delivered {}

/// Counts for the metrics. The names are label values.
pub struct Figures {
    /// Deliveries since the start, by result.
    pub deliveries: [(&'static str, u64); 6],
    /// Replies since the start, by result.
    pub replies: [(&'static str, u64); 3],
    /// Events, with 1 for each that the platform is subscribed to deliver.
    pub subscriptions: Vec<(&'static str, u64)>,
}

impl Chat {
    /// Returns whether a channel is connected and the platform accepts its tokens.
    pub fn is_connected(&self) -> bool {
        self.on().is_ok_and(|on| on.host.connected().is_some() && on.host.ended_at().is_none())
    }

    /// Since when the platform refuses the tokens of the connected channel.
    pub fn ended_at(&self) -> Option<Millis> {
        self.on().ok()?.host.ended_at()
    }

    /// Whether the chat works, for everyone in the panel.
    pub(super) fn connection(&self) -> ChatConnection {
        ChatConnection { ended_at: self.ended_at().map(Millis::iso) }
    }

    /// The counts; `None` while the platform is not set up.
    pub fn figures(&self) -> Option<Figures> {
        let on = self.on().ok()?;
        let ChatEvents { accepted, refused, .. } = on.counts.shown();
        let replies = on.replies.shown();
        let state = |one: Subscription| (one.event, u64::from(one.state == State::Active));
        Some(Figures {
            deliveries: [
                ("taken", accepted),
                ("signature", refused.signature),
                ("age", refused.age),
                ("repeat", refused.repeat),
                ("channel", refused.channel),
                ("shape", refused.shape),
            ],
            replies: [("bot", replies.bot), ("user", replies.user), ("failed", replies.failed)],
            subscriptions: on.subscriptions.states().into_iter().map(state).collect(),
        })
    }

    /// The status, for admins.
    pub fn status(&self) -> ChatStatus {
        let config = self.inner.settings.now();
        let settings = &config.kick;
        let on = self.on().ok();
        let connected = on.and_then(|on| on.host.connected());
        let address = |path: &str| self.page(path);
        ChatStatus {
            configured: on.is_some(),
            connected: connected.map(|row| ConnectedChannel {
                user_id: row.user_id.to_string(),
                username: row.username.clone(),
                since: Millis(row.since).iso(),
                scopes: row.scopes.clone(),
            }),
            connection_error: match settings.lacks_secret() {
                true => Some("The secret of the app is missing on this machine".to_owned()),
                false => on.and_then(|on| on.host.renewal_error()),
            },
            live: on.and_then(|on| on.stream.last()).map(|row| StreamState {
                is_live: row.is_live,
                since: Millis(row.since).iso(),
                confirmed: row.is_trusted(self.inner.clock.now()),
            }),
            redirect_url: address(CALLBACK),
            webhook_url: address(WEBHOOK),
            subscriptions: on
                .map(|on| on.subscriptions.states().into_iter().map(subscription).collect())
                .unwrap_or_default(),
            events: on.map(|on| on.counts.shown()).unwrap_or_default(),
            replies: on.map(|on| on.replies.shown()).unwrap_or_default(),
            commands: settings.commands,
            words: settings.words.clone(),
            cooldown_seconds: settings.cooldown_seconds,
            verify_minutes: settings.verify_minutes,
            points_for_chatting: settings.points_for_chatting,
            chatting_window_minutes: settings.chatting_window_minutes,
            chatting_daily_max: settings.chatting_daily_max,
            sign_in: settings.sign_in,
        }
    }
}

fn subscription(one: Subscription) -> ChatSubscription {
    let (state, error) = match one.state {
        State::Active => (ChatSubscriptionState::Active, None),
        State::Missing => (ChatSubscriptionState::Missing, None),
        State::Failed(reason) => (ChatSubscriptionState::Failed, Some(reason)),
    };
    let checked_at = one.checked_at.map(Millis::iso);
    ChatSubscription { event: one.event, state, checked_at, error }
}
