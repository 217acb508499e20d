//! Mail: emails to members, stored in an outbox on disk and delivered to a mail server or into
//! files.
//!
//! Invariants: an email is written in the same commit as the token it contains, so a call never
//! waits for a mail server and a restart loses no email; failed deliveries are retried with growing
//! waits until the email fails permanently; an email without any try is due whatever the clock
//! says; logs, errors and the admin's list contain nothing of an email's text. The delivery and
//! admin calls hold an email exclusively.
//!
//! Not part of this module: the content of emails. The calling module provides it.

mod delivery;
mod error;
mod outbox;
mod records;
mod template;
mod transport;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use arc_swap::ArcSwap;
use pointhouse_store::{Batch, Keys, Store, StoreError, View};
use tokio::sync::Notify;

use delivery::Looked;
pub use error::{MailError, OutboxError};
pub use outbox::{OutboxEmail, OutboxPage};
pub(crate) use records::ROWS;
pub use records::{EmailRow, forget_all_emails};
pub use template::{Email, Kind};

use crate::clock::{Clock, Millis};
use crate::config::{self, Config, Settings};
use crate::ids::UserId;
use crate::locks::{Guard, Lock, Locks};
use crate::module::Module;
use crate::reads::Reads;
use crate::settings::{Apply, Follower, SettingsError};
use records::{OUTBOX, read_heads};
use transport::Transport;
pub use transport::check_server;

/// What this module has.
pub(crate) const MODULE: Module = Module { rows: &[ROWS], ..Module::EMPTY };

/// Most emails that may wait. More mean that the mail server has been down for long, or that
/// the site is being abused.
const WAITING_MAX: usize = 10_000;

/// Returns whether a member has an account. Passed in by the accounts module, on which this one
/// must not depend.
pub type HasAccount = fn(&View, UserId) -> Result<bool, StoreError>;

/// What became of a test email.
#[derive(Clone, Debug)]
pub struct SampleMail {
    /// Whether the mail server accepted it, or it was written to a file.
    pub delivered: bool,
    /// What happened, in words.
    pub message: String,
}

struct Inner {
    store: Store,
    clock: Clock,
    reads: Reads,
    /// Replaced when the settings of the mail server change.
    transport: ArcSwap<Transport>,
    has_account: HasAccount,
    settings: Settings,
    /// Notified when the outbox has new emails.
    waiting: Notify,
    next: AtomicU64,
    /// Number of waiting and of permanently failed emails, as of the last run, plus and minus
    /// changes since.
    waiting_count: AtomicUsize,
    dead_count: AtomicUsize,
    /// One delivery or change of an email at a time, by its number.
    held: Locks<u64>,
    /// Results of deliveries since the start.
    stats: parking_lot::Mutex<DeliveryStats>,
    /// Allows one run at a time, so that no email is sent twice.
    delivering: Lock,
    /// What the last run knows of the outbox; `None` if the next one has to read it.
    looked: parking_lot::Mutex<Option<Looked>>,
    /// Emails that an admin has made due.
    asked: parking_lot::Mutex<Vec<u64>>,
    /// True after a change of the mail server: the next run tries every waiting email.
    tries_all: AtomicBool,
}

#[derive(Clone, Debug, Default)]
struct DeliveryStats {
    delivered_at: Option<Millis>,
    failed_at: Option<Millis>,
    reason: Option<String>,
    delivered: u64,
    failed: u64,
}

/// Counts for the metrics.
#[derive(Clone, Copy, Debug)]
pub struct MailCounts {
    /// Emails that will be tried again.
    pub waiting: usize,
    /// Permanently failed emails.
    pub dead: usize,
    /// Emails delivered since the start.
    pub delivered: u64,
    /// Failed tries since the start.
    pub failed: u64,
}

/// Status of the outbox.
#[derive(Clone, Debug)]
pub struct MailStatus {
    /// Emails that will be tried again.
    pub waiting: usize,
    /// Permanently failed emails.
    pub dead: usize,
    /// Most recent delivery since the start.
    pub delivered_at: Option<Millis>,
    /// Most recent failure of the mail server since the start. Recipients that don't exist don't
    /// count.
    pub failed_at: Option<Millis>,
    /// Reason of that failure, without any part of an email.
    pub last_error: Option<String>,
}

/// The outbox. Cheap to clone.
#[derive(Clone)]
pub struct Mailer {
    inner: Arc<Inner>,
}

impl Mailer {
    /// The outbox of a store. Files go to the folder `outbox` of the data folder.
    ///
    /// # Errors
    /// The settings of the mail server are invalid.
    pub fn new(
        store: &Store,
        clock: &Clock,
        reads: &Reads,
        settings: &Settings,
        data: &Path,
        has_account: HasAccount,
    ) -> Result<Self, MailError> {
        let transport = Transport::new(&settings.now(), &data.join("outbox"))?;
        let now = u64::try_from(clock.now().0).unwrap_or(0) << 12;
        let waiting = read_heads(store.view())?;
        let dead = waiting.iter().filter(|head| head.dead).count();
        let newest = waiting.last().map_or(0, |head| head.number + 1);
        let inner = Inner {
            store: store.clone(),
            clock: clock.clone(),
            reads: reads.clone(),
            transport: ArcSwap::from_pointee(transport),
            has_account,
            settings: settings.clone(),
            waiting: Notify::new(),
            // Starts after the existing emails, even if the clock was set back: a repeated number
            // would overwrite an email.
            next: AtomicU64::new(newest.max(now)),
            waiting_count: AtomicUsize::new(waiting.len() - dead),
            dead_count: AtomicUsize::new(dead),
            held: Locks::default(),
            stats: parking_lot::Mutex::default(),
            delivering: Lock::default(),
            looked: parking_lot::Mutex::default(),
            asked: parking_lot::Mutex::default(),
            tries_all: AtomicBool::new(false),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Returns whether emails are sent through a mail server instead of written to files.
    pub fn sends(&self) -> bool {
        self.inner.settings.now().mail.transport == config::MailTransport::Smtp
    }

    /// Returns whether a feature that depends on mail is on.
    fn is_on(&self, setting: config::MailSwitch) -> bool {
        match setting {
            config::MailSwitch::Always => true,
            config::MailSwitch::Never => false,
            config::MailSwitch::WithSmtp => self.sends(),
        }
    }

    /// Returns whether a verified email is required (docs/decisions.md, D4).
    pub fn verified_email_required(&self) -> bool {
        self.is_on(self.inner.settings.now().mail.require_verified_email)
    }

    /// Returns whether members get an email about a login from a new kind of device.
    pub fn mails_new_devices(&self) -> bool {
        self.is_on(self.inner.settings.now().mail.new_device)
    }

    /// Returns whether winners of giveaways get an email.
    pub fn mails_winners(&self) -> bool {
        self.is_on(self.inner.settings.now().mail.giveaway_won)
    }

    /// The address of a page of the site.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.inner.settings.now().site_url())
    }

    /// Adds an email to a batch. Call [`Mailer::wake_delivery`] after the commit.
    ///
    /// # Errors
    /// The email is too large for a row.
    pub fn write(&self, user: UserId, email: &Email, batch: &mut Batch) -> Result<(), StoreError> {
        let number = self.inner.next.fetch_add(1, Ordering::SeqCst);
        OUTBOX.put(batch, &number, &self.row(user, email))?;
        self.inner.waiting_count.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    fn row(&self, user: UserId, email: &Email) -> EmailRow {
        let now = self.inner.clock.now().0;
        let config = self.inner.settings.now();
        let (brand, logo) = (&config.brand, logo_address(&config));
        EmailRow {
            user: user.0,
            to: email.to.clone(),
            subject: email.subject(&brand.name),
            text: email.text(&brand.name),
            html: email.html(brand, logo.as_deref()),
            tries: 0,
            next_at: now,
            written_at: now,
            until: now.saturating_add(email.kind.millis()),
            last_error: String::new(),
            dead: false,
        }
    }

    /// Delivers a test email at once, beside the outbox.
    pub async fn send_sample(&self, to: &str) -> SampleMail {
        let email = Email {
            to: to.trim().to_owned(),
            name: to.trim().to_owned(),
            kind: Kind::Test,
            link: self.link("/"),
            not_me: None,
        };
        let number = self.inner.next.fetch_add(1, Ordering::SeqCst);
        let transport = self.inner.transport.load_full();
        let delivered = transport.deliver(number, &self.row(UserId(0), &email)).await;
        self.note(delivered.as_ref().err());
        match delivered {
            Ok(()) if self.sends() => SampleMail {
                delivered: true,
                message: format!("The mail server has accepted the email for {}", email.to),
            },
            Ok(()) => SampleMail {
                delivered: true,
                message:
                    "Emails are written to files in the folder \u{201c}outbox\u{201d} of the data \
                          folder; set a mail server to send them"
                        .to_owned(),
            },
            Err(failed) => SampleMail { delivered: false, message: failed.reason },
        }
    }

    /// Wakes the delivery task.
    pub fn wake_delivery(&self) {
        self.inner.waiting.notify_one();
    }

    /// The status of the outbox.
    ///
    /// # Errors
    /// The outbox cannot be read.
    pub async fn status(&self) -> Result<MailStatus, MailError> {
        let view = self.inner.store.view().clone();
        let all = self.inner.reads.run(move || read_heads(&view)).await??;
        let dead = all.iter().filter(|head| head.dead).count();
        let DeliveryStats { delivered_at, failed_at, reason, .. } = self.inner.stats.lock().clone();
        Ok(MailStatus {
            waiting: all.len() - dead,
            dead,
            delivered_at,
            failed_at,
            last_error: reason,
        })
    }

    /// Counts for the metrics, without reading the outbox.
    pub fn counts(&self) -> MailCounts {
        let (delivered, failed) = {
            let stats = self.inner.stats.lock();
            (stats.delivered, stats.failed)
        };
        let waiting = self.inner.waiting_count.load(Ordering::SeqCst);
        let dead = self.inner.dead_count.load(Ordering::SeqCst);
        MailCounts { waiting, dead, delivered, failed }
    }

    /// Returns whether the outbox is full.
    pub fn is_full(&self) -> bool {
        self.inner.waiting_count.load(Ordering::SeqCst) >= WAITING_MAX
    }

    /// Holds an email, unless it is held already.
    fn hold(&self, number: u64) -> Option<Guard<u64>> {
        self.inner.held.try_lock(number)
    }

    /// Increments or decrements a counter.
    fn count(counter: &AtomicUsize, more: bool) {
        let change = |count: usize| {
            Some(if more { count.saturating_add(1) } else { count.saturating_sub(1) })
        };
        let _ = counter.fetch_update(Ordering::SeqCst, Ordering::SeqCst, change);
    }

    /// Removes a member's emails from the outbox (docs/decisions.md, E4).
    ///
    /// # Errors
    /// The outbox cannot be read.
    pub fn forget(&self, view: &View, user: UserId, batch: &mut Batch) -> Result<(), StoreError> {
        for email in OUTBOX.rows(view, Keys::all()) {
            let (number, row) = email?;
            if row.user == user.0 {
                OUTBOX.delete(batch, &number)?;
            }
        }
        Ok(())
    }

    /// Removes the files of a member's emails. Call it after the account was deleted.
    pub fn forget_files(&self, user: UserId) {
        self.inner.transport.load().forget_files(user);
    }
}

/// Address of the logo for emails; `None` without one that their readers can reach.
fn logo_address(config: &Config) -> Option<String> {
    match config.brand.logo.as_str() {
        path if path.starts_with('/') && !config.place.url.is_empty() => {
            Some(format!("{}{path}", config.site_url()))
        }
        address => address.starts_with("https://").then(|| address.to_owned()),
    }
}

/// Takes up changes of the mail server and of the sender. Waiting emails are tried again at once.
impl Follower for Mailer {
    fn prepare(
        &self,
        before: &Config,
        after: &Arc<Config>,
        _: &mut Batch,
    ) -> Result<Apply, SettingsError> {
        if before.mail == after.mail && before.brand.name == after.brand.name {
            return Ok(Box::new(|| ()));
        }
        let transport = self.inner.transport.load().with_settings(after);
        let transport = transport.map_err(SettingsError::invalid("mail"))?;
        let (mailer, is_changed) = (self.clone(), before.mail != after.mail);
        Ok(Box::new(move || {
            mailer.inner.transport.store(Arc::new(transport));
            mailer.inner.tries_all.fetch_or(is_changed, Ordering::SeqCst);
            mailer.wake_delivery();
        }))
    }
}
