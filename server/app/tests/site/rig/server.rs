//! A server of this process, on threads of its own.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use pointhouse::clock::{Clock, Millis};
use pointhouse::config::{Config, Preset};
use pointhouse::draw_key::{DrawKey, KeyPlace};
use pointhouse::startup::{self, Site};
use pointhouse::{backups, formats};
use pointhouse_store::Progress;
use reqwest::Method;
use serde_json::json;
use tempfile::TempDir;
use tokio::sync::oneshot;

use super::{Call, NOON};
use crate::golden::{ANCHOR, KEY};

/// Passwords are hashed as cheaply as the settings allow, and nothing is limited: a test that is
/// about a limit sets it.
const QUICK: &str = r#"
    [server]
    listen = "127.0.0.1:0"
    shutdown_seconds = 2
    requests_per_second = 0
    deliveries_per_second = 0
    connections_per_address = 0
    [store]
    cache_megabytes = 2
    generation_megabytes = 1
    [auth]
    admin_idle_minutes = 1440
    hash_memory_kib = 64
    hash_passes = 1
    logins_per_minute = 0
    panel_logins_per_minute = 0
    verifications_per_minute = 0
    resets_per_minute = 0
    signups_per_hour = 0
    network_signups_per_hour = 0
    email_checks_per_minute = 0
    [mail]
    letters_per_hour = 0
    [games]
    bets_per_second = 0
    [push]
    sockets_per_address = 0
"#;

/// Password of the owner of a new site.
pub(crate) const OWNER_PASSWORD: &str = "Rig-owner-password-1";

pub(crate) struct Server {
    pub(crate) url: String,
    pub(crate) clock: Clock,
    pub(crate) http: reqwest::Client,
    config: Config,
    /// The data folder; its key and its anchor are beside it.
    data: PathBuf,
    /// Removed with the server.
    _place: [Arc<TempDir>; 2],
    admin_password: String,
    /// The panel's token that grants points.
    pub(super) granting: Mutex<Option<String>>,
    running: Option<Running>,
}

struct Running {
    site: Site,
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

struct Started {
    url: String,
    site: Site,
    setup_code: Option<String>,
}

/// The quick settings with those of a file.
fn read(file: &str) -> Config {
    Config::with(&format!("{QUICK}\n{file}")).unwrap()
}

fn restore(backup: &Path, data: &Path) {
    let own = (data, &formats::current());
    backups::restore(backup, None::<backups::Opening<&[u8]>>, own, &Progress::default()).unwrap();
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// With settings of the test's own. What is set here is not checked, so that a test may go
    /// beyond what a streamer may (an idle time of nothing).
    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::with(QUICK).unwrap().beginning_as(Preset::Example);
        change(&mut config);
        let place = Arc::new(TempDir::new().unwrap());
        let data = place.path().join("data");
        std::fs::create_dir(&data).unwrap();
        Self::open(config, data, [place.clone(), place], Clock::fixed_at(Millis(NOON))).await
    }

    /// Over a data folder that an earlier run has left, with the clock and the admin's password that belong
    /// to it.
    pub(crate) async fn over_with(
        data: TempDir,
        now: Millis,
        admin_password: &str,
        file: &str,
    ) -> Self {
        let (mut config, key) = (read(file), Arc::new(TempDir::new().unwrap()));
        config.store.key_file = key.path().join(KEY);
        // Archives of folders have them.
        for name in [KEY, ANCHOR].into_iter().filter(|name| data.path().join(name).exists()) {
            std::fs::rename(data.path().join(name), key.path().join(name)).unwrap();
        }
        let (folder, place) = (data.path().to_owned(), [Arc::new(data), key]);
        let mut server = Self::open(config, folder, place, Clock::fixed_at(now)).await;
        admin_password.clone_into(&mut server.admin_password);
        server
    }

    async fn open(config: Config, data: PathBuf, place: [Arc<TempDir>; 2], clock: Clock) -> Self {
        let mut server = Self {
            url: String::new(),
            clock,
            // A connection per call: the server has none left to wait for when it stops.
            http: crate::rig::client()
                .pool_max_idle_per_host(0)
                // A test looks at where it is sent itself.
                .redirect(reqwest::redirect::Policy::none())
                .timeout(Duration::from_secs(60))
                .build()
                .unwrap(),
            config,
            data,
            _place: place,
            admin_password: String::new(),
            granting: Mutex::default(),
            running: None,
        };
        server.go().await;
        server
    }

    async fn go(&mut self) {
        let (ready, started) = oneshot::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let (config, clock) = (self.config.clone(), self.clock.clone());
        let data = self.data.clone();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let running = startup::start(config, data, clock).await.unwrap();
                let started = Started {
                    url: format!("http://{}", running.address),
                    site: running.site.clone(),
                    setup_code: running.admin_password.setup_code().map(str::to_owned),
                };
                assert!(ready.send(started).is_ok(), "the test waits for its server");
                // A test that is over drops its end: the same order.
                let _ = stopped.await;
                running.stop().await;
            });
        });
        let started = started.await.expect("the server starts");
        self.url = started.url;
        if let Some(code) = started.setup_code {
            OWNER_PASSWORD.clone_into(&mut self.admin_password);
            self.set_up(&started.site, &code).await;
        }
        self.running = Some(Running { site: started.site, stop, thread });
    }

    /// Sets the owner's password as the page of the setup does, and nothing else.
    async fn set_up(&self, site: &Site, code: &str) {
        let now = site.settings().now();
        let order = json!({
            "code": code,
            "password": OWNER_PASSWORD,
            "siteName": now.brand.name,
            "accent": now.brand.accent,
            "timezone": now.place.timezone.name(),
        });
        let answer = self.post("/api/setup").json(&order).send().await.of(200);
        // Tests count the sessions of the panel.
        let token = answer["token"].as_str().unwrap();
        self.post("/api/admin/logout").by(token).send().await.of(200);
    }

    /// Stops it in order; the data stays.
    pub(crate) fn stop(&mut self) {
        if let Some(Running { site, stop, thread }) = self.running.take() {
            drop(site);
            let _ = stop.send(());
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking(), "the server ends in order");
            // A process that ends lets go of the folder; threads of this one may still be about to.
            let held = std::fs::File::options().write(true).open(self.data.join("LOCK"));
            held.and_then(|file| file.lock()).unwrap();
        }
    }

    /// Stops it in order and starts it on the same data with the same clock.
    pub(crate) async fn restart(&mut self) {
        self.stop();
        self.go().await;
    }

    /// The same with changed settings.
    pub(crate) async fn restart_with(&mut self, change: impl FnOnce(&mut Config)) {
        self.stop();
        change(&mut self.config);
        // What the test changes decides, not what the first start has stored.
        self.config.lock_everything();
        self.go().await;
    }

    /// The same with a changed settings file: what the store has decides.
    pub(crate) async fn restart_reading(&mut self, change: impl FnOnce(&mut Config)) {
        self.stop();
        change(&mut self.config);
        self.go().await;
    }

    /// The parts of the running server.
    pub(crate) fn site(&self) -> &Site {
        &self.running.as_ref().expect("the server runs").site
    }

    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// The key that seals this site's seeds.
    pub(crate) fn draw_key(&self) -> DrawKey {
        let place = KeyPlace::of(&self.config.store.key_file, &self.data).unwrap();
        place.read().unwrap().unwrap()
    }

    pub(crate) fn admin_password(&self) -> &str {
        &self.admin_password
    }

    /// Writes a backup as the panel does, into a file that outlives the data folder.
    pub(crate) async fn back_up(&self) -> PathBuf {
        let backups = self.site().backups();
        let written = backups.path(&backups.asked().await.unwrap());
        let kept = self.data.with_extension("base");
        std::fs::rename(written, &kept).unwrap();
        kept
    }

    /// Stops it, and starts it again over a backup in place of its data, beside the same key and anchor.
    pub(crate) async fn restart_over(&mut self, backup: &Path) {
        self.stop();
        std::fs::remove_dir_all(&self.data).unwrap();
        restore(backup, &self.data);
        self.go().await;
    }

    /// Another machine over a backup, without the key, at the same time of the same clock.
    pub(crate) async fn elsewhere_over(&self, backup: &Path) -> Self {
        let place = Arc::new(TempDir::new().unwrap());
        let data = place.path().join("data");
        restore(backup, &data);
        let clock = Clock::fixed_at(self.clock.now());
        let mut server = Self::open(self.config.clone(), data, [place.clone(), place], clock).await;
        self.admin_password.clone_into(&mut server.admin_password);
        server
    }

    /// Advances the clock by this many milliseconds.
    pub(crate) fn pass(&self, millis: i64) {
        self.clock.move_to(self.clock.now().plus(millis));
    }

    pub(crate) fn get(&self, path: &str) -> Call {
        self.call(Method::GET, path)
    }

    pub(crate) fn post(&self, path: &str) -> Call {
        self.call(Method::POST, path)
    }

    pub(crate) fn call(&self, method: Method, path: &str) -> Call {
        Call::new(&self.http, method, &self.url, path)
    }

    /// Stops the server and proves what it left behind.
    pub(crate) fn prove(&mut self) -> pointhouse::verify::Findings {
        self.stop();
        let findings = pointhouse::verify::verify(self.data()).unwrap();
        assert_eq!(findings.faults, Vec::<String>::new());
        assert_eq!(findings.fault_count, 0);
        findings
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}
