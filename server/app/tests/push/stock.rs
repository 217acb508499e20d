//! What the stock client sees.

use std::net::{Ipv4Addr, TcpListener};

use pointhouse::broadcast::Settings;
use pointhouse::ids::UserId;
use pointhouse_socketio::Config;
use serde_json::json;

use crate::browser::Browser;
use crate::site::{ForAdmins, Own, Site, Tick};

#[test]
fn events_arrive_by_websocket_and_by_polling() {
    let site = Site::start(Settings::default());
    let mut browser = Browser::start();
    for (id, transports) in [
        ("ws", json!(["websocket"])),
        ("poll", json!(["polling"])),
        ("both", json!(["websocket", "polling"])),
    ] {
        let options = json!({"transports": transports, "tryAllTransports": true});
        let transport = browser.connect(id, &site.url(), &options);
        assert_eq!(transport, if id == "poll" { "polling" } else { "websocket" });
    }
    for number in 0..50 {
        site.publish(number);
    }
    for id in ["ws", "poll", "both"] {
        for number in 0..50 {
            assert_eq!(browser.event(id, "tick"), json!([number]), "{id}");
        }
    }
    let counts = site.push.counts();
    assert_eq!((counts.sockets, counts.published, counts.sent), (3, 50, 150), "{counts:?}");
    assert_eq!((counts.dropped, counts.cut, counts.refused), (0, 0, 0), "{counts:?}");
}

#[test]
fn an_upgrade_loses_and_doubles_nothing() {
    let site = Site::start(Settings::default());
    let mut browser = Browser::start();
    // Several at once, so that both workers and both orders of workers come up.
    let ids = ["a", "b", "c", "d", "e", "f"];
    for id in ids {
        browser.open(id, &site.url(), &json!({"transports": ["polling", "websocket"]}));
    }
    for id in ids {
        assert_eq!(browser.wait(id, "open")["transport"], "polling");
        browser.wait(id, "connect");
    }
    // Publishing goes on until every client is through its upgrade.
    let mut published = 0;
    for id in ids {
        site.publish(published);
        published += 1;
        assert_eq!(browser.wait(id, "upgrade")["transport"], "websocket");
    }
    site.publish(published);
    for id in ids {
        for number in 0..=published {
            assert_eq!(browser.event(id, "tick"), json!([number]), "{id}");
        }
    }
}

#[test]
fn members_and_admins_get_their_own_events_only() {
    let site = Site::start(Settings::default());
    let mut browser = Browser::start();
    let clients = [
        ("guest", json!({})),
        ("seven", json!({"token": "member-7"})),
        ("seven-poll", json!({"token": "member-7"})),
        ("eight", json!({"token": "member-8"})),
        ("admin", json!({"adminToken": "admin"})),
        ("nine-admin", json!({"token": "member-9", "adminToken": "admin"})),
    ];
    for (id, auth) in &clients {
        let transport = if id.ends_with("poll") { "polling" } else { "websocket" };
        browser.connect(id, &site.url(), &json!({"auth": auth, "transports": [transport]}));
    }
    for (user, connected) in [(7, true), (8, true), (9, true), (10, false)] {
        assert_eq!(site.push.member_connected(UserId(user)), connected, "{user}");
    }
    assert_eq!(site.push.counts().members, 3);
    site.push.publish_to_everyone(&Tick(json!({"n": 1})));
    for user in [7, 9, 10] {
        site.push.publish_to_member(UserId(user), &Own(json!({"n": user})));
    }
    site.push.publish_to_admins(&ForAdmins(json!({"n": 2})));
    site.push.publish_to_admins(&Tick(json!({"n": 3})));
    site.push.publish_to_everyone(&Tick(json!({"n": 4})));
    let for_admins = [("forAdmins", 2), ("tick", 3)];
    for (id, _) in &clients {
        let own = match *id {
            "seven" | "seven-poll" => vec![("own", 7)],
            "admin" => for_admins.to_vec(),
            "nine-admin" => [&[("own", 9)], &for_admins[..]].concat(),
            _ => Vec::new(),
        };
        for (name, n) in [("tick", 1)].into_iter().chain(own).chain([("tick", 4)]) {
            assert_eq!(browser.event(id, name), json!([{"n": n}]), "{id}");
        }
    }
}

#[test]
fn wrong_tokens_and_namespaces_are_connect_errors() {
    let site = Site::start(Settings::default());
    let mut browser = Browser::start();
    for (id, auth) in [
        ("made-up", json!({"token": "member-x"})),
        ("no-text", json!({"token": 7})),
        ("admin", json!({"adminToken": "guess"})),
        ("half", json!({"token": "member-7", "adminToken": "guess"})),
    ] {
        for transport in ["websocket", "polling"] {
            let id = format!("{id}-{transport}");
            browser.open(&id, &site.url(), &json!({"auth": auth, "transports": [transport]}));
            assert_eq!(browser.wait(&id, "connect_error")["message"], "unauthorized", "{id}");
        }
    }
    browser.open("elsewhere", &format!("{}/admin", site.url()), &json!({}));
    assert_eq!(browser.wait("elsewhere", "connect_error")["message"], "Invalid namespace");
    assert_eq!(site.push.counts().members, 0);
}

#[test]
fn a_client_comes_back_after_a_restart() {
    // Below the ephemeral ports, so that no other process takes the port in between.
    let mut ports = (20_000 + std::process::id() as u16 % 10_000)..32_000;
    let port = ports.find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok()).unwrap();
    let site = Site::start_on(port, Settings::default());
    let url = site.url();
    let mut browser = Browser::start();
    let ids = ["websocket", "polling"];
    for id in ids {
        let options = json!({"auth": {"token": "member-7"}, "transports": [id]});
        browser.connect(id, &url, &options);
    }
    site.push.cut_all();
    for id in ids {
        // Not "io server disconnect", after which the client would stay away.
        let reason = browser.wait(id, "disconnect")["reason"].clone();
        assert!(
            ["transport close", "transport error"].map(Into::into).contains(&reason),
            "{reason}"
        );
    }
    drop(site);
    let site = Site::start_on(port, Settings::default());
    for id in ids {
        browser.wait(id, "connect");
    }
    site.push.publish_to_member(UserId(7), &Own(json!({})));
    for id in ids {
        browser.event(id, "own");
    }
}

#[test]
fn a_revoked_token_ends_its_sockets_and_no_others() {
    let site = Site::start(Settings::default());
    let mut browser = Browser::start();
    for (id, user, transport) in
        [("one", 7, "websocket"), ("two", 7, "polling"), ("other", 8, "websocket")]
    {
        let auth = json!({"token": format!("member-{user}")});
        let options = json!({"auth": auth, "transports": [transport]});
        browser.connect(id, &site.url(), &options);
    }
    site.push.publish_to_member(UserId(7), &Own(json!({})));
    site.revoke(UserId(7));
    for id in ["one", "two"] {
        browser.event(id, "own");
        browser.wait(id, "disconnect");
        // The client tries again by itself, with the same token.
        assert_eq!(browser.wait(id, "connect_error")["message"], "unauthorized");
    }
    assert!(!site.push.member_connected(UserId(7)));
    site.publish(1);
    assert_eq!(browser.event("other", "tick"), json!([1]));
}

#[test]
fn leaving_is_noticed() {
    let site = Site::start(Settings::default());
    let mut browser = Browser::start();
    for id in ["websocket", "polling"] {
        let options = json!({"auth": {"token": "member-7"}, "transports": [id]});
        browser.connect(id, &site.url(), &options);
    }
    assert!(site.push.member_connected(UserId(7)));
    for id in ["websocket", "polling"] {
        browser.close(id);
    }
    while site.push.member_connected(UserId(7)) || site.push.counts().sockets > 0 {
        std::thread::yield_now();
    }
}

#[test]
fn a_megabyte_is_taken_and_more_is_not() {
    // As the protocol suites expect it of the transport; the product's own limits are lower.
    let session = Config {
        packet_bytes_max: 1_000_000,
        identified_packet_bytes_max: 1_000_000,
        ..Settings::default().session
    };
    let site = Site::start(Settings { session, ..Settings::default() });
    let mut browser = Browser::start();
    for id in ["websocket", "polling"] {
        browser.connect(id, &site.url(), &json!({"transports": [id], "reconnection": false}));
        browser.emit(id, 999_900);
        // The event is unknown and ignored; the client is still there.
        site.publish(1);
        assert_eq!(browser.event(id, "tick"), json!([1]));
        browser.emit(id, 1_000_100);
        browser.wait(id, "disconnect");
    }
}
