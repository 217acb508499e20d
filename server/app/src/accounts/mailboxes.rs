//! The mailboxes of all accounts, under a key of the site (docs/decisions.md, E10).
//!
//! Two addresses of one mailbox have one key. A new address is refused when a living account has its mailbox. Accounts
//! of earlier versions that share one stay.
//!
//! The owners are kept in memory and are computed from the accounts at each start, so nothing of them is stored. So is
//! the newest email of each member that confirms the address, computed from the links that work.

use std::sync::Arc;

use dashmap::{DashMap, DashSet};
use pointhouse_rules::mailbox;
use pointhouse_store::{Keys, StoreError, View};

use super::error::AccountError;
use super::identity::IdentityKey;
use super::links::{confirmation_sent_at, confirms_by_email};
use super::records::{
    AccountRow, LinkPurpose, MAIL_TOKEN, MailTokenRow, read_account, read_profile, stored_accounts,
};
use crate::clock::Millis;
use crate::ids::UserId;
use crate::locks::Lock;

/// The mailboxes of all accounts. Cheap to clone.
#[derive(Clone)]
pub struct Mailboxes {
    inner: Arc<Inner>,
}

struct Inner {
    site_key: [u8; 32],
    /// Members by mailbox, the oldest account first.
    owners: DashMap<IdentityKey, Vec<UserId>>,
    /// Members who linked an account of the chat platform, whose kept play limits apply from now on.
    linked: DashSet<UserId>,
    /// The newest link of each member that confirms the address and was sent there.
    confirmations: DashMap<UserId, MailTokenRow>,
    /// Held while something is paid once ever.
    paying: Lock,
}

impl Mailboxes {
    /// Reads the mailboxes of all accounts.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn load(view: &View, site_key: [u8; 32]) -> Result<Self, StoreError> {
        let owners = DashMap::<IdentityKey, Vec<UserId>>::new();
        for account in stored_accounts(view) {
            let (user, row) = account?;
            owners.entry(key_of(&site_key, &row.email)).or_default().push(user);
        }
        let (linked, paying) = (DashSet::new(), Lock::default());
        let confirmations = read_confirmations(view)?;
        let inner = Inner { site_key, owners, linked, confirmations, paying };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The key of an address.
    pub fn key(&self, email: &str) -> IdentityKey {
        key_of(&self.inner.site_key, email)
    }

    /// The key of an account of the chat platform.
    pub fn kick_key(&self, id: u64) -> IdentityKey {
        *mailbox::keyed(&self.inner.site_key, "kick:", &id.to_string()).as_bytes()
    }

    /// The keys of a member's mailbox and of the linked account of the chat platform.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn keys_of(&self, view: &View, user: UserId) -> Result<Vec<IdentityKey>, StoreError> {
        let Some(account) = read_account(view, user)? else { return Ok(Vec::new()) };
        let kick = read_profile(view, user)?.kick.map(|(id, _)| self.kick_key(id));
        Ok([self.key(&account.email)].into_iter().chain(kick).collect())
    }

    /// The members of a mailbox, the oldest account first.
    pub(super) fn owners(&self, key: &IdentityKey) -> Vec<UserId> {
        self.inner.owners.get(key).map(|owners| owners.clone()).unwrap_or_default()
    }

    /// The member of the mailbox of an address, if there is exactly one.
    pub(super) fn only_owner(&self, email: &str) -> Option<UserId> {
        match self.owners(&self.key(email)).as_slice() {
            [owner] => Some(*owner),
            _ => None,
        }
    }

    /// Whether another member than `but` has the mailbox of an address.
    pub(super) fn is_taken(&self, email: &str, but: Option<UserId>) -> bool {
        self.owners(&self.key(email)).into_iter().any(|owner| Some(owner) != but)
    }

    pub(super) fn add(&self, user: UserId, email: &str) {
        let mut owners = self.inner.owners.entry(self.key(email)).or_default();
        if !owners.contains(&user) {
            owners.push(user);
        }
    }

    pub(super) fn remove(&self, user: UserId, email: &str) {
        self.inner.confirmations.remove(&user);
        self.inner.owners.remove_if_mut(&self.key(email), |_, owners| {
            owners.retain(|owner| *owner != user);
            owners.is_empty()
        });
    }

    /// Notes the link of an email that confirms a member's address.
    pub(super) fn note_confirmation(&self, user: UserId, link: MailTokenRow) {
        self.inner.confirmations.insert(user, link);
    }

    /// Forgets the link of a member whose address is confirmed.
    pub(super) fn forget_confirmation(&self, user: UserId) {
        self.inner.confirmations.remove(&user);
    }

    /// When the newest email that confirms the member's address was sent, if its link still works.
    pub(super) fn confirmation_sent(
        &self,
        user: UserId,
        row: &AccountRow,
        now: Millis,
    ) -> Result<Option<Millis>, AccountError> {
        let link = self.inner.confirmations.get(&user).map(|link| *link);
        let Some(link) = link.filter(|link| !row.email_verified && link.expires_at > now.0) else {
            return Ok(None);
        };
        Ok(confirms_by_email(&link, row)?.then(|| confirmation_sent_at(&link)))
    }

    pub(super) fn note_link(&self, user: UserId) {
        self.inner.linked.insert(user);
    }

    /// Whether a member has linked an account of the chat platform since the last [`Mailboxes::take_link`].
    pub fn has_link(&self, user: UserId) -> bool {
        self.inner.linked.contains(&user)
    }

    /// Forgets that a member has linked an account, before the member's limits are read.
    pub fn take_link(&self, user: UserId) {
        self.inner.linked.remove(&user);
    }

    /// Allows one payment at a time of what is paid once ever.
    pub(super) fn paying(&self) -> &Lock {
        &self.inner.paying
    }
}

fn key_of(site_key: &[u8; 32], email: &str) -> IdentityKey {
    *mailbox::key(site_key, email).as_bytes()
}

/// The newest link of each member that was sent to confirm the address that the account has.
fn read_confirmations(view: &View) -> Result<DashMap<UserId, MailTokenRow>, StoreError> {
    let newest = DashMap::<UserId, MailTokenRow>::new();
    for link in MAIL_TOKEN.rows(view, Keys::all()) {
        let (_, link) = link?;
        let user = UserId(link.user);
        let is_older = newest.get(&user).is_some_and(|known| known.expires_at > link.expires_at);
        if is_older || link.purpose != LinkPurpose::Verify {
            continue;
        }
        let row = read_account(view, user)?;
        if row.is_some_and(|row| confirms_by_email(&link, &row).unwrap_or(false)) {
            newest.insert(user, link);
        }
    }
    Ok(newest)
}
