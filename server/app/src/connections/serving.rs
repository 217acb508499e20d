//! Serves an application on watched connections.

use std::fmt;
use std::future::ready;
use std::io;
use std::net::TcpListener;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, Request, Response};
use actix_server::{Server, ServerBuilder};
use actix_service::{
    IntoServiceFactory, Service, ServiceFactory, ServiceFactoryExt, fn_service, map_config,
};
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, Extensions};
use actix_web::rt::net::TcpStream;

use super::connection::Connection;
use super::line::Line;
use super::places::Places;
use super::stream::Watched;

/// A connection copies what it is given into a buffer that begins with 8 KiB, grows with what is in
/// it and keeps its size for good; it sends when this much is in it (32 KiB by default). Given a
/// burst whole it would stay large for the rest of its life, thousands of times over. Given parts of
/// the buffer's first size, and sent after each, it never grows.
pub const WRITE_BUFFER_BYTES: usize = 8 * 1024;
/// How long what a client still sends is thrown away after an answer that ends the connection, so
/// that the answer is not lost.
const LINGER: Duration = Duration::from_secs(1);

/// How connections are served.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads that serve.
    pub workers: usize,
    /// How long requests in flight are awaited at the end.
    pub shutdown_seconds: u64,
    /// Time in which the head of a request has to arrive.
    pub head_timeout: Duration,
    /// Connections per address; `None` sets no limit.
    pub places: Option<Arc<Places>>,
}

impl Default for Options {
    fn default() -> Self {
        let head_timeout = Duration::from_secs(10);
        Self { workers: 2, shutdown_seconds: 5, head_timeout, places: None }
    }
}

/// Serves an application on these listeners. The factory runs once on each worker's own thread for
/// each listener.
///
/// # Errors
/// A listener cannot be used.
pub fn serve<F, I, S, B>(
    listeners: Vec<TcpListener>,
    options: &Options,
    factory: F,
) -> io::Result<Server>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<Error> + 'static,
    S::InitError: fmt::Debug,
    S::Response: Into<Response<B>> + 'static,
    <S::Service as Service<Request>>::Future: 'static,
    S::Service: 'static,
    B: MessageBody + 'static,
{
    let builder = ServerBuilder::default()
        .workers(options.workers)
        .shutdown_timeout(options.shutdown_seconds)
        .disable_signals();
    let stopping = builder.graceful_shutdown_signal();
    let listen = |builder: ServerBuilder, listener| {
        let (options, factory, stopping) = (options.clone(), factory.clone(), stopping.clone());
        builder.listen("site", listener, move || {
            let stopping = stopping.clone();
            let application =
                factory().into_factory().map_err(|error| error.into().error_response());
            let http = HttpService::build()
                .graceful_shutdown_signal(move || {
                    let stopping = stopping.clone();
                    async move { stopping.notified().await }
                })
                .client_request_timeout(options.head_timeout)
                .client_disconnect_timeout(LINGER)
                .h1_allow_half_closed(false)
                .h1_write_buffer_size(WRITE_BUFFER_BYTES)
                .on_connect_ext(introduce)
                .h1(map_config(application, |()| AppConfig::default()));
            let options = options.clone();
            fn_service(move |stream| ready(accept(stream, &options)))
                .map(|stream: Watched| {
                    let peer = stream.stream().peer_addr().ok();
                    (stream, peer)
                })
                .and_then(http)
        })
    };
    Ok(listeners.into_iter().try_fold(builder, listen)?.run())
}

fn accept(stream: TcpStream, options: &Options) -> Result<Watched, DispatchError> {
    let peer = stream.peer_addr().map_err(DispatchError::Io)?;
    let place = match options.places.as_ref().map(|places| places.take(peer.ip())) {
        None => None,
        Some(Ok(place)) => place,
        Some(Err(_)) => return Err(DispatchError::Io(io::ErrorKind::QuotaExceeded.into())),
    };
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "small packets of a connection may be held back");
    }
    Ok(Watched::new(stream, Connection::new(options.head_timeout), place))
}

/// Gives the requests of a connection what they need of it.
fn introduce(stream: &Watched, data: &mut Extensions) {
    data.insert(Rc::clone(stream.connection()));
    if let Some(line) = Line::of(stream.stream()) {
        // The connection is closed only when this handle is dropped too, so it must live exactly as
        // long: all other references to it are weak.
        data.insert(Arc::new(line));
    }
}
