//! Calls to external services, over real HTTP against a fake service that responds correctly or
//! badly.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use pointhouse::clock::{Clock, Millis};
use pointhouse::config::{Outside, Secret};
use pointhouse::external::{Body, Call, Condition, ExternalError, ExternalService};
use serde_json::{Value, json};

use crate::rig::{Counterpart, NOON, Reply, SECOND, free_port};

const SETTINGS: Outside = Outside {
    timeout_ms: 20_000,
    retries: 2,
    retry_ms: 1,
    answer_bytes_max: 100_000,
    breaker_failures: 50,
    breaker_seconds: 60,
};

fn service(other: &Counterpart, settings: &Outside) -> (ExternalService, Clock) {
    let clock = Clock::fixed_at(Millis(NOON));
    let base = format!("{}/api/very-secret-key", other.url());
    (ExternalService::new(("example", "Example"), &base, settings, &clock).unwrap(), clock)
}

fn get() -> Call {
    Call::get(["hunts"]).with("limit", "20")
}

#[tokio::test]
async fn a_good_answer_is_read() {
    let other = Counterpart::start(|_| Reply::Json(200, json!({ "one": 1 })));
    let (service, _) = service(&other, &SETTINGS);
    assert_eq!(service.status().state, Condition::Good);
    let read: Value = service.json(&get()).await.unwrap();
    assert_eq!(read, json!({ "one": 1 }));
    let asked = other.next();
    assert_eq!((asked.method.as_str(), asked.path.as_str()), ("GET", "/api/very-secret-key/hunts"));
    assert_eq!(asked.query.get("limit").map(String::as_str), Some("20"));
    let status = service.status();
    assert_eq!((status.answered, status.failed), (1, 0));
    assert_eq!(status.last_good_at, Some(Millis(NOON)));
}

#[tokio::test]
async fn what_may_pass_is_tried_again() {
    let tries = Arc::new(AtomicUsize::new(0));
    for bad in [
        Reply::Json(500, json!("oh no")),
        Reply::Json(429, json!("slow down")),
        Reply::CutOff(b"[1, 2".to_vec()),
        Reply::Close,
    ] {
        let (count, actual) = (tries.clone(), bad.clone());
        tries.store(0, Ordering::SeqCst);
        let other = Counterpart::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
            0 | 1 => actual.clone(),
            _ => Reply::Json(200, json!([])),
        });
        let (service, _) = service(&other, &SETTINGS);
        let read: Value = service.json(&get()).await.unwrap_or_else(|e| panic!("{bad:?}: {e}"));
        assert_eq!(read, json!([]));
        let status = service.status();
        assert_eq!((status.answered, status.failed), (1, 2), "{bad:?}");
    }
}

#[tokio::test]
async fn failures_are_reported_without_the_key() {
    let slow = Outside { timeout_ms: 200, retries: 0, ..SETTINGS };
    for (reply, expected) in [
        (Reply::Json(401, json!("very-secret-key is wrong")), ExternalError::Status(401)),
        (Reply::Json(503, json!("very-secret-key")), ExternalError::Status(503)),
        (Reply::Silence, ExternalError::TooSlow),
        // Each byte is in time, and all of them are not.
        (Reply::Drip(Duration::from_millis(20)), ExternalError::TooSlow),
        (Reply::CutOff(b"{\"very-secret-key\"".to_vec()), ExternalError::CutOff),
        (Reply::Raw(200, vec![], vec![b' '; 100_001]), ExternalError::TooLong),
        (Reply::Endless, ExternalError::TooLong),
        (
            Reply::Raw(302, vec!["Location: http://127.0.0.1:9/very-secret-key".into()], vec![]),
            ExternalError::Status(302),
        ),
        (
            Reply::Raw(200, vec![], b"<html>very-secret-key".to_vec()),
            ExternalError::Unreadable("no JSON, line 1 column 1".into()),
        ),
    ] {
        let answer = reply.clone();
        let other = Counterpart::start(move |_| answer.clone());
        let settings = match reply {
            Reply::Silence | Reply::Drip(_) => slow.clone(),
            _ => Outside { retries: 0, ..SETTINGS },
        };
        let (service, _) = service(&other, &settings);
        let error = service.json::<Value>(&get()).await.unwrap_err();
        assert_eq!(error, expected, "{reply:?}");
        let status = format!("{error:?} {error} {:?}", service.status());
        assert!(!status.contains("secret"), "{status}");
        assert!(service.status().failed > 0);
    }
}

#[tokio::test]
async fn nobody_there_and_no_address() {
    let gone = Counterpart::start(|_| Reply::Close).address;
    let clock = Clock::fixed_at(Millis(NOON));
    let silent = format!("http://127.0.0.1:{}", free_port());
    let refused = ExternalService::new(("x", "X"), &silent, &SETTINGS, &clock).unwrap();
    assert_eq!(refused.call(&get()).await.unwrap_err(), ExternalError::Unreachable);
    for address in ["", "example.com", "ftp://example.com", "mailto:a@b", &gone.to_string()] {
        let refused = ExternalService::new(("x", "X"), address, &SETTINGS, &clock).err();
        assert_eq!(refused, Some(ExternalError::Address), "{address}");
    }
}

#[tokio::test]
async fn an_order_is_not_sent_twice() {
    let other = Counterpart::start(|_| Reply::Json(500, json!({})));
    let (service, _) = service(&other, &SETTINGS);
    let order = Call::post(["chat"], Body::Json(json!({ "content": "hello" })));
    assert_eq!(service.call(&order).await.unwrap_err(), ExternalError::Status(500));
    assert_eq!(other.next().json(), json!({ "content": "hello" }));
    assert!(other.seen().is_empty());
    other.answers(|_| Reply::Json(200, json!({})));
    let form = Body::Form(vec![("code", "a b&c".to_owned())]);
    let token: Secret = serde_json::from_value(json!("the-token")).unwrap();
    service.call(&Call::post(["oauth", "token"], form).bearer(token)).await.unwrap();
    let asked = other.next();
    assert_eq!(asked.headers.get("authorization").map(String::as_str), Some("Bearer the-token"));
    assert_eq!(asked.form().get("code").map(String::as_str), Some("a b&c"));
}

#[tokio::test]
async fn a_service_that_keeps_failing_is_left_alone_for_a_while() {
    let other = Counterpart::start(|_| Reply::Json(500, json!({})));
    let settings = Outside { breaker_failures: 3, retries: 0, ..SETTINGS };
    let (service, clock) = service(&other, &settings);
    for _ in 0..3 {
        assert_eq!(service.call(&get()).await.unwrap_err(), ExternalError::Status(500));
    }
    assert_eq!(service.call(&get()).await.unwrap_err(), ExternalError::CircuitOpen);
    assert_eq!((other.seen().len(), service.status().state), (3, Condition::Failing));
    other.answers(|_| Reply::Json(200, json!({})));
    clock.move_to(Millis(NOON + 60 * SECOND));
    service.call(&get()).await.unwrap();
    assert_eq!(service.status().state, Condition::Good);
}

#[tokio::test]
async fn a_service_whose_answers_mean_nothing_is_failing_and_left_alone_too() {
    for garbage in [
        Reply::Raw(200, vec![], b"<html>back soon".to_vec()),
        Reply::Raw(200, vec![], vec![b' '; 100_001]),
        Reply::Json(200, json!({ "other": "shape" })),
    ] {
        let other = Counterpart::start(|_| Reply::Json(200, json!([1, 2])));
        let settings = Outside { breaker_failures: 3, ..SETTINGS };
        let (service, clock) = service(&other, &settings);
        let list = async || service.json::<Vec<u32>>(&get()).await;
        assert_eq!(list().await, Ok(vec![1, 2]));
        clock.move_to(Millis(NOON + SECOND));
        other.answers(move |_| garbage.clone());
        for failures in 1..=3 {
            list().await.unwrap_err();
            let status = service.status();
            assert_eq!((status.answered, status.failed), (1, failures), "{status:?}");
            // Nothing good has come since, and one that may pass is no reason yet.
            assert_eq!(status.last_good_at, Some(Millis(NOON)));
            let state = if failures < 3 { Condition::Warning } else { Condition::Failing };
            assert_eq!(status.state, state, "{failures}");
        }
        assert_eq!(list().await, Err(ExternalError::CircuitOpen));
        // It was not pressed with the same again: garbage does not pass by itself.
        assert_eq!(other.seen().len(), 4);
        other.answers(|_| Reply::Json(200, json!([3])));
        clock.move_to(Millis(NOON + 61 * SECOND));
        assert_eq!(list().await, Ok(vec![3]));
        assert_eq!(service.status().state, Condition::Good);
    }
}

#[tokio::test]
async fn a_refusal_is_a_failure_and_keeps_nobody_elses_call_back() {
    let other = Counterpart::start(|_| Reply::Json(403, json!({})));
    let settings = Outside { breaker_failures: 3, ..SETTINGS };
    let (service, _) = service(&other, &settings);
    for _ in 0..5 {
        assert_eq!(service.call(&get()).await.unwrap_err(), ExternalError::Status(403));
    }
    assert_eq!(service.status().state, Condition::Failing);
    other.answers(|_| Reply::Json(200, json!({})));
    service.call(&get()).await.unwrap();
    assert_eq!(service.status().state, Condition::Good);
}
