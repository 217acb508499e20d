//! What a session does at its limits.

use pointhouse_socketio::{CloseReason, Config, Frame, Protocol, Refusal};

use crate::desk::{Desk, short};

#[test]
fn limits_end_the_session() {
    let config = Config {
        max_payload: 100,
        attachments_bytes_max: 60,
        packets_per_second_max: 20,
        ..short()
    };
    let joined = || {
        let mut desk = Desk::new(config.clone(), Protocol::SocketIo, true);
        desk.text("40");
        desk.session.accept("/", "sid-2");
        desk.drain();
        desk
    };
    let mut desk = joined();
    desk.text(&format!("42[\"{}\"]", "m".repeat(100)));
    assert_eq!(desk.closed, Some(CloseReason::TooLarge));

    let mut desk = joined();
    desk.text("451-[\"m\",{\"_placeholder\":true,\"num\":0}]");
    desk.binary(&[0; 40]);
    assert_eq!(desk.closed, Some(CloseReason::TooLarge));

    let mut desk = joined();
    for _ in 0..19 {
        desk.text("42[\"m\"]");
    }
    assert_eq!(desk.closed, None);
    desk.text("42[\"m\"]");
    assert_eq!(desk.closed, Some(CloseReason::TooManyPackets));

    let mut desk = Desk::new(config.clone(), Protocol::Engine, false);
    assert_eq!(desk.post(&"4".repeat(101)), Err(Refusal::Broken));
    assert_eq!(desk.closed, Some(CloseReason::TooLarge));

    let config = Config { payload_packets_max: 3, ..config };
    let mut desk = Desk::new(config, Protocol::Engine, false);
    assert_eq!(desk.post("4\u{1e}4\u{1e}4\u{1e}4"), Err(Refusal::Broken));
    assert_eq!(desk.closed, Some(CloseReason::TooManyPackets));
}

#[test]
fn a_polling_client_that_does_not_fetch_is_let_go() {
    for config in
        [Config { outbox_packets_max: 10, ..short() }, Config { outbox_bytes_max: 150, ..short() }]
    {
        let mut desk = Desk::new(config, Protocol::Engine, false);
        for _ in 0..10 {
            desk.session.send([Frame::Text("4fourteen bytes".into())]);
            desk.drain();
        }
        assert_eq!(desk.closed, None);
        desk.session.send([Frame::Text("4fourteen bytes".into())]);
        desk.drain();
        assert_eq!(desk.closed, Some(CloseReason::OutboxFull));
        assert_eq!(desk.session.held_bytes(), 0);
    }
}
