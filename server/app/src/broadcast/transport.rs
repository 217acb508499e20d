//! The HTTP side: handlers for polling requests and websockets (Engine.IO protocol, "Transports").

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use actix_web::http::{Method, StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use actix_web_actors::ws::WsResponseBuilder;
use bytes::{Bytes, BytesMut};
use bytestring::ByteString;
use futures_util::StreamExt;
use pointhouse_socketio::{CloseReason, Refusal};
use serde::Deserialize;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::application::Application;
use super::client::{Client, HubQueue, SessionStart, Shared};
use super::event::{Audience, Event};
use super::frame_guard::GuardedPayload;
use super::hub::Hub;
use super::ids::WebsocketId;
use super::packet_limit::PacketLimit;
use super::queue::{CutTarget, Work};
use super::registry::Full;
use super::settings::Settings;
use super::websocket::{self, Wire};
use crate::connections::{Connection, Line};

/// An application with its transport: all sessions of one path. Cheap to clone.
#[derive(Clone)]
pub struct Transport {
    pub(super) shared: Arc<Shared>,
}

impl Transport {
    /// A transport without workers. [`Transport::configure`] adds a worker.
    pub fn new(settings: Settings, application: impl Application) -> Self {
        Self { shared: Arc::new(Shared::new(settings, application)) }
    }

    /// Mounts the transport on a worker and starts the worker's hub. Must be called on the worker's
    /// own thread, as the factory of `HttpServer` is. `path` is the path of the clients, such as
    /// `/socket.io/`.
    pub fn configure(&self, cfg: &mut web::ServiceConfig, path: &str) {
        let queue = self.shared.add_hub();
        let hub = Hub::new(Arc::clone(&queue), Arc::clone(&self.shared));
        actix_web::rt::spawn(hub.run());
        let worker = WorkerState { shared: Arc::clone(&self.shared), hub: queue };
        cfg.service(web::resource(path).app_data(web::Data::new(worker)).to(handle));
    }

    pub(super) fn publish(&self, event: &Event, audience: Audience) {
        let Shared { registry, settings, .. } = &*self.shared;
        let Some(frame) = event.frame() else {
            registry.totals.dropped.fetch_add(1, Ordering::Relaxed);
            return;
        };
        registry.totals.published.fetch_add(1, Ordering::Relaxed);
        let mut taken = true;
        self.each_hub(audience.into(), |hub| {
            taken &= !hub.has_clients() || hub.publish(frame.clone(), audience, settings);
        });
        if !taken {
            registry.totals.dropped.fetch_add(1, Ordering::Relaxed);
            tracing::error!(event = event.name(), "an event was dropped: too many wait");
        }
    }

    pub(super) fn cut(&self, target: CutTarget) {
        self.shared.registry.raise_cuts();
        self.each_hub(target, |hub| hub.push(Work::Cut(target)));
    }

    fn each_hub(&self, target: CutTarget, mut each: impl FnMut(&HubQueue)) {
        let hubs = self.shared.hubs.load();
        match target {
            CutTarget::Everyone
            | CutTarget::Admins
            | CutTarget::AdminSession(_)
            | CutTarget::Source(_) => hubs.iter().for_each(|hub| each(hub)),
            CutTarget::Member(user) | CutTarget::Session(user, _) => {
                self.shared.registry.hubs_of(user, |id| {
                    hubs.iter().filter(|hub| hub.id == id).for_each(|hub| each(hub));
                })
            }
        }
    }
}

/// State of a worker, for its handlers.
struct WorkerState {
    shared: Arc<Shared>,
    hub: Arc<HubQueue>,
}

#[derive(Deserialize)]
struct Query {
    #[serde(rename = "EIO")]
    version: Option<String>,
    transport: Option<String>,
    sid: Option<String>,
}

/// Why a request is refused. Codes and messages are those of the reference server.
#[derive(Clone, Copy, Debug)]
enum Rejection {
    UnknownTransport,
    UnknownSession,
    BadMethod,
    BadRequest,
    BadVersion,
    ForeignPage,
    TooLarge,
    Full(Full),
}

impl From<Refusal> for Rejection {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Closed => Self::UnknownSession,
            Refusal::WrongTransport | Refusal::Broken => Self::BadRequest,
        }
    }
}

impl Rejection {
    fn respond(self) -> HttpResponse {
        let (status, code, message) = match self {
            Self::UnknownTransport => (StatusCode::BAD_REQUEST, 0, "Transport unknown"),
            Self::UnknownSession => (StatusCode::BAD_REQUEST, 1, "Session ID unknown"),
            Self::BadMethod => (StatusCode::BAD_REQUEST, 2, "Bad handshake method"),
            Self::BadRequest => (StatusCode::BAD_REQUEST, 3, "Bad request"),
            Self::BadVersion => (StatusCode::BAD_REQUEST, 5, "Unsupported protocol version"),
            Self::ForeignPage => (StatusCode::FORBIDDEN, 4, "Forbidden"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, 3, "Payload too large"),
            Self::Full(Full::Server) => (StatusCode::SERVICE_UNAVAILABLE, 4, "Server is full"),
            Self::Full(Full::Address) => {
                (StatusCode::TOO_MANY_REQUESTS, 4, "Too many connections from this address")
            }
        };
        let mut response = HttpResponse::build(status);
        if let Self::Full(_) = self {
            response.insert_header((header::RETRY_AFTER, "5"));
        }
        response
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .json(serde_json::json!({ "code": code, "message": message }))
    }
}

async fn handle(
    request: HttpRequest,
    body: web::Payload,
    worker: web::Data<WorkerState>,
) -> HttpResponse {
    match worker.answer(&request, body).await {
        Ok(response) => response,
        Err(rejection) => rejection.respond(),
    }
}

impl WorkerState {
    async fn answer(
        &self,
        request: &HttpRequest,
        body: web::Payload,
    ) -> Result<HttpResponse, Rejection> {
        if !(self.shared.settings.is_own_page)(request) {
            return Err(Rejection::ForeignPage);
        }
        let query = web::Query::<Query>::from_query(request.query_string())
            .map_err(|_| Rejection::BadRequest)?
            .into_inner();
        if query.version.as_deref() != Some("4") {
            return Err(Rejection::BadVersion);
        }
        let client = match &query.sid {
            None => None,
            Some(sid) => Some(self.shared.sessions.get(sid).ok_or(Rejection::UnknownSession)?),
        };
        match (query.transport.as_deref(), client, request.method()) {
            (Some("polling"), None, &Method::GET) => self.begin_polling(request).await,
            (Some("polling"), Some(client), &Method::GET) => get(client).await,
            (Some("polling"), Some(client), &Method::POST) => {
                self.post(request, client, body).await
            }
            (Some("websocket"), client, &Method::GET) => self.websocket(request, body, client),
            (Some("polling" | "websocket"), _, _) => Err(Rejection::BadMethod),
            _ => Err(Rejection::UnknownTransport),
        }
    }

    async fn begin_polling(&self, request: &HttpRequest) -> Result<HttpResponse, Rejection> {
        let address = (self.shared.settings.client_address)(request);
        let permit =
            self.shared.registry.admit(address, &self.shared.settings).map_err(Rejection::Full)?;
        let (client, answer) = Client::polling(&self.shared, &self.hub, permit);
        PendingGet { client, answer }.respond().await
    }

    async fn post(
        &self,
        request: &HttpRequest,
        client: Arc<Client>,
        body: web::Payload,
    ) -> Result<HttpResponse, Rejection> {
        client.post()?;
        let mut pending = PendingPost { client: &client, is_over: false };
        let bytes_max = client.packet_bytes_max();
        let body = if announced_bytes(request) > bytes_max {
            Ok(Err(CloseReason::TooLarge))
        } else {
            timeout(self.shared.settings.body_timeout, read_body(body, bytes_max)).await
        };
        pending.is_over = true;
        match body {
            Ok(Ok(body)) => {
                client.post_body(body)?;
                Ok(polling_response("ok".into()))
            }
            Ok(Err(CloseReason::TooLarge)) => {
                client.post_failed(CloseReason::TooLarge);
                Err(Rejection::TooLarge)
            }
            Ok(Err(_)) | Err(_) => {
                client.post_failed(CloseReason::RequestCancelled);
                Err(Rejection::BadRequest)
            }
        }
    }

    fn websocket(
        &self,
        request: &HttpRequest,
        body: web::Payload,
        client: Option<Arc<Client>>,
    ) -> Result<HttpResponse, Rejection> {
        let stream = request.conn_data::<Rc<Connection>>();
        let stream = stream.filter(|stream| stream.has_left_http());
        let stream = stream.ok_or(Rejection::BadRequest)?;
        let line = request.conn_data::<Arc<Line>>().map(Arc::downgrade);
        let wire = Wire { stream: Rc::clone(stream), line };
        let mut packet_limit = PacketLimit::new(&self.shared.config);
        let connection = if let Some(client) = client {
            packet_limit = client.packet_limit();
            let id = WebsocketId::next();
            match client.websocket_arrived(id) {
                Ok(()) => websocket::Connection::upgrade(client, id, wire),
                Err(Refusal::Closed) => return Err(Rejection::UnknownSession),
                Err(_) => websocket::Connection::unwanted(wire),
            }
        } else {
            let address = (self.shared.settings.client_address)(request);
            let permit = self
                .shared
                .registry
                .admit(address, &self.shared.settings)
                .map_err(Rejection::Full)?;
            let start = SessionStart {
                shared: Arc::clone(&self.shared),
                hub: Arc::clone(&self.hub),
                permit,
                packet_limit: packet_limit.clone(),
            };
            websocket::Connection::new(start, wire)
        };
        let body = GuardedPayload::new(body, packet_limit, Some(Rc::clone(stream)));
        let response = WsResponseBuilder::new(connection, request, body)
            .frame_size(self.shared.config.max_payload)
            .start()
            .map_err(|_| Rejection::BadRequest)?;
        stream.becomes_websocket();
        Ok(response)
    }
}

async fn get(client: Arc<Client>) -> Result<HttpResponse, Rejection> {
    let answer = client.get()?;
    PendingGet { client, answer }.respond().await
}

/// A waiting GET. Dropping it before its response ends the session.
struct PendingGet {
    client: Arc<Client>,
    answer: oneshot::Receiver<ByteString>,
}

impl PendingGet {
    async fn respond(mut self) -> Result<HttpResponse, Rejection> {
        let guard = GetGuard { client: Some(&self.client) };
        let answer = (&mut self.answer).await;
        guard.disarm();
        answer.map(polling_response).map_err(|_| Rejection::UnknownSession)
    }
}

struct GetGuard<'a> {
    client: Option<&'a Client>,
}

impl GetGuard<'_> {
    fn disarm(mut self) {
        self.client = None;
    }
}

impl Drop for GetGuard<'_> {
    fn drop(&mut self) {
        if let Some(client) = self.client {
            client.get_lost();
        }
    }
}

/// A POST whose body is being read. Dropping it before the end of the body ends the session.
struct PendingPost<'a> {
    client: &'a Client,
    is_over: bool,
}

impl Drop for PendingPost<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            self.client.post_failed(CloseReason::RequestCancelled);
        }
    }
}

/// The `Content-Length` of a request in bytes; 0 without one.
fn announced_bytes(request: &HttpRequest) -> usize {
    let length = request.headers().get(header::CONTENT_LENGTH);
    length.and_then(|length| length.to_str().ok()?.parse().ok()).unwrap_or(0)
}

async fn read_body(mut body: web::Payload, bytes_max: usize) -> Result<Bytes, CloseReason> {
    let mut read = BytesMut::new();
    while let Some(part) = body.next().await {
        let part = part.map_err(|_| CloseReason::RequestCancelled)?;
        if read.len().saturating_add(part.len()) > bytes_max {
            return Err(CloseReason::TooLarge);
        }
        read.extend_from_slice(&part);
    }
    Ok(read.freeze())
}

fn polling_response(body: ByteString) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=UTF-8"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(body)
}
