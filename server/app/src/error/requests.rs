//! Responses to requests that reach no handler.

use std::collections::BTreeMap;

use actix_web::HttpResponse;
use actix_web::http::header;

use super::{Described, Problem};
use crate::input::InputError;
use crate::picture_file::UploadError;

/// The path doesn't exist.
pub fn not_found() -> HttpResponse {
    Problem::new(404, "not_found", "There is nothing here").answer()
}

/// The path exists, but not with this method. `allowed` lists its methods.
pub fn method_not_allowed(allowed: &str) -> HttpResponse {
    let text = format!("This address takes {allowed} only");
    let mut answer = Problem::new(405, "method_not_allowed", &text).answer();
    if let Ok(allowed) = header::HeaderValue::from_str(allowed) {
        answer.headers_mut().insert(header::ALLOW, allowed);
    }
    answer
}

/// The process is ending.
pub fn stopping() -> HttpResponse {
    Problem::new(503, "stopping", "The server is stopping. Please try again.").after(5).answer()
}

/// This machine follows another one.
pub fn not_leading() -> HttpResponse {
    let text = "This machine is on standby. Nothing was done. Please try again.";
    Problem::new(503, "not_leading", text).after(1).answer()
}

/// The site is closed to members (docs/decisions.md, A11).
pub fn site_closed() -> HttpResponse {
    let text = "The site is under maintenance. Please come back soon.";
    Problem::new(503, "maintenance", text).answer()
}

/// Too many calls from one address.
pub fn too_many(retry_after: u64) -> HttpResponse {
    let text = "Too many requests. Please wait a moment.";
    Problem::new(429, "too_many_requests", text).after(retry_after).answer()
}

/// A request whose body is compressed.
pub fn content_encoding() -> HttpResponse {
    Problem::new(415, "content_encoding", "Compressed requests are not accepted").answer()
}

impl Described for InputError {
    fn problem(&self) -> Problem {
        match self {
            Self::TooLarge => Problem::new(413, "too_large", self),
            Self::WrongType => Problem::new(415, "wrong_type", self),
            Self::Unreadable(text) => Problem::new(400, "bad_request", text),
            Self::Field(problem) if problem.field.is_empty() => {
                Problem::new(400, "bad_request", problem)
            }
            Self::Field(problem) => {
                let fields =
                    Some(BTreeMap::from([(problem.field.clone().into(), problem.sentence())]));
                Problem { fields, ..Problem::new(400, "bad_request", problem) }
            }
        }
    }
}

/// An uploaded picture that was not drawn, with the code of the call for a file that is not a picture.
pub(super) fn upload(error: &UploadError, not_a_picture: &'static str) -> Problem {
    match error {
        UploadError::NotAPicture => Problem::new(400, not_a_picture, error),
        UploadError::Incomplete => Problem::new(400, "bad_request", error),
        UploadError::TooLarge | UploadError::OverBudget => Problem::new(413, "too_large", error),
        UploadError::Busy => Problem::new(503, "busy", error).after(5),
        UploadError::Inner(fault) => Problem::inner(fault),
    }
}
