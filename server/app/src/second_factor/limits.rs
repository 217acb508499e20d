//! How often codes are tried and factors are changed for one account.

use super::SecondFactorError;
use crate::ids::Principal;
use crate::rate::MemberLimit;

/// Most codes of the app that are tried in an hour. Three codes are valid at a time, so a guesser is right once in about
/// 11,000 hours.
const CODES_PER_HOUR: u32 = 30;
/// Most recovery codes that are tried in an hour. They have 60 random bits.
const RECOVERY_CODES_PER_HOUR: u32 = 300;
/// Most changes of factors in an hour, each of which the audit keeps.
const CHANGES_PER_HOUR: u32 = 30;
/// Most passkeys that are begun in an hour.
const CEREMONIES_PER_HOUR: u32 = 60;

/// What a code is for. Each use has a limit of its own, so that tries in a session that was taken over don't lock the
/// account's owner out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeUse {
    /// A login.
    Login,
    /// A proof of a session.
    Proof,
}

/// The limits. Counts are by account.
pub(super) struct AccountLimits {
    logins: MemberLimit,
    proofs: MemberLimit,
    recovery_codes: MemberLimit,
    changes: MemberLimit,
    ceremonies: MemberLimit,
}

impl Default for AccountLimits {
    fn default() -> Self {
        Self {
            logins: MemberLimit::per_hour(CODES_PER_HOUR),
            proofs: MemberLimit::per_hour(CODES_PER_HOUR),
            recovery_codes: MemberLimit::per_hour(RECOVERY_CODES_PER_HOUR),
            changes: MemberLimit::per_hour(CHANGES_PER_HOUR),
            ceremonies: MemberLimit::per_hour(CEREMONIES_PER_HOUR),
        }
    }
}

impl AccountLimits {
    /// Counts a code of the app.
    pub(super) fn take_code(&self, who: Principal, of: CodeUse) -> Result<(), SecondFactorError> {
        let limit = match of {
            CodeUse::Login => &self.logins,
            CodeUse::Proof => &self.proofs,
        };
        take(limit, who, |retry_after| SecondFactorError::TooManyCodes { retry_after })
    }

    /// Counts a recovery code.
    pub(super) fn take_recovery_code(&self, who: Principal) -> Result<(), SecondFactorError> {
        let refused = |retry_after| SecondFactorError::TooManyCodes { retry_after };
        take(&self.recovery_codes, who, refused)
    }

    /// Counts a change of factors.
    pub(super) fn take_change(&self, who: Principal) -> Result<(), SecondFactorError> {
        take(&self.changes, who, |retry_after| SecondFactorError::TooManyChanges { retry_after })
    }

    /// Counts a passkey that is begun.
    pub(super) fn take_ceremony(&self, who: Principal) -> Result<(), SecondFactorError> {
        take(&self.ceremonies, who, |retry_after| SecondFactorError::TooManyChanges { retry_after })
    }

    /// Removes counts that no longer limit anything.
    pub(super) fn forget_old(&self) {
        let Self { logins, proofs, recovery_codes, changes, ceremonies } = self;
        for limit in [logins, proofs, recovery_codes, changes, ceremonies] {
            limit.forget_old();
        }
    }
}

fn take(
    limit: &MemberLimit,
    who: Principal,
    refused: impl FnOnce(u64) -> SecondFactorError,
) -> Result<(), SecondFactorError> {
    limit.take(who.number()).map_err(refused)
}
