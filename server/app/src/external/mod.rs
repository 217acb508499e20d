//! External services: the one way to call them.
//!
//! Invariants: a call ends after its time limit, whatever the service does; no response is read
//! beyond its size limit; a service that keeps failing is not called for a while; neither errors
//! nor logs contain an address, a key or any part of a response, but for an amount that cannot be read.
//!
//! Not part of this module: the meaning of responses. The caller parses them and keeps the last
//! good one.

mod amounts;
mod breaker;
mod call;
mod status;

use std::future::{Future, ready};
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use parking_lot::Mutex;
use rand::RngExt;
use reqwest::header::{AUTHORIZATION, HeaderMap, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode, Url};
use rustls::pki_types::CertificateDer;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use amounts::{UnreadableAmount, amount};
pub use call::{Body, Call, Method};
pub use status::{
    Condition, ExternalServices, MachineFigures, OtherMachines, ServiceSlot, ServiceStatus,
};

use crate::clock::{Clock, Millis};
use crate::config;
use breaker::Breaker;
use status::CallStats;

/// A connection that cannot be established fails sooner than a slow response.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Longest wait between two tries, even if the service asks for more.
const WAIT_MAX: Duration = Duration::from_secs(10);
/// Longest time for which a `Retry-After` of the service is honoured, in milliseconds.
const TIME_MAX: i64 = 10 * 60 * 1000;

/// Why a call to a service failed. Contains nothing of the address or the response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExternalError {
    /// The configured address is invalid.
    #[error("its address is no URL such as https://example.com")]
    Address,
    /// TLS cannot be used.
    #[error("TLS cannot be used: {0}")]
    Tls(String),
    /// It was removed from the settings.
    #[error("it is not set up")]
    NotSetUp,
    /// The circuit breaker is open after repeated failures.
    #[error("it failed too often; it is asked again in a while")]
    CircuitOpen,
    /// The connection could not be established.
    #[error("it cannot be reached")]
    Unreachable,
    /// No response in time.
    #[error("it did not answer in time")]
    TooSlow,
    /// The response was cut off.
    #[error("its answer was cut off")]
    CutOff,
    /// The response exceeds its size limit.
    #[error("its answer is too long")]
    TooLong,
    /// The service responded with an error status.
    #[error("it answered with status {0}")]
    Status(u16),
    /// The response could not be parsed.
    #[error("its answer cannot be parsed: {0}")]
    Unreadable(String),
}

impl ExternalError {
    /// Returns whether a retry may help.
    fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable | Self::TooSlow | Self::CutOff => true,
            Self::Status(status) => *status >= 500 || *status == 429 || *status == 408,
            _ => false,
        }
    }

    /// Returns whether the failure counts towards the circuit breaker. A response without meaning
    /// counts, because reading on would fetch up to a megabyte each time. A refusal (401, 403)
    /// doesn't: the service works, and it may have refused one member's token only.
    fn is_outage(&self) -> bool {
        self.is_passing() || matches!(self, Self::Unreadable(_) | Self::TooLong)
    }
}

struct Inner {
    name: &'static str,
    title: &'static str,
    base: Url,
    client: Client,
    settings: config::Outside,
    clock: Clock,
    breaker: Mutex<Breaker>,
    stats: Mutex<CallStats>,
    /// Since when and until when the service asked not to be called.
    time_asked_for: Mutex<Option<(Millis, Millis)>>,
}

/// A service. Cheap to clone.
#[derive(Clone)]
pub struct ExternalService {
    inner: Arc<Inner>,
}

/// A failed try, with the wait that the service asked for.
struct Failed {
    error: ExternalError,
    wait: Option<Duration>,
}

impl From<ExternalError> for Failed {
    fn from(error: ExternalError) -> Self {
        Self { error, wait: None }
    }
}

impl ExternalService {
    /// A service at an address. `name` is used in metrics, `title` in texts.
    ///
    /// # Errors
    /// [`ExternalError::Address`], [`ExternalError::Tls`].
    pub fn new(
        (name, title): (&'static str, &'static str),
        base: &str,
        settings: &config::Outside,
        clock: &Clock,
    ) -> Result<Self, ExternalError> {
        let mut base: Url = base.parse().map_err(|_| ExternalError::Address)?;
        if !matches!(base.scheme(), "http" | "https") || base.cannot_be_a_base() {
            return Err(ExternalError::Address);
        }
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        let client = Client::builder()
            .user_agent(concat!("Pointhouse/", env!("CARGO_PKG_VERSION")))
            .timeout(Duration::from_millis(settings.timeout_ms))
            .connect_timeout(CONNECT_TIMEOUT)
            // An address that contains a key must not be forwarded to another host.
            .redirect(Policy::none())
            .tls_backend_preconfigured(tls(Vec::new()).map_err(ExternalError::Tls)?)
            .build()
            .map_err(|error| ExternalError::Tls(error.without_url().to_string()))?;
        let breaker = Breaker::new(settings.breaker_failures, settings.breaker_seconds);
        Ok(Self {
            inner: Arc::new(Inner {
                name,
                title,
                base,
                client,
                settings: settings.clone(),
                clock: clock.clone(),
                breaker: Mutex::new(breaker),
                stats: Mutex::default(),
                time_asked_for: Mutex::default(),
            }),
        })
    }

    /// Makes a call and returns the whole response body. Repeatable calls are retried after
    /// transient failures.
    ///
    /// # Errors
    /// See [`ExternalError`].
    pub async fn call(&self, call: &Call) -> Result<Bytes, ExternalError> {
        self.read(call, |answer| Ok(answer.clone())).await
    }

    /// Makes a call, like [`ExternalService::call`], and parses the response with `meaning`. The
    /// call counts as successful when parsing succeeded; the error text must not contain parts of
    /// the response.
    ///
    /// # Errors
    /// See [`ExternalError`].
    pub async fn read<T>(
        &self,
        call: &Call,
        meaning: impl Fn(&Bytes) -> Result<T, String>,
    ) -> Result<T, ExternalError> {
        self.read_with(call, |answer| ready(meaning(&answer))).await
    }

    /// Like [`ExternalService::read`], for parsers that run on another thread.
    ///
    /// # Errors
    /// See [`ExternalError`].
    pub async fn read_with<T, Reading>(
        &self,
        call: &Call,
        meaning: impl Fn(Bytes) -> Reading,
    ) -> Result<T, ExternalError>
    where
        Reading: Future<Output = Result<T, String>>,
    {
        let mut tries = 0;
        loop {
            if !self.inner.breaker.lock().lets_through(self.inner.clock.now()) {
                return Err(ExternalError::CircuitOpen);
            }
            let began = std::time::Instant::now();
            let answered = self.try_once(call).await;
            let took = began.elapsed();
            let read = match answered {
                Ok(bytes) => {
                    meaning(bytes).await.map_err(|why| Failed::from(ExternalError::Unreadable(why)))
                }
                Err(failed) => Err(failed),
            };
            self.note(read.as_ref().err().map(|failed| &failed.error), took);
            let Failed { error, wait } = match read {
                Ok(read) => return Ok(read),
                Err(failed) => failed,
            };
            self.note_time(wait);
            if !call.repeatable || !error.is_passing() || tries >= self.inner.settings.retries {
                return Err(error);
            }
            tries += 1;
            tokio::time::sleep(self.pause(tries, wait)).await;
        }
    }

    /// Makes a call and parses the response as JSON.
    ///
    /// # Errors
    /// See [`ExternalError`].
    pub async fn json<T: DeserializeOwned>(&self, call: &Call) -> Result<T, ExternalError> {
        self.read(call, |answer| from_json(answer)).await
    }

    /// Makes a call and extracts a value from the JSON response. `without` describes what is
    /// missing when nothing is found.
    ///
    /// # Errors
    /// See [`ExternalError`].
    pub async fn find<T>(
        &self,
        call: &Call,
        without: &str,
        found: impl Fn(&Value) -> Option<T>,
    ) -> Result<T, ExternalError> {
        self.find_amounts(call, without, |answer| Ok(found(answer))).await
    }

    /// Like [`ExternalService::find`], for a value with amounts.
    ///
    /// # Errors
    /// See [`ExternalError`].
    pub async fn find_amounts<T>(
        &self,
        call: &Call,
        without: &str,
        found: impl Fn(&Value) -> Result<Option<T>, UnreadableAmount>,
    ) -> Result<T, ExternalError> {
        let meaning = |answer: &Bytes| {
            let found = found(&from_json(answer)?).map_err(|error| error.to_string())?;
            found.ok_or_else(|| without.to_owned())
        };
        self.read(call, meaning).await
    }

    /// Returns whether the service asked for time (`Retry-After`) that has not passed. Calls are
    /// made regardless; callers check this before calls that can be skipped.
    pub fn must_wait(&self) -> bool {
        let now = self.inner.clock.now();
        // When the clock was set back, the elapsed time is unknown.
        self.inner.time_asked_for.lock().is_some_and(|(from, until)| from <= now && now < until)
    }

    fn note_time(&self, wait: Option<Duration>) {
        let Some(wait) = wait else { return };
        let now = self.inner.clock.now();
        let wait = i64::try_from(wait.as_millis()).unwrap_or(TIME_MAX).min(TIME_MAX);
        *self.inner.time_asked_for.lock() = Some((now, now.plus(wait)));
    }

    /// The current status of the service.
    pub fn status(&self) -> ServiceStatus {
        let Inner { name, title, clock, breaker, stats, .. } = self.inner.as_ref();
        let is_circuit_open = !breaker.lock().is_closed(clock.now());
        stats.lock().status(name, title, is_circuit_open)
    }

    fn note(&self, failure: Option<&ExternalError>, took: Duration) {
        let now = self.inner.clock.now();
        let mut stats = self.inner.stats.lock();
        let mut breaker = self.inner.breaker.lock();
        match failure {
            None => {
                stats.answered(now, took);
                breaker.succeeded();
            }
            Some(error) => {
                stats.failed(now, error);
                if error.is_outage() {
                    breaker.failed(now)
                } else {
                    breaker.succeeded()
                }
                let service = self.inner.name;
                tracing::warn!(
                    service, reason = %error,
                    "a call to an external service failed"
                );
            }
        }
    }

    async fn try_once(&self, call: &Call) -> Result<Bytes, Failed> {
        let url = call.url(&self.inner.base);
        let mut request = self.inner.client.request(call.method.into(), url);
        if let Some(bearer) = &call.bearer {
            request = request.header(AUTHORIZATION, format!("Bearer {}", bearer.reveal()));
        }
        request = match &call.body {
            Body::None => request,
            Body::Json(value) => request.json(value),
            Body::Form(fields) => request.form(fields),
        };
        let response = request.send().await.map_err(|error| to_failed(&error))?;
        let status = response.status();
        if !status.is_success() {
            let wait = wait_asked_for(status, response.headers());
            return Err(Failed { error: ExternalError::Status(status.as_u16()), wait });
        }
        self.read_body(response).await.map_err(Failed::from)
    }

    async fn read_body(&self, mut response: Response) -> Result<Bytes, ExternalError> {
        let most = self.inner.settings.answer_bytes_max;
        if response.content_length().is_some_and(|length| length > most) {
            return Err(ExternalError::TooLong);
        }
        let mut read = BytesMut::new();
        loop {
            match response.chunk().await {
                Ok(None) => return Ok(read.freeze()),
                Ok(Some(chunk)) => read.extend_from_slice(&chunk),
                Err(error) if error.is_timeout() => return Err(ExternalError::TooSlow),
                Err(_) => return Err(ExternalError::CutOff),
            }
            if u64::try_from(read.len()).unwrap_or(u64::MAX) > most {
                return Err(ExternalError::TooLong);
            }
        }
    }

    /// Doubles with each try, with random jitter so that callers don't retry in step.
    fn pause(&self, tries: u32, asked_for: Option<Duration>) -> Duration {
        let longest = Duration::from_millis(self.inner.settings.retry_ms)
            .saturating_mul(1 << tries.min(10))
            .min(WAIT_MAX);
        let part = rand::rng().random_range(0.5..=1.0);
        longest.mul_f64(part).max(asked_for.unwrap_or_default().min(WAIT_MAX))
    }
}

/// Sets the TLS implementation of the process. May be called more than once.
pub fn prepare_tls() {
    // An error means that it was set before.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// The root certificates that browsers trust, instead of the system's: the same on every machine. With the
/// certificates of own authorities.
///
/// # Errors
/// An own certificate cannot be used.
pub fn tls(own: Vec<CertificateDer<'static>>) -> Result<rustls::ClientConfig, String> {
    let mut roots = rustls::RootCertStore::empty();
    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    for certificate in own {
        roots.add(certificate).map_err(|error| error.to_string())?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

fn to_failed(error: &reqwest::Error) -> Failed {
    let error = if error.is_timeout() && !error.is_connect() {
        ExternalError::TooSlow
    } else if error.is_connect() {
        ExternalError::Unreachable
    } else {
        ExternalError::CutOff
    };
    error.into()
}

fn wait_asked_for(status: StatusCode, headers: &HeaderMap) -> Option<Duration> {
    if ![StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&status) {
        return None;
    }
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

fn from_json<T: DeserializeOwned>(answer: &Bytes) -> Result<T, String> {
    serde_json::from_slice(answer).map_err(|error| describe(&error))
}

/// Describes where JSON is invalid, without its content.
fn describe(error: &serde_json::Error) -> String {
    let what = match error.classify() {
        serde_json::error::Category::Data => "JSON of another shape",
        serde_json::error::Category::Eof => "JSON that ends too early",
        _ => "no JSON",
    };
    format!("{what}, line {} column {}", error.line(), error.column())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Millis;

    fn service(retry_ms: u64) -> ExternalService {
        prepare_tls();
        let settings = config::Outside {
            timeout_ms: 1000,
            retries: 0,
            retry_ms,
            answer_bytes_max: 1000,
            breaker_failures: 3,
            breaker_seconds: 60,
        };
        let clock = Clock::fixed_at(Millis(0));
        ExternalService::new(("x", "X"), "http://127.0.0.1:9", &settings, &clock).unwrap()
    }

    #[test]
    fn a_pause_doubles_within_its_bounds_and_is_never_the_same_for_two() {
        let service = service(100);
        for (tries, longest) in [(1, 200), (2, 400), (3, 800), (6, 6400), (7, 10_000), (99, 10_000)]
        {
            let longest = Duration::from_millis(longest);
            let pauses: Vec<Duration> = (0..200).map(|_| service.pause(tries, None)).collect();
            assert!(pauses.iter().all(|pause| (longest / 2..=longest).contains(pause)), "{tries}");
            // Two hundred random waits must not all be in one half of the range.
            let middle = longest.mul_f64(0.75);
            assert!(pauses.iter().any(|pause| *pause < middle), "{tries}");
            assert!(pauses.iter().any(|pause| *pause > middle), "{tries}");
        }
    }

    #[test]
    fn a_service_is_given_the_time_it_asks_for_up_to_a_bound() {
        let service = service(100);
        let asked = |seconds| service.pause(1, Some(Duration::from_secs(seconds)));
        assert!((Duration::from_millis(100)..=Duration::from_millis(200)).contains(&asked(0)));
        assert_eq!((asked(3), asked(10)), (Duration::from_secs(3), Duration::from_secs(10)));
        assert_eq!((asked(11), asked(u64::MAX)), (WAIT_MAX, WAIT_MAX));
    }

    #[test]
    fn only_who_is_busy_is_heard_on_when_to_come_back() {
        let answer = |status: u16, after: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.extend(after.map(|after| (RETRY_AFTER, after.parse().unwrap())));
            wait_asked_for(StatusCode::from_u16(status).unwrap(), &headers)
        };
        let seconds = |count| Some(Duration::from_secs(count));
        assert_eq!((answer(429, Some("7")), answer(503, Some("0"))), (seconds(7), seconds(0)));
        assert_eq!((answer(500, Some("7")), answer(429, None)), (None, None));
        // A date, which the standard allows but is not supported, and invalid values.
        for after in ["Wed, 21 Oct 2026 07:28:00 GMT", "-1", "1.5", "soon", ""] {
            assert_eq!(answer(429, Some(after)), None, "{after}");
        }
    }
}
