//! The log of the process, and its levels, which can be changed while it runs.

use std::io::IsTerminal;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::reload::{self, Handle};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Registry, fmt};

use crate::config::{LogFormat, Server};

/// Variable that wins over `server.log_levels`.
const VARIABLE: &str = "POINTHOUSE_LOG";

/// The levels of the log.
pub struct LogLevels {
    handle: Handle<Targets, Registry>,
    is_from_environment: bool,
}

impl LogLevels {
    /// Starts the log of this process.
    pub fn start_log(settings: &Server) -> Self {
        let variable = std::env::var(VARIABLE).ok();
        let is_from_environment = variable.is_some();
        // A filter by target is evaluated once per log statement; a filter by span would be evaluated
        // for each request.
        let levels = parse(&variable.unwrap_or_else(|| settings.log_levels.clone()));
        let (filter, handle) = reload::Layer::new(levels);
        let lines =
            fmt::layer().with_ansi(std::io::stderr().is_terminal()).with_writer(std::io::stderr);
        // Fails only if a subscriber is set already, which this process does once.
        let _ = match settings.log_format {
            LogFormat::Text => tracing_subscriber::registry().with(filter).with(lines).try_init(),
            LogFormat::Json => {
                let lines = lines.json().flatten_event(true);
                tracing_subscriber::registry().with(filter).with(lines).try_init()
            }
        };
        Self { handle, is_from_environment }
    }

    /// Applies other levels. Returns whether they have changed.
    pub fn set(&self, settings: &Server) -> bool {
        let levels = parse(&settings.log_levels);
        if self.is_from_environment || self.handle.clone_current().as_ref() == Some(&levels) {
            return false;
        }
        self.handle.reload(levels).is_ok()
    }
}

/// The levels of the settings are checked; those of the variable are not.
fn parse(levels: &str) -> Targets {
    levels.parse().unwrap_or_else(|_| Targets::new().with_default(tracing::Level::INFO))
}
