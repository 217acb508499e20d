//! What happens at the limits.

use std::time::Duration;

use pointhouse::broadcast::Settings;
use pointhouse::ids::UserId;
use serde_json::json;

use crate::browser::Browser;
use crate::raw::{Raw, http};
use crate::site::{Own, Site, Tick};

#[test]
fn sockets_are_limited_all_together_by_address_and_by_member() {
    let site = Site::start(Settings { sockets_max: 2, ..Settings::default() });
    let first = Raw::open(site.port);
    let _second = Raw::open(site.port);
    assert_eq!(http(site.port, "GET", "transport=polling", "").0, 503);
    drop(first);
    site.wait("the place is given back", |counts| counts.sockets < 2);
    assert_eq!(http(site.port, "GET", "transport=polling", "").0, 200);
    assert_eq!(site.push.counts().refused, 1);

    let site = Site::start(Settings { sockets_per_address: 1, ..Settings::default() });
    let _first = Raw::open(site.port);
    assert_eq!(http(site.port, "GET", "transport=polling", "").0, 429);

    let site = Site::start(Settings { sockets_per_member: 2, ..Settings::default() });
    let _sockets = [(); 2].map(|()| Raw::join(site.port, "{\"token\":\"member-7\"}"));
    let mut third = Raw::open(site.port);
    third.send("40{\"token\":\"member-7\"}");
    assert_eq!(third.text(), "44{\"message\":\"too many connections\"}");
    third.send("40{\"token\":\"member-8\"}");
    assert!(third.text().starts_with("40{\"sid\":"));
}

#[test]
fn a_client_that_does_not_read_is_cut_and_the_others_get_everything() {
    let site = Site::start(Settings::default());
    let stalled = Raw::join(site.port, "");
    let mut reading = Raw::join(site.port, "");
    // Far more than what sockets, buffers and mailbox of the stalled client hold.
    let filler = "x".repeat(20_000);
    let mut published = 0;
    while site.push.counts().cut == 0 {
        site.push.publish_to_everyone(&Tick(json!([published, filler])));
        let text = reading.text();
        assert!(text.starts_with(&format!("42[\"tick\",[{published},\"x")), "{:.40}", text);
        published += 1;
        assert!(published < 10_000, "200 MB and still not cut");
    }
    // The connection itself has ended, although the client did not read: the data left in the
    // kernels arrives first, and is not all that was sent.
    let left = stalled.drain();
    assert!(left < published * filler.len(), "{left}");
    site.publish(7);
    assert_eq!(reading.text(), "42[\"tick\",7]");
    let counts = site.push.counts();
    assert_eq!((counts.cut, counts.sockets, counts.dropped), (1, 1, 0), "{counts:?}");
}

#[test]
fn a_polling_client_that_does_not_fetch_is_let_go() {
    let site = Site::start(Settings::default());
    let (_, body) = http(site.port, "GET", "transport=polling", "");
    let sid = body.split("\"sid\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let session = format!("transport=polling&sid={sid}");
    assert_eq!(http(site.port, "POST", &session, "40").0, 200);
    assert_eq!(http(site.port, "GET", &session, "").0, 200);
    for number in 0..2_000 {
        site.publish(number);
    }
    site.wait("the client is let go", |counts| counts.sockets == 0);
    assert_eq!(http(site.port, "GET", &session, "").0, 400);
    assert_eq!(site.push.counts().cut, 1);
}

#[test]
fn a_burst_beyond_the_queue_is_dropped_and_counted() {
    // Nothing leaves before all is published.
    let tick = Duration::from_secs(1);
    let site = Site::start(Settings { queue_events_max: 10, tick, ..Settings::default() });
    let mut client = Raw::join(site.port, "");
    // Behind this one the hub has just begun a new tick.
    site.publish(0);
    assert_eq!(client.text(), "42[\"tick\",0]");
    for number in 1..=30 {
        site.publish(number);
    }
    for number in 1..=10 {
        assert_eq!(client.text(), format!("42[\"tick\",{number}]"));
    }
    site.publish(31);
    assert_eq!(client.text(), "42[\"tick\",31]");
    let counts = site.push.counts();
    assert_eq!((counts.published, counts.dropped), (32, 20), "{counts:?}");
}

#[test]
fn a_large_burst_reaches_everybody_in_order() {
    let site = Site::start(Settings::default());
    let mut clients: Vec<Raw> = (0..20)
        .map(|number| Raw::join(site.port, &format!("{{\"token\":\"member-{}\"}}", number + 1)))
        .collect();
    let filler = "x".repeat(500);
    for number in 0..2_000 {
        site.push.publish_to_everyone(&Tick(json!([number, filler])));
        if number % 10 == 0 {
            site.push.publish_to_member(UserId(number % 20 + 1), &Own(json!(number)));
        }
    }
    for (index, client) in clients.iter_mut().enumerate() {
        for number in 0..2_000_u64 {
            let text = client.text();
            assert!(text.starts_with(&format!("42[\"tick\",[{number},")), "{text:.40}");
            if number % 10 == 0 && number % 20 == index as u64 {
                assert_eq!(client.text(), format!("42[\"own\",{number}]"));
            }
        }
    }
    assert_eq!(site.push.counts().cut, 0);
}

#[test]
fn stopping_ends_all_sockets_and_lets_nobody_in() {
    let site = Site::start(Settings::default());
    let mut browser = Browser::start();
    let options = json!({"transports": ["polling"], "reconnection": false});
    browser.connect("poll", &site.url(), &options);
    let mut raw = Raw::join(site.port, "");
    site.publish(1);
    // A polling client that is between two polls when its session ends gets nothing any more.
    assert_eq!(browser.event("poll", "tick"), json!([1]));
    site.push.cut_all();
    assert_eq!(raw.texts_until_closed(), ["42[\"tick\",1]"]);
    browser.wait("poll", "disconnect");
    assert_eq!(http(site.port, "GET", "transport=polling", "").0, 503);
    site.wait("all sockets have ended", |counts| counts.sockets == 0);
}
