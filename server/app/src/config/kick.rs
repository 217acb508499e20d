//! `[kick]`

use serde::Deserialize;

use super::outside::check_service;
use super::{ConfigError, Secret, refuse, within};

/// `[kick]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub struct Kick {
    pub client_id: String,
    pub client_secret: Secret,
    pub id_url: String,
    pub api_url: String,
    pub commands: bool,
    pub cooldown_seconds: u32,
    pub reply_pause_ms: u64,
    pub verify_minutes: u32,
    pub message_age_minutes: u32,
    pub points_for_chatting: u32,
    pub chatting_window_minutes: u32,
    pub chatting_daily_max: u32,
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
