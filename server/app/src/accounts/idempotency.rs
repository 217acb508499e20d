//! Idempotency keys of calls that move points (docs/decisions.md, A8).

use actix_web::web::Bytes;
use actix_web::{HttpMessage, HttpRequest};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::error::AuthError;

/// The header that carries a key.
pub const HEADER: &str = "idempotency-key";
/// Longest key, in bytes.
const KEY_BYTES_MAX: usize = 64;

/// Hash of an idempotency key and the path it came on.
pub type KeyHash = [u8; 16];

/// The body of a request with an idempotency key, as it was sent.
pub struct SentBody(pub Bytes);

/// An idempotency key and the request it came with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// Hash of the key and the path.
    pub key: KeyHash,
    /// Hash of the whole body.
    pub body: u64,
}

/// Reads the idempotency key of a request, if it has one. A key is valid for one path: the same
/// text on another path is another key.
///
/// # Errors
/// The key is not 1 to 64 visible characters.
pub fn idempotency_key(req: &HttpRequest) -> Result<Option<IdempotencyKey>, AuthError> {
    let Some(value) = req.headers().get(HEADER) else { return Ok(None) };
    let bytes = value.as_bytes();
    if bytes.is_empty() || bytes.len() > KEY_BYTES_MAX || !bytes.iter().all(u8::is_ascii_graphic) {
        return Err(AuthError::BadKey);
    }
    let mut hash = Sha256::new();
    hash.update(req.path());
    hash.update(b" ");
    hash.update(bytes);
    let key = first_bytes(hash);
    let extensions = req.extensions();
    let body = extensions.get::<SentBody>().map_or(&[][..], |body| &body.0);
    Ok(Some(IdempotencyKey { key, body: u64::from_be_bytes(first_bytes(canonical(body))) }))
}

/// Hashes a body. JSON is parsed and serialized first, so that whitespace and the order of the
/// fields make no difference.
fn canonical(body: &[u8]) -> Sha256 {
    let mut hash = Sha256::new();
    match serde_json::from_slice::<Value>(body) {
        Ok(value) => hash.update(value.to_string()),
        Err(_) => hash.update(body),
    }
    hash
}

fn first_bytes<const COUNT: usize>(hash: Sha256) -> [u8; COUNT] {
    let hash: [u8; 32] = hash.finalize().into();
    hash.first_chunk().copied().unwrap_or([0; COUNT])
}
