//! `[kick]`

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::outside::check_service;
use super::{ConfigError, Secret, refuse, within};

/// `[kick]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Kick {
    /// Id of the app on the streaming platform; empty: the chat is off.
    pub client_id: String,
    /// Secret of the app.
    #[serde(skip_serializing, default)]
    #[schema(ignore)]
    pub client_secret: Secret,
    /// Address of the platform's sign-in.
    pub id_url: String,
    /// Address of the platform's calls.
    pub api_url: String,
    /// Whether members can use commands in the chat: `!verify`, `!unlink`, `!points` and `!ar`.
    pub commands: bool,
    /// Pause between two uses of a command by the same person, 0 to 3,600 seconds.
    pub cooldown_seconds: u32,
    /// Pause between two replies in the chat, in milliseconds.
    #[serde(skip_serializing, default)]
    #[schema(ignore)]
    pub reply_pause_ms: u64,
    /// Time for a member to confirm a link requested in the chat, 1 to 1,440 minutes.
    pub verify_minutes: u32,
    /// Older deliveries are ignored, in minutes.
    #[serde(skip_serializing, default)]
    #[schema(ignore)]
    pub message_age_minutes: u32,
    /// Points for a linked member who chats while the stream is live; 0 = off.
    pub points_for_chatting: u32,
    /// Chatting is paid once in this time, 1 to 1,440 minutes.
    pub chatting_window_minutes: u32,
    /// Most points for chatting per member and site day.
    pub chatting_daily_max: u32,
    /// Whether members who linked their account may sign in with it.
    pub sign_in: bool,
}

impl Kick {
    /// Returns whether the platform is set up.
    pub fn is_on(&self) -> bool {
        !self.client_id.is_empty()
    }

    pub(super) fn check(&self, site_url: &str) -> Result<(), ConfigError> {
        const DAY_MINUTES: u32 = 24 * 60;
        within("kick.cooldown_seconds", self.cooldown_seconds, 0, 3600)?;
        within("kick.reply_pause_ms", self.reply_pause_ms, 0, 60_000)?;
        within("kick.verify_minutes", self.verify_minutes, 1, DAY_MINUTES)?;
        // Ids of deliveries are remembered for a day, so a message must not be accepted for longer.
        within("kick.message_age_minutes", self.message_age_minutes, 1, DAY_MINUTES / 2)?;
        within("kick.points_for_chatting", self.points_for_chatting, 0, 1_000_000)?;
        within("kick.chatting_window_minutes", self.chatting_window_minutes, 1, DAY_MINUTES)?;
        within("kick.chatting_daily_max", self.chatting_daily_max, 0, 1_000_000_000)?;
        if self.points_for_chatting > self.chatting_daily_max {
            return refuse("kick.points_for_chatting", "must not be above kick.chatting_daily_max");
        }
        if !self.is_on() {
            return Ok(());
        }
        if self.client_secret.reveal().is_empty() {
            return refuse("kick.client_secret", "must be set when kick.client_id is");
        }
        // The platform sends browsers and deliveries to this address, so a local address doesn't
        // work.
        if site_url.is_empty() {
            return refuse("site.url", "must be set when kick.client_id is");
        }
        for (key, url) in [("kick.id_url", &self.id_url), ("kick.api_url", &self.api_url)] {
            check_service(key, url)?;
        }
        Ok(())
    }
}
