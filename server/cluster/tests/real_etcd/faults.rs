//! What keeps a machine from following or from leading.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use pointhouse_cluster::{NodeStatus, WhenAlone};

use super::machine::*;
use super::members::Members;

/// A machine that follows on a thread of its own.
struct Following {
    status: Box<dyn Fn() -> NodeStatus>,
    end: Box<dyn FnOnce() -> bool>,
}

/// Begins to follow. `leads` counts the machines that win.
fn follow(machine: Machine, clock: fn() -> i64, leads: &Arc<AtomicUsize>) -> Following {
    let Machine { options, mut follower, node, store, .. } = machine;
    let (own, leads) = (node.clone(), leads.clone());
    let thread = std::thread::spawn(move || {
        let led = own.follow_until_leading(&options, &mut follower, clock).unwrap();
        let wins = led.is_some();
        if let Some(led) = led {
            leads.fetch_add(1, Ordering::SeqCst);
            store.lead(Box::new(led.log));
            store.commit(batch(1_000, 100)).wait().unwrap();
        }
        wins
    });
    let status = node.clone();
    Following {
        status: Box::new(move || status.status()),
        end: Box::new(move || {
            node.end();
            thread.join().unwrap()
        }),
    }
}

fn fault(following: &Following, part: &str) -> Option<()> {
    let fault = (following.status)().fault?;
    fault.contains(part).then_some(())
}

/// A clock that is ten minutes late.
fn late() -> i64 {
    now() - 600_000
}

#[test]
fn a_second_machine_with_the_same_name_does_not_follow() {
    let members = Members::start(1);
    let (site, folders) = two_folders(&members);
    let leads = Arc::default();
    let first = Machine::open(folders[0].path(), "same", &site, &members);
    let mut second = Machine::open(folders[1].path(), "same", &site, &members);
    second.options.id = "another folder".to_owned();
    let first = follow(first, now, &leads);
    until("the first machine leads", || (leads.load(Ordering::SeqCst) == 1).then_some(()));
    let second = follow(second, now, &leads);
    until("the second machine notices", || fault(&second, "another machine is same"));
    assert!(!(second.end)());
    assert!((first.end)());
}

#[test]
fn a_name_whose_machine_gives_no_sign_is_not_said_to_be_taken() {
    let members = Members::start(1);
    let (site, folders) = two_folders(&members);
    let mut first = Machine::open(folders[0].path(), "same", &site, &members);
    let leadership = first.lead();
    first.store.commit(batch(1, 100)).wait().unwrap();
    leadership.end();
    first.close();
    // Such as a restored folder in another place.
    let mut second = Machine::open(folders[1].path(), "same", &site, &members);
    second.options.id = "another folder".to_owned();
    let second = follow(second, now, &Arc::default());
    let fault = until("the second machine waits", || (second.status)().fault);
    assert!(fault.starts_with("the name same was last used by another data folder"), "{fault}");
    until("the second machine has everything", || {
        let status = (second.status)();
        let fault = status.fault.unwrap_or_default();
        assert!(!fault.contains("another machine is"), "{fault}");
        (status.sequence > 1).then_some(())
    });
    (second.end)();
}

#[test]
fn one_of_two_machines_that_want_to_lead_does() {
    let members = Members::start(1);
    let (site, folders) = two_folders(&members);
    let leads = Arc::default();
    let machines = ["first", "second"].iter().zip(&folders);
    let machines =
        machines.map(|(name, folder)| Machine::open(folder.path(), name, &site, &members));
    let both: Vec<Following> = machines.map(|machine| follow(machine, now, &leads)).collect();
    until("one leads and the other follows it", || {
        let leader = both.iter().find_map(|one| (one.status)().leader)?;
        let follows = both.iter().any(|one| (one.status)().sequence > 1);
        (!leader.node.is_empty() && follows).then_some(())
    });
    let won: Vec<bool> = both.into_iter().map(|one| (one.end)()).collect();
    assert_eq!((won.iter().filter(|won| **won).count(), leads.load(Ordering::SeqCst)), (1, 1));
}

#[test]
fn a_machine_whose_clock_differs_does_not_take_over() {
    let members = Members::start(1);
    let (site, folders) = two_folders(&members);
    let mut first = Machine::open(folders[0].path(), "first", &site, &members);
    let leadership = first.lead();
    let second = Machine::open(folders[1].path(), "second", &site, &members);
    let leads = Arc::default();
    let second = follow(second, late, &leads);
    let mut number = 0;
    until("the clocks are compared", || {
        number += 1;
        first.store.commit(batch(number, 100)).wait().unwrap();
        (second.status)().clock_ahead.filter(|ahead| *ahead < -500_000)
    });
    leadership.end();
    let mut etcd = etcd(&members);
    settled(|| pointhouse_cluster::Engine::revoke(&mut etcd, leadership.lease()));
    until("it is late", || fault(&second, "behind the leader's"));
    assert!(!(second.end)());
    assert_eq!(leads.load(Ordering::SeqCst), 0);
    first.close();
}

#[test]
fn a_log_that_is_not_there_any_more_stops_everyone() {
    let members = Members::start(1);
    let (site, folders) = two_folders(&members);
    let mut etcd = etcd(&members);
    let (from, to) = site.keys.all();
    let wipe = pointhouse_cluster::Txn::read(vec![pointhouse_cluster::Op::Delete(from, to)]);
    settled(|| pointhouse_cluster::Engine::transact(&mut etcd, &wipe));
    let leads = Arc::default();
    let machine = Machine::open(folders[0].path(), "first", &site, &members);
    let machine = follow(machine, now, &leads);
    until("the lost log is noticed", || fault(&machine, "etcd holds no log"));
    assert!(!(machine.end)());
}

#[test]
fn a_leader_that_may_not_be_alone_takes_no_commits_while_the_log_is_full() {
    let members = Members::start(1);
    let (site, folders) = two_folders(&members);
    let mut first = Machine::open(folders[0].path(), "first", &site, &members);
    first.options.when_alone = WhenAlone::Stop;
    // 70% of nothing: etcd always has more than that.
    first.options.quota = 100;
    let leadership = first.lead();
    until("etcd is measured", || (!first.store.writable()).then_some(()));
    leadership.end();
    first.close();
}
