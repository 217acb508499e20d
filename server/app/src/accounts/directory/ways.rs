//! The ways in which a member can log in. A member never removes the last one.

use super::{Directory, Inner, can_sign_in_with_kick};
use crate::accounts::error::AccountError;
use crate::accounts::records::{AccountRow, read_account};
use crate::audit::Actor;
use crate::ids::{Principal, UserId};

/// What lets a member in at the present settings of the site. An authenticator app alone doesn't.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LoginWays {
    password: bool,
    /// Whether the linked account of the chat platform does.
    kick: bool,
    /// Numbers of the passkeys of the site's address.
    passkeys: Vec<u32>,
}

impl LoginWays {
    pub(super) const fn lets_in_without_kick(&self) -> bool {
        self.password || !self.passkeys.is_empty()
    }

    fn lets_in_without_passkey(&self, number: u32) -> bool {
        self.password || self.kick || self.passkeys.iter().any(|other| *other != number)
    }
}

impl Directory {
    /// Removes a passkey of a member.
    ///
    /// # Errors
    /// There is no such passkey, or the member could not log in without it.
    pub async fn remove_passkey(
        &self,
        user: UserId,
        number: u32,
        actor: Actor,
    ) -> Result<(), AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.remove_passkey(user, number, actor).await }).await
    }
}

impl Inner {
    /// How the member can log in. Stays so while the caller holds the member's lock, except that ways are added,
    /// or that an admin removes the second factors of a member who has lost them.
    pub(super) fn login_ways(
        &self,
        user: UserId,
        row: &AccountRow,
    ) -> Result<LoginWays, AccountError> {
        let factors = self.auth.second_factors();
        let (host, config) = (factors.host(), self.settings.now());
        let passkeys = factors.of(Principal::Member(user))?.map(|row| row.passkeys);
        let here = passkeys.into_iter().flatten().filter(|one| host.as_ref() == Some(&one.host));
        Ok(LoginWays {
            password: row.has_password(),
            kick: config.kick.lets_members_in() && can_sign_in_with_kick(self.store.view(), user)?,
            passkeys: here.map(|one| one.number).collect(),
        })
    }

    async fn remove_passkey(
        &self,
        user: UserId,
        number: u32,
        actor: Actor,
    ) -> Result<(), AccountError> {
        let _member = self.members.lock(user).await;
        let row = read_account(self.store.view(), user)?.ok_or(AccountError::NoSuchMember)?;
        let ways = self.login_ways(user, &row)?;
        if ways.passkeys.contains(&number) && !ways.lets_in_without_passkey(number) {
            return Err(AccountError::LastWay);
        }
        let factors = self.auth.second_factors();
        Ok(factors.remove_passkey(Principal::Member(user), number, actor).await?)
    }
}
