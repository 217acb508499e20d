//! A site on two machines with three members of etcd, and its members.

use std::collections::BTreeMap;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use pointhouse_cluster::{ClusterId, Etcd, EtcdOptions, Mark, Position, SealingKey, Site, found};
use pointhouse_store::{Batch, Format, Options, Store, TableId};
use reqwest::blocking::Client;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::betting::{Acknowledged, Betting, client, compare};
use super::machine::{ADMIN, Machine};
use super::members::{Members, prepare_tls};
use super::until;

const BETTING: usize = 8;
const POINTS: u64 = 1_000_000;
/// The server's table of settings, which has the mark.
const SETTING: TableId = TableId(11);

/// The data folder of an older version that the server's tests keep.
fn unpack(data: &Path) {
    let archive = concat!(env!("CARGO_MANIFEST_DIR"), "/../app/tests/site/golden/format-9.tar.gz");
    std::fs::create_dir_all(data).unwrap();
    let unpacked = Command::new("tar").args(["-xzmf", archive, "-C"]).arg(data).status();
    assert!(unpacked.unwrap().success());
}

pub struct World {
    pub etcd: Members,
    pub machines: Vec<Machine>,
    pub client: Client,
    pub tokens: Vec<String>,
    admin: String,
    pub folder: TempDir,
}

impl World {
    /// A site on one machine that becomes one of two. Both run when this returns, and one leads.
    pub fn begin(lease_seconds: u32) -> Self {
        Self::begin_with(&format!("lease_seconds = {lease_seconds}"), &[])
    }

    /// The same with lines of `[cluster]`, and options of etcd.
    pub fn begin_with(settings: &str, of_etcd: &[&str]) -> Self {
        prepare_tls();
        let folder = tempfile::tempdir().unwrap();
        let etcd = Members::start_with(3, of_etcd);
        let machine = |name| Machine::new(name, folder.path(), &etcd.endpoints(), settings);
        let machines = vec![machine("a"), machine("b")];
        let (tokens, admin) = Default::default();
        let mut world = Self { etcd, machines, client: client(), tokens, admin, folder };
        world.machines[0].start(false);
        world.ready();
        world.sign_up();
        world.machines[0].stop();
        let begun = world.machines[0].run(&["cluster", "init"]);
        assert!(begun.contains("begins at commit"), "{begun}");
        world.machines[0].start(true);
        world.ready();
        world.machines[1].run(&["cluster", "join"]);
        world.machines[1].start(true);
        until("the second one follows", || {
            world.machines[1].readiness(&world.client).contains("follows a").then_some(())
        });
        world.until_both_have_everything();
        world
    }

    /// The machines of a site with data of format 9. None runs.
    pub fn of_format_9(lease_seconds: u32) -> Self {
        prepare_tls();
        let folder = tempfile::tempdir().unwrap();
        let etcd = Members::start(3);
        let lease = format!("lease_seconds = {lease_seconds}");
        let machine = |name| Machine::new(name, folder.path(), &etcd.endpoints(), &lease);
        let machines = vec![machine("a"), machine("b")];
        let (id, key) = (ClusterId::random(), [7; 32]);
        let site = Site::new(id, SealingKey::new(key), (SETTING, 9));
        let mut begin = None;
        for machine in &machines {
            unpack(&machine.data);
            // The site's chat is set up, and the settings file had its secret.
            machine.set("[kick]\nclient_secret = \"golden-secret\"\n");
            let format = Format::new(9, "");
            let options = Options { format, ..Options::default() };
            let (store, _) = Store::open(&machine.data, options).unwrap();
            let before = Position { sequence: store.stats().last_sequence, chain: [0; 32] };
            let mark = Mark::after((id, 0), before, &[]);
            let mut batch = Batch::new();
            Mark::row(SETTING).put(&mut batch, &mark).unwrap();
            store.commit(batch).wait().unwrap();
            store.close(Instant::now() + Duration::from_secs(60));
            begin = Some(mark.position());
        }
        let file = folder.path().join("key");
        std::fs::write(&file, hex::encode(key)).unwrap();
        std::fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
        let options = EtcdOptions { endpoints: etcd.endpoints(), ..EtcdOptions::default() };
        let mut connection = Etcd::new(&options, None).unwrap();
        until("the log begins", || {
            found(&mut connection, &site, (begin.unwrap(), 9, None)).ok()?.then_some(())
        });
        let (tokens, admin) = Default::default();
        Self { etcd, machines, client: client(), tokens, admin, folder }
    }

    /// Format of a machine's folder, and the one that its upgrade goes on from.
    pub fn format(&self, machine: usize) -> (u32, Option<u32>) {
        let format = Store::format_of(&self.machines[machine].data).unwrap().unwrap();
        (format.number, format.upgrading_from)
    }

    /// Both machines have the key that seals seeds, beside their folders. Nothing that they have stored or sent holds it.
    pub fn check_key_of_seeds(&self) {
        until("both machines have the key of the seeds", || {
            let has = |machine: &Machine| machine.data.with_extension("key").exists();
            self.machines.iter().all(has).then_some(())
        });
        let read = |machine: &Machine| std::fs::read(machine.data.with_extension("key")).unwrap();
        let hex = read(&self.machines[0]);
        assert_eq!(read(&self.machines[1]), hex);
        let key = hex::decode(hex.trim_ascii()).unwrap();
        let mut folders: Vec<PathBuf> =
            self.machines.iter().map(|machine| machine.data.clone()).collect();
        folders.push(self.etcd.folder().to_owned());
        while let Some(path) = folders.pop() {
            if path.is_dir() {
                folders
                    .extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
                continue;
            }
            // A running server removes files meanwhile.
            let Ok(bytes) = std::fs::read(&path) else { continue };
            for form in [key.as_slice(), hex.trim_ascii()] {
                let holds = memchr::memmem::find(&bytes, form).is_some();
                assert!(!holds, "{} holds the key of the seeds", path.display());
            }
        }
    }

    /// Number of the machine that leads; waits for it.
    pub fn ready(&mut self) -> usize {
        until("a machine leads", || {
            self.machines.iter_mut().for_each(Machine::keep_up);
            self.machines.iter().position(|machine| machine.is_ready(&self.client))
        })
    }

    /// Waits until the machine that follows has what the leader has.
    pub fn until_both_have_everything(&mut self) {
        until("both machines have everything", || {
            self.machines.iter_mut().for_each(Machine::keep_up);
            let leader = self.machines.iter().position(|one| one.is_ready(&self.client))?;
            let status = self.machines[leader].try_run(&["cluster", "status"]).ok()?;
            status.contains("has everything.").then_some(())
        });
    }

    fn call(&self, path: &str, token: Option<&str>, body: &Value) -> Value {
        let call = self.client.post(format!("http://{}{path}", self.machines[0].address));
        let call = token.into_iter().fold(call, |call, token| call.bearer_auth(token));
        let answer = call.json(body).send().unwrap();
        let (status, body) = (answer.status(), answer.json().unwrap());
        assert!(status.is_success(), "{path}: {status} {body}");
        body
    }

    fn sign_up(&mut self) {
        let admin = self.call("/api/admin/login", None, &json!({ "password": ADMIN }));
        let admin = admin["token"].as_str().unwrap().to_owned();
        for number in 0..BETTING {
            let (name, email) = (format!("member{number}"), format!("member{number}@example.com"));
            let member =
                json!({ "username": name, "email": email, "password": "Cluster-member-1!" });
            let signed = self.call("/api/auth/signup", None, &member);
            let set = json!({ "userId": signed["user"]["id"], "action": "set", "amount": POINTS });
            self.call("/api/auth/admin/manage-points", Some(&admin), &set);
            self.tokens.push(signed["token"].as_str().unwrap().to_owned());
        }
        self.admin = admin;
    }

    pub fn bet(&self) -> Betting {
        let addresses = self.machines.iter().map(|machine| machine.address.clone()).collect();
        Betting::begin(addresses, &self.tokens)
    }

    /// Balances by sequence in a member's ledger, read from the machine that leads.
    fn ledger(&mut self, token: &str) -> BTreeMap<u64, u64> {
        let leader = self.ready();
        let address = self.machines[leader].address.clone();
        let mut ledger = BTreeMap::new();
        let mut page = 1;
        loop {
            let url = format!("http://{address}/api/me/ledger?limit=200&page={page}");
            let answer = self.client.get(url).bearer_auth(token).send().unwrap();
            let found: Value = answer.json().unwrap();
            for item in found["items"].as_array().unwrap() {
                let number = |name: &str| item[name].as_u64().unwrap();
                ledger.insert(number("seq"), number("balanceAfter"));
            }
            if page >= found["pages"].as_u64().unwrap() {
                return ledger;
            }
            page += 1;
        }
    }

    /// Returns whether a machine shows a page of a member.
    pub fn is_readable(&self, machine: usize) -> bool {
        let url = format!("http://{}/api/me/ledger?limit=1", self.machines[machine].address);
        let asked = self.client.get(url).bearer_auth(&self.tokens[0]).send();
        asked.is_ok_and(|answer| answer.status().is_success())
    }

    /// What the leader's machine says of all.
    pub fn status(&mut self) -> String {
        let leader = self.ready();
        self.machines[leader].run(&["cluster", "status"])
    }

    /// Imports a list of unknown members, which adds more than a megabyte to the log. It may be refused.
    pub fn import(&self, machine: usize) {
        let name = || -> String {
            std::iter::repeat_with(|| char::from(rand::random_range(b'a'..=b'z')))
                .take(250)
                .collect()
        };
        let lines: String = (0..2000).map(|_| format!("{},{},1\n", name(), name())).collect();
        let to = |path: &str| {
            let call = self.client.post(format!("http://{}{path}", self.machines[machine].address));
            call.bearer_auth(&self.admin).timeout(Duration::from_secs(20))
        };
        // A proof of the owner ends with the process.
        let proof = to("/api/sign-in/proof").json(&json!({ "password": ADMIN }));
        let import = to("/api/admin/points/import?dryRun=false").header("content-type", "text/csv");
        let import = import.body(format!("username,rainbet,points\n{lines}"));
        for answer in [proof.send(), import.send()].into_iter().flatten() {
            let (status, body) = (answer.status(), answer.text().unwrap_or_default());
            assert!(matches!(status.as_u16(), 200 | 503), "{status} {body}");
        }
    }

    /// Lets members bet until each has been answered.
    pub fn bet_for_a_moment(&mut self) -> Vec<Vec<Acknowledged>> {
        let betting = self.bet();
        until("some bets are acknowledged", || (betting.seen().acknowledged > 100).then_some(()));
        betting.end()
    }

    /// Puts another key in the place of the machines' for a moment.
    pub fn with_another_key(&mut self, work: impl FnOnce(&mut Self)) {
        let file = self.folder.path().join("key");
        let key = std::fs::read_to_string(&file).unwrap();
        let other: String = key.chars().rev().collect();
        std::fs::write(&file, other.trim()).unwrap();
        work(self);
        std::fs::write(&file, key).unwrap();
    }

    /// An empty etcd takes the place of the one that is lost, at the same addresses of the machines.
    pub fn lose_etcd(&mut self) {
        self.etcd = Members::start(3);
        for machine in &self.machines {
            machine.wires.lead_to(&self.etcd.endpoints());
        }
    }

    /// Compares everything that was acknowledged with the ledgers.
    pub fn compare(&mut self, answers: &[Vec<Acknowledged>]) {
        let tokens = self.tokens.clone();
        for (answers, token) in answers.iter().zip(&tokens) {
            compare(answers, &self.ledger(token));
        }
    }

    /// Compares everything that was acknowledged with the ledgers, then ends both machines and compares their folders.
    pub fn prove(&mut self, answers: &[Vec<Acknowledged>]) {
        self.compare(answers);
        self.until_both_have_everything();
        // At once, so that no machine takes over and writes.
        self.machines.iter_mut().for_each(Machine::kill);
        let proofs: Vec<(String, String)> = (0..2).map(|number| self.proof(number)).collect();
        assert_eq!(proofs[0], proofs[1], "the machines have different data");
    }

    /// What `verify` says of a machine's data, and the points of all members.
    fn proof(&self, number: usize) -> (String, String) {
        let machine = &self.machines[number];
        let verified = machine.run(&["verify"]);
        let file: PathBuf = self.folder.path().join(format!("points-{}", machine.name));
        machine.run(&["export-points", file.to_str().unwrap()]);
        // How many bases a machine keeps is its own.
        let verified = verified.rsplit_once(',').unwrap().0.to_owned();
        (verified, std::fs::read_to_string(file).unwrap())
    }
}
