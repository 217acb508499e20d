//! Errors of the pages.

/// The path is neither a file of the build nor a route of the application, or it belongs to a part of the site that
/// is off.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
#[error("There is nothing here")]
#[problem(404, "not_found")]
pub struct NoSuchFile;
