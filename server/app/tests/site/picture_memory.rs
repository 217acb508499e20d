//! Memory of the process while pictures are decoded that are small as files and large as pixels.

use std::fs;
use std::io::Cursor;

use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageEncoder};
use reqwest::Client;
use serde_json::{Value, json};

use crate::pictures::{BOUNDARY, form};
use crate::rig::{PASSWORD, Program};

const SIDE: u32 = 4096;

/// 16 bits for each of red, green, blue and alpha: 128 MB of pixels in some kilobytes.
fn png() -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, SIDE, SIDE);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Sixteen);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().unwrap();
    let mut rows = writer.stream_writer().unwrap();
    let row = [0x80; SIDE as usize * 8];
    (0..SIDE).for_each(|_| std::io::Write::write_all(&mut rows, &row).unwrap());
    rows.finish().unwrap();
    drop(writer);
    file
}

/// Three channels in which every block has the codes "no difference" and "no more", of a bit each.
fn jpeg() -> Vec<u8> {
    let [high, low] = u16::try_from(SIDE).unwrap().to_be_bytes();
    let code = |class: u8| [&[0xff, 0xc4, 0, 20, class, 1][..], &[0; 16]].concat();
    let blocks = SIDE as usize / 8;
    [
        &[0xff, 0xd8, 0xff, 0xdb, 0, 67, 0][..],
        &[1; 64],
        &[0xff, 0xc0, 0, 17, 8, high, low, high, low, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0],
        &code(0x00),
        &code(0x10),
        &[0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0],
        &vec![0; blocks * blocks * 3 * 2 / 8],
        &[0xff, 0xd9],
    ]
    .concat()
}

fn webp(side: u32) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let pixels = vec![0x55; (side * side * 3) as usize];
    WebPEncoder::new_lossless(&mut file)
        .write_image(&pixels, side, side, ExtendedColorType::Rgb8)
        .unwrap();
    file.into_inner()
}

/// A value of the process in megabytes.
fn of_process(pid: u32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim_start_matches(':').trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
}

#[tokio::test]
async fn pictures_that_are_large_as_pixels_take_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::serving(folder.path(), "[members]\nuploads_per_hour = 100\n");
    let serving = program.serve();
    let password = serving.owner_password().unwrap();
    let http: Client = crate::rig::client().pool_max_idle_per_host(0).build().unwrap();
    let post = async |path: &str, body: Value| -> String {
        let call = http.post(format!("{}{path}", serving.url)).json(&body).send();
        let answer: Value = call.await.unwrap().json().await.unwrap();
        answer["token"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    let account = json!({ "username": "emu", "email": "emu@example.com", "password": PASSWORD });
    let member = post("/api/auth/signup", account).await;
    let admin = post("/api/admin/login", json!({ "password": password })).await;
    let upload = async |path: &str, token: &str, kind: &str, body: Vec<u8>| {
        let call = http.post(format!("{}{path}", serving.url)).bearer_auth(token);
        let answer = call.header("content-type", kind).body(body).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}: {}", answer.text().await.unwrap());
    };
    let of_member = async |file: &[u8]| {
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let body = form("profilePicture", file);
        upload("/api/auth/upload-profile-picture", &member, &kind, body).await;
    };
    let of_site = async |file: &[u8]| {
        let path = "/api/admin/pictures?purpose=hero&name=large";
        upload(path, &admin, "application/octet-stream", file.to_vec()).await;
    };
    let pid = serving.pid();
    // Pixels of the small pictures, the encoder, and what the allocator keeps.
    for (name, file, most) in [("PNG", png(), 40), ("JPEG", jpeg(), 64), ("WebP", webp(2048), 80)] {
        // The peak from now on.
        fs::write(format!("/proc/{pid}/clear_refs"), "5").unwrap();
        let before = of_process(pid, "VmRSS");
        tokio::join!(of_member(&file), of_site(&file));
        let grown = of_process(pid, "VmHWM") - before;
        println!("{name}: {} bytes took {grown} MB beside {before} MB", file.len());
        assert!(grown <= most, "{name}: {grown} MB beside {before} MB");
    }
}
