//! The protocol against real etcd processes on loopback: three members, two machines.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, unreachable_pub)]

mod faults;
mod hanging;
mod machine;
#[path = "../members/mod.rs"]
mod members;
#[allow(clippy::as_conversions, dead_code)]
#[path = "../site/wire.rs"]
mod wire;

use std::time::{Duration, Instant};

use machine::*;
use members::Members;
use pointhouse_cluster::{
    Compare, Engine, EngineError, Etcd, HandedOver, Op, Replica, ReplicaError, SealingKey, Seen,
    Site, StoreReplica, Txn,
};
use pointhouse_store::{Options, Store, TableId};

const HOUR: Duration = Duration::from_secs(3600);

#[test]
fn transactions_compare_and_leases_end() {
    let members = Members::start(1);
    let mut etcd = etcd(&members);
    let absent = Txn {
        when: vec![Compare::Absent("a".into())],
        then: vec![put("a", "1", None), Op::Get("a".into())],
        otherwise: vec![Op::Get("a".into()), Op::Get("none".into())],
    };
    let first = settled(|| etcd.transact(&absent));
    assert!(first.is_met);
    // What a transaction writes, it reads.
    assert_eq!(value(&first, 1).as_deref(), Some("1"));
    let again = etcd.transact(&absent).unwrap();
    assert!(!again.is_met);
    assert_eq!((value(&again, 0).as_deref(), again.value(1)), (Some("1"), None));

    let created = again.value(0).unwrap().create_revision;
    let change = Txn {
        when: vec![Compare::Created("a".into(), created), Compare::Value("a".into(), "1".into())],
        then: vec![put("a", "2", None), put("b", "", None), put("c", "3", None)],
        otherwise: Vec::new(),
    };
    assert!(etcd.transact(&change).unwrap().is_met);
    assert!(!etcd.transact(&change).unwrap().is_met);
    let range = Txn::read(vec![
        Op::Range("a".into(), "d".into(), 2),
        Op::Range("b".into(), "b0".into(), 9),
    ]);
    let found = etcd.transact(&range).unwrap().found;
    let keys = |part: usize| found[part].iter().map(|pair| pair.key.clone()).collect::<Vec<_>>();
    assert_eq!((keys(0), keys(1)), (vec![b"a".to_vec(), b"b".to_vec()], vec![b"b".to_vec()]));
    assert_eq!(found[1][0].value, b"");
    let gone = Txn::read(vec![
        Op::Delete("a".into(), "b0".into()),
        Op::Get("a".into()),
        Op::Get("c".into()),
    ]);
    let left = etcd.transact(&gone).unwrap();
    assert_eq!((left.value(1), value(&left, 2).as_deref()), (None, Some("3")));

    let lease = etcd.grant(LEASE_SECONDS).unwrap();
    assert!(etcd.keep(lease).unwrap().is_some());
    etcd.transact(&Txn::read(vec![put("held", "x", Some(lease))])).unwrap();
    etcd.revoke(lease).unwrap();
    assert_eq!(etcd.keep(lease).unwrap(), None);
    let held = etcd.transact(&Txn::read(vec![Op::Get("held".into())])).unwrap();
    assert_eq!(held.value(0), None);
    let without_lease = Txn::read(vec![put("held", "x", Some(lease))]);
    assert!(matches!(etcd.transact(&without_lease), Err(EngineError::Refused(_))));
    let too_large = Txn::read(vec![put("large", &"x".repeat(3 << 20), None)]);
    assert!(matches!(
        etcd.transact(&too_large),
        Err(EngineError::Refused(_) | EngineError::Unknown(_))
    ));
}

#[test]
fn what_etcd_has_done_already_is_no_failure() {
    let members = Members::start(1);
    let mut first = etcd(&members);
    settled(|| first.transact(&Txn::read(vec![put("a", "1", None)])));
    let lease = first.grant(LEASE_SECONDS).unwrap();
    let mut second = Etcd::new(&options(&members), first.seen()).unwrap();
    for etcd in [&mut first, &mut second] {
        // The second time as for a request that was sent to two members.
        etcd.revoke(lease).unwrap();
        etcd.compact().unwrap();
    }
}

#[test]
fn another_etcd_is_not_taken_for_the_first_one() {
    let (first, second) = (Members::start(1), Members::start(1));
    let mut etcd = etcd(&first);
    let read = Txn::read(vec![Op::Get("a".into())]);
    settled(|| etcd.transact(&read));
    let mut other = Etcd::new(&options(&second), etcd.seen()).unwrap();
    let refused = known(|| other.transact(&read));
    assert!(matches!(refused, Err(EngineError::Exchanged { .. })), "{refused:?}");
}

#[test]
fn an_etcd_that_was_restored_is_noticed() {
    let members = Members::start(1);
    let mut first = etcd(&members);
    let write = Txn::read(vec![put("a", "1", None)]);
    settled(|| first.transact(&write));
    let seen = first.seen().unwrap();
    // What a snapshot from before has: the same id and a lower revision.
    let later = Seen { revision: seen.revision + 1, ..seen };
    let mut after = Etcd::new(&options(&members), Some(later)).unwrap();
    let refused = after.transact(&Txn::read(vec![Op::Get("a".into())])).unwrap_err();
    let (expected, found) = (later.revision, seen.revision);
    assert_eq!(refused, EngineError::Restored { expected, found });
    // Until it is where it was.
    settled(|| first.transact(&write));
    assert!(after.transact(&Txn::read(vec![Op::Get("a".into())])).is_ok());
}

#[test]
fn a_machine_takes_the_place_of_the_leader_with_everything_that_was_answered() {
    let mut members = Members::start(3);
    let (site, folders) = two_folders(&members);
    let mut first = Machine::open(folders[0].path(), "first", &site, &members);
    let leadership = first.lead();
    // A commit of 2.4 MB is more than a transaction of etcd takes.
    let answers: Vec<_> = (0..300)
        .map(|number| {
            first.store.commit(batch(number, if number == 150 { 2_400_000 } else { 100 }))
        })
        .collect();
    for answer in answers {
        answer.wait().unwrap();
    }
    // One member less is a majority still.
    members.kill(0);
    for number in 300..320 {
        first.store.commit(batch(number, 100)).wait().unwrap();
    }
    let answered = rows(&first.store);
    assert_eq!(answered.len(), 320);

    let mut second = Machine::open(folders[1].path(), "second", &site, &members);
    second.catch_up(&members);
    assert_eq!(rows(&second.store), answered);
    let log = |store: &Store| store.view().log(TableId(2), 150, u64::MAX, 1000).unwrap();
    assert!(log(&second.store) == log(&first.store) && log(&first.store).len() > 140);

    // The first one does not keep its lease any more; it doesn't know whether it still leads.
    leadership.end();
    let unanswered = first.store.commit(batch(1000, 100)).wait();
    assert!(unanswered.is_err());
    let _ = second.lead();
    second.store.commit(batch(2000, 100)).wait().unwrap();
    assert_eq!(rows(&second.store).len(), 321);
    assert_eq!(second.node.status().fault, None);

    // Back as a follower, the first one has what it missed.
    let fatal = first.fatal.clone();
    first.close();
    assert_eq!(*fatal.lock(), ["the shared log: this machine does not lead any more"]);
    let mut first = Machine::open(folders[0].path(), "first", &site, &members);
    first.catch_up(&members);
    assert_eq!(rows(&first.store), rows(&second.store));
    assert_eq!(first.follower.replica().position().sequence, second.store.stats().last_sequence);
    second.close();
    first.close();
}

#[test]
fn who_has_handed_over_leaves_the_place_to_the_other() {
    let members = Members::start(1);
    let (site, folders) = two_folders(&members);
    let first = Machine::open(folders[0].path(), "first", &site, &members);
    let (node, store) = (first.node.clone(), first.store.clone());
    let Machine { mut options, mut follower, node: own, .. } = first;
    options.handed_over = Some(HandedOver { epoch: 0, holds_back: HOUR });
    let following = std::thread::spawn(move || {
        let led = own.follow_until_leading(&options, &mut follower, now).unwrap();
        assert!(led.is_some());
    });
    until("the first one has everything", || (node.status().sequence > 0).then_some(()));
    let mut second = Machine::open(folders[1].path(), "second", &site, &members);
    let leadership = second.lead();
    until("the first one follows the second", || node.status().leader);
    // From then on it takes the place of that one as ever.
    leadership.end();
    second.close();
    following.join().unwrap();
    store.close(Instant::now() + Duration::from_secs(20));
}

#[test]
fn who_has_handed_over_leads_at_once_if_another_machine_has_led_meanwhile() {
    let members = Members::start(1);
    let (site, folders) = two_folders(&members);
    let mut epoch = 0;
    for (name, folder) in [("first", &folders[0]), ("second", &folders[1])] {
        let mut machine = Machine::open(folder.path(), name, &site, &members);
        let led = machine.node.follow_until_leading(&machine.options, &mut machine.follower, now);
        let led = led.unwrap().unwrap();
        epoch = led.log.epoch();
        led.leadership.end();
        settled(|| etcd(&members).revoke(led.leadership.lease()));
        machine.close();
    }
    let mut first = Machine::open(folders[0].path(), "first", &site, &members);
    first.options.handed_over = Some(HandedOver { epoch: epoch - 1, holds_back: HOUR });
    let leadership = first.lead();
    first.store.commit(batch(1, 100)).wait().unwrap();
    leadership.end();
    first.close();
}

#[test]
fn after_a_newer_program_has_led_an_older_one_does_not_follow() {
    let members = Members::start(1);
    let (site, folders) = two_folders(&members);
    let newer = Site { format: 2, ..site.clone() };
    let number = |folder: usize| {
        let format = Store::format_of(folders[folder].path()).unwrap().unwrap();
        (format.number, format.upgrading_from)
    };
    let mut first = Machine::open(folders[0].path(), "first", &site, &members);
    let leadership = first.lead();
    first.store.commit(batch(1, 100)).wait().unwrap();
    // A newer one follows, and changes nothing by that.
    let mut second = Machine::open(folders[1].path(), "second", &newer, &members);
    second.catch_up(&members);
    assert_eq!((rows(&second.store).len(), number(1)), (1, (1, None)));
    leadership.end();
    first.close();
    let _ = second.lead();
    second.store.commit(batch(2, 100)).wait().unwrap();
    assert_eq!((second.store.format(), number(1)), (2, (2, Some(1))));

    let mut first = Machine::open(folders[0].path(), "first", &site, &members);
    let fault = first.follower.catch_up(&mut etcd(&members)).unwrap_err();
    assert!(fault.to_string().starts_with("the site was upgraded to format 2"), "{fault}");
    assert_eq!((rows(&first.store).len(), number(0)), (1, (1, None)));
    first.close();
    // It is updated, and has what it missed.
    let mut first = Machine::open(folders[0].path(), "first", &newer, &members);
    first.catch_up(&members);
    assert_eq!((rows(&first.store), number(0)), (rows(&second.store), (2, Some(1))));
    first.close();
    second.close();
    let again = Store::open(folders[0].path(), Options::default()).err().unwrap();
    assert!(again.to_string().contains("format 2"), "{again}");
}

#[test]
fn a_machine_that_decided_alone_does_not_follow() {
    let members = Members::start(1);
    let (site, folders) = two_folders(&members);
    let mut first = Machine::open(folders[0].path(), "first", &site, &members);
    let leadership = first.lead();
    first.store.commit(batch(1, 100)).wait().unwrap();
    // Its etcd is replaced by one that knows only the beginning.
    let other = Members::start(1);
    let empty = [tempfile::tempdir().unwrap()];
    begin(&[empty[0].path()], &site, &other);
    first.close();
    leadership.end();
    let mut first = Machine::open(folders[0].path(), "first", &site, &other);
    let fault = first.follower.catch_up(&mut etcd(&other)).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "this machine ends at 3, the log at 1: it has commits that the log has not"
    );
    // One that was opened alone after its last group doesn't even begin.
    first.close();
    let (alone, _) = Store::open(folders[0].path(), Options::default()).unwrap();
    alone.commit(batch(9, 100)).wait().unwrap();
    let refused = StoreReplica::new(alone.clone(), &site).err().unwrap();
    assert!(matches!(refused, ReplicaError::Alone { mark: 3, last: 4 }), "{refused}");
    alone.close(Instant::now() + Duration::from_secs(20));
    // Another key opens nothing.
    let stranger = Site::new(site.cluster, SealingKey::random(), (CLUSTER, 1));
    let mut second = Machine::open(folders[1].path(), "second", &stranger, &members);
    let fault = second.follower.catch_up(&mut etcd(&members)).unwrap_err();
    assert!(fault.to_string().starts_with("the key file is not that"), "{fault}");
    assert_eq!(rows(&second.store), []);
    second.close();
}

#[test]
fn the_log_keeps_what_a_machine_still_needs_and_nothing_else() {
    let members = Members::start(1);
    let (site, folders) = two_folders(&members);
    let mut first = Machine::open(folders[0].path(), "first", &site, &members);
    let leadership = first.lead();
    let second = Machine::open(folders[1].path(), "second", &site, &members);
    let (node, store) = (second.node.clone(), second.store.clone());
    let Machine { options, mut follower, node: own, .. } = second;
    let following = std::thread::spawn(move || {
        let led = own.follow_until_leading(&options, &mut follower, now).unwrap();
        assert!(led.is_none());
    });
    for number in 0..40 {
        first.store.commit(batch(number, 100)).wait().unwrap();
    }
    until("the follower has all commits", || (rows(&store).len() == 40).then_some(()));
    // The newest group stays: whether it was appended is asked by its key.
    until("what both machines have is removed", || (groups(&members, &site) == 1).then_some(()));
    assert_eq!(node.status().leader.map(|leader| leader.node).as_deref(), Some("first"));

    node.end();
    following.join().unwrap();
    for number in 40..60 {
        first.store.commit(batch(number, 100)).wait().unwrap();
    }
    let missed = groups(&members, &site);
    assert!(missed >= 20, "{missed}");
    // A look of the leader begins with a note of its own place, and a second one comes after the first one's end.
    for number in 60..62 {
        let sequence = first.store.commit(batch(number, 100)).wait().unwrap();
        until("the leader looks", || (pin(&members, &site, "first") >= sequence - 1).then_some(()));
    }
    assert!(groups(&members, &site) >= missed);
    leadership.end();
    first.close();
    store.close(Instant::now() + Duration::from_secs(20));
}
