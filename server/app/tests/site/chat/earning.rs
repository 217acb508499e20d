//! Points for writing in the chat while the stream is live.

use serde_json::json;

use super::linking::link_in_chat;
use super::platform::{Delivery, HOST, Platform, connect, standing};
use crate::rig::{DAY, Member, SECOND, Server};

const MINUTE: i64 = 60 * SECOND;
/// Of the member in the chat.
const EMU: u64 = 5;

struct Stage {
    server: Server,
    platform: Platform,
    member: Member,
    /// Of the last delivery.
    number: u32,
}

impl Stage {
    /// A linked member; 7 points every 10 minutes, at most 17 a day.
    async fn open() -> Self {
        let platform = Platform::start();
        let server = Server::with(|config| {
            platform.set_up(config);
            config.kick.points_for_chatting = 7;
            config.kick.chatting_window_minutes = 10;
            config.kick.chatting_daily_max = 17;
            config.kick.cooldown_seconds = 0;
        })
        .await;
        assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
        let member = server.member("emu").await;
        link_in_chat(&server, &platform, &member, EMU, 1).await;
        Self { server, platform, member, number: 1 }
    }

    async fn live(&mut self, is_live: bool) {
        self.number += 1;
        Delivery::status(&self.server, self.number, is_live).send(&self.server).await.of(200);
    }

    /// The member writes; the balance once that has been worked on.
    async fn write(&mut self) -> u64 {
        self.number += 1;
        Delivery::message(&self.server, self.number, EMU, "hello").send(&self.server).await.of(200);
        self.balance().await
    }

    /// The same with a message of some time ago.
    async fn write_late(&mut self, ago: i64) -> u64 {
        self.number += 1;
        let mut late = Delivery::message(&self.server, self.number, EMU, "hello");
        late.at = late.at.plus(-ago);
        late.send(&self.server).await.of(200);
        self.balance().await
    }

    async fn balance(&mut self) -> u64 {
        // Deliveries are processed in order: a reply to another sender comes after all earlier
        // ones.
        self.number += 1;
        let last = Delivery::message(&self.server, self.number, 99, "!points");
        self.platform.answer(&self.server, &last).await;
        // Days pass, and a member's token ends.
        self.server.site().wallets().balance(self.member.id).unwrap().balance
    }
}

#[tokio::test]
async fn one_award_in_a_window_up_to_the_days_most_while_the_stream_is_live() {
    let mut stage = Stage::open().await;
    assert_eq!(stage.write().await, 0, "nobody is live");
    stage.live(true).await;
    assert_eq!(stage.write().await, 7);
    assert_eq!(stage.write().await, 7, "once in a window");
    // What was paid is known after a restart.
    stage.server.restart().await;
    assert_eq!(stage.write().await, 7);
    stage.server.pass(10 * MINUTE);
    assert_eq!(stage.write().await, 14);
    stage.server.pass(10 * MINUTE);
    assert_eq!(stage.write().await, 17, "what is left of the day");
    stage.server.pass(10 * MINUTE);
    assert_eq!(stage.write().await, 17);
    // It counts as earned, under a name of its own.
    let ledger = stage.server.get("/api/me/ledger").by(&stage.member.token).send().await.of(200);
    assert_eq!(ledger["items"][0]["reason"], "Writing in the live chat");
    let month = stage.server.get("/api/leaderboard/points/monthly").send().await.of(200);
    assert_eq!(month["leaderboard"][0]["totalPoints"], 17);
    let admin = stage.server.admin().await;
    let economy = stage.server.get("/api/admin/economy").by(&admin).send().await.of(200);
    assert!(
        economy.to_string().contains(r#"{"burned":0,"minted":17,"source":"chat"}"#),
        "{economy}"
    );
    // The next day of the site.
    stage.server.pass(DAY - 30 * MINUTE);
    stage.live(true).await;
    assert_eq!(stage.write().await, 24);
    stage.server.pass(SECOND);
    stage.live(false).await;
    stage.server.pass(10 * MINUTE);
    assert_eq!(stage.write().await, 24, "the stream has ended");
    stage.server.prove();
}

#[tokio::test]
async fn a_stream_whose_end_was_never_reported_ends_after_a_day() {
    let mut stage = Stage::open().await;
    stage.live(true).await;
    stage.server.pass(DAY - MINUTE);
    assert_eq!(stage.write().await, 7);
    let confirmed =
        async |stage: &Stage| standing(&stage.server).await["live"]["confirmed"].as_bool().unwrap();
    assert!(confirmed(&stage).await);
    stage.server.pass(10 * MINUTE);
    assert_eq!(stage.write().await, 7);
    assert!(!confirmed(&stage).await);
    // The platform reports the stream again.
    stage.live(true).await;
    assert_eq!(stage.write().await, 14);
    assert!(confirmed(&stage).await);
}

#[tokio::test]
async fn what_arrives_late_counts_for_when_it_was_written() {
    let mut stage = Stage::open().await;
    stage.server.pass(MINUTE);
    stage.live(true).await;
    stage.server.pass(10 * MINUTE);
    assert_eq!(stage.write_late(11 * MINUTE).await, 0, "the stream had not begun");
    assert_eq!(stage.write_late(5 * MINUTE).await, 7);
    assert_eq!(stage.write().await, 14);
    assert_eq!(stage.write_late(5 * MINUTE).await, 14, "that window is paid");
    stage.server.pass(10 * MINUTE);
    stage.live(false).await;
    stage.server.pass(5 * MINUTE);
    assert_eq!(stage.write().await, 14, "the stream has ended");
    stage.server.restart().await;
    assert_eq!(stage.write_late(6 * MINUTE).await, 17, "it was live then");
    stage.server.prove();
}

#[tokio::test]
async fn what_was_taken_is_worked_on_before_the_site_ends() {
    let mut stage = Stage::open().await;
    stage.live(true).await;
    let before = (1000..1100).map(|number| {
        Delivery::message(&stage.server, number, u64::from(number), "!verify NOBODY22")
    });
    let sent: Vec<Delivery> = before.collect();
    for answer in
        futures_util::future::join_all(sent.iter().map(|one| one.send(&stage.server))).await
    {
        answer.of(200);
    }
    Delivery::message(&stage.server, 2000, EMU, "hello").send(&stage.server).await.of(200);
    stage.server.restart().await;
    assert_eq!(stage.server.site().wallets().balance(stage.member.id).unwrap().balance, 7);
}

#[tokio::test]
async fn who_goes_from_one_member_to_the_next_is_paid_once() {
    let mut stage = Stage::open().await;
    let first = stage.member.clone();
    stage.live(true).await;
    assert_eq!(stage.write().await, 7);
    let other = stage.server.member("other").await;
    let unlink = stage.server.call(reqwest::Method::DELETE, "/api/kick/link");
    unlink.by(&first.token).send().await.of(200);
    stage.number += 1;
    link_in_chat(&stage.server, &stage.platform, &other, EMU, stage.number).await;
    stage.member = other;
    assert_eq!(stage.write().await, 0, "the window is paid");
    stage.server.pass(10 * MINUTE);
    assert_eq!(stage.write().await, 7);
    stage.server.pass(10 * MINUTE);
    assert_eq!(stage.write().await, 10, "what is left of the day");
    // Kept for the day, and removed with the account.
    let rows = |stage: &Stage| {
        let view = stage.server.site().store().view();
        view.scan(pointhouse::tables::CHAT_EARNED_BY, &[], &[], 9).unwrap().len()
    };
    stage.server.site().chat().sweep().await.unwrap();
    assert_eq!(rows(&stage), 1);
    stage.server.pass(DAY);
    stage.server.site().chat().sweep().await.unwrap();
    assert_eq!(rows(&stage), 0);
    let once_keys = |stage: &Stage| {
        let view = stage.server.site().store().view();
        view.scan(pointhouse::tables::ONCE, b"chat/", b"chat0", 9).unwrap().len()
    };
    assert_eq!(once_keys(&stage), 3);
    stage.server.pass(2 * DAY);
    stage.server.site().chat().sweep().await.unwrap();
    assert_eq!(once_keys(&stage), 0, "nothing grows with every message");
    stage.server.prove();
}

#[tokio::test]
async fn the_owner_of_the_channel_is_not_paid_for_writing() {
    let mut stage = Stage::open().await;
    let owner = stage.server.member("dundee").await;
    stage.number += 1;
    link_in_chat(&stage.server, &stage.platform, &owner, HOST, stage.number).await;
    stage.member = owner;
    stage.live(true).await;
    stage.number += 1;
    let by_owner = Delivery::message(&stage.server, stage.number, HOST, "hello");
    by_owner.send(&stage.server).await.of(200);
    assert_eq!(stage.balance().await, 0);
}

#[tokio::test]
async fn who_is_not_linked_or_not_active_gets_nothing_and_it_is_off_by_default() {
    let mut stage = Stage::open().await;
    stage.live(true).await;
    let admin = stage.server.admin().await;
    let path = format!("/api/admin/accounts/{}", stage.member.id);
    let active = async |stage: &Stage, is_active: bool| {
        let body = json!({ "isActive": is_active });
        let call = stage.server.call(reqwest::Method::PUT, &path).by(&admin);
        call.json(&body).send().await.of(200);
    };
    active(&stage, false).await;
    assert_eq!(stage.write().await, 0);
    active(&stage, true).await;
    let site = stage.server.get("/api/site").send().await.of(200);
    assert_eq!(site["features"]["chatPoints"]["points"], 7);
    stage.server.restart_with(|config| config.kick.points_for_chatting = 0).await;
    let site = stage.server.get("/api/site").send().await.of(200);
    assert!(site["features"]["chatPoints"].is_null());
    assert_eq!(stage.write().await, 0);
    stage.server.restart_with(|config| config.kick.points_for_chatting = 7).await;
    // Without a channel, no member is paid.
    stage.server.prove_owner(&admin).await;
    let disconnect = stage.server.call(reqwest::Method::DELETE, "/api/admin/chat").by(&admin);
    disconnect.send().await.of(200);
    let site = stage.server.get("/api/site").send().await.of(200);
    assert!(site["features"]["chatPoints"].is_null());
    assert_eq!(connect(&stage.server, &stage.platform, HOST).await, "/admin/chat?kick=connected");
    stage.live(true).await;
    let unlink = stage.server.call(reqwest::Method::DELETE, "/api/kick/link");
    unlink.by(&stage.member.token).send().await.of(200);
    assert_eq!(stage.write().await, 0);
    // Linked again, and paid; deleting the account doesn't reset the sender's earnings.
    stage.number += 1;
    link_in_chat(&stage.server, &stage.platform, &stage.member, EMU, stage.number).await;
    assert_eq!(stage.write().await, 7);
    let body = json!({ "password": crate::rig::PASSWORD });
    let leave = stage.server.call(reqwest::Method::DELETE, "/api/auth/delete-account");
    leave.by(&stage.member.token).json(&body).send().await.of(200);
    let rows = stage.server.site().store().view();
    let rows = rows.scan(pointhouse::tables::CHAT_EARNED, &[], &[], 10).unwrap();
    assert!(rows.is_empty());
}
