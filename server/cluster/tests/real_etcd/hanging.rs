//! Members of etcd that take requests and do not answer.

use std::time::Duration;

use pointhouse_cluster::{Compare, Engine, Etcd, EtcdOptions, Op, Txn};

use super::machine::*;
use super::members::{Members, prepare_tls};
use super::wire::{Mode, Wires};

/// Longer than the lease. An election takes up to 1 s in these tests, twice that if votes are split.
const LONGER: Duration = Duration::from_secs(4);

/// The endpoints, beginning with that of a member.
fn first_of(members: &Members, number: usize) -> EtcdOptions {
    let mut options = options(members);
    options.endpoints.rotate_left(number);
    options
}

/// Writes a number once, if it is not there yet.
fn write_once(number: usize) -> Txn {
    let key = format!("hanging{number}").into_bytes();
    Txn {
        when: vec![Compare::Absent(key.clone())],
        then: vec![Op::Put { key: key.clone(), value: vec![7], lease: None }, Op::Get(key.clone())],
        otherwise: vec![Op::Get(key)],
    }
}

#[test]
fn a_call_does_not_wait_for_a_member_that_hangs() {
    prepare_tls();
    let members = Members::start(3);
    for number in 0..3 {
        let mut etcd = Etcd::new(&first_of(&members, number), None).unwrap();
        settled(|| etcd.transact(&Txn::read(vec![Op::Get("a".into())])));
        members.pause(number);
        let answer = etcd.transact(&write_once(number)).unwrap();
        // One of its sendings did it; whichever answers shows that.
        assert_eq!(answer.value(usize::from(answer.is_met)).unwrap().value, [7]);
        let lease = etcd.grant(LEASE_SECONDS).unwrap();
        assert!(etcd.keep(lease).unwrap().is_some());
        members.resume(number);
        members.until_whole();
    }
}

#[test]
fn a_leader_keeps_its_place_while_the_leader_of_etcd_hangs() {
    let members = Members::start(3);
    let (site, folders) = two_folders(&members);
    let mut first = Machine::open(folders[0].path(), "first", &site, &members);
    first.options.lease_seconds = 3;
    let leadership = first.lead();
    let paused = members.leader();
    members.pause(paused);
    first.store.commit(batch(1, 100)).wait().unwrap();
    assert!(!leadership.wait(LONGER), "the leadership was lost");
    members.resume(paused);
    first.store.commit(batch(2, 100)).wait().unwrap();
    assert_eq!(rows(&first.store).len(), 2);
    leadership.end();
    first.close();
}

#[test]
fn a_group_that_is_sent_to_two_members_is_in_the_log_once() {
    let members = Members::start(3);
    let (site, folders) = two_folders(&members);
    let mut first = Machine::open(folders[0].path(), "first", &site, &members);
    // One member is behind a wire, and asked first.
    let wires = Wires::to(&members.endpoints()[..1]);
    first.options.etcd.endpoints = wires.endpoints().to_vec();
    first.options.etcd.endpoints.extend_from_slice(&members.endpoints()[1..]);
    let leadership = first.lead();
    for number in 0..30 {
        wires.set(match number % 3 {
            // The member gets the request later than the others, when the wire is whole again.
            0 => Mode::Stalls,
            1 => Mode::LosesAnswers,
            _ => Mode::Whole,
        });
        first.store.commit(batch(number, 100)).wait().unwrap();
    }
    wires.set(Mode::Whole);
    assert!(!leadership.is_over());
    let sequence = first.store.commit(batch(30, 100)).wait().unwrap();
    let mut second = Machine::open(folders[1].path(), "second", &site, &members);
    second.catch_up(&members);
    assert_eq!(rows(&second.store), rows(&first.store));
    // The mark of the newest group follows on its only commit.
    assert_eq!(second.store.stats().last_sequence, sequence + 1);
    leadership.end();
    second.close();
    first.close();
}
