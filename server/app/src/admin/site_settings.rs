//! The settings of the site: reading, changing and restoring them, their export and import.

use std::collections::BTreeMap;

use actix_web::web;
use pointhouse_rules::{Game, Tables};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::accounts::{Accounts, Admin, Done};
use crate::audit::Audit;
use crate::calls::{Call, calls};
use crate::config::{Config, GivenBy, SECTIONS, Secret, SecretName};
use crate::fault::Fault;
use crate::first_steps::FirstSteps;
use crate::input::{self, Body, LIST_BYTES_MAX};
use crate::mail::SampleMail;
use crate::settings::{
    Cause, Confirmed, Difference, Head, SettingsEditor, SettingsError, SettingsFile,
};

/// Decimals of an expected return.
const PLACES: u32 = 6;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        all,
        export,
        example,
        compare up to LIST_BYTES_MAX,
        import up to LIST_BYTES_MAX,
        returns up to LIST_BYTES_MAX,
        test_mail,
        save up to LIST_BYTES_MAX,
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
    success: bool,
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
    success: bool,
    message: String,
    section: SettingsSection,
    secrets: Vec<SecretShown>,
}

/// The versions of a section, newest first; at most 200.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsHistory {
    success: bool,
    versions: Vec<SettingsVersion>,
}

/// A version of a section, and what restoring it would change.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsRevision {
    success: bool,
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
    success: bool,
    file: SettingsFile,
}

/// What an import would change.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsCompared {
    success: bool,
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

/// Tables whose returns are wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TablesToCheck {
    #[schema(value_type = Object)]
    tables: Value,
}

/// The highest expected return of a game.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameReturn {
    game: &'static str,
    /// Points paid back for each point staked, with 6 decimals.
    highest_return: String,
    /// The same as an exact fraction: numerator and denominator.
    highest_return_fraction: (String, String),
    /// True when the game pays back more than it takes.
    above_one: bool,
}

/// The returns of tables, or why they cannot be played.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReturnsAnswer {
    success: bool,
    returns: Vec<GameReturn>,
    /// Null for tables that can be played.
    #[schema(required)]
    problem: Option<String>,
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
    success: bool,
    /// True when the mail server accepted it, or it was written to a file.
    delivered: bool,
    /// What happened, in words.
    message: String,
}

/// Returns all settings of the site.
#[utoipa::path(get, path = "/api/admin/settings", operation_id = "site_settings", tag = "admin",
    responses((status = 200, body = SettingsAnswer)), security(("admin" = [])))]
pub async fn all(editor: web::Data<SettingsEditor>) -> web::Json<SettingsAnswer> {
    let sections = SECTIONS.iter().filter_map(|name| section_of(&editor, name).ok()).collect();
    web::Json(SettingsAnswer { success: true, sections, secrets: secrets_of(&editor) })
}

/// Changes a section of the settings. The change is in force everywhere when the call answers.
#[utoipa::path(put, path = "/api/admin/settings/{section}", operation_id = "save_settings",
    tag = "admin", params(("section" = String, Path)), request_body = SaveSettings,
    responses((status = 200, body = SettingsSaved)), security(("admin" = [])))]
pub async fn save(
    admin: Admin,
    editor: web::Data<SettingsEditor>,
    section: web::Path<String>,
    body: Body<SaveSettings>,
) -> Result<web::Json<SettingsSaved>, SettingsError> {
    let SaveSettings { revision, values, secrets, confirmed } = body.into_inner();
    let mut given = BTreeMap::new();
    for (key, secret) in secrets {
        let name = SecretName::find(&key).ok_or(SettingsError::NoSuchSecret)?;
        given.insert(name, secret);
    }
    let by = (Confirmed(confirmed), admin.actor());
    editor.save(&section, revision, values, given, by).await?;
    saved(&editor, &section, "Saved")
}

/// Lists the versions of a section.
#[utoipa::path(get, path = "/api/admin/settings/{section}/history",
    operation_id = "settings_history", tag = "admin", params(("section" = String, Path)),
    responses((status = 200, body = SettingsHistory)), security(("admin" = [])))]
pub async fn history(
    editor: web::Data<SettingsEditor>,
    accounts: web::Data<Accounts>,
    section: web::Path<String>,
) -> Result<web::Json<SettingsHistory>, SettingsError> {
    let (editor, section) = (editor.as_ref().clone(), section.into_inner());
    let versions = accounts.reads.run(move || editor.history(&section)).await??;
    let versions = versions.iter().map(SettingsVersion::of).collect();
    Ok(web::Json(SettingsHistory { success: true, versions }))
}

/// Compares a version of a section with the one now.
#[utoipa::path(get, path = "/api/admin/settings/{section}/history/{revision}",
    operation_id = "settings_revision", tag = "admin",
    params(("section" = String, Path), ("revision" = u32, Path)),
    responses((status = 200, body = SettingsRevision)), security(("admin" = [])))]
pub async fn revision(
    editor: web::Data<SettingsEditor>,
    path: web::Path<(String, String)>,
) -> Result<web::Json<SettingsRevision>, SettingsError> {
    let (section, revision) = revision_of(&path)?;
    let (head, differences) = editor.compare_revision(section, revision)?;
    let version = SettingsVersion::of(&head);
    Ok(web::Json(SettingsRevision { success: true, version, differences }))
}

/// Restores an earlier version of a section. Secrets and locked values stay as they are.
#[utoipa::path(post, path = "/api/admin/settings/{section}/history/{revision}/restore",
    operation_id = "restore_settings", tag = "admin",
    params(("section" = String, Path), ("revision" = u32, Path)), request_body = RestoreSettings,
    responses((status = 200, body = SettingsSaved)), security(("admin" = [])))]
pub async fn restore(
    admin: Admin,
    editor: web::Data<SettingsEditor>,
    path: web::Path<(String, String)>,
    body: Body<RestoreSettings>,
) -> Result<web::Json<SettingsSaved>, SettingsError> {
    let ((section, earlier), body) = (revision_of(&path)?, body.into_inner());
    let by = (Confirmed(body.confirmed), admin.actor());
    editor.restore(section, body.revision, earlier, by).await?;
    saved(&editor, section, "Restored")
}

/// Section and revision of a path.
fn revision_of((section, revision): &(String, String)) -> Result<(&str, u32), SettingsError> {
    Ok((section, revision.parse().map_err(|_| SettingsError::NoSuchRevision)?))
}

/// Returns the settings as a file, without secrets and without what the server's settings file locks.
#[utoipa::path(get, path = "/api/admin/settings/export", operation_id = "export_settings",
    tag = "admin", responses((status = 200, body = SettingsExport)), security(("admin" = [])))]
pub async fn export(
    admin: Admin,
    editor: web::Data<SettingsEditor>,
    audit: web::Data<Audit>,
) -> Result<web::Json<SettingsExport>, SettingsError> {
    audit.record_export(admin.actor(), "settings.export", json!({})).await?;
    Ok(web::Json(SettingsExport { success: true, file: editor.export() }))
}

/// Returns the settings of the example streamer as a file, to compare and import.
#[utoipa::path(get, path = "/api/admin/settings/example", operation_id = "example_settings",
    tag = "admin", responses((status = 200, body = SettingsExport)), security(("admin" = [])))]
pub async fn example() -> web::Json<SettingsExport> {
    let file = SettingsFile::of(Config::example_values().clone());
    web::Json(SettingsExport { success: true, file })
}

/// Says what an import of a file would change.
#[utoipa::path(post, path = "/api/admin/settings/compare", operation_id = "compare_settings",
    tag = "admin", request_body = SettingsFile,
    responses((status = 200, body = SettingsCompared)), security(("admin" = [])))]
pub async fn compare(
    editor: web::Data<SettingsEditor>,
    accounts: web::Data<Accounts>,
    body: Body<SettingsFile>,
) -> Result<web::Json<SettingsCompared>, SettingsError> {
    let file = body.into_inner();
    // Before the comparison: a change in between makes the import refuse them.
    let head = |name: &String| Some((name.clone(), editor.head(name)?.revision));
    let revisions = file.sections.keys().filter_map(head).collect();
    let comparing = editor.as_ref().clone();
    let differences = accounts.reads.run(move || comparing.compare(&file)).await??;
    Ok(web::Json(SettingsCompared { success: true, differences, revisions }))
}

/// Imports a file as one change.
#[utoipa::path(post, path = "/api/admin/settings/import", operation_id = "import_settings",
    tag = "admin", request_body = ImportSettings,
    responses((status = 200, body = Done)), security(("admin" = [])))]
pub async fn import(
    admin: Admin,
    editor: web::Data<SettingsEditor>,
    body: Body<ImportSettings>,
) -> Result<web::Json<Done>, SettingsError> {
    let ImportSettings { file, revisions, confirmed } = body.into_inner();
    editor.import(&file, &revisions, (Confirmed(confirmed), admin.actor())).await?;
    Ok(web::Json(Done { success: true, message: "The settings are imported".to_owned() }))
}

/// Works out the highest expected return of each game for tables that are being typed.
#[utoipa::path(post, path = "/api/admin/settings/games/returns", operation_id = "table_returns",
    tag = "admin", request_body = TablesToCheck,
    responses((status = 200, body = ReturnsAnswer)), security(("admin" = [])))]
pub async fn returns(
    accounts: web::Data<Accounts>,
    body: Body<TablesToCheck>,
) -> Result<web::Json<ReturnsAnswer>, SettingsError> {
    let tables = body.into_inner().tables;
    let found = accounts.reads.run(move || returns_of(&tables)).await?;
    let (returns, problem) = match found {
        Ok(returns) => (returns, None),
        Err(problem) => (Vec::new(), Some(problem)),
    };
    Ok(web::Json(ReturnsAnswer { success: true, returns, problem }))
}

/// Sends a test email with the settings in force, without the outbox, and says what happened.
#[utoipa::path(post, path = "/api/admin/settings/mail/test", operation_id = "test_mail",
    tag = "admin", request_body = TestMail,
    responses((status = 200, body = TestMailAnswer)), security(("admin" = [])))]
pub async fn test_mail(
    accounts: web::Data<Accounts>,
    first_steps: web::Data<FirstSteps>,
    body: Body<TestMail>,
) -> Result<web::Json<TestMailAnswer>, SettingsError> {
    let SampleMail { delivered, message } = accounts.mailer.send_sample(&body.to).await;
    if delivered && accounts.mailer.sends() {
        first_steps.email_tested().await?;
    }
    Ok(web::Json(TestMailAnswer { success: true, delivered, message }))
}

fn returns_of(tables: &Value) -> Result<Vec<GameReturn>, String> {
    let tables: Tables = input::read(tables).map_err(|problem| problem.to_string())?;
    tables.validate().map_err(|error| error.to_string())?;
    let of = |game: Game| {
        let highest = tables.max_return(game);
        GameReturn {
            game: game.id(),
            highest_return: highest.to_decimal(PLACES),
            highest_return_fraction: highest.as_fraction(),
            above_one: highest.is_above_one(),
        }
    };
    Ok(Game::ALL.into_iter().map(of).collect())
}

fn saved(
    editor: &SettingsEditor,
    section: &str,
    message: &str,
) -> Result<web::Json<SettingsSaved>, SettingsError> {
    let section = section_of(editor, section)?;
    let (message, secrets) = (message.to_owned(), secrets_of(editor));
    Ok(web::Json(SettingsSaved { success: true, message, section, secrets }))
}

fn section_of(editor: &SettingsEditor, name: &str) -> Result<SettingsSection, SettingsError> {
    let known = SECTIONS.iter().find(|known| **known == name);
    let name = known.copied().ok_or(SettingsError::NoSuchSection)?;
    let head = editor.head(name).ok_or(SettingsError::NoSuchSection)?;
    let values = editor.settings().now().section(name);
    let locked = editor.locked(name).into_iter();
    Ok(SettingsSection {
        name,
        version: SettingsVersion::of(&head),
        values: values.ok_or(Fault::Contradiction("a section has no values"))?,
        defaults: Config::neutral_values().get(name).cloned().unwrap_or_default(),
        locked: locked.map(|(key, by)| LockedKey { key, by: by.into() }).collect(),
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
