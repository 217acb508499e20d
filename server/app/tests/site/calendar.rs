//! The daily calendar over HTTP (docs/decisions.md, A2; docs/games.md, section 11).

use futures_util::future::join_all;
use insta::assert_json_snapshot;
use pointhouse::accounts::AccountRow;
use pointhouse::audit::Actor;
use pointhouse::calendar::{ClaimError, ClaimRow, RewardError, RewardId, RewardRow, RewardStatus};
use pointhouse::clock::SiteZone;
use pointhouse::tables;
use pointhouse_store::{Batch, decode, encode};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::LocalSet;

use crate::rig::{Answer, DAY, HOUR, Member, Server};

pub(crate) async fn claim(server: &Server, member: &Member) -> Answer {
    server.post("/api/calendar/claim").by(&member.token).json(&json!({})).send().await
}

pub(crate) async fn mine(server: &Server, member: &Member) -> Value {
    server.get("/api/calendar/me").by(&member.token).send().await.of(200)
}

/// The next day at the same hour, with a token that holds.
async fn next_day(server: &Server, member: &Member) -> Member {
    server.pass(DAY);
    server.login_again(member).await
}

#[tokio::test]
async fn a_claim_pays_once_a_day() {
    let mut server = Server::start().await;
    let member = server.member("emu").await;
    assert_json_snapshot!("calendar", mine(&server, &member).await);
    assert_json_snapshot!("claimed", claim(&server, &member).await.of(200));
    let text = claim(&server, &member).await.refused(409, "already_claimed");
    assert_eq!(text, "You have already claimed today's reward");
    server.restart().await;
    claim(&server, &member).await.refused(409, "already_claimed");
    assert_eq!(server.balance(&member).await, 10);
    let ledger = server.get("/api/me/ledger").by(&member.token).send().await.of(200);
    assert_eq!(ledger["items"].as_array().unwrap().len(), 1);
    assert_eq!(ledger["items"][0]["reason"], "Daily calendar");
    assert_eq!(ledger["items"][0]["reference"], "claim-2026-03-10");
    // Noon in Sydney: the day has 12 hours left.
    server.pass(12 * HOUR - 1);
    claim(&server, &member).await.refused(409, "already_claimed");
    server.pass(1);
    assert_eq!(claim(&server, &member).await.of(200)["claimed"]["streak"], 2);
    server.prove();
}

#[tokio::test]
async fn a_streak_grows_reaches_milestones_and_ends_with_a_missed_day() {
    let mut server = Server::start().await;
    let mut member = server.member("emu").await;
    let mut paid = 0;
    for day in 1..=8 {
        let answer = claim(&server, &member).await.of(200);
        let claimed = &answer["claimed"];
        let expected = match day {
            7 => (10, 50),
            8 => (15, 0),
            _ => (10, 0),
        };
        assert_eq!(
            (&claimed["points"], &claimed["milestonePoints"]),
            (&json!(expected.0), &json!(expected.1))
        );
        paid += expected.0 + expected.1;
        assert_eq!(
            (&answer["balance"], &answer["data"]["currentStreak"]),
            (&json!(paid), &json!(day))
        );
        member = next_day(&server, &member).await;
    }
    let standing = mine(&server, &member).await;
    assert_eq!(standing["progress"]["milestonesAchieved"], json!([7]));
    assert_eq!(standing["progress"]["weeklyStreaks"], 1);
    assert_eq!(standing["progress"]["streakStartDate"], "2026-03-10");
    assert_eq!(standing["progress"]["totalPointsEarned"], paid);
    assert_eq!((&standing["canClaim"], &standing["nextPoints"]), (&json!(true), &json!(15)));
    // The ninth day passes without a claim.
    member = next_day(&server, &member).await;
    let missed = mine(&server, &member).await;
    assert_eq!(
        (&missed["progress"]["currentStreak"], &missed["nextPoints"]),
        (&json!(0), &json!(10))
    );
    let again = claim(&server, &member).await.of(200);
    assert_eq!((&again["claimed"]["streak"], &again["balance"]), (&json!(1), &json!(paid + 10)));
    assert_eq!(again["data"]["claimedDays"].as_array().unwrap().len(), 9);
    server.prove();
}

#[tokio::test]
async fn windows_that_claim_at_once_are_paid_once() {
    let mut server = Server::start().await;
    let member = server.member("emu").await;
    let answers = join_all((0..10).map(|_| claim(&server, &member))).await;
    let paid = answers.iter().filter(|answer| answer.status == 200).count();
    let refused = answers.iter().filter(|answer| answer.status == 409).count();
    assert_eq!((paid, refused), (1, 9));
    assert_eq!(server.balance(&member).await, 10);

    let member = next_day(&server, &member).await;
    let keyed = || {
        let call = server.post("/api/calendar/claim").by(&member.token).key("k");
        call.json(&json!({})).send()
    };
    let first = keyed().await.of(200);
    assert_eq!((&first["claimed"]["streak"], &first["balance"]), (&json!(2), &json!(20)));
    let copies = join_all((0..8).map(|_| keyed())).await;
    for copy in copies {
        assert_eq!(copy.of(200), first);
    }
    let other = server.post("/api/calendar/claim").by(&member.token).key("k");
    let other = other.json(&json!({ "twice": true })).send().await;
    other.refused(409, "idempotency_mismatch");
    claim(&server, &member).await.refused(409, "already_claimed");
    // Over midnight a key is not the claim of the next day.
    let member = next_day(&server, &member).await;
    let call = server.post("/api/calendar/claim").by(&member.token).key("k").json(&json!({}));
    call.send().await.refused(409, "idempotency_mismatch");
    assert_eq!(server.balance(&member).await, 20);
    server.prove();
}

#[tokio::test]
async fn the_older_calls_mint_nothing() {
    let server = Server::start().await;
    let member = server.member("emu").await;
    let other = server.member("bilby").await;
    let award = async |member: &Member, body: Value| {
        server.post("/api/auth/award-points").by(&member.token).json(&body).send().await
    };
    let of = |member: &Member, points: u64, source: &str| json!({ "userId": member.id, "points": points, "source": source, "description": "x" });
    let text = award(&member, of(&member, 10, "daily_calendar")).await.refused(403, "not_awarded");
    assert_eq!(text, "Points are awarded by the server");
    let path = format!("/api/calendar/progress/{}", member.id);
    let progress = server.get(&path).by(&member.token).send().await.of(200);
    assert_eq!((&progress["currentStreak"], &progress["lastClaimDate"]), (&json!(0), &Value::Null));
    // The streak sent by a browser is ignored.
    let lie =
        json!({ "currentStreak": 363, "lastClaimDate": "2026-03-09", "totalPointsEarned": 9 });
    let saved = server.post(&path).by(&member.token).json(&lie).send().await.of(200);
    assert_eq!((&saved["claimed"]["streak"], &saved["balance"]), (&json!(1), &json!(10)));
    let stands = award(&member, of(&member, 10, "daily_calendar")).await.of(200);
    assert_eq!(stands["newBalance"], 10);
    for body in [
        of(&member, 11, "daily_calendar"),
        of(&member, 10, "milestone_reward"),
        of(&member, 0, "milestone_reward"),
        of(&member, 10, "gift"),
    ] {
        award(&member, body).await.refused(403, "not_awarded");
    }
    award(&other, of(&member, 10, "daily_calendar")).await.refused(403, "forbidden");
    server.post(&path).by(&other.token).json(&lie).send().await.refused(403, "forbidden");
    server.get(&path).by(&other.token).send().await.refused(403, "forbidden");
    assert_eq!((server.balance(&member).await, server.balance(&other).await), (10, 0));
}

#[tokio::test]
async fn days_are_the_sites_across_a_clock_change() {
    let server = Server::start().await;
    let member = server.member("emu").await;
    // In Sydney 5 April 2026 has 25 hours: from 13:00 UTC the day before to 14:00 UTC.
    server.pass(25 * DAY + 12 * HOUR);
    let member = server.login_again(&member).await;
    let standing = mine(&server, &member).await;
    assert_eq!(
        (&standing["today"], &standing["nextReset"]),
        (&json!("2026-04-05"), &json!("2026-04-05T14:00:00.000Z"))
    );
    claim(&server, &member).await.of(200);
    server.pass(25 * HOUR - 1);
    let member = server.login_again(&member).await;
    claim(&server, &member).await.refused(409, "already_claimed");
    server.pass(1);
    assert_eq!(claim(&server, &member).await.of(200)["claimed"]["streak"], 2);
}

#[tokio::test]
async fn the_cash_milestone_is_earned_once_with_a_verified_address() {
    let mut server = Server::start().await;
    let (mut verified, mut plain) = (server.member("emu").await, server.member("bilby").await);
    let view = server.site().store().view();
    let key = verified.id.0.to_be_bytes();
    let row: AccountRow = decode(&view.get(tables::ACCOUNT, &key).unwrap().unwrap()).unwrap();
    let mut batch = Batch::new();
    let row = AccountRow { email_verified: true, ..row };
    batch.put(tables::ACCOUNT, &key, &encode(&row).unwrap()).unwrap();
    server.site().store().commit(batch).await.unwrap();
    for day in 1..=31 {
        for member in [&mut verified, &mut plain] {
            claim(&server, member).await.of(200);
            let status = cash_of(&mine(&server, member).await)["status"].clone();
            let earned = day >= 30 && member.name == "emu";
            assert_eq!(status, if earned { json!("pending") } else { Value::Null });
        }
        server.pass(DAY);
        for member in [&mut verified, &mut plain] {
            *member = server.login_again(member).await;
        }
    }
    let rows = server.site().store().view().scan(tables::REWARD, &[], &[], 10).unwrap();
    let rows: Vec<RewardRow> = rows.iter().map(|(_, row)| decode(row).unwrap()).collect();
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].days, rows[0].reward.as_str()), (30, "$25 cash tip"));
    server.prove();
}

#[tokio::test]
async fn an_inactive_account_or_a_visitor_claims_nothing() {
    let server = Server::start().await;
    server.post("/api/calendar/claim").json(&json!({})).send().await.refused(401, "unauthorized");
    server.get("/api/calendar/me").send().await.refused(401, "unauthorized");
    let admin = server.admin().await;
    let refused = server.post("/api/calendar/claim").by(&admin).json(&json!({})).send().await;
    refused.refused(403, "forbidden");
}

#[tokio::test]
async fn members_who_get_there_together_share_the_months_cash() {
    let server = Server::with(|config| config.calendar.cash_per_month = 2).await;
    let mut members = Vec::new();
    for name in ["ant", "bilby", "cassowary", "dingo", "emu", "frog"] {
        members.push(before_the_milestone(&server, name).await);
    }
    let claims = members.iter().map(|member| claim(&server, member));
    for answer in join_all(claims).await {
        answer.of(200);
    }
    // Two a month: further rewards count for the following months, and the member sees that.
    let mut deferred = Vec::new();
    for member in &members {
        let cash = cash_of(&mine(&server, member).await);
        assert_eq!(cash["status"], "pending");
        deferred.push(cash["deferredTo"].as_str().map(str::to_owned));
    }
    deferred.sort();
    let month = |name: &str| Some(name.to_owned());
    let expected =
        [None, None, month("2026-04"), month("2026-04"), month("2026-05"), month("2026-05")];
    assert_eq!(deferred, expected);
}

/// A member with a verified address, who reaches the cash milestone with today's claim.
pub(crate) async fn before_the_milestone(server: &Server, name: &str) -> Member {
    let member = server.member(name).await;
    let zone = SiteZone::new("Australia/Sydney".parse().unwrap());
    let yesterday = zone.day(server.clock.now()).0 - 1;
    let key = member.id.0.to_be_bytes();
    let row = server.site().store().view().get(tables::ACCOUNT, &key).unwrap().unwrap();
    let row = AccountRow { email_verified: true, ..decode(&row).unwrap() };
    let claim = ClaimRow {
        streak: 29,
        base: 0,
        milestone: 0,
        total_earned: 0,
        at: server.clock.now().0 - DAY,
        key: None,
        balance: 0,
        ledger_seq: 0,
    };
    let (claim, yesterday) = (encode(&claim).unwrap(), u64::try_from(yesterday).unwrap());
    let mut batch = Batch::new();
    batch.put(tables::ACCOUNT, &key, &encode(&row).unwrap()).unwrap();
    batch.append(tables::CLAIM, member.id.0, yesterday, &claim).unwrap();
    server.site().store().commit(batch).await.unwrap();
    member
}

pub(crate) fn cash_of(standing: &Value) -> Value {
    let all = standing["milestones"].as_array().unwrap();
    all.iter().find(|milestone| milestone["type"] == "cash").unwrap().clone()
}

#[tokio::test]
async fn a_rejected_reward_takes_nothing_from_the_month() {
    let mut server = Server::with(|config| {
        config.calendar.cash_per_month = 1;
        config.auth.remember_days = 90;
    })
    .await;
    let month = async |server: &Server, member: &Member, status: &str| {
        decide(server, member, status).await.of(200)["reward"]["month"].take()
    };
    let ant = before_the_milestone(&server, "ant").await;
    claim(&server, &ant).await.of(200);
    assert_eq!(month(&server, &ant, "rejected").await, "2026-03");
    server.pass(HOUR);
    let deferred = async |server: &Server, member: &Member| {
        cash_of(&mine(server, member).await)["deferredTo"].clone()
    };
    let [bilby, emu] =
        [before_the_milestone(&server, "bilby").await, before_the_milestone(&server, "emu").await];
    claim(&server, &bilby).await.of(200);
    assert_eq!(deferred(&server, &bilby).await, Value::Null);
    claim(&server, &emu).await.of(200);
    assert_eq!(deferred(&server, &emu).await, "2026-04");
    // March is bilby's now and April is emu's, so ant's counts for May once it is approved after all.
    assert_eq!(month(&server, &ant, "approved").await, "2026-05");
    assert_eq!(deferred(&server, &ant).await, "2026-05");
    let frog = before_the_milestone(&server, "frog").await;
    claim(&server, &frog).await.of(200);
    assert_eq!(deferred(&server, &frog).await, "2026-06");
    // None is paid before its month.
    for (member, name) in [(&ant, "May 2026"), (&emu, "April 2026")] {
        let text = decide(&server, member, "paid").await.refused(409, "too_early");
        let expected = format!("This reward counts for {name}. It can be paid from then on.");
        assert_eq!(text, expected);
    }
    assert_eq!(month(&server, &bilby, "paid").await, "2026-03");
    server.pass(22 * DAY);
    assert_eq!(month(&server, &emu, "paid").await, "2026-04");
    decide(&server, &ant, "paid").await.refused(409, "too_early");
    server.pass(30 * DAY);
    assert_eq!(month(&server, &ant, "paid").await, "2026-05");
    assert_eq!(deferred(&server, &server.login_again(&ant).await).await, "2026-05");
    server.prove();
}

/// An admin decides on a member's cash milestone.
pub(crate) async fn decide(server: &Server, member: &Member, status: &str) -> Answer {
    let path = format!("/api/admin/rewards/{}-30", member.id);
    let call = server.call(Method::PUT, &path).by(&server.admin().await);
    call.json(&json!({ "status": status })).send().await
}

#[tokio::test]
async fn a_reward_is_not_paid_while_its_account_is_deleted() {
    let server = Server::start().await;
    let ant = before_the_milestone(&server, "ant").await;
    claim(&server, &ant).await.of(200);
    let (store, calendar) = (server.site().store().clone(), server.site().calendar().clone());
    let id = RewardId { user: ant.id, days: 30 };
    let deletion = async {
        let by_admin = calendar.clone();
        let write = |batch| async {
            let decide =
                async move { by_admin.decide(id, RewardStatus::Paid, Actor::console()).await };
            let paid = tokio::task::spawn_local(decide);
            // Long enough to read the row, if nothing holds it.
            for _ in 0..1000 {
                tokio::task::yield_now().await;
            }
            store.commit(batch).await?;
            Ok::<_, ClaimError>(paid)
        };
        calendar.forget(ant.id, Batch::new(), write).await.unwrap().await.unwrap()
    };
    let paid = LocalSet::new().run_until(deletion).await;
    assert!(matches!(paid, Err(RewardError::NoSuchReward)), "{paid:?}");
    assert!(store.view().scan(tables::REWARD, &[], &[], 1).unwrap().is_empty());
}
