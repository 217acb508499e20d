//! Second factors: authenticator apps, recovery codes, what they protect, and proofs.

use pointhouse::clock::Millis;
use reqwest::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

use crate::people::person;
use crate::rig::{Answer, PASSWORD, Program, Server};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const APP: &str = "/api/sign-in/app";

/// An authenticator app, as members have on their phones.
pub(crate) struct App(Totp);

impl App {
    pub(crate) fn with(secret: &str) -> Self {
        let secret = Secret::try_from_base32(secret).unwrap();
        Self(Builder::new().with_secret(secret).build().unwrap())
    }

    pub(crate) fn code(&self, server: &Server) -> String {
        let Millis(now) = server.site().clock().now();
        self.0.generate(u64::try_from(now / SECOND).unwrap()).to_string()
    }
}

async fn sign_in(server: &Server, token: &str) -> Value {
    server.get("/api/sign-in").by(token).send().await.of(200)
}

async fn confirm(server: &Server, token: &str, code: &str) -> Answer {
    server.call(Method::PUT, APP).by(token).json(&json!({ "code": code })).send().await
}

pub(crate) async fn prove(server: &Server, token: &str, proof: Value) -> Answer {
    server.post("/api/sign-in/proof").by(token).json(&proof).send().await
}

/// Sets an app up. Returns it with the recovery codes.
pub(crate) async fn add_app(server: &Server, token: &str) -> (App, Vec<String>) {
    let new = server.post(APP).by(token).send().await.of(200);
    let app = App::with(new["secret"].as_str().unwrap());
    let added = confirm(server, token, &app.code(server)).await.of(200);
    let codes = added["recoveryCodes"].as_array().unwrap();
    (app, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

/// A login of the owner or of a member.
#[derive(Clone, Copy)]
enum Who {
    Owner,
    Member,
}

impl Who {
    async fn login(self, server: &Server, code: Option<&str>) -> Answer {
        let (path, mut order) = match self {
            Self::Owner => ("/api/admin/login", json!({ "password": server.admin_password() })),
            Self::Member => {
                let email = "mia@example.com";
                ("/api/auth/login", json!({ "email": email, "password": PASSWORD }))
            }
        };
        order["code"] = code.into();
        server.post(path).json(&order).send().await
    }

    async fn token(self, server: &Server) -> String {
        match self {
            Self::Owner => server.admin().await,
            Self::Member => server.member("mia").await.token,
        }
    }
}

async fn asks_for_codes(who: Who) {
    let mut server = Server::start().await;
    let token = who.token(&server).await;
    assert_eq!(sign_in(&server, &token).await["app"], Value::Null);
    let new = server.post(APP).by(&token).send().await.of(200);
    assert!(new["address"].as_str().unwrap().starts_with("otpauth://totp/"), "{new}");
    let app = App::with(new["secret"].as_str().unwrap());
    confirm(&server, &token, "12345").await.refused(400, "wrong_code");
    // Nothing counts before the first code.
    who.login(&server, None).await.of(200);
    let first = app.code(&server);
    let added = confirm(&server, &token, &first).await.of(200);
    let recovery: Vec<_> = added["recoveryCodes"].as_array().unwrap().iter().collect();
    assert_eq!(recovery.len(), 10);
    server.post(APP).by(&token).send().await.refused(409, "has_app");

    server.restart().await;
    who.login(&server, None).await.refused(401, "second_factor");
    who.login(&server, Some(" ")).await.refused(401, "second_factor");
    who.login(&server, Some("000000")).await.refused(400, "wrong_code");
    // Each code works once, the one of the setup included.
    who.login(&server, Some(&first)).await.refused(400, "wrong_code");
    server.pass(30 * SECOND);
    let second = app.code(&server);
    who.login(&server, Some(&second)).await.of(200);
    who.login(&server, Some(&second)).await.refused(400, "wrong_code");
    let code = recovery[3].as_str().unwrap();
    who.login(&server, Some(&code.to_uppercase().replace('-', " "))).await.of(200);
    who.login(&server, Some(code)).await.refused(400, "wrong_code");
    let seen = sign_in(&server, &token).await;
    assert_eq!(seen["recoveryCodes"], 9);
    assert!(!seen.to_string().contains(new["secret"].as_str().unwrap()));
    let admin = match who {
        Who::Owner => token.clone(),
        Who::Member => server.admin().await,
    };
    let audit = server.get("/api/admin/audit").by(&admin).send().await.of(200);
    let audit = audit["items"].as_array().unwrap();
    let used: Vec<_> =
        audit.iter().filter(|row| row["action"] == "second_factor.recovery_code").collect();
    assert_eq!(used.len(), 1, "{audit:?}");
    assert_eq!(used[0]["after"], r#"{"left":9}"#);

    // New codes end the old ones.
    prove(&server, &token, json!({ "code": recovery[5] })).await.of(200);
    let renewed = server.post("/api/sign-in/recovery-codes").by(&token).send().await.of(200);
    assert_eq!(renewed["recoveryCodes"].as_array().unwrap().len(), 10);
    who.login(&server, Some(recovery[4].as_str().unwrap())).await.refused(400, "wrong_code");
    server.call(Method::DELETE, APP).by(&token).send().await.of(200);
    who.login(&server, None).await.of(200);
    server.call(Method::DELETE, APP).by(&token).send().await.refused(404, "not_found");
    assert_eq!(sign_in(&server, &token).await["recoveryCodes"], 0);
    server.prove();
}

#[tokio::test]
async fn a_login_of_the_panel_asks_for_a_code_of_the_app() {
    asks_for_codes(Who::Owner).await;
}

#[tokio::test]
async fn a_login_of_a_member_asks_for_a_code_of_the_app() {
    asks_for_codes(Who::Member).await;
}

#[tokio::test]
async fn codes_cannot_be_guessed() {
    let server = Server::start().await;
    let token = Who::Member.token(&server).await;
    add_app(&server, &token).await;
    let mut refused = 0;
    for guess in 0..40 {
        let answer = Who::Member.login(&server, Some(&format!("{guess:06}"))).await;
        if answer.status == 429 {
            refused += 1;
        } else {
            answer.refused(400, "wrong_code");
        }
    }
    assert!(refused >= 10, "{refused}");
}

#[tokio::test]
async fn what_cannot_be_undone_needs_a_proof() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let (app, _) = add_app(&server, &admin).await;
    let export = async || server.get("/api/admin/points/export").by(&admin).send().await;
    let prove =
        async |proof: Value| server.post("/api/sign-in/proof").by(&admin).json(&proof).send().await;
    // A login counts.
    assert_eq!(export().await.status, 200);
    server.pass(10 * MINUTE - 1);
    assert_eq!(export().await.status, 200);
    server.pass(1);
    export().await.refused(403, "proof");
    server.call(Method::DELETE, APP).by(&admin).send().await.refused(403, "proof");
    server
        .call(Method::DELETE, "/api/admin/people/2")
        .by(&admin)
        .send()
        .await
        .refused(403, "proof");
    // Work goes on without.
    server.get("/api/admin/audit").by(&admin).send().await.of(200);
    assert_eq!(sign_in(&server, &admin).await["isProved"], false);

    prove(json!({})).await.refused(400, "validation");
    // With a second factor, the password is no proof.
    let password = json!({ "password": server.admin_password() });
    prove(password).await.refused(401, "second_factor");
    prove(json!({ "code": "000000" })).await.refused(400, "wrong_code");
    prove(json!({ "passkey": { "id": "x" } })).await.refused(409, "no_address");
    export().await.refused(403, "proof");
    prove(json!({ "code": app.code(&server) })).await.of(200);
    assert_eq!(export().await.status, 200);
    server.pass(10 * MINUTE);
    export().await.refused(403, "proof");
    prove(json!({ "code": app.code(&server) })).await.of(200);
    assert_eq!(export().await.status, 200);

    // A proof is one session's.
    server.pass(10 * MINUTE);
    let other = Who::Owner.login(&server, Some(&app.code(&server))).await.of(200);
    let other = other["token"].as_str().unwrap();
    let exported = server.get("/api/admin/points/export").by(other).send().await;
    assert_eq!(exported.status, 200);
    export().await.refused(403, "proof");
}

#[tokio::test]
async fn members_prove_with_their_password() {
    let server = Server::start().await;
    let token = Who::Member.token(&server).await;
    server.pass(10 * MINUTE);
    server.post(APP).by(&token).send().await.refused(403, "proof");
    let prove = async |password: &str| {
        let proof = json!({ "password": password });
        server.post("/api/sign-in/proof").by(&token).json(&proof).send().await
    };
    prove("wrong").await.refused(400, "validation");
    prove(PASSWORD).await.of(200);
    server.post(APP).by(&token).send().await.of(200);
}

#[tokio::test]
async fn the_panel_can_require_a_second_factor() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    let mia = person(&server, &admin, "Mia", "moderator").await;
    let require = async |server: &Server, required: bool| {
        let call = server.call(Method::PUT, "/api/admin/people/second-factor").by(&admin);
        call.json(&json!({ "required": required })).send().await
    };
    require(&server, true).await.refused(409, "owner_first");
    let (app, _) = add_app(&server, &admin).await;
    require(&server, true).await.of(200);
    server.call(Method::DELETE, APP).by(&admin).send().await.refused(409, "required");

    // A person without one can only set one up.
    let approvals =
        async |server: &Server| server.get("/api/admin/approvals").by(&mia).send().await;
    approvals(&server).await.refused(403, "no_second_factor");
    let me = server.get("/api/admin/me").by(&mia).send().await.of(200);
    assert_eq!(me["needsSecondFactor"], true);
    assert_eq!(sign_in(&server, &mia).await["isRequired"], true);
    server.restart().await;
    approvals(&server).await.refused(403, "no_second_factor");
    prove(&server, &mia, json!({ "password": "Kelpie-3-password" })).await.of(200);
    server.pass(30 * SECOND);
    prove(&server, &admin, json!({ "code": app.code(&server) })).await.of(200);
    let (of_mia, _) = add_app(&server, &mia).await;
    approvals(&server).await.of(200);
    let people = server.get("/api/admin/people").by(&admin).send().await.of(200);
    assert_eq!(people["secondFactorRequired"], true);
    assert_eq!(people["people"][1]["hasSecondFactor"], true);

    // Someone else's lost factor: the owner's reset, and the command.
    let path = "/api/admin/people/2/second-factor";
    server.call(Method::DELETE, path).by(&mia).send().await.refused(403, "role");
    server.call(Method::DELETE, path).by(&admin).send().await.of(200);
    approvals(&server).await.refused(403, "no_second_factor");
    server.call(Method::DELETE, path).by(&admin).send().await.refused(409, "no_factor");
    require(&server, false).await.of(200);
    approvals(&server).await.of(200);
    drop(of_mia);

    let reset = |data: &std::path::Path, name: &str| {
        Program::on(data, &["admin", "reset-second-factor", name]).run()
    };
    assert_ne!(reset(server.data(), "Rory").code, Some(0));
    assert_eq!(reset(server.data(), "owner").code, Some(0));
    Who::Owner.login(&server, None).await.of(400);
    let named = json!({ "name": "owner", "password": server.admin_password() });
    server.post("/api/admin/login").json(&named).send().await.of(200);
    server.pass(30 * SECOND);
    drop(app);
    server.prove_owner(&admin).await;
    let again = add_app(&server, &admin).await;
    server.stop();
    assert_eq!(reset(server.data(), "admin").code, Some(0));
    assert_ne!(reset(server.data(), "admin").code, Some(0));
    drop(again);
    server.restart().await;
    server.post("/api/admin/login").json(&named).send().await.of(200);
    server.prove();
}

#[tokio::test]
async fn passkeys_need_an_address_and_a_true_answer() {
    let server = Server::start().await;
    let token = Who::Member.token(&server).await;
    server.post("/api/passkeys/start").send().await.refused(409, "no_address");
    let server = Server::with(|config| config.place.url = "https://example.com".to_owned()).await;
    let other = Who::Member.token(&server).await;
    drop(token);
    let options = server.post("/api/passkeys/start").send().await.of(200);
    assert_eq!(options["options"]["rpId"], "example.com");
    let start = "/api/sign-in/passkeys/start";
    let options = server.post(start).by(&other).send().await.of(200);
    assert_eq!(options["options"]["rp"]["id"], "example.com");
    assert_eq!(options["options"]["user"]["displayName"], "mia");
    for passkey in [json!({}), json!(1), json!({ "id": "AAAA", "response": {} })] {
        let order = json!({ "name": "Phone", "passkey": passkey });
        let add = server.post("/api/sign-in/passkeys").by(&other).json(&order).send().await;
        add.refused(400, "bad_passkey");
        let order = json!({ "passkey": passkey });
        for path in ["/api/auth/login/passkey", "/api/admin/login/passkey"] {
            server.post(path).json(&order).send().await.refused(400, "bad_passkey");
        }
    }
    let order = json!({ "name": " ", "passkey": {} });
    let add = server.post("/api/sign-in/passkeys").by(&other).json(&order).send().await;
    add.refused(400, "validation");
    let gone = server.call(Method::DELETE, "/api/sign-in/passkeys/1").by(&other).send().await;
    gone.refused(404, "not_found");
}

#[tokio::test]
async fn members_see_and_end_their_sessions() {
    let mut server = Server::start().await;
    let mia = server.member("mia").await;
    let other = server.login_again(&mia).await;
    server.restart().await;
    let sessions = sign_in(&server, &mia.token).await["sessions"].clone();
    assert_eq!(sessions[0]["device"], "Another browser on another system");
    let of_other = sessions.as_array().unwrap().iter().find(|one| one["isCurrent"] == false);
    let path = format!("/api/sign-in/sessions/{}", of_other.unwrap()["id"].as_str().unwrap());
    let rory = server.member("rory").await;
    server.call(Method::DELETE, &path).by(&rory.token).send().await.refused(404, "not_found");
    server.call(Method::DELETE, &path).by(&mia.token).send().await.of(200);
    server.get("/api/auth/me").by(&other.token).send().await.refused(401, "unauthorized");
    server.get("/api/auth/me").by(&mia.token).send().await.of(200);
}

#[tokio::test]
async fn a_lost_factor_of_a_member_is_removed_by_an_admin_and_with_the_account() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    let mia = server.member("mia").await;
    let path = format!("/api/admin/accounts/{}/second-factor", mia.id);
    server.call(Method::DELETE, &path).by(&admin).send().await.refused(409, "no_factor");
    add_app(&server, &mia.token).await;
    server.call(Method::DELETE, &path).by(&admin).send().await.of(200);
    Who::Member.login(&server, None).await.of(200);
    let audit = server.get("/api/admin/audit").by(&admin).send().await.of(200);
    assert_eq!(audit["items"][0]["action"], "second_factor.reset");
    let of_nobody = "/api/admin/accounts/99/second-factor";
    server.call(Method::DELETE, of_nobody).by(&admin).send().await.refused(404, "not_found");
    server.prove();
}

#[tokio::test]
async fn a_new_session_in_place_of_another_one_is_no_proof() {
    let server = Server::start().await;
    let member = server.member("mia").await;
    let (app, _) = add_app(&server, &member.token).await;
    server.pass(11 * MINUTE);
    let is_proved = async |token: &str| sign_in(&server, token).await["isProved"].clone();
    assert_eq!(is_proved(&member.token).await, false);
    let out = server.post("/api/auth/sign-out-everywhere").by(&member.token).send().await;
    let token = out.of(200)["token"].as_str().unwrap().to_owned();
    assert_eq!(is_proved(&token).await, false);
    server.call(Method::DELETE, APP).by(&token).send().await.refused(403, "proof");
    // With a second factor, the password is no proof either.
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "Another!horse2" });
    let changed = server.call(Method::PUT, "/api/auth/change-password").by(&token).json(&change);
    let token = changed.send().await.of(200)["token"].as_str().unwrap().to_owned();
    assert_eq!(is_proved(&token).await, false);
    let prove =
        async |proof: Value| server.post("/api/sign-in/proof").by(&token).json(&proof).send().await;
    prove(json!({ "password": "Another!horse2" })).await.refused(401, "second_factor");
    prove(json!({ "code": app.code(&server) })).await.of(200);
    server.call(Method::DELETE, APP).by(&token).send().await.of(200);
    prove(json!({ "password": "Another!horse2" })).await.of(200);
}

#[tokio::test]
async fn a_restart_keeps_sessions_and_no_proofs() {
    let mut server = Server::start().await;
    let member = server.member("mia").await;
    assert_eq!(sign_in(&server, &member.token).await["isProved"], true);
    server.restart().await;
    assert_eq!(sign_in(&server, &member.token).await["isProved"], false);
}

#[tokio::test]
async fn tries_in_a_session_do_not_lock_the_login() {
    let server = Server::start().await;
    let member = server.member("mia").await;
    let (app, recovery) = add_app(&server, &member.token).await;
    let prove = async |code: &str| {
        let proof = json!({ "code": code });
        server.post("/api/sign-in/proof").by(&member.token).json(&proof).send().await
    };
    for _ in 0..29 {
        prove("000000").await.refused(400, "wrong_code");
    }
    prove("000000").await.refused(429, "too_many_requests");
    prove(&recovery[0]).await.of(200);
    server.pass(31 * SECOND);
    Who::Member.login(&server, Some(&app.code(&server))).await.of(200);
}

#[tokio::test]
async fn recovery_codes_are_renewed_at_a_bounded_rate() {
    let server = Server::start().await;
    let member = server.member("mia").await;
    add_app(&server, &member.token).await;
    let renew = async || server.post("/api/sign-in/recovery-codes").by(&member.token).send().await;
    for _ in 0..29 {
        renew().await.of(200);
    }
    renew().await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn without_the_required_factor_a_person_is_a_visitor() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let ada = person(&server, &admin, "Ada", "admin").await;
    add_app(&server, &admin).await;
    let names = async |token: &str| {
        server.get("/api/leaderboard/points/monthly").by(token).send().await.status
    };
    server.get("/metrics").by(&ada).send().await;
    let order = json!({ "required": true });
    let call = server.call(Method::PUT, "/api/admin/people/second-factor").by(&admin).json(&order);
    call.send().await.of(200);
    server.get("/api/auth/all-players").by(&ada).send().await;
    assert_eq!(server.get("/metrics").by(&ada).send().await.status, 403);
    assert_eq!(names(&ada).await, 200);
    for path in ["/api/admin/giveaways", "/api/admin/audit", "/api/auth/admin/all-players"] {
        assert_ne!(server.get(path).by(&ada).send().await.status, 200, "{path}");
    }
    let close = json!({ "enabled": true });
    let call = server.post("/api/auth/admin/maintenance-mode").by(&admin).json(&close);
    call.send().await.of(200);
    server.get("/api/admin/me").by(&ada).send().await.of(200);
    add_app(&server, &ada).await;
    server.get("/api/admin/audit").by(&ada).send().await.of(200);
}
