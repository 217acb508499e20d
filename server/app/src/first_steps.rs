//! What a new site still lacks: a short list for the panel, which computes whether each step is done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::web;
use bincode::{Decode, Encode};
use pointhouse_store::{Batch, Single, Store, StoreError, StoredRow};
use serde::Serialize;
use utoipa::ToSchema;

use crate::calls::{Call, calls};
use crate::chat::Chat;
use crate::clock::Clock;
use crate::config::Settings;
use crate::fault::Fault;
use crate::giveaways::Giveaways;
use crate::locks::Lock;
use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[FIRST_STEPS.format()];

const FIRST_STEPS: Single<FirstStepsRow> = Single::new(tables::SETTING, "first_steps");

/// What broadcast software says it is, in the header `User-Agent`.
const BROADCAST_SOFTWARE: [&str; 2] = ["OBS/", "Streamlabs"];

/// The calls of this file.
pub(crate) fn calls() -> Vec<Call> {
    calls![list,]
}

/// Steps that leave no other trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
struct FirstStepsRow {
    /// When a mail server first accepted a test email, in milliseconds; 0: never.
    email_tested_at: i64,
    /// When broadcast software first loaded the overlay, in milliseconds; 0: never.
    overlay_seen_at: i64,
}

impl StoredRow for FirstStepsRow {
    const VERSION: u8 = 1;
}

/// Notes steps that leave no other trace. Cheap to clone.
#[derive(Clone)]
pub struct FirstSteps {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    clock: Clock,
    changing: Lock,
    overlay_seen: AtomicBool,
}

impl FirstSteps {
    /// Reads what was noted.
    ///
    /// # Errors
    /// The row cannot be decoded.
    pub fn load(store: &Store, clock: &Clock) -> Result<Self, StoreError> {
        let row = FIRST_STEPS.get(store.view())?.unwrap_or_default();
        let inner = Inner {
            store: store.clone(),
            clock: clock.clone(),
            changing: Lock::default(),
            overlay_seen: AtomicBool::new(row.overlay_seen_at > 0),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    fn row(&self) -> Result<FirstStepsRow, StoreError> {
        Ok(FIRST_STEPS.get(self.inner.store.view())?.unwrap_or_default())
    }

    async fn change(&self, change: impl FnOnce(&mut FirstStepsRow, i64)) -> Result<(), Fault> {
        let _changing = self.inner.changing.lock().await;
        let before = self.row()?;
        let mut row = before;
        change(&mut row, self.inner.clock.now().0);
        if row != before {
            let mut batch = Batch::new();
            FIRST_STEPS.put(&mut batch, &row)?;
            self.inner.store.commit(batch).await?;
        }
        Ok(())
    }

    /// Notes that a mail server has accepted a test email.
    ///
    /// # Errors
    /// The store cannot be written.
    pub async fn email_tested(&self) -> Result<(), Fault> {
        self.change(|row, now| row.email_tested_at = row.email_tested_at.max(now)).await
    }

    /// Notes that the overlay was loaded, if it was by broadcast software. Returns at once: the page doesn't wait.
    pub fn overlay_loaded(&self, user_agent: &str) {
        let is_broadcast = BROADCAST_SOFTWARE.iter().any(|name| user_agent.contains(name));
        if !is_broadcast || self.inner.overlay_seen.swap(true, Ordering::Relaxed) {
            return;
        }
        let steps = self.clone();
        actix_web::rt::spawn(async move {
            let noted = steps.change(|row, now| row.overlay_seen_at = row.overlay_seen_at.max(now));
            if let Err(error) = noted.await {
                tracing::error!(%error, "cannot note that the overlay is in use");
            }
        });
    }
}

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirstStepId {
    /// The public address is set.
    PublicAddress,
    /// A mail server has accepted a test email.
    Email,
    /// Broadcast software has loaded the overlay.
    Overlay,
    /// A channel is connected to the chat.
    Chat,
    /// There was a giveaway. Not listed while giveaways are switched off.
    Giveaway,
}

/// A step, and whether it is done.
#[derive(Debug, Serialize, ToSchema)]
pub struct FirstStep {
    id: FirstStepId,
    done: bool,
}

/// The first steps of a site, in the order in which they are best done.
#[derive(Debug, Serialize, ToSchema)]
pub struct FirstStepsAnswer {
    success: bool,
    steps: Vec<FirstStep>,
    /// Public address of the site, without a slash at its end; empty while it is not set.
    url: String,
}

/// Lists the first steps of the site.
#[utoipa::path(get, path = "/api/admin/first-steps", operation_id = "first_steps", tag = "admin",
    responses((status = 200, body = FirstStepsAnswer)), security(("admin" = [])))]
pub async fn list(
    steps: web::Data<FirstSteps>,
    settings: web::Data<Settings>,
    chat: web::Data<Chat>,
    giveaways: web::Data<Giveaways>,
) -> Result<web::Json<FirstStepsAnswer>, FirstStepsError> {
    let (row, config) = (steps.row()?, settings.now());
    let mut steps = vec![
        FirstStep { id: FirstStepId::PublicAddress, done: !config.place.url.is_empty() },
        FirstStep { id: FirstStepId::Email, done: row.email_tested_at > 0 },
        FirstStep { id: FirstStepId::Overlay, done: row.overlay_seen_at > 0 },
        FirstStep { id: FirstStepId::Chat, done: chat.is_connected() },
    ];
    // A part that is off is no step: members couldn't enter the giveaway.
    if config.modules.giveaways {
        let done = giveaways.created_count() > 0;
        steps.push(FirstStep { id: FirstStepId::Giveaway, done });
    }
    let url = config.place.url.trim_end_matches('/').to_owned();
    Ok(web::Json(FirstStepsAnswer { success: true, steps, url }))
}

/// The steps cannot be read.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct FirstStepsError(#[from] StoreError);
