//! A call to an external service.

use reqwest::Url;
use serde_json::Value;

use crate::config::Secret;

/// HTTP method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "HTTP's own names")]
pub enum Method {
    Get,
    Post,
    Delete,
}

impl From<Method> for reqwest::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::Get => Self::GET,
            Method::Post => Self::POST,
            Method::Delete => Self::DELETE,
        }
    }
}

/// Request body.
#[derive(Clone)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Body {
    None,
    Json(Value),
    /// `application/x-www-form-urlencoded`; may contain secrets.
    Form(Vec<(&'static str, String)>),
}

/// One call. Has no `Debug`, because parts of it are secret.
#[derive(Clone)]
pub struct Call {
    pub(super) method: Method,
    pub(super) path: Vec<String>,
    pub(super) query: Vec<(&'static str, String)>,
    pub(super) bearer: Option<Secret>,
    pub(super) body: Body,
    pub(super) repeatable: bool,
}

impl Call {
    /// `GET` of a path below the service's address. Retried on failure.
    pub fn get<'a>(path: impl IntoIterator<Item = &'a str>) -> Self {
        Self::new(Method::Get, path, true)
    }

    /// `POST` to a path below the service's address. Never retried.
    pub fn post<'a>(path: impl IntoIterator<Item = &'a str>, body: Body) -> Self {
        Self { body, ..Self::new(Method::Post, path, false) }
    }

    /// `DELETE` of a path below the service's address. Retried on failure.
    pub fn delete<'a>(path: impl IntoIterator<Item = &'a str>) -> Self {
        Self::new(Method::Delete, path, true)
    }

    fn new<'a>(method: Method, path: impl IntoIterator<Item = &'a str>, repeatable: bool) -> Self {
        let path = path.into_iter().map(str::to_owned).collect();
        Self { method, path, query: Vec::new(), bearer: None, body: Body::None, repeatable }
    }

    /// Adds a query parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.query.push((name, value.into()));
        self
    }

    /// Adds `Authorization: Bearer`.
    #[must_use]
    pub fn bearer(mut self, token: Secret) -> Self {
        self.bearer = Some(token);
        self
    }

    pub(super) fn url(&self, base: &Url) -> Url {
        let mut url = base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(&self.path);
        }
        if !self.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&self.query);
        }
        url
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_below_the_address() {
        let base: Url = "https://example.com/api/KEY/".parse().unwrap();
        let call = Call::get(["hunts", "a/../b?c"]).with("q", "a b&c=d");
        let url = call.url(&base);
        assert_eq!(url.as_str(), "https://example.com/api/KEY/hunts/a%2F..%2Fb%3Fc?q=a+b%26c%3Dd");
    }
}
