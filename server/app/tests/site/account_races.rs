//! Changes of accounts at the same time, and callers that are gone before the answer.

use futures_util::FutureExt;
use futures_util::future::join_all;
use pointhouse::accounts::{
    AccountChange, AccountError, ChangeAccount, CreateAccount, HashFor, SetActive, UpdateKickName,
    read_account,
};
use pointhouse::audit::Actor;
use pointhouse_rules::email::EmailAddress;
use pointhouse_rules::username::Username;
use reqwest::Method;
use serde_json::json;
use tokio::task::LocalSet;

use crate::rig::{Member, PASSWORD, Server};

/// Renames a member. Returns whether the name was free.
async fn rename(server: &Server, member: &Member, name: &str) -> bool {
    let body = json!({ "username": name, "email": member.email });
    let call = server.call(Method::PUT, "/api/auth/update-profile").by(&member.token);
    let answer = call.json(&body).send().await;
    if answer.status == 200 {
        return true;
    }
    answer.refused(409, "username_taken");
    false
}

#[tokio::test]
async fn of_new_and_old_members_who_want_one_name_one_gets_it() {
    let mut server = Server::start().await;
    let mut members = Vec::new();
    for number in 0..4 {
        members.push(server.member(&format!("member_{number}")).await);
    }
    let renamed = members.iter().map(|member| rename(&server, member, "Matilda"));
    let signed_up = (0..4).map(|number| {
        let email = format!("new{number}@example.com");
        let body = json!({ "username": "matilda", "email": email, "password": PASSWORD });
        server.post("/api/auth/signup").json(&body).send()
    });
    let (renamed, signed_up) = tokio::join!(join_all(renamed), join_all(signed_up));
    let renamed = renamed.into_iter().filter(|is_free| *is_free).count();
    let signed_up = signed_up.into_iter().filter(|answer| match answer.status {
        201 => true,
        _ => {
            assert_eq!(answer.status, 409);
            false
        }
    });
    assert_eq!(renamed + signed_up.count(), 1);
    // Names that members swap in a circle are free only after their owners gave them back.
    let swapped = members.iter().enumerate().map(|(number, member)| {
        let name = format!("member_{}", (number + 1) % members.len());
        let server = &server;
        async move { rename(server, member, &name).await }
    });
    join_all(swapped).await;
    server.prove();
}

#[tokio::test]
async fn one_of_several_simultaneous_sign_ups_gets_the_name_or_email() {
    let mut server = Server::start().await;
    let directory = server.site().accounts().directory.clone();
    let password = server.site().accounts().hasher.hash(PASSWORD.to_owned(), HashFor::Site).await;
    let password = password.unwrap();
    let one = |username: String, email: String| {
        let (username, email) =
            (Username::new(username).unwrap(), EmailAddress::new(&email).unwrap());
        let password = password.clone();
        directory.create(CreateAccount::with_password(username, email, password))
    };
    let of_one_name = (0..8).map(|n| one("matilda".to_owned(), format!("m{n}@example.com")));
    let of_one_email = (0..8).map(|n| one(format!("emu_{n}"), "emu@example.com".to_owned()));
    let (names, emails) = LocalSet::new()
        .run_until(async { tokio::join!(join_all(of_one_name), join_all(of_one_email)) })
        .await;
    for (made, taken) in [(names, AccountError::UsernameTaken), (emails, AccountError::EmailTaken)]
    {
        assert_eq!(made.iter().filter(|account| account.is_ok()).count(), 1);
        for refusal in made.into_iter().filter_map(Result::err) {
            assert_eq!(refusal.to_string(), taken.to_string());
        }
    }
    drop(directory);
    server.prove();
}

#[tokio::test]
async fn a_username_change_keeps_a_just_replaced_email() {
    let server = Server::start().await;
    let member = server.member("wombat").await;
    let accounts = server.site().accounts().clone();
    let token_version =
        read_account(accounts.store.view(), member.id).unwrap().unwrap().token_version;
    let change_profile = |name: &str, email: Option<&str>| {
        let username = Username::new(name.to_owned()).unwrap();
        let email = email.map(|email| EmailAddress::new(email).unwrap());
        let change = AccountChange::Profile { username, email };
        accounts.directory.change_account(ChangeAccount { user: member.id, token_version, change })
    };
    let by_admin = SetActive { user: member.id, active: false, actor: Actor::console() };
    let changes = async {
        tokio::join!(
            change_profile("wombat", Some("new@example.com")),
            change_profile("Koala", None),
            accounts.directory.set_active(by_admin),
        )
    };
    let (address, name, active) = LocalSet::new().run_until(changes).await;
    address.unwrap();
    name.unwrap();
    let row = active.unwrap();
    assert_eq!((row.email.as_str(), row.username.as_str()), ("new@example.com", "Koala"));
}

#[tokio::test]
async fn changes_of_one_account_at_the_same_time_all_stay() {
    // Logins at the same time count as guesses until each has ended.
    let server = Server::with(|config| config.auth.wrong_passwords = 0).await;
    let (member, admin) = (server.member("wombat").await, server.admin().await);
    let browsers = ["Firefox/143.0", "Chrome/140.0.0.0", "Edg/140.0.0.0", "OPR/120.0.0.0"];
    let systems = ["X11; Linux x86_64", "Windows NT 10.0"];
    let agents = browsers.iter().flat_map(|browser| {
        systems.iter().map(move |system| format!("Mozilla/5.0 ({system}) {browser}"))
    });
    let logins = agents.map(|agent| {
        let body = json!({ "email": member.email, "password": PASSWORD });
        server.post("/api/auth/login").header("user-agent", &agent).json(&body).send()
    });
    let path = format!("/api/admin/accounts/{}/username", member.id);
    let by_admin = server.call(Method::PUT, &path).by(&admin).json(&json!({ "username": "Koala" }));
    let casino = server.call(Method::PUT, "/api/auth/update-gaming").by(&member.token);
    let casino = casino.json(&json!({ "rainbetUsername": "highroller" }));
    let (logins, by_admin, casino) = tokio::join!(join_all(logins), by_admin.send(), casino.send());
    logins.into_iter().for_each(|login| drop(login.of(200)));
    by_admin.of(200);
    casino.of(200);
    let file = server.get("/api/auth/download-data").by(&member.token).send().await.of(200);
    let devices = file["devices"].as_array().unwrap();
    // The kind of the sign-up is known, too.
    assert_eq!(devices.len(), browsers.len() * systems.len() + 1, "{devices:?}");
    let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
    assert_eq!(me["user"]["username"], "Koala");
}

#[tokio::test]
async fn a_change_whose_caller_is_gone_ends_in_memory_and_on_disk() {
    let mut server = Server::start().await;
    let member = server.member("wombat").await;
    let accounts = server.site().accounts().clone();
    let deactivate = || {
        let (user, actor) = (member.id, Actor::console());
        accounts.directory.set_active(SetActive { user, active: false, actor })
    };
    let work = async {
        // A call that was never begun changes nothing.
        drop(deactivate());
        let mut call = Box::pin(deactivate());
        assert!((&mut call).now_or_never().is_none());
        drop(call);
        // The next change of the account waits for the one that was left behind.
        let command = UpdateKickName { user: member.id, id: 1, name: String::new() };
        let after = accounts.directory.update_kick_name(command).await.unwrap();
        assert!(!after.row.active);
        assert!(!accounts.auth.access(member.id).unwrap().active);
    };
    LocalSet::new().run_until(work).await;
    drop(accounts);
    server.restart().await;
    assert!(!server.site().accounts().auth.access(member.id).unwrap().active);
}
