//! Responses to requests that reach no handler, or did not arrive completely.

use actix_http::ConnectionType;
use actix_web::HttpResponse;
use actix_web::http::header;

use crate::problem::Problem;

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

/// A body that did not arrive in time. The rest of it is not awaited.
pub fn too_slow() -> HttpResponse {
    let text = "The request took too long to arrive. Please try again.";
    let mut answer = Problem::new(408, "request_timeout", text).answer();
    answer.head_mut().set_connection_type(ConnectionType::Close);
    answer
}
