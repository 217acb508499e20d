//! Events of the settings.

use serde::Serialize;
use utoipa::ToSchema;

use crate::broadcast::{Everyone, SocketEvent};

/// Settings of the site have changed: pages load the site's data again. Sent to everyone.
#[derive(Debug, Serialize, ToSchema)]
pub struct SiteSettingsChanged {
    /// Names of the changed sections.
    pub sections: Vec<&'static str>,
}

impl SocketEvent for SiteSettingsChanged {
    const NAME: &'static str = "siteSettingsChanged";
    type Audience = Everyone;
}
