//! Answers that are asked for again and again: whoever has the newest one is told just that.

use actix_web::http::header::{CacheControl, CacheDirective, ETag, EntityTag, Header, IfNoneMatch};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Bytes of the digest that make the tag.
const TAG_BYTES: usize = 16;

/// The answer as JSON with its tag, or 304 to a caller that has it already.
pub fn json(req: &HttpRequest, answer: &impl Serialize) -> HttpResponse {
    match Ready::new(answer) {
        Ok(ready) => ready.answer(req),
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}

/// An answer that is written out once, with its tag.
#[derive(Clone, Debug)]
pub struct Ready {
    body: Bytes,
    tag: EntityTag,
}

impl Ready {
    /// Writes it out.
    ///
    /// # Errors
    /// It is not plain data.
    pub fn new(answer: &impl Serialize) -> Result<Self, serde_json::Error> {
        Ok(Self::of(serde_json::to_vec(answer)?))
    }

    /// An answer that is JSON already.
    pub fn of(body: Vec<u8>) -> Self {
        let digest = Sha256::digest(&body);
        let tag: String = digest.iter().take(TAG_BYTES).map(|byte| format!("{byte:02x}")).collect();
        Self { body: body.into(), tag: EntityTag::new_strong(tag) }
    }

    /// The tag, without its quotes.
    pub fn tag(&self) -> &str {
        self.tag.tag()
    }

    /// The answer, or 304 to a caller that has it already.
    pub fn answer(&self, req: &HttpRequest) -> HttpResponse {
        let known = match IfNoneMatch::parse(req) {
            Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(&self.tag)),
            Ok(IfNoneMatch::Any) | Err(_) => false,
        };
        let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        // Kept, but asked about each time.
        response.insert_header(CacheControl(vec![CacheDirective::NoCache]));
        response.insert_header(ETag(self.tag.clone()));
        if known {
            response.finish()
        } else {
            response.content_type("application/json").body(self.body.clone())
        }
    }
}
