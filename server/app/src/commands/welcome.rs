//! What a start prints.

use std::path::Path;

use crate::demo;
use crate::startup::{AdminPasswordSource, Running};

/// The public address if it is set, otherwise the one that the server listens on.
fn setup_address(running: &Running) -> String {
    let config = running.site.settings().now();
    match config.place.url.trim_end_matches('/') {
        "" => config.server.url_at(running.address),
        url => url.to_owned(),
    }
}

pub(super) fn print(running: &Running, data: &Path, demo: bool) {
    let own = running.site.settings().now().server.listens_on(running.address);
    super::print(&format!("Pointhouse is open on {own}"));
    if let Some(address) = running.redirect {
        super::print(&format!("Requests to http://{address} are redirected to https"));
    }
    let reset = format!("pointhouse admin set-password --data {}", data.display());
    match &running.admin_password {
        AdminPasswordSource::Setup(code) => super::print(&format!(
            "Set it up here: {}/setup#{code}\nThe link works once, until the next start. To set a password \
             here: {reset}",
            setup_address(running)
        )),
        AdminPasswordSource::Environment => {
            super::print(&format!(
                "POINTHOUSE_ADMIN_PASSWORD was stored as the admin password. To change it: {reset}"
            ));
        }
        AdminPasswordSource::Stored { ignores_environment } => {
            if *ignores_environment {
                super::print(
                    "POINTHOUSE_ADMIN_PASSWORD is not used: an admin password was set before.",
                );
            }
            super::print(&format!("To reset the admin password: {reset}"));
        }
    }
    if demo {
        super::print(&demo::how_to_log_in());
    }
}
