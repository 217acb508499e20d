//! The line that people of the panel put on the overlay for a while, and the keys of its sources.
//!
//! Invariant: a line is never shown after its end. It is in memory only: a restart takes it off the air.
//!
//! Not part of this module: the page of the overlay, which is one of the site's pages.

mod error;
pub mod events;
mod keys;
pub mod routes;
pub mod source_routes;

use std::sync::Arc;

use parking_lot::Mutex;
use pointhouse_store::Batch;
use serde_json::json;

pub use error::OverlayError;
pub(crate) use keys::ROWS;
pub use keys::SourceKeys;

use crate::audit::{Actor, Audit, Entry};
use crate::broadcast::Broadcaster;
use crate::broadcast::DeclaredEvent;
use crate::clock::{Clock, Millis};
use crate::module::Module;
use events::{OverlayLine, OverlayLineChanged};

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[routes::calls, source_routes::calls],
    rows: &[ROWS],
    events: &[DeclaredEvent::of::<events::OverlayLineChanged>],
    ..Module::EMPTY
};

/// Longest line, in characters.
const TEXT_MAX: usize = 80;
/// Shortest and longest time on the air, in seconds.
const SECONDS_MIN: u32 = 5;
const SECONDS_MAX: u32 = 600;

/// A line and its end.
#[derive(Clone, Debug)]
struct Line {
    text: String,
    ends_at: Millis,
}

/// What people of the panel show on the overlay. Cheap to clone.
#[derive(Clone)]
pub struct Overlay {
    clock: Clock,
    audit: Audit,
    broadcaster: Broadcaster,
    line: Arc<Mutex<Option<Line>>>,
}

impl Overlay {
    /// Begins without a line.
    pub fn new(clock: &Clock, audit: &Audit, broadcaster: &Broadcaster) -> Self {
        let (clock, audit, broadcaster) = (clock.clone(), audit.clone(), broadcaster.clone());
        Self { clock, audit, broadcaster, line: Arc::default() }
    }

    /// The line that is on the air.
    pub fn line(&self) -> Option<OverlayLine> {
        let line = self.line.lock().clone().filter(|line| line.ends_at > self.clock.now());
        line.map(|Line { text, ends_at }| OverlayLine { text, ends_at: ends_at.iso() })
    }

    /// Shows a line in place of the one that is on the air.
    ///
    /// # Errors
    /// The text or the time is refused, or the audit cannot be written. Nothing has changed then.
    async fn show(
        &self,
        text: &str,
        seconds: u32,
        actor: Actor,
    ) -> Result<OverlayLine, OverlayError> {
        let text = text.trim();
        let is_line = !text.chars().any(char::is_control);
        if !(1..=TEXT_MAX).contains(&text.chars().count()) || !is_line {
            return Err(OverlayError::Text);
        }
        if !(SECONDS_MIN..=SECONDS_MAX).contains(&seconds) {
            return Err(OverlayError::Seconds);
        }
        let after = json!({ "text": text, "seconds": seconds }).to_string();
        let entry = Entry { after, ..Entry::new(actor, "overlay.line", "overlay") };
        self.audit.commit_audited(Batch::new(), entry).await?;
        let ends_at = self.clock.now().plus(i64::from(seconds) * 1000);
        *self.line.lock() = Some(Line { text: text.to_owned(), ends_at });
        let line = OverlayLine { text: text.to_owned(), ends_at: ends_at.iso() };
        self.broadcaster.publish_to_everyone(&OverlayLineChanged { line: Some(line.clone()) });
        Ok(line)
    }

    /// Takes the line off the air. Does nothing without one.
    ///
    /// # Errors
    /// The audit cannot be written. Nothing has changed then.
    async fn hide(&self, actor: Actor) -> Result<(), OverlayError> {
        let Some(OverlayLine { text, .. }) = self.line() else { return Ok(()) };
        let before = json!({ "text": text }).to_string();
        let entry = Entry { before, ..Entry::new(actor, "overlay.line", "overlay") };
        self.audit.commit_audited(Batch::new(), entry).await?;
        *self.line.lock() = None;
        self.broadcaster.publish_to_everyone(&OverlayLineChanged { line: None });
        Ok(())
    }
}
