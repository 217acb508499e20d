//! Responses that clients poll: a client with the newest version gets 304.

use actix_web::http::header::{CacheControl, CacheDirective, ETag, EntityTag, Header, IfNoneMatch};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Bytes of the digest used for the tag.
const TAG_BYTES: usize = 16;

/// Responds with JSON and its tag, or with 304 if the client has this version.
pub fn json(req: &HttpRequest, answer: &impl Serialize) -> HttpResponse {
    match Ready::new(answer) {
        Ok(ready) => ready.answer(req),
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}

/// The same for JSON that only some callers get: no cache may store it.
pub fn unstored(req: &HttpRequest, answer: &impl Serialize) -> HttpResponse {
    match Ready::new(answer) {
        Ok(ready) => ready.answer_unstored(req),
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}

/// A response that is serialized once, with its tag.
#[derive(Clone, Debug)]
pub struct Ready {
    body: Bytes,
    tag: EntityTag,
}

impl Ready {
    /// Serializes the response.
    ///
    /// # Errors
    /// It cannot be serialized.
    pub fn new(answer: &impl Serialize) -> Result<Self, serde_json::Error> {
        Ok(Self::of(serde_json::to_vec(answer)?))
    }

    /// A response that is already JSON.
    pub fn of(body: Vec<u8>) -> Self {
        let digest = Sha256::digest(&body);
        let tag: String = digest.iter().take(TAG_BYTES).map(|byte| format!("{byte:02x}")).collect();
        Self { body: body.into(), tag: EntityTag::new_strong(tag) }
    }

    /// The tag, without its quotes.
    pub fn tag(&self) -> &str {
        self.tag.tag()
    }

    /// Responds with what only some callers get: no cache may store it. A client that names the version that it keeps
    /// itself gets 304.
    pub fn answer_unstored(&self, req: &HttpRequest) -> HttpResponse {
        self.answer_with(req, CacheDirective::NoStore)
    }

    /// Responds with the content, or with 304 if the client has this version.
    pub fn answer(&self, req: &HttpRequest) -> HttpResponse {
        // Clients may cache it, but must revalidate each time.
        self.answer_with(req, CacheDirective::NoCache)
    }

    fn answer_with(&self, req: &HttpRequest, caching: CacheDirective) -> HttpResponse {
        let known = match IfNoneMatch::parse(req) {
            Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(&self.tag)),
            Ok(IfNoneMatch::Any) | Err(_) => false,
        };
        let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        response.insert_header(CacheControl(vec![caching]));
        response.insert_header(ETag(self.tag.clone()));
        if known {
            response.finish()
        } else {
            response.content_type("application/json").body(self.body.clone())
        }
    }
}
