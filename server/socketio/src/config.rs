//! All limits and intervals of a session.

use std::time::Duration;

/// Intervals and limits of a session. One value is shared by all sessions of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Time from the handshake, or from the last pong, to the next ping. Sent to the client in
    /// whole milliseconds.
    pub ping_interval: Duration,
    /// Time for a client to answer a ping. Sent to the client in whole milliseconds.
    pub ping_timeout: Duration,
    /// Time for a client to join a namespace: after the handshake, and again after it has left its
    /// last one.
    pub connect_timeout: Duration,
    /// Time for a websocket to complete the upgrade of a polling session.
    pub upgrade_timeout: Duration,
    /// How long a GET still waits after a websocket was answered for the upgrade, before it gets an
    /// empty response. A GET that arrives after the client's upgrade packet on another connection
    /// is refused instead.
    pub upgrade_pause: Duration,
    /// Time for a client to send the attachments it announced.
    pub attachments_timeout: Duration,
    /// Largest websocket message and largest polling body, in bytes. Sent to the client,
    /// independent of the limits of incoming packets. A single outgoing packet above it is still
    /// sent, alone in its body.
    pub max_payload: usize,
    /// Largest incoming websocket message and polling body of a client that has not identified
    /// itself ([`crate::Session::identify`]), in bytes. A larger one closes the session.
    pub packet_bytes_max: usize,
    /// The same for a client that has identified itself.
    pub identified_packet_bytes_max: usize,
    /// Most packets kept for a polling client between two GETs. One more closes the session.
    pub outbox_packets_max: usize,
    /// Most bytes kept for a polling client between two GETs. One more closes the session.
    pub outbox_bytes_max: usize,
    /// Most packets in one POST body.
    pub payload_packets_max: usize,
    /// Most packets that a client may send per second, on any transport.
    pub packets_per_second_max: u32,
    /// Most binary attachments of one packet; 0 refuses binary packets.
    pub attachments_max: usize,
    /// Most bytes of one packet with all its attachments.
    pub attachments_bytes_max: usize,
    /// Most bytes of the JSON object that a client may send when it connects to a namespace.
    pub connect_payload_bytes_max: usize,
    /// Most namespaces that one session may be in at the same time.
    pub namespaces_max: usize,
    /// Most bytes of a namespace's name, including the leading slash.
    pub namespace_bytes_max: usize,
}

impl Config {
    /// The largest incoming websocket message and polling body of a client.
    #[must_use]
    pub fn packet_bytes(&self, is_identified: bool) -> usize {
        let own =
            if is_identified { self.identified_packet_bytes_max } else { self.packet_bytes_max };
        own.min(self.max_payload)
    }
}

impl Default for Config {
    /// The reference server's payload limit and timeouts, a closer heartbeat (see below), and limits
    /// that suit a site whose clients mostly listen.
    fn default() -> Self {
        Self {
            // A dead client is detected within 25 seconds instead of the reference server's 45, so
            // that its resources are released within half a minute.
            ping_interval: Duration::from_secs(15),
            ping_timeout: Duration::from_secs(10),
            connect_timeout: Duration::from_secs(45),
            upgrade_timeout: Duration::from_secs(10),
            upgrade_pause: Duration::from_millis(50),
            attachments_timeout: Duration::from_secs(10),
            max_payload: 1_000_000,
            packet_bytes_max: 1_000_000,
            identified_packet_bytes_max: 1_000_000,
            outbox_packets_max: 1_024,
            outbox_bytes_max: 1_000_000,
            payload_packets_max: 1_024,
            packets_per_second_max: 1_000,
            attachments_max: 16,
            attachments_bytes_max: 1_000_000,
            connect_payload_bytes_max: 16 * 1024,
            namespaces_max: 8,
            namespace_bytes_max: 128,
        }
    }
}
