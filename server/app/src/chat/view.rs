//! How the chat looks on the wire.

use serde::Serialize;
use utoipa::ToSchema;

use super::subscriptions::{State, Subscription};
use super::{CALLBACK, Chat, WEBHOOK};
use crate::accounts::LinkedBy;
use crate::clock::Millis;

/// The chat, as the admin sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatStanding {
    /// Always true.
    success: bool,
    /// The platform is set up.
    configured: bool,
    /// The channel.
    #[schema(required)]
    connected: Option<ConnectedChannel>,
    /// Why the channel's tokens could not be renewed.
    #[schema(required)]
    connection_error: Option<String>,
    /// The stream, as the platform last said.
    #[schema(required)]
    live: Option<StreamState>,
    /// For the platform's settings of the app.
    redirect_url: String,
    /// For the platform's settings of the app.
    webhook_url: String,
    subscriptions: Vec<ChatSubscription>,
    events: ChatEvents,
    replies: ChatReplies,
    /// The chat's commands are answered.
    commands: bool,
    /// Between two uses of one command by one person.
    cooldown_seconds: u32,
    /// In which a member confirms what was asked for in the chat.
    verify_minutes: u32,
    /// For a linked member who writes while the stream is live; 0 is off.
    points_for_chatting: u32,
    /// At most one such award in this time.
    chatting_window_minutes: u32,
    /// Points that one member may get this way in a site day.
    chatting_daily_max: u32,
    /// Members may sign in by the platform.
    sign_in: bool,
}

/// The channel that is connected.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConnectedChannel {
    /// The platform's id of its owner.
    user_id: String,
    /// The name there.
    username: String,
    /// ISO 8601.
    since: String,
    /// What the owner let the site do.
    scopes: Vec<String>,
}

/// Whether the stream is live.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StreamState {
    is_live: bool,
    /// Since when it is so, ISO 8601.
    since: String,
    /// The platform said so within a day. What it said longer ago pays nobody for writing.
    confirmed: bool,
}

/// An event that the platform is to deliver.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatSubscription {
    event: &'static str,
    state: ChatSubscriptionState,
    /// ISO 8601.
    #[schema(required)]
    checked_at: Option<String>,
    #[schema(required)]
    error: Option<String>,
}

/// Whether the platform delivers.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ChatSubscriptionState {
    Active,
    Missing,
    Failed,
}

/// Deliveries since the process began.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatEvents {
    pub(super) accepted: u64,
    pub(super) refused: RefusedEvents,
    /// The last one that was accepted, ISO 8601.
    #[schema(required)]
    pub(super) last_at: Option<String>,
}

/// Deliveries that nothing was done for, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct RefusedEvents {
    /// Nobody signed it.
    pub(super) signature: u64,
    /// Too old, or from the future.
    pub(super) age: u64,
    /// It came before.
    pub(super) repeat: u64,
    /// Of another channel.
    pub(super) channel: u64,
    /// It is not what it says to be.
    pub(super) shape: u64,
}

/// Answers in the chat since the process began.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatReplies {
    /// In the name of the app.
    pub(super) bot: u64,
    /// In the name of the channel's owner.
    pub(super) user: u64,
    pub(super) failed: u64,
    #[schema(required)]
    pub(super) last_error: Option<String>,
}

/// Where to ask the platform for leave.
#[derive(Debug, Serialize, ToSchema)]
pub struct KickUrl {
    /// Always true.
    pub(super) success: bool,
    pub(super) url: String,
}

/// A member's account of the platform.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkedAccount {
    /// The name there.
    pub(super) username: String,
    pub(super) by: LinkProof,
    /// The member can sign in with it, where the site allows that. Ends with all of the member's sessions
    /// and comes back when the account is linked again.
    pub(super) signs_in: bool,
    /// ISO 8601.
    pub(super) linked_at: String,
}

/// The same in the file of all that is held on a member.
#[derive(Debug, Serialize, ToSchema)]
pub struct HeldLink {
    /// The platform's number of it.
    pub(super) id: String,
    #[serde(flatten)]
    pub(super) account: LinkedAccount,
}

/// What was earned by writing in the chat, on the last day that something was.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldEarnings {
    /// `YYYY-MM-DD`, the site's day.
    pub(super) day: String,
    /// Points of that day.
    pub(super) points: u32,
    /// Begin of the window that was paid last, ISO 8601.
    pub(super) paid_at: String,
}

/// All that is held on a member here.
#[derive(Debug)]
pub struct HeldChat {
    pub(crate) linked: Option<HeldLink>,
    pub(crate) requests: Vec<AskedLink>,
    pub(crate) earned: Option<HeldEarnings>,
}

/// What proves whose it is.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinkProof {
    /// The platform said so.
    OAuth,
    /// It was asked for in the chat, and the member confirmed it.
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

/// A link that somebody asked for in the chat.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedLink {
    pub(super) id: String,
    /// The name there of who asked.
    pub(super) username: String,
    /// ISO 8601.
    pub(super) asked_at: String,
    /// ISO 8601.
    pub(super) expires_at: String,
}

/// How it stands for a member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KickStanding {
    /// Always true.
    pub(super) success: bool,
    /// The platform is set up.
    pub(super) enabled: bool,
    /// Members may sign in by it.
    pub(super) sign_in: bool,
    /// The chat's commands are answered.
    pub(super) commands: bool,
    /// What to write in the chat to link.
    pub(super) command: String,
    #[schema(required)]
    pub(super) linked: Option<LinkedAccount>,
    /// Links that wait for the member's word.
    pub(super) pending: Vec<AskedLink>,
}

/// A delivery was taken.
#[derive(Debug, Serialize, ToSchema)]
pub struct Delivered {
    /// Always true.
    pub(super) success: bool,
}

/// What is counted, for the metrics. Names are the labels there.
pub struct Figures {
    /// Deliveries since the process began, by what became of them.
    pub deliveries: [(&'static str, u64); 6],
    /// Answers since the process began.
    pub replies: [(&'static str, u64); 3],
    /// Events that the platform is to deliver, with 1 for those that it does.
    pub subscriptions: Vec<(&'static str, u64)>,
}

impl Chat {
    /// Whether a channel is connected.
    pub fn is_connected(&self) -> bool {
        self.inner.on.as_ref().is_some_and(|on| on.host.connected().is_some())
    }

    /// What is counted; nothing while the platform is not set up.
    pub fn figures(&self) -> Option<Figures> {
        let on = self.inner.on.as_ref()?;
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

    /// Everything, as the admin sees it.
    pub fn standing(&self) -> ChatStanding {
        let settings = &self.inner.settings;
        let on = self.inner.on.as_ref();
        let connected = on.and_then(|on| on.host.connected());
        let address = |path: &str| format!("{}{path}", self.inner.site_url);
        ChatStanding {
            success: true,
            configured: on.is_some(),
            connected: connected.map(|row| ConnectedChannel {
                user_id: row.user_id.to_string(),
                username: row.username.clone(),
                since: Millis(row.since).iso(),
                scopes: row.scopes.clone(),
            }),
            connection_error: on.and_then(|on| on.host.trouble()),
            live: on.and_then(|on| on.stream.last()).map(|row| StreamState {
                is_live: row.is_live,
                since: Millis(row.since).iso(),
                confirmed: row.holds(self.inner.clock.now()),
            }),
            redirect_url: address(CALLBACK),
            webhook_url: address(WEBHOOK),
            subscriptions: on
                .map(|on| on.subscriptions.states().into_iter().map(subscription).collect())
                .unwrap_or_default(),
            events: on.map(|on| on.counts.shown()).unwrap_or_default(),
            replies: on.map(|on| on.replies.shown()).unwrap_or_default(),
            commands: settings.commands,
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
