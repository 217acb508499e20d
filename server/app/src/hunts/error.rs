//! Errors of the calls on bonus hunts.

use crate::external::ExternalError;
use crate::fault::{Fault, inner_faults};

/// Why a call on bonus hunts failed. Nothing changed.
#[derive(Debug, thiserror::Error)]
pub enum HuntError {
    /// The text cannot be the id of a hunt.
    #[error("Invalid bonus hunt ID")]
    BadId,
    /// The hunts come from an external service and are read-only.
    #[error("This is not supported with external API")]
    External,
    /// No external service is configured.
    #[error("No service for bonus hunts is configured")]
    NoSource,
    /// The call to the external service failed.
    #[error("The service for bonus hunts was asked, but {0}")]
    Source(ExternalError),
    /// No hunt has this id.
    #[error("Bonus hunt not found")]
    NoSuchHunt,
    /// The hunt has no such slot.
    #[error("There is no such slot in this bonus hunt")]
    NoSuchSlot,
    /// The id is taken.
    #[error("ID \"{0}\" already exists")]
    Taken(String),
    /// The slot has a win already. It can be changed by editing the slot.
    #[error("This slot has been opened already")]
    Opened,
    /// The object changed since the caller loaded it.
    #[error("Another admin has changed this {0} in the meantime")]
    Changed(&'static str),
    /// A maximum is reached.
    #[error("At most {0} {1}")]
    TooMany(usize, &'static str),
    /// A field is invalid.
    #[error("{1}")]
    Field(&'static str, String),
    /// The disk is full or the server is stopping.
    #[error("The site is read-only for the moment. Please try again later.")]
    ReadOnly,
    /// A failure of the server itself. The reason goes to the log.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(HuntError);
