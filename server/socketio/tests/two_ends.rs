//! A client and a session joined by a simulated network, in simulated time: whatever the delays and
//! whenever the client upgrades, every event arrives once and in order.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use pointhouse_socketio::{CloseReason, Config, Frame, Output, Protocol, Session, event};
use proptest::prelude::*;

/// What travels, and where to.
#[derive(Debug)]
enum Parcel {
    Get,
    GetAnswer(String),
    Post(String),
    PostAnswer,
    WebsocketOpen,
    ToServer(String),
    ToClient(String),
    ServerEmits(u32),
    ClientEmits(u32),
    ClientUpgrades,
}

/// The client's side of the transport, as the stock client behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Polling,
    Probing,
    /// The probe is answered; waits for its own requests to return before it reports that.
    Pausing,
    Websocket,
}

struct World {
    now: Instant,
    parcels: BTreeMap<(Instant, u64), Parcel>,
    sequence: u64,
    seed: u64,
    /// A websocket delivers in order: nothing may overtake the frame sent last.
    to_server_last: Instant,
    to_client_last: Instant,
    session: Session,
    server_got: Vec<u32>,
    closed: Option<CloseReason>,
    phase: Phase,
    get_under_way: bool,
    post_under_way: bool,
    client_outbox: Vec<String>,
    client_got: Vec<u32>,
    joined: bool,
    unsent: Vec<u32>,
}

impl World {
    fn new(seed: u64) -> Self {
        let now = Instant::now();
        let config = Config {
            ping_interval: Duration::from_millis(300),
            ping_timeout: Duration::from_millis(1_000),
            ..Config::default()
        };
        let mut world = Self {
            now,
            parcels: BTreeMap::new(),
            sequence: 0,
            seed,
            to_server_last: now,
            to_client_last: now,
            session: Session::polling(Protocol::SocketIo, Arc::new(config), "sid", now),
            server_got: Vec::new(),
            closed: None,
            phase: Phase::Polling,
            get_under_way: false,
            post_under_way: false,
            client_outbox: vec!["40".to_owned()],
            client_got: Vec::new(),
            joined: false,
            unsent: Vec::new(),
        };
        world.client_step();
        world
    }

    fn delay(&mut self) -> Duration {
        // Knuth's MMIX generator: a delay of 1 to 64 ms from its upper bits.
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
        Duration::from_millis(1 + (self.seed >> 58))
    }

    fn put(&mut self, at: Instant, parcel: Parcel) {
        self.sequence += 1;
        self.parcels.insert((at, self.sequence), parcel);
    }

    fn mail(&mut self, parcel: Parcel) {
        let mut at = self.now + self.delay();
        let last = match parcel {
            Parcel::ToServer(_) | Parcel::WebsocketOpen => Some(&mut self.to_server_last),
            Parcel::ToClient(_) => Some(&mut self.to_client_last),
            _ => None,
        };
        if let Some(last) = last {
            at = at.max(*last);
            *last = at;
        }
        self.put(at, parcel);
    }

    /// Runs until nothing but the heartbeat is left, or the session has ended.
    fn run(&mut self) {
        let end = self.now + Duration::from_secs(10);
        while self.now < end && self.closed.is_none() {
            let next = self.parcels.first_key_value().map(|(key, _)| key.0);
            let wake = self.session.deadline().unwrap();
            if let Some(at) = next.filter(|at| *at <= wake) {
                self.now = at;
                let (_, parcel) = self.parcels.pop_first().unwrap();
                self.deliver(parcel);
            } else {
                self.now = self.now.max(wake);
                self.session.handle_timeout(self.now);
            }
            self.server_step();
            self.client_step();
        }
    }

    fn deliver(&mut self, parcel: Parcel) {
        match parcel {
            Parcel::Get => self.session.get_arrived(self.now).unwrap(),
            Parcel::Post(body) => {
                self.session.post_arrived(self.now).unwrap();
                self.session.post_body(self.now, Bytes::from(body)).unwrap();
                self.mail(Parcel::PostAnswer);
            }
            Parcel::WebsocketOpen => self.session.websocket_arrived(self.now).unwrap(),
            Parcel::ToServer(text) => {
                self.session.websocket_frame(self.now, Frame::Text(text.into()));
            }
            Parcel::ServerEmits(number) => {
                if self.session.is_in("/") {
                    let text = event("/", "n", &number).unwrap();
                    self.session.send([Frame::Text(text)]);
                } else {
                    let at = self.now + Duration::from_millis(100);
                    self.put(at, Parcel::ServerEmits(number));
                }
            }
            Parcel::GetAnswer(body) => {
                self.get_under_way = false;
                for packet in body.split('\u{1e}') {
                    self.client_packet(packet);
                }
            }
            Parcel::PostAnswer => self.post_under_way = false,
            Parcel::ToClient(text) => self.client_packet(&text),
            Parcel::ClientEmits(number) => self.unsent.push(number),
            Parcel::ClientUpgrades => {
                self.phase = Phase::Probing;
                self.mail(Parcel::WebsocketOpen);
                self.mail(Parcel::ToServer("2probe".to_owned()));
            }
        }
    }

    fn server_step(&mut self) {
        while let Some(output) = self.session.next_output() {
            match output {
                Output::Respond(body) => self.mail(Parcel::GetAnswer(body.to_string())),
                Output::Send(Frame::Text(text)) => self.mail(Parcel::ToClient(text.to_string())),
                Output::Connect { namespace, .. } => self.session.accept(&namespace, "sid-2"),
                Output::Event { data, .. } => {
                    self.server_got.push(data.arguments_json().parse().unwrap());
                }
                Output::Closed(reason) => self.closed = Some(reason),
                other => panic!("{other:?}"),
            }
        }
    }

    fn client_packet(&mut self, packet: &str) {
        match packet {
            "2" => self.client_outbox.push("3".to_owned()),
            "3probe" => self.phase = Phase::Pausing,
            "6" => {}
            text if text.starts_with('0') => {}
            text if text.starts_with("40") => self.joined = true,
            text => {
                let number = text.strip_prefix("42[\"n\",").and_then(|t| t.strip_suffix(']'));
                self.client_got.push(number.expect(text).parse().unwrap());
            }
        }
    }

    fn client_step(&mut self) {
        if self.joined {
            for number in self.unsent.drain(..) {
                self.client_outbox.push(format!("42[\"n\",{number}]"));
            }
        }
        if self.phase == Phase::Pausing && !self.get_under_way && !self.post_under_way {
            self.phase = Phase::Websocket;
            self.mail(Parcel::ToServer("5".to_owned()));
        }
        match self.phase {
            Phase::Polling | Phase::Probing => {
                if !self.get_under_way {
                    self.get_under_way = true;
                    self.mail(Parcel::Get);
                }
                if !self.post_under_way && !self.client_outbox.is_empty() {
                    self.post_under_way = true;
                    let body = std::mem::take(&mut self.client_outbox).join("\u{1e}");
                    self.mail(Parcel::Post(body));
                }
            }
            Phase::Pausing => {}
            Phase::Websocket => {
                for text in std::mem::take(&mut self.client_outbox) {
                    self.mail(Parcel::ToServer(text));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_lost_doubled_or_reordered(
        seed in any::<u64>(),
        server_at in proptest::collection::vec(0..2_000u64, 0..60),
        client_at in proptest::collection::vec(0..2_000u64, 0..60),
        upgrade_at in proptest::option::of(50..1_500u64),
    ) {
        let mut world = World::new(seed);
        let start = world.now;
        let sorted = |mut times: Vec<u64>| {
            times.sort_unstable();
            (0..).zip(times).map(|(n, ms)| (n, start + Duration::from_millis(ms)))
                .collect::<Vec<(u32, Instant)>>()
        };
        // The server starts to emit once the client is certainly in, so that the order is its own.
        for (number, at) in sorted(server_at.clone()) {
            world.put(at + Duration::from_secs(1), Parcel::ServerEmits(number));
        }
        for (number, at) in sorted(client_at.clone()) {
            world.put(at, Parcel::ClientEmits(number));
        }
        if let Some(ms) = upgrade_at {
            world.put(start + Duration::from_millis(ms), Parcel::ClientUpgrades);
        }
        world.run();
        prop_assert_eq!(world.closed, None);
        prop_assert_eq!(world.session.is_on_websocket(), upgrade_at.is_some());
        prop_assert_eq!(world.client_got, (0..server_at.len() as u32).collect::<Vec<_>>());
        prop_assert_eq!(world.server_got, (0..client_at.len() as u32).collect::<Vec<_>>());
    }
}
