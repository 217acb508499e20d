//! Reads bodies before tokens are checked.
//!
//! The extractors check a token as soon as the head of a request has arrived. A sender who holds
//! the body back could act with a token that was revoked in between, so the body of a request with
//! a token is read completely before the extractors run.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use actix_web::HttpMessage;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::http::{Method, header};
use actix_web::web::{Bytes, BytesMut, Data};
use futures_util::stream::{self, StreamExt};
use parking_lot::Mutex;

use crate::accounts::{Auth, IDEMPOTENCY_KEY, SentBody, Subject};
use crate::config::Settings;
use crate::ids::UserId;

/// Large bodies (pictures, lists that admins publish whole) read at the same time, at most one per
/// member. Those of the panel are counted separately, so that members can't block admins.
const LARGE_AT_ONCE: usize = 8;
/// Largest body of any call, in bytes.
const LARGE_BYTES_MAX: usize = 8 << 20;

/// Senders of large bodies at the moment.
#[derive(Default)]
pub(super) struct LargeBodies {
    members: Mutex<HashSet<UserId>>,
    panel: AtomicUsize,
}

/// A slot for one large body.
struct Place<'a> {
    of: &'a LargeBodies,
    member: Option<UserId>,
}

impl LargeBodies {
    /// Reserves a slot, if this sender may have one now.
    fn take(&self, subject: Subject) -> Option<Place<'_>> {
        let member = match subject {
            Subject::Member(user, _) => Some(user),
            Subject::Admin(..) => None,
            Subject::Bypass(_) => return None,
        };
        let has_place = match member {
            Some(user) => {
                let mut members = self.members.lock();
                members.len() < LARGE_AT_ONCE && members.insert(user)
            }
            None => {
                let next = |count: usize| (count < LARGE_AT_ONCE).then_some(count + 1);
                self.panel.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next).is_ok()
            }
        };
        has_place.then_some(Place { of: self, member })
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        match self.member {
            Some(user) => drop(self.of.members.lock().remove(&user)),
            None => drop(self.of.panel.fetch_sub(1, Ordering::SeqCst)),
        }
    }
}

/// No slot is free for a large body.
pub(super) struct Busy;

/// Reads the body of a request that has a token. Bodies that are too large or don't arrive are left
/// to the extractors, which refuse them with a message.
///
/// # Errors
/// The body is large, and its sender or too many others send another one.
pub(super) async fn read_first(req: &mut ServiceRequest, large: &LargeBodies) -> Result<(), Busy> {
    let reads = matches!(*req.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if reads || bearer(req).is_none() {
        return Ok(());
    }
    let ordinary =
        req.app_data::<Data<Settings>>().map_or(0, |of| of.now().server.request_bytes_max);
    let mut payload = req.take_payload();
    let mut body = BytesMut::new();
    let mut last = collect(&mut payload, &mut body, ordinary).await;
    let sender = || req.app_data::<Data<Auth>>()?.check(bearer(req)?);
    if matches!(last, Some(Ok(_)))
        && let Some(sender) = sender()
    {
        let _place = large.take(sender).ok_or(Busy)?;
        if let Some(Ok(chunk)) = last.take() {
            body.extend_from_slice(&chunk);
        }
        last = collect(&mut payload, &mut body, LARGE_BYTES_MAX).await;
    }
    let body = body.freeze();
    if last.is_none() && req.headers().contains_key(IDEMPOTENCY_KEY) {
        req.extensions_mut().insert(SentBody(body.clone()));
    }
    req.set_payload(match last {
        None => Payload::from(body),
        Some(last) => {
            let rest: actix_http::BoxedPayloadStream =
                Box::pin(stream::iter([Ok(body), last]).chain(payload));
            Payload::from(rest)
        }
    });
    Ok(())
}

/// Collects chunks up to a limit. Returns the chunk that exceeded it, or the error that ended the
/// body.
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

fn bearer(req: &ServiceRequest) -> Option<&str> {
    let value = req.headers().get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ")
}
