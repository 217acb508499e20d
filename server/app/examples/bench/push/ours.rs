//! The product's broadcaster on two workers.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, mpsc};

use actix_web::App;
use pointhouse::broadcast::{
    Authenticate, Broadcaster, Everyone, Identity, Refused, Settings, SocketEvent,
};
use pointhouse::connections::{self, Options};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::process::serve_commands;

#[derive(Serialize, ToSchema)]
struct Tick<'a>(&'a str);

impl SocketEvent for Tick<'_> {
    const NAME: &'static str = "tick";
    type Audience = Everyone;
}

struct Anybody;

impl Authenticate for Anybody {
    fn connect(&self, _: &Value) -> Result<Identity, Refused> {
        Ok(Identity::default())
    }
}

pub(crate) fn serve() {
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let settings = Settings { sockets_max: 100_000, sockets_per_address: 0, ..Settings::default() };
    let push = Broadcaster::new(settings, Arc::new(Anybody));
    let (sender, started) = mpsc::channel();
    let mounted = push.clone();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
            let port = listener.local_addr().unwrap().port();
            let server = connections::serve(vec![listener], &Options::default(), move || {
                let push = mounted.clone();
                App::new().configure(move |cfg| push.configure(cfg))
            });
            sender.send(port).unwrap();
            server.unwrap().await.unwrap();
        });
    });
    let port = started.recv().unwrap();
    let publish = |filler: &str| push.publish_to_everyone(&Tick(filler));
    serve_commands(port, publish, || push.counts().cut);
}
