//! Asks a running site whether it answers, for container runtimes and monitors without an HTTP client.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, SignatureScheme, StreamOwned};

/// Time limit for the connection and for each read and write.
const TIMEOUT: Duration = Duration::from_secs(3);
/// Status line and a few headers; the rest of the response is not read.
const HEAD_BYTES_MAX: u64 = 512;

/// Calls `/healthz` of the site that listens on this address. Linux connects `0.0.0.0` and `[::]` to
/// this machine.
///
/// # Errors
/// Nothing answers, or the answer is not 200.
pub fn check(listen: SocketAddr, uses_tls: bool) -> Result<(), String> {
    let scheme = if uses_tls { "https" } else { "http" };
    let url = format!("{scheme}://{listen}/healthz");
    let head = request_head(listen, uses_tls).map_err(|error| format!("{url}: {error}"))?;
    match head.split(' ').nth(1) {
        Some("200") => Ok(()),
        _ => {
            let status = head.lines().next().unwrap_or_default();
            Err(format!("{url} answered \"{status}\""))
        }
    }
}

fn request_head(listen: SocketAddr, uses_tls: bool) -> io::Result<String> {
    let stream = TcpStream::connect_timeout(&listen, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    if !uses_tls {
        return exchange(stream, listen);
    }
    let name = ServerName::from(listen.ip());
    let session = ClientConnection::new(Arc::new(client_config()?), name);
    exchange(StreamOwned::new(session.map_err(io::Error::other)?, stream), listen)
}

fn exchange(mut stream: impl Read + Write, listen: SocketAddr) -> io::Result<String> {
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {listen}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut head = Vec::new();
    match stream.take(HEAD_BYTES_MAX).read_to_end(&mut head) {
        // The end of TLS without its closing message: the status has arrived by then.
        Err(error) if error.kind() == ErrorKind::UnexpectedEof && !head.is_empty() => {}
        read => drop(read?),
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}

fn client_config() -> io::Result<ClientConfig> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?;
    let verifier = Arc::new(AnyCertificate(provider));
    Ok(builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth())
}

/// Accepts the certificate of any name: the check connects to an address of this machine, sends no
/// secret, and asks only whether the site answers.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, cert, dss, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, cert, dss, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
