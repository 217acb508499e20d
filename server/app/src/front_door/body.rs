//! Bodies are read before their senders are judged.
//!
//! The extractors look at a token as soon as the head of a request has arrived. A sender who holds the
//! body back would be let in by a token that was revoked in between, so whatever comes with a token is
//! read first, and only then given to the extractors.

use actix_web::HttpMessage;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::http::{Method, header};
use actix_web::web::{Bytes, BytesMut, Data};
use futures_util::stream::{self, StreamExt};
use tokio::sync::Semaphore;

use crate::accounts::Auth;
use crate::config::Config;

/// Bodies beyond the size of an ordinary request (pictures, lists that admins publish whole) that are
/// read at once.
const LARGE_AT_ONCE: usize = 8;
/// No call takes more.
const LARGE_BYTES_MAX: usize = 8 << 20;

/// Places for large bodies.
pub(super) struct LargeBodies(Semaphore);

impl Default for LargeBodies {
    fn default() -> Self {
        Self(Semaphore::new(LARGE_AT_ONCE))
    }
}

/// Reads the body of a request that brings a token. What is too large, or does not arrive, is left to
/// the extractors, which refuse it in words.
pub(super) async fn read_first(req: &mut ServiceRequest, large: &LargeBodies) {
    let reads = matches!(*req.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let Some(token) = bearer(req).filter(|_| !reads) else { return };
    let ordinary = req.app_data::<Data<Config>>().map_or(0, |of| of.server.request_bytes_max);
    let mut payload = req.take_payload();
    let mut body = BytesMut::new();
    let mut last = collect(&mut payload, &mut body, ordinary).await;
    let auth = req.app_data::<Data<Auth>>();
    let mut permit = None;
    if matches!(last, Some(Ok(_))) && auth.is_some_and(|auth| auth.check(&token).is_some()) {
        permit = large.0.acquire().await.ok();
        if let Some(Ok(chunk)) = last.take() {
            body.extend_from_slice(&chunk);
        }
        last = collect(&mut payload, &mut body, LARGE_BYTES_MAX).await;
    }
    drop(permit);
    let body = body.freeze();
    req.set_payload(match last {
        None => Payload::from(body),
        Some(last) => {
            let rest: actix_http::BoxedPayloadStream =
                Box::pin(stream::iter([Ok(body), last]).chain(payload));
            Payload::from(rest)
        }
    });
}

/// Collects chunks while they fit. Returns the one that did not fit, or the error that ended it.
async fn collect(
    payload: &mut Payload,
    body: &mut BytesMut,
    max: usize,
) -> Option<Result<Bytes, PayloadError>> {
    while let Some(chunk) = payload.next().await {
        match chunk {
            Ok(chunk) if body.len() + chunk.len() <= max => body.extend_from_slice(&chunk),
            other => return Some(other),
        }
    }
    None
}

fn bearer(req: &ServiceRequest) -> Option<String> {
    let value = req.headers().get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::to_owned)
}
