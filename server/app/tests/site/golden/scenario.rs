//! What happens in the folder, from the first day to the last.

use pointhouse::admin::control::{Command, ask};
use pointhouse::config::{Config, HuntOrigin, HuntService};
use pointhouse::job_states::JobRow;
use reqwest::Method;
use serde_json::{Value, json};

use super::{
    ADMIN_PASSWORD, BANJO, BRUCE, CLOCK, DAYS, KYLIE, MATILDA, SHEILA, WOMBAT, offers, play,
    services,
};
use crate::calendar::claim;
use crate::chat::platform::Platform;
use crate::giveaways::soon;
use crate::hunts_external::{self, bht, bht_hunt, unopened};
use crate::rig::{Counterpart, DAY, Member, PASSWORD, Server};
use crate::wager_months;

/// An email written on this day contains a link that expires before the last day.
const DAY_BEFORE_LAST: i64 = DAYS - 1;

/// The site, the services that it calls, and who uses it.
pub(super) struct Scene {
    pub(super) server: Server,
    pub(super) admin: String,
    pub(super) matilda: Member,
    pub(super) bruce: Member,
    pub(super) kylie: Member,
    pub(super) sheila: Member,
    pub(super) casino: Counterpart,
    /// Answers until the end.
    _hunts: Counterpart,
    pub(super) platform: Platform,
}

impl Scene {
    async fn open() -> Self {
        let casino = Counterpart::start(services::casino_on(0));
        let hunts = Counterpart::start(bht(bht_hunt(1, &unopened())));
        let platform = Platform::start();
        let server = Server::with(|config| {
            platform.set_up(config);
            config.kick.cooldown_seconds = 0;
            config.kick.points_for_chatting = 7;
            wager_months::set_up(config, &casino);
            hunts_external::set_up(config, &hunts, HuntService::Bht, HuntOrigin::Local);
            // Another table than on the last day: old rounds keep theirs.
            config.games.tables.dice.return_percent = 98;
        })
        .await;
        wager_months::asked(&server).await;
        Self {
            admin: server.admin().await,
            matilda: server.player(MATILDA, 100_000).await,
            bruce: server.player(BRUCE, 20_000).await,
            kylie: server.player(KYLIE, 10_000).await,
            sheila: server.player(SHEILA, 500).await,
            server,
            casino,
            _hunts: hunts,
            platform,
        }
    }

    /// A call of the admin that succeeds.
    pub(super) async fn admin(&self, method: Method, path: &str, body: &Value) -> Value {
        self.call(&self.admin, method, path, body).await
    }

    /// A call of a member that succeeds.
    pub(super) async fn own(
        &self,
        member: &Member,
        method: Method,
        path: &str,
        body: &Value,
    ) -> Value {
        self.call(&member.token, method, path, body).await
    }

    async fn call(&self, token: &str, method: Method, path: &str, body: &Value) -> Value {
        let answer = self.server.call(method, path).by(token).json(body).send().await;
        assert!(matches!(answer.status, 200 | 201), "{answer:?}");
        answer.body
    }

    /// The same with an idempotency key, which leaves a receipt.
    pub(super) async fn keyed(&self, token: &str, path: &str, body: &Value) -> Value {
        let call = self.server.post(path).by(token).key(&format!("key-of-{path}"));
        call.json(body).send().await.of(200)
    }

    /// Tokens end; so everybody logs in again.
    async fn log_in(&mut self) {
        self.admin = self.server.admin().await;
        for member in [&mut self.matilda, &mut self.bruce, &mut self.kylie] {
            *member = self.server.login_again(member).await;
        }
    }

    async fn restart_with(&mut self, change: impl FnOnce(&mut Config)) {
        self.server.restart_with(change).await;
        wager_months::asked(&self.server).await;
        nightly_base(&self.server).await;
    }
}

/// Waits for the nightly job's run that is due since the clock was moved: it is noted with the time at
/// which it began.
async fn nightly_base(server: &Server) {
    soon(async {
        loop {
            let row = JobRow::read(server.site().store().view(), "base").unwrap().unwrap();
            if row.since == server.clock.now().0 {
                return;
            }
            tokio::task::yield_now().await;
        }
    })
    .await;
}

/// Plays everything. The server that it returns runs still.
pub(super) async fn play() -> Server {
    let mut scene = Scene::open().await;
    first_day(&scene).await;
    for day in 1..=DAYS {
        next_day(&mut scene, day).await;
    }
    // The service's hunts are kept while the site shows its own again.
    scene
        .restart_with(|config| {
            config.hunts.source = HuntOrigin::External;
            config.games.tables.dice.return_percent = 99;
        })
        .await;
    services::hunts_of_the_service(&scene).await;
    scene.restart_with(|config| config.hunts.source = HuntOrigin::Local).await;
    last_day(&mut scene).await;
    assert_eq!(scene.server.clock.now().0, CLOCK);
    scene.server
}

async fn first_day(scene: &Scene) {
    settings(scene).await;
    offers::overlay(scene).await;
    let banjo = scene.server.player(BANJO, 1000).await;
    // Kept when the account is deleted.
    let limit = json!({ "dailyStake": 700 });
    scene.own(&banjo, Method::PUT, "/api/me/limits", &limit).await;
    scene.server.member(WOMBAT).await;
    services::verify_addresses(scene).await;
    services::tracking(scene).await;
    play::first_day(scene, &banjo).await;
    offers::first_day(scene, &banjo).await;
    for member in [&scene.matilda, &scene.bruce] {
        claim(&scene.server, member).await.of(200);
    }
    let leave = scene.server.call(Method::DELETE, "/api/auth/delete-account").by(&banjo.token);
    leave.json(&json!({ "password": PASSWORD })).send().await.of(200);
    let path = format!("/api/admin/accounts/{}", scene.sheila.id);
    scene.admin(Method::PUT, &path, &json!({ "isActive": false })).await;
}

async fn next_day(scene: &mut Scene, day: i64) {
    scene.server.pass(DAY);
    scene.log_in().await;
    for member in [&scene.matilda, &scene.bruce] {
        claim(&scene.server, member).await.of(200);
    }
    // With a day missed.
    if [1, 2, 4].contains(&day) {
        claim(&scene.server, &scene.kylie).await.of(200);
    }
    if day % 5 == 0 {
        scene.casino.answers(services::casino_on(day));
        wager_months::poll(&scene.server).await.unwrap();
    }
    // As the jobs of the minute do.
    scene.server.site().giveaways().end_overdue().await.unwrap();
    scene.server.site().games().settle_overdue().await.unwrap();
    if day == DAY_BEFORE_LAST {
        services::email_that_is_given_up(scene).await;
    }
}

async fn last_day(scene: &mut Scene) {
    scene.log_in().await;
    services::hunts_of_our_own(scene).await;
    services::months(scene).await;
    services::chat(scene).await;
    play::last_day(scene).await;
    offers::last_day(scene).await;
    services::email_that_waits(scene).await;
    set_admin_password(scene).await;
    export_key(scene).await;
    services::clear_outbox(scene);
    let numbat = scene.server.member("numbat").await;
    crate::second_factors::add_app(&scene.server, &numbat.token).await;
}

async fn settings(scene: &Scene) {
    let home = json!({
        "blocks": ["counters", "games"], "live_counters": ["members"],
        "winnings": 1, "hours": 2, "members": 3, "entertainment": 4,
    });
    let change = json!({ "revision": 1, "values": home });
    scene.admin(Method::PUT, "/api/admin/settings/home", &change).await;
    let all = scene.server.get("/api/admin/settings").by(&scene.admin).send().await.of(200);
    let sections = all["sections"].as_array().unwrap();
    let mail = sections.iter().find(|section| section["name"] == "mail").unwrap();
    let (revision, values) = (&mail["version"]["revision"], &mail["values"]);
    let secrets = json!({ "mail.smtp_password": "golden-secret" });
    let change = json!({ "revision": revision, "values": values, "secrets": secrets });
    scene.admin(Method::PUT, "/api/admin/settings/mail", &change).await;
    let upload =
        scene.server.post("/api/admin/pictures?purpose=mark&name=mark.png").by(&scene.admin);
    upload.bytes(crate::pictures::picture(image::ImageFormat::Png)).send().await.of(200);
    scene.admin(Method::PUT, "/api/admin/me", &json!({ "name": "Banksia" })).await;
    scene.admin(Method::PUT, "/api/admin/me/account", &json!({ "username": "" })).await;
    let invitation = json!({ "name": "Waratah", "role": "moderator" });
    scene.admin(Method::POST, "/api/admin/people/invitations", &invitation).await;
}

/// As the command line does before it writes the file.
async fn export_key(scene: &Scene) {
    let data = scene.server.data().to_owned();
    let fingerprint = scene.server.draw_key().fingerprint().unwrap();
    let asked = move || ask(&data, &Command::NoteKeyExport { fingerprint }).unwrap();
    let answer = tokio::task::spawn_blocking(asked).await.unwrap();
    assert!(answer.success, "{answer:?}");
}

async fn set_admin_password(scene: &Scene) {
    let command = Command::SetPassword { password: ADMIN_PASSWORD.to_owned() };
    let data = scene.server.data().to_owned();
    let set = tokio::task::spawn_blocking(move || ask(&data, &command)).await.unwrap().unwrap();
    assert!(set.success, "{}", set.message);
    scene.server.admin_login(ADMIN_PASSWORD).await.of(200);
}
