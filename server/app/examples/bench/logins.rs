//! A member's and the owner's login while strangers guess passwords, against the same login alone, in
//! the same run: `scripts/bench logins [LOGINS_PER_SECOND]`. All
//! traffic stays on 127.0.0.1; the site believes the addresses that a proxy would name.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use pointhouse::clock::Clock;
use pointhouse::config::Config;
use pointhouse::startup;
use serde_json::{Value, json};

/// Logins of the member and of the owner in each storm.
const PROBES: u64 = 15;
const BETWEEN_PROBES: Duration = Duration::from_millis(400);
/// A storm blows so long before the first of them: until then its networks are as quiet as any.
const STORM_BEFORE: Duration = Duration::from_secs(20);
/// The wanted most.
const WANTED: Duration = Duration::from_secs(2);
/// Addresses of the strangers: each stays within ten logins a minute.
const STRANGERS: u64 = 480;
const PASSWORD: &str = "Correct!horse1";
const SETTINGS: &str = r#"
[server]
listen = "127.0.0.1:0"
trusted_proxies = ["127.0.0.1"]
"#;

/// Who guesses, and at what.
#[derive(Clone, Copy)]
struct Storm {
    name: &'static str,
    address: fn(u64) -> String,
    path: &'static str,
    body: fn(u64) -> Value,
}

const STORMS: [Storm; 4] = [
    Storm {
        name: "480 networks, an email each",
        address: |number| format!("100.{}.{}.1", number / 250, number % 250),
        path: "/api/auth/login",
        body: |number| json!({ "email": format!("nobody{number}@example.com"), "password": "x" }),
    },
    Storm {
        name: "two networks, an email each",
        address: |number| format!("100.0.{}.{}", number % 2, number / 2),
        path: "/api/auth/login",
        body: |number| json!({ "email": format!("nobody{number}@example.com"), "password": "x" }),
    },
    Storm {
        name: "480 networks, the member's email",
        address: |number| format!("100.{}.{}.1", number / 250, number % 250),
        path: "/api/auth/login",
        body: |_| json!({ "email": "member@example.com", "password": "x" }),
    },
    Storm {
        name: "480 networks, the panel",
        address: |number| format!("100.{}.{}.1", number / 250, number % 250),
        path: "/api/admin/login",
        body: |_| json!({ "password": "x" }),
    },
];

#[derive(Clone)]
struct Site {
    url: String,
    admin_password: String,
    /// The member's known device.
    cookie: String,
    http: reqwest::Client,
    /// Addresses of those who log in, each of another network.
    next: Arc<AtomicU64>,
}

impl Site {
    async fn post(&self, path: &str, from: &str, body: &Value) -> reqwest::Response {
        let call = self.http.post(format!("{}{path}", self.url)).header("x-forwarded-for", from);
        call.header("cookie", &self.cookie).json(body).send().await.unwrap()
    }

    /// How long a login takes; none when it is refused.
    async fn login(&self, path: &str, body: &Value) -> Option<Duration> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let from = format!("200.{}.{}.1", number / 250, number % 250);
        let begun = Instant::now();
        let answer = self.post(path, &from, body).await;
        answer.status().is_success().then(|| begun.elapsed())
    }

    async fn member(&self) -> Option<Duration> {
        let body = json!({ "email": "member@example.com", "password": PASSWORD });
        self.login("/api/auth/login", &body).await
    }

    async fn owner(&self) -> Option<Duration> {
        self.login("/api/admin/login", &json!({ "password": self.admin_password })).await
    }
}

/// What the logins of one kind came to.
#[derive(Default)]
struct Taken {
    times: Vec<Duration>,
    refused: u64,
}

impl Taken {
    fn note(&mut self, time: Option<Duration>) {
        match time {
            Some(time) => self.times.push(time),
            None => self.refused += 1,
        }
    }

    fn middle(&mut self) -> Duration {
        self.times.sort();
        self.times.get(self.times.len() / 2).copied().unwrap_or_default()
    }

    fn print(&mut self, storm: &str, who: &str, alone: Duration) {
        let (middle, worst) = (self.middle(), self.times.last().copied().unwrap_or_default());
        let done = self.times.len() as u64;
        let ratio = middle.as_secs_f64() / alone.as_secs_f64();
        let is_well = self.refused == 0 && worst < WANTED;
        println!(
            "{storm:33} | {who:6} | {:4} ms | {:5} ms | {:5.1}x | {done:2} of {:2} | {}",
            middle.as_millis(),
            worst.as_millis(),
            ratio,
            done + self.refused,
            if is_well { "yes" } else { "NO" },
        );
    }
}

pub fn bench(arguments: &[String]) {
    let per_second: u64 = arguments.first().map_or(80, |text| text.parse().unwrap());
    pointhouse::external::prepare_tls();
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_owned();
    let (ready, started) = std::sync::mpsc::channel();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let server = std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let config = Config::with(SETTINGS).unwrap();
            let password = "bench-owner-password".to_owned();
            let set = startup::set_admin_password(&config, data.path(), password.clone());
            set.await.unwrap();
            let running = startup::start(config, folder, Clock::system()).await.unwrap();
            ready.send((format!("http://{}", running.address), password)).unwrap();
            let _ = stopped.await;
            running.stop().await;
        });
    });
    let (url, password) = started.recv().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(run(url, password, per_second));
    drop(runtime);
    stop.send(()).unwrap();
    server.join().unwrap();
}

async fn run(url: String, admin_password: String, per_second: u64) {
    let (http, next) = (reqwest::Client::new(), Arc::default());
    let mut site = Site { url, admin_password, cookie: String::new(), http, next };
    let body = json!({ "username": "member", "email": "member@example.com", "password": PASSWORD });
    let made = site.post("/api/auth/signup", "200.255.0.1", &body).await;
    assert_eq!(made.status(), 201);
    let cookie = made.headers()["set-cookie"].to_str().unwrap();
    site.cookie = cookie.split(';').next().unwrap().to_owned();
    let (mut member, mut owner) = probe(&site).await;
    let (member, owner) = (member.middle(), owner.middle());
    println!("a login alone: member {} ms, owner {} ms", member.as_millis(), owner.as_millis());
    println!(
        "{per_second} logins a second of | login  | median  | worst    | ratio  | let in   | all under 2 s"
    );
    for storm in STORMS {
        let is_over = Arc::new(AtomicBool::new(false));
        let blowing = tokio::spawn(blow(site.clone(), storm, per_second, is_over.clone()));
        tokio::time::sleep(STORM_BEFORE).await;
        let (mut members, mut owners) = probe(&site).await;
        is_over.store(true, Ordering::SeqCst);
        blowing.await.unwrap();
        members.print(storm.name, "member", member);
        owners.print(storm.name, "owner", owner);
    }
}

/// The member's and the owner's logins, one after the other.
async fn probe(site: &Site) -> (Taken, Taken) {
    let (mut members, mut owners) = (Taken::default(), Taken::default());
    for _ in 0..PROBES {
        members.note(site.member().await);
        tokio::time::sleep(BETWEEN_PROBES).await;
        owners.note(site.owner().await);
        tokio::time::sleep(BETWEEN_PROBES).await;
    }
    (members, owners)
}

/// `per_second` logins a second, whether or not the earlier ones are answered.
async fn blow(site: Site, storm: Storm, per_second: u64, is_over: Arc<AtomicBool>) {
    let mut beat = tokio::time::interval(Duration::from_secs(1) / per_second as u32);
    let mut number = 0;
    let stranger = Site { cookie: String::new(), ..site };
    while !is_over.load(Ordering::SeqCst) {
        beat.tick().await;
        let (of_task, who) = (stranger.clone(), number % STRANGERS);
        tokio::spawn(async move {
            let from = (storm.address)(who);
            let _ = of_task.post(storm.path, &from, &(storm.body)(who)).await;
        });
        number += 1;
    }
}
