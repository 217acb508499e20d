//! A change of the site's time zone in the settings.

use pointhouse::clock::Millis;
use serde_json::{Value, json};

use crate::calendar::{before_the_milestone, cash_of, claim, decide, mine};
use crate::rig::{DAY, HOUR, Member, Server};

/// Restarts with another time zone, and logs the member in again.
async fn move_to(server: &mut Server, zone: &str, member: &Member) -> Member {
    server.restart_with(|config| config.place.timezone = zone.parse().unwrap()).await;
    server.login_again(member).await
}

async fn today(server: &Server, member: &Member) -> (Value, Value) {
    let calendar = mine(server, member).await;
    (calendar["today"].clone(), calendar["nextReset"].clone())
}

#[tokio::test]
async fn the_day_goes_on_to_its_midnight_and_cannot_be_claimed_twice() {
    let mut server = Server::start().await;
    let emu = server.member("emu").await;
    // Noon of 10 March in Sydney.
    claim(&server, &emu).await.of(200);
    let before = today(&server, &emu).await;
    assert_eq!(before, (json!("2026-03-10"), json!("2026-03-10T13:00:00.000Z")));
    let emu = move_to(&mut server, "America/New_York", &emu).await;
    // Sydney's midnight is 09:00 of 10 March in New York: the day goes on until it is over there, too.
    let after = (json!("2026-03-10"), json!("2026-03-11T04:00:00.000Z"));
    assert_eq!(today(&server, &emu).await, after);
    let site = server.get("/api/site").send().await.of(200);
    assert_eq!(site["timezone"], "Australia/Sydney");
    claim(&server, &emu).await.refused(409, "already_claimed");
    server.pass(12 * HOUR);
    let site = server.get("/api/site").send().await.of(200);
    assert_eq!(site["timezone"], "America/New_York");
    assert_eq!(today(&server, &emu).await, after);
    claim(&server, &emu).await.refused(409, "already_claimed");
    server.pass(15 * HOUR);
    let emu = server.login_again(&emu).await;
    assert_eq!(claim(&server, &emu).await.of(200)["claimed"]["streak"], 2);
    assert_eq!(today(&server, &emu).await.0, "2026-03-11");
    // The changes are on disk: a start with the same settings changes nothing.
    server.restart().await;
    let emu = server.login_again(&emu).await;
    claim(&server, &emu).await.refused(409, "already_claimed");
    server.prove();
}

#[tokio::test]
async fn a_date_that_a_change_skips_breaks_no_streak() {
    let mut server =
        Server::with(|config| config.place.timezone = "Pacific/Pago_Pago".parse().unwrap()).await;
    let emu = server.member("emu").await;
    // 14:00 of 9 March in Pago Pago.
    claim(&server, &emu).await.of(200);
    assert_eq!(today(&server, &emu).await.0, "2026-03-09");
    let emu = move_to(&mut server, "Pacific/Kiritimati", &emu).await;
    // Its midnight, 11:00 UTC, is 01:00 of 11 March in Kiritimati.
    server.clock.move_to(Millis(1_773_140_400_000));
    let emu = server.login_again(&emu).await;
    assert_eq!(
        today(&server, &emu).await,
        (json!("2026-03-11"), json!("2026-03-11T10:00:00.000Z"))
    );
    assert_eq!(mine(&server, &emu).await["progress"]["currentStreak"], 1);
    assert_eq!(mine(&server, &emu).await["progress"]["lastClaimDate"], "2026-03-09");
    assert_eq!(claim(&server, &emu).await.of(200)["claimed"]["streak"], 2);
    let progress = mine(&server, &emu).await["progress"].clone();
    assert_eq!(
        (&progress["streakStartDate"], &progress["lastClaimDate"], &progress["claimedDays"]),
        (&json!("2026-03-09"), &json!("2026-03-11"), &json!(["2026-03-09", "2026-03-11"]))
    );
    server.pass(DAY);
    let emu = server.login_again(&emu).await;
    assert_eq!(claim(&server, &emu).await.of(200)["claimed"]["streak"], 3);
    // A day without a claim still ends it.
    server.pass(2 * DAY);
    let emu = server.login_again(&emu).await;
    assert_eq!(claim(&server, &emu).await.of(200)["claimed"]["streak"], 1);
    server.prove();
}

#[tokio::test]
async fn a_day_that_a_change_makes_shorter_breaks_no_streak() {
    let utc =
        |config: &mut pointhouse::config::Config| config.place.timezone = "UTC".parse().unwrap();
    let mut server = Server::with(utc).await;
    let emu = server.member("emu").await;
    // 01:00 of 10 March in UTC.
    claim(&server, &emu).await.of(200);
    let emu = move_to(&mut server, "Australia/Brisbane", &emu).await;
    // 11 March begins at its midnight in UTC and ends at 14:00, Brisbane's. 12 March goes on.
    server.pass(38 * HOUR);
    let emu = server.login_again(&emu).await;
    assert_eq!(today(&server, &emu).await.0, "2026-03-12");
    assert_eq!(mine(&server, &emu).await["progress"]["currentStreak"], 1);
    assert_eq!(claim(&server, &emu).await.of(200)["claimed"]["streak"], 2);
    // Days after the change are whole ones again.
    server.pass(47 * HOUR);
    let emu = server.login_again(&emu).await;
    assert_eq!(today(&server, &emu).await.0, "2026-03-14");
    assert_eq!(claim(&server, &emu).await.of(200)["claimed"]["streak"], 1);
    server.prove();
}

#[tokio::test]
async fn a_streak_ends_48_hours_after_its_last_claim_across_a_change() {
    let utc =
        |config: &mut pointhouse::config::Config| config.place.timezone = "UTC".parse().unwrap();
    let mut server = Server::with(utc).await;
    let emu = server.member("emu").await;
    claim(&server, &emu).await.of(200);
    let emu = move_to(&mut server, "Australia/Brisbane", &emu).await;
    server.pass(48 * HOUR + 1);
    let emu = server.login_again(&emu).await;
    assert_eq!(mine(&server, &emu).await["progress"]["currentStreak"], 0);
    assert_eq!(claim(&server, &emu).await.of(200)["claimed"]["streak"], 1);
    server.prove();
}

#[tokio::test]
async fn a_change_that_is_taken_back_before_its_midnight_never_happens() {
    let mut server = Server::start().await;
    let emu = server.member("emu").await;
    let emu = move_to(&mut server, "UTC", &emu).await;
    let emu = move_to(&mut server, "Australia/Sydney", &emu).await;
    server.pass(12 * HOUR);
    assert_eq!(
        today(&server, &emu).await,
        (json!("2026-03-11"), json!("2026-03-11T13:00:00.000Z"))
    );
}

#[tokio::test]
async fn a_reward_is_not_deferred_by_another_time_zone() {
    let mut server = Server::start().await;
    // Half past midnight of April in Sydney, still March in UTC.
    server.pass(21 * DAY + 12 * HOUR + HOUR / 2);
    let ant = before_the_milestone(&server, "ant").await;
    claim(&server, &ant).await.of(200);
    assert_eq!(decide(&server, &ant, "approved").await.of(200)["reward"]["month"], "2026-04");
    for _ in 0..2 {
        let cash = cash_of(&mine(&server, &ant).await);
        assert_eq!((&cash["status"], &cash["deferredTo"]), (&json!("approved"), &Value::Null));
        server.restart_with(|config| config.place.timezone = "UTC".parse().unwrap()).await;
    }
}
