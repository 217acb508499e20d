//! The product in a process of its own, with members that have points.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::load::{BET, Client, Clients, request};

const BINARY: &str = "target/release/pointhouse";
const ADMIN: &str = "bench-admin-password";
const PASSWORD: &str = "Bench-member-1!";

pub struct Process {
    child: Child,
    address: SocketAddr,
    data: PathBuf,
}

impl Process {
    /// With hashes that cost nothing, so that hundreds of members are there at once.
    pub async fn start(data: &Path) -> Self {
        Self::launch(data, &[("AUTH__HASH_MEMORY_KIB", "64"), ("AUTH__HASH_PASSES", "1")])
    }

    pub async fn start_with_real_hashes(data: &Path) -> Self {
        Self::launch(data, &[])
    }

    pub fn launch(data: &Path, more: &[(&str, &str)]) -> Self {
        let lifted = [
            ("SERVER__REQUESTS_PER_SECOND", "0"),
            ("SERVER__CONNECTIONS_PER_ADDRESS", "0"),
            ("AUTH__LOGINS_PER_MINUTE", "0"),
            ("AUTH__PANEL_LOGINS_PER_MINUTE", "0"),
            // Sixteen clients log in to one account at once.
            ("AUTH__WRONG_PASSWORDS", "0"),
            ("AUTH__SIGNUPS_PER_HOUR", "0"),
            ("AUTH__NETWORK_SIGNUPS_PER_HOUR", "0"),
            ("GAMES__BETS_PER_SECOND", "0"),
            ("GAMES__PRIZE_BUDGET", "1000000000000"),
            ("ADMIN_PASSWORD", ADMIN),
            ("LOG", "error"),
        ];
        let mut command = Command::new(BINARY);
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data);
        for (key, value) in lifted.iter().chain(more) {
            command.env(format!("POINTHOUSE_{key}"), value);
        }
        let mut child = command.stdout(Stdio::piped()).spawn().expect(BINARY);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let open = lines.next().unwrap().unwrap();
        let address = open.rsplit("http://").next().unwrap().parse().unwrap();
        Self { child, address, data: data.to_owned() }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn credentials(&self) -> (String, String) {
        ("member0@example.com".to_owned(), PASSWORD.to_owned())
    }

    async fn call(&self, path: &str, token: Option<&str>, body: &Value) -> Value {
        let request = request(path, token, &body.to_string());
        let mut client = Client::connect(self.address, request).await;
        let status = client.ask().await;
        let body: Value = serde_json::from_slice(client.body()).unwrap();
        assert!(status < 300, "{path}: {status} {body}");
        body
    }

    /// Members with a million points each, every one with a connection of its own.
    pub async fn members(&self, count: usize) -> Clients {
        let mut clients = Clients::new();
        for token in self.sign_up(count).await {
            clients.push(self.better(&token).await);
        }
        clients
    }

    /// A connection that bets for the member of a token.
    pub async fn better(&self, token: &str) -> Client {
        Client::connect(self.address, request("/api/games/dice/bet", Some(token), BET)).await
    }

    /// New members with a million points each; their tokens.
    pub async fn sign_up(&self, count: usize) -> Vec<String> {
        let admin = self.call("/api/admin/login", None, &json!({ "password": ADMIN })).await;
        let admin = admin["token"].as_str().unwrap().to_owned();
        let mut tokens = Vec::new();
        for number in 0..count {
            let signed = self
                .call(
                    "/api/auth/signup",
                    None,
                    &json!({ "username": format!("member{number}"),
                        "email": format!("member{number}@example.com"), "password": PASSWORD }),
                )
                .await;
            let body =
                json!({ "userId": signed["user"]["id"], "action": "set", "amount": 1_000_000 });
            self.call("/api/auth/admin/manage-points", Some(&admin), &body).await;
            tokens.push(signed["token"].as_str().unwrap().to_owned());
        }
        tokens
    }

    /// Ends the server in order and proves its data; every answered bet must be there.
    pub async fn stop_and_verify(mut self, answered: u64) {
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(self.child.wait().unwrap().success());
        let rounds = self.verify();
        assert!(rounds >= answered, "{answered} answered, {rounds} there");
    }

    /// Ends the server as a power cut would end the process.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Proves the data of a server that has ended; returns how many rounds are there.
    pub fn verify(&self) -> u64 {
        let verified =
            Command::new(BINARY).args(["verify", "--data"]).arg(&self.data).output().unwrap();
        let text = String::from_utf8_lossy(&verified.stdout).into_owned();
        let complaint = String::from_utf8_lossy(&verified.stderr).into_owned();
        assert!(verified.status.success(), "{text}{complaint}");
        println!("  {}", text.trim());
        text.split(" rounds").next().unwrap().rsplit(' ').next().unwrap().parse().unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Ended already when all went well; a failed run must not leave a server behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
