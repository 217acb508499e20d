//! The document of each page: title, description, tags for links in other sites, the frame that is
//! shown until the scripts run, and the public data that the pages begin with.
//!
//! The build of the pages makes a template (`index.html`) and the list of pages
//! (`.vite/pages.json`). Nothing of a member is in a document, so all browsers get the same.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::routes::SiteAnswer;
use crate::config::HeadingFont;
use crate::html::escape;
use crate::maintenance::SiteStatus;

/// A page as the build lists it.
#[derive(Debug, Deserialize)]
pub(super) struct Page {
    /// Its path; parts that begin with `$` stand for any text.
    path: String,
    /// Its name, empty for the home page.
    title: String,
    /// What it is about; `{site}` stands for the site's name.
    description: String,
    /// Paths of its scripts, which the browser fetches at once.
    preload: Vec<String>,
}

/// The public data in a document.
#[derive(Serialize)]
pub(super) struct PageData {
    pub(super) site: SiteAnswer,
    pub(super) maintenance: SiteStatus,
}

/// A page for a path that is not on the list: the application says that there is nothing.
static UNKNOWN: LazyLock<Page> = LazyLock::new(|| Page {
    path: String::new(),
    title: String::new(),
    description: "{site}".to_owned(),
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
    let name = &data.site.name;
    // The panel has another frame, and no place in search engines.
    let is_panel = path == "/admin" || path.starts_with("/admin/");
    let mut document = template
        .replace("<!--name-->", &escape(name))
        .replace("<!--head-->", &head(template, page, (name, origin, path), is_panel))
        .replace("<!--theme-->", &theme(&data.site))
        .replace("<!--data-->", &data_element(data));
    if is_panel {
        document = without_frame(&document);
    }
    document
}

/// The site's colour and font, before any script runs. Both are checked settings.
pub(super) fn theme(site: &SiteAnswer) -> String {
    let font = match site.heading_font {
        HeadingFont::Archivo => "",
        HeadingFont::Geist => ";--font-display:var(--font-sans)",
        HeadingFont::System => ";--font-display:system-ui,sans-serif",
    };
    format!("<style>:root{{--accent:{}{font}}}</style>", escape(&site.accent))
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
    (name, origin, path): (&str, &str, &str),
    is_panel: bool,
) -> String {
    let title = match page.title.as_str() {
        "" => escape(name),
        title => escape(&format!("{title} · {name}")),
    };
    let description = escape(&page.description.replace("{site}", name));
    let name = escape(name);
    let mut head = format!(
        "<title>{title}</title>\n    <meta name=\"description\" content=\"{description}\" />\n    \
         <meta property=\"og:type\" content=\"website\" />\n    \
         <meta property=\"og:site_name\" content=\"{name}\" />\n    \
         <meta property=\"og:title\" content=\"{title}\" />\n    \
         <meta property=\"og:description\" content=\"{description}\" />\n    \
         <meta name=\"twitter:card\" content=\"summary\" />\n    \
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
    for file in page.preload.iter().filter(|file| !template.contains(file.as_str())) {
        add(format!("<link rel=\"modulepreload\" crossorigin href=\"{}\" />", escape(file)));
    }
    head
}

/// The data as JSON that ends no element: "<" stands only inside of its texts.
fn data_element(data: &PageData) -> String {
    let json = serde_json::to_string(data).unwrap_or_default().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"page-data\">{json}</script>")
}

fn without_frame(document: &str) -> String {
    let (Some(start), Some((_, rest))) =
        (document.find("<!--frame-->"), document.split_once("<!--/frame-->"))
    else {
        return document.to_owned();
    };
    let before = document.get(..start).unwrap_or_default();
    format!("{before}{rest}")
}
