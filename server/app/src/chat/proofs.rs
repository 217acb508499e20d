//! Proofs by a visit to the platform: that the user of a session owns the account, without a password.

use super::Chat;
use super::error::ChatError;
use super::oauth::{CallbackParams, Started};
use super::platform::MEMBER_SCOPES;
use super::records::Purpose;
use crate::accounts::{AccountError, read_profile};
use crate::ids::{Principal, SessionId, UserId};
use crate::second_factor::SecondFactorError;

impl Chat {
    /// Starts a proof.
    pub(super) async fn start_proof(
        &self,
        user: UserId,
        session: SessionId,
    ) -> Result<Started, ChatError> {
        self.check_sign_in()?;
        self.check_proves(user)?;
        let purpose = Purpose::Proof { user: user.0, session: session.0 };
        self.start(MEMBER_SCOPES, purpose).await
    }

    /// A visit proves what a login with the platform would, which asks for a second factor, too.
    fn check_proves(&self, user: UserId) -> Result<(), AccountError> {
        let accounts = &self.inner.accounts;
        if accounts.auth.second_factors().of(Principal::Member(user))?.is_some() {
            return Err(SecondFactorError::Needed.into());
        }
        if accounts.signs_in_with_kick(user)? { Ok(()) } else { Err(AccountError::KickNone) }
    }

    /// Proves a session of a member who has returned from the platform.
    pub(super) async fn prove(
        &self,
        params: &CallbackParams,
        verifier: &str,
        (user, session): (UserId, SessionId),
    ) -> Result<&'static str, ChatError> {
        if params.refused {
            return Ok("refused");
        }
        let (account, _) = self.exchange_code(params, verifier).await?;
        // Since the start the member may have unlinked the account or added a second factor.
        self.check_proves(user)?;
        let profile = read_profile(self.inner.store.view(), user)?;
        if profile.kick.is_none_or(|(id, _)| id != account.id) {
            return Ok("other-account");
        }
        self.inner.accounts.auth.prove(session);
        Ok("proved")
    }
}
