//! Answers to requests that no feature gets to see.

use actix_web::HttpResponse;
use actix_web::http::header;

use super::Problem;

/// No such path.
pub fn not_found() -> HttpResponse {
    Problem::new(404, "not_found", "There is nothing here").answer()
}

/// A path of ours, but not with this method. `allowed` are the methods that it has.
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

/// The site is closed to members (decision A11).
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

/// A body that is no JSON of the right shape.
pub fn bad_json(error: &actix_web::error::JsonPayloadError) -> HttpResponse {
    use actix_web::error::JsonPayloadError;
    match error {
        JsonPayloadError::OverflowKnownLength { .. } | JsonPayloadError::Overflow { .. } => {
            Problem::new(413, "too_large", "The request is too large").answer()
        }
        JsonPayloadError::ContentType => {
            Problem::new(415, "wrong_type", "The request must be JSON").answer()
        }
        JsonPayloadError::Deserialize(error) => {
            // serde names the field and the place; nothing inner is in it.
            Problem::new(400, "bad_request", &format!("The request does not read: {error}"))
                .answer()
        }
        _ => Problem::new(400, "bad_request", "The request does not read").answer(),
    }
}

/// A query that does not read.
pub fn bad_query(error: &actix_web::error::QueryPayloadError) -> HttpResponse {
    Problem::new(400, "bad_request", &format!("The query does not read: {error}")).answer()
}
