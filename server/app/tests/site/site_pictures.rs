//! Pictures of the site, uploaded in the panel.

use image::ImageFormat;
use reqwest::Method;
use serde_json::{Value, json};

use crate::challenges::challenge;
use crate::pictures::picture;
use crate::rig::{Answer, Server};
use crate::shop::item;

async fn upload(server: &Server, token: &str, purpose: &str, file: Vec<u8>) -> Answer {
    let path = format!("/api/admin/pictures?purpose={purpose}&name=my%20file.png");
    server.post(&path).by(token).bytes(file).send().await
}

async fn brand(server: &Server, token: &str) -> (u64, Value) {
    let all = server.get("/api/admin/settings").by(token).send().await.of(200);
    let sections = all["sections"].as_array().unwrap();
    let brand = sections.iter().find(|section| section["name"] == "brand").unwrap();
    (brand["version"]["revision"].as_u64().unwrap(), brand["values"].clone())
}

async fn set_mark(server: &Server, token: &str, address: &str) -> Answer {
    let (revision, mut values) = brand(server, token).await;
    values["mark"] = address.into();
    let change = json!({ "revision": revision, "values": values });
    let call = server.call(Method::PUT, "/api/admin/settings/brand").by(token);
    call.json(&change).send().await
}

#[tokio::test]
async fn a_picture_is_scaled_by_what_it_is_for_and_stays_over_a_restart() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    let sent = picture(ImageFormat::Png);
    for (purpose, kind, size) in [
        ("logo", "image/png", (320, 160)),
        ("mark", "image/png", (192, 192)),
        ("share_image", "image/jpeg", (1200, 630)),
        ("hero", "image/webp", (600, 300)),
        ("item", "image/webp", (600, 300)),
        ("challenge", "image/webp", (600, 300)),
        ("favicon", "image/png", (96, 96)),
    ] {
        let done = upload(&server, &admin, purpose, sent.clone()).await.of(200);
        let stored = &done["picture"];
        let sides = (stored["width"].as_u64().unwrap(), stored["height"].as_u64().unwrap());
        assert_eq!(sides, size, "{purpose}");
        assert_eq!((&stored["name"], &stored["inUse"]), (&json!("my file.png"), &json!(false)));
        let shown = server.get(stored["address"].as_str().unwrap()).send().await;
        assert_eq!((shown.status, shown.header("content-type")), (200, kind));
        assert!(shown.header("cache-control").contains("immutable"));
        let drawn = image::load_from_memory(&shown.bytes).unwrap();
        assert_eq!((u64::from(drawn.width()), u64::from(drawn.height())), size, "{purpose}");
        assert_eq!(stored["bytes"].as_u64().unwrap(), u64::try_from(shown.bytes.len()).unwrap());
    }
    let listed = |all: &Value| -> Vec<String> {
        let pictures = all["pictures"].as_array().unwrap();
        pictures.iter().map(|one| one["purpose"].as_str().unwrap().to_owned()).collect()
    };
    let all = server.get("/api/admin/pictures").by(&admin).send().await.of(200);
    assert_eq!(all["most"], 300);
    assert_eq!(
        listed(&all),
        ["favicon", "challenge", "item", "hero", "share_image", "mark", "logo"]
    );
    server.restart().await;
    let admin = server.admin().await;
    assert_eq!(server.get("/api/admin/pictures").by(&admin).send().await.of(200), all);
    let next = upload(&server, &admin, "mark", sent).await.of(200);
    assert_eq!(next["picture"]["id"], "8", "an address is never used twice");
}

#[tokio::test]
async fn a_number_is_not_used_again_after_its_picture_was_removed() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    let first = upload(&server, &admin, "item", picture(ImageFormat::Png)).await.of(200);
    let path = format!("/api/admin/pictures/{}", first["picture"]["id"].as_str().unwrap());
    server.call(Method::DELETE, &path).by(&admin).send().await.of(200);
    server.restart().await;
    let admin = server.admin().await;
    let next = upload(&server, &admin, "item", picture(ImageFormat::Png)).await.of(200);
    assert_ne!(next["picture"]["address"], first["picture"]["address"]);
    // One address for each picture.
    let other = next["picture"]["address"].as_str().unwrap().replace(".webp", ".png");
    server.get(&other).send().await.refused(404, "not_found");
}

#[tokio::test]
async fn a_thin_picture_is_cut_before_it_is_scaled() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let mut file = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(1, 4096).write_to(&mut file, ImageFormat::Png).unwrap();
    for (purpose, width, height) in [("share_image", 1200, 630), ("mark", 192, 192)] {
        let done = upload(&server, &admin, purpose, file.get_ref().clone()).await.of(200);
        let sides = (&done["picture"]["width"], &done["picture"]["height"]);
        assert_eq!(sides, (&json!(width), &json!(height)), "{purpose}");
    }
}

#[tokio::test]
async fn what_is_no_picture_is_refused() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".to_vec();
    upload(&server, &admin, "logo", svg).await.refused(400, "no_picture");
    upload(&server, &admin, "logo", Vec::new()).await.refused(400, "no_picture");
    let large = vec![0; 5 * 1024 * 1024 + 1];
    upload(&server, &admin, "logo", large).await.refused(413, "too_large");
    upload(&server, &admin, "poster", picture(ImageFormat::Png)).await.refused(400, "bad_request");
    server.get("/api/site/pictures/1.png").send().await.refused(404, "not_found");
    server.get("/api/site/pictures/x").send().await.refused(404, "not_found");
}

#[tokio::test]
async fn a_picture_that_the_brand_uses_is_shown_everywhere_and_not_removed() {
    let server = Server::with(|config| config.place.url = "https://den.example".to_owned()).await;
    let admin = server.admin().await;
    let done = upload(&server, &admin, "mark", picture(ImageFormat::Jpeg)).await.of(200);
    let address = done["picture"]["address"].as_str().unwrap().to_owned();
    set_mark(&server, &admin, &address).await.of(200);
    let site = server.get("/api/site").send().await.of(200);
    assert_eq!(site["mark"], address.as_str());
    let path = format!("/api/admin/pictures/{}", done["picture"]["id"].as_str().unwrap());
    let remove = || server.call(Method::DELETE, &path).by(&admin).send();
    let reason = remove().await.refused(409, "in_use");
    assert!(reason.starts_with("This picture is used by the site's brand."), "{reason}");
    let uses = listed(&server, &admin).await[0]["uses"].clone();
    assert_eq!(uses, json!([{ "by": "brand", "name": "mark" }]));
    set_mark(&server, &admin, "").await.of(200);
    remove().await.of(200);
    remove().await.refused(404, "not_found");
    server.get(&address).send().await.refused(404, "not_found");
    set_mark(&server, &admin, "http://elsewhere.example/a.png").await.refused(400, "validation");
    // One that is not stored any more, and one by another name.
    let text = set_mark(&server, &admin, &address).await.refused(400, "validation");
    assert!(text.contains("not stored any more"), "{text}");
    set_mark(&server, &admin, "/api/site/pictures/2.gif").await.refused(400, "validation");
}

async fn listed(server: &Server, admin: &str) -> Value {
    server.get("/api/admin/pictures").by(admin).send().await.of(200)["pictures"].clone()
}

/// Publishes one entry with this picture in the shop or among the challenges.
async fn publish(server: &Server, admin: &str, path: &str, address: &str) -> Answer {
    let mut entry = if path == SHOP { item("Hat", 30, 9) } else { challenge("Hit it big") };
    entry["image"] = address.into();
    server.post(path).by(admin).json(&json!([entry])).send().await
}

const SHOP: &str = "/api/points-shop";
const CHALLENGES: &str = "/api/challenges";

#[tokio::test]
async fn a_picture_of_an_item_or_a_challenge_is_shown_to_members_and_not_removed() {
    let mut server = Server::start().await;
    let member = server.member("emu").await;
    for (path, purpose, by, title) in [
        (SHOP, "item", "shop_item", "the shop item \"Hat\""),
        (CHALLENGES, "challenge", "challenge", "the challenge \"Hit it big\""),
    ] {
        let admin = server.admin().await;
        let done = upload(&server, &admin, purpose, picture(ImageFormat::Png)).await.of(200);
        let address = done["picture"]["address"].as_str().unwrap().to_owned();
        assert_eq!(done["picture"]["uses"], json!([]));
        publish(&server, &admin, path, &address).await.of(200);
        let list = server.get(path).by(&member.token).send().await.of(200);
        assert_eq!(list[0]["image"], address.as_str());
        assert_eq!(server.get(&address).send().await.status, 200);
        // Also after a restart.
        server.restart().await;
        let admin = server.admin().await;
        let stored = &listed(&server, &admin).await[0];
        let used = (&stored["inUse"], &stored["uses"][0]["by"]);
        assert_eq!(used, (&json!(true), &json!(by)));
        let one = format!("/api/admin/pictures/{}", stored["id"].as_str().unwrap());
        let remove = || server.call(Method::DELETE, &one).by(&admin).send();
        let reason = remove().await.refused(409, "in_use");
        let expected = format!("This picture is used by {title}. Choose another one there first.");
        assert_eq!(reason, expected);
        server.post(path).by(&admin).json(&json!([])).send().await.of(200);
        assert_eq!(listed(&server, &admin).await[0]["inUse"], false);
        remove().await.of(200);
        let reason = publish(&server, &admin, path, &address).await.refused(400, "validation");
        let expected = "\": This picture isn't stored any more. Upload it again.";
        assert!(reason.contains(expected), "{reason}");
    }
    server.prove();
}

#[tokio::test]
async fn a_picture_in_several_places_is_refused_with_their_number() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let done = upload(&server, &admin, "item", picture(ImageFormat::Png)).await.of(200);
    let address = done["picture"]["address"].as_str().unwrap();
    let path = format!("/api/admin/pictures/{}", done["picture"]["id"].as_str().unwrap());
    for (places, more) in [(SHOP, ""), (CHALLENGES, " and 1 more place")] {
        publish(&server, &admin, places, address).await.of(200);
        let refused = server.call(Method::DELETE, &path).by(&admin).send().await;
        let expected = format!("the shop item \"Hat\"{more}. Choose");
        let reason = refused.refused(409, "in_use");
        assert!(reason.contains(&expected), "{reason}");
    }
}

#[tokio::test]
async fn an_item_or_a_challenge_takes_only_pictures_that_can_be_shown() {
    let server = Server::start().await;
    let admin = server.admin().await;
    for path in [SHOP, CHALLENGES] {
        for address in ["", "https://example.com/a.png"] {
            publish(&server, &admin, path, address).await.of(200);
        }
        for address in [
            "http://example.com/a.png",
            "javascript:alert(1)",
            "/api/site/pictures/99.webp",
            "/api/admin/pictures",
            "//example.com/a.png",
        ] {
            publish(&server, &admin, path, address).await.refused(400, "validation");
        }
    }
}
