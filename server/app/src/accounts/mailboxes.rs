//! The mailboxes of all accounts, under a key of the site (docs/decisions.md, E10).
//!
//! Two addresses of one mailbox have one key. A new address is refused when a living account has its mailbox. Accounts
//! of earlier versions that share one stay.
//!
//! The owners are kept in memory and are computed from the accounts at each start, so nothing of them is stored.

use std::sync::Arc;

use dashmap::{DashMap, DashSet};
use pointhouse_rules::mailbox;
use pointhouse_store::{StoreError, View};

use super::identity::IdentityKey;
use super::records::{read_account, read_profile, stored_accounts};
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
        Ok(Self { inner: Arc::new(Inner { site_key, owners, linked, paying }) })
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
        self.inner.owners.remove_if_mut(&self.key(email), |_, owners| {
            owners.retain(|owner| *owner != user);
            owners.is_empty()
        });
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
