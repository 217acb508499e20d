//! Errors of the start.

use pointhouse_store::OpenError;

use crate::accounts::HasherError;
use crate::chat::LoadError;
use crate::cluster::ClusterError;
use crate::fault::{Fault, inner_faults};
use crate::hunts::HuntError;
use crate::mail::MailError;
use crate::people::NewPasswordError;
use crate::settings::SettingsError;
use crate::tls::TlsError;
use crate::wagers::WagerError;

/// Why the site doesn't start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// A listener.
    #[error("listening on {address}: {source}")]
    Listen {
        /// The address.
        address: String,
        /// The reason.
        source: std::io::Error,
    },
    /// A setting or a file cannot be used.
    #[error("{name}: {source}")]
    Unusable {
        /// The setting, variable or file.
        name: String,
        /// The reason.
        source: Fault,
    },
    /// The requested start is not possible, with an explanation.
    #[error("{0}")]
    Refused(String),
    /// This machine was ended while it followed another one.
    #[error("ended while another machine leads")]
    Ended,
    /// The machines of the site.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// Anything else.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(StartError);

impl StartError {
    /// For `map_err`: adds the name of the setting, variable or file.
    pub(super) fn unusable<E>(name: impl Into<String>) -> impl FnOnce(E) -> Self
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        let name = name.into();
        move |error| Self::Unusable { name, source: Fault::other(error) }
    }
}

/// Errors of the parts that are loaded at a start.
macro_rules! parts {
    ($($error:ty)*) => {
        $(impl From<$error> for StartError {
            fn from(error: $error) -> Self {
                Self::Inner(Fault::other(error))
            }
        })*
    };
}

parts! {
    HasherError HuntError LoadError MailError NewPasswordError SettingsError TlsError WagerError
    hmac::digest::InvalidLength rand::rngs::SysError
}
