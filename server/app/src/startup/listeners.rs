//! The listeners of a site: its own, the one that redirects to https, and the one for metrics.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::middleware::from_fn;
use actix_web::{App, HttpServer, web};

use super::{Site, StartError, redirect};
use crate::cluster::Leading;
use crate::config::Config;
use crate::tls::{CertificateFiles, CertificateSource, Tls};
use crate::{connections, middleware, operations};

/// Bound addresses and the certificate. They are ready before anything is stored: a start that
/// fails must not make a code that it cannot show.
pub(super) struct Listeners {
    /// The address of the site.
    pub address: SocketAddr,
    /// TLS of the site, unless it is off.
    pub tls: Option<Tls>,
    site: TcpListener,
    redirect: Option<(TcpListener, SocketAddr)>,
    metrics: Option<TcpListener>,
}

/// The servers of the site, which run.
pub(super) struct Servers {
    pub site: ServerHandle,
    pub finished: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Listeners {
    pub(super) fn bind(config: &Config, data: &Path) -> Result<Self, StartError> {
        let tls = Tls::prepare(&config.server, data)?;
        let (site, address) = bind(config.server.listen)?;
        let redirect = bind_optional(&config.server.redirect_listen)?;
        let metrics = bind_optional(&config.server.metrics_listen)?;
        if let Some((_, address)) = &metrics {
            tracing::info!(%address, "serving metrics");
        }
        let metrics = metrics.map(|(listener, _)| listener);
        Ok(Self { address, tls, site, redirect, metrics })
    }

    /// Serves the site.
    pub(super) fn serve(
        &self,
        (site, leading): (&Site, Option<&Leading>),
        config: &Config,
    ) -> Result<Servers, StartError> {
        let leading = leading.cloned();
        let of_worker = site.clone();
        let tls = self.tls.as_ref().map(|tls| Arc::clone(&tls.config));
        let options = connections::Options { tls, ..options(site, config) };
        let server = connections::serve(vec![self.site.try_clone()?], &options, move || {
            // Runs once on each worker's thread.
            of_worker.arbiters.register_current();
            let site = of_worker.clone();
            App::new()
                .wrap(from_fn(middleware::handle))
                .configure(|cfg| leading.iter().for_each(|leading| leading.mount(cfg)))
                .configure(|cfg| site.mount(cfg))
        })?;
        let handle = server.handle();
        Ok(Servers { site: handle, finished: actix_web::rt::spawn(server) })
    }

    /// The listener of the site once more, for a server before it.
    pub(super) fn another(&self) -> std::io::Result<TcpListener> {
        self.site.try_clone()
    }

    /// The certificate's files, if it comes from files.
    pub(super) fn certificate_files(&self) -> Option<Arc<CertificateFiles>> {
        match &self.tls.as_ref()?.source {
            CertificateSource::Files(files) => Some(Arc::clone(files)),
            CertificateSource::Acme(_) => None,
        }
    }

    /// Address of the listener that redirects to https.
    pub(super) fn redirect_address(&self) -> Option<SocketAddr> {
        self.redirect.as_ref().map(|(_, address)| *address)
    }

    /// Serves everything else, after the site is ready.
    pub(super) fn serve_others(
        self,
        site: &Site,
        config: &Config,
    ) -> Result<Vec<ServerHandle>, StartError> {
        let options = options(site, config);
        match self.tls.map(|tls| tls.source) {
            Some(CertificateSource::Files(files)) => {
                let every = Duration::from_secs(config.server.tls_check_seconds);
                drop(actix_web::rt::spawn(files.watch(every)));
            }
            Some(CertificateSource::Acme(acme)) => drop(actix_web::rt::spawn(acme.run())),
            None => {}
        }
        let settings = site.settings().clone();
        let redirect =
            self.redirect.map(|(listener, _)| redirect::serve(listener, &options, settings));
        let metrics = self.metrics.map(|listener| serve_metrics(site, listener));
        redirect.into_iter().chain(metrics).collect()
    }
}

/// Limits of connections, without TLS.
fn options(site: &Site, config: &Config) -> connections::Options {
    connections::Options {
        workers: config.server.workers,
        shutdown_seconds: config.server.shutdown_seconds,
        head_timeout: Duration::from_secs(config.server.head_seconds),
        places: Some(Arc::clone(&site.observed.places)),
        tls: None,
    }
}

fn bind(wanted: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let failed = |source| StartError::Listen { address: wanted.to_string(), source };
    let listener = TcpListener::bind(wanted).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

fn bind_optional(wanted: &str) -> Result<Option<(TcpListener, SocketAddr)>, StartError> {
    // Either empty or a valid address: the settings are checked.
    wanted.parse().ok().map(bind).transpose()
}

fn serve_metrics(site: &Site, listener: TcpListener) -> Result<ServerHandle, StartError> {
    let observed = site.observed.clone();
    let server = HttpServer::new(move || {
        let route = web::get().to(operations::open_metrics);
        let headers = middleware::headers_without_pages().add((CACHE_CONTROL, "no-store"));
        App::new().app_data(observed.clone()).route("/metrics", route).wrap(headers)
    })
    .workers(1)
    .disable_signals()
    .listen(listener)?
    .run();
    let handle = server.handle();
    actix_web::rt::spawn(server);
    Ok(handle)
}
