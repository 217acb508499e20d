//! Mail: letters to members, in an outbox on disk and from there to a server or into files.
//!
//! Invariants: a letter is on disk together with what it speaks of (a token), so a call never waits
//! for a mail server and a restart loses none; a letter that cannot be delivered is tried again, ever
//! more rarely, and set aside in the end; one that was never tried is due whatever the clock says;
//! neither log nor error nor the admin's list tells what is in a letter. Delivery, and what an admin
//! does with a letter, hold it one at a time.
//!
//! Deliberately absent: what letters are about. Whoever writes one brings its words.

mod delivery;
mod error;
mod letters;
mod records;
mod template;
mod transport;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use pointhouse_store::{Batch, Keys, Store, StoreError, View};
use tokio::sync::Notify;

pub use error::{LetterError, MailError};
pub use letters::{LetterStanding, LettersFound};
pub use records::LetterRow;
pub(crate) use records::ROWS;
pub use template::{Kind, Letter};

use crate::clock::{Clock, Millis};
use crate::config;
use crate::ids::UserId;
use crate::locks::{Guard, Lock, Locks};
use crate::reads::Reads;
use records::{OUTBOX, read_all};
use transport::Transport;

/// Letters that may wait. More than that is a mail server that has been gone for long, or somebody
/// who makes letters.
const WAITING_MAX: usize = 10_000;

/// Whether a member has an account. Given by the accounts, on which mail does not depend.
pub type HasAccount = fn(&View, UserId) -> Result<bool, StoreError>;

struct Inner {
    store: Store,
    clock: Clock,
    reads: Reads,
    transport: Transport,
    has_account: HasAccount,
    settings: config::Mail,
    site_name: String,
    /// Where the site stands, for the links of letters; without a slash at its end.
    site_url: String,
    /// Something was put into the outbox.
    waiting: Notify,
    next: AtomicU64,
    /// Letters that wait and such as were given up, as of the last look through the outbox and what
    /// was written and delivered since.
    waiting_count: AtomicUsize,
    dead_count: AtomicUsize,
    /// One delivery or change of a letter at a time, by its number.
    held: Locks<u64>,
    /// How deliveries fared since the process began.
    fared: parking_lot::Mutex<Fared>,
    /// One look through the outbox at a time, so that no letter leaves twice.
    delivering: Lock,
}

#[derive(Clone, Debug, Default)]
struct Fared {
    delivered_at: Option<Millis>,
    failed_at: Option<Millis>,
    reason: Option<String>,
    delivered: u64,
    failed: u64,
}

/// Figures for the metrics.
#[derive(Clone, Copy, Debug)]
pub struct MailCounts {
    /// Letters that are tried again.
    pub waiting: usize,
    /// Letters that were given up.
    pub dead: usize,
    /// Letters that left, since the process began.
    pub delivered: u64,
    /// Tries that failed, since the process began.
    pub failed: u64,
}

/// How the outbox stands.
#[derive(Clone, Debug)]
pub struct MailStanding {
    /// Letters that are tried again.
    pub waiting: usize,
    /// Letters that were given up.
    pub dead: usize,
    /// The last delivery, since the process began.
    pub delivered_at: Option<Millis>,
    /// The last failure of the way, since the process began: not of a recipient that does not exist.
    pub failed_at: Option<Millis>,
    /// Why that was; nothing of a letter is in it.
    pub last_error: Option<String>,
}

/// The outbox. Cheap to clone.
#[derive(Clone)]
pub struct Mailer {
    inner: Arc<Inner>,
}

impl Mailer {
    /// Over the outbox on disk. Files go into the folder `outbox` of the data folder.
    ///
    /// # Errors
    /// The settings of the mail server do not stand.
    pub fn new(
        store: &Store,
        clock: &Clock,
        reads: &Reads,
        config: &config::Config,
        data: &Path,
        has_account: HasAccount,
    ) -> Result<Self, MailError> {
        let settings = config.mail.clone();
        let transport = Transport::new(&settings, &config.site.name, &data.join("outbox"))?;
        let now = u64::try_from(clock.now().0).unwrap_or(0) << 12;
        let waiting = read_all(store.view())?;
        let dead = waiting.iter().filter(|(_, row)| row.dead).count();
        let newest = waiting.last().map_or(0, |(number, _)| number + 1);
        let inner = Inner {
            store: store.clone(),
            clock: clock.clone(),
            reads: reads.clone(),
            transport,
            has_account,
            settings,
            site_name: config.site.name.clone(),
            site_url: config.site_url(),
            waiting: Notify::new(),
            // Behind the letters there are, also when the clock went back: a number that came again
            // would overwrite its letter.
            next: AtomicU64::new(newest.max(now)),
            waiting_count: AtomicUsize::new(waiting.len() - dead),
            dead_count: AtomicUsize::new(dead),
            held: Locks::default(),
            fared: parking_lot::Mutex::default(),
            delivering: Lock::default(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Letters leave through a mail server, not into files.
    pub fn sends(&self) -> bool {
        self.inner.settings.transport == config::MailTransport::Smtp
    }

    /// Whether something that depends on mail is on.
    pub fn is_on(&self, setting: config::MailSwitch) -> bool {
        match setting {
            config::MailSwitch::Always => true,
            config::MailSwitch::Never => false,
            config::MailSwitch::WithSmtp => self.sends(),
        }
    }

    /// Whether a verified address is asked for (decision D4).
    pub fn verified_email_required(&self) -> bool {
        self.is_on(self.inner.settings.require_verified_email)
    }

    /// A link into the site.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.inner.site_url)
    }

    /// Name of the site, for letters.
    pub fn site_name(&self) -> &str {
        &self.inner.site_name
    }

    /// Puts a letter into the batch of whoever writes it. Call [`Mailer::knock`] when that is on disk.
    ///
    /// # Errors
    /// The letter does not fit a row.
    pub fn write(
        &self,
        user: UserId,
        letter: &Letter,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        let number = self.inner.next.fetch_add(1, Ordering::SeqCst);
        let now = self.inner.clock.now().0;
        let row = LetterRow {
            user: user.0,
            to: letter.to.clone(),
            subject: letter.subject(&self.inner.site_name),
            text: letter.text(&self.inner.site_name),
            html: letter.html(&self.inner.site_name),
            tries: 0,
            next_at: now,
            written_at: now,
            until: now.saturating_add(letter.kind.millis()),
            last_error: String::new(),
            dead: false,
        };
        OUTBOX.put(batch, &number, &row)?;
        self.inner.waiting_count.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    /// Tells the delivery that there is something to do.
    pub fn knock(&self) {
        self.inner.waiting.notify_one();
    }

    /// How the outbox stands.
    ///
    /// # Errors
    /// It does not read.
    pub async fn standing(&self) -> Result<MailStanding, MailError> {
        let view = self.inner.store.view().clone();
        let all = self.inner.reads.run(move || read_all(&view)).await??;
        let dead = all.iter().filter(|(_, row)| row.dead).count();
        let Fared { delivered_at, failed_at, reason, .. } = self.inner.fared.lock().clone();
        Ok(MailStanding {
            waiting: all.len() - dead,
            dead,
            delivered_at,
            failed_at,
            last_error: reason,
        })
    }

    /// Figures for the metrics, without a look into the outbox.
    pub fn counts(&self) -> MailCounts {
        let (delivered, failed) = {
            let fared = self.inner.fared.lock();
            (fared.delivered, fared.failed)
        };
        let waiting = self.inner.waiting_count.load(Ordering::SeqCst);
        let dead = self.inner.dead_count.load(Ordering::SeqCst);
        MailCounts { waiting, dead, delivered, failed }
    }

    /// Whether the outbox is too full for another letter.
    pub fn is_full(&self) -> bool {
        self.inner.waiting_count.load(Ordering::SeqCst) >= WAITING_MAX
    }

    /// Holds a letter, unless it is held already.
    fn hold(&self, number: u64) -> Option<Guard<u64>> {
        self.inner.held.try_lock(number)
    }

    /// One letter more or less that waits, or that was given up.
    fn count(counter: &AtomicUsize, more: bool) {
        let change = |count: usize| {
            Some(if more { count.saturating_add(1) } else { count.saturating_sub(1) })
        };
        let _ = counter.fetch_update(Ordering::SeqCst, Ordering::SeqCst, change);
    }

    /// Removes a member's letters, delivered into files or not (decision E4).
    ///
    /// # Errors
    /// The outbox does not read.
    pub fn forget(&self, view: &View, user: UserId, batch: &mut Batch) -> Result<(), StoreError> {
        for letter in OUTBOX.rows(view, Keys::all()) {
            let (number, row) = letter?;
            if row.user == user.0 {
                OUTBOX.delete(batch, &number)?;
            }
        }
        Ok(())
    }

    /// Removes the files of a member's letters. Call it when the account is gone.
    pub fn forget_files(&self, user: UserId) {
        self.inner.transport.forget_files(user);
    }
}
