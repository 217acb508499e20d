//! Calls on the site's pictures.

use std::time::Duration;

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use futures_util::StreamExt;
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::draw::redraw;
use super::records::Purpose;
use super::{ADDRESS, Numbered, PICTURES_MAX, PictureError, PictureUse, Pictures};
use crate::accounts::{Accounts, Admin, Done};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::clock::Millis;
use crate::input::Query;
use crate::picture_file::{FILE_BYTES_MAX, Upload, UploadError};

/// Time in which an upload has to arrive.
const RECEIVED_WITHIN: Duration = Duration::from_secs(60);
/// Longest kept file name, in characters.
const NAME_MAX: usize = 80;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; list, upload, remove, picture]
}

/// What an upload is.
#[derive(Deserialize, IntoParams)]
pub struct UploadQuery {
    #[param(inline)]
    purpose: Purpose,
    /// Name of the file.
    #[serde(default)]
    name: String,
}

/// A picture of the site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SitePicture {
    id: String,
    /// Address on the site, for settings.
    address: String,
    purpose: Purpose,
    /// Name of the uploaded file.
    name: String,
    width: u32,
    height: u32,
    bytes: u32,
    /// Time of the upload, ISO 8601.
    uploaded_at: String,
    /// True when it is used: it cannot be removed then.
    in_use: bool,
    /// Where it is used.
    uses: Vec<PictureUse>,
}

/// The pictures of the site, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SitePictures {
    pictures: Vec<SitePicture>,
    /// Most pictures that the site may have.
    most: usize,
}

/// The new picture.
#[derive(Debug, Serialize, ToSchema)]
pub struct PictureUploaded {
    message: String,
    picture: SitePicture,
}

/// Lists the pictures of the site, newest first.
#[call(get, "/api/admin/pictures", admin(Settings), name = "site_pictures")]
pub async fn list(pictures: web::Data<Pictures>) -> Result<Answer<SitePictures>, PictureError> {
    let all = pictures.all()?.into_iter().map(|one| shown(&pictures, one)).collect();
    Ok(Answer(SitePictures { pictures: all, most: PICTURES_MAX }))
}

/// Stores a picture: the body is the file, at most 5 MB.
#[call(post, "/api/admin/pictures", admin(Settings), name = "upload_site_picture",
    takes(Vec<u8> as "application/octet-stream"), up_to = FILE_BYTES_MAX)]
pub async fn upload(
    admin: Admin,
    pictures: web::Data<Pictures>,
    accounts: web::Data<Accounts>,
    query: Query<UploadQuery>,
    body: web::Payload,
) -> Result<Answer<PictureUploaded>, PictureError> {
    let UploadQuery { purpose, name } = query.into_inner();
    let received = receive(body, accounts.drawing.upload());
    let sent = tokio::time::timeout(RECEIVED_WITHIN, received).await;
    let sent = sent.map_err(|_| UploadError::Incomplete)??;
    let drawn = accounts.drawing.draw(sent, move |picture| redraw(picture, purpose)).await?;
    let name = name.chars().filter(|letter| !letter.is_control()).take(NAME_MAX).collect();
    let stored = pictures.add(purpose, name, drawn, admin.actor()).await?;
    let picture = shown(&pictures, stored);
    let message = "The picture is stored".to_owned();
    Ok(Answer(PictureUploaded { message, picture }))
}

/// Removes a picture that the brand doesn't use. Where else its address was entered, the picture is missing then.
#[call(delete, "/api/admin/pictures/{id}", admin(Settings), name = "remove_site_picture")]
pub async fn remove(
    admin: Admin,
    pictures: web::Data<Pictures>,
    id: web::Path<u32>,
) -> Result<Answer<Done>, PictureError> {
    pictures.remove(id.into_inner(), admin.actor()).await?;
    Ok(Answer(Done { message: "The picture is removed".to_owned() }))
}

/// Returns a picture of the site. A picture never changes, so browsers may keep it for ever. Public.
#[call(get, "/api/site/pictures/{name}", public, tag = "site", name = "site_picture",
    answers(200 as "image/webp"))]
pub async fn picture(
    pictures: web::Data<Pictures>,
    accounts: web::Data<Accounts>,
    name: web::Path<String>,
) -> Result<HttpResponse, PictureError> {
    let (pictures, address) = (pictures.as_ref().clone(), format!("{ADDRESS}{name}"));
    let read = accounts.reads.run_for_member(move || pictures.read(&address)).await?;
    let (purpose, bytes) = read?;
    Ok(HttpResponse::Ok()
        .content_type(purpose.media_type())
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(bytes))
}

async fn receive(mut body: web::Payload, mut upload: Upload) -> Result<Upload, UploadError> {
    while let Some(chunk) = body.next().await {
        upload.add(&chunk.map_err(|_| UploadError::Incomplete)?)?;
    }
    Ok(upload)
}

fn shown(pictures: &Pictures, picture: Numbered) -> SitePicture {
    let uses = pictures.uses_of(&picture);
    SitePicture {
        id: picture.number.to_string(),
        address: picture.address(),
        in_use: !uses.is_empty(),
        uses,
        purpose: picture.row.purpose,
        name: picture.row.name,
        width: picture.row.width,
        height: picture.row.height,
        bytes: picture.row.bytes,
        uploaded_at: Millis(picture.row.at).iso(),
    }
}
