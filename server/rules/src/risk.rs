//! How the prizes of a game are spread, where its member chooses.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Refusal;

/// How the prizes are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema))]
pub enum Risk {
    /// Pays often, low top prize.
    Low,
    /// Between the other two.
    Medium,
    /// Pays rarely, high top prize.
    High,
}

impl Risk {
    /// Every risk.
    pub const ALL: [Self; 3] = [Self::Low, Self::Medium, Self::High];

    /// The name on the wire and in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    /// Reads a risk from a request. Anything but one of the three names is refused.
    pub(crate) fn from_json(value: Option<&Value>) -> Result<Self, Refusal> {
        let name = value.and_then(Value::as_str);
        Self::ALL.into_iter().find(|risk| Some(risk.name()) == name).ok_or(Refusal::BadRisk)
    }
}
