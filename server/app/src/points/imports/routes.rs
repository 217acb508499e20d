//! Admin calls on imports and exports of points.

use std::time::Duration;

use actix_web::http::header::CONTENT_TYPE;
use actix_web::{HttpRequest, HttpResponse, web};
use futures_util::TryStreamExt;
use pointhouse_macros::call;
use pointhouse_store::Progress;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::{
    FileColumns, ImportError, ImportFile, Imports, Layout, Listed, Report, Sums, TakenBack,
};
use crate::accounts::{Accounts, Admin};
use crate::allowance::Maker;
use crate::answer::Answer;
use crate::audit::Audit;
use crate::calls::{Call, calls};
use crate::config::Settings;
use crate::counts::grouped;
use crate::input::Query;
use crate::people::People;
use crate::points::export;
use crate::spreadsheet;

/// Largest file, in bytes.
const FILE_BYTES_MAX: usize = 5 * 1024 * 1024;
const RECEIVED_WITHIN: Duration = Duration::from_secs(60);
const TYPES: [&str; 4] = ["text/csv", "text/plain", "application/csv", "application/vnd.ms-excel"];

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; import, columns, list, take_back, export_all]
}

/// Options of an import.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ImportQuery {
    /// When true, reports what the import would do and changes nothing. Defaults to true.
    dry_run: Option<bool>,
}

/// An import with what became of its lines.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportItem {
    /// Number of the import.
    import: String,
    /// Time of the confirmation, in milliseconds.
    begun_at: i64,
    /// Number of valid lines.
    lines: u32,
    /// Number of lines that are paid.
    credited: usize,
    /// Points of those lines.
    credited_points: u64,
    /// Number of lines that wait.
    waiting: usize,
    /// Points of those lines.
    waiting_points: u64,
    /// Points that its members still have: what taking it back would take. At most a minute old.
    left_points: u64,
    /// How it was taken back; null if it was not.
    #[schema(required)]
    taken_back: Option<TakenBackItem>,
}

/// How an import was taken back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakenBackItem {
    /// Time of the decision, in milliseconds.
    begun_at: i64,
    /// False while lines are being taken back.
    done: bool,
    /// Points that were taken, once it is done.
    points: u64,
    /// Points that the members had spent, once it is done.
    missing: u64,
}

/// The imports, newest first; at most 50.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportList {
    items: Vec<ImportItem>,
}

/// Result of taking an import back.
#[derive(Debug, Serialize, ToSchema)]
pub struct TakenBackAnswer {
    message: String,
    /// Points that were taken.
    points: u64,
    /// Points that the members had spent.
    missing: u64,
}

impl ImportItem {
    fn of(listed: Listed) -> Self {
        let Listed { import, row, sums: Sums { credited, waiting, left } } = listed;
        let of_taken = |taken: TakenBack| TakenBackItem {
            begun_at: taken.begun_at,
            done: taken.ended_at.is_some(),
            points: taken.points,
            missing: taken.missing,
        };
        Self {
            import: import.to_string(),
            begun_at: row.begun_at,
            lines: row.lines,
            credited: credited.0,
            credited_points: credited.1,
            waiting: waiting.0,
            waiting_points: waiting.1,
            left_points: left,
            taken_back: row.taken_back.map(of_taken),
        }
    }
}

/// Imports a file with points, or reports what the import would do.
#[call(post, "/api/admin/points/import", admin(AllPoints, proof), name = "import_points",
    takes(String as "text/csv"))]
pub async fn import(
    req: HttpRequest,
    admin: Admin,
    (imports, people): (web::Data<Imports>, web::Data<People>),
    (query, layout): (Query<ImportQuery>, Query<Layout>),
    body: web::Payload,
) -> Result<Answer<Report>, ImportError> {
    let file = ImportFile { bytes: receive_csv(&req, body).await?, layout: layout.clone() };
    let imports = imports.as_ref().clone();
    if query.dry_run.unwrap_or(true) {
        return Ok(Answer(imports.try_out(file).await?));
    }
    let (people, deciding) = (people.as_ref().clone(), admin.clone());
    let check = move |user| people.decide_on(&deciding, user).map(drop);
    imports.check_members(file.clone(), check).await?;
    Ok(Answer(imports.import_file(file, Maker::Person(admin)).await?))
}

/// Says what the columns of a file have, with a few cells of each, and changes nothing.
#[call(post, "/api/admin/points/import/columns", admin(AllPoints), name = "import_columns",
    takes(String as "text/csv"))]
pub async fn columns(
    req: HttpRequest,
    imports: web::Data<Imports>,
    layout: Query<Layout>,
    body: web::Payload,
) -> Result<Answer<FileColumns>, ImportError> {
    let file = ImportFile { bytes: receive_csv(&req, body).await?, layout: layout.clone() };
    Ok(Answer(imports.columns_of(file).await?))
}

/// Lists the imports, newest first.
#[call(get, "/api/admin/points/imports", admin(AllPoints), name = "list_imports")]
pub async fn list(imports: web::Data<Imports>) -> Result<Answer<ImportList>, ImportError> {
    let items = imports.list().await?.into_iter().map(ImportItem::of).collect();
    Ok(Answer(ImportList { items }))
}

/// Takes an import back as a whole: from each member what it paid, at most the balance. Lines that wait are removed.
#[call(
    post,
    "/api/admin/points/imports/{import}/take-back",
    admin(AllPoints, proof),
    name = "take_import_back"
)]
pub async fn take_back(
    admin: Admin,
    imports: web::Data<Imports>,
    settings: web::Data<Settings>,
    import: web::Path<String>,
) -> Result<Answer<TakenBackAnswer>, ImportError> {
    let import: u64 = import.parse().map_err(|_| ImportError::NoSuchImport)?;
    let row = imports.take_back(import, admin.actor()).await?;
    let taken = row.taken_back.unwrap_or_default();
    let names = settings.now().points.clone();
    let message = match (taken.ended_at, taken.missing) {
        (None, _) => format!("Import {import} is being taken back"),
        (Some(_), 0) => format!("Took {} back", names.count(taken.points)),
        (Some(_), missing) => {
            format!("Took {} back; {} had been spent", names.count(taken.points), grouped(missing))
        }
    };
    let TakenBack { points, missing, .. } = taken;
    Ok(Answer(TakenBackAnswer { message, points, missing }))
}

/// Exports all members with their points as CSV.
#[call(get, "/api/admin/points/export", admin(AllPoints, proof), name = "export_points",
    answers(200 = String as "text/csv"))]
pub async fn export_all(
    admin: Admin,
    accounts: web::Data<Accounts>,
    audit: web::Data<Audit>,
) -> Result<HttpResponse, ImportError> {
    let view = accounts.store.view().clone();
    let table = accounts.reads.run(move || export::table(&view, &Progress::default())).await??;
    audit.record_export(admin.actor(), "points.export", json!({})).await?;
    Ok(spreadsheet::attachment("points.csv", table))
}

async fn receive_csv(req: &HttpRequest, body: web::Payload) -> Result<Vec<u8>, ImportError> {
    let said = req.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let said = said.unwrap_or_default().split(';').next().unwrap_or_default();
    if !TYPES.contains(&said.trim().to_lowercase().as_str()) {
        return Err(ImportError::WrongType);
    }
    let file = tokio::time::timeout(RECEIVED_WITHIN, receive(body)).await;
    file.map_err(|_| ImportError::bad("The file did not come through"))?
}

async fn receive(mut body: web::Payload) -> Result<Vec<u8>, ImportError> {
    let mut file = Vec::new();
    let unread = |_| ImportError::bad("The file did not come through");
    while let Some(chunk) = body.try_next().await.map_err(unread)? {
        if file.len() + chunk.len() > FILE_BYTES_MAX {
            return Err(ImportError::TooLarge);
        }
        file.extend_from_slice(&chunk);
    }
    Ok(file)
}
