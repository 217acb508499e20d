//! `[grants]`

use pointhouse_rules::email::EmailAddress;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ConfigError, refuse, within};

/// Largest limit, in points.
const LIMIT_MAX: u64 = 1_000_000_000_000;

/// `[grants]`: how many points staff may make by hand, which of these calls need a proof, and which raise
/// an alert. The owner has no limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GrantLimits {
    /// Most points that a moderator gives at once, 0 to 1,000,000,000,000; 0 = moderators give no points.
    pub moderator_once: u64,
    /// Most points that a moderator gives in a day.
    pub moderator_day: u64,
    /// Most points that an admin gives at once; 0 = admins give no points.
    pub admin_once: u64,
    /// Most points that an admin gives in a day.
    pub admin_day: u64,
    /// From this many points on, 1 to 1,000,000,000,000, a call that makes points needs a proof of the last 10 minutes
    /// that the person makes it, the owner too.
    pub proof_from: u64,
    /// From this many points on, given at once or by one person in a day, the health page and an email say so; 0 = no
    /// alerts.
    pub alert_from: u64,
    /// Where alerts are sent; empty = alerts appear on the health page alone.
    pub alert_email: String,
}

impl GrantLimits {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        within("grants.moderator_once", self.moderator_once, 0, LIMIT_MAX)?;
        within("grants.moderator_day", self.moderator_day, 0, LIMIT_MAX)?;
        within("grants.admin_once", self.admin_once, 0, LIMIT_MAX)?;
        within("grants.admin_day", self.admin_day, 0, LIMIT_MAX)?;
        within("grants.proof_from", self.proof_from, 1, LIMIT_MAX)?;
        within("grants.alert_from", self.alert_from, 0, LIMIT_MAX)?;
        let email = &self.alert_email;
        if !email.is_empty() && EmailAddress::new(email).is_err() {
            return refuse("grants.alert_email", "must be an email address or empty");
        }
        Ok(())
    }
}
