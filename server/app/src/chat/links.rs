//! Links between members and accounts of the platform.

use pointhouse_store::{Batch, StoreError};

use super::Chat;
use super::error::ChatError;
use super::events::{KickLinkChanged, KickVerifyAsked};
use super::records::{EARNED, RequestRow};
use super::requests::{self, Request, Requests, request_id};
use super::view::{
    AskedLink, ChatEarningsExport, ChatExport, ChatLinkExport, KickStatus, LinkedAccount,
};
use crate::accounts::{
    AuthError, LinkKick, LinkedBy, UnlinkKick, read_account, read_kick_link, read_profile,
};
use crate::broadcast::MomentKind;
use crate::clock::Millis;
use crate::ids::UserId;

impl Chat {
    /// Returns a member's links and requests.
    ///
    /// # Errors
    /// The store cannot be read.
    pub(super) fn mine(&self, user: UserId) -> Result<KickStatus, ChatError> {
        let row = read_account(self.inner.store.view(), user)?.ok_or(AuthError::Unauthorized)?;
        let config = self.inner.settings.now();
        let settings = &config.kick;
        let on = self.on().ok();
        let connected = on.is_some_and(|on| on.host.connected().is_some());
        let pending = on.map(|on| on.requests.of(user)).unwrap_or_default();
        let pending = pending.iter().map(|request| asked(request.sender, &request.row)).collect();
        Ok(KickStatus {
            enabled: on.is_some(),
            sign_in: on.is_some() && settings.sign_in,
            commands: connected && settings.commands,
            command: format!("{} {}", settings.words.verify, row.account_id),
            words: settings.words.clone(),
            linked: self.linked(user)?.map(|(_, linked)| linked),
            pending,
        })
    }

    /// The linked account, with its id on the platform.
    fn linked(&self, user: UserId) -> Result<Option<(u64, LinkedAccount)>, StoreError> {
        let view = self.inner.store.view();
        let (profile, link) = (read_profile(view, user)?, read_kick_link(view, user)?);
        Ok(profile.kick.zip(link).map(|((id, username), link)| {
            let (by, signs_in) = (link.by.into(), link.signs_in());
            (id, LinkedAccount { username, by, signs_in, linked_at: Millis(link.linked_at).iso() })
        }))
    }

    /// Returns all data that this module stores about a member, including expired requests, and
    /// also when the platform is no longer set up. Scans all requests. Slow: must not run on a
    /// serving thread.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn export(&self, user: UserId) -> Result<ChatExport, ChatError> {
        let view = self.inner.store.view();
        let linked = self.linked(user)?;
        let linked = linked.map(|(id, account)| ChatLinkExport { id: id.to_string(), account });
        let mut own = Vec::new();
        for request in requests::stored(view) {
            let (sender, row) = request?;
            if row.user == user.0 {
                own.push(asked(sender, &row));
            }
        }
        let earned = EARNED.get(view, &user)?.map(|row| ChatEarningsExport {
            day: row.day.iso(),
            points: row.points,
            paid_at: Millis(row.window).iso(),
        });
        Ok(ChatExport { linked, requests: own, earned })
    }

    /// Confirms a request, which links the account.
    pub(super) async fn confirm(&self, user: UserId, id: &str) -> Result<(), ChatError> {
        let on = self.on()?;
        let _changing = on.requests.lock().await;
        let Request { sender, row } = on.requests.find(user, id)?;
        let mut with = Batch::new();
        on.requests.end(sender, &mut with)?;
        let command = LinkKick {
            user,
            token_version: self.token_version(user)?,
            id: sender,
            name: row.username,
            by: LinkedBy::Chat,
            with,
        };
        self.inner.accounts.directory.link_kick(command).await?;
        on.requests.ended(sender);
        tracing::info!(%user, "a member linked a chat account");
        self.inner.accounts.broadcaster.happened(user, MomentKind::Linked);
        self.publish_link_changed(user);
        Ok(())
    }

    /// Refuses a request.
    pub(super) async fn refuse(&self, user: UserId, id: &str) -> Result<(), ChatError> {
        let on = self.on()?;
        let _changing = on.requests.lock().await;
        let request = on.requests.find(user, id)?;
        if !self.inner.store.writable() {
            return Err(ChatError::ReadOnly);
        }
        let mut batch = Batch::new();
        on.requests.end(request.sender, &mut batch)?;
        self.inner.store.commit(batch).await?;
        on.requests.ended(request.sender);
        self.publish_link_changed(user);
        Ok(())
    }

    /// Removes the member's link. Works even when the platform is no longer set up.
    pub(super) async fn unlink(&self, user: UserId) -> Result<(), ChatError> {
        let command = UnlinkKick { user, token_version: self.token_version(user)? };
        self.inner.accounts.directory.unlink_kick(command).await?;
        tracing::info!(%user, "a member unlinked their chat account");
        self.publish_link_changed(user);
        Ok(())
    }

    /// The version of the caller's token, which was checked a moment ago.
    pub(super) fn token_version(&self, user: UserId) -> Result<u32, ChatError> {
        let access = self.inner.accounts.auth.access(user).ok_or(AuthError::Unauthorized)?;
        Ok(access.token_version)
    }

    pub(super) fn publish_link_changed(&self, user: UserId) {
        self.inner.accounts.broadcaster.publish_to_member(user, &KickLinkChanged {});
    }

    pub(super) fn publish_link_requested(&self, request: &Request) {
        let event = KickVerifyAsked {
            id: request.id(),
            username: &request.row.username,
            expires_at: Requests::until(&request.row),
        };
        let user = UserId(request.row.user);
        self.inner.accounts.broadcaster.publish_to_member(user, &event);
    }
}

fn asked(sender: u64, row: &RequestRow) -> AskedLink {
    AskedLink {
        id: request_id(sender, row),
        username: row.username.clone(),
        asked_at: Millis(row.asked_at).iso(),
        expires_at: Requests::until(row),
    }
}
