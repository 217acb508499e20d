//! Members without a password: how they prove who they are, and that they are never locked out.

use pointhouse::ids::Principal;
use pointhouse::second_factor::{FactorsRow, PasskeyRow};
use pointhouse_store::{Batch, KeyBytes, StoredKey, encode};
use reqwest::Method;
use serde_json::{Value, json};

use super::linking::mine;
use super::platform::{Platform, come_back, connected};
use super::signing_in::{finish, sign_in, ticket, visit, yes};
use super::signing_up::newcomer;
use crate::recovery::token_of;
use crate::rig::{Answer, Member, PASSWORD, SECOND, Server};
use crate::second_factors::add_app;
use crate::site_settings::Panel;

const PROOF_LASTS: i64 = 600 * SECOND;

async fn start_proof(server: &Server, member: &Member) -> Answer {
    server.post("/api/kick/proof/start").by(&member.token).send().await
}

/// A visit to the platform that proves a session. Returns where the browser continues.
async fn prove(server: &Server, platform: &Platform, member: &Member, user: u64) -> String {
    let visit = visit(start_proof(server, member).await);
    come_back(server, &yes(platform, &visit, user), &visit.cookie).await
}

async fn change(
    server: &Server,
    method: Method,
    path: &str,
    member: &Member,
    body: Value,
) -> Answer {
    server.call(method, path).by(&member.token).json(&body).send().await
}

async fn set_password(server: &Server, member: &Member) -> Answer {
    let body = json!({ "newPassword": PASSWORD });
    change(server, Method::PUT, "/api/auth/change-password", member, body).await
}

async fn unlink(server: &Server, member: &Member) -> Answer {
    server.call(Method::DELETE, "/api/kick/link").by(&member.token).send().await
}

async fn protection(server: &Server, member: &Member) -> Value {
    server.get("/api/sign-in").by(&member.token).send().await.of(200)
}

#[tokio::test]
async fn a_visit_to_kick_proves_what_a_password_would() {
    let (server, platform) = connected().await;
    let rory = newcomer(&server, &platform, "rory", 5).await;
    let shown = protection(&server, &rory).await;
    let is = |key: &str| shown[key].as_bool().unwrap();
    assert_eq!((is("hasPassword"), is("kickProves"), is("isProved")), (false, true, true));
    server.pass(PROOF_LASTS);
    let delete = async || {
        change(&server, Method::DELETE, "/api/auth/delete-account", &rory, json!({})).await
    };
    let rename = async |password: Option<&str>| {
        let body =
            json!({ "username": "rory", "email": "other@example.com", "password": password });
        change(&server, Method::PUT, "/api/auth/update-profile", &rory, body).await
    };
    delete().await.refused(403, "proof");
    rename(None).await.refused(403, "proof");
    rename(Some("")).await.refused(403, "proof");
    set_password(&server, &rory).await.refused(403, "proof");
    let entered =
        server.post("/api/sign-in/proof").by(&rory.token).json(&json!({ "password": "" }));
    entered.send().await.refused(400, "validation");
    // Another account of the platform is no proof, and neither is a refusal.
    assert_eq!(prove(&server, &platform, &rory, 6).await, "/account?kick=other-account");
    let refused = visit(start_proof(&server, &rory).await);
    let query = yes(&platform, &refused, 5);
    let state = query.split_once('&').unwrap().1;
    let back = come_back(&server, &format!("error=access_denied&{state}"), &refused.cookie).await;
    assert_eq!(back, "/account?kick=refused");
    delete().await.refused(403, "proof");
    // The visit of another browser proves nothing.
    let stolen = visit(start_proof(&server, &rory).await);
    let query = yes(&platform, &stolen, 5);
    assert_eq!(come_back(&server, &query, "another").await, "/account?kick=failed");
    delete().await.refused(403, "proof");
    assert_eq!(prove(&server, &platform, &rory, 5).await, "/account?kick=proved");
    rename(None).await.of(200);
    delete().await.of(200);
}

#[tokio::test]
async fn a_proof_is_of_the_session_that_began_it() {
    let (server, platform) = connected().await;
    let rory = newcomer(&server, &platform, "rory", 5).await;
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let token = finish(&server, ticket(&path), &cookie).await.of(200)["token"].clone();
    let other = Member { token: token.as_str().unwrap().to_owned(), ..rory.clone() };
    server.pass(PROOF_LASTS);
    assert_eq!(prove(&server, &platform, &rory, 5).await, "/account?kick=proved");
    assert_eq!(protection(&server, &rory).await["isProved"], true);
    assert_eq!(protection(&server, &other).await["isProved"], false);
}

#[tokio::test]
async fn a_second_factor_is_the_proof_where_there_is_one() {
    let (server, platform) = connected().await;
    let rory = newcomer(&server, &platform, "rory", 5).await;
    let begun = visit(start_proof(&server, &rory).await);
    add_app(&server, &rory.token).await;
    server.pass(PROOF_LASTS);
    start_proof(&server, &rory).await.refused(401, "second_factor");
    assert_eq!(protection(&server, &rory).await["kickProves"], false);
    server.pass(-PROOF_LASTS / 2);
    let query = yes(&platform, &begun, 5);
    assert_eq!(come_back(&server, &query, &begun.cookie).await, "/account?kick=failed");
}

#[tokio::test]
async fn the_only_way_to_log_in_stays() {
    let (server, platform) = connected().await;
    let mut rory = newcomer(&server, &platform, "rory", 5).await;
    unlink(&server, &rory).await.refused(409, "last_way_to_log_in");
    // A member who ends all sessions comes back with Kick.
    let everywhere = server.post("/api/auth/sign-out-everywhere").by(&rory.token).send().await;
    rory.token = everywhere.of(200)["token"].as_str().unwrap().to_owned();
    assert_eq!(mine(&server, &rory).await["linked"]["signsIn"], true);
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    finish(&server, ticket(&path), &cookie).await.of(200);
    // A first password ends the sessions, and Kick stays a way in.
    assert_eq!(prove(&server, &platform, &rory, 5).await, "/account?kick=proved");
    let set = set_password(&server, &rory).await.of(200);
    let was = std::mem::replace(&mut rory.token, set["token"].as_str().unwrap().to_owned());
    server.get("/api/auth/me").by(&was).send().await.refused(401, "unauthorized");
    assert_eq!(mine(&server, &rory).await["linked"]["signsIn"], true);
    server.login(&rory.email, PASSWORD).await.of(200);
    // From now on a change of the password asks for it.
    set_password(&server, &rory).await.refused(400, "validation");
    unlink(&server, &rory).await.of(200);
}

#[tokio::test]
async fn an_address_that_was_never_confirmed_is_no_way_in_beside_kick() {
    let (server, platform) = connected().await;
    let rory = newcomer(&server, &platform, "rory", 5).await;
    let other = server.member("other").await;
    for email in [&rory.email, &other.email] {
        let body = json!({ "email": email });
        server.post("/api/auth/forgot-password").json(&body).send().await.of(200);
    }
    // The one that was asked for first would have been written first.
    let emails = server.emails(1).await;
    assert!(emails[0].contains(&other.email), "{emails:?}");
}

#[tokio::test]
async fn an_address_stays_no_way_in_while_kick_lets_nobody_in() {
    let (server, platform) = connected().await;
    let rory = newcomer(&server, &platform, "rory", 5).await;
    let path = format!("/api/admin/accounts/{}/sign-out", rory.id);
    server.post(&path).by(&server.admin().await).json(&json!({})).send().await.of(200);
    let other = server.member("other").await;
    for email in [&rory.email, &other.email] {
        let body = json!({ "email": email });
        server.post("/api/auth/forgot-password").json(&body).send().await.of(200);
    }
    let emails = server.emails(1).await;
    assert!(emails[0].contains(&other.email), "{emails:?}");
}

#[tokio::test]
async fn the_address_of_an_account_without_a_password_is_confirmed_by_its_member_alone() {
    let (server, platform) = connected().await;
    let rory = newcomer(&server, &platform, "rory", 5).await;
    let other = server.member("other").await;
    let asked = server.post("/api/auth/send-verification").by(&rory.token).json(&json!({}));
    asked.send().await.of(200);
    let email = server.emails(1).await.remove(0);
    let token = token_of(&email, "verify-email");
    let path = format!("/api/auth/verify-email?token={token}");
    server.get(&path).send().await.refused(403, "log_in_first");
    server.get(&path).by(&other.token).send().await.refused(403, "log_in_first");
    server.get(&path).by(&rory.token).send().await.of(200);
    // Opened again by any reader it says that it was done.
    server.get(&path).send().await.of(200);
}

#[tokio::test]
async fn an_admin_who_ends_all_sessions_ends_sign_in_with_kick_as_well() {
    let (server, platform) = connected().await;
    let rory = newcomer(&server, &platform, "rory", 5).await;
    let path = format!("/api/admin/accounts/{}/sign-out", rory.id);
    server.post(&path).by(&server.admin().await).json(&json!({})).send().await.of(200);
    assert_eq!(sign_in(&server, &platform, 5).await.0, "/login?kick=ended");
}

#[tokio::test]
async fn a_password_set_by_a_link_ends_sign_in_with_kick() {
    let (server, platform) = connected().await;
    let rory = newcomer(&server, &platform, "rory", 5).await;
    let admin = server.admin().await;
    let call = server.post(&format!("/api/admin/accounts/{}/link", rory.id)).by(&admin);
    let link = call.json(&json!({ "kind": "reset" })).send().await.of(200)["link"].clone();
    let token = link.as_str().unwrap().split_once("token=").unwrap().1.to_owned();
    let body = json!({ "token": token, "newPassword": PASSWORD });
    server.post("/api/auth/reset-password").json(&body).send().await.of(200);
    assert_eq!(sign_in(&server, &platform, 5).await.0, "/login?kick=ended");
    server.login(&rory.email, PASSWORD).await.of(200);
}

/// Gives a member a passkey, as a browser on a host would have made it.
async fn give_passkey(server: &Server, member: &Member, hosts: &[&str]) {
    let passkey = |(number, host): (u32, &&str)| PasskeyRow {
        number,
        name: "Phone".to_owned(),
        host: (*host).to_owned(),
        credential: vec![1],
        fixed: vec![1],
        changing: [0; 7],
        made_at: 0,
        used_at: None,
    };
    let row = FactorsRow {
        handle: [1; 16],
        app: None,
        passkeys: (1..).zip(hosts).map(passkey).collect(),
        last_number: u32::try_from(hosts.len()).unwrap(),
        recovery_codes: Vec::new(),
    };
    let (mut key, mut batch) = (KeyBytes::new(), Batch::new());
    Principal::Member(member.id).write(&mut key);
    batch.put(pointhouse::tables::SECOND_FACTOR, &key, &encode(&row).unwrap()).unwrap();
    server.site().store().commit(batch).await.unwrap();
}

#[tokio::test]
async fn a_passkey_is_a_way_to_log_in_where_it_works() {
    let (server, platform) = connected().await;
    let rory = newcomer(&server, &platform, "rory", 5).await;
    let mia = newcomer(&server, &platform, "mia", 6).await;
    Panel::of(&server).await.set("place", "url", json!("https://site.test")).await.of(200);
    let remove = async |server: &Server, member: &Member, number: u32| {
        let path = format!("/api/sign-in/passkeys/{number}");
        server.call(Method::DELETE, &path).by(&member.token).send().await
    };
    give_passkey(&server, &rory, &["elsewhere.test"]).await;
    unlink(&server, &rory).await.refused(409, "last_way_to_log_in");
    give_passkey(&server, &rory, &["site.test", "site.test", "elsewhere.test"]).await;
    unlink(&server, &rory).await.of(200);
    remove(&server, &rory, 2).await.of(200);
    remove(&server, &rory, 1).await.refused(409, "last_way_to_log_in");
    remove(&server, &rory, 3).await.of(200);
    give_passkey(&server, &mia, &["site.test"]).await;
    remove(&server, &mia, 1).await.of(200);
    unlink(&server, &mia).await.refused(409, "last_way_to_log_in");
}
