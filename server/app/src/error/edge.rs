//! Answers to requests that did not arrive as they should.

use actix_http::ConnectionType;
use actix_web::HttpResponse;

use super::Problem;

/// A body that did not arrive in time. What is still to come of it is not waited for.
pub fn too_slow() -> HttpResponse {
    let text = "The request took too long to arrive. Please try again.";
    let mut answer = Problem::new(408, "request_timeout", text).answer();
    answer.head_mut().set_connection_type(ConnectionType::Close);
    answer
}
