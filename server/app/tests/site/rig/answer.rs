//! A call and its answer. Whatever holds for every answer is checked here, for all tests.

use reqwest::header::HeaderMap;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;

use super::description;

/// Headers of every page and its files.
const OF_PAGES: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Headers of every answer to a call.
const OF_CALLS: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ("x-frame-options", "DENY"),
];

/// Fields whose values differ between runs.
const VOLATILE: [&str; 2] = ["token", "account_id"];

pub(crate) struct Call {
    name: String,
    request: RequestBuilder,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) name: String,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) body: Value,
}

impl Call {
    pub(crate) fn new(http: &Client, method: Method, url: &str, path: &str) -> Self {
        let name = format!("{method} {path}");
        Self { name, request: http.request(method, format!("{url}{path}")) }
    }

    pub(crate) fn by(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    pub(crate) fn key(self, key: &str) -> Self {
        self.header("idempotency-key", key)
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.request = self.request.header(name, value);
        self
    }

    pub(crate) fn json(mut self, body: &Value) -> Self {
        self.request = self.request.json(body);
        self
    }

    pub(crate) fn text(mut self, body: impl Into<String>) -> Self {
        self.request = self.request.body(body.into());
        self
    }

    pub(crate) fn bytes(mut self, body: Vec<u8>) -> Self {
        self.request = self.request.body(body);
        self
    }

    pub(crate) async fn send(self) -> Answer {
        let name = self.name;
        let answer = self.request.send().await.unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let bytes = answer.bytes().await.unwrap_or_else(|e| panic!("{name}: {e:?}")).to_vec();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        let answer = Answer { name, status, headers, text, bytes, body };
        answer.check();
        answer
    }
}

impl Answer {
    fn check(&self) {
        assert!(!self.header("x-request-id").is_empty(), "{self:?}");
        // Browsers show a picture in a page of their own, which takes its policy.
        let kind = self.headers.get("content-type");
        let is_picture = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"image/"));
        let is_call = self.name.contains(" /api/");
        if !is_call || is_picture {
            self.check_page();
        }
        if is_call {
            self.check_call(is_picture);
        }
    }

    fn check_page(&self) {
        let is_source = self.name.starts_with("GET /stream/s/");
        for (header, value) in OF_PAGES {
            // The address of a source is a secret.
            let is_stricter = is_source && header == "referrer-policy";
            let value = if is_stricter { "no-referrer" } else { value };
            assert_eq!(self.header(header), value, "{header} of {self:?}");
        }
        // Only the overlay may be framed, by the site's own pages.
        let is_overlay =
            self.name.ends_with(" /stream") || self.name.ends_with(" /stream/") || is_source;
        let framing = if is_overlay { ("SAMEORIGIN", "'self'") } else { ("DENY", "'none'") };
        assert_eq!(self.header("x-frame-options"), framing.0, "{self:?}");
        let policy = self.header("content-security-policy");
        assert!(policy.ends_with(&format!("frame-ancestors {}", framing.1)), "{self:?}");
        assert!(policy.contains("default-src 'self'") && policy.contains("object-src 'none'"));
        let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src")).unwrap();
        assert!(!scripts.contains("unsafe"), "no inline script: {scripts}");
        if self.name.starts_with("GET /socket.io/") && self.status == 200 {
            description::check_events(&self.text);
        }
    }

    fn check_call(&self, is_picture: bool) {
        for (header, value) in OF_CALLS.into_iter().filter(|_| !is_picture) {
            assert_eq!(self.header(header), value, "{header} of {self:?}");
        }
        if self.name.starts_with("HEAD ") || self.name.ends_with("openapi.json") {
            return;
        }
        let failed = self.status >= 400;
        if !failed && is_picture {
            // Its address changes with it.
            return assert_eq!(self.header("cache-control"), "public, max-age=31536000, immutable");
        }
        // What everyone gets and has a tag may be kept and asked about again; nothing else may be kept.
        let is_kept =
            self.header("cache-control") == "no-cache" && self.headers.contains_key("etag");
        assert!(is_kept || self.header("cache-control") == "no-store", "{self:?}");
        if self.status == 304 {
            return;
        }
        let files = ["text/csv; charset=utf-8", "application/octet-stream"];
        if !failed && files.contains(&self.header("content-type")) {
            let disposition = self.header("content-disposition");
            assert!(disposition.starts_with("attachment; filename="), "{self:?}");
            return;
        }
        // Some lists are bare arrays.
        assert!(self.body.is_array() && !failed || self.body["success"] == !failed, "{self:?}");
        assert_eq!(self.header("content-type"), "application/json", "{self:?}");
        if failed {
            assert!(self.body["error"].as_str().is_some_and(|code| !code.is_empty()), "{self:?}");
            assert!(self.body["message"].as_str().is_some_and(|text| !text.is_empty()));
        }
        if self.status == 429 {
            let wait: u64 = self.header("retry-after").parse().unwrap();
            assert!((1..=3600).contains(&wait), "{self:?}");
        }
        assert!(self.status < 500 || self.status == 503, "{self:?}");
        let (method, path) = self.name.split_once(' ').unwrap();
        description::check(method, path, self.status, &self.body);
    }

    /// A header as text; empty if there is none.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// What a push client receives when its socket is cut: a disconnect or the session's end.
    pub(crate) fn is_cut(&self) -> bool {
        self.text.starts_with("41") || self.text == "1" || self.status == 400
    }

    /// The body, if the answer has this status.
    #[track_caller]
    pub(crate) fn of(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}: {}", self.name, self.text);
        self.body
    }

    /// Holds status and text of an answer that is no JSON.
    #[track_caller]
    pub(crate) fn of_text(self, status: u16, text: &str) {
        assert_eq!((self.status, self.text.as_str()), (status, text), "{}", self.name);
    }

    /// The text for people, if the answer is this refusal.
    #[track_caller]
    pub(crate) fn refused(self, status: u16, code: &str) -> String {
        let body = self.of(status);
        assert_eq!(body["error"], code, "{body}");
        body["message"].as_str().unwrap().to_owned()
    }

    /// The body for a snapshot.
    #[track_caller]
    pub(crate) fn shape(self, status: u16) -> Value {
        let mut body = self.of(status);
        blot(&mut body);
        body
    }
}

fn blot(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if VOLATILE.contains(&name.as_str()) {
                    *value = format!("[{name}]").into();
                } else {
                    blot(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(blot),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
