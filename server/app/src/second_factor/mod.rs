//! Second factors of members and people of the panel: an authenticator app, passkeys, recovery codes.
//!
//! Invariants: an account with an app or a passkey is asked for one at each login with a password or the chat platform; each
//! code works once; an account without either has no recovery codes. A passkey verifies its user, so it logs in without a password.

mod app_codes;
mod checks;
mod error;
mod limits;
mod owners;
mod passkeys;
mod records;
mod recovery_codes;
mod removal;
mod required;
mod tries;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::Mutex;
use pointhouse_store::{Batch, Store, StoreError, View};
use serde_json::Value;

pub use app_codes::NewApp;
pub use error::SecondFactorError;
pub(crate) use records::ROWS;
pub use records::{AppRow, FactorsRow, PasskeyRow, forget_recovery_codes, stored_factors};
pub use removal::RemovedFactors;
pub use tries::{CodeUse, Source};

use crate::audit::{Actor, Audit, Entry};
use crate::clock::{Clock, Millis};
use crate::config::Settings;
use crate::fault::Fault;
use crate::ids::Principal;
use crate::locks::Locks;
use crate::module::Module;
use app_codes::SECRET_BYTES;
use limits::AccountLimits;
use owners::Owners;
use passkeys::{Ceremonies, Place};
use records::{FACTORS, HANDLE_BYTES, REQUIRED};
use tries::Tries;

/// What this module has.
pub(crate) const MODULE: Module = Module { rows: &[ROWS], ..Module::EMPTY };

/// Most passkeys of a member or a person of the panel.
const PASSKEYS_MAX: usize = 10;
/// Most characters of a passkey's name.
const NAME_MAX: usize = 40;
/// How long a new app's secret waits for its first code, in milliseconds.
const APP_WAITS_MILLIS: i64 = 10 * 60 * 1000;
/// Most new apps that wait for their first code.
const APPS_WAITING_MAX: usize = 10_000;

/// The second factors of all. Cheap to clone.
#[derive(Clone)]
pub struct SecondFactors {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    clock: Clock,
    audit: Audit,
    settings: Settings,
    ceremonies: Ceremonies,
    /// Secrets that wait for their first code, with the time of their making.
    new_apps: Mutex<HashMap<Principal, ([u8; SECRET_BYTES], i64)>>,
    limits: AccountLimits,
    tries: Tries,
    /// Who has each passkey.
    owners: Owners,
    /// Whether people of the panel need a factor.
    is_required: AtomicBool,
    /// Changes of one account run one at a time.
    changing: Locks<Principal>,
}

/// Recovery codes that are shown this once; `None` if the account has codes already.
pub type NewCodes = Option<Vec<String>>;

impl SecondFactors {
    /// Uses this store.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn load(
        store: &Store,
        clock: &Clock,
        audit: &Audit,
        settings: &Settings,
    ) -> Result<Self, StoreError> {
        let inner = Inner {
            is_required: AtomicBool::new(REQUIRED.get(store.view())?.is_some()),
            store: store.clone(),
            clock: clock.clone(),
            audit: audit.clone(),
            settings: settings.clone(),
            ceremonies: Ceremonies::new(),
            new_apps: Mutex::default(),
            limits: AccountLimits::default(),
            tries: Tries::new(clock),
            owners: Owners::load(store.view())?,
            changing: Locks::default(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The factors of an account, if there are any.
    ///
    /// # Errors
    /// The row cannot be decoded.
    pub fn of(&self, who: Principal) -> Result<Option<FactorsRow>, StoreError> {
        FACTORS.get(self.inner.store.view(), &who)
    }

    /// When the oldest factor of an account was added; `None` if it has none.
    pub fn oldest(&self, who: Principal) -> Option<Millis> {
        let row = self.of(who).ok().flatten()?;
        let passkeys = row.passkeys.iter().map(|passkey| passkey.made_at);
        passkeys.chain(row.app.as_ref().map(|app| app.made_at)).min().map(Millis)
    }

    /// Whether the site has an address that passkeys can be bound to.
    pub fn has_passkeys(&self) -> bool {
        self.place().is_ok()
    }

    /// The host that passkeys are bound to, if the site has one.
    pub fn host(&self) -> Option<String> {
        self.place().ok().map(|place| place.host)
    }

    /// Begins to set up an authenticator app. It counts once its first code is confirmed.
    ///
    /// # Errors
    /// There is an app already, or too many wait.
    pub fn start_app(&self, who: Principal, name: &str) -> Result<NewApp, SecondFactorError> {
        if self.of(who)?.is_some_and(|row| row.app.is_some()) {
            return Err(SecondFactorError::HasApp);
        }
        let (secret, now) = (rand::random(), self.inner.clock.now().0);
        {
            let mut waiting = self.inner.new_apps.lock();
            if waiting.len() >= APPS_WAITING_MAX {
                waiting.retain(|_, (_, made_at)| now - *made_at < APP_WAITS_MILLIS);
            }
            if waiting.len() >= APPS_WAITING_MAX {
                return Err(SecondFactorError::TooManyCodes { retry_after: 600 });
            }
            waiting.insert(who, (secret, now));
        }
        let config = self.inner.settings.now();
        Ok(app_codes::shown(secret, &config.brand.name, name).map_err(Fault::other)?)
    }

    /// Sets the app up whose code this is. Returns recovery codes with the first factor. `is_current` says whether the
    /// caller's session is still live.
    ///
    /// # Errors
    /// The code is wrong, no app was begun, or the session has ended.
    pub async fn confirm_app(
        &self,
        who: Principal,
        code: &str,
        (actor, source): (Actor, Source),
        is_current: impl Fn() -> bool,
    ) -> Result<NewCodes, SecondFactorError> {
        let inner = &self.inner;
        inner.tries.take_code(who, CodeUse::Proof, source)?;
        let now = inner.clock.now().0;
        let _changing = inner.changing.lock(who).await;
        check_session(is_current)?;
        let waiting = inner.new_apps.lock().get(&who).copied();
        let waiting = waiting.filter(|(_, made_at)| now - *made_at < APP_WAITS_MILLIS);
        let (secret, _) = waiting.ok_or(SecondFactorError::TooLate)?;
        let step = app_codes::step_of(secret, code, now).map_err(Fault::other)?;
        let used_step = step.ok_or(SecondFactorError::WrongCode)?;
        let mut row = self.of(who)?.unwrap_or_else(|| new_row(who));
        if row.app.is_some() {
            return Err(SecondFactorError::HasApp);
        }
        row.app = Some(AppRow { secret, used_step, made_at: now });
        let codes = self.add(who, row, "second_factor.app", actor).await?;
        inner.new_apps.lock().remove(&who);
        Ok(codes)
    }

    /// Removes the authenticator app.
    ///
    /// # Errors
    /// There is none, or it is the last factor where one is required.
    pub async fn remove_app(&self, who: Principal, actor: Actor) -> Result<(), SecondFactorError> {
        let _changing = self.inner.changing.lock(who).await;
        let mut row = self.of(who)?.ok_or(SecondFactorError::NoApp)?;
        row.app.take().ok_or(SecondFactorError::NoApp)?;
        self.remove(who, row, "second_factor.app_removed", actor).await
    }

    /// New recovery codes in place of the ones before.
    ///
    /// # Errors
    /// There is no factor that they could replace.
    pub async fn new_recovery_codes(
        &self,
        who: Principal,
        actor: Actor,
    ) -> Result<Vec<String>, SecondFactorError> {
        let _changing = self.inner.changing.lock(who).await;
        let mut row = self.of(who)?.ok_or(SecondFactorError::NoFactor)?;
        self.inner.limits.take_change(who)?;
        let (codes, hashes) = recovery_codes::generate();
        row.recovery_codes = hashes;
        self.write(
            who,
            Some(&row),
            Entry::new(actor, "second_factor.recovery_codes", subject(who)),
        )
        .await?;
        Ok(codes)
    }

    /// Begins to make a passkey. Returns what the browser needs for it.
    ///
    /// # Errors
    /// The site has no address for passkeys, or the account has as many as it may.
    pub async fn start_passkey(
        &self,
        who: Principal,
        name: &str,
    ) -> Result<Value, SecondFactorError> {
        let place = self.place()?;
        let _changing = self.inner.changing.lock(who).await;
        let row = self.of(who)?.unwrap_or_else(|| new_row(who));
        if row.passkeys.len() >= PASSKEYS_MAX {
            return Err(SecondFactorError::TooManyPasskeys(PASSKEYS_MAX));
        }
        self.inner.limits.take_ceremony(who)?;
        self.inner.ceremonies.start_making(&place, name, row.handle, &row.passkeys)
    }

    /// Adds the passkey that the browser has made. Returns recovery codes with the first factor. `is_current` says
    /// whether the caller's session is still live.
    ///
    /// # Errors
    /// The browser's answer is refused, an account has this passkey already, or the session has ended.
    pub async fn add_passkey(
        &self,
        who: Principal,
        name: &str,
        answer: &Value,
        actor: Actor,
        is_current: impl Fn() -> bool,
    ) -> Result<NewCodes, SecondFactorError> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > NAME_MAX || name.chars().any(char::is_control)
        {
            return Err(SecondFactorError::BadName);
        }
        let place = self.place()?;
        let _changing = self.inner.changing.lock(who).await;
        check_session(is_current)?;
        let made = self.inner.ceremonies.finish_making(&place, answer)?;
        let mut row = self.of(who)?.unwrap_or_else(|| new_row(who));
        // Another member's ceremony must not end here. The first passkey brings its handle along.
        let is_first = row.passkeys.is_empty();
        if owner_of(made.handle) != who || !is_first && made.handle != row.handle {
            return Err(SecondFactorError::BadPasskey);
        }
        if row.passkeys.len() >= PASSKEYS_MAX {
            return Err(SecondFactorError::TooManyPasskeys(PASSKEYS_MAX));
        }
        let taken = self.inner.owners.take(self.inner.store.view(), &made.credential, who)?;
        row.handle = made.handle;
        row.last_number += 1;
        row.passkeys.push(PasskeyRow {
            number: row.last_number,
            name: name.to_owned(),
            host: place.host,
            credential: made.credential,
            fixed: made.fixed,
            changing: made.changing,
            made_at: self.inner.clock.now().0,
            used_at: None,
        });
        let added = self.add(who, row, "second_factor.passkey", actor).await;
        self.inner.owners.end(taken, added.is_ok());
        added
    }

    /// Removes a passkey.
    ///
    /// # Errors
    /// There is no such passkey, or it is the last factor where one is required.
    pub async fn remove_passkey(
        &self,
        who: Principal,
        number: u32,
        actor: Actor,
    ) -> Result<(), SecondFactorError> {
        let _changing = self.inner.changing.lock(who).await;
        let mut row = self.of(who)?.ok_or(SecondFactorError::NoSuchPasskey)?;
        let before = row.passkeys.len();
        row.passkeys.retain(|passkey| passkey.number != number);
        if row.passkeys.len() == before {
            return Err(SecondFactorError::NoSuchPasskey);
        }
        self.remove(who, row, "second_factor.passkey_removed", actor).await
    }

    /// Removes all factors of an account whose owner has lost them.
    ///
    /// # Errors
    /// The account has none.
    pub async fn reset(&self, who: Principal, actor: Actor) -> Result<(), SecondFactorError> {
        let _changing = self.inner.changing.lock(who).await;
        self.of(who)?.ok_or(SecondFactorError::NoFactor)?;
        self.write(who, None, Entry::new(actor, "second_factor.reset", subject(who))).await
    }

    /// Adds the removal of all factors of an account that is removed to a batch.
    ///
    /// # Errors
    /// Never in practice.
    pub fn forget(who: Principal, batch: &mut Batch) -> Result<(), StoreError> {
        FACTORS.delete(batch, &who)
    }

    /// Adds the removal of factors that were added while their account was being removed to a batch.
    ///
    /// # Errors
    /// The row cannot be decoded.
    pub fn forget_left(view: &View, who: Principal, batch: &mut Batch) -> Result<(), StoreError> {
        if FACTORS.get(view, &who)?.is_some() { Self::forget(who, batch) } else { Ok(()) }
    }

    fn place(&self) -> Result<Place, SecondFactorError> {
        Place::of(&self.inner.settings.now().place.url)
    }

    /// Writes a row that has one more factor. The first one brings recovery codes.
    async fn add(
        &self,
        who: Principal,
        mut row: FactorsRow,
        action: &'static str,
        actor: Actor,
    ) -> Result<NewCodes, SecondFactorError> {
        let mut shown = None;
        if row.recovery_codes.is_empty() && row.passkeys.len() + usize::from(row.app.is_some()) == 1
        {
            let (codes, hashes) = recovery_codes::generate();
            row.recovery_codes = hashes;
            shown = Some(codes);
        }
        self.inner.limits.take_change(who)?;
        self.write(who, Some(&row), Entry::new(actor, action, subject(who))).await?;
        Ok(shown)
    }

    /// Writes a row that has one factor less.
    async fn remove(
        &self,
        who: Principal,
        row: FactorsRow,
        action: &'static str,
        actor: Actor,
    ) -> Result<(), SecondFactorError> {
        let is_last = row.app.is_none() && row.passkeys.is_empty();
        if is_last && matches!(who, Principal::Person(_)) && self.is_required() {
            return Err(SecondFactorError::Required);
        }
        let row = (!is_last).then_some(&row);
        self.inner.limits.take_change(who)?;
        self.write(who, row, Entry::new(actor, action, subject(who))).await
    }

    async fn write(
        &self,
        who: Principal,
        row: Option<&FactorsRow>,
        entry: Entry,
    ) -> Result<(), SecondFactorError> {
        let mut batch = Batch::new();
        match row {
            Some(row) => FACTORS.put(&mut batch, &who, row)?,
            None => FACTORS.delete(&mut batch, &who)?,
        }
        Ok(self.inner.audit.commit_audited(batch, entry).await?)
    }
}

/// Refuses a change in a session that has ended while the change waited: what ends sessions must leave nothing behind.
fn check_session(is_current: impl Fn() -> bool) -> Result<(), SecondFactorError> {
    if is_current() { Ok(()) } else { Err(SecondFactorError::SessionEnded) }
}

/// Whether passkeys can be bound to an address: it has a domain name.
pub fn is_place_of_passkeys(url: &str) -> bool {
    Place::of(url).is_ok()
}

fn new_row(who: Principal) -> FactorsRow {
    let mut handle: [u8; HANDLE_BYTES] = rand::random();
    for (byte, of_owner) in handle.iter_mut().zip(who.number().to_be_bytes()) {
        *byte = of_owner;
    }
    let (passkeys, recovery_codes) = (Vec::new(), Vec::new());
    FactorsRow { handle, app: None, passkeys, last_number: 0, recovery_codes }
}

/// The owner that a handle names, whether or not the account has such a passkey.
fn owner_of(handle: [u8; HANDLE_BYTES]) -> Principal {
    let number = handle.first_chunk().copied().unwrap_or_default();
    Principal::of(u64::from_be_bytes(number))
}

fn subject(who: Principal) -> String {
    match who {
        Principal::Person(id) => format!("person:{}", id.0),
        Principal::Member(user) => format!("user:{user}"),
    }
}
