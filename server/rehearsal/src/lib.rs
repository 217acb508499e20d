//! Fake external services for rehearsals: a casino, a service for bonus hunts and a streaming
//! platform, with a control panel. Streamers use them to practise a whole stream.
//!
//! Invariants: it listens on this machine only; all of its data is made up.
//!
//! It contains nothing of the product and speaks only the protocols of the services.

mod casino;
mod control_panel;
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

/// Key and token of the fake services. They give access to nothing else.
pub const KEY: &str = "rehearsal";

/// The fake services.
pub struct FakeServices {
    casino: Mutex<Casino>,
    hunt: Mutex<Hunt>,
    platform: Platform,
    /// Address of the product, which receives the deliveries of the chat.
    site: String,
}

impl FakeServices {
    /// Services for a product at an address such as `http://localhost:3000`. Generates a key, which
    /// takes a moment.
    ///
    /// # Errors
    /// The key cannot be generated, or the HTTP client cannot be created.
    pub fn new(site: &str) -> Result<Self, String> {
        Ok(Self {
            casino: Mutex::default(),
            hunt: Mutex::default(),
            platform: Platform::new()?,
            site: site.trim_end_matches('/').to_owned(),
        })
    }
}

/// Serves the fake services on a listener.
///
/// # Errors
/// The listener cannot be used.
pub fn serve(services: Arc<FakeServices>, listener: TcpListener) -> std::io::Result<Server> {
    let services = Data::from(services);
    let server = HttpServer::new(move || App::new().app_data(services.clone()).configure(routes));
    Ok(server.workers(1).disable_signals().listen(listener)?.run())
}

fn routes(cfg: &mut ServiceConfig) {
    cfg.configure(casino::routes)
        .configure(hunt::routes)
        .configure(platform::routes)
        .configure(control_panel::routes)
        .default_service(web::to(|| async { HttpResponse::NotFound().body("nothing here\n") }));
}
