//! Idempotency keys of calls that move points (decision A8).

use actix_web::HttpRequest;
use sha2::{Digest, Sha256};

use super::error::AuthError;

/// Longest key.
const KEY_BYTES_MAX: usize = 64;

/// Hash of an idempotency key with the path it came on.
pub type KeyHash = [u8; 16];

/// Hash of the idempotency key, if one came. A key serves one call: the same text on another path
/// is another key.
///
/// # Errors
/// It is not 1 to 64 visible characters.
pub fn idempotency_key(req: &HttpRequest) -> Result<Option<KeyHash>, AuthError> {
    let Some(value) = req.headers().get("idempotency-key") else { return Ok(None) };
    let bytes = value.as_bytes();
    if bytes.is_empty() || bytes.len() > KEY_BYTES_MAX || !bytes.iter().all(u8::is_ascii_graphic) {
        return Err(AuthError::BadKey);
    }
    let mut hash = Sha256::new();
    hash.update(req.path());
    hash.update(b" ");
    hash.update(bytes);
    let hash: [u8; 32] = hash.finalize().into();
    let (half, _) = hash.split_at(16);
    Ok(half.try_into().ok())
}
