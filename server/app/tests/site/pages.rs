//! The files of the pages: their types, and how they go out compressed. A build without pages has
//! none to look at; scripts/test builds them first.

use std::io::Read;

use serde_json::{Value, json};

use pointhouse::config::DollarFormat;

use crate::rig::{Answer, Server};

/// The page of the site, if this build has pages.
async fn page(server: &Server) -> Option<String> {
    let page = server.get("/").send().await;
    (page.status != 503).then_some(page.text)
}

/// The address of a file that the page loads.
fn linked(page: &str, ending: &str) -> String {
    let mut quoted = page.split('"').filter(|part| part.starts_with("/assets/"));
    quoted.find(|part| part.ends_with(ending)).unwrap().to_owned()
}

/// What a client reads that knows the encodings.
fn decoded(answer: &Answer) -> Vec<u8> {
    let (mut whole, bytes) = (Vec::new(), answer.bytes.as_slice());
    let read = match answer.header("content-encoding") {
        "br" => brotli::Decompressor::new(bytes, 4096).read_to_end(&mut whole),
        "gzip" => flate2::read::GzDecoder::new(bytes).read_to_end(&mut whole),
        "" => return bytes.to_vec(),
        other => panic!("{other}"),
    };
    read.unwrap();
    whole
}

#[tokio::test]
async fn files_are_real_or_missing() {
    let server = Server::start().await;
    if page(&server).await.is_none() {
        return;
    }
    let robots = server.get("/robots.txt").send().await;
    assert_eq!((robots.status, robots.header("content-type")), (200, "text/plain; charset=utf-8"));
    assert!(robots.text.starts_with("User-agent: *\nDisallow: /admin\n"), "{}", robots.text);
    let icon = server.get("/favicon.ico").send().await;
    assert_eq!(icon.status, 200);
    assert!(icon.header("content-type").starts_with("image/"), "{}", icon.header("content-type"));
    for path in ["/sitemap.xml", "/wp-login.php", "/.env", "/games/dice.html", "/assets/no.js"] {
        assert_eq!(server.get(path).send().await.status, 404, "{path}");
    }
    assert_eq!(server.get("/no/such/page").send().await.status, 200, "the application says so");
}

#[tokio::test]
async fn text_files_name_their_type_and_their_letters() {
    let server = Server::start().await;
    let Some(page) = page(&server).await else { return };
    for (path, kind) in [
        ("/".to_owned(), "text/html; charset=utf-8"),
        ("/games/dice".to_owned(), "text/html; charset=utf-8"),
        ("/stream".to_owned(), "text/html; charset=utf-8"),
        (linked(&page, ".js"), "text/javascript; charset=utf-8"),
        (linked(&page, ".css"), "text/css; charset=utf-8"),
        ("/stream-worker.js".to_owned(), "text/javascript; charset=utf-8"),
        ("/readyz".to_owned(), "text/plain; charset=utf-8"),
    ] {
        for encoding in ["identity", "br"] {
            let call = server.get(&path).header("accept-encoding", encoding);
            assert_eq!(call.send().await.header("content-type"), kind, "{path}");
        }
    }
}

#[tokio::test]
async fn files_go_out_in_the_smallest_encoding_that_the_client_takes() {
    let server = Server::start().await;
    let Some(page) = page(&server).await else { return };
    for path in [linked(&page, ".js"), linked(&page, ".css")] {
        let plain = server.get(&path).send().await;
        assert_eq!(plain.header("content-encoding"), "", "{path}");
        for (accepted, encoding) in [
            ("br", "br"),
            ("gzip", "gzip"),
            ("gzip, deflate, br, zstd", "br"),
            ("GZIP", "gzip"),
            ("br;q=0, gzip", "gzip"),
            ("gzip;q=0.5, br;q=0.1", "gzip"),
            ("identity", ""),
            ("zstd", ""),
            ("", ""),
            ("br;q=x", ""),
        ] {
            let name = format!("{path} for {accepted:?}");
            let ask = || server.get(&path).header("accept-encoding", accepted);
            let answer = ask().send().await;
            assert_eq!(answer.header("content-encoding"), encoding, "{name}");
            assert_eq!(answer.header("vary"), "accept-encoding", "{name}");
            assert_eq!(decoded(&answer), plain.bytes, "{name}");
            assert_eq!(encoding.is_empty(), answer.bytes == plain.bytes, "{name}");
            assert_eq!(encoding.is_empty(), answer.bytes.len() >= plain.bytes.len(), "{name}");
            // A tag is of one encoding.
            let tag = answer.header("etag");
            assert_eq!(encoding.is_empty(), tag == plain.header("etag"), "{name}");
            let known = ask().header("if-none-match", tag).send().await;
            assert_eq!((known.status, known.header("etag")), (304, tag), "{name}");
            assert_eq!(known.header("vary"), "accept-encoding", "{name}");
            if !encoding.is_empty() {
                let other = ask().header("if-none-match", plain.header("etag")).send().await;
                assert_eq!((other.status, other.bytes), (200, answer.bytes), "{name}");
            }
        }
        let twice = server.get(&path).header("accept-encoding", "gzip;q=0.1");
        assert_eq!(
            twice.header("accept-encoding", "br").send().await.header("content-encoding"),
            "br"
        );
    }
}

#[tokio::test]
async fn documents_go_out_compressed() {
    let server = Server::start().await;
    if page(&server).await.is_none() {
        return;
    }
    for path in ["/", "/games/dice", "/no/such/page"] {
        let plain = server.get(path).send().await;
        assert_eq!(plain.header("content-encoding"), "", "{path}");
        let ask = || server.get(path).header("accept-encoding", "gzip, deflate, br, zstd");
        let answer = ask().send().await;
        assert_eq!(answer.header("content-encoding"), "gzip", "{path}");
        assert_eq!(decoded(&answer), plain.bytes, "{path}");
        assert!(answer.bytes.len() * 2 < plain.bytes.len(), "{path}: {}", answer.bytes.len());
        for answer in [&plain, &answer] {
            assert_eq!(answer.header("vary"), "accept-encoding", "{path}");
            assert_eq!(answer.header("cache-control"), "no-cache", "{path}");
        }
        // A tag is of one encoding.
        let tag = answer.header("etag");
        assert_ne!(tag, plain.header("etag"), "{path}");
        let known = ask().header("if-none-match", tag).send().await;
        assert_eq!((known.status, known.text.as_str()), (304, ""), "{path}");
        let other = ask().header("if-none-match", plain.header("etag")).send().await;
        assert_eq!(other.status, 200, "{path}");
    }
}

/// The text of the first heading of a document.
fn heading(page: &str) -> &str {
    let (_, rest) = page.split_once("<h1").unwrap();
    rest.split_once('>').unwrap().1.split_once("</h1>").unwrap().0
}

#[tokio::test]
async fn documents_begin_with_the_head_of_their_page() {
    let name = "{casino} & <Dingo>";
    let server = Server::with(|config| {
        config.brand.name = name.to_owned();
        config.partner.casino_name = "{site} <b>".to_owned();
    })
    .await;
    if page(&server).await.is_none() {
        return;
    }
    let text = async |path: &str| server.get(path).send().await.text;
    let home = text("/").await;
    assert_eq!(heading(&home), "{casino} &amp; &lt;Dingo&gt;");
    assert!(home.contains("xl:text-4xl\">"), "a long name is set smaller");
    assert_eq!(heading(&text("/giveaways").await), "Giveaways");
    assert_eq!(heading(&text("/games/dice").await), "Dice");
    let dice = text("/games/dice").await;
    assert!(dice.contains("Play Dice with your points on {casino} &amp; &lt;Dingo&gt;."), "{dice}");
    let board = text("/leaderboard").await;
    let (_, lead) = board.split_once("</h1>").unwrap();
    assert!(lead.contains("{site} &lt;b&gt;") && !lead.contains("<b>"), "{board}");
    for path in ["/login", "/admin", "/admin/shop", "/no/such/page"] {
        assert!(!text(path).await.contains("<h1"), "{path}");
    }
    let short = Server::with(|config| config.brand.name = "Den".to_owned()).await;
    assert!(short.get("/").send().await.text.contains("xl:text-5xl\">Den</h1>"));
}

#[tokio::test]
async fn documents_have_the_sites_name_for_points_and_its_way_to_write_dollars() {
    let server = Server::with(|config| {
        config.brand.name = "Dingo {points}".to_owned();
        config.points.name = "pièce d'or".to_owned();
        config.points.name_plural = "pièces d'or".to_owned();
        config.place.dollars = DollarFormat::Country;
    })
    .await;
    if page(&server).await.is_none() {
        return;
    }
    let text = async |path: &str| server.get(path).send().await.text;
    let root = "<html lang=\"en\" data-point=\"pièce d'or\" \
        data-points=\"pièces d'or\" data-dollars=\"country\"";
    for path in ["/", "/admin", "/no/such/page", "/stream"] {
        assert!(text(path).await.contains(root), "{path}");
    }
    let shop = text("/points-shop").await;
    assert_eq!(title(&shop), "Pièces d'or Shop · Dingo {points}");
    assert_eq!(heading(&shop), "Pièces d'or Shop");
    let description = content(&shop, "name=\"description\"");
    assert_eq!(description, "Spend your pièces d'or in the shop of Dingo {points}.");
    assert!(text("/games/dice").await.contains("Play Dice with your pièces d'or on"));
    let ways = text("/points").await;
    assert_eq!(heading(&ways), "How to get pièces d'or");
}

/// The value of an attribute in the element that has another one.
fn content<'a>(page: &'a str, element: &str) -> &'a str {
    let (_, rest) = page.split_once(element).unwrap_or_else(|| panic!("no {element}"));
    rest.split_once("=\"").unwrap().1.split_once('"').unwrap().0
}

fn title(page: &str) -> &str {
    page.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0
}

/// The data that the page begins with.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"page-data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[tokio::test]
async fn documents_say_what_their_page_is() {
    let server = Server::with(|config| {
        config.brand.name = "Dingo Den".to_owned();
        config.place.url = "https://dingo.example/".to_owned();
    })
    .await;
    if page(&server).await.is_none() {
        return;
    }
    let text = async |path: &str| server.get(path).send().await.text;
    for (path, wanted) in [
        ("/", "Dingo Den"),
        ("/giveaways", "Giveaways · Dingo Den"),
        ("/games/plinko", "Plinko · Dingo Den"),
        ("/slots/downunder-dawgs", "Downunder Dawgs · Dingo Den"),
        ("/bonus-hunts/12", "Bonus Hunt · Dingo Den"),
        ("/leaderboard/points/", "Points leaderboard · Dingo Den"),
    ] {
        let page = text(path).await;
        assert_eq!(title(&page), wanted, "{path}");
        assert_eq!(content(&page, "og:title"), wanted, "{path}");
        assert_eq!(content(&page, "twitter:title"), wanted, "{path}");
        assert_eq!(content(&page, "og:site_name"), "Dingo Den", "{path}");
        let description = content(&page, "name=\"description\"");
        assert!(description.contains("Dingo Den"), "{path}: {description}");
        assert_eq!(content(&page, "og:description"), description, "{path}");
        let address = format!("https://dingo.example{}", path.trim_end_matches('/'));
        let address = if path == "/" { "https://dingo.example/" } else { &address };
        assert_eq!(content(&page, "rel=\"canonical\""), address);
        assert_eq!(content(&page, "og:url"), address);
        assert!(page.contains("rel=\"modulepreload\""), "{path} names no file of its own");
        assert!(page.contains("Loading the page") && !page.contains("<!--name-->"), "{path}");
    }
    let panel = text("/admin/accounts").await;
    assert!(panel.contains("content=\"noindex\"") && !panel.contains("Loading the page"));
    let document = text("/docs/install").await;
    assert!(document.contains("content=\"noindex\"") && !document.contains("Loading the page"));
    assert!(!text("/no/such/page").await.contains("modulepreload"));
}

#[tokio::test]
async fn documents_have_the_public_data_and_nothing_that_ends_an_element() {
    let name = "</script><script>alert(1)</script><!--data-->\"'&";
    let server = Server::with(|config| {
        config.brand.name = name.to_owned();
        config.partner.promo_code = "</script>".to_owned();
    })
    .await;
    if page(&server).await.is_none() {
        return;
    }
    let member = server.player("matilda", 10).await;
    let page = server.get("/").by(&member.token).send().await;
    assert_eq!(page.text.matches("</script>").count(), page.text.matches("<script").count());
    assert!(!page.text.contains("<script>"), "{}", page.text);
    assert!(page.text.contains("&lt;/script&gt;&lt;script&gt;alert(1)"), "{}", page.text);
    assert!(!page.text.contains("matilda"));
    let data = data(&page.text);
    assert_eq!(data["site"], server.get("/api/site").send().await.of(200));
    assert_eq!(data["site"]["name"], name);
    let open = json!({ "success": true, "message": "The site is open", "maintenanceMode": false });
    assert_eq!(data["maintenance"], open);
    let tag = page.header("etag").to_owned();
    assert_eq!(page.header("cache-control"), "no-cache");
    let ask = || server.get("/").header("if-none-match", &tag).send();
    assert_eq!((ask().await.status, ask().await.text.as_str()), (304, ""));
    let admin = server.admin().await;
    let closed = json!({ "enabled": true });
    server.post("/api/auth/admin/maintenance-mode").by(&admin).json(&closed).send().await.of(200);
    let changed = ask().await;
    assert_eq!(changed.status, 200);
    assert_eq!(self::data(&changed.text)["maintenance"]["maintenanceMode"], true);
}

#[tokio::test]
async fn compressed_files_have_no_address_of_their_own() {
    let server = Server::start().await;
    let Some(page) = page(&server).await else { return };
    for path in ["/index.html".to_owned(), linked(&page, ".css"), linked(&page, ".js")] {
        for ending in [".br", ".gz"] {
            server.get(&format!("{path}{ending}")).send().await.refused(404, "not_found");
        }
    }
}

#[tokio::test]
async fn the_description_of_the_calls_may_be_kept_and_asked_about_again() {
    let server = Server::start().await;
    let ask = || server.get("/api/openapi.json");
    let description = ask().send().await;
    assert_eq!(description.header("content-type"), "application/json");
    assert_eq!(description.header("cache-control"), "no-cache");
    let tag = description.header("etag");
    assert!(!tag.is_empty());
    let known = ask().header("if-none-match", tag).send().await;
    assert_eq!((known.status, known.text.as_str()), (304, ""));
    assert_eq!(ask().header("if-none-match", "\"another\"").send().await.text, description.text);
}
