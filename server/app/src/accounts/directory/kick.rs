//! Links to accounts of the chat platform. Each of those belongs to one member at most, by the
//! platform's id (docs/decisions.md, D5).

use pointhouse_store::{Batch, Keys, StoreError, View};

use super::{Directory, Inner};
use crate::accounts::error::AccountError;
use crate::accounts::kept::{PaidOnce, keep};
use crate::accounts::records::{
    AccountRows, CHAT_LINK, KickLinkRow, LinkedBy, NAME, NameKind, PROFILE, ProfileRow, find_name,
    read_kick_link, read_profile,
};
use crate::accounts::welcome::got_welcome;
use crate::clock::Millis;
use crate::ids::UserId;
use crate::locks::Guard;
use crate::tables::NumberRow;

/// Links an account of the platform to a member.
pub struct LinkKick {
    /// The member.
    pub user: UserId,
    /// The token version that the caller's token was checked against.
    pub token_version: u32,
    /// The platform's id of the account.
    pub id: u64,
    /// The account's name on the platform.
    pub name: String,
    /// The proof. A link proved by the platform replaces another linked account of the member.
    pub by: LinkedBy,
    /// Further rows of the same commit.
    pub with: Batch,
}

/// An account of the platform that the platform proved to be its user's, for a new member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedKick {
    /// The platform's id of the account.
    pub id: u64,
    /// The account's name on the platform.
    pub name: String,
}

impl ProvedKick {
    pub(super) fn key(&self) -> Vec<u8> {
        NameKind::Kick.key(&self.id.to_string())
    }

    /// Adds the link to a new member.
    pub(super) fn put(
        self,
        user: UserId,
        now: Millis,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        let link = KickLinkRow { revision: 1, by: LinkedBy::Platform, linked_at: now.0 };
        NAME.put(batch, &self.key(), &NumberRow(user.0))?;
        CHAT_LINK.put(batch, &user, &link)?;
        let kick = Some((self.id, self.name));
        PROFILE.put(batch, &user, &ProfileRow { revision: 1, kick, ..ProfileRow::default() })
    }
}

/// Unlinks a member's account of the platform.
pub struct UnlinkKick {
    /// The member.
    pub user: UserId,
    /// The token version that the caller's token was checked against.
    pub token_version: u32,
}

/// Removes a link that was requested in the chat, as the platform's account asks.
pub struct RemoveChatLink {
    /// The member who has the link.
    pub user: UserId,
    /// The platform's id of the account.
    pub id: u64,
}

/// Updates the name of a linked account, after a message with another name.
pub struct UpdateKickName {
    /// The member.
    pub user: UserId,
    /// The platform's id of the account.
    pub id: u64,
    /// The account's name on the platform.
    pub name: String,
}

/// Returns the member who is linked to an account of the platform, if the platform proved the
/// link.
///
/// # Errors
/// A row cannot be decoded.
pub fn find_proved_kick(view: &View, id: u64) -> Result<Option<UserId>, StoreError> {
    let Some(user) = find_name(view, NameKind::Kick, &id.to_string())? else { return Ok(None) };
    Ok(is_proved_kick(view, user)?.then_some(user))
}

/// Returns whether the platform proved the member's link.
///
/// # Errors
/// The row cannot be decoded.
pub fn is_proved_kick(view: &View, user: UserId) -> Result<bool, StoreError> {
    Ok(read_kick_link(view, user)?.is_some_and(|row| row.is_proved()))
}

/// Returns all members whose link the platform proved, with the names of their accounts there. Slow: must not run on a
/// serving thread.
pub fn proved_kick_names(
    view: &View,
) -> impl Iterator<Item = Result<(UserId, String), StoreError>> + '_ {
    let name = |user| Ok(read_profile(view, user)?.kick.map(|(_, name)| (user, name)));
    CHAT_LINK.rows(view, Keys::all()).filter_map(move |row| match row {
        Ok((user, link)) if link.is_proved() => name(user).transpose(),
        Ok(_) => None,
        Err(error) => Some(Err(error)),
    })
}

/// Returns whether the member can sign in with the linked account.
///
/// # Errors
/// The row cannot be decoded.
pub fn can_sign_in_with_kick(view: &View, user: UserId) -> Result<bool, StoreError> {
    Ok(read_kick_link(view, user)?.is_some_and(|row| row.signs_in()))
}

impl Directory {
    /// Links an account of the platform to a member. Returns the member who loses it: a link proved
    /// by the platform displaces one that was requested in the chat.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub async fn link_kick(&self, command: LinkKick) -> Result<Option<UserId>, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.link_kick(command).await }).await
    }

    /// Unlinks the member's account of the platform.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub async fn unlink_kick(&self, command: UnlinkKick) -> Result<AccountRows, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.unlink_kick(command).await }).await
    }

    /// Removes a link that was requested in the chat.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub async fn remove_chat_link(&self, command: RemoveChatLink) -> Result<(), AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.remove_chat_link(command).await }).await
    }

    /// Stores the current name of a linked account.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub async fn update_kick_name(
        &self,
        command: UpdateKickName,
    ) -> Result<AccountRows, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.update_kick_name(command).await }).await
    }
}

/// The locks of [`Inner::lock_for_link`].
struct LockedLink {
    displaced: Option<UserId>,
    _members: Vec<Guard<UserId>>,
    _name: Guard<Vec<u8>>,
}

impl Inner {
    /// Locks a member, an account of the platform and the other member who has it, if any.
    async fn lock_for_link(&self, user: UserId, id: u64) -> Result<LockedLink, StoreError> {
        let view = self.store.view();
        let find = || find_name(view, NameKind::Kick, &id.to_string());
        loop {
            let owner = find()?;
            let members = self.members.lock_all(owner.into_iter().chain([user])).await;
            let name = self.names.lock(NameKind::Kick.key(&id.to_string())).await;
            // If the owner has changed in the meantime, the new one must be locked instead.
            if find()? == owner {
                let displaced = owner.filter(|owner| *owner != user);
                return Ok(LockedLink { displaced, _members: members, _name: name });
            }
        }
    }

    async fn link_kick(&self, command: LinkKick) -> Result<Option<UserId>, AccountError> {
        let LinkKick { user, token_version, id, name, by, with: mut batch } = command;
        let locked = self.lock_for_link(user, id).await?;
        let displaced = locked.displaced;
        let mut account = self.read_active(user, token_version)?;
        let view = self.store.view();
        if let Some(other) = displaced {
            if by == LinkedBy::Chat || is_proved_kick(view, other)? {
                return Err(AccountError::KickTaken);
            }
            self.forget_kick(other, &mut read_profile(view, other)?, &mut batch)?;
        }
        let before = read_kick_link(view, user)?;
        let had = account.profile.kick.replace((id, name)).map(|(had, _)| had);
        let mut row = KickLinkRow {
            revision: before.map_or(0, |row| row.revision) + 1,
            by,
            linked_at: self.clock.now().0,
        };
        match (had, before) {
            (Some(other), _) if other != id => {
                if by == LinkedBy::Chat {
                    return Err(AccountError::KickOther);
                }
                NAME.delete(&mut batch, &NameKind::Kick.key(&other.to_string()))?;
            }
            (Some(_), Some(before)) => {
                row.linked_at = before.linked_at;
                // A confirmation in the chat doesn't replace the proof of the platform.
                if by == LinkedBy::Chat {
                    row.by = before.by;
                }
            }
            _ => {}
        }
        NAME.put(&mut batch, &NameKind::Kick.key(&id.to_string()), &NumberRow(user.0))?;
        CHAT_LINK.put(&mut batch, &user, &row)?;
        self.put_profile(user, &mut account.profile, &mut batch)?;
        if got_welcome(view, user)? {
            let (key, now) = (self.mailboxes.kick_key(id), self.clock.now());
            keep(&[key], PaidOnce::Welcome, now, &mut batch)?;
        }
        self.commit(batch).await?;
        self.mailboxes.note_link(user);
        self.auth.names_changed(user);
        Ok(displaced)
    }

    /// Ends sign-in with the linked account when the member's sessions end, because anyone with a
    /// session may have made the link. The link stays proved.
    pub(super) fn end_kick_sign_in(
        &self,
        user: UserId,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        let link = read_kick_link(self.store.view(), user)?;
        let Some(before) = link.filter(KickLinkRow::signs_in) else { return Ok(()) };
        let by = LinkedBy::PlatformBefore;
        let row = KickLinkRow { revision: before.revision + 1, by, ..before };
        CHAT_LINK.put(batch, &user, &row)
    }

    async fn unlink_kick(&self, command: UnlinkKick) -> Result<AccountRows, AccountError> {
        let UnlinkKick { user, token_version } = command;
        let _member = self.members.lock(user).await;
        let mut account = self.read_active(user, token_version)?;
        let is_way = can_sign_in_with_kick(self.store.view(), user)?;
        if is_way && !self.login_ways(user, &account.row)?.lets_in_without_kick() {
            return Err(AccountError::LastWay);
        }
        let mut batch = Batch::new();
        self.forget_kick(user, &mut account.profile, &mut batch)?;
        self.commit(batch).await?;
        Ok(account)
    }

    async fn remove_chat_link(&self, command: RemoveChatLink) -> Result<(), AccountError> {
        let RemoveChatLink { user, id } = command;
        let _member = self.members.lock(user).await;
        let mut account = self.read(user)?;
        let view = self.store.view();
        // The link has changed since the message was read.
        if account.profile.kick.as_ref().is_none_or(|(own, _)| *own != id)
            || is_proved_kick(view, user)?
        {
            return Err(AccountError::KickNone);
        }
        let mut batch = Batch::new();
        self.forget_kick(user, &mut account.profile, &mut batch)?;
        self.commit(batch).await
    }

    /// Removes the link from a member's rows.
    pub(super) fn forget_kick(
        &self,
        user: UserId,
        profile: &mut ProfileRow,
        batch: &mut Batch,
    ) -> Result<(), AccountError> {
        let (id, _) = profile.kick.take().ok_or(AccountError::KickNone)?;
        NAME.delete(batch, &NameKind::Kick.key(&id.to_string()))?;
        CHAT_LINK.delete(batch, &user)?;
        Ok(self.put_profile(user, profile, batch)?)
    }

    async fn update_kick_name(&self, command: UpdateKickName) -> Result<AccountRows, AccountError> {
        let UpdateKickName { user, id, name } = command;
        let _member = self.members.lock(user).await;
        let mut account = self.read(user)?;
        match &mut account.profile.kick {
            Some((own, known)) if *own == id && *known != name => *known = name,
            // Unlinked, or renamed already.
            _ => return Ok(account),
        }
        let mut batch = Batch::new();
        self.put_profile(user, &mut account.profile, &mut batch)?;
        self.commit(batch).await?;
        self.auth.names_changed(user);
        Ok(account)
    }
}
