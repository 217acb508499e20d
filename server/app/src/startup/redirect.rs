//! The listener that redirects plain HTTP to the site's https address.

use std::future::ready;
use std::net::TcpListener;

use actix_web::dev::ServerHandle;
use actix_web::http::{Uri, header};
use actix_web::{App, HttpRequest, HttpResponse, web};

use super::StartError;
use crate::config::{Config, Settings};
use crate::connections::{self, Options};
use crate::middleware;

/// Answers every request with a redirect, within the limits of the site's connections.
pub(super) fn serve(
    listener: TcpListener,
    options: &Options,
    settings: Settings,
) -> Result<ServerHandle, StartError> {
    let options = Options { workers: 1, ..options.clone() };
    let server = connections::serve(vec![listener], &options, move || {
        let settings = settings.clone();
        let redirect = move |req: HttpRequest| ready(redirect(&req, &settings.now()));
        App::new().default_service(web::to(redirect)).wrap(middleware::headers_without_pages())
    })?;
    let handle = server.handle();
    actix_web::rt::spawn(server);
    Ok(handle)
}

/// Status 308 keeps method and body. There is no HSTS header: browsers ignore it on plain HTTP
/// (RFC 6797, section 8.1).
fn redirect(req: &HttpRequest, config: &Config) -> HttpResponse {
    let Some(host) = public_host(config) else {
        return HttpResponse::ServiceUnavailable()
            .content_type("text/plain; charset=utf-8")
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .body("This site has no address yet. Use https, and set the address in the panel.\n");
    };
    let path = req.uri().path_and_query().map(|path| path.as_str());
    let path = path.filter(|path| path.starts_with('/')).unwrap_or("/");
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, format!("https://{host}{path}")))
        .finish()
}

/// Host and port that the settings name. The request's `Host` is never used: anyone can forge it,
/// and a cache would pass the redirect on to others.
fn public_host(config: &Config) -> Option<String> {
    let url: Option<Uri> = config.place.url.parse().ok();
    let is_https = |url: &Uri| url.scheme_str() == Some("https");
    let of_site = url.filter(is_https).and_then(|url| Some(url.authority()?.to_string()));
    of_site.or_else(|| config.server.acme_domains.first().cloned())
}
