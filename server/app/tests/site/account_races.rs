//! Changes of accounts at the same time, and callers that are gone before the answer.

use futures_util::FutureExt;
use futures_util::future::join_all;
use pointhouse::accounts::{RenameKick, SetActive};
use pointhouse::audit::Actor;
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
        let order = RenameKick { user: member.id, id: 1, name: String::new() };
        let after = accounts.directory.rename_kick(order).await.unwrap();
        assert!(!after.row.active);
        assert!(!accounts.auth.access(member.id).unwrap().active);
    };
    LocalSet::new().run_until(work).await;
    drop(accounts);
    server.restart().await;
    assert!(!server.site().accounts().auth.access(member.id).unwrap().active);
}
