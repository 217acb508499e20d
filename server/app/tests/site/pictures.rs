//! Profile pictures: encoded again, never served as uploaded (docs/decisions.md, E3).

use std::io::Cursor;

use image::{DynamicImage, GenericImageView, ImageFormat, Rgb, RgbImage};
use reqwest::Method;

use crate::rig::{Answer, Member, Server};

pub(crate) const BOUNDARY: &str = "the-boundary";

pub(crate) fn form(name: &str, bytes: &[u8]) -> Vec<u8> {
    let head = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"a.png\"\r\n\
         Content-Type: image/png\r\n\r\n"
    );
    [head.as_bytes(), bytes, format!("\r\n--{BOUNDARY}--\r\n").as_bytes()].concat()
}

pub(crate) async fn send(server: &Server, member: &Member, body: Vec<u8>) -> Answer {
    let call = server.post("/api/auth/upload-profile-picture").by(&member.token);
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    call.header("content-type", &kind).bytes(body).send().await
}

/// Left half red, right half blue, with bars of green at both ends.
pub(crate) fn picture(format: ImageFormat) -> Vec<u8> {
    let drawn = RgbImage::from_fn(600, 300, |x, _| match x {
        0..150 | 450..600 => Rgb([0, 255, 0]),
        150..300 => Rgb([255, 0, 0]),
        _ => Rgb([0, 0, 255]),
    });
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(drawn).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Gives a member a picture.
pub(crate) async fn give_picture(server: &Server, member: &Member) {
    send(server, member, form("profilePicture", &picture(ImageFormat::Png))).await.of(200);
}

async fn own(server: &Server, member: &Member) -> Option<String> {
    let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
    me["user"]["profilePicture"].as_str().map(str::to_owned)
}

#[tokio::test]
async fn a_picture_is_cropped_and_encoded_again() {
    let mut server = Server::start().await;
    let member = server.member("matilda").await;
    assert_eq!(own(&server, &member).await, None);
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP] {
        let sent = picture(format);
        let done = send(&server, &member, form("profilePicture", &sent)).await.of(200);
        let address = done["profilePicture"].as_str().unwrap().to_owned();
        assert_eq!(own(&server, &member).await.as_ref(), Some(&address));
        let shown = server.get(&address).send().await;
        assert_eq!((shown.status, shown.header("content-type")), (200, "image/webp"));
        assert!(shown.bytes.len() <= 48 * 1024);
        let seen = image::load_from_memory_with_format(&shown.bytes, ImageFormat::WebP).unwrap();
        assert_eq!(seen.dimensions(), (256, 256));
        let [left, right] = [20, 235].map(|x| seen.get_pixel(x, 128).0);
        // The middle square: the green ends are cut off.
        assert!(left[0] > 150 && left[1] < 100, "{format:?}: {left:?}");
        assert!(right[2] > 150 && right[1] < 100, "{format:?}: {right:?}");
    }
    // Each has an address of its own; the old ones are gone.
    let address = own(&server, &member).await.unwrap();
    assert!(address.ends_with("-4.webp"), "{address}");
    let old = address.replace("-4.webp", "-3.webp");
    server.get(&old).send().await.refused(404, "not_found");
    server.restart().await;
    assert_eq!(server.get(&address).send().await.status, 200);

    let gone = server.call(Method::DELETE, "/api/auth/profile-picture").by(&member.token);
    gone.send().await.of(200);
    assert_eq!(own(&server, &member).await, None);
    server.get(&address).send().await.refused(404, "not_found");
}

#[tokio::test]
async fn a_picture_of_noise_still_fits() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    let mut state = 7_u32;
    let noise = RgbImage::from_fn(512, 512, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [a, b, c, _] = state.to_be_bytes();
        Rgb([a, b, c])
    });
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(noise).write_to(&mut bytes, ImageFormat::Png).unwrap();
    send(&server, &member, form("profilePicture", &bytes.into_inner())).await.of(200);
    let address = own(&server, &member).await.unwrap();
    let shown = server.get(&address).send().await;
    assert!(shown.bytes.len() <= 48 * 1024, "{}", shown.bytes.len());
}

#[tokio::test]
async fn what_is_no_picture_or_too_large_is_refused_and_the_old_one_stays() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    let good = picture(ImageFormat::Png);
    send(&server, &member, form("profilePicture", &good)).await.of(200);
    let before = own(&server, &member).await;

    let html = b"<html><script>alert(1)</script></html>";
    let half = &good[..good.len() / 2];
    let line = |width| {
        let mut bytes = Cursor::new(Vec::new());
        let drawn = DynamicImage::ImageRgb8(RgbImage::new(width, 1));
        drawn.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    };
    let wide = line(4097);
    for bytes in [html.as_slice(), half, &wide, b""] {
        let answer = send(&server, &member, form("profilePicture", bytes)).await;
        assert_eq!(answer.refused(400, "bad_picture"), "Please select an image file");
    }
    // The widest that is read.
    send(&server, &member, form("profilePicture", &line(4096))).await.of(200);
    let before = {
        assert_ne!(own(&server, &member).await, before);
        own(&server, &member).await
    };
    let nameless = send(&server, &member, form("other", &good)).await;
    nameless.refused(400, "bad_picture");
    let torn = form("profilePicture", &good)[..200].to_vec();
    send(&server, &member, torn).await.refused(400, "bad_picture");
    let heavy = form("profilePicture", &vec![0; 5 * 1024 * 1024 + 1]);
    let answer = send(&server, &member, heavy).await;
    assert_eq!(answer.refused(413, "too_large"), "File size must be less than 5MB");
    assert_eq!(own(&server, &member).await, before);
    for path in ["/api/pictures/x", "/api/pictures/1-0.webp", "/api/pictures/999-1.webp"] {
        server.get(path).send().await.refused(404, "not_found");
    }
}
