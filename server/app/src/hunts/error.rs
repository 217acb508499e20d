//! Errors of the calls on bonus hunts.

use crate::external::ExternalError;
use crate::fault::{Fault, inner_faults};
use crate::problem::Problem;

/// Why a call on bonus hunts failed. Nothing changed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum HuntError {
    /// The text cannot be the id of a hunt.
    #[error("Invalid bonus hunt ID")]
    #[problem(400, "bad_id")]
    BadId,
    /// The hunts come from an external service and are read-only.
    #[error("This is not supported with external API")]
    #[problem(409, "external")]
    External,
    /// No external service is configured.
    #[error("No service for bonus hunts is configured")]
    #[problem(409, "no_source")]
    NoSource,
    /// The call to the external service failed.
    #[error("The service for bonus hunts was asked, but {0}")]
    #[problem(503, "source_failed")]
    Source(ExternalError),
    /// No hunt has this id.
    #[error("Bonus hunt not found")]
    #[problem(404, "not_found")]
    NoSuchHunt,
    /// The hunt has no such slot.
    #[error("There is no such slot in this bonus hunt")]
    #[problem(404, "not_found")]
    NoSuchSlot,
    /// The id is taken.
    #[error("ID \"{0}\" already exists")]
    #[problem(with = taken)]
    Taken(String),
    /// The slot has a win already. It can be changed by editing the slot.
    #[error("This slot has been opened already")]
    #[problem(409, "already_opened")]
    Opened,
    /// The object changed since the caller loaded it.
    #[error("Another admin has changed this {0} in the meantime")]
    #[problem(409, "changed")]
    Changed(&'static str),
    /// A maximum is reached.
    #[error("At most {0} {1}")]
    #[problem(409, "too_many")]
    TooMany(usize, &'static str),
    /// A field is invalid.
    #[error("{1}")]
    #[problem(field)]
    Field(&'static str, String),
    /// The disk is full or the server is stopping.
    #[error("The site is read-only for the moment. Please try again later.")]
    #[problem(503, "read_only")]
    ReadOnly,
    /// A failure of the server itself. The reason goes to the log.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(HuntError);

fn taken(id: &str) -> Problem {
    let text = format!("ID \"{id}\" already exists");
    Problem::new(409, "id_taken", &text).with_field("customId", text)
}
