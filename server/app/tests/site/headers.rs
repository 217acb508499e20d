//! Headers that protect browsers. Those that no setting changes are checked with every answer
//! (rig/answer.rs).

use crate::rig::Server;

/// Pages, a call, a refusal and a file.
const PATHS: [&str; 5] = ["/", "/stream", "/api/site", "/api/nothing", "/rehearsal.css"];

#[tokio::test]
async fn a_site_on_https_tells_browsers_to_stay_on_https() {
    let server = Server::with(|config| config.place.url = "https://example.com".to_owned()).await;
    for path in PATHS {
        let answer = server.get(path).send().await;
        assert_eq!(answer.header("strict-transport-security"), "max-age=31536000", "{path}");
    }
    for url in ["", "http://example.com"] {
        let server = Server::with(|config| config.place.url = url.to_owned()).await;
        for path in PATHS {
            let answer = server.get(path).send().await;
            assert!(!answer.headers.contains_key("strict-transport-security"), "{path}");
        }
    }
}

#[tokio::test]
async fn pages_load_from_their_own_site_alone_but_for_pictures_and_music() {
    let server = Server::start().await;
    for path in PATHS.into_iter().filter(|path| !path.starts_with("/api/")) {
        let answer = server.get(path).send().await;
        let policy = answer.header("content-security-policy");
        let mut rules: Vec<&str> = policy.split("; ").collect();
        rules.sort_unstable();
        let expected = [
            "base-uri 'none'",
            "connect-src 'self'",
            "default-src 'self'",
            "font-src 'self'",
            "form-action 'self'",
            if path == "/stream" { "frame-ancestors 'self'" } else { "frame-ancestors 'none'" },
            "img-src 'self' data: blob: https:",
            "media-src 'self' https:",
            "object-src 'none'",
            "script-src 'self'",
            "style-src 'self' 'unsafe-inline'",
            "worker-src 'self' blob:",
        ];
        assert_eq!(rules, expected, "{path}");
    }
}

#[tokio::test]
async fn only_the_overlay_may_be_framed_and_only_by_the_sites_own_pages() {
    let server = Server::start().await;
    for (path, framing, ancestors) in [
        ("/stream", "SAMEORIGIN", "frame-ancestors 'self'"),
        ("/stream/", "SAMEORIGIN", "frame-ancestors 'self'"),
        ("/", "DENY", "frame-ancestors 'none'"),
        ("/admin", "DENY", "frame-ancestors 'none'"),
        ("/streams", "DENY", "frame-ancestors 'none'"),
        ("/stream/more", "DENY", "frame-ancestors 'none'"),
        ("/api/site", "DENY", "frame-ancestors 'none'"),
    ] {
        let answer = server.get(path).send().await;
        assert_eq!(answer.header("x-frame-options"), framing, "{path}");
        let policy = answer.header("content-security-policy");
        assert!(policy.split("; ").any(|rule| rule == ancestors), "{path}: {policy}");
    }
}
