//! Every limit and interval of a session, by name.

use std::time::Duration;

/// Intervals and limits of a session. One value is shared by all sessions of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Time from the handshake, or from the last pong, to the next ping. Told to the client in
    /// whole milliseconds.
    pub ping_interval: Duration,
    /// Time a client has to answer a ping. Told to the client in whole milliseconds.
    pub ping_timeout: Duration,
    /// Time a client has to be in at least one namespace: after the handshake, and again whenever
    /// it has left its last one.
    pub connect_timeout: Duration,
    /// Time a websocket has to complete the upgrade of a polling session.
    pub upgrade_timeout: Duration,
    /// Time a GET still waits once a websocket has answered for the upgrade, before it is released
    /// with nothing. A GET that overtook the client's upgrade packet on another connection is
    /// refused instead, as one behind that packet is.
    pub upgrade_pause: Duration,
    /// Time a client has to deliver the attachments it announced.
    pub attachments_timeout: Duration,
    /// Largest websocket message and largest polling body, in bytes. Told to the client, whatever the
    /// limits of incoming packets are. A single outgoing packet above it still leaves, alone in its body.
    pub max_payload: usize,
    /// Largest incoming websocket message and polling body of a client that has not identified itself
    /// ([`crate::Session::identify`]). One that is larger closes the session.
    pub packet_bytes_max: usize,
    /// The same for a client that has.
    pub identified_packet_bytes_max: usize,
    /// Packets kept for a polling client between two of its GETs. One more closes the session.
    pub outbox_packets_max: usize,
    /// Bytes kept for a polling client between two of its GETs. One more closes the session.
    pub outbox_bytes_max: usize,
    /// Packets in one POST body.
    pub payload_packets_max: usize,
    /// Packets a client may send within one second, whatever carries them.
    pub packets_per_second_max: u32,
    /// Binary attachments of one packet; 0 refuses binary packets.
    pub attachments_max: usize,
    /// Bytes of one packet with all its attachments.
    pub attachments_bytes_max: usize,
    /// Bytes of the JSON object that a client may send when it connects to a namespace.
    pub connect_payload_bytes_max: usize,
    /// Namespaces one session may be in at the same time.
    pub namespaces_max: usize,
    /// Bytes of a namespace's name, the leading slash included.
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
            // A dead client is noticed within 25 seconds instead of the reference server's 45, so
            // that what it holds is given back within half a minute.
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
