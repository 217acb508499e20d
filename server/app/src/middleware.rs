//! The middleware of all requests: request id, rate limits, maintenance mode, headers, metrics.
//!
//! It is one middleware instead of five because each one would cost every bet a boxed future.

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
use actix_web::middleware::{DefaultHeaders, Next};
use actix_web::{Error, web};
use tracing::Instrument;

use crate::accounts::{Auth, has_maintenance_bypass};
use crate::admin::setup::Setup;
use crate::config::Settings;
use crate::connections::{Connection, InHandler, TimedBody};
use crate::games::MOVE_CALLS;
use crate::log_limit::short_path;
use crate::maintenance::Maintenance;
use crate::metrics::Metrics;
use crate::rate::Limits;
use crate::refusals;
use crate::site::web_build::is_overlay;
use body::{LargeBodies, read_first};

/// The call that takes a whole backup, only before the setup is finished. It reads the body only after it has checked a
/// secret code.
const RESTORE_PATH: &str = "/api/setup/restore";
const RESTORE_TIME: Duration = Duration::from_secs(60 * 60);

/// No inline scripts; images from any https address (docs/decisions.md, D7).
macro_rules! content_security_policy {
    ($frame_ancestors:literal) => {
        concat!(
            "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
             img-src 'self' data: blob: https:; font-src 'self'; media-src 'self' https:; \
             connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; \
             form-action 'self'; frame-ancestors ",
            $frame_ancestors
        )
    };
}

/// Headers of answers to calls, and of listeners without pages. The other headers of pages have no effect on data
/// (OWASP REST Security Cheat Sheet, "Security headers").
const WITHOUT_PAGES: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// Middleware for the listeners that serve no pages: the redirect to https and the metrics.
pub fn headers_without_pages() -> DefaultHeaders {
    WITHOUT_PAGES.into_iter().fold(DefaultHeaders::new(), DefaultHeaders::add)
}

/// Headers of everything else, beside the referrer policy and those of [`Framing`].
const OF_PAGES: [(HeaderName, &str); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::PERMISSIONS_POLICY, "camera=(), microphone=(), geolocation=()"),
    (header::CROSS_ORIGIN_OPENER_POLICY, "same-origin"),
];

/// Whether a page may be shown in a frame: its policy, and the older header for the same.
type Framing = [(HeaderName, &'static str); 2];

/// No page is shown in a frame, so that no other page can catch its clicks.
const UNFRAMED: Framing = [
    (header::CONTENT_SECURITY_POLICY, content_security_policy!("'none'")),
    (header::X_FRAME_OPTIONS, "DENY"),
];
/// The overlay, which has nothing to click, is previewed in the panel.
const FRAMED_BY_OWN_PAGES: Framing = [
    (header::CONTENT_SECURITY_POLICY, content_security_policy!("'self'")),
    (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
];

/// Browsers that have seen the site on https use https for a year. Subdomains are not included,
/// because they may belong to other sites.
const STRICT_TRANSPORT_SECURITY: &str = "max-age=31536000";

/// Path of the streaming platform's deliveries, compared byte by byte. Only the platform calls it,
/// and unsigned deliveries are refused before anything is read from disk.
const DELIVERIES: &str = "/api/kick/webhook";

/// Calls that members may make while the site is closed, beside the moves of open rounds
/// (docs/decisions.md, A11).
const OPEN_IN_MAINTENANCE: [&str; 13] = [
    "/api/auth/login",
    "/api/auth/logout",
    "/api/auth/maintenance-bypass",
    "/api/auth/sign-out-everywhere",
    "/api/admin/login",
    "/api/admin/login/passkey",
    "/api/auth/login/passkey",
    "/api/passkeys/start",
    "/api/admin/invitation",
    "/api/admin/join",
    // Called by the platform, not by members; has no effect while the site is closed.
    DELIVERIES,
    "/api/kick/sign-in/start",
    "/api/kick/sign-in/finish",
];

/// Responses shorter than this are passed to the kernel in one write.
const ONE_WRITE_BYTES: u64 = 32 * 1024;

/// Seconds after which the sender of a large body may try again when no slot was free.
const LARGE_BODY_AGAIN_SECONDS: u64 = 5;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// State of the middleware. Cheap to clone.
#[derive(Clone)]
pub struct RequestMiddleware {
    inner: Arc<Inner>,
}

struct Inner {
    closing: AtomicBool,
    in_flight: AtomicU64,
    next_id: AtomicU64,
    /// Distinguishes request ids of this run from those of other runs.
    run: u32,
    settings: Settings,
    metrics: Metrics,
    large_bodies: LargeBodies,
}

impl RequestMiddleware {
    /// The middleware of an open site.
    pub fn new(metrics: Metrics, settings: &Settings) -> Self {
        let inner = Inner {
            closing: AtomicBool::new(false),
            in_flight: AtomicU64::new(0),
            next_id: AtomicU64::new(1),
            run: rand::random(),
            settings: settings.clone(),
            metrics,
            large_bodies: LargeBodies::default(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Refuses new requests from now on.
    pub fn close(&self) {
        self.inner.closing.store(true, Ordering::SeqCst);
    }

    /// Returns whether new requests are refused.
    pub fn is_closing(&self) -> bool {
        self.inner.closing.load(Ordering::SeqCst)
    }

    /// Number of requests in flight.
    pub fn in_flight(&self) -> u64 {
        self.inner.in_flight.load(Ordering::SeqCst)
    }

    /// The HTTP metrics.
    pub fn metrics(&self) -> &Metrics {
        &self.inner.metrics
    }

    fn request_id(&self) -> String {
        let number = self.inner.next_id.fetch_add(1, Ordering::Relaxed);
        format!("{:08x}-{number}", self.inner.run)
    }
}

/// Counts a request until it is dropped, however it ends.
struct Counted(RequestMiddleware);

impl Counted {
    fn new(middleware: RequestMiddleware) -> Self {
        middleware.inner.in_flight.fetch_add(1, Ordering::SeqCst);
        Self(middleware)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.inner.in_flight.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The middleware function.
///
/// # Errors
/// Those of the inner service.
pub async fn handle(
    mut req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let begun = Instant::now();
    let Some(middleware) =
        req.app_data::<web::Data<RequestMiddleware>>().map(|data| data.as_ref().clone())
    else {
        return Ok(req.into_response(refusals::not_found()));
    };
    let counted = Counted::new(middleware.clone());
    let in_handler = req.conn_data::<Rc<Connection>>().map(Connection::enter_handler);
    let id = middleware.request_id();
    let mut answer = match refusal(&req, &middleware) {
        Some(refusal) => req.into_response(refusal),
        None => {
            // Only the id: method and path would be formatted for every bet, and the log line that
            // needs them (an error, below) has them.
            let span = tracing::info_span!("request", id);
            if req.method() == Method::HEAD {
                // Every GET also answers HEAD; the transport omits the body.
                req.head_mut().method = Method::GET;
            }
            let timeout = body_timeout(&req);
            let is_late = TimedBody::limit(&mut req, timeout);
            let read = read_first(&mut req, &middleware.inner.large_bodies).await;
            let late = || is_late.as_ref().is_some_and(|is_late| is_late.get());
            if late() {
                req.into_response(refusals::too_slow())
            } else if read.is_err() {
                req.into_response(refusals::too_many(LARGE_BODY_AGAIN_SECONDS))
            } else {
                let answer = next.call(req).instrument(span).await?.map_into_boxed_body();
                // A call that succeeded keeps its response, even if its body was late.
                match late() && !answer.status().is_success() {
                    true => answer.into_response(refusals::too_slow()),
                    false => with_error_body(answer),
                }
            }
        }
    };
    let status = answer.status().as_u16();
    let closing = middleware.is_closing();
    add_headers(&mut answer, &id);
    if closing {
        // The header alone would be overwritten by the connection's own type.
        answer.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    if middleware.inner.settings.now().is_https() {
        let value = HeaderValue::from_static(STRICT_TRANSPORT_SECURITY);
        answer.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    if status >= 500 && status != 503 {
        let path = short_path(answer.request().path());
        tracing::warn!(id, status, path, "answered with an error");
    }
    log_refusal(&answer, &id);
    middleware.metrics().note(status, begun.elapsed());
    drop(counted);
    Ok(answer.map_body(|_, body| hold_until_sent(body, in_handler)))
}

/// Keeps the connection's mark until a response that may take several writes is sent, so that the
/// deadline of the next head doesn't start before.
fn hold_until_sent(body: BoxBody, in_handler: Option<InHandler>) -> BoxBody {
    match (body.size(), in_handler) {
        (BodySize::Sized(ONE_WRITE_BYTES..) | BodySize::Stream, Some(in_handler)) => {
            HeldBody { body, _in_handler: in_handler }.boxed()
        }
        _ => body,
    }
}

/// A body with its connection's mark.
struct HeldBody {
    body: BoxBody,
    _in_handler: InHandler,
}

impl MessageBody for HeldBody {
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

/// In tests of single parts, which have no settings, the limit is practically infinite.
fn body_timeout(req: &ServiceRequest) -> Duration {
    if is_restore(req) {
        return RESTORE_TIME;
    }
    let settings = req.app_data::<web::Data<Settings>>();
    settings.map_or(Duration::MAX, |now| Duration::from_secs(now.now().server.body_seconds))
}

/// Logs requests that were refused for their form or sender rather than for their content.
fn log_refusal(answer: &ServiceResponse<BoxBody>, id: &str) {
    let status = answer.status().as_u16();
    if !matches!(status, 401 | 403 | 408 | 413 | 415 | 429) {
        return;
    }
    let req = answer.request();
    let Some(limits) = req.app_data::<web::Data<Limits>>() else { return };
    let Some(left_out) = limits.log.take() else { return };
    let (method, path, address) = (req.method(), short_path(req.path()), limits.client(req));
    tracing::info!(
        id, status, %method, path, %address, left_out, "request refused"
    );
}

fn refusal(
    req: &ServiceRequest,
    middleware: &RequestMiddleware,
) -> Option<actix_web::HttpResponse> {
    if middleware.is_closing() && req.path() != "/healthz" {
        return Some(refusals::stopping());
    }
    let limits = req.app_data::<web::Data<Limits>>()?;
    let address = limits.client(req.request());
    let is_delivery = req.path() == DELIVERIES;
    let limit = if is_delivery { &limits.deliveries } else { &limits.calls };
    if let Err(wait) = limit.take(address) {
        if is_delivery {
            limits.deliveries_refused.fetch_add(1, Ordering::Relaxed);
        }
        return Some(refusals::too_many(wait));
    }
    if has_content_encoding(req.headers()) {
        return Some(refusals::content_encoding());
    }
    if is_restore(req) && !is_setup_open(req) {
        return Some(refusals::not_found());
    }
    is_refused_in_maintenance(req).then(refusals::site_closed)
}

fn is_restore(req: &ServiceRequest) -> bool {
    req.path() == RESTORE_PATH && *req.method() == Method::POST
}

/// A store that cannot be read counts as a site that is set up.
fn is_setup_open(req: &ServiceRequest) -> bool {
    let setup = req.app_data::<web::Data<Setup>>();
    setup.is_some_and(|setup| setup.is_open().unwrap_or_default())
}

/// Returns whether the body is compressed. The extractors of actix-web decompress according to the
/// header, chunk by chunk and before they check the length, so 165 bytes can become 540 MB of
/// memory. No client of this API compresses requests.
fn has_content_encoding(headers: &HeaderMap) -> bool {
    let is_identity = |value: &HeaderValue| {
        let names = value.as_bytes().split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
        names.into_iter().all(|name| name.is_empty() || name.eq_ignore_ascii_case(b"identity"))
    };
    !headers.get_all(header::CONTENT_ENCODING).all(is_identity)
}

/// Returns whether a request is a member's write on a closed site. Reading stays allowed, so that
/// open pages keep working. Paths are compared byte by byte and anything unknown is refused,
/// because the router decodes `%61` to `a`.
fn is_refused_in_maintenance(req: &ServiceRequest) -> bool {
    let reads = matches!(*req.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if reads || req.path().starts_with("/socket.io/") {
        return false;
    }
    let closed = req.app_data::<web::Data<Maintenance>>().is_some_and(|all| all.is_site_closed());
    closed
        && !OPEN_IN_MAINTENANCE.contains(&req.path())
        && !MOVE_CALLS.contains(&req.path())
        && !req
            .app_data::<web::Data<Auth>>()
            .is_some_and(|auth| has_maintenance_bypass(auth, req.headers()))
}

/// Replaces the framework's empty response to a wrong method by a JSON body.
fn with_error_body(answer: ServiceResponse) -> ServiceResponse {
    let empty = matches!(answer.response().body().size(), BodySize::None | BodySize::Sized(0));
    if answer.status() != StatusCode::METHOD_NOT_ALLOWED || !empty {
        return answer;
    }
    let allowed = answer.headers().get(header::ALLOW).and_then(|value| value.to_str().ok());
    let refusal = refusals::method_not_allowed(&match allowed {
        Some(allowed) => allowed.replace("GET", "GET, HEAD"),
        None => "other methods".to_owned(),
    });
    answer.into_response(refusal)
}

fn is_picture(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"image/"))
}

fn add_headers(answer: &mut ServiceResponse<BoxBody>, id: &str) {
    let path = answer.request().path();
    // Browsers show a picture in a page of their own, which takes this policy.
    let is_data = path.starts_with("/api/") && !is_picture(answer.headers());
    let is_framed = is_overlay(path);
    let headers = answer.headers_mut();
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, id);
    }
    let mut add = |(name, value): (HeaderName, &'static str)| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    if is_data {
        WITHOUT_PAGES.into_iter().for_each(add);
    } else {
        let framing = if is_framed { FRAMED_BY_OWN_PAGES } else { UNFRAMED };
        OF_PAGES.into_iter().chain(framing).for_each(&mut add);
        // A page may have a stricter one of its own.
        if !headers.contains_key(header::REFERRER_POLICY) {
            let value = HeaderValue::from_static("strict-origin-when-cross-origin");
            headers.insert(header::REFERRER_POLICY, value);
        }
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}
