//! Chat commands and the site's replies.

use pointhouse_rules::mask::mask_username;
use pointhouse_store::StoreError;

use super::Chat;
use super::error::ChatError;
use super::requests::NotAsked;
use super::texts::{self, Texts};
use crate::accounts::{
    AccountError, NameKind, RemoveChatLink, UpdateKickName, find_name, is_proved_kick,
    read_account, read_profile,
};
use crate::clock::Millis;
use crate::config::CommandWords;
use crate::ids::UserId;

/// Longest reply, in characters.
pub(super) const ANSWER_CHARS: usize = 500;

/// A chat message.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) id: String,
    pub(super) sender: u64,
    pub(super) name: String,
    pub(super) content: String,
    /// When the platform sent it. It may arrive late; it counts for this time.
    pub(super) said_at: Millis,
}

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// The sender claims to be the member with this account code.
    Verify(String),
    /// Removes the sender's request or link.
    Unlink,
    /// Asks for the balance.
    Points,
    /// Asks for today's rewards.
    ActiveRewards,
}

impl Command {
    /// Parses a message, if it is a command.
    pub(super) fn read(content: &str, known: &CommandWords) -> Option<Self> {
        let mut words = content.split_whitespace();
        let first = words.next()?.to_lowercase();
        let is = |word: &str| first == word.to_lowercase();
        if is(&known.verify) {
            let code: String = words.next().unwrap_or_default().chars().take(20).collect();
            return Some(Self::Verify(code.to_uppercase()));
        }
        let others = [
            (&known.unlink, Self::Unlink),
            (&known.points, Self::Points),
            (&known.active_rewards, Self::ActiveRewards),
        ];
        others.into_iter().find(|(word, _)| is(word)).map(|(_, command)| command)
    }

    /// Number of the command, for its rate limit.
    pub(super) const fn number(&self) -> u8 {
        match self {
            Self::Verify(_) => 1,
            Self::Points => 2,
            Self::ActiveRewards => 3,
            Self::Unlink => 4,
        }
    }
}

impl Chat {
    /// The command in a message, unless commands are off.
    pub(super) fn read_command(&self, content: &str) -> Option<Command> {
        let config = self.inner.settings.now();
        Command::read(content, &config.kick.words).filter(|_| config.kick.commands)
    }

    /// The texts of replies, with what is filled in everywhere.
    fn texts(&self) -> Texts {
        Texts(self.inner.settings.now())
    }

    /// Executes a message. Returns the reply, if there is one.
    pub(super) async fn handle_message(
        &self,
        message: &Message,
    ) -> Result<Option<String>, ChatError> {
        if self.inner.maintenance.is_site_closed() {
            return Ok(None);
        }
        let view = self.inner.store.view();
        let member = find_name(view, NameKind::Kick, &message.sender.to_string())?;
        if let Some(user) = member {
            self.note_name(user, message).await?;
            if let Err(reason) = self.reward(user, message).await {
                tracing::error!(%reason, "cannot pay points for chatting");
            }
        }
        let Some(command) = self.read_command(&message.content) else { return Ok(None) };
        let (on, now) = (self.on()?, self.inner.clock.now());
        if !on.cooldown.take((message.sender, command.number()), now) {
            return Ok(None);
        }
        let answer = match (command, member) {
            (Command::Verify(code), _) => self.verify(message, member, &code).await?,
            (Command::Unlink, _) => self.unlink_by_chat(message.sender).await?,
            (_, None) => self.how_to_link(),
            (Command::Points, Some(user)) => self.points(user)?,
            (Command::ActiveRewards, Some(user)) => self.active_rewards(user).await?,
        };
        // Empty where every part that the reply is about is off.
        Ok(Some(answer).filter(|answer| !answer.is_empty()))
    }

    /// Updates the stored name. Members are identified by the platform's id; the name is for
    /// display.
    async fn note_name(&self, user: UserId, message: &Message) -> Result<(), ChatError> {
        let profile = read_profile(self.inner.store.view(), user)?;
        let is_known = profile.kick.is_some_and(|(_, name)| name == message.name);
        if is_known || !self.inner.store.writable() {
            return Ok(());
        }
        let (id, name) = (message.sender, message.name.clone());
        self.inner.accounts.directory.update_kick_name(UpdateKickName { user, id, name }).await?;
        Ok(())
    }

    async fn verify(
        &self,
        message: &Message,
        member: Option<UserId>,
        code: &str,
    ) -> Result<String, ChatError> {
        let (on, view) = (self.on()?, self.inner.store.view());
        if code.is_empty() {
            return Ok(self.how_to_link());
        }
        let now = self.inner.clock.now();
        if !on.asked_by_sender.take(message.sender, now) {
            return Ok(self.texts().asked_too_often());
        }
        let user = find_name(view, NameKind::AccountId, code)?;
        let known = match user {
            Some(user) => read_account(view, user)?.map(|row| (user, mask_username(&row.username))),
            None => None,
        };
        let page = self.page("/account");
        let Some((user, name)) = known else {
            return Ok(self.texts().unknown_code(&page));
        };
        if let Some(own) = member {
            return self.linked_already(own, own == user);
        }
        if read_profile(view, user)?.kick.is_some() {
            return Ok(self.texts().account_linked_elsewhere());
        }
        let minutes = self.inner.settings.now().kick.verify_minutes;
        let (sender, lasts) = (message.sender, i64::from(minutes) * 60_000);
        let asked = on.requests.ask((sender, message.name.clone()), user, lasts).await?;
        Ok(match asked {
            Ok((request, left)) => {
                if on.announced.take(user.0, now) {
                    self.publish_link_requested(&request);
                } else {
                    self.publish_link_changed(user);
                }
                if let Some(left) = left {
                    self.publish_link_changed(left);
                }
                self.texts().link_requested(&name, &page, minutes)
            }
            Err(NotAsked::Stands) => self.texts().link_already_requested(&name, &page),
            Err(NotAsked::TooMany | NotAsked::Gone) => self.texts().not_possible_now(),
        })
    }

    /// The reply to a sender who is already linked: names the account and explains how to unlink.
    fn linked_already(&self, user: UserId, is_same: bool) -> Result<String, ChatError> {
        let name = self.masked_name(user)?;
        if is_same {
            return Ok(self.texts().linked_already(&name));
        }
        let is_proved = is_proved_kick(self.inner.store.view(), user)?;
        let unlink_page = is_proved.then(|| self.page("/account"));
        Ok(self.texts().sender_linked_elsewhere(&name, unlink_page.as_deref()))
    }

    /// Removes the sender's request and their link, unless the link was made on the site.
    async fn unlink_by_chat(&self, sender: u64) -> Result<String, ChatError> {
        let asked = self.on()?.requests.withdraw(sender).await?;
        if let Some(asked) = asked {
            self.publish_link_changed(asked);
        }
        // Read after the lock was acquired: a confirmation in progress may have made the link
        // meanwhile.
        let member = find_name(self.inner.store.view(), NameKind::Kick, &sender.to_string())?;
        let Some(user) = member else {
            let name = asked.map(|user| self.masked_name(user)).transpose()?;
            return Ok(match name {
                Some(name) => self.texts().request_withdrawn(&name),
                None => self.texts().not_linked(),
            });
        };
        let name = self.masked_name(user)?;
        let command = RemoveChatLink { user, id: sender };
        match self.inner.accounts.directory.remove_chat_link(command).await {
            Ok(()) => {}
            Err(AccountError::KickNone) => {
                return Ok(self.texts().linked_on_site(&name, &self.page("/account")));
            }
            Err(error) => return Err(error.into()),
        }
        tracing::info!(%user, "a link that was made in the chat is removed by a command");
        self.publish_link_changed(user);
        Ok(self.texts().unlinked(&name))
    }

    fn masked_name(&self, user: UserId) -> Result<String, StoreError> {
        let row = read_account(self.inner.store.view(), user)?;
        Ok(row
            .map_or_else(|| texts::DELETED_ACCOUNT.to_owned(), |row| mask_username(&row.username)))
    }

    fn points(&self, user: UserId) -> Result<String, ChatError> {
        let balance = self.inner.accounts.wallets.balance(user)?.balance;
        Ok(self.texts().balance(balance))
    }

    async fn active_rewards(&self, user: UserId) -> Result<String, ChatError> {
        let claimed = self.inner.calendar.today(user)?.is_some();
        let calendar_page = (!claimed).then(|| self.page("/rewards/daily-calendar"));
        let giveaways = self.inner.giveaways.running().await?;
        Ok(self.texts().active_rewards(calendar_page.as_deref(), &giveaways))
    }

    fn how_to_link(&self) -> String {
        self.texts().how_to_link(&self.page("/account"))
    }

    pub(super) fn page(&self, path: &str) -> String {
        format!("{}{path}", self.inner.settings.now().site_url())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn commands_are_read_whatever_their_case() {
        let known = Config::defaults().unwrap().kick.words;
        let verify = |code: &str| Some(Command::Verify(code.to_owned()));
        for (content, command) in [
            ("!points", Some(Command::Points)),
            ("  !POINTS please", Some(Command::Points)),
            ("!Ar", Some(Command::ActiveRewards)),
            ("!verify abcd2345", verify("ABCD2345")),
            ("!verify", verify("")),
            ("!Unlink me", Some(Command::Unlink)),
            ("!verifyABCD", None),
            ("hello !points", None),
            ("", None),
        ] {
            assert_eq!(Command::read(content, &known), command, "{content}");
        }
    }
}
