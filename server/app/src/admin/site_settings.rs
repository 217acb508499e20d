//! The settings of the site: reading, changing and restoring them, their export and import.

use std::collections::BTreeMap;

use actix_web::web;
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::accounts::{Accounts, Admin, Auth, Done};
use crate::answer::Answer;
use crate::audit::Audit;
use crate::calls::{Call, calls};
use crate::config::{Config, GivenBy, OWNER_KEYS, OwnerKey, SECTIONS, Secret, SecretName};
use crate::fault::Fault;
use crate::first_steps::FirstSteps;
use crate::input::{Body, LIST_BYTES_MAX};
use crate::mail::SampleMail;
use crate::rights::{Area, Need, Role};
use crate::settings::{
    By, Cause, Confirmed, Difference, Head, OwnersKeys, SettingsEditor, SettingsError, SettingsFile,
};

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        "admin";
        all,
        export,
        example,
        compare,
        import,
        test_mail,
        save,
        history,
        revision,
        restore,
    ]
}

/// Who decides a setting instead of the panel.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// The server's settings file.
    File,
    /// A variable of the server's environment.
    Environment,
    /// The owner of the site: the caller has another role.
    Owner,
}

impl From<GivenBy> for DecidedBy {
    fn from(by: GivenBy) -> Self {
        match by {
            GivenBy::File => Self::File,
            GivenBy::Environment => Self::Environment,
        }
    }
}

/// A setting that the panel cannot change.
#[derive(Debug, Serialize, ToSchema)]
pub struct LockedKey {
    /// The key in its section; empty for the whole section.
    key: String,
    by: DecidedBy,
}

/// How a version came about.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VersionCause {
    /// The first start of the site or of a new version, from its settings file and environment.
    FirstStart,
    /// Saved in the panel.
    Saved,
    /// An earlier version was restored.
    Restored,
    /// A file with settings was imported.
    Imported,
}

impl From<Cause> for VersionCause {
    fn from(cause: Cause) -> Self {
        match cause {
            Cause::FirstStart => Self::FirstStart,
            Cause::Saved => Self::Saved,
            Cause::Restored => Self::Restored,
            Cause::Imported => Self::Imported,
        }
    }
}

/// A version of a section.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsVersion {
    /// Its number, from 1.
    revision: u32,
    /// Time of the change, ISO 8601.
    at: String,
    /// Who made it, as in the audit: a person with the address, `environment` or `first start`.
    actor: String,
    cause: VersionCause,
}

impl SettingsVersion {
    fn of(head: &Head) -> Self {
        Self {
            revision: head.revision,
            at: head.at.iso(),
            actor: head.actor.clone(),
            cause: head.cause.into(),
        }
    }
}

/// A section of the settings.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsSection {
    /// Its name, as in a settings file.
    name: &'static str,
    version: SettingsVersion,
    /// The values in force by key, as in a settings file.
    #[schema(value_type = BTreeMap<String, Object>)]
    values: Value,
    /// What a new site begins with, by key.
    #[schema(value_type = BTreeMap<String, Object>)]
    defaults: Value,
    locked: Vec<LockedKey>,
}

/// A secret of an external service. The text itself is never shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecretShown {
    /// Its key in a settings file, such as `mail.smtp_password`.
    key: &'static str,
    is_set: bool,
    /// The last two characters; null while it is not set or too short to show any.
    #[schema(required)]
    ends_in: Option<String>,
    /// Who set it, if that was not the panel; it cannot be changed there then.
    #[schema(required)]
    by: Option<DecidedBy>,
}

/// All settings of the site.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsAnswer {
    sections: Vec<SettingsSection>,
    secrets: Vec<SecretShown>,
}

/// A change of a section.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveSettings {
    /// The version that the change is based on.
    revision: u32,
    /// All values of the section by key.
    #[schema(value_type = BTreeMap<String, Object>)]
    values: Value,
    /// Secrets by key; an empty text removes one. Secrets that are left out stay.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    secrets: BTreeMap<String, Secret>,
    /// What was typed to confirm the change.
    #[serde(default)]
    confirmed: String,
}

/// A section after its change.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsSaved {
    message: String,
    section: SettingsSection,
    secrets: Vec<SecretShown>,
}

/// The versions of a section, newest first; at most 200.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsHistory {
    versions: Vec<SettingsVersion>,
}

/// A version of a section, and what restoring it would change.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsRevision {
    version: SettingsVersion,
    differences: Vec<Difference>,
}

/// A request to restore an earlier version.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RestoreSettings {
    /// The version now.
    revision: u32,
    /// What was typed to confirm the change.
    #[serde(default)]
    confirmed: String,
}

/// Settings as a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsExport {
    file: SettingsFile,
}

/// What an import would change.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsCompared {
    differences: Vec<Difference>,
    /// Versions of the sections that the differences are based on.
    #[schema(value_type = BTreeMap<String, u32>)]
    revisions: BTreeMap<String, u32>,
}

/// A request to import a file.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportSettings {
    file: SettingsFile,
    /// As in the comparison that the admin saw.
    revisions: BTreeMap<String, u32>,
    /// What was typed to confirm the change.
    #[serde(default)]
    confirmed: String,
}

/// The recipient of a test email.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TestMail {
    to: String,
}

/// What became of the test email.
#[derive(Debug, Serialize, ToSchema)]
pub struct TestMailAnswer {
    /// True when the mail server accepted it, or it was written to a file.
    delivered: bool,
    /// What happened, in words.
    message: String,
}

/// Returns all settings of the site.
#[call(get, "/api/admin/settings", admin(Settings), name = "site_settings")]
pub async fn all(admin: Admin, editor: web::Data<SettingsEditor>) -> Answer<SettingsAnswer> {
    let section = |name: &&str| section_of(&editor, name, admin.role).ok();
    let sections = SECTIONS.iter().filter_map(section).collect();
    Answer(SettingsAnswer { sections, secrets: secrets_of(&editor) })
}

/// Changes a section of the settings. The change is in force everywhere when the call answers.
#[call(put, "/api/admin/settings/{section}", admin(with = needed_to_change), name = "save_settings",
    up_to = LIST_BYTES_MAX)]
pub async fn save(
    admin: Admin,
    (editor, auth): (web::Data<SettingsEditor>, web::Data<Auth>),
    section: web::Path<String>,
    body: Body<SaveSettings>,
) -> Result<Answer<SettingsSaved>, SettingsError> {
    let SaveSettings { revision, values, secrets, confirmed } = body.into_inner();
    let mut given = BTreeMap::new();
    for (key, secret) in secrets {
        let name = SecretName::find(&key).ok_or(SettingsError::NoSuchSecret)?;
        given.insert(name, secret);
    }
    editor.save(&section, revision, values, given, by(&admin, &auth, confirmed)).await?;
    saved(&editor, (&section, admin.role), "Saved")
}

/// Lists the versions of a section.
#[call(get, "/api/admin/settings/{section}/history", admin(with = needed_to_see),
    name = "settings_history")]
pub async fn history(
    editor: web::Data<SettingsEditor>,
    accounts: web::Data<Accounts>,
    section: web::Path<String>,
) -> Result<Answer<SettingsHistory>, SettingsError> {
    let (editor, section) = (editor.as_ref().clone(), section.into_inner());
    let versions = accounts.reads.run(move || editor.history(&section)).await??;
    let versions = versions.iter().map(SettingsVersion::of).collect();
    Ok(Answer(SettingsHistory { versions }))
}

/// Compares a version of a section with the one now.
#[call(get, "/api/admin/settings/{section}/history/{revision}", admin(with = needed_to_see),
    name = "settings_revision", segments(revision: u32))]
pub async fn revision(
    (editor, accounts): (web::Data<SettingsEditor>, web::Data<Accounts>),
    path: web::Path<(String, String)>,
) -> Result<Answer<SettingsRevision>, SettingsError> {
    let (section, revision) = revision_of(path.into_inner())?;
    let editor = editor.as_ref().clone();
    let read = move || editor.compare_revision(&section, revision);
    let (head, differences) = accounts.reads.run(read).await??;
    let version = SettingsVersion::of(&head);
    Ok(Answer(SettingsRevision { version, differences }))
}

/// Restores an earlier version of a section. Secrets and locked values stay as they are.
#[call(post, "/api/admin/settings/{section}/history/{revision}/restore",
    admin(with = needed_to_change), name = "restore_settings", segments(revision: u32))]
pub async fn restore(
    admin: Admin,
    (editor, accounts): (web::Data<SettingsEditor>, web::Data<Accounts>),
    path: web::Path<(String, String)>,
    body: Body<RestoreSettings>,
) -> Result<Answer<SettingsSaved>, SettingsError> {
    let ((section, earlier), body) = (revision_of(path.into_inner())?, body.into_inner());
    let (reading, of_section) = (editor.as_ref().clone(), section.clone());
    let read = move || reading.read_revision(&of_section, earlier);
    let value = accounts.reads.run(read).await??.value;
    let by = by(&admin, &accounts.auth, body.confirmed);
    editor.restore(&section, body.revision, value, by).await?;
    saved(&editor, (&section, admin.role), "Restored")
}

/// Section and revision of a path.
fn revision_of((section, revision): (String, String)) -> Result<(String, u32), SettingsError> {
    Ok((section, revision.parse().map_err(|_| SettingsError::NoSuchRevision)?))
}

/// Returns the settings as a file, without secrets and without what the server's settings file locks.
#[call(get, "/api/admin/settings/export", admin(Settings, proof), name = "export_settings")]
pub async fn export(
    admin: Admin,
    editor: web::Data<SettingsEditor>,
    audit: web::Data<Audit>,
) -> Result<Answer<SettingsExport>, SettingsError> {
    audit.record_export(admin.actor(), "settings.export", json!({})).await?;
    Ok(Answer(SettingsExport { file: editor.export() }))
}

/// Returns the settings of the example streamer as a file, to compare and import.
#[call(get, "/api/admin/settings/example", admin(Settings), name = "example_settings")]
pub async fn example() -> Answer<SettingsExport> {
    let file = SettingsFile::of(Config::example_values().clone());
    Answer(SettingsExport { file })
}

/// Says what an import of a file would change.
#[call(post, "/api/admin/settings/compare", admin(Settings, see), name = "compare_settings",
    up_to = LIST_BYTES_MAX)]
pub async fn compare(
    editor: web::Data<SettingsEditor>,
    accounts: web::Data<Accounts>,
    body: Body<SettingsFile>,
) -> Result<Answer<SettingsCompared>, SettingsError> {
    let file = body.into_inner();
    // Before the comparison: a change in between makes the import refuse them.
    let head = |name: &String| Some((name.clone(), editor.head(name)?.revision));
    let revisions = file.sections.keys().filter_map(head).collect();
    let comparing = editor.as_ref().clone();
    let differences = accounts.reads.run(move || comparing.compare(&file)).await??;
    Ok(Answer(SettingsCompared { differences, revisions }))
}

/// Imports a file as one change.
#[call(post, "/api/admin/settings/import", admin(Services, proof), name = "import_settings",
    up_to = LIST_BYTES_MAX)]
pub async fn import(
    admin: Admin,
    (editor, auth): (web::Data<SettingsEditor>, web::Data<Auth>),
    body: Body<ImportSettings>,
) -> Result<Answer<Done>, SettingsError> {
    let ImportSettings { file, revisions, confirmed } = body.into_inner();
    editor.import(&file, &revisions, by(&admin, &auth, confirmed)).await?;
    Ok(Answer(Done { message: "The settings are imported".to_owned() }))
}

/// Sends a test email with the settings in force, without the outbox, and says what happened.
#[call(post, "/api/admin/settings/mail/test", admin(Services), name = "test_mail")]
pub async fn test_mail(
    accounts: web::Data<Accounts>,
    first_steps: web::Data<FirstSteps>,
    body: Body<TestMail>,
) -> Result<Answer<TestMailAnswer>, SettingsError> {
    let SampleMail { delivered, message } = accounts.mailer.send_sample(&body.to).await;
    if delivered && accounts.mailer.sends() {
        first_steps.email_tested().await?;
    }
    Ok(Answer(TestMailAnswer { delivered, message }))
}

/// Who makes a change. Rates and tables are the owner's, with a proof of the last 10 minutes.
fn by(admin: &Admin, auth: &Auth, confirmed: String) -> By {
    let owners_keys = match admin.role {
        Role::Owner if auth.is_proved(admin.session.session) => OwnersKeys::Open,
        Role::Owner => OwnersKeys::NotProved,
        Role::Admin | Role::Moderator => OwnersKeys::NotOwner,
    };
    By { actor: admin.actor(), confirmed: Confirmed(confirmed), owners_keys }
}

fn saved(
    editor: &SettingsEditor,
    (section, role): (&str, Role),
    message: &str,
) -> Result<Answer<SettingsSaved>, SettingsError> {
    let section = section_of(editor, section, role)?;
    let (message, secrets) = (message.to_owned(), secrets_of(editor));
    Ok(Answer(SettingsSaved { message, section, secrets }))
}

/// Sections that only the owner changes: how the site is connected to services, the limits of the limited roles, and the
/// address to which links in emails lead.
const OWNERS: [&str; 6] = ["kick", "mail", "hunts", "wagers", "grants", "place"];

fn needed_to_see(section: &str) -> Need {
    Need::of(if OWNERS.contains(&section) { Area::Services } else { Area::Settings })
}

fn needed_to_change(section: &str) -> Need {
    if OWNERS.contains(&section) { Need::proved(Area::Services) } else { needed_to_see(section) }
}

/// A section as a role sees it: for others than the owner, the owner's keys are locked.
fn section_of(
    editor: &SettingsEditor,
    name: &str,
    role: Role,
) -> Result<SettingsSection, SettingsError> {
    let known = SECTIONS.iter().find(|known| **known == name);
    let name = known.copied().ok_or(SettingsError::NoSuchSection)?;
    let head = editor.head(name).ok_or(SettingsError::NoSuchSection)?;
    let values = editor.settings().now().section(name);
    let locked = editor.locked(name).into_iter();
    let mut locked: Vec<_> = locked.map(|(key, by)| LockedKey { key, by: by.into() }).collect();
    if role != Role::Owner {
        let owners = OWNER_KEYS.iter().filter(|key| key.section == name);
        let is_free = |key: &&OwnerKey| {
            !locked.iter().any(|locked| locked.key.is_empty() || locked.key == key.key)
        };
        let owners: Vec<_> = owners.filter(is_free).collect();
        let of_owner = |key: &OwnerKey| LockedKey { key: key.key.to_owned(), by: DecidedBy::Owner };
        locked.extend(owners.into_iter().map(of_owner));
    }
    Ok(SettingsSection {
        name,
        version: SettingsVersion::of(&head),
        values: values.ok_or(Fault::Contradiction("a section has no values"))?,
        defaults: Config::neutral_values().get(name).cloned().unwrap_or_default(),
        locked,
    })
}

fn secrets_of(editor: &SettingsEditor) -> Vec<SecretShown> {
    let shown = |state: crate::settings::SecretState| SecretShown {
        key: state.name.key(),
        is_set: state.is_set,
        ends_in: state.ends_in,
        by: state.given_by.map(DecidedBy::from),
    };
    editor.secrets().into_iter().map(shown).collect()
}
