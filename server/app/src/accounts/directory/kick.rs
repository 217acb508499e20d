//! Accounts of the chat platform: each is one member's, by the platform's id
//! (docs/decisions.md, D5).

use pointhouse_store::{Batch, StoreError, View};

use super::{Directory, Inner};
use crate::accounts::error::AccountError;
use crate::accounts::records::{
    Altered, CHAT_LINK, KickLinkRow, LinkedBy, NAME, NameKind, ProfileRow, find_name,
    read_kick_link, read_profile,
};
use crate::ids::UserId;
use crate::locks::Guard;
use crate::tables::NumberRow;

/// Links an account of the platform.
pub struct LinkKick {
    /// Whose it is.
    pub user: UserId,
    /// See [`super::Alter::judged_by`].
    pub judged_by: u32,
    /// The platform's id.
    pub id: u64,
    /// The name there.
    pub name: String,
    /// What proves it. The platform's own word replaces another account of the member's.
    pub by: LinkedBy,
    /// What is on disk together with it.
    pub with: Batch,
}

/// Unlinks it.
pub struct UnlinkKick {
    /// Whose it is.
    pub user: UserId,
    /// See [`super::Alter::judged_by`].
    pub judged_by: u32,
}

/// Removes a link that was asked for in the chat, on the word of the platform's account.
pub struct DropChatLink {
    /// The member who has the link.
    pub user: UserId,
    /// The platform's id.
    pub id: u64,
}

/// The platform says that a linked account has another name now.
pub struct RenameKick {
    /// Whose it is.
    pub user: UserId,
    /// The platform's id.
    pub id: u64,
    /// The name there.
    pub name: String,
}

/// The member who is linked to an account of the platform, if the platform confirmed it.
///
/// # Errors
/// A row does not read.
pub fn find_proved_kick(view: &View, id: u64) -> Result<Option<UserId>, StoreError> {
    let Some(user) = find_name(view, NameKind::Kick, &id.to_string())? else { return Ok(None) };
    Ok(is_proved_kick(view, user)?.then_some(user))
}

/// Whether the platform confirmed which account is the member's.
///
/// # Errors
/// The row does not read.
pub fn is_proved_kick(view: &View, user: UserId) -> Result<bool, StoreError> {
    Ok(read_kick_link(view, user)?.is_some_and(|row| row.is_proved()))
}

/// Whether the member can sign in with the linked account.
///
/// # Errors
/// The row does not read.
pub fn kick_signs_in(view: &View, user: UserId) -> Result<bool, StoreError> {
    Ok(read_kick_link(view, user)?.is_some_and(|row| row.signs_in()))
}

impl Directory {
    /// Links an account of the platform. Returns the member who loses it: sign-in with the platform
    /// displaces a link that was asked for in the chat.
    ///
    /// # Errors
    /// See [`AccountError`]; nothing changed then.
    pub async fn link_kick(&self, order: LinkKick) -> Result<Option<UserId>, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.link_kick(order).await }).await
    }

    /// Unlinks the member's account of the platform.
    ///
    /// # Errors
    /// See [`AccountError`]; nothing changed then.
    pub async fn unlink_kick(&self, order: UnlinkKick) -> Result<Altered, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.unlink_kick(order).await }).await
    }

    /// Removes a link that was asked for in the chat.
    ///
    /// # Errors
    /// See [`AccountError`]; nothing changed then.
    pub async fn drop_chat_link(&self, order: DropChatLink) -> Result<(), AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.drop_chat_link(order).await }).await
    }

    /// Stores the name that a linked account has on the platform now.
    ///
    /// # Errors
    /// See [`AccountError`]; nothing changed then.
    pub async fn rename_kick(&self, order: RenameKick) -> Result<Altered, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.rename_kick(order).await }).await
    }
}

/// See [`Inner::lock_for_link`].
struct LockedLink {
    displaced: Option<UserId>,
    _members: Vec<Guard<UserId>>,
    _name: Guard<Vec<u8>>,
}

impl Inner {
    /// Locks a member, an account of the platform and the other member who has it. Returns that member.
    async fn lock_for_link(&self, user: UserId, id: u64) -> Result<LockedLink, StoreError> {
        let view = self.store.view();
        let find = || find_name(view, NameKind::Kick, &id.to_string());
        loop {
            let owner = find()?;
            let members = self.members.lock_all(owner.into_iter().chain([user])).await;
            let name = self.names.lock(NameKind::Kick.key(&id.to_string())).await;
            // Another owner since: that member must be locked instead.
            if find()? == owner {
                let displaced = owner.filter(|owner| *owner != user);
                return Ok(LockedLink { displaced, _members: members, _name: name });
            }
        }
    }

    async fn link_kick(&self, order: LinkKick) -> Result<Option<UserId>, AccountError> {
        let LinkKick { user, judged_by, id, name, by, with: mut batch } = order;
        let locked = self.lock_for_link(user, id).await?;
        let displaced = locked.displaced;
        let mut altered = self.read_active(user, judged_by)?;
        let view = self.store.view();
        if let Some(other) = displaced {
            if by == LinkedBy::Chat || is_proved_kick(view, other)? {
                return Err(AccountError::KickTaken);
            }
            self.forget_kick(other, &mut read_profile(view, other)?, &mut batch)?;
        }
        let before = read_kick_link(view, user)?;
        let had = altered.profile.kick.replace((id, name)).map(|(had, _)| had);
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
                // A confirmation in the chat takes nothing from a proved link.
                if by == LinkedBy::Chat {
                    row.by = before.by;
                }
            }
            _ => {}
        }
        NAME.put(&mut batch, &NameKind::Kick.key(&id.to_string()), &NumberRow(user.0))?;
        CHAT_LINK.put(&mut batch, &user, &row)?;
        self.put_profile(user, &mut altered.profile, &mut batch)?;
        self.commit(batch).await?;
        Ok(displaced)
    }

    /// Ends signing in with the linked account when the member's sessions end: anyone who held a session may
    /// have made the link. The link stays proved.
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

    async fn unlink_kick(&self, order: UnlinkKick) -> Result<Altered, AccountError> {
        let UnlinkKick { user, judged_by } = order;
        let _member = self.members.lock(user).await;
        let mut altered = self.read_active(user, judged_by)?;
        let mut batch = Batch::new();
        self.forget_kick(user, &mut altered.profile, &mut batch)?;
        self.commit(batch).await?;
        Ok(altered)
    }

    async fn drop_chat_link(&self, order: DropChatLink) -> Result<(), AccountError> {
        let DropChatLink { user, id } = order;
        let _member = self.members.lock(user).await;
        let mut altered = self.read(user)?;
        let view = self.store.view();
        // Linked otherwise since the message was read.
        if altered.profile.kick.as_ref().is_none_or(|(own, _)| *own != id)
            || is_proved_kick(view, user)?
        {
            return Err(AccountError::KickNone);
        }
        let mut batch = Batch::new();
        self.forget_kick(user, &mut altered.profile, &mut batch)?;
        self.commit(batch).await
    }

    /// Takes the link out of a member's rows.
    fn forget_kick(
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

    async fn rename_kick(&self, order: RenameKick) -> Result<Altered, AccountError> {
        let RenameKick { user, id, name } = order;
        let _member = self.members.lock(user).await;
        let mut altered = self.read(user)?;
        match &mut altered.profile.kick {
            Some((own, known)) if *own == id && *known != name => *known = name,
            // Unlinked or renamed meanwhile.
            _ => return Ok(altered),
        }
        let mut batch = Batch::new();
        self.put_profile(user, &mut altered.profile, &mut batch)?;
        self.commit(batch).await?;
        Ok(altered)
    }
}
