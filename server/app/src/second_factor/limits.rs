//! How often factors are changed for one account.

use super::SecondFactorError;
use crate::ids::Principal;
use crate::rate::MemberLimit;

/// Most changes of factors in an hour, each of which the audit keeps.
const CHANGES_PER_HOUR: u32 = 30;
/// Most passkeys that are begun in an hour.
const CEREMONIES_PER_HOUR: u32 = 60;

/// The limits. Counts are by account.
pub(super) struct AccountLimits {
    changes: MemberLimit,
    ceremonies: MemberLimit,
}

impl Default for AccountLimits {
    fn default() -> Self {
        Self {
            changes: MemberLimit::per_hour(CHANGES_PER_HOUR),
            ceremonies: MemberLimit::per_hour(CEREMONIES_PER_HOUR),
        }
    }
}

impl AccountLimits {
    /// Counts a change of factors.
    pub(super) fn take_change(&self, who: Principal) -> Result<(), SecondFactorError> {
        take(&self.changes, who)
    }

    /// Counts a passkey that is begun.
    pub(super) fn take_ceremony(&self, who: Principal) -> Result<(), SecondFactorError> {
        take(&self.ceremonies, who)
    }

    /// Removes counts that no longer limit anything.
    pub(super) fn forget_old(&self) {
        let Self { changes, ceremonies } = self;
        [changes, ceremonies].into_iter().for_each(MemberLimit::forget_old);
    }
}

fn take(limit: &MemberLimit, who: Principal) -> Result<(), SecondFactorError> {
    let refused = |retry_after| SecondFactorError::TooManyChanges { retry_after };
    limit.take(who.number()).map_err(refused)
}
