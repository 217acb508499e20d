//! Checks of the public address, through which members reach the site.

use std::error::Error;
use std::net::ToSocketAddrs;
use std::time::Duration;

use reqwest::{Client, Url};

use super::Line;
use crate::admin::inspection::{Inspection, Visit};
use crate::external::tls;

/// Time limit of the visit.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Resolves the address, and visits the site through it if it runs. `visit` asks the site how the visit arrived.
pub(super) fn public_address(
    inspection: &Inspection,
    is_running: bool,
    visit: impl Fn() -> Option<Visit>,
) -> Vec<Line> {
    let url = inspection.url.as_str();
    if url.is_empty() {
        return vec![Line::warning(
            "public address",
            "It isn't set: links in emails and on the overlay need it. Enter it under Settings, Address and region",
        )];
    }
    let resolved = resolve(url);
    let is_resolved = resolved.is_ok();
    let mut lines = vec![match resolved {
        Ok(text) => Line::ok("name", text),
        Err(reason) => {
            Line::problem("name", format!("{url}: {reason}. Check the DNS entry of the name"))
        }
    }];
    if !is_running || !is_resolved {
        return lines;
    }
    let asked = actix_web::rt::System::new().block_on(ask(url, &inspection.visit));
    match (asked, visit()) {
        (Err(reason), _) => lines.push(Line::problem(
            "public address",
            format!(
                "{url} doesn't answer: {reason}. Check the proxy, the firewall and the certificate"
            ),
        )),
        (Ok(()), None) => lines.push(Line::problem(
            "public address",
            format!(
                "Another site answers at {url}. Check the DNS entry, and where the proxy leads"
            ),
        )),
        (Ok(()), Some(visit)) => {
            lines.push(Line::ok("public address", format!("{url} leads to this site")));
            lines.push(proxy(visit));
        }
    }
    lines
}

fn resolve(url: &str) -> Result<String, String> {
    let url: Url = url.parse().map_err(|_| "this is no address".to_owned())?;
    let host = url.host_str().unwrap_or_default();
    let port = url.port_or_known_default().unwrap_or(443);
    let found = (host.trim_matches(['[', ']']), port)
        .to_socket_addrs()
        .map_err(|error| format!("the name doesn't resolve: {error}"))?;
    let mut all: Vec<String> = found.map(|address| address.ip().to_string()).collect();
    all.dedup();
    if all.is_empty() {
        return Err("the name has no address".to_owned());
    }
    Ok(format!("{host} is {}", all.join(", ")))
}

async fn ask(url: &str, visit: &str) -> Result<(), String> {
    let client = Client::builder()
        .user_agent(concat!("Pointhouse/", env!("CARGO_PKG_VERSION")))
        .timeout(TIMEOUT)
        .tls_backend_preconfigured(tls(Vec::new())?)
        .build()
        .map_err(|error| error.to_string())?;
    let answer = client.get(format!("{url}/healthz?visit={visit}")).send().await;
    let answer = answer.map_err(|error| innermost(&error.without_url()))?;
    if answer.status().is_success() {
        return Ok(());
    }
    Err(format!("it answers with status {}", answer.status().as_u16()))
}

/// The reason itself, such as a refused connection or an invalid certificate.
fn innermost(error: &reqwest::Error) -> String {
    let mut reason: &dyn Error = error;
    while let Some(source) = reason.source() {
        reason = source;
    }
    reason.to_string()
}

fn proxy(visit: Visit) -> Line {
    let Visit { peer, client, trusted, forwarded } = visit;
    match (trusted, forwarded) {
        (false, true) => Line::problem(
            "proxy",
            format!(
                "The proxy {peer} isn't trusted, so all visitors share its limits. Add it to server.trusted_proxies \
                 and restart the site"
            ),
        ),
        (true, false) => Line::problem(
            "proxy",
            format!(
                "The proxy {peer} doesn't name its clients, so all visitors share its limits. Let it set \
                 X-Forwarded-For (docs/operations.md)"
            ),
        ),
        (true, true) => Line::ok("proxy", format!("Visitors count by their own address: {client}")),
        (false, false) => Line::ok("proxy", format!("Visitors reach the site directly: {client}")),
    }
}
