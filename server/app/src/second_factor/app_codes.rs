//! Codes of an authenticator app: six digits that change every 30 seconds (RFC 6238).

use totp_rs::{Builder, Secret, Totp, TotpError};

/// Bytes of a secret, as RFC 4226 recommends.
pub(super) const SECRET_BYTES: usize = 20;

/// What an authenticator app is set up with.
pub struct NewApp {
    /// The secret in base 32, to type in.
    pub secret: String,
    /// The address that a QR code holds.
    pub address: String,
}

fn codes(secret: [u8; SECRET_BYTES], site: &str, name: &str) -> Result<Totp, TotpError> {
    // The library's defaults are what apps expect: SHA-1, six digits, 30 seconds, one step of skew.
    let of = |text: &str| text.replace(':', " ");
    let builder = Builder::new().with_secret(Secret::new(Box::new(secret)));
    builder.with_account_name(of(name)).with_issuer(Some(of(site))).build()
}

/// The step of 30 seconds that a code is of, if it is right at this time, give or take a step.
pub(super) fn step_of(
    secret: [u8; SECRET_BYTES],
    code: &str,
    millis: i64,
) -> Result<Option<u64>, TotpError> {
    let digits: String = code.chars().filter(char::is_ascii_digit).collect();
    let seconds = u64::try_from(millis / 1000).unwrap_or(0);
    Ok(codes(secret, "site", "name")?.check(&digits, seconds))
}

/// What is shown of a secret to set up an app.
pub(super) fn shown(
    secret: [u8; SECRET_BYTES],
    site: &str,
    name: &str,
) -> Result<NewApp, TotpError> {
    let codes = codes(secret, site, name)?;
    Ok(NewApp { secret: codes.secret().to_base32(), address: codes.to_url()? })
}
