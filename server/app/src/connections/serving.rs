//! Serves an application on watched connections.

use std::cell::OnceCell;
use std::fmt;
use std::io;
use std::net::TcpListener;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, KeepAlive, Request, Response};
use actix_server::{GracefulShutdownSignal, Server, ServerBuilder};
use actix_service::{
    IntoServiceFactory, Service, ServiceFactory, ServiceFactoryExt, fn_factory, fn_service,
    map_config,
};
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, Extensions};
use actix_web::rt::net::TcpStream;
use rustls::ServerConfig;

use super::connection::Connection;
use super::line::Line;
use super::places::Places;
use super::stream::{LINGER, Watched};
use super::transport::Transport;
use super::upgrade;

/// The buffer of a connection starts with 8 KiB, grows with its content and shrinks from 128 KiB only; it is
/// sent when this much is in it (32 KiB by default).
const WRITE_BUFFER_BYTES: usize = 8 * 1024;

/// Options of [`serve`].
#[derive(Clone, Debug)]
pub struct Options {
    /// Number of serving threads.
    pub workers: usize,
    /// How long requests in flight are awaited at shutdown.
    pub shutdown_seconds: u64,
    /// Time limit for the head of a request.
    pub head_timeout: Duration,
    /// Limit of connections per address; `None` for no limit.
    pub places: Option<Arc<Places>>,
    /// TLS; `None` for plain HTTP.
    pub tls: Option<Arc<ServerConfig>>,
}

impl Default for Options {
    fn default() -> Self {
        let head_timeout = Duration::from_secs(10);
        Self { workers: 2, shutdown_seconds: 5, head_timeout, places: None, tls: None }
    }
}

/// Serves an application on these listeners. The factory runs once per worker and listener, on the
/// worker's thread.
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
            let application = factory().into_factory();
            let application = application.map_err(|error: S::Error| error.into().error_response());
            let application = map_config(application, |()| AppConfig::default());
            // Its one service in this worker, once it has started.
            let started = Rc::new(OnceCell::new());
            let of_upgrades = Rc::clone(&started);
            let application = fn_factory(move || {
                let (service, started) = (application.new_service(()), Rc::clone(&started));
                async move {
                    // The factory runs once.
                    service.await.map(|service| Rc::clone(started.get_or_init(|| Rc::new(service))))
                }
            });
            let acceptor =
                Rc::new(Acceptor { options: options.clone(), stopping: stopping.clone() });
            let http = HttpService::build()
                .graceful_shutdown_signal(move || {
                    let stopping = stopping.clone();
                    async move { stopping.notified().await }
                })
                // An idle connection ends with the deadline of the next head (stream.rs). The library's own limit is 5 s, less
                // than that of proxies, and drops a request that arrives while the machine stalls.
                .keep_alive(KeepAlive::Os)
                .client_request_timeout(options.head_timeout)
                .client_disconnect_timeout(LINGER)
                .h1_allow_half_closed(false)
                .h1_write_buffer_size(WRITE_BUFFER_BYTES)
                .on_connect_ext(introduce)
                .upgrade(fn_service(move |(request, framed)| {
                    upgrade::serve(of_upgrades.get().map(Rc::clone), request, framed)
                }))
                .h1(application);
            fn_service(move |stream| Rc::clone(&acceptor).accept(stream))
                .map(|stream: Watched| {
                    let peer = stream.tcp().peer_addr().ok();
                    (stream, peer)
                })
                .and_then(http)
        })
    };
    Ok(listeners.into_iter().try_fold(builder, listen)?.run())
}

/// Turns TCP connections of a worker into watched ones.
struct Acceptor {
    options: Options,
    stopping: GracefulShutdownSignal,
}

impl Acceptor {
    /// Runs in a task of the connection, so a slow handshake delays no other connection.
    async fn accept(self: Rc<Self>, stream: TcpStream) -> Result<Watched, DispatchError> {
        let options = &self.options;
        let peer = stream.peer_addr().map_err(DispatchError::Io)?;
        let place = match options.places.as_ref().map(|places| places.take(peer.ip())) {
            None => None,
            Some(Ok(place)) => place,
            Some(Err(_)) => return Err(DispatchError::Io(io::ErrorKind::QuotaExceeded.into())),
        };
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "cannot set TCP_NODELAY on a connection");
        }
        let transport = match &options.tls {
            None => Transport::Plain(stream),
            Some(config) => {
                self.shake_hands(stream, Arc::clone(config)).await.map_err(|error| {
                    tracing::debug!(%error, %peer, "a TLS handshake failed");
                    DispatchError::Io(error)
                })?
            }
        };
        Ok(Watched::new(transport, Connection::new(options.head_timeout), place))
    }

    /// The handshake has the time of a head. The shutdown ends it: no request has begun.
    async fn shake_hands(
        &self,
        stream: TcpStream,
        config: Arc<ServerConfig>,
    ) -> io::Result<Transport> {
        tokio::select! {
            done = Transport::with_tls(stream, config, self.options.head_timeout) => done,
            () = self.stopping.notified() => Err(io::ErrorKind::ConnectionAborted.into()),
        }
    }
}

/// Adds the connection's state to the data of its requests.
fn introduce(stream: &Watched, data: &mut Extensions) {
    data.insert(Rc::clone(stream.connection()));
    if let Some(line) = Line::of(stream.tcp()) {
        // The socket is closed only when this handle is dropped too, so it must live exactly as
        // long as the connection: all other references to it are weak.
        data.insert(Arc::new(line));
    }
}
