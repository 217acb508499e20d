//! Bets on two machines whose log etcd keeps, against the same on one machine, and against a bare loop that appends groups of
//! the same size to the same etcd: `scripts/bench cluster`.
//!
//! Needs `target/release/pointhouse` and `etcd`. All traffic stays on 127.0.0.1.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant, UNIX_EPOCH};

use pointhouse_cluster::{Compare, Engine, EngineError, Etcd, EtcdOptions, Op, Txn};

use crate::load::{Client, Clients, Outcome, cpu_of, run};
use crate::members::{Members, prepare_tls};
use crate::product::Process;

const MEMBERS: usize = 64;
/// Members that leave the processor to etcd.
const FEW: usize = 8;
/// Newest groups whose size is looked at.
const LOOKED_AT: usize = 16;

pub fn bench(arguments: &[String]) {
    let seconds: u64 = arguments.first().map_or(10, |text| text.parse().unwrap());
    let time = Duration::from_secs(seconds);
    let root = PathBuf::from("target/bench").join(format!("cluster-{}", std::process::id()));
    std::fs::create_dir_all(&root).unwrap();
    let root = root.canonicalize().unwrap();
    prepare_tls();
    let members = Members::start(3);
    let machines = [Settings::of(&root, "a", &members), Settings::of(&root, "b", &members)];
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (tokens, alone) = runtime.block_on(async {
        let site = Process::start(&machines[0].data).await;
        let tokens = site.sign_up(MEMBERS).await;
        let alone = bet(&site, &tokens, time).await;
        site.stop_and_verify(alone.answered).await;
        (tokens, alone)
    });
    machines[0].run(&["cluster", "init"]);
    let leader = Process::launch(&machines[0].data, &machines[0].variables());
    machines[1].run(&["cluster", "join"]);
    let follower = machines[1].follow();
    let parts = Parts { members: &members, leader: &leader, follower: follower.id() };
    let loads = [FEW, MEMBERS].map(|count| {
        let begun = parts.now();
        let outcome = runtime.block_on(bet(&leader, &tokens[..count], time));
        let used = begun.until(&parts.now());
        let bytes = group_bytes(&members);
        Load { outcome, used, bytes, bare: bare_loop(&members, bytes, time) }
    });
    let [_, of_many] = &loads;
    let followed = of_many.used.follower.as_secs_f64() * 1e6;
    let two = &of_many.outcome;
    drop(Ended(follower));
    drop(leader);
    // A site that waits more often does more for each bet: so the same number of bets a second, on one machine.
    let paced = runtime.block_on(async {
        let site = Process::start(&root.join("paced")).await;
        let clients = site.members(MEMBERS).await;
        let before = cpu_of(site.id());
        let answered = pace(clients, two.rate(), time).await;
        (cpu_of(site.id()) - before).as_secs_f64() * 1e6 / answered as f64
    });
    println!("site | bets/s | us CPU/bet | p50 | p99");
    print_row("one machine", &alone);
    print_row("two machines", two);
    println!("one machine with as many bets a second: {paced:.1} us CPU/bet");
    let of_alone = |figure: f64| figure / paced;
    println!(
        "CPU of a bet beside that: leader {:.2}x (wanted 1.3), follower {:.2}x (wanted 0.5)",
        of_alone(two.cpu_micros()),
        of_alone(followed / two.answered as f64)
    );
    loads.iter().for_each(Load::print);
    std::fs::remove_dir_all(&root).unwrap();
}

/// The processes that share the processor.
struct Parts<'run> {
    members: &'run Members,
    leader: &'run Process,
    follower: u32,
}

/// What was used until a moment, or between two.
struct Used {
    at: Duration,
    groups: i64,
    etcd: Duration,
    leader: Duration,
    follower: Duration,
    clients: Duration,
}

impl Parts<'_> {
    fn now(&self) -> Used {
        Used {
            at: UNIX_EPOCH.elapsed().unwrap(),
            groups: revision(self.members),
            etcd: self.members.processes().map(cpu_of).sum(),
            leader: cpu_of(self.leader.id()),
            follower: cpu_of(self.follower),
            clients: cpu_of(std::process::id()),
        }
    }
}

impl Used {
    fn until(&self, end: &Self) -> Self {
        Self {
            at: end.at - self.at,
            groups: end.groups - self.groups,
            etcd: end.etcd - self.etcd,
            leader: end.leader - self.leader,
            follower: end.follower - self.follower,
            clients: end.clients - self.clients,
        }
    }
}

/// Members that bet on two machines, beside a bare loop that appends groups of the same size.
struct Load {
    outcome: Outcome,
    used: Used,
    bytes: usize,
    /// Groups a second.
    bare: f64,
}

impl Load {
    fn print(&self) {
        let Self { outcome, used, bytes, bare } = self;
        let rate = used.groups as f64 / used.at.as_secs_f64();
        let bets = outcome.answered as f64 / used.groups as f64;
        println!(
            "groups of {bytes} bytes with {bets:.1} bets: {rate:.0}/s; a bare loop appends {bare:.0}/s: {:.2}x (wanted 0.6)",
            rate / bare
        );
        let cores = |cpu: Duration| cpu.as_secs_f64() / used.at.as_secs_f64();
        println!(
            "  cores in use: etcd {:.2}, leader {:.2}, follower {:.2}, clients {:.2}",
            cores(used.etcd),
            cores(used.leader),
            cores(used.follower),
            cores(used.clients)
        );
    }
}

async fn bet(site: &Process, tokens: &[String], time: Duration) -> Outcome {
    let mut clients = Vec::new();
    for token in tokens {
        clients.push(site.better(token).await);
    }
    run(clients, time, site.id()).await
}

/// Every client asks at its own beat, so that all together ask `rate` times a second. Returns the number of answers.
async fn pace(clients: Clients, rate: f64, time: Duration) -> u64 {
    let beat = Duration::from_secs_f64(clients.len() as f64 / rate);
    let (local, begun) = (tokio::task::LocalSet::new(), tokio::time::Instant::now());
    let count = clients.len() as u32;
    let ask = |(number, mut client): (u32, Client)| {
        local.spawn_local(async move {
            let mut beats = tokio::time::interval_at(begun + beat * number / count, beat);
            let mut answered = 0;
            while begun.elapsed() < time {
                beats.tick().await;
                assert_eq!(client.ask().await, 200);
                answered += 1;
            }
            answered
        })
    };
    let clients: Vec<_> = (0..).zip(clients).map(ask).collect();
    local
        .run_until(async {
            let mut answered = 0;
            for client in clients {
                answered += client.await.unwrap();
            }
            answered
        })
        .await
}

fn print_row(name: &str, outcome: &Outcome) {
    let (rate, cpu) = (outcome.rate(), outcome.cpu_micros());
    let (p50, p99) = (outcome.quantile(0.5), outcome.quantile(0.99));
    println!("{name} | {rate:.0} | {cpu:.1} | {p50:?} | {p99:?}");
}

/// A process that ends with the bench.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// A machine's settings.
struct Settings {
    data: PathBuf,
    variables: Vec<(&'static str, String)>,
}

impl Settings {
    fn of(root: &Path, name: &str, members: &Members) -> Self {
        let variables = vec![
            ("CLUSTER__ETCD", format!("{:?}", members.endpoints())),
            ("CLUSTER__MACHINE", name.to_owned()),
            ("CLUSTER__KEY_FILE", root.join("key").display().to_string()),
            ("AUTH__HASH_MEMORY_KIB", "64".to_owned()),
            ("AUTH__HASH_PASSES", "1".to_owned()),
        ];
        Self { data: root.join(name), variables }
    }

    fn variables(&self) -> Vec<(&str, &str)> {
        self.variables.iter().map(|(name, value)| (*name, value.as_str())).collect()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("target/release/pointhouse");
        command.args(arguments).arg("--data").arg(&self.data).env("POINTHOUSE_LOG", "error");
        for (name, value) in &self.variables {
            command.env(format!("POINTHOUSE_{name}"), value);
        }
        command
    }

    fn run(&self, arguments: &[&str]) {
        let done = self.command(arguments).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    /// A machine that does not lead prints nothing.
    fn follow(&self) -> Child {
        self.command(&["serve", "--listen", "127.0.0.1:0"]).spawn().unwrap()
    }
}

fn etcd(members: &Members) -> Etcd {
    let options = EtcdOptions { endpoints: members.endpoints(), ..EtcdOptions::default() };
    Etcd::new(&options, None).unwrap()
}

/// The newest revision: each group is one.
fn revision(members: &Members) -> i64 {
    let mut etcd = etcd(members);
    etcd.transact(&Txn::read(vec![Op::Get(b"x".to_vec())])).unwrap();
    etcd.seen().unwrap().revision
}

/// Bytes of a group, on average over those that etcd still has first.
fn group_bytes(members: &Members) -> usize {
    let mut etcd = etcd(members);
    let site = pointhouse_cluster::sites(&mut etcd).unwrap()[0].0;
    let keys = pointhouse_cluster::Keys::of(site);
    let read = Txn::read(vec![Op::Range(keys.group(0), keys.after_groups(), LOOKED_AT)]);
    let found = etcd.transact(&read).unwrap().found.remove(0);
    found.iter().map(|group| group.value.len()).sum::<usize>() / found.len()
}

/// Appends groups one after the other, each under the condition that the one before is the newest. Returns groups a second.
fn bare_loop(members: &Members, bytes: usize, time: Duration) -> f64 {
    let mut etcd = etcd(members);
    let (head, value) = (b"bare/head".to_vec(), vec![7; bytes]);
    let put = |key: &[u8], value: Vec<u8>| Op::Put { key: key.to_vec(), value, lease: None };
    etcd.transact(&Txn::read(vec![put(&head, b"0".to_vec())])).unwrap();
    let (begun, mut groups) = (Instant::now(), 0_u64);
    while begun.elapsed() < time {
        let next = groups + 1;
        let txn = Txn {
            when: vec![Compare::Value(head.clone(), groups.to_string().into_bytes())],
            then: vec![
                put(format!("bare/{next:016x}").as_bytes(), value.clone()),
                put(&head, next.to_string().into_bytes()),
            ],
            otherwise: Vec::new(),
        };
        let appended: Result<_, EngineError> = etcd.transact(&txn);
        assert!(appended.unwrap().is_met);
        groups = next;
    }
    groups as f64 / begun.elapsed().as_secs_f64()
}
