//! Errors of the pages.

/// The path is neither a file of the build nor a route of the application, or it belongs to a part of the site that
/// is off.
#[derive(Debug, thiserror::Error)]
#[error("There is nothing here")]
pub struct NoSuchFile;
