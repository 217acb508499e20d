//! `[kick]`

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::outside::check_service;
use super::{ConfigError, Secret, at_most, refuse, within};

/// Longest word of a command, in characters.
const WORD_MAX: usize = 30;
/// Longest reply as entered, in characters: the platform takes 500 of what is written.
const REPLY_MAX: usize = 400;

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
    /// Whether members can use commands in the chat.
    pub commands: bool,
    /// What members write for each command.
    pub words: CommandWords,
    /// The replies to commands.
    pub replies: CommandReplies,
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
    /// Whether visitors may sign up and members who linked their account sign in with it.
    pub sign_in: bool,
}

impl Kick {
    /// Whether members can sign in with the platform now.
    pub const fn lets_members_in(&self) -> bool {
        self.sign_in && !self.client_id.is_empty()
    }
}

/// What members write in the chat for each command, whatever the case; an empty word switches its command off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandWords {
    /// Requests a link to an account.
    pub verify: String,
    /// Removes the request, or a link that was made in the chat.
    pub unlink: String,
    /// Asks for the balance.
    pub points: String,
    /// Asks for what can be had at the moment.
    pub active_rewards: String,
}

macro_rules! replies {
    ($($(#[doc = $doc:literal])* $key:ident: [$($placeholder:literal),*],)*) => {
        /// Replies in the chat. Words in braces are filled in.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        pub struct CommandReplies {
            $($(#[doc = $doc])* pub $key: String,)*
        }

        impl CommandReplies {
            fn check(&self) -> Result<(), ConfigError> {
                $(check_reply(
                    concat!("kick.replies.", stringify!($key)), &self.$key, &[$($placeholder),*],
                )?;)*
                Ok(())
            }
        }
    };
}

replies! {
    /// To a viewer without an account. Filled in: `{page}`.
    how_to_link: ["page"],
    /// To a code that belongs to no member: `{page}`.
    unknown_code: ["page"],
    /// A link was requested: `{name}`, `{page}`, `{minutes}`, `{unlink}`.
    link_requested: ["name", "page", "minutes", "unlink"],
    /// It was requested before: `{name}`, `{page}`, `{unlink}`.
    link_already_requested: ["name", "page", "unlink"],
    /// To the member who has this account: `{name}`, `{unlink}`.
    linked_already: ["name", "unlink"],
    /// To a member of another account, which the site can unlink: `{name}`, `{page}`.
    sender_linked_on_site: ["name", "page"],
    /// To a member of another account, which the chat can unlink: `{name}`, `{unlink}`.
    sender_linked_in_chat: ["name", "unlink"],
    /// The account is linked to another account of the platform.
    account_linked_elsewhere: [],
    /// There is nothing to unlink.
    not_linked: [],
    /// The request is withdrawn: `{name}`.
    request_withdrawn: ["name"],
    /// The link was made on the site and is removed there: `{name}`, `{page}`.
    linked_on_site: ["name", "page"],
    /// The link is removed: `{name}`.
    unlinked: ["name"],
    /// Too many links were requested.
    asked_too_often: [],
    /// Something else is in the way for now.
    not_possible_now: [],
    /// The balance: `{amount}`, `{points}`.
    balance: ["amount", "points"],
    /// The day's claim is open: `{page}`.
    claim_open: ["page"],
    /// The day's claim is done.
    claim_done: [],
    /// Giveaways are open: `{titles}`.
    giveaways_open: ["titles"],
    /// None is open.
    giveaways_none: [],
}

/// Words and text that a reply may have: those in braces have to be known.
fn check_reply(key: &'static str, text: &str, placeholders: &[&str]) -> Result<(), ConfigError> {
    let length = text.chars().count();
    if text.trim().is_empty() || length > REPLY_MAX || text.contains(char::is_control) {
        return refuse(key, "must be one line of 1 to 400 characters");
    }
    for part in text.split('{').skip(1) {
        let is_known = part.split_once('}').is_some_and(|(name, _)| placeholders.contains(&name));
        if !is_known {
            let known: Vec<String> =
                placeholders.iter().map(|name| format!("{{{name}}}")).collect();
            let reason = match known.as_slice() {
                [] => "can have nothing in braces".to_owned(),
                known => format!("can have only these in braces: {}", known.join(", ")),
            };
            return refuse(key, &reason);
        }
    }
    Ok(())
}

impl CommandWords {
    fn all(&self) -> [(&'static str, &str); 4] {
        [
            ("kick.words.verify", &self.verify),
            ("kick.words.unlink", &self.unlink),
            ("kick.words.points", &self.points),
            ("kick.words.active_rewards", &self.active_rewards),
        ]
    }

    fn check(&self) -> Result<(), ConfigError> {
        let all = self.all();
        for (at, (key, word)) in all.iter().enumerate() {
            if word.chars().count() > WORD_MAX || word.contains(char::is_whitespace) {
                return refuse(key, "must be one word of at most 30 characters");
            }
            let is_taken =
                all.iter().take(at).any(|(_, other)| other.to_lowercase() == word.to_lowercase());
            if !word.is_empty() && is_taken {
                return refuse(key, "is the word of another command");
            }
        }
        Ok(())
    }
}

impl Kick {
    /// Returns whether the platform is set up and can be used.
    pub fn is_on(&self) -> bool {
        !self.client_id.is_empty() && !self.lacks_secret()
    }

    /// Whether an app is named without its secret, which may have been in the environment of another machine. The platform
    /// is off then.
    pub fn lacks_secret(&self) -> bool {
        !self.client_id.is_empty() && self.client_secret.reveal().is_empty()
    }

    pub(super) fn check(&self, site_url: &str) -> Result<(), ConfigError> {
        const DAY_MINUTES: u32 = 24 * 60;
        self.words.check()?;
        self.replies.check()?;
        at_most("kick.client_id", &self.client_id, 200)?;
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
        for (key, url) in [("kick.id_url", &self.id_url), ("kick.api_url", &self.api_url)] {
            check_service(key, url)?;
        }
        if !self.is_on() {
            return Ok(());
        }
        // The platform sends browsers and deliveries to this address, so a local address doesn't
        // work.
        if site_url.is_empty() {
            return refuse("place.url", "must be set when kick.client_id is");
        }
        Ok(())
    }
}
