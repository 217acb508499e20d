//! The pages, embedded in the binary.
//!
//! Files under `/assets/` have a hash in their names and never change, so browsers may cache them
//! for ever; every other path is a route of the application and gets its page.
//!
//! The build also stores each text file compressed in two ways (web/vite.config.ts). The server
//! compresses only the documents that it fills. Scripts, styles and drawings under `/assets/` are
//! embedded compressed alone, and decompressed for the rare client that takes no encoding.

use std::borrow::Cow;
use std::io::{Cursor, Read, Write};
use std::sync::LazyLock;

use actix_web::body::{MessageBody, SizedStream};
use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, Encoding, EntityTag, Header, IfNoneMatch,
};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use futures_util::stream;
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

use super::SiteFacts;
use super::document::{Page, PageData, fill, read_pages, with_part, with_settings};
use super::error::NoSuchFile;
use super::modules::has_page;
use super::routes::site_answer;
use super::tones::overlay_theme;
use crate::answer::Answer;
use crate::first_steps::FirstSteps;
use crate::maintenance::{Maintenance, SiteStatus};
use crate::overlay::SourceKeys;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
#[exclude = "assets/*.js"]
#[exclude = "assets/*.css"]
#[exclude = "assets/*.svg"]
#[exclude = ".vite/manifest.json"]
struct Build;

const PAGE: &str = "index.html";
/// The page of the stream overlay, which is separate from the application.
const STREAM_PAGE: &str = "stream.html";
/// The page of all its sources. It takes its key from its address.
const SOURCE_PAGE: &str = "source.html";
const SOURCE_PATH: &str = "/stream/s/";

const GZIP_ENDING: &str = ".gz";
/// What is decompressed at a time for a client that takes no encoding.
const CHUNK_BYTES: usize = 16 * 1024;
/// Encodings of the compressed files, with the suffix of the file name.
const COMPRESSED: [(ContentEncoding, &str); 2] =
    [(ContentEncoding::Brotli, ".br"), (ContentEncoding::Gzip, GZIP_ENDING)];

/// Style sheet added to the pages of a rehearsal. It is not part of the page build, so other sites
/// don't load it.
const MARK: &str = "rehearsal.css";
const MARK_STYLE: &str = include_str!("rehearsal.css");
const MARK_LINK: &str = "<link rel=\"stylesheet\" href=\"/rehearsal.css\"></head>";

/// Returns whether a path is that of the overlay for the broadcast, or of one of its sources.
pub fn is_overlay(path: &str) -> bool {
    path.trim_matches('/') == "stream" || is_source(path)
}

/// Returns whether a path is that of a source of the overlay. Its last part is a key.
pub fn is_source(path: &str) -> bool {
    path.starts_with(SOURCE_PATH)
}

/// A short text that changes with the pages of this build.
pub fn pages_build() -> &'static str {
    static BUILD: LazyLock<String> = LazyLock::new(|| {
        let page = Build::get(SOURCE_PAGE).map(|page| page.metadata.sha256_hash());
        page.iter().flatten().take(6).map(|byte| format!("{byte:02x}")).collect()
    });
    &BUILD
}

/// Serves all paths that are not calls: files of the build, and for any other path the document of its
/// page.
///
/// # Errors
/// The path is a call or an asset that doesn't exist.
pub async fn serve(
    req: HttpRequest,
    facts: web::Data<SiteFacts>,
    maintenance: web::Data<Maintenance>,
    first_steps: web::Data<FirstSteps>,
    keys: web::Data<SourceKeys>,
) -> Result<HttpResponse, NoSuchFile> {
    let config = facts.config();
    let path = req.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Err(NoSuchFile);
    }
    match Build::get(path) {
        // Files with a leading dot are metadata of the build tool.
        _ if path == MARK => Ok(mark()),
        // Compressed files are served under the name of the original.
        Some(_) if COMPRESSED.iter().any(|(_, ending)| path.ends_with(ending)) => Err(NoSuchFile),
        Some(file) if path != PAGE && !path.starts_with('.') => Ok(answer(&req, path, Some(file))),
        None if Build::get(&format!("{path}{GZIP_ENDING}")).is_some() => {
            Ok(answer(&req, path, None))
        }
        // A missing file is an error: the page in its place would be parsed as a script, style or
        // picture.
        _ if is_file_name(path) => Err(NoSuchFile),
        _ if is_source(req.path()) => Ok(source_page(&req, &facts, &keys)),
        _ if is_overlay(path) => Ok({
            let agent = req.headers().get(header::USER_AGENT);
            first_steps.overlay_loaded(agent.and_then(|text| text.to_str().ok()).unwrap_or(""));
            match Build::get(STREAM_PAGE) {
                Some(page) => {
                    let page = String::from_utf8_lossy(&page.data);
                    let theme = overlay_theme(&config.brand.accent, config.brand.heading_font);
                    let page = with_part(&page, "theme", &theme);
                    let page = with_settings(&page, &site_answer(&facts));
                    document(&req, if config.site.rehearsal { marked(&page) } else { page })
                }
                None => no_pages(),
            }
        }),
        _ => {
            let Some(template) = Build::get(PAGE) else { return Ok(no_pages()) };
            let template = String::from_utf8_lossy(&template.data);
            let data = PageData {
                site: Answer(site_answer(&facts)),
                maintenance: Answer(SiteStatus::of(&maintenance)),
            };
            let origin = config.place.url.trim_end_matches('/');
            let filled = fill(&template, &PAGES, req.path(), origin, &data);
            if !has_page(facts.modules, &config, req.path()) {
                return Ok(HttpResponse::NotFound()
                    .content_type("text/html; charset=utf-8")
                    .insert_header((header::CACHE_CONTROL, "no-cache"))
                    .body(filled));
            }
            Ok(document(&req, if config.site.rehearsal { marked(&filled) } else { filled }))
        }
    }
}

/// The page of a source, the same for all of them. It is transparent, also without a valid key, and never kept: its
/// address is a secret.
fn source_page(req: &HttpRequest, facts: &SiteFacts, keys: &SourceKeys) -> HttpResponse {
    let Some(page) = Build::get(SOURCE_PAGE) else { return no_pages() };
    let config = facts.config();
    let page = String::from_utf8_lossy(&page.data);
    let theme = overlay_theme(&config.brand.accent, config.brand.heading_font);
    let page = with_part(&page, "theme", &theme);
    let page = with_settings(&page, &site_answer(facts));
    let key = req.path().strip_prefix(SOURCE_PATH).unwrap_or_default();
    let mut response = match keys.find(key) {
        Some(_) => HttpResponse::Ok(),
        None => HttpResponse::NotFound(),
    };
    response
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .insert_header((header::VARY, "accept-encoding"));
    let text = if config.site.rehearsal { marked(&page) } else { page };
    let zipped = zipped(req, &text);
    send_document(&mut response, text, zipped)
}

/// The pages that the build lists.
static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| {
    let Some(list) = Build::get(".vite/pages.json") else { return Vec::new() };
    read_pages(&list.data).unwrap_or_else(|error| {
        tracing::error!(%error, "the list of pages in this build cannot be read");
        Vec::new()
    })
});

fn no_pages() -> HttpResponse {
    HttpResponse::ServiceUnavailable()
        .content_type("text/plain; charset=utf-8")
        .body("This build has no pages in it: run scripts/start, which builds them.\n")
}

/// Returns whether the last part of a path is a file name. No route of the application contains a
/// dot.
fn is_file_name(path: &str) -> bool {
    path.starts_with("assets/") || path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

/// The page of a rehearsal, with its additional style sheet.
fn marked(document: &str) -> String {
    document.replace("</head>", MARK_LINK)
}

/// A document that was made for this request. It is asked about again with every visit.
fn document(req: &HttpRequest, text: String) -> HttpResponse {
    let zipped = zipped(req, &text);
    // A tag is of one encoding.
    let mut hash = Sha256::digest(&text);
    if zipped.is_some() {
        hash = Sha256::digest(hash);
    }
    let tag = tag_of(&hash);
    let is_known = is_known(req, &tag);
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header(header::ETag(tag))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, "accept-encoding"));
    if is_known {
        return response.finish();
    }
    send_document(&mut response, text, zipped)
}

fn send_document(
    response: &mut HttpResponseBuilder,
    text: String,
    zipped: Option<Vec<u8>>,
) -> HttpResponse {
    response.content_type("text/html; charset=utf-8");
    match zipped {
        Some(zipped) => response.insert_header(ContentEncoding::Gzip).body(zipped),
        None => response.body(text),
    }
}

/// The text compressed, for a client that prefers it.
fn zipped(req: &HttpRequest, text: &str) -> Option<Vec<u8>> {
    prefers(req, &[ContentEncoding::Gzip]).and_then(|_| gzip(text))
}

/// The text compressed, quickly rather than well: it is sent once.
fn gzip(text: &str) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).ok()?;
    encoder.finish().ok()
}

fn tag_of(hash: &[u8]) -> EntityTag {
    EntityTag::new_strong(hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect())
}

/// Returns whether the browser has this version.
fn is_known(req: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(req) {
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
        Ok(IfNoneMatch::Any) | Err(_) => false,
    }
}

fn mark() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/css; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(MARK_STYLE)
}

fn answer(req: &HttpRequest, path: &str, plain: Option<EmbeddedFile>) -> HttpResponse {
    let Some(Negotiated { file, encoding, varies }) = negotiate(req, path, plain) else {
        return no_pages();
    };
    let tag = tag_of(&match encoding {
        Sent::AsIs(_) => file.metadata.sha256_hash(),
        // A tag is of one encoding.
        Sent::Decompressed => Sha256::digest(file.metadata.sha256_hash()).into(),
    });
    let is_known = is_known(req, &tag);
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
    response.content_type(content_type(path));
    match encoding {
        Sent::Decompressed => response.body(decompressed(file.data)),
        Sent::AsIs(encoding) => {
            if encoding != ContentEncoding::Identity {
                response.insert_header(encoding);
            }
            response.body(match file.data {
                Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                Cow::Owned(bytes) => bytes.into(),
            })
        }
    }
}

/// The content of a gzip file, in chunks that are made as the client reads them.
fn decompressed(file: Cow<'static, [u8]>) -> impl MessageBody + 'static {
    // The file ends with the size of its content.
    let size = file.last_chunk().map_or(0, |size| u32::from_le_bytes(*size));
    let mut decoder = GzDecoder::new(Cursor::new(file));
    let chunks = std::iter::from_fn(move || {
        let mut chunk = vec![0; CHUNK_BYTES];
        match decoder.read(&mut chunk) {
            Ok(0) => None,
            Ok(read) => {
                chunk.truncate(read);
                Some(Ok::<_, std::io::Error>(Bytes::from(chunk)))
            }
            Err(error) => Some(Err(error)),
        }
    });
    SizedStream::new(u64::from(size), stream::iter(chunks))
}

/// A file chosen for a client.
struct Negotiated {
    file: EmbeddedFile,
    encoding: Sent,
    /// True when the file also exists in other encodings.
    varies: bool,
}

/// How a file is sent.
enum Sent {
    /// As it is, in this encoding.
    AsIs(ContentEncoding),
    /// Decompressed from gzip, because it is not embedded otherwise.
    Decompressed,
}

/// The file in the encoding that the client prefers; none if there is no such file.
fn negotiate(req: &HttpRequest, path: &str, plain: Option<EmbeddedFile>) -> Option<Negotiated> {
    let made = |(encoding, ending): &(ContentEncoding, &str)| {
        Build::get(&format!("{path}{ending}")).map(|file| (*encoding, file))
    };
    let mut made: Vec<(ContentEncoding, EmbeddedFile)> =
        COMPRESSED.iter().filter_map(made).collect();
    let varies = !made.is_empty();
    let encodings: Vec<ContentEncoding> = made.iter().map(|(encoding, _)| *encoding).collect();
    let chosen = prefers(req, &encodings);
    if let Some(at) = encodings.iter().position(|encoding| chosen == Some(*encoding)) {
        let (encoding, file) = made.swap_remove(at);
        return Some(Negotiated { file, encoding: Sent::AsIs(encoding), varies });
    }
    match plain {
        Some(file) => {
            Some(Negotiated { file, encoding: Sent::AsIs(ContentEncoding::Identity), varies })
        }
        None => {
            let file = Build::get(&format!("{path}{GZIP_ENDING}"))?;
            Some(Negotiated { file, encoding: Sent::Decompressed, varies })
        }
    }
}

/// Which of these encodings the client prefers; none when it prefers the plain text.
fn prefers(req: &HttpRequest, encodings: &[ContentEncoding]) -> Option<ContentEncoding> {
    let plain = Encoding::identity();
    let supported: Vec<Encoding> = encodings.iter().map(|one| Encoding::Known(*one)).collect();
    let chosen = AcceptEncoding::parse(req).ok()?.negotiate(supported.iter().chain([&plain]))?;
    encodings.iter().copied().find(|encoding| chosen == Encoding::Known(*encoding))
}

/// The content type of a file name. Text types have a charset, so that browsers don't guess it.
fn content_type(path: &str) -> String {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let is_text = kind.type_() == "text" || kind.suffix().is_some_and(|suffix| suffix == "xml");
    if is_text { format!("{kind}; charset=utf-8") } else { kind.to_string() }
}
