//! Checks which pages may open a socket.
//!
//! Browsers let any page open a websocket to any site and send the page's origin in a header.
//! Native clients send no origin.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::Uri;
use actix_web::http::header::{self, HeaderName};
use actix_web::http::uri::Authority;

use crate::rate::Limits;

const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// The host that `place.url` names.
pub fn host_of(url: &str) -> Option<String> {
    let url: Uri = url.parse().ok()?;
    url.scheme()?;
    url.host().map(str::to_ascii_lowercase)
}

/// Returns whether the request comes from a page of this site, or from no page at all. `site` is
/// the host of `place.url`. Ports are not compared, because a development server has another one.
pub fn is_own(req: &HttpRequest, site: Option<&str>, limits: &Limits) -> bool {
    let mut origins = req.headers().get_all(header::ORIGIN);
    let Some(origin) = origins.next() else { return true };
    let host = origin.to_str().ok().and_then(host_of);
    let Some(host) = host.filter(|_| origins.next().is_none()) else { return false };
    let named = |name: &HeaderName| {
        let value = req.headers().get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| is_host(value, &host))
    };
    let forwarded = || is_behind_proxy(req, limits) && named(&FORWARDED_HOST);
    site == Some(&host) || named(&header::HOST) || forwarded()
}

/// A proxy that replaces `Host` puts the host that the browser requested into this header.
fn is_behind_proxy(req: &HttpRequest, limits: &Limits) -> bool {
    let peer = req.peer_addr().map(|peer| peer.ip());
    peer.is_some_and(|peer: IpAddr| limits.is_trusted(peer))
}

fn is_host(value: &str, host: &str) -> bool {
    value.parse().is_ok_and(|value: Authority| value.host().eq_ignore_ascii_case(host))
}
