//! What a new site still lacks: a short list for the panel, which computes whether each step is done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::web;
use bincode::{Decode, Encode};
use pointhouse_macros::call;
use pointhouse_store::{Batch, Single, Store, StoreError, StoredRow};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::accounts::{Accounts, Admin, Done};
use crate::answer::Answer;
use crate::audit::{Actor, Audit, Entry};
use crate::backups::{Copies, CopyEncryption};
use crate::calls::{Call, calls};
use crate::chat::Chat;
use crate::clock::Clock;
use crate::config::Settings;
use crate::draw_key::key_was_exported;
use crate::fault::Fault;
use crate::giveaways::Giveaways;
use crate::input::Body;
use crate::locks::Lock;
use crate::module::Module;
use crate::people::People;
use crate::tables::{self, RowFormat, stored_codes};

/// What this module has.
pub(crate) const MODULE: Module = Module { calls: &[calls], rows: &[ROWS], ..Module::EMPTY };

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[FIRST_STEPS.format(), HIDDEN.format()];

const FIRST_STEPS: Single<FirstStepsRow> = Single::new(tables::SETTING, "first_steps");

/// Steps that the streamer doesn't want.
const HIDDEN: Single<HiddenStepsRow> = Single::new(tables::SETTING, "first_steps_hidden");

/// What broadcast software says it is, in the header `User-Agent`.
const BROADCAST_SOFTWARE: [&str; 2] = ["OBS/", "Streamlabs"];

/// The calls of this file.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; list, hide]
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

/// Steps that are hidden for everybody in the panel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
struct HiddenStepsRow(Vec<FirstStepId>);

impl StoredRow for HiddenStepsRow {
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
    audit: Audit,
    changing: Lock,
    overlay_seen: AtomicBool,
}

impl FirstSteps {
    /// Reads what was noted.
    ///
    /// # Errors
    /// The row cannot be decoded.
    pub fn load(store: &Store, clock: &Clock, audit: &Audit) -> Result<Self, StoreError> {
        let row = FIRST_STEPS.get(store.view())?.unwrap_or_default();
        let inner = Inner {
            store: store.clone(),
            clock: clock.clone(),
            audit: audit.clone(),
            changing: Lock::default(),
            overlay_seen: AtomicBool::new(row.overlay_seen_at > 0),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    fn row(&self) -> Result<FirstStepsRow, StoreError> {
        Ok(FIRST_STEPS.get(self.inner.store.view())?.unwrap_or_default())
    }

    fn hidden(&self) -> Result<HiddenStepsRow, StoreError> {
        Ok(HIDDEN.get(self.inner.store.view())?.unwrap_or_default())
    }

    /// Hides a step, or shows it again.
    async fn set_hidden(
        &self,
        id: FirstStepId,
        is_hidden: bool,
        actor: Actor,
    ) -> Result<(), Fault> {
        let _changing = self.inner.changing.lock().await;
        let HiddenStepsRow(mut hidden) = self.hidden()?;
        if hidden.contains(&id) == is_hidden {
            return Ok(());
        }
        hidden.retain(|other| *other != id);
        if is_hidden {
            hidden.push(id);
        }
        let mut batch = Batch::new();
        HIDDEN.put(&mut batch, &HiddenStepsRow(hidden))?;
        let state = |is_hidden: bool| json!({ "hidden": is_hidden }).to_string();
        let entry = Entry {
            before: state(!is_hidden),
            after: state(is_hidden),
            ..Entry::new(actor, "first_step.hide", format!("step:{}", id.name()))
        };
        self.inner.audit.commit_audited(batch, entry).await?;
        Ok(())
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirstStepId {
    /// The public address is set.
    PublicAddress,
    /// A mail server is set and has accepted a test email.
    Email,
    /// Broadcast software has loaded the overlay.
    Overlay,
    /// A channel is connected to the chat, and the platform accepts its tokens.
    Chat,
    /// There was a giveaway. Not listed while giveaways are switched off.
    Giveaway,
    /// A backup was copied to another place.
    BackupElsewhere,
    /// The key of the seeds was exported, so that there is a copy of it.
    KeyCopy,
}

stored_codes!(FirstStepId {
    PublicAddress = 0,
    Email = 1,
    Overlay = 2,
    Chat = 3,
    Giveaway = 4,
    BackupElsewhere = 5,
    KeyCopy = 6,
});

impl FirstStepId {
    /// Its name in the audit log.
    const fn name(self) -> &'static str {
        match self {
            Self::PublicAddress => "public_address",
            Self::Email => "email",
            Self::Overlay => "overlay",
            Self::Chat => "chat",
            Self::Giveaway => "giveaway",
            Self::BackupElsewhere => "backup_elsewhere",
            Self::KeyCopy => "key_copy",
        }
    }
}

/// A step, and whether it is done.
#[derive(Debug, Serialize, ToSchema)]
pub struct FirstStep {
    id: FirstStepId,
    done: bool,
    /// True when an admin doesn't want it.
    hidden: bool,
}

/// A step to hide or to show again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HideStep {
    id: FirstStepId,
    hidden: bool,
}

/// The first steps of a site, in the order in which they are best done.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FirstStepsAnswer {
    steps: Vec<FirstStep>,
    /// Public address of the site, without a slash at its end; empty while it is not set.
    url: String,
    /// True when copies of backups leave the machine unencrypted and the settings file doesn't say that they may.
    unencrypted_copies: bool,
    /// True after a restore, until the owner has ended the check of the staff.
    unchecked_restore: bool,
}

/// Lists the first steps of the site.
#[call(get, "/api/admin/first-steps", admin(Records), name = "first_steps")]
pub async fn list(
    steps: web::Data<FirstSteps>,
    settings: web::Data<Settings>,
    (accounts, chat): (web::Data<Accounts>, web::Data<Chat>),
    giveaways: web::Data<Giveaways>,
    copies: web::Data<Copies>,
    people: web::Data<People>,
) -> Result<Answer<FirstStepsAnswer>, FirstStepsError> {
    let (row, HiddenStepsRow(hidden)) = (steps.row()?, steps.hidden()?);
    let config = settings.now();
    let mut all = vec![
        (FirstStepId::PublicAddress, !config.place.url.is_empty()),
        (FirstStepId::Email, row.email_tested_at > 0 && accounts.mailer.sends()),
        (FirstStepId::BackupElsewhere, copies.states().iter().any(|state| state.copied.is_some())),
        (FirstStepId::KeyCopy, key_was_exported(steps.inner.store.view())?),
        (FirstStepId::Overlay, row.overlay_seen_at > 0),
        (FirstStepId::Chat, chat.is_connected()),
    ];
    // A part that is off is no step: members couldn't enter the giveaway.
    if config.modules.giveaways {
        all.push((FirstStepId::Giveaway, giveaways.created_count() > 0));
    }
    let step = |(id, done)| FirstStep { id, done, hidden: hidden.contains(&id) };
    let steps = all.into_iter().map(step).collect();
    let url = config.place.url.trim_end_matches('/').to_owned();
    let unencrypted_copies = copies.encryption() == Some(CopyEncryption::Unencrypted);
    let unchecked_restore = people.is_being_checked()?;
    Ok(Answer(FirstStepsAnswer { steps, url, unencrypted_copies, unchecked_restore }))
}

/// Hides a first step for everybody in the panel, or shows it again.
#[call(put, "/api/admin/first-steps", admin(Records), name = "hide_first_step")]
pub async fn hide(
    admin: Admin,
    steps: web::Data<FirstSteps>,
    body: Body<HideStep>,
) -> Result<Answer<Done>, FirstStepsError> {
    let HideStep { id, hidden } = body.into_inner();
    steps.set_hidden(id, hidden, admin.actor()).await?;
    let message = if hidden { "The step is hidden" } else { "The step is shown" };
    Ok(Answer(Done { message: message.to_owned() }))
}

/// The steps cannot be read or changed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
#[error(transparent)]
#[problem(inner)]
pub struct FirstStepsError(#[from] Fault);

impl From<StoreError> for FirstStepsError {
    fn from(error: StoreError) -> Self {
        Self(error.into())
    }
}
