//! Arbitrary input in arbitrary order: no panic, no growth beyond the limits, an end that is final.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use pointhouse_socketio::{
    CloseReason, Config, EventData, Frame, Kind, Outgoing, Output, Packet, Protocol, Session,
    decode,
};
use proptest::collection::vec;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Act {
    Get,
    CancelGet,
    Post(Vec<u8>),
    PostStays,
    CancelPost,
    OpenWebsocket,
    Text(String),
    Binary(Vec<u8>),
    ControlFrame,
    Identify(bool),
    LoseWebsocket,
    Send(usize),
    Close,
    Wait(u64),
    Sleep(u64),
}

/// Texts that come close to packets, so that the search does not stop at the first character.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => Just("40".to_owned()),
        2 => Just("3".to_owned()),
        1 => Just("2probe".to_owned()),
        1 => Just("5".to_owned()),
        1 => Just("451-[\"m\",{\"_placeholder\":true,\"num\":0}]".to_owned()),
        2 => "42[0-9]{0,3}\\[\"[a-z]{1,5}\"(,[0-9]{1,3}){0,3}\\]",
        1 => "4[0-7](/[a-z]{0,3},?)?[0-9]{0,4}[\\[\\]{}\",a-z0-9:]{0,20}",
        1 => "[0-9][ -~]{0,20}",
        1 => ".{0,20}",
    ]
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => vec(text(), 1..6).prop_map(|texts| texts.join("\u{1e}").into_bytes()),
        1 => vec(any::<u8>(), 0..60),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => Just(Act::Get),
        1 => Just(Act::CancelGet),
        4 => body().prop_map(Act::Post),
        1 => Just(Act::PostStays),
        1 => Just(Act::CancelPost),
        2 => Just(Act::OpenWebsocket),
        8 => text().prop_map(Act::Text),
        2 => vec(any::<u8>(), 0..40).prop_map(Act::Binary),
        2 => Just(Act::ControlFrame),
        1 => any::<bool>().prop_map(Act::Identify),
        1 => Just(Act::LoseWebsocket),
        4 => (1..40usize).prop_map(Act::Send),
        1 => Just(Act::Close),
        4 => (0..200u64).prop_map(Act::Wait),
        1 => (0..2_000u64).prop_map(Act::Sleep),
    ]
}

fn act_on(session: &mut Session, now: &mut Instant, act: Act) {
    let ms = Duration::from_millis;
    match act {
        Act::Get => drop(session.get_arrived(*now)),
        Act::CancelGet => session.get_cancelled(*now),
        Act::Post(body) => {
            if session.post_arrived(*now).is_ok() {
                let _ = session.post_body(*now, Bytes::from(body));
            }
        }
        Act::PostStays => drop(session.post_arrived(*now)),
        Act::CancelPost => session.post_cancelled(*now, CloseReason::RequestCancelled),
        Act::OpenWebsocket => drop(session.websocket_arrived(*now)),
        Act::Text(text) => session.websocket_frame(*now, Frame::Text(text.into())),
        Act::Binary(data) => session.websocket_frame(*now, Frame::Binary(data.into())),
        Act::ControlFrame => session.websocket_frame_counts(*now),
        Act::Identify(is_identified) => session.identify(is_identified),
        Act::LoseWebsocket => session.websocket_lost(*now),
        Act::Send(len) => session.send([Frame::Text("4".repeat(len).into())]),
        Act::Close => session.close(),
        Act::Wait(time) => {
            // An owner that is punctual.
            let end = *now + ms(time);
            while let Some(at) = session.deadline().filter(|at| *at <= end) {
                session.handle_timeout(at.max(*now));
            }
            *now = end;
        }
        // An owner that was away.
        Act::Sleep(time) => *now += ms(time),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn no_input_breaks_a_session(
        socket_io in any::<bool>(),
        websocket in any::<bool>(),
        refuses in any::<bool>(),
        acts in vec(act(), 1..60),
    ) {
        let config = Arc::new(Config {
            ping_interval: Duration::from_millis(300),
            ping_timeout: Duration::from_millis(200),
            connect_timeout: Duration::from_millis(700),
            upgrade_timeout: Duration::from_millis(300),
            upgrade_pause: Duration::from_millis(20),
            attachments_timeout: Duration::from_millis(100),
            max_payload: 200,
            packet_bytes_max: 50,
            identified_packet_bytes_max: 150,
            outbox_packets_max: 8,
            outbox_bytes_max: 300,
            payload_packets_max: 4,
            packets_per_second_max: 15,
            attachments_max: 2,
            attachments_bytes_max: 100,
            connect_payload_bytes_max: 30,
            namespaces_max: 2,
            namespace_bytes_max: 5,
        });
        let mut now = Instant::now();
        let protocol = if socket_io { Protocol::SocketIo } else { Protocol::Engine };
        let mut session = if websocket {
            Session::websocket(protocol, Arc::clone(&config), "sid", now)
        } else {
            Session::polling(protocol, Arc::clone(&config), "sid", now)
        };
        let mut ended = false;
        for act in acts {
            act_on(&mut session, &mut now, act);
            let mut outputs = 0;
            while let Some(output) = session.next_output() {
                prop_assert!(!ended, "{:?} after the end", output);
                outputs += 1;
                prop_assert!(outputs <= 40, "one input led to more than 40 outputs");
                match output {
                    Output::Connect { namespace, .. } if refuses => {
                        session.refuse(now, &namespace, "no");
                    }
                    Output::Connect { namespace, .. } => session.accept(&namespace, "sid-2"),
                    Output::Respond(body) => prop_assert!(!body.is_empty()),
                    Output::Closed(_) => ended = true,
                    _ => {}
                }
            }
            prop_assert_eq!(session.is_closed(), ended);
            prop_assert_eq!(session.deadline().is_none(), ended);
            prop_assert!(session.held_bytes() <= 300 + 100);
            if ended {
                prop_assert_eq!(session.held_bytes(), 0);
            } else {
                // In any case, a session without further input ends.
                prop_assert!(session.deadline().unwrap() <= now + Duration::from_millis(700));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}") {
        let _ = decode(&text.into(), &Config::default());
    }

    #[test]
    fn what_is_written_is_read_back(
        ack in any::<bool>(),
        namespace in "(/[a-z]{0,20})",
        id in proptest::option::of(0..1u64 << 53),
        name in "[^\u{0}-\u{1f}]{1,20}",
        numbers in vec(any::<i64>(), 0..5),
        attachments in vec(vec(any::<u8>(), 0..20), 0..4),
    ) {
        prop_assume!(!name.contains("connect") && !name.ends_with("Listener"));
        let attachments: Vec<Bytes> = attachments.into_iter().map(Bytes::from).collect();
        let mut values: Vec<serde_json::Value> = numbers.into_iter().map(Into::into).collect();
        for num in 0..attachments.len() {
            values.push(serde_json::json!({"_placeholder": true, "num": num}));
        }
        if !ack {
            values.insert(0, name.into());
        }
        let json = serde_json::to_string(&values).unwrap();
        let kind = if ack { Kind::Ack } else { Kind::Event };
        let id = if ack { Some(id.unwrap_or(7)) } else { id };
        let packet = Outgoing { kind, namespace: &namespace, id, json: &json, attachments: &attachments };
        let mut frames = packet.frames();
        let Some(Frame::Text(head)) = frames.next() else { panic!("no head") };
        let rest: Vec<Frame> = frames.collect();
        prop_assert_eq!(rest, attachments.iter().cloned().map(Frame::Binary).collect::<Vec<_>>());
        prop_assert!(head.starts_with('4'));
        let read = decode(&head.slice_ref(&head[1..]), &Config::default()).unwrap();
        let namespace = namespace.into();
        let attachments = attachments.len();
        let expected = if ack {
            Packet::Ack { namespace, id: id.unwrap(), json: json.into(), attachments }
        } else {
            let data = EventData::read(&json.into()).unwrap();
            Packet::Event { namespace, id, data, attachments }
        };
        prop_assert_eq!(read, expected);
    }
}
