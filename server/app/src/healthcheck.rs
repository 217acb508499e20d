//! Asks a running site whether it answers, for container runtimes and monitors without an HTTP client.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Time limit for the connection and for each read and write.
const TIMEOUT: Duration = Duration::from_secs(3);
/// Status line and a few headers; the rest of the response is not read.
const HEAD_BYTES_MAX: u64 = 512;

/// Calls `/healthz` of the site that listens on this address. Linux connects `0.0.0.0` and `[::]` to
/// this machine.
///
/// # Errors
/// Nothing answers, or the answer is not 200.
pub fn check(listen: SocketAddr) -> Result<(), String> {
    let head = request_head(listen).map_err(|error| format!("http://{listen}/healthz: {error}"))?;
    match head.split(' ').nth(1) {
        Some("200") => Ok(()),
        _ => {
            let status = head.lines().next().unwrap_or_default();
            Err(format!("http://{listen}/healthz answered \"{status}\""))
        }
    }
}

fn request_head(listen: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&listen, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {listen}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut head = Vec::new();
    stream.take(HEAD_BYTES_MAX).read_to_end(&mut head)?;
    Ok(String::from_utf8_lossy(&head).into_owned())
}
