//! Guessing codes of second factors: a stranger with the password locks no owner out, and still can't guess.

use reqwest::Method;
use serde_json::{Value, json};

use crate::people::person;
use crate::rig::{Answer, DAY, PASSWORD, SECOND, Server};
use crate::second_factors::{App, add_app};

/// A server whose clients send their addresses, as behind a proxy.
async fn proxied() -> Server {
    Server::with(|config| config.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]).await
}

/// Whose login it is.
#[derive(Clone, Copy)]
enum Who {
    Owner,
    Member,
}

impl Who {
    async fn login(self, server: &Server, code: &str, from: &str, cookie: &str) -> Answer {
        let (path, mut order) = match self {
            Self::Owner => ("/api/admin/login", json!({ "password": server.admin_password() })),
            Self::Member => {
                ("/api/auth/login", json!({ "email": "mia@example.com", "password": PASSWORD }))
            }
        };
        if !code.is_empty() {
            order["code"] = code.into();
        }
        let call = server.post(path).json(&order).header("x-forwarded-for", from);
        call.header("cookie", cookie).send().await
    }

    /// An account with an app, and the cookie of a browser that logged in with a code of it.
    async fn set_up(self, server: &Server) -> (App, Vec<String>, String) {
        let token = match self {
            Self::Owner => server.admin().await,
            Self::Member => server.member("mia").await.token,
        };
        let (app, recovery) = add_app(server, &token).await;
        server.pass(31 * SECOND);
        let known = self.login(server, &app.code(server), "192.0.2.7", "").await;
        let cookie = known.header("set-cookie").split_once("; ").unwrap().0.to_owned();
        known.of(200);
        server.pass(31 * SECOND);
        (app, recovery, cookie)
    }
}

async fn locks_no_owner_out(who: Who) {
    let server = proxied().await;
    let (app, recovery, known) = who.set_up(&server).await;
    let mut wrong = 0;
    for guess in 0..40 {
        let answer = who.login(&server, &format!("{guess:06}"), "198.51.100.1", "").await;
        wrong += usize::from(answer.status == 400);
    }
    assert_eq!(wrong, 10, "one network has few tries");
    for guess in 0..310 {
        let code = format!("aaaa-bbbb-{guess:04}");
        wrong += usize::from(who.login(&server, &code, "198.51.100.1", "").await.status == 400);
    }
    assert_eq!(wrong, 110);
    // The owner in another place, with another device.
    who.login(&server, &app.code(&server), "203.0.113.9", "").await.of(200);
    server.pass(31 * SECOND);
    // Many networks together use up what unknown browsers have. A recovery code and a known browser stay ways in.
    for number in 0..100 {
        let from = format!("198.18.{number}.1");
        wrong += usize::from(who.login(&server, "000000", &from, "").await.status == 400);
    }
    assert_eq!(wrong, 130, "unknown browsers have 30 tries together");
    let code = app.code(&server);
    let text = who.login(&server, &code, "203.0.113.9", "").await;
    let text = text.refused(429, "too_many_requests");
    assert!(text.contains("recovery code"), "{text}");
    who.login(&server, &recovery[0], "203.0.113.9", "").await.of(200);
    who.login(&server, &code, "198.51.100.1", &known).await.of(200);
    server.pass(DAY);
    who.login(&server, &app.code(&server), "203.0.113.9", "").await.of(200);
}

#[tokio::test]
async fn a_stranger_with_a_members_password_locks_no_owner_out() {
    locks_no_owner_out(Who::Member).await;
}

#[tokio::test]
async fn a_stranger_with_the_owners_password_locks_no_owner_out() {
    locks_no_owner_out(Who::Owner).await;
}

#[tokio::test]
async fn a_known_browser_has_few_tries_and_a_session_makes_no_new_ones() {
    let server = proxied().await;
    let (_, _, known) = Who::Member.set_up(&server).await;
    let mut wrong = 0;
    for guess in 0..40 {
        let answer = Who::Member.login(&server, &format!("{guess:06}"), "192.0.2.7", &known).await;
        wrong += usize::from(answer.status == 400);
    }
    assert_eq!(wrong, 30);
    // Another account's mark makes no browser known.
    let admin = server.admin().await;
    let ada = person(&server, &admin, "Ada", "admin").await;
    let code = server.post("/api/sign-in/proof").by(&ada).json(&json!({ "code": "000000" }));
    assert_eq!(code.header("cookie", &known).send().await.status, 409);
}

#[tokio::test]
async fn a_browser_is_known_by_a_code_and_not_by_a_login_before_the_app() {
    let server = proxied().await;
    let member = server.member("mia").await;
    let mut before = Vec::new();
    for _ in 0..3 {
        let login = Who::Member.login(&server, "", "198.51.100.1", "").await;
        before.push(login.header("set-cookie").split_once("; ").unwrap().0.to_owned());
        server.pass(61 * SECOND);
    }
    let new = server.post("/api/sign-in/app").by(&member.token).send().await.of(200);
    let app = App::with(new["secret"].as_str().unwrap());
    let confirm = server.call(Method::PUT, "/api/sign-in/app").by(&member.token);
    let confirm = confirm.json(&json!({ "code": app.code(&server) })).send().await;
    let known = confirm.header("set-cookie").split_once("; ").unwrap().0.to_owned();
    let wrong_with = async |cookie: &str| {
        let mut wrong = 0;
        for guess in 0..12 {
            let code = format!("{guess:06}");
            let answer = Who::Member.login(&server, &code, "198.51.100.1", cookie).await;
            wrong += usize::from(answer.status == 400);
        }
        wrong
    };
    let mut strange = 0;
    for cookie in &before {
        strange += wrong_with(cookie).await;
    }
    assert_eq!(strange, 10, "all of them are one stranger");
    assert_eq!(wrong_with(&known).await, 12);
}

#[tokio::test]
async fn ending_all_sessions_makes_no_known_browser() {
    let server = proxied().await;
    let member = server.member("mia").await;
    add_app(&server, &member.token).await;
    let mut token = member.token.clone();
    let mut wrong = 0;
    for _ in 0..4 {
        let out = server.post("/api/auth/sign-out-everywhere").by(&token).send().await;
        let cookie = out.header("set-cookie").split_once("; ").unwrap().0.to_owned();
        token = out.of(200)["token"].as_str().unwrap().to_owned();
        for _ in 0..20 {
            let answer = Who::Member.login(&server, "000000", "198.51.100.1", &cookie).await;
            wrong += usize::from(answer.status == 400);
        }
    }
    assert_eq!(wrong, 10);
}

#[tokio::test]
async fn the_closed_sites_page_and_the_panel_count_apart() {
    let server = Server::with(|config| config.auth.panel_logins_per_minute = 3).await;
    let wrong = json!({ "password": "wrong" });
    let mut statuses = Vec::new();
    for _ in 0..5 {
        let call = server.post("/api/auth/maintenance-bypass").json(&wrong);
        statuses.push(call.send().await.status);
    }
    assert_eq!(statuses, [401, 401, 401, 429, 429]);
    server.admin_login(server.admin_password()).await.of(200);
}

#[tokio::test]
async fn a_passkey_belongs_to_one_account() {
    let mut server =
        Server::with(|config| config.place.url = "https://example.com".to_owned()).await;
    let [mia, rory] = [server.member("mia").await, server.member("rory").await];
    let admin = server.admin().await;
    add_passkey(&server, &mia.token, 1).await.of(200);
    for token in [&rory.token, &admin, &mia.token] {
        add_passkey(&server, token, 1).await.refused(409, "passkey_taken");
    }
    server.restart().await;
    add_passkey(&server, &rory.token, 1).await.refused(403, "proof");
    let rory = server.login_again(&rory).await;
    add_passkey(&server, &rory.token, 1).await.refused(409, "passkey_taken");
    add_passkey(&server, &rory.token, 2).await.of(200);
    // One that was removed is free again.
    let mia = server.member("mia2").await;
    add_passkey(&server, &mia.token, 3).await.of(200);
    server.call(Method::DELETE, "/api/sign-in/passkeys/1").by(&mia.token).send().await.of(200);
    add_passkey(&server, &rory.token, 3).await.of(200);
}

/// Adds a passkey that is made up: the server asks for no attestation.
pub(crate) async fn add_passkey(server: &Server, token: &str, number: u8) -> Answer {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use sha2::{Digest, Sha256};

    let started = server.post("/api/sign-in/passkeys/start").by(token).send().await;
    if started.status != 200 {
        return started;
    }
    let options: Value = started.of(200)["options"].clone();
    let host = options["rp"]["id"].as_str().unwrap();
    let client = json!({
        "type": "webauthn.create",
        "challenge": options["challenge"],
        "origin": if host == "example.com" { "https://example.com" } else { "http://site.test" },
        "crossOrigin": false,
    });
    let client = client.to_string();
    let id = [number; 16];
    // RFC 8032, 7.1, test 1.
    let key = hex::decode("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    let data = [
        Sha256::digest(host).as_slice(),
        // The user is present and verified; a credential follows; no signatures yet.
        &[0x45, 0, 0, 0, 0],
        &[0; 16],
        &[0, 16],
        &id,
        // COSE: OKP, EdDSA, Ed25519.
        &[0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 0x20],
        &key.unwrap(),
    ]
    .concat();
    let attestation = [
        &[0xa3, 0x63][..],
        b"fmt",
        &[0x64],
        b"none",
        &[0x67],
        b"attStmt",
        &[0xa0, 0x68],
        b"authData",
        &[0x58, u8::try_from(data.len()).unwrap()],
        &data,
    ]
    .concat();
    let coded = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
    let passkey = json!({
        "id": coded(&id),
        "rawId": coded(&id),
        "type": "public-key",
        "response": {
            "clientDataJSON": coded(client.as_bytes()),
            "attestationObject": coded(&attestation),
            "transports": ["internal"],
        },
        "clientExtensionResults": {},
    });
    let order = json!({ "name": "Phone", "passkey": passkey });
    server.post("/api/sign-in/passkeys").by(token).json(&order).send().await
}
