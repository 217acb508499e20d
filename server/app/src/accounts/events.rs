//! Events of accounts.

use serde::Serialize;
use utoipa::ToSchema;

use crate::broadcast::{Admins, SocketEvent};

/// A casino name was submitted or decided. Sent to admins.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApprovalsChanged {
    /// Casino names that wait for a decision.
    pub pending: usize,
}

impl SocketEvent for ApprovalsChanged {
    const NAME: &'static str = "approvalsChanged";
    type Audience = Admins;
}
