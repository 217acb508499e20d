//! Every limit and interval of live push, by name.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpRequest;
use pointhouse_socketio::Config;

use super::batch::BatchMax;

/// How the address of a client is found, for the limit per address. Behind a proxy it has to look
/// at the forwarding headers of trusted proxies (docs/decisions.md, F7).
pub type ClientAddress = Arc<dyn Fn(&HttpRequest) -> Option<IpAddr> + Send + Sync>;

/// Whether a request comes from a page of this site, or from no page at all.
pub type OwnPage = Arc<dyn Fn(&HttpRequest) -> bool + Send + Sync>;

/// Limits and intervals of live push.
#[derive(Clone)]
pub struct Settings {
    /// Limits and intervals of one session.
    pub session: Config,
    /// Sockets all together, polling clients included. One more is answered with status 503. Each
    /// connection takes two file descriptors (see `connections::Line`).
    pub sockets_max: usize,
    /// Sockets of one member. One more is refused when it joins.
    pub sockets_per_member: usize,
    /// Sockets of one address (of a /64 network for IPv6); 0 sets no limit. One more is answered
    /// with status 429.
    pub sockets_per_address: usize,
    /// What is published within this time leaves in one write per socket.
    pub tick: Duration,
    /// Bytes of events that one tick sends to one socket; what is above waits for the next tick.
    pub batch_bytes_max: usize,
    /// Events that one tick sends to one socket. A socket's own queue keeps the size it once had, so
    /// this bounds what a burst costs for good.
    pub batch_events_max: usize,
    /// Events that wait for a worker's next tick. One more is dropped, counted and logged.
    pub queue_events_max: usize,
    /// Bytes of events that wait for a worker's next tick. One more event is dropped.
    pub queue_bytes_max: usize,
    /// Time a client has to send the body of a POST. In the product the front door's own, shorter limit
    /// comes first.
    pub body_timeout: Duration,
    /// The kernel's send buffer of a websocket, in bytes (the kernel takes twice of it). What a
    /// stalled client holds there is memory too.
    pub send_buffer_bytes: usize,
    /// How the address of a client is found.
    pub client_address: ClientAddress,
    /// Which pages may open a socket; others are answered with status 403.
    pub is_own_page: OwnPage,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            // The product takes no binary packets, so nothing is kept for any.
            session: Config {
                attachments_max: 0,
                packet_bytes_max: 16 * 1024,
                identified_packet_bytes_max: 64 * 1024,
                ..Config::default()
            },
            sockets_max: 10_000,
            sockets_per_member: 20,
            sockets_per_address: 200,
            tick: Duration::from_millis(5),
            batch_bytes_max: 32 * 1024,
            batch_events_max: 128,
            queue_events_max: 65_536,
            queue_bytes_max: 32 * 1024 * 1024,
            body_timeout: Duration::from_secs(30),
            send_buffer_bytes: 64 * 1024,
            client_address: Arc::new(|request| request.peer_addr().map(|peer| peer.ip())),
            is_own_page: Arc::new(|_| true),
        }
    }
}

impl Settings {
    pub(super) fn batch_max(&self) -> BatchMax {
        BatchMax { bytes: self.batch_bytes_max, events: self.batch_events_max }
    }
}
