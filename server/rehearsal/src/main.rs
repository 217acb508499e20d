//! `rehearsal LISTEN SITE`: the fake services on an address of this machine, for a product at SITE.

use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::Arc;

use pointhouse_rehearsal::{FakeServices, serve};

#[actix_web::main]
async fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (Some(listen), Some(site)) = (words.next(), words.next()) else {
        return fail("usage: rehearsal 127.0.0.1:3100 http://localhost:3000");
    };
    let services = match FakeServices::new(&site) {
        Ok(services) => Arc::new(services),
        Err(reason) => return fail(&reason),
    };
    let listener = match TcpListener::bind(&listen) {
        Ok(listener) if listener.local_addr().is_ok_and(|own| own.ip().is_loopback()) => listener,
        Ok(_) => return fail("a rehearsal listens on this machine only: 127.0.0.1"),
        Err(error) => return fail(&format!("{listen}: {error}")),
    };
    match serve(services, listener) {
        Ok(server) => match server.await {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&error.to_string()),
        },
        Err(error) => fail(&error.to_string()),
    }
}

#[expect(clippy::print_stderr, reason = "a program's own word")]
fn fail(reason: &str) -> ExitCode {
    eprintln!("rehearsal: {reason}");
    ExitCode::FAILURE
}
