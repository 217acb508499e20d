//! Errors of the overlay's line.

use crate::fault::{Fault, inner_faults};

/// Why a line was not shown.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum OverlayError {
    /// The text is empty, too long or not one line.
    #[error("The line must have 1 to 80 characters")]
    #[problem(field = "text")]
    Text,
    /// The time is too short or too long.
    #[error("The time must be 5 to 600 seconds")]
    #[problem(field = "seconds")]
    Seconds,
    /// No source of the overlay has this id.
    #[error("There is no such source")]
    #[problem(404, "not_found")]
    NoSuchSource,
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(OverlayError);
