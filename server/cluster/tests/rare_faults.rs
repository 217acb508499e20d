//! Faults of a site on two machines that are rare and take long: disks that hang or are full, an etcd without space or from a
//! snapshot, a machine that was away for too long, joins that are killed. `scripts/cluster-soak rare` runs them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, unreachable_pub)]
#![allow(clippy::as_conversions, clippy::print_stdout)]

#[allow(dead_code)]
mod site;

use std::fs;
use std::time::{Duration, Instant};

use rand::RngExt;
use site::betting::Betting;
use site::machine::Machine;
use site::until;
use site::world::World;

const LEASE: Duration = Duration::from_secs(2);
const LEASE_LINE: &str = "lease_seconds = 2";

/// Waits until a number of bets more are acknowledged.
fn until_more(betting: &Betting, more: u64) {
    let before = betting.seen().acknowledged;
    until("bets are acknowledged", || (betting.seen().acknowledged > before + more).then_some(()));
}

/// Waits until all bets are refused. Those that were on their way are acknowledged before.
fn until_refused(betting: &Betting) {
    until("bets are refused", || {
        let before = betting.seen();
        std::thread::sleep(Duration::from_millis(500));
        let now = betting.seen();
        (now.refused > before.refused && now.acknowledged == before.acknowledged).then_some(())
    });
}

/// Waits until a machine's `/readyz` says something. Returns all of it.
fn until_says(world: &World, machine: usize, what: &str) -> String {
    until(&format!("{} says: {what}", world.machines[machine].name), || {
        let says = world.machines[machine].readiness(&world.client);
        says.contains(what).then_some(says)
    })
}

fn restarts(machine: &Machine) -> usize {
    machine.log().matches("the program starts again").count()
}

#[test]
#[ignore = "takes a minute"]
fn a_leader_whose_disk_hangs_gives_its_place_away() {
    let mut world = World::begin_with(LEASE_LINE, &[]);
    let betting = world.bet();
    until_more(&betting, 200);
    let leader = world.ready();
    let hangs = world.machines[leader].inject("fdatasync,fsync", "delay_enter=15000000");
    let begun = Instant::now();
    until("the other machine leads", || {
        world.machines[1 - leader].is_ready(&world.client).then_some(())
    });
    println!("another machine leads after {:.1?}", begun.elapsed());
    let first = until("a bet is acknowledged", || betting.first_after(begun));
    println!("first bet after {first:.1?}");
    until_more(&betting, 200);
    drop(hangs);
    let detached = Instant::now();
    until_says(&world, leader, "follows");
    println!("the old leader follows {:.1?} after its disk", detached.elapsed());
    until_more(&betting, 200);
    println!("{:?}, restarts: {}", betting.seen(), restarts(&world.machines[leader]));
    assert_eq!(world.machines[leader].ended, 0);
    let answers = betting.end();
    world.prove(&answers);
}

#[test]
#[ignore = "takes a minute"]
fn a_follower_without_disk_space_says_so_and_goes_on_by_itself() {
    let mut world = World::begin_with(LEASE_LINE, &[]);
    let leader = world.ready();
    let other = 1 - leader;
    let full = world.machines[other].inject("fallocate", "error=ENOSPC");
    let (betting, begun) = (world.bet(), Instant::now());
    until("the follower's disk is full", || {
        world.import(leader);
        let says = world.machines[other].readiness(&world.client);
        says.contains("the disk is nearly full").then(|| print!("{says}"))
    });
    println!("full after {:.1?}, {:?}", begun.elapsed(), betting.seen());
    let status = until("the leader says so", || {
        let status = world.status();
        status.contains("cannot follow").then_some(status)
    });
    println!("{status}");
    assert!(status.contains("the disk is nearly full"), "{status}");
    until_more(&betting, 200);
    drop(full);
    let detached = Instant::now();
    until_says(&world, other, "follows");
    println!("it follows {:.1?} after its disk", detached.elapsed());
    until_more(&betting, 200);
    assert_eq!((world.ready(), restarts(&world.machines[other])), (leader, 0));
    assert_eq!(world.machines[other].ended, 0);
    let answers = betting.end();
    world.prove(&answers);
}

#[test]
#[ignore = "takes a minute"]
fn an_etcd_without_space_takes_no_bets_until_it_has_space_again() {
    // Less than [cluster] says, which refuses bets before.
    let mut world = World::begin_with(LEASE_LINE, &["--quota-backend-bytes=6291456"]);
    let leader = world.ready();
    let other = 1 - leader;
    world.machines[other].kill();
    let (betting, begun) = (world.bet(), Instant::now());
    until("etcd has no space", || {
        world.import(leader);
        world.etcd.control(&["alarm", "list"]).contains("NOSPACE").then_some(())
    });
    until_refused(&betting);
    println!("no space after {:.1?}, {:?}", begun.elapsed(), betting.seen());
    let since = Instant::now();
    while since.elapsed() < 5 * LEASE {
        assert!(world.is_readable(leader));
        std::thread::sleep(Duration::from_millis(100));
    }
    println!("/readyz of the leader: {}", world.machines[leader].readiness(&world.client).trim());
    assert_eq!(restarts(&world.machines[leader]), 0);
    // As docs/cluster.md says.
    world.machines[other].start(true);
    print!("{}", until_says(&world, other, "follow"));
    let begun = Instant::now();
    // Once may free too little for the note of how far the other machine is, after which the log is shortened.
    let before = betting.seen().acknowledged;
    until("bets are acknowledged again", || {
        world.etcd.control(&["defrag"]);
        world.etcd.control(&["alarm", "disarm"]);
        (betting.seen().acknowledged > before + 200).then_some(())
    });
    println!("bets again after {:.1?}", begun.elapsed());
    assert!(!world.etcd.control(&["alarm", "list"]).contains("NOSPACE"));
    until_more(&betting, 500);
    assert_eq!(world.machines.iter().map(|machine| machine.ended).sum::<usize>(), 0);
    let answers = betting.end();
    world.prove(&answers);
}

/// Lets a machine be away until the log is longer than the window. Returns the members that go on betting.
fn stays_away(world: &mut World, machine: usize) -> Betting {
    world.machines[machine].kill();
    let (betting, begun) = (world.bet(), Instant::now());
    until("the machine is too far behind", || {
        world.import(1 - machine);
        world.machines[1 - machine].log().contains("too far behind").then_some(())
    });
    println!("too far behind after {:.1?}, {:?}", begun.elapsed(), betting.seen());
    betting
}

#[test]
#[ignore = "takes a minute"]
fn a_follower_that_was_away_for_too_long_joins_again() {
    let settings = format!("{LEASE_LINE}\nwindow_megabytes = 1\nwhen_alone = \"continue\"");
    let mut world = World::begin_with(&settings, &[]);
    let other = 1 - world.ready();
    let betting = stays_away(&mut world, other);
    until_more(&betting, 200);
    world.machines[other].start(true);
    print!("{}", until_says(&world, other, "join again"));
    let status = until("the leader says so", || {
        let status = world.status();
        status.contains("cannot follow").then_some(status)
    });
    println!("{status}");
    world.machines[other].stop();
    fs::remove_dir_all(&world.machines[other].data).unwrap();
    // Its name is free after a while.
    let begun = Instant::now();
    until("it joins", || match world.machines[other].try_run(&["cluster", "join"]) {
        Ok(joined) => {
            println!("after {:.1?}: {}", begun.elapsed(), joined.trim());
            Some(())
        }
        Err(refused) => {
            assert!(refused.contains("was there a moment ago"), "{refused}");
            None
        }
    });
    world.machines[other].start(true);
    until_says(&world, other, "follows");
    until_more(&betting, 200);
    let answers = betting.end();
    world.prove(&answers);
}

#[test]
#[ignore = "takes a minute"]
fn a_leader_that_must_not_go_on_alone_waits_for_the_other_machine() {
    let settings = format!("{LEASE_LINE}\nwindow_megabytes = 1\nwhen_alone = \"stop\"");
    let mut world = World::begin_with(&settings, &[]);
    let leader = world.ready();
    let other = 1 - leader;
    let betting = stays_away(&mut world, other);
    until_refused(&betting);
    let since = Instant::now();
    while since.elapsed() < 3 * LEASE {
        assert!(world.is_readable(leader));
        std::thread::sleep(Duration::from_millis(100));
    }
    println!("/readyz of the leader: {}", world.machines[leader].readiness(&world.client).trim());
    println!("{}", world.status());
    world.machines[other].start(true);
    let begun = Instant::now();
    until_more(&betting, 200);
    println!("bets again after {:.1?}", begun.elapsed());
    assert_eq!((world.ready(), restarts(&world.machines[leader])), (leader, 0));
    let answers = betting.end();
    world.prove(&answers);
}

#[test]
#[ignore = "takes a minute"]
fn a_join_that_was_killed_is_repeated() {
    let mut world = World::begin_with(LEASE_LINE, &[]);
    let leader = world.ready();
    let other = 1 - leader;
    world.machines[other].stop();
    world.machines[other].run(&["cluster", "leave"]);
    let (betting, data) = (world.bet(), world.machines[other].data.clone());
    fs::remove_dir_all(&data).unwrap();
    let begun = Instant::now();
    world.machines[other].run(&["cluster", "join"]);
    let takes = begun.elapsed();
    println!("a join takes {takes:.1?}");
    for number in 0..6 {
        fs::remove_dir_all(&data).unwrap();
        let mut join = world.machines[other].begin(&["cluster", "join"]);
        let after = takes.mul_f64(rand::rng().random_range(0.2..1.1));
        if number % 2 == 0 {
            // While it fills the folder.
            while !data.join("journal").exists() && join.try_wait().unwrap().is_none() {}
        } else {
            std::thread::sleep(after);
        }
        join.kill().unwrap();
        join.wait().unwrap();
        let mut left: Vec<String> = fs::read_dir(&data)
            .map(|found| found.map(|one| one.unwrap().file_name().into_string().unwrap()).collect())
            .unwrap_or_default();
        left.sort();
        println!("{number}: killed after {after:.1?}, left {left:?}");
        if left.iter().any(|name| name == "restore.unfinished") {
            println!("  serve: {}", world.machines[other].refuses_to_serve(true).trim());
        }
        let is_unfinished = left.iter().any(|name| name == "restore.unfinished");
        if left.iter().any(|name| name == "journal") && !is_unfinished {
            println!("  it had ended");
            continue;
        }
        print!("  again: {}", world.machines[other].run(&["cluster", "join"]));
    }
    fs::remove_dir_all(&data).unwrap();
    let mut join = world.machines[other].begin(&["cluster", "join"]);
    std::thread::sleep(takes / 2);
    world.machines[leader].kill();
    println!("the leader is killed: {:?}", join.wait().unwrap());
    world.machines[leader].start(true);
    assert_eq!(world.ready(), leader);
    if data.exists() {
        fs::remove_dir_all(&data).unwrap();
    }
    world.machines[other].run(&["cluster", "join"]);
    world.machines[other].start(true);
    until_says(&world, other, "follows");
    let left = fs::read_dir(world.folder.path()).unwrap();
    let left: Vec<String> =
        left.map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
    assert!(!left.iter().any(|name| name.starts_with("pointhouse-")), "{left:?}");
    until_more(&betting, 200);
    let answers = betting.end();
    world.prove(&answers);
}

#[test]
#[ignore = "takes a minute"]
fn an_etcd_from_a_snapshot_is_not_believed() {
    let mut world = World::begin_with(LEASE_LINE, &[]);
    let betting = world.bet();
    until_more(&betting, 200);
    let snapshot = world.folder.path().join("snapshot");
    world.etcd.save(&snapshot);
    // For longer than machines take to note what they saw of etcd.
    let since = Instant::now();
    until("ten seconds of bets", || (since.elapsed() > Duration::from_secs(10)).then_some(()));
    until_more(&betting, 200);
    let answers = betting.end();
    world.machines.iter_mut().for_each(Machine::kill);
    world.etcd.restore(&snapshot);
    world.machines.iter_mut().for_each(|machine| machine.start(true));
    for machine in 0..2 {
        print!("{}", until_says(&world, machine, "etcd was restored"));
    }
    let since = Instant::now();
    while since.elapsed() < 3 * LEASE {
        for machine in 0..2 {
            let says = world.machines[machine].readiness(&world.client);
            assert!(says.contains("etcd was restored"), "{says}");
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    world.machines.iter_mut().for_each(Machine::stop);
    let further = usize::from(last(&world.machines[1]) > last(&world.machines[0]));
    let name = world.machines[further].name.clone();
    print!("{}", world.machines[further].run(&["cluster", "adopt", "--from", &name]));
    world.machines[further].start(true);
    assert_eq!(world.ready(), further);
    world.compare(&answers);
    let name = world.machines[1 - further].name.clone();
    let refused = world.machines[1 - further].try_run(&["cluster", "adopt", "--from", &name]);
    println!("{}", refused.unwrap_err().trim());
    fs::remove_dir_all(&world.machines[1 - further].data).unwrap();
    world.machines[1 - further].run(&["cluster", "join"]);
    world.machines[1 - further].start(true);
    world.prove(&answers);
}

/// The last commit of a machine, as `verify` says.
fn last(machine: &Machine) -> u64 {
    let verified = machine.run(&["verify"]);
    println!("{}: {}", machine.name, verified.trim());
    let (_, rest) = verified.split_once("commit ").unwrap();
    rest.split(',').next().unwrap().parse().unwrap()
}
