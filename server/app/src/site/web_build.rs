//! The browser's side, embedded in the binary.
//!
//! Files under `/assets/` carry their hash in the name and never change, so browsers may keep them
//! for ever; every other path is a place in the application and gets its page.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::config::Config;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Build;

const PAGE: &str = "index.html";
/// The overlay of the broadcast is a small page of its own.
const STREAM_PAGE: &str = "stream.html";

/// What lies over the pages of a rehearsal. It is no part of the pages: other sites load nothing of it.
const MARK: &str = "rehearsal.css";
const MARK_STYLE: &str = include_str!("rehearsal.css");
const MARK_LINK: &str = "<link rel=\"stylesheet\" href=\"/rehearsal.css\"></head>";

/// No file of the build, and no place in the application.
#[derive(Debug, thiserror::Error)]
#[error("There is nothing here")]
pub struct NoSuchFile;

/// Any path that is no call.
///
/// # Errors
/// It is a call or an asset that does not exist.
pub async fn serve(req: HttpRequest) -> Result<HttpResponse, NoSuchFile> {
    let path = req.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Err(NoSuchFile);
    }
    match Build::get(path) {
        // What begins with a dot is the builder's own note.
        _ if path == MARK => Ok(mark()),
        Some(file) if path != PAGE && !path.starts_with('.') => Ok(answer(&req, path, &file)),
        // A missing asset is an error; the page in its place would be read as script or style.
        _ if path.starts_with("assets/") => Err(NoSuchFile),
        _ => match page(path) {
            Some((_, page)) if is_rehearsal(&req) => Ok(marked(&page)),
            Some((name, page)) => Ok(answer(&req, name, &page)),
            None => Ok(HttpResponse::ServiceUnavailable()
                .content_type("text/plain; charset=utf-8")
                .body("This build has no pages in it: run scripts/start, which builds them.\n")),
        },
    }
}

/// The page of a place in the application.
fn page(path: &str) -> Option<(&'static str, EmbeddedFile)> {
    let name = if path.trim_end_matches('/') == "stream" { STREAM_PAGE } else { PAGE };
    Build::get(name).map(|page| (name, page))
}

fn is_rehearsal(req: &HttpRequest) -> bool {
    req.app_data::<web::Data<Config>>().is_some_and(|config| config.site.rehearsal)
}

/// A page of a rehearsal.
fn marked(page: &EmbeddedFile) -> HttpResponse {
    let page = String::from_utf8_lossy(&page.data).replace("</head>", MARK_LINK);
    HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(page)
}

fn mark() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/css; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(MARK_STYLE)
}

fn answer(req: &HttpRequest, path: &str, file: &EmbeddedFile) -> HttpResponse {
    let hash = file.metadata.sha256_hash();
    let tag: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = header::EntityTag::new_strong(tag);
    let known = req.headers().get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    if known.is_some_and(|known| known.contains(tag.tag())) {
        return HttpResponse::NotModified()
            .insert_header(header::ETag(tag))
            .insert_header((header::CACHE_CONTROL, cache))
            .finish();
    }
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    HttpResponse::Ok()
        .content_type(kind.as_ref())
        .insert_header(header::ETag(tag))
        .insert_header((header::CACHE_CONTROL, cache))
        .body(file.data.clone().into_owned())
}
