//! What every request passes: request id, limits, closing time, headers, metrics.
//!
//! One middleware instead of five: each would cost every bet a boxed future.

mod body;

use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use actix_http::ConnectionType;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use tracing::Instrument;

use crate::accounts::{Auth, may_pass_closed_door};
use crate::config::Config;
use crate::connections::{Connection, InHandler, TimedBody};
use crate::error;
use crate::log_limit::short_path;
use crate::maintenance::Maintenance;
use crate::metrics::Metrics;
use crate::rate::Limits;
use body::{LargeBodies, read_first};

/// No inline script; images may come from anywhere over https (decision D7).
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; font-src 'self'; media-src 'self' https:; \
    connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'self'";

/// Browsers that have seen a site on https come back by https for a year. Other hosts of its domain are
/// not the site's business.
const STRICT_TRANSPORT_SECURITY: &str = "max-age=31536000";

/// Where the streaming platform delivers, by its very bytes. Nobody else has a reason to call it, and what
/// is not signed is refused before anything is read from disk.
const DELIVERIES: &str = "/api/kick/webhook";

/// What members may call while the site is closed to them: the ways in, and the moves of a round that
/// is open (decision A11). They can only act on what there is.
const OPEN_IN_MAINTENANCE: [&str; 14] = [
    "/api/auth/login",
    "/api/auth/logout",
    "/api/auth/maintenance-bypass",
    "/api/auth/sign-out-everywhere",
    "/api/admin/login",
    // The platform's, not a member's: while the site is closed nothing comes of it.
    DELIVERIES,
    "/api/kick/sign-in/start",
    "/api/kick/sign-in/finish",
    "/api/games/mines/reveal",
    "/api/games/mines/cashout",
    "/api/games/blackjack/insurance",
    "/api/games/blackjack/hit",
    "/api/games/blackjack/stand",
    "/api/games/blackjack/double",
];

/// Answers below this length are handed to the system at once.
const ONE_WRITE_BYTES: u64 = 32 * 1024;

/// When a sender of a large body that found no place may try again.
const LARGE_BODY_AGAIN_SECONDS: u64 = 5;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// State of the door. Cheap to clone.
#[derive(Clone)]
pub struct FrontDoor {
    inner: Arc<Inner>,
}

struct Inner {
    closing: AtomicBool,
    in_flight: AtomicU64,
    next_id: AtomicU64,
    /// Tells request ids of this run from those of others.
    run: u32,
    is_https: bool,
    metrics: Metrics,
    large_bodies: LargeBodies,
}

impl FrontDoor {
    /// An open door of a site that browsers reach by https, or not.
    pub fn new(metrics: Metrics, is_https: bool) -> Self {
        let inner = Inner {
            closing: AtomicBool::new(false),
            in_flight: AtomicU64::new(0),
            next_id: AtomicU64::new(1),
            run: rand::random(),
            is_https,
            metrics,
            large_bodies: LargeBodies::default(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// New requests are turned away from now on.
    pub fn close(&self) {
        self.inner.closing.store(true, Ordering::SeqCst);
    }

    /// Whether requests are turned away.
    pub fn is_closing(&self) -> bool {
        self.inner.closing.load(Ordering::SeqCst)
    }

    /// Requests that are being answered.
    pub fn in_flight(&self) -> u64 {
        self.inner.in_flight.load(Ordering::SeqCst)
    }

    /// Counters.
    pub fn metrics(&self) -> &Metrics {
        &self.inner.metrics
    }

    fn request_id(&self) -> String {
        let number = self.inner.next_id.fetch_add(1, Ordering::Relaxed);
        format!("{:08x}-{number}", self.inner.run)
    }
}

/// Counts a request as long as it lives, however it ends.
struct Counted(FrontDoor);

impl Counted {
    fn new(door: FrontDoor) -> Self {
        door.inner.in_flight.fetch_add(1, Ordering::SeqCst);
        Self(door)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.inner.in_flight.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The middleware.
///
/// # Errors
/// Those of the service behind it.
pub async fn pass(
    mut req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let begun = Instant::now();
    let Some(door) = req.app_data::<web::Data<FrontDoor>>().map(|door| door.as_ref().clone())
    else {
        return Ok(req.into_response(error::not_found()));
    };
    let counted = Counted::new(door.clone());
    let in_handler = req.conn_data::<Rc<Connection>>().map(Connection::enter_handler);
    let id = door.request_id();
    let mut answer = match refusal(&req, &door) {
        Some(refusal) => req.into_response(refusal),
        None => {
            // The id alone: method and path would be written out for every bet, and the line that
            // needs them (an error, below) has them.
            let span = tracing::info_span!("request", id);
            if req.method() == Method::HEAD {
                // Every GET answers a HEAD, too; the transport leaves the body away.
                req.head_mut().method = Method::GET;
            }
            let timeout = body_timeout(&req);
            let is_late = TimedBody::limit(&mut req, timeout);
            let read = read_first(&mut req, &door.inner.large_bodies).await;
            let late = || is_late.as_ref().is_some_and(|is_late| is_late.get());
            if late() {
                req.into_response(error::edge::too_slow())
            } else if read.is_err() {
                req.into_response(error::too_many(LARGE_BODY_AGAIN_SECONDS))
            } else {
                let answer = next.call(req).instrument(span).await?.map_into_boxed_body();
                // A call that was carried out keeps its answer, whatever came of its body.
                match late() && !answer.status().is_success() {
                    true => answer.into_response(error::edge::too_slow()),
                    false => in_words(answer),
                }
            }
        }
    };
    let status = answer.status().as_u16();
    let closing = door.is_closing();
    dress(answer.headers_mut(), &id);
    if closing {
        // The header alone would be replaced by what the connection does.
        answer.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    if door.inner.is_https {
        let value = HeaderValue::from_static(STRICT_TRANSPORT_SECURITY);
        answer.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    if status >= 500 && status != 503 {
        tracing::warn!(id, status, path = answer.request().path(), "answered with an error");
    }
    log_refusal(&answer, &id);
    door.metrics().note(status, begun.elapsed());
    drop(counted);
    Ok(answer.map_body(|_, body| answered_to_the_end(body, in_handler)))
}

/// An answer that one write may not take keeps its connection's mark until it is sent: the next head is
/// not waited for meanwhile.
fn answered_to_the_end(body: BoxBody, in_handler: Option<InHandler>) -> BoxBody {
    match (body.size(), in_handler) {
        (BodySize::Sized(ONE_WRITE_BYTES..) | BodySize::Stream, Some(in_handler)) => {
            Marked { body, _in_handler: in_handler }.boxed()
        }
        _ => body,
    }
}

/// A body with its connection's mark.
struct Marked {
    body: BoxBody,
    _in_handler: InHandler,
}

impl MessageBody for Marked {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<web::Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(cx)
    }
}

/// Without settings, as in a test of a part, there is no limit to speak of.
fn body_timeout(req: &ServiceRequest) -> Duration {
    let config = req.app_data::<web::Data<Config>>();
    config.map_or(Duration::MAX, |config| Duration::from_secs(config.server.body_seconds))
}

/// Requests that were refused for what they are or who sent them, not for what they ask.
fn log_refusal(answer: &ServiceResponse<BoxBody>, id: &str) {
    let status = answer.status().as_u16();
    if !matches!(status, 401 | 403 | 408 | 413 | 415 | 429) {
        return;
    }
    let req = answer.request();
    let Some(limits) = req.app_data::<web::Data<Limits>>() else { return };
    let Some(left_out) = limits.log.take() else { return };
    let (method, path, address) = (req.method(), short_path(req.path()), limits.client(req));
    tracing::info!(id, status, %method, path, %address, left_out, "request refused");
}

fn refusal(req: &ServiceRequest, door: &FrontDoor) -> Option<actix_web::HttpResponse> {
    if door.is_closing() && req.path() != "/healthz" {
        return Some(error::stopping());
    }
    let limits = req.app_data::<web::Data<Limits>>()?;
    let address = limits.client(req.request());
    let is_delivery = req.path() == DELIVERIES;
    let limit = if is_delivery { &limits.deliveries } else { &limits.calls };
    if let Err(wait) = limit.take(address) {
        if is_delivery {
            limits.deliveries_refused.fetch_add(1, Ordering::Relaxed);
        }
        return Some(error::too_many(wait));
    }
    if has_content_encoding(req.headers()) {
        return Some(error::content_encoding());
    }
    is_kept_out(req).then(error::site_closed)
}

/// Whether the body is compressed. The extractors of actix-web decompress what a request names, chunk
/// by chunk and before they check its length, so 165 bytes become 540 MB of memory. No client of ours
/// compresses a request.
fn has_content_encoding(headers: &HeaderMap) -> bool {
    let is_identity = |value: &HeaderValue| {
        let names = value.as_bytes().split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
        names.into_iter().all(|name| name.is_empty() || name.eq_ignore_ascii_case(b"identity"))
    };
    !headers.get_all(header::CONTENT_ENCODING).all(is_identity)
}

/// A member's write on a closed site. Reading goes on: the pages behind the notice stay as they are.
/// Whatever is not known here by its very bytes is kept out: the router reads `%61` as `a`.
fn is_kept_out(req: &ServiceRequest) -> bool {
    let reads = matches!(*req.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if reads || req.path().starts_with("/socket.io/") {
        return false;
    }
    let closed = req.app_data::<web::Data<Maintenance>>().is_some_and(|all| all.is_site_closed());
    closed
        && !OPEN_IN_MAINTENANCE.contains(&req.path())
        && !req
            .app_data::<web::Data<Auth>>()
            .is_some_and(|auth| may_pass_closed_door(auth, req.headers()))
}

/// The framework's own answer to a wrong method has no body; ours are JSON, all of them.
fn in_words(answer: ServiceResponse) -> ServiceResponse {
    let empty = matches!(answer.response().body().size(), BodySize::None | BodySize::Sized(0));
    if answer.status() != StatusCode::METHOD_NOT_ALLOWED || !empty {
        return answer;
    }
    let allowed = answer.headers().get(header::ALLOW).and_then(|value| value.to_str().ok());
    let refusal = error::method_not_allowed(&match allowed {
        Some(allowed) => allowed.replace("GET", "GET, HEAD"),
        None => "other methods".to_owned(),
    });
    answer.into_response(refusal)
}

fn dress(headers: &mut HeaderMap, id: &str) {
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, id);
    }
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
        (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
        (header::PERMISSIONS_POLICY, "camera=(), microphone=(), geolocation=()"),
        (header::CROSS_ORIGIN_OPENER_POLICY, "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}
