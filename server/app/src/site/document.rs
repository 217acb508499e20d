//! The document of each page: title, description, tags for links in other sites, the frame that is
//! shown until the scripts run, and the public data that the pages begin with.
//!
//! The build of the pages makes a template (`index.html`) and the list of pages
//! (`.vite/pages.json`). Nothing of a member is in a document, so all browsers get the same.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::names::Names;
use super::routes::SiteAnswer;
use crate::answer::Answer;
use crate::config::HeadingFont;
use crate::html::escape;
use crate::maintenance::SiteStatus;

/// A page as the build lists it.
#[derive(Debug, Deserialize)]
pub(super) struct Page {
    /// Its path; parts that begin with `$` stand for any text.
    path: String,
    /// Its name, empty for the home page; may have placeholders, see [`Names`].
    title: String,
    /// What it is about; may have placeholders.
    description: String,
    /// Its head as HTML, by the length of the site's name; empty for pages without one.
    #[serde(default)]
    heads: Vec<Head>,
    /// Paths of its scripts, which the browser fetches at once.
    preload: Vec<String>,
}

/// Title and first sentence of a page, drawn by the build with the page's own components.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    /// For names of the site up to this length; without it, for all.
    name_max: Option<usize>,
    /// May have placeholders.
    html: String,
}

/// The public data in a document.
#[derive(Serialize)]
pub(super) struct PageData {
    pub(super) site: Answer<SiteAnswer>,
    pub(super) maintenance: Answer<SiteStatus>,
}

/// A page for a path that is not on the list: the application says that there is nothing.
static UNKNOWN: LazyLock<Page> = LazyLock::new(|| Page {
    path: String::new(),
    title: String::new(),
    description: "{site}".to_owned(),
    heads: Vec::new(),
    preload: Vec::new(),
});

/// Reads the list of pages.
///
/// # Errors
/// It has another form.
pub(super) fn read_pages(list: &[u8]) -> Result<Vec<Page>, serde_json::Error> {
    serde_json::from_slice(list)
}

/// Fills the template for a path.
///
/// `origin` is the address of the site without a slash at its end, empty when it is not set.
pub(super) fn fill(
    template: &str,
    pages: &[Page],
    path: &str,
    origin: &str,
    data: &PageData,
) -> String {
    let path = path.trim_end_matches('/');
    let page = pages.iter().find(|page| matches(&page.path, path)).unwrap_or(&UNKNOWN);
    let site = &data.site.0;
    let name = &site.name;
    // The panel and its documentation have another frame, and no place in search engines.
    let is_panel = path == "/setup" || is_below(path, "/admin") || is_below(path, "/docs");
    let mut document = with_settings(template, site)
        .replace("<!--name-->", &escape(name))
        .replace("<!--head-->", &head(template, page, (site, origin, path), is_panel))
        .replace("<!--theme-->", &theme(site))
        .replace("<!--data-->", &data_element(data));
    if !site.favicon.is_empty() {
        document = with_icon(&document, &site.favicon);
    }
    if is_panel {
        document = with_part(&document, "frame", "");
    } else if let Some(html) = page_head(page, site) {
        document = with_part(&document, "head-of-page", &html);
    }
    document
}

/// The site's colour and font, before any script runs. Both are checked settings.
pub(super) fn theme(site: &SiteAnswer) -> String {
    let font = font_rule(site.heading_font);
    format!("<style>:root{{--accent:{}{font}}}</style>", escape(&site.accent))
}

/// What a font of headings adds to a style; the first font is that of the style sheets.
pub(super) const fn font_rule(font: HeadingFont) -> &'static str {
    match font {
        HeadingFont::Archivo => "",
        HeadingFont::Geist => ";--font-display:var(--font-sans)",
        HeadingFont::System => ";--font-display:system-ui,sans-serif",
    }
}

/// The template with the settings that texts are made with on its root element
/// (`web/src/ui/format/document-settings.ts`).
pub(super) fn with_settings(template: &str, site: &SiteAnswer) -> String {
    let root = format!(
        "<html lang=\"en\" data-point=\"{}\" data-points=\"{}\" data-dollars=\"{}\"",
        escape(&site.points.one),
        escape(&site.points.many),
        site.dollars.name()
    );
    template.replacen("<html lang=\"en\"", &root, 1)
}

/// The head of a page with the names of this site.
fn page_head(page: &Page, site: &SiteAnswer) -> Option<String> {
    // The length of a text as the pages measure it.
    let length = site.name.encode_utf16().count();
    let head = page.heads.iter().find(|head| head.name_max.is_none_or(|most| length <= most))?;
    Some(Names::of(site).escaped().fill(&head.html))
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn matches(pattern: &str, path: &str) -> bool {
    let (mut wanted, mut given) =
        (pattern.trim_end_matches('/').split('/'), path.trim_end_matches('/').split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(wanted), Some(given)) if wanted == given => {}
            (Some(wanted), Some(given)) if wanted.starts_with('$') && !given.is_empty() => {}
            _ => return false,
        }
    }
}

fn head(
    template: &str,
    page: &Page,
    (site, origin, path): (&SiteAnswer, &str, &str),
    is_panel: bool,
) -> String {
    let name = site.name.as_str();
    let names = Names::of(site);
    let title = match page.title.as_str() {
        "" => escape(name),
        title => escape(&format!("{} · {name}", names.fill(title))),
    };
    let description = match site.tagline.as_str() {
        tagline if !tagline.is_empty() && page.path == "/" => escape(tagline),
        _ => escape(&names.fill(&page.description)),
    };
    let name = escape(name);
    let mut head = format!(
        "<title>{title}</title>\n    <meta name=\"description\" content=\"{description}\" />\n    \
         <meta property=\"og:type\" content=\"website\" />\n    \
         <meta property=\"og:site_name\" content=\"{name}\" />\n    \
         <meta property=\"og:title\" content=\"{title}\" />\n    \
         <meta property=\"og:description\" content=\"{description}\" />\n    \
         <meta name=\"twitter:title\" content=\"{title}\" />\n    \
         <meta name=\"twitter:description\" content=\"{description}\" />"
    );
    let mut add = |line: String| {
        head.push_str("\n    ");
        head.push_str(&line);
    };
    if is_panel {
        add("<meta name=\"robots\" content=\"noindex\" />".to_owned());
    } else if !origin.is_empty() {
        let address = escape(&format!("{origin}{}", if path.is_empty() { "/" } else { path }));
        add(format!("<meta property=\"og:url\" content=\"{address}\" />"));
        add(format!("<link rel=\"canonical\" href=\"{address}\" />"));
    }
    add(card(site, origin));
    for file in page.preload.iter().filter(|file| !template.contains(file.as_str())) {
        let file = escape(file);
        add(format!(
            "<link rel=\"modulepreload\" fetchpriority=\"low\" crossorigin href=\"{file}\" />"
        ));
    }
    head
}

/// The kind of preview in other sites, with the picture if there is one that they can reach.
fn card(site: &SiteAnswer, origin: &str) -> String {
    let address = match site.share_image.as_str() {
        path if path.starts_with('/') && !origin.is_empty() => format!("{origin}{path}"),
        address if address.starts_with("https://") => address.to_owned(),
        _ => return "<meta name=\"twitter:card\" content=\"summary\" />".to_owned(),
    };
    let address = escape(&address);
    format!(
        "<meta name=\"twitter:card\" content=\"summary_large_image\" />\n    \
         <meta property=\"og:image\" content=\"{address}\" />"
    )
}

/// The site's own icon in place of the built-in one.
fn with_icon(document: &str, address: &str) -> String {
    let own = format!("<link rel=\"icon\" href=\"{}\" />", escape(address));
    with_part(document, "icon", &own)
}

/// The data as JSON that ends no element: "<" stands only inside of its texts.
fn data_element(data: &PageData) -> String {
    let json = serde_json::to_string(data).unwrap_or_default().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"page-data\">{json}</script>")
}

/// The document with other HTML in the part between two comments.
pub(super) fn with_part(document: &str, part: &str, html: &str) -> String {
    let (start, end) = (format!("<!--{part}-->"), format!("<!--/{part}-->"));
    let Some((before, rest)) = document.split_once(&start) else { return document.to_owned() };
    let Some((_, after)) = rest.split_once(&end) else { return document.to_owned() };
    format!("{before}{html}{after}")
}
