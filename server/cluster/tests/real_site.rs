//! A site on two machines, with faults: what members were answered is there once, on both. Short; `scripts/cluster-soak` is
//! the long run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, unreachable_pub)]
#![allow(clippy::as_conversions)]

#[allow(dead_code)]
mod site;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use site::faults::Fault;
use site::world::World;

const LEASE_SECONDS: u32 = 2;
/// Those that etcd has by default. The other tests have shorter ones.
const TIMES_OF_ETCD: [&str; 2] = ["--heartbeat-interval=100", "--election-timeout=1000"];

fn lease(seconds: u32) -> Duration {
    Duration::from_secs(u64::from(seconds))
}

#[test]
fn what_was_acknowledged_is_there_once_after_faults() {
    let mut world = World::begin(LEASE_SECONDS);
    let betting = world.bet();
    for fault in
        [Fault::LeaderKilled, Fault::EtcdMemberKilled, Fault::AnswersLost, Fault::LeaderKilled]
    {
        fault.strike(&mut world, &betting, lease(LEASE_SECONDS));
    }
    let answers = betting.end();
    assert!(answers.iter().all(|answers| !answers.is_empty()));
    world.prove(&answers);
}

#[test]
fn machines_come_and_go_by_commands() {
    let mut world = World::begin(LEASE_SECONDS);
    let leader = world.ready();
    let (other, commands) = (1 - leader, ["init", "join"]);
    world.check_key_of_seeds();
    site::until("the metrics know both machines", || {
        let metric = |name: &str| {
            world.machines[leader].metric(&world.client, &format!("pointhouse_machines_{name}"))
        };
        let all = (metric("wanted"), metric("here"), metric("behind"));
        (all == (Some(2), Some(2), Some(0))).then_some(())
    });
    let names: Vec<String> = world.machines.iter().map(|machine| machine.name.clone()).collect();

    // While its server runs, nothing else may write to a folder.
    for command in commands {
        let refused = world.machines[other].try_run(&["cluster", command]).unwrap_err();
        assert!(refused.contains("in use") || refused.contains("holds data already"), "{refused}");
    }
    world.machines[other].stop();
    // Stopped, it is still no site of its own.
    let alone = world.machines[other].refuses_to_serve(false);
    assert!(alone.contains("belongs to a site on several machines"), "{alone}");
    let refused = world.machines[other].try_run(&["import-points", "none.csv"]).unwrap_err();
    assert!(refused.contains("belongs to a site on several machines"), "{refused}");
    let refused = world.machines[other].try_run(&["cluster", "leave", "--last"]).unwrap_err();
    assert!(refused.contains(&format!("{} leads", names[leader])), "{refused}");

    // A third folder under the name of the second.
    let left = world.machines[other].run(&["cluster", "leave"]);
    assert!(left.contains(&format!("not kept for {}", names[other])), "{left}");
    // It may lack commits, so its first start alone renews the seeds before it begins a log.
    world.machines[other].run(&["cluster", "leave", "--without-etcd"]);
    let refused = world.machines[other].try_run(&["cluster", "init"]).unwrap_err();
    assert!(refused.contains("was restored or copied"), "{refused}");
    world.machines[other].start(false);
    site::until("the folder is open alone", || {
        world.machines[other].is_ready(&world.client).then_some(())
    });
    let events = world.machines[other].seed_events(&world.client);
    assert!(events.contains("restored"), "{events}");
    world.machines[other].stop();
    // It cannot become the first machine of a second site with the same key.
    let refused = world.machines[other].try_run(&["cluster", "init"]).unwrap_err();
    assert!(refused.contains("holds the log of a site"), "{refused}");
    std::fs::remove_dir_all(&world.machines[other].data).unwrap();
    // Without its key, which comes with the log: it never leads without one.
    std::fs::remove_file(world.machines[other].data.with_extension("key")).unwrap();
    world.machines[other].run(&["cluster", "join"]);
    world.machines[other].start(true);
    world.until_both_have_everything();
    world.check_key_of_seeds();

    // The last one: with everything that is in the log.
    let answers = world.bet_for_a_moment();
    world.machines[leader].kill();
    assert_eq!(world.ready(), other);
    // A folder that the leader has sent continues the log: no seed is renewed.
    let events = world.machines[other].seed_events(&world.client);
    assert!(events.contains("\"events\":[]"), "{events}");
    world.machines[other].stop();
    let refused = world.machines[leader].try_run(&["cluster", "leave"]).unwrap_err();
    assert!(refused.contains("--last"), "{refused}");
    let left = world.machines[leader].run(&["cluster", "leave", "--last"]);
    assert!(left.contains("a site of its own"), "{left}");
    world.machines[leader].start(false);
    assert_eq!(world.ready(), leader);
    world.compare(&answers);
    // The other machine is not the site any more.
    world.machines[other].start(true);
    site::until("the lost log is noticed", || {
        world.machines[other].readiness(&world.client).contains("holds no log").then_some(())
    });
}

#[test]
fn a_site_whose_etcd_is_lost_goes_on_from_one_machine() {
    let mut world = World::begin(LEASE_SECONDS);
    let answers = world.bet_for_a_moment();
    world.until_both_have_everything();
    world.machines.iter_mut().for_each(site::machine::Machine::kill);
    world.lose_etcd();
    world.machines[0].start(true);
    site::until("another etcd is noticed", || {
        world.machines[0].readiness(&world.client).contains("not the one").then_some(())
    });
    world.machines[0].stop();
    let refused = world.machines[0].try_run(&["cluster", "adopt", "--from", "b"]).unwrap_err();
    assert!(refused.contains("this machine is a"), "{refused}");
    let adopted = world.machines[0].run(&["cluster", "adopt", "--from", "a"]);
    assert!(adopted.contains("begins at commit"), "{adopted}");
    world.machines[0].start(true);
    assert_eq!(world.ready(), 0);
    world.compare(&answers);
    // The other one has to join again.
    world.machines[1].start(true);
    site::until("the lost log is noticed", || {
        let readiness = world.machines[1].readiness(&world.client);
        readiness.contains("not the one").then_some(())
    });
    world.machines[1].stop();
    let refused = world.machines[1].try_run(&["cluster", "adopt", "--from", "b"]).unwrap_err();
    assert!(refused.contains("goes on from the lost cluster already"), "{refused}");
    std::fs::remove_dir_all(&world.machines[1].data).unwrap();
    let empty = world.machines[1].refuses_to_serve(true);
    assert!(
        empty.contains("pointhouse cluster join") && !world.machines[1].data.exists(),
        "{empty}"
    );
    world.with_another_key(|world| {
        let refused = world.machines[1].try_run(&["cluster", "join"]).unwrap_err();
        assert!(refused.contains("the key file of the first machine"), "{refused}");
    });
    world.machines[1].run(&["cluster", "join"]);
    world.machines[1].start(true);
    world.until_both_have_everything();
}

#[test]
fn machines_of_a_newer_version_upgrade_the_site_together() {
    let mut world = World::of_format_9(LEASE_SECONDS);
    world.machines.iter_mut().for_each(|machine| machine.start(true));
    let leader = world.ready();
    world.until_both_have_everything();
    let newest = world.format(leader);
    assert!(newest.0 > 9 && newest.1.is_none(), "{newest:?}");
    assert_eq!(world.format(1 - leader), (newest.0, Some(9)));
    for machine in &world.machines {
        let backups = std::fs::read_dir(machine.data.join("backups")).unwrap();
        let names = backups.map(|file| file.unwrap().file_name().into_string().unwrap());
        assert!(names.into_iter().any(|name| name.contains("before-upgrade")), "{}", machine.name);
    }
    // On its own, the one that has followed changes nothing.
    let other = 1 - leader;
    world.machines[other].stop();
    let before = world.format(other);
    let alone = world.machines[other].refuses_to_serve(false);
    assert!(alone.contains("belongs to a site on several machines"), "{alone}");
    let refused = world.machines[other].try_run(&["import-points", "none.csv"]).unwrap_err();
    assert!(refused.contains("belongs to a site on several machines"), "{refused}");
    assert_eq!(world.format(other), before);
    // It finds what was done.
    world.machines[other].start(true);
    site::until("it knows that all rows were rewritten", || {
        (world.format(other) == newest).then_some(())
    });
    world.until_both_have_everything();
    world.machines[leader].kill();
    assert_eq!(world.ready(), other);
    world.machines[leader].start(true);
    world.prove(&[]);
}

/// The long run: `scripts/cluster-soak [FAULTS [LEASE_SECONDS]]`.
#[test]
#[ignore = "takes an hour"]
#[allow(clippy::print_stdout)]
fn soak() {
    let setting = |name: &str, default: u32| {
        std::env::var(name).map_or(default, |text| text.parse().unwrap())
    };
    let (faults, seconds) = (setting("SOAK_FAULTS", 200), setting("SOAK_LEASE", LEASE_SECONDS));
    let begun = Instant::now();
    let settings = format!("lease_seconds = {seconds}");
    let mut world = World::begin_with(&settings, &TIMES_OF_ETCD);
    let betting = world.bet();
    let mut times = BTreeMap::<Fault, Vec<Duration>>::new();
    for number in 1..=faults {
        let fault = *Fault::ALL.choose(&mut rand::rng()).unwrap();
        let first = fault.strike(&mut world, &betting, lease(seconds));
        times.entry(fault).or_default().push(first);
        println!("{number} of {faults}: {fault:?}, first bet after {first:.1?}");
    }
    let seen = betting.seen();
    let answers = betting.end();
    world.prove(&answers);
    println!("fault | times | median | worst");
    for (fault, times) in &mut times {
        times.sort_unstable();
        let (count, worst) = (times.len(), times.last().unwrap());
        println!("{fault:?} | {count} | {:.1?} | {worst:.1?}", times[count / 2]);
    }
    let ended: usize = world.machines.iter().map(|machine| machine.ended).sum();
    println!(
        "lease {seconds} s: {} acknowledged, 0 lost, 0 doubled; {} refusals, {} calls without an answer; \
         {ended} processes ended by themselves; {:.0?}",
        seen.acknowledged,
        seen.refused,
        seen.unknown,
        begun.elapsed()
    );
}
