//! The other side of the services outside: a casino, a service for bonus hunts and a streaming
//! platform, all made up, with a desk to drive them. A streamer practises a whole stream with it.
//!
//! Invariants: it listens on this machine only; what it says is as made up as its players.
//!
//! Deliberately absent: anything of the product. It speaks the services' protocols, nothing else.

mod casino;
mod desk;
mod hunt;
mod platform;

use std::net::TcpListener;
use std::sync::Arc;

use actix_web::dev::Server;
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{App, HttpResponse, HttpServer};
use parking_lot::Mutex;

pub use platform::CHANNEL;

use casino::Casino;
use hunt::Hunt;
use platform::Platform;

/// Key and token of the made-up services; they open nothing.
pub const KEY: &str = "rehearsal";

/// All that is made up.
pub struct Stage {
    casino: Mutex<Casino>,
    hunt: Mutex<Hunt>,
    platform: Platform,
    /// The product's address: deliveries of the chat go there.
    site: String,
}

impl Stage {
    /// For a product at an address such as `http://localhost:3000`. Makes a key, which takes a moment.
    ///
    /// # Errors
    /// No key could be made, or nothing can be called.
    pub fn new(site: &str) -> Result<Self, String> {
        Ok(Self {
            casino: Mutex::default(),
            hunt: Mutex::default(),
            platform: Platform::new()?,
            site: site.trim_end_matches('/').to_owned(),
        })
    }
}

/// Serves the stage on a listener.
///
/// # Errors
/// The listener does not work.
pub fn serve(stage: Arc<Stage>, listener: TcpListener) -> std::io::Result<Server> {
    let stage = Data::from(stage);
    let server = HttpServer::new(move || App::new().app_data(stage.clone()).configure(routes));
    Ok(server.workers(1).disable_signals().listen(listener)?.run())
}

fn routes(cfg: &mut ServiceConfig) {
    cfg.configure(casino::routes)
        .configure(hunt::routes)
        .configure(platform::routes)
        .configure(desk::routes)
        .default_service(web::to(|| async { HttpResponse::NotFound().body("nothing here\n") }));
}
