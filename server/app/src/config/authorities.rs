//! Certificate authorities of the operator's own.

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

/// The certificates in a PEM file; none without a file name.
///
/// # Errors
/// The file cannot be read or contains no certificate.
pub fn read_authorities(file: &str) -> Result<Vec<CertificateDer<'static>>, String> {
    if file.is_empty() {
        return Ok(Vec::new());
    }
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&bytes).collect();
    match found {
        Ok(found) if !found.is_empty() => Ok(found),
        _ => Err(format!("{file} must hold certificates in PEM form")),
    }
}
