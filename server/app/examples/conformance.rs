//! The product's own push transport with echo handlers, for the official protocol suites.
//!
//! ```text
//! cargo run --release -p pointhouse --example conformance
//! ```
//!
//! `/engine.io/` sends every Engine.IO message back as it came. `/socket.io/` is a Socket.IO server:
//! in the main namespace it emits `auth` with the CONNECT payload, answers `message` with
//! `message-back` and `message-with-ack` with an acknowledgement, all arguments and binary
//! attachments included; `/custom` only emits `auth`; there is no other namespace.

use std::net::{TcpListener, ToSocketAddrs};
use std::time::Duration;

use actix_web::App;
use clap::Parser;
use pointhouse::broadcast::{Application, Call, ConnectError, Identity, Settings, Transport};
use pointhouse::connections::{self, Options};
use pointhouse_socketio::{Config, Frame, Kind, Message, Outgoing, Protocol, event};
use serde_json::Value;

/// Listens on localhost without authentication and without rate limits.
#[derive(Parser)]
struct Flags {
    /// TCP port.
    #[arg(long, default_value_t = 3000)]
    port: u16,
    /// Milliseconds from the handshake or a pong to the next ping.
    #[arg(long, default_value_t = 300)]
    ping_interval: u64,
    /// Milliseconds a client has to answer a ping.
    #[arg(long, default_value_t = 200)]
    ping_timeout: u64,
    /// Largest message and largest polling body in bytes.
    #[arg(long, default_value_t = 1_000_000)]
    max_payload: usize,
    /// Milliseconds a client has to join a namespace.
    #[arg(long, default_value_t = 1_000)]
    connect_timeout: u64,
    /// Milliseconds within which what is emitted leaves in one write. Longer than the product's: the
    /// suites miss a message that arrives together with the one they wait for.
    #[arg(long, default_value_t = 25)]
    tick: u64,
    /// Threads that serve requests. The suites send requests on several connections and take for
    /// granted that they are seen in that order, which only a single thread can promise.
    #[arg(long, default_value_t = 1)]
    workers: usize,
}

impl Flags {
    fn settings(&self) -> Settings {
        let session = Config {
            ping_interval: Duration::from_millis(self.ping_interval),
            ping_timeout: Duration::from_millis(self.ping_timeout),
            connect_timeout: Duration::from_millis(self.connect_timeout),
            max_payload: self.max_payload,
            packet_bytes_max: self.max_payload,
            identified_packet_bytes_max: self.max_payload,
            packets_per_second_max: u32::MAX,
            ..Config::default()
        };
        let tick = Duration::from_millis(self.tick);
        Settings { session, tick, sockets_per_address: 0, ..Settings::default() }
    }
}

/// Sends every Engine.IO message back.
struct RawEcho;

impl Application for RawEcho {
    fn protocol(&self) -> Protocol {
        Protocol::Engine
    }

    fn connect(&self, _: &str, _: &Value, _: &mut Vec<Frame>) -> Result<Identity, ConnectError> {
        Err(ConnectError("there are no namespaces without Socket.IO"))
    }

    fn event(&self, _: &Call<'_>, _: &mut Vec<Frame>) {}

    fn message(&self, message: Message, replies: &mut Vec<Frame>) {
        replies.push(message.into_frame());
    }
}

/// Sends Socket.IO events back.
struct Echo;

impl Application for Echo {
    fn connect(
        &self,
        namespace: &str,
        payload: &Value,
        replies: &mut Vec<Frame>,
    ) -> Result<Identity, ConnectError> {
        if !matches!(namespace, "/" | "/custom") {
            return Err(ConnectError("Invalid namespace"));
        }
        let auth = event(namespace, "auth", payload).map_err(|_| ConnectError("bad payload"))?;
        replies.push(Frame::Text(auth));
        Ok(Identity::default())
    }

    fn event(&self, call: &Call<'_>, replies: &mut Vec<Frame>) {
        let arguments = call.data.arguments_json();
        let comma = if arguments.is_empty() { "" } else { "," };
        let (kind, id, json) = match (call.namespace, call.data.name(), call.id) {
            ("/", "message", _) => {
                (Kind::Event, None, format!("[\"message-back\"{comma}{arguments}]"))
            }
            ("/", "message-with-ack", Some(id)) => (Kind::Ack, Some(id), format!("[{arguments}]")),
            _ => return,
        };
        let packet = Outgoing {
            kind,
            namespace: call.namespace,
            id,
            json: &json,
            attachments: call.attachments,
        };
        replies.extend(packet.frames());
    }
}

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    let flags = Flags::parse();
    let raw = Transport::new(flags.settings(), RawEcho);
    let echo = Transport::new(flags.settings(), Echo);
    // Both loopback addresses where there are both: clients differ in which they try first.
    let addresses = ("localhost", flags.port).to_socket_addrs()?;
    let listeners: Vec<TcpListener> =
        addresses.filter_map(|address| TcpListener::bind(address).ok()).collect();
    if listeners.is_empty() {
        return Err(std::io::ErrorKind::AddrInUse.into());
    }
    let options = Options { workers: flags.workers, ..Options::default() };
    connections::serve(listeners, &options, move || {
        App::new()
            .configure(|cfg| raw.configure(cfg, "/engine.io/"))
            .configure(|cfg| echo.configure(cfg, "/socket.io/"))
    })?
    .await
}
