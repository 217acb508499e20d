//! The browser's side, embedded in the binary.
//!
//! Files under `/assets/` carry their hash in the name and never change, so browsers may keep them
//! for ever; every other path is a place in the application and gets its page.
//!
//! The build writes text files a second and third time, compressed (web/vite.config.ts). Nothing is
//! compressed here.

use std::borrow::Cow;

use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, Encoding, EntityTag, Header, IfNoneMatch,
};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use bytes::Bytes;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::config::Config;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Build;

const PAGE: &str = "index.html";
/// The overlay of the broadcast is a small page of its own.
const STREAM_PAGE: &str = "stream.html";

/// How the build compresses a file, and what it adds to the file's name.
const COMPRESSED: [(ContentEncoding, &str); 2] =
    [(ContentEncoding::Brotli, ".br"), (ContentEncoding::Gzip, ".gz")];

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
        // It is served under the name of the file that it was made of.
        Some(_) if COMPRESSED.iter().any(|(_, ending)| path.ends_with(ending)) => Err(NoSuchFile),
        Some(file) if path != PAGE && !path.starts_with('.') => Ok(answer(&req, path, file)),
        // A missing file is an error; the page in its place would be read as script, style or picture.
        _ if is_file_name(path) => Err(NoSuchFile),
        _ => match page(path) {
            Some((_, page)) if is_rehearsal(&req) => Ok(marked(&page)),
            Some((name, page)) => Ok(answer(&req, name, page)),
            None => Ok(HttpResponse::ServiceUnavailable()
                .content_type("text/plain; charset=utf-8")
                .body("This build has no pages in it: run scripts/start, which builds them.\n")),
        },
    }
}

/// Whether the last part of a path is a file's name. No page of the application has a dot in it.
fn is_file_name(path: &str) -> bool {
    path.starts_with("assets/") || path.rsplit('/').next().is_some_and(|name| name.contains('.'))
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

fn answer(req: &HttpRequest, path: &str, file: EmbeddedFile) -> HttpResponse {
    let Negotiated { file, encoding, varies } = negotiate(req, path, file);
    let tag: String =
        file.metadata.sha256_hash().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = EntityTag::new_strong(tag);
    let is_known = match IfNoneMatch::parse(req) {
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(&tag)),
        Ok(IfNoneMatch::Any) | Err(_) => false,
    };
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    response.insert_header(header::ETag(tag)).insert_header((header::CACHE_CONTROL, cache));
    if varies {
        response.insert_header((header::VARY, "accept-encoding"));
    }
    if is_known {
        return response.finish();
    }
    if encoding != ContentEncoding::Identity {
        response.insert_header(encoding);
    }
    send(&mut response, path, file)
}

fn send(response: &mut HttpResponseBuilder, path: &str, file: EmbeddedFile) -> HttpResponse {
    response.content_type(content_type(path)).body(match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    })
}

/// A file as one client takes it.
struct Negotiated {
    file: EmbeddedFile,
    encoding: ContentEncoding,
    /// Other clients get it otherwise.
    varies: bool,
}

/// The file, or what the build made of it in the encoding that the client prefers.
fn negotiate(req: &HttpRequest, path: &str, file: EmbeddedFile) -> Negotiated {
    let made = |(encoding, ending): &(ContentEncoding, &str)| {
        Build::get(&format!("{path}{ending}")).map(|file| (*encoding, file))
    };
    let made: Vec<(ContentEncoding, EmbeddedFile)> = COMPRESSED.iter().filter_map(made).collect();
    let varies = !made.is_empty();
    let supported: Vec<Encoding> =
        made.iter().map(|(encoding, _)| Encoding::Known(*encoding)).collect();
    let plain = Encoding::identity();
    let supported = supported.iter().chain([&plain]);
    let chosen = AcceptEncoding::parse(req).ok().and_then(|wanted| wanted.negotiate(supported));
    let is_chosen = |encoding| chosen == Some(Encoding::Known(encoding));
    match made.into_iter().find(|(encoding, _)| is_chosen(*encoding)) {
        Some((encoding, file)) => Negotiated { file, encoding, varies },
        None => Negotiated { file, encoding: ContentEncoding::Identity, varies },
    }
}

/// The type of a file by its name. Text names its letters, so that no browser has to guess them.
fn content_type(path: &str) -> String {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let is_text = kind.type_() == "text" || kind.suffix().is_some_and(|suffix| suffix == "xml");
    if is_text { format!("{kind}; charset=utf-8") } else { kind.to_string() }
}
