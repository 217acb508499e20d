//! A minimal server: the product's broadcaster on a free port of 127.0.0.1.

use std::collections::HashSet;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use actix_web::App;
use actix_web::dev::ServerHandle;
use pointhouse::broadcast::{
    Admins, Authenticate, Broadcaster, Counts, Everyone, Identity, OneMember, Refused, Settings,
    SocketEvent,
};
use pointhouse::connections::{self, Options};
use pointhouse::ids::{SessionId, UserId};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Events of these tests. Each test chooses its payload.
macro_rules! events {
    ($($event:ident $name:literal to $audience:ident;)*) => {
        $(
            #[derive(Serialize, ToSchema)]
            pub(crate) struct $event(pub(crate) Value);

            impl SocketEvent for $event {
                const NAME: &'static str = $name;
                type Audience = $audience;
            }
        )*
    };
}

events! {
    Tick "tick" to Everyone;
    Own "own" to OneMember;
    ForAdmins "forAdmins" to Admins;
}

/// How long a test waits for an event, before it fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// `{token: "member-N", adminToken: "admin"}`; member tokens can be revoked.
#[derive(Default)]
pub(crate) struct Tokens {
    revoked: Mutex<HashSet<UserId>>,
}

impl Authenticate for Tokens {
    fn connect(&self, payload: &Value) -> Result<Identity, Refused> {
        let member = match payload.get("token").map(|token| token.as_str().ok_or(Refused)) {
            None => None,
            Some(token) => {
                let digits = token?.strip_prefix("member-").ok_or(Refused)?;
                let user = digits.parse().map_err(|_| Refused)?;
                if self.revoked.lock().unwrap().contains(&user) {
                    return Err(Refused);
                }
                Some((user, SessionId(0)))
            }
        };
        let admin = match payload.get("adminToken").and_then(Value::as_str) {
            None => None,
            Some("admin") => Some(SessionId(0)),
            Some(_) => return Err(Refused),
        };
        Ok(Identity { member, admin, source: None })
    }
}

pub(crate) struct Site {
    pub(crate) push: Broadcaster,
    pub(crate) port: u16,
    tokens: Arc<Tokens>,
    server: ServerHandle,
    thread: Option<JoinHandle<()>>,
}

impl Site {
    pub(crate) fn start(settings: Settings) -> Self {
        Self::start_on(0, settings)
    }

    pub(crate) fn start_on(port: u16, settings: Settings) -> Self {
        let tokens = Arc::new(Tokens::default());
        let push = Broadcaster::new(settings, Arc::clone(&tokens) as Arc<dyn Authenticate>);
        let (sender, started) = mpsc::channel();
        let mounted = push.clone();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).unwrap();
                let port = listener.local_addr().unwrap().port();
                let running = connections::serve(vec![listener], &Options::default(), move || {
                    let push = mounted.clone();
                    App::new().configure(move |cfg| push.configure(cfg))
                })
                .unwrap();
                sender.send((port, running.handle())).unwrap();
                running.await.unwrap();
            });
        });
        let (port, server) = started.recv().unwrap();
        Self { push, port, tokens, server, thread: Some(thread) }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(crate) fn revoke(&self, user: UserId) {
        self.tokens.revoked.lock().unwrap().insert(user);
        self.push.cut_member(user);
    }

    /// Waits until this is so of the figures.
    pub(crate) fn wait(&self, event: &str, is_so: impl Fn(Counts) -> bool) {
        let begun = Instant::now();
        while !is_so(self.push.counts()) {
            assert!(begun.elapsed() < PATIENCE, "still waiting: {event}: {:?}", self.push.counts());
            std::thread::yield_now();
        }
    }

    /// Publishes `tick {n}` to everyone.
    pub(crate) fn publish(&self, number: usize) {
        self.push.publish_to_everyone(&Tick(json!(number)));
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // The order is sent by the call; the future only waits for its end.
        drop(self.server.stop(false));
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}
