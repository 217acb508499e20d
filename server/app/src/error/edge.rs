//! Responses to requests that did not arrive completely.

use actix_http::ConnectionType;
use actix_web::HttpResponse;

use super::Problem;

/// A body that did not arrive in time. The rest of it is not awaited.
pub fn too_slow() -> HttpResponse {
    let text = "The request took too long to arrive. Please try again.";
    let mut answer = Problem::new(408, "request_timeout", text).answer();
    answer.head_mut().set_connection_type(ConnectionType::Close);
    answer
}
