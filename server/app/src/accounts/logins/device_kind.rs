//! The kind of a device: browser family and operating system, from the user agent.

use std::fmt;

use actix_web::HttpRequest;
use actix_web::http::header;

/// Browsers by what their user agents contain, in the order of the search: most user agents also
/// contain Chrome and Safari.
const BROWSERS: [(&str, &str); 11] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("YaBrowser/", "Yandex Browser"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Operating systems, likewise.
const SYSTEMS: [(&str, &str); 9] = [
    ("iPhone", "iOS"),
    ("iPad", "iOS"),
    ("iPod", "iOS"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// A kind of device, such as "Firefox on Linux". Has no versions, so that an update doesn't make a
/// new device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceKind {
    browser: &'static str,
    system: &'static str,
}

impl DeviceKind {
    /// Browser family.
    pub const fn browser(self) -> &'static str {
        self.browser
    }

    /// Operating system.
    pub const fn system(self) -> &'static str {
        self.system
    }

    /// The kind of device that sent a request.
    pub fn of(req: &HttpRequest) -> Self {
        let agent = req.headers().get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        Self::of_user_agent(agent.unwrap_or_default())
    }

    /// The kind of device of a user agent.
    pub fn of_user_agent(agent: &str) -> Self {
        let find = |known: &[(&str, &'static str)], other| {
            let found = known.iter().find(|(part, _)| agent.contains(part));
            found.map_or(other, |(_, name)| *name)
        };
        Self {
            browser: find(&BROWSERS, "Another browser"),
            system: find(&SYSTEMS, "another system"),
        }
    }
}

impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.browser, self.system)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_and_systems_are_distinguished() {
        let windows =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
        let cases = [
            (format!("{windows} Chrome/141.0 Safari/537.36"), "Chrome on Windows"),
            (format!("{windows} Chrome/141.0 Safari/537.36 Edg/141.0"), "Edge on Windows"),
            (format!("{windows} Chrome/141.0 Safari/537.36 OPR/120.0"), "Opera on Windows"),
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) \
                 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36"
                    .to_owned(),
                "Samsung Internet on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1 \
                 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1"
                    .to_owned(),
                "Chrome on iOS",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/18.6 Safari/605.1.15"
                    .to_owned(),
                "Safari on macOS",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Firefox/143.0".to_owned(),
                "Firefox on Linux",
            ),
            ("curl/8.0".to_owned(), "Another browser on another system"),
            (String::new(), "Another browser on another system"),
        ];
        for (agent, kind) in cases {
            assert_eq!(DeviceKind::of_user_agent(&agent).to_string(), kind, "{agent}");
        }
    }
}
