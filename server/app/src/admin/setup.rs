//! The first setup of a site: a link with a one-time code lets the person who started the server set the owner's
//! password and what the site is called. Each start without an owner makes another code; with an owner there is
//! nothing to find here.

use std::collections::BTreeMap;
use std::net::IpAddr;

use actix_web::{HttpRequest, web};
use pointhouse_macros::call;
use pointhouse_store::{Batch, Single, Store, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::accounts::logins::{Attempt, DeviceKind, Entrance, Refusal};
use crate::accounts::{AccountError, Auth, NAMELESS_OWNER, NewSession, TokenAnswer};
use crate::answer::Answer;
use crate::audit::{Actor, Audit, Entry};
use crate::calls::{Call, calls};
use crate::config::{Config, Modules, SectionValues, Settings, set_value_at};
use crate::detached::to_the_end;
use crate::fault::{Fault, inner_faults};
use crate::ids::PersonId;
use crate::input::Body;
use crate::people::{AdminPassword, LoginMethod, NewPasswordError, People, PeopleError};
use crate::problem::{Problem, ToProblem};
use crate::rate::Limits;
use crate::settings::{SettingsEditor, SettingsError, extend};
use crate::tables::{self, RowFormat, SecretRow};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[CODE.secret_format()];

/// SHA-256 of the code.
const CODE: Single<SecretRow> = Single::new(tables::SETTING, "setup_code");

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["site"; state, finish]
}

/// Why a site was not set up. Nothing was written.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum SetupError {
    /// The site has an owner.
    #[error("There is nothing here")]
    #[problem(404, "not_found")]
    Closed,
    /// The code is wrong or of an earlier start.
    #[error("This link does not work any more: the server prints a new one at each start")]
    #[problem(401, "bad_code")]
    BadCode,
    /// Too many tries from this address.
    #[error("Too many tries. Please try again later.")]
    #[problem(429, "too_many_requests", after = *retry_after)]
    TooMany {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// The password is refused.
    #[error(transparent)]
    #[problem(with = password)]
    Password(#[from] NewPasswordError),
    /// The owner's name is refused.
    #[error(transparent)]
    #[problem(with = owner_name)]
    Name(#[from] PeopleError),
    /// The site has members, whom a restore would remove.
    #[error("This site has members already. Restore into a new data folder instead.")]
    #[problem(409, "has_members")]
    HasMembers,
    /// Other machines have this site's data.
    #[error("This site runs on several machines. Restore into a new data folder instead.")]
    #[problem(409, "several_machines")]
    SeveralMachines,
    /// Another restore is running.
    #[error("A backup is being restored already")]
    #[problem(409, "restore_running")]
    RestoreRunning,
    /// The request doesn't say how long its body is.
    #[error("The size of the file is missing")]
    #[problem(411, "length_required")]
    UnknownLength,
    /// The file didn't arrive as a whole.
    #[error("The file didn't arrive completely. Nothing was changed; please try again.")]
    #[problem(400, "interrupted")]
    Interrupted,
    /// The file cannot be restored here, with the reason.
    #[error("{0}")]
    #[problem(400, "bad_backup")]
    BadBackup(String),
    /// The disk is too small.
    #[error("{} MB of disk space are needed, {} MB are free", needed >> 20, free >> 20)]
    #[problem(507, "disk_space", params(needed, free))]
    DiskSpace {
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// The example's settings would replace those of the backup.
    #[error("This site was restored and keeps its settings")]
    #[problem(field = "example")]
    ExampleAfterRestore,
    /// A setting is refused.
    #[error(transparent)]
    #[problem(through)]
    Settings(#[from] SettingsError),
    /// A failure of the login after the setup.
    #[error(transparent)]
    #[problem(through)]
    Account(#[from] AccountError),
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(SetupError);

/// Makes the code of a start. Only its hash is stored, in place of the one of an earlier start.
///
/// # Errors
/// The store cannot be written.
pub async fn new_code(store: &Store) -> Result<String, Fault> {
    let code = AdminPassword::generate();
    let mut batch = Batch::new();
    CODE.put(&mut batch, &hash(&code))?;
    store.commit(batch).await?;
    Ok(code)
}

fn hash(code: &str) -> SecretRow {
    SecretRow(Sha256::digest(code).into())
}

/// The setup of a site without an owner. Cheap to clone.
#[derive(Clone)]
pub struct Setup {
    store: Store,
    password: AdminPassword,
    people: People,
    editor: SettingsEditor,
    audit: Audit,
}

impl Setup {
    /// Uses this store.
    pub fn new(
        store: &Store,
        (password, people): (&AdminPassword, &People),
        editor: &SettingsEditor,
        audit: &Audit,
    ) -> Self {
        Self {
            store: store.clone(),
            password: password.clone(),
            people: people.clone(),
            editor: editor.clone(),
            audit: audit.clone(),
        }
    }

    /// Returns whether the site has no owner yet.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn is_open(&self) -> Result<bool, StoreError> {
        Ok(self.password.row()?.is_none())
    }

    fn check(&self, code: &str) -> Result<(), SetupError> {
        if !self.is_open()? {
            return Err(SetupError::Closed);
        }
        // Hashes are compared, so the time of the comparison tells nothing about the code.
        let is_right = CODE.get(self.store.view())?.is_some_and(|stored| stored == hash(code));
        if is_right { Ok(()) } else { Err(SetupError::BadCode) }
    }

    /// Sets the owner's password and the first settings in one commit, which ends the code.
    async fn finish(
        &self,
        FirstSettings { code, name, password, settings }: FirstSettings,
        auth: &Auth,
        address: IpAddr,
    ) -> Result<(), SetupError> {
        let name = match name.trim() {
            "" => None,
            name => Some(People::check_name_of_owner(name)?),
        };
        let actor =
            Actor::admin(PersonId::OWNER, name.as_deref().unwrap_or(NAMELESS_OWNER), address);
        let hashed = self.password.check_and_hash(password).await?;
        let first = First { code, name, hashed, settings };
        self.password.keep_during(self.write_first(first, auth, actor)).await
    }

    async fn write_first(
        &self,
        First { code, name, hashed, settings }: First,
        auth: &Auth,
        actor: Actor,
    ) -> Result<(), SetupError> {
        // Another caller may have been quicker while the password was hashed.
        self.check(&code)?;
        let (audit, by) = (self.audit.clone(), actor.clone());
        let (password, people, named) = (self.password.clone(), self.people.clone(), name.clone());
        let rows = move |batch: &mut Batch| {
            password.put_first(hashed, batch)?;
            named.map_or(Ok(()), |name| people.put_owner(&name, batch))?;
            CODE.delete(batch)?;
            Ok(audit.record(Entry::new(by, "admin.password", "admin"), batch)?)
        };
        self.editor.change_with(settings, Box::new(rows), actor).await?;
        auth.set_admin_version(AdminPassword::FIRST_VERSION);
        if let Some(name) = name {
            self.people.name_owner(&name);
        }
        Ok(())
    }
}

/// What the owner has typed, checked, with the hash of the password.
struct First {
    code: String,
    name: Option<String>,
    hashed: String,
    settings: SectionValues,
}

/// What the owner has typed.
struct FirstSettings {
    code: String,
    /// Empty: none.
    name: String,
    password: String,
    settings: SectionValues,
}

/// What a site without an owner can be set up with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupState {
    site_name: String,
    accent: String,
    timezone: String,
    /// Parts of the site that are on.
    modules: Modules,
    /// True for a site that was restored from a backup: only the owner's password is new.
    restored: bool,
}

/// The owner's password and first settings.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetupOrder {
    /// The code from the link.
    code: String,
    /// Name of the owner, at most 40 characters; empty: none.
    #[serde(default)]
    owner_name: String,
    /// Password of the owner, 12 to 128 characters.
    password: String,
    /// Name of the site, 1 to 60 characters.
    site_name: String,
    /// Colour, `#rrggbb`.
    accent: String,
    /// Name in the time zone database.
    timezone: String,
    /// Parts of the site that are on, by their key in a settings file; those that are left out stay as they are.
    #[serde(default)]
    modules: BTreeMap<String, bool>,
    /// True to begin with the settings of the example streamer.
    #[serde(default)]
    example: bool,
}

/// Says what the setup begins with; there is nothing here once the site has an owner. Public.
#[call(get, "/api/setup", public, name = "setup_state", refused(404 = "The site has an owner."))]
pub async fn state(
    setup: web::Data<Setup>,
    settings: web::Data<Settings>,
) -> Result<Answer<SetupState>, SetupError> {
    if !setup.is_open()? {
        return Err(SetupError::Closed);
    }
    let now = settings.now();
    Ok(Answer(SetupState {
        site_name: now.brand.name.clone(),
        accent: now.brand.accent.clone(),
        timezone: now.place.timezone.name().to_owned(),
        modules: now.modules,
        restored: setup.people.is_being_checked()?,
    }))
}

/// Sets the owner's password and the first settings with the code that the server printed, and logs the owner in.
#[call(post, "/api/setup", public, name = "set_up",
    refused(401 = "The code is wrong or of an earlier start.", 404 = "The site has an owner."),
    awaited)]
pub async fn finish(
    req: HttpRequest,
    setup: web::Data<Setup>,
    settings: web::Data<Settings>,
    (auth, people): (web::Data<Auth>, web::Data<People>),
    limits: web::Data<Limits>,
    body: Body<SetupOrder>,
) -> Result<Answer<TokenAnswer>, SetupError> {
    let client = limits.client(&req);
    let attempt = Attempt { entrance: Entrance::Panel, client, log: &limits.log };
    let order = body.into_inner();
    refuse_wrong_code(&setup, &limits, &req, &order.code)?;
    if order.example && people.is_being_checked()? {
        return Err(SetupError::ExampleAfterRestore);
    }
    let first = FirstSettings {
        settings: sections(&settings.now(), &order),
        code: order.code,
        name: order.owner_name,
        password: order.password,
    };
    let (of_setup, of_auth) = (setup.as_ref().clone(), auth.as_ref().clone());
    to_the_end(async move { of_setup.finish(first, &of_auth, client).await }).await??;
    attempt.accepted(None);
    let hours = settings.now().auth.admin_hours;
    let (version, device) = (AdminPassword::FIRST_VERSION, DeviceKind::of(&req));
    let new = NewSession { version, hours, device, proved_at: None };
    let token = people.log_in(PersonId::OWNER, new, (client, LoginMethod::Setup)).await?;
    Ok(Answer(TokenAnswer { token }))
}

/// Checks the code of a setup. A wrong one counts against the address, as a wrong password of the panel.
///
/// # Errors
/// The code is wrong, the site has an owner, or the address has tried too often.
pub(super) fn refuse_wrong_code(
    setup: &Setup,
    limits: &Limits,
    req: &HttpRequest,
    code: &str,
) -> Result<(), SetupError> {
    let Err(refused) = setup.check(code) else { return Ok(()) };
    let client = limits.client(req);
    if matches!(refused, SetupError::BadCode) {
        let attempt = Attempt { entrance: Entrance::Panel, client, log: &limits.log };
        attempt.refused(Refusal::WrongPassword, None);
    }
    let limit = limits.panel_logins.take(client);
    Err(limit.err().map_or(refused, |retry_after| SetupError::TooMany { retry_after }))
}

fn sections(now: &Config, order: &SetupOrder) -> SectionValues {
    let mut values = now.section_values();
    if order.example {
        for (section, example) in Config::example_values() {
            values.entry(section).and_modify(|own| extend(own, example.clone()));
        }
    }
    let mut set = |section: &str, key: &str, value: Value| {
        if let Some(section) = values.get_mut(section) {
            set_value_at(section, key, value);
        }
    };
    set("brand", "name", order.site_name.trim().into());
    set("brand", "accent", order.accent.trim().into());
    set("place", "timezone", order.timezone.clone().into());
    for (key, is_on) in &order.modules {
        set("modules", key, (*is_on).into());
    }
    values
}

fn password(error: &NewPasswordError) -> Problem {
    match error {
        NewPasswordError::Refused(refusal) => Problem::field("password", &refusal.to_string()),
        NewPasswordError::Hash(error) => error.problem(),
        NewPasswordError::Inner(reason) => Problem::inner(reason),
    }
}

fn owner_name(error: &PeopleError) -> Problem {
    let text = error.to_string();
    match error {
        PeopleError::BadCharacter => Problem::coded_field("bad_character", "ownerName", &text),
        PeopleError::Reserved => Problem::coded_field("reserved", "ownerName", &text),
        PeopleError::BadName | PeopleError::Taken => Problem::field("ownerName", &text),
        error => error.problem(),
    }
}
