//! Why a bonus hunt was not shown or changed.

use crate::fault::{Fault, inner_faults};
use crate::outside::OutsideError;

/// Nothing changed.
#[derive(Debug, thiserror::Error)]
pub enum HuntError {
    /// No id could look like this.
    #[error("Invalid bonus hunt ID")]
    BadId,
    /// The hunts are a service's.
    #[error("This is not supported with external API")]
    External,
    /// There is no service to take hunts over from.
    #[error("No service for bonus hunts is configured")]
    NoSource,
    /// The service did not answer well.
    #[error("The service for bonus hunts was asked, but {0}")]
    Source(OutsideError),
    /// There is none with this id.
    #[error("Bonus hunt not found")]
    NoSuchHunt,
    /// The hunt has no such slot.
    #[error("There is no such slot in this bonus hunt")]
    NoSuchSlot,
    /// The id belongs to another one.
    #[error("ID \"{0}\" already exists")]
    Taken(String),
    /// A win stands already; it is changed by editing the slot.
    #[error("This slot has been opened already")]
    Opened,
    /// Somebody else has changed it since.
    #[error("Somebody else has changed this {0} meanwhile")]
    Changed(&'static str),
    /// More than there may be.
    #[error("At most {0} {1}")]
    TooMany(usize, &'static str),
    /// A field does not fit.
    #[error("{1}")]
    Field(&'static str, String),
    /// The disk is full or the server stops.
    #[error("The site is read-only for the moment. Please try again later.")]
    ReadOnly,
    /// Inner trouble; the reason goes to the log.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(HuntError);
