//! Bonus hunts of our own store: made, filled, opened, and what follows from it.

use insta::assert_json_snapshot;
use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Answer, Server};

struct Panel {
    server: Server,
    admin: String,
}

impl Panel {
    async fn open() -> Self {
        let server = Server::start().await;
        let admin = server.admin().await;
        Self { server, admin }
    }

    async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let mut call = self.server.call(method, path).by(&self.admin);
        if let Some(body) = body {
            call = call.json(body);
        }
        call.send().await
    }

    async fn create(&self, hunt: &Value) -> Answer {
        self.call(Method::POST, "/api/admin/hunts", Some(hunt)).await
    }

    async fn add(&self, id: &str, slot: &Value) -> Answer {
        self.call(Method::POST, &format!("/api/admin/hunts/{id}/slots"), Some(slot)).await
    }

    async fn edit_slot(&self, id: &str, slot: &str, body: &Value) -> Answer {
        let path = format!("/api/admin/hunts/{id}/slots/{slot}");
        self.call(Method::PUT, &path, Some(body)).await
    }

    async fn play(&self, id: &str, slot: &str, win: &Value) -> Answer {
        let path = format!("/api/admin/hunts/{id}/slots/{slot}/play");
        self.call(Method::POST, &path, Some(&json!({ "winAmount": win }))).await
    }

    /// Changes the override of one hunt.
    async fn say(&self, id: &str, said: &Value) -> Answer {
        self.call(Method::PUT, &format!("/api/admin/hunts/{id}/override"), Some(said)).await
    }

    /// Saves the whole map of overrides.
    async fn save(&self, overrides: &Value) -> Answer {
        self.call(Method::POST, "/api/bonus-hunts/admin-overrides", Some(overrides)).await
    }

    async fn hunt(&self, id: &str) -> Answer {
        self.server.get(&format!("/api/bonus-hunts/{id}")).send().await
    }

    async fn list(&self) -> Value {
        self.server.get("/api/bonus-hunts").send().await.of(200)
    }
}

fn friday() -> Value {
    json!({
        "name": " Friday hunt ",
        "description": "The big one",
        "streamerName": "Bruce",
        "huntDate": "2026-03-06T09:00:00Z",
        "startingBalance": "$1,000.00",
    })
}

fn slot(name: &str, bet: &str) -> Value {
    json!({ "slotName": name, "provider": "Nolimit", "calledBy": "matilda", "betAmount": bet })
}

#[tokio::test]
async fn a_hunt_is_made_filled_and_opened() {
    let mut panel = Panel::open().await;
    let made = panel.create(&friday()).await.of(201);
    assert_eq!((&made["hunt"]["id"], &made["hunt"]["status"]), (&json!("1"), &json!("active")));
    for (name, bet) in [("Mental", "$2.00"), ("San Quentin", "1,000"), ("Tombstone", ".5")] {
        panel.add("1", &slot(name, bet)).await.of(200);
    }
    assert_eq!(panel.hunt("1").await.of(200)["status"], "live");
    // Nothing is a win, too; and a slot is opened once.
    panel.play("1", "1", &json!(0)).await.of(200);
    panel.play("1", "1", &json!(5)).await.refused(409, "already_opened");
    panel.play("1", "3", &json!("$ 612.34")).await.of(200);
    panel.say("1", &json!({ "slotTips": { "3": true, "1": false } })).await.of(200);
    let shown = panel.hunt("1").await.of(200);
    assert_json_snapshot!("hunt", shown, {".createdAt" => "[time]"});
    assert_json_snapshot!("hunts", panel.list().await, {"[].createdAt" => "[time]"});
    panel.server.restart().await;
    assert_eq!(panel.hunt("1").await.of(200), shown);
    // The last one opened, it is done.
    panel.play("1", "2", &json!(999)).await.of(200);
    let done = panel.hunt("1").await.of(200);
    assert_eq!((&done["status"], &done["requiredAverage"]), (&json!("completed"), &json!(0.0)));
    assert_eq!(done["profitLoss"], json!(611.34));
}

#[tokio::test]
async fn slots_are_edited_and_removed() {
    let panel = Panel::open().await;
    panel.create(&friday()).await.of(201);
    panel.add("1", &slot("One", "1")).await.of(200);
    // Opened as it is added, with a tip.
    let mut two = slot("Two", "2");
    two["opened"] = json!(true);
    two["amountWon"] = json!(50);
    two["hasTip"] = json!(true);
    two["provider"] = json!("");
    let added = panel.add("1", &two).await.of(200);
    let shown = &added["hunt"]["slots"][1];
    assert_eq!(
        (&shown["multiplier"], &shown["hasTip"], &shown["provider"]),
        (&json!("25x"), &json!(true), &json!("Unknown"))
    );
    // Closed again: no win, and the tip gone.
    let closed = panel.edit_slot("1", "2", &slot("Two again", "4")).await.of(200);
    let shown = &closed["hunt"]["slots"][1];
    assert_eq!(
        (&shown["opened"], &shown["amountWon"], &shown["multiplier"], &shown["hasTip"]),
        (&json!(false), &json!(0.0), &json!("0x"), &json!(false))
    );
    let gone = panel.call(Method::DELETE, "/api/admin/hunts/1/slots/1", None).await.of(200);
    assert_eq!(gone["hunt"]["slots"].as_array().unwrap().len(), 1);
    // A number is never given again.
    let third = panel.add("1", &slot("Three", "1")).await.of(200);
    assert_eq!(third["hunt"]["slots"][1]["id"], "3");
    for path in ["/api/admin/hunts/1/slots/1", "/api/admin/hunts/1/slots/x"] {
        panel.call(Method::DELETE, path, None).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn an_admins_word_on_the_status_stands_until_it_is_taken_back() {
    let mut panel = Panel::open().await;
    panel.create(&friday()).await.of(201);
    panel.add("1", &slot("One", "1")).await.of(200);
    let said = panel.say("1", &json!({ "status": "completed" })).await.of(200);
    let expected = json!({ "success": true, "1": { "status": "completed", "slotTips": {} } });
    assert_eq!(said, expected);
    panel.server.restart().await;
    let open = panel.server.get("/api/bonus-hunts/admin-overrides").send().await.of(200);
    assert_eq!(open, expected);
    assert_eq!(panel.list().await[0]["status"], "completed");
    // A tip doesn't change the status.
    panel.say("1", &json!({ "slotTips": { "1": true } })).await.of(200);
    assert_eq!(panel.list().await[0]["status"], "completed");
    panel.say("1", &json!({ "status": null })).await.of(200);
    assert_eq!(panel.list().await[0]["status"], "live");
    panel.say("2", &json!({ "status": "active" })).await.refused(404, "not_found");
    panel.say("1", &json!({ "slotTips": { "9": true } })).await.refused(404, "not_found");
    let text = panel.say("1", &json!({ "status": "paused" })).await.refused(400, "bad_request");
    assert_eq!(text, r#"`status` must be one of "live", "active", "completed""#);
    assert_eq!(panel.list().await[0]["status"], "live");
}

#[tokio::test]
async fn the_map_of_overrides_is_saved_whole() {
    let mut panel = Panel::open().await;
    for _ in 0..2 {
        panel.create(&friday()).await.of(201);
    }
    for name in ["One", "Two"] {
        panel.add("1", &slot(name, "1")).await.of(200);
    }
    let all = json!({
        "1": { "status": "completed", "slotTips": { "1": true, "2": true } },
        "2": { "status": "completed" },
    });
    panel.save(&all).await.of(200);
    // What the reading call answers may be sent back as it is, its flag included.
    let read = panel.server.get("/api/bonus-hunts/admin-overrides").send().await.of(200);
    assert_eq!(panel.save(&read).await.of(200), read);
    // What is left out is cleared: a tip, a status, a hunt.
    let left = panel.save(&json!({ "1": { "slotTips": { "2": true } } })).await.of(200);
    let expected = json!({ "success": true, "1": { "status": null, "slotTips": { "2": true } } });
    assert_eq!(left, expected);
    let hunt = panel.hunt("1").await.of(200);
    assert_eq!((&hunt["status"], &hunt["slots"][0]["hasTip"]), (&json!("live"), &json!(false)));
    // One that does not fit, and none is changed.
    let mixed = json!({ "1": { "status": "active" }, "9": { "status": "active" } });
    panel.save(&mixed).await.refused(404, "not_found");
    let wrong = json!({ "1": { "status": "paused" } });
    let text = panel.save(&wrong).await.refused(400, "bad_request");
    assert_eq!(text, r#"`1.status` must be one of "live", "active", "completed""#);
    panel.server.restart().await;
    let kept = panel.server.get("/api/bonus-hunts/admin-overrides").send().await.of(200);
    assert_eq!(kept, expected);
    assert_eq!(panel.save(&json!({})).await.of(200), json!({ "success": true }));
    panel.server.prove();
}

#[tokio::test]
async fn ids_are_of_the_admins_choice_or_numbers() {
    let panel = Panel::open().await;
    let named = |id: &str| {
        let mut hunt = friday();
        hunt["customId"] = json!(id);
        hunt
    };
    assert_eq!(panel.create(&named(" Week-12_b ")).await.of(201)["hunt"]["id"], "Week-12_b");
    let taken = panel.create(&named("week-12_B")).await;
    assert_eq!(taken.refused(409, "id_taken"), "ID \"week-12_B\" already exists");
    panel.create(&named("admin-overrides")).await.refused(409, "id_taken");
    let bad = panel.create(&named("week 12")).await;
    let bad = bad.of(400);
    let text = "ID can only contain letters, numbers, hyphens, and underscores";
    assert_eq!(bad["fields"]["customId"], text);
    panel.create(&named(&"a".repeat(41))).await.refused(400, "validation");
    // The next number may be taken by a custom id.
    panel.create(&named("2")).await.of(201);
    assert_eq!(panel.create(&friday()).await.of(201)["hunt"]["id"], "3");
    // Found without regard to case; deleted, it is gone and may come again as another.
    panel.hunt("WEEK-12_B").await.of(200);
    panel.say("week-12_b", &json!({ "status": "live" })).await.of(200);
    panel.call(Method::DELETE, "/api/admin/hunts/Week-12_b", None).await.of(200);
    panel.hunt("Week-12_b").await.refused(404, "not_found");
    let again = panel.create(&named("Week-12_b")).await.of(201);
    assert_eq!(again["hunt"]["status"], "active");
    let unknown = panel.hunt("nothing-here").await;
    assert_eq!(unknown.refused(404, "not_found"), "Bonus hunt not found");
    let bad = panel.hunt("a%20b").await;
    assert_eq!(bad.refused(400, "bad_id"), "Invalid bonus hunt ID");
}

#[tokio::test]
async fn invalid_input_is_reported_by_field() {
    let panel = Panel::open().await;
    panel.create(&friday()).await.of(201);
    let with = |base: &Value, name: &str, value: Value| {
        let mut body = base.clone();
        body[name] = value;
        body
    };
    for (name, value) in [
        ("name", json!("  ")),
        ("name", json!("x".repeat(101))),
        ("description", json!("x".repeat(1001))),
        ("streamerName", json!("x".repeat(61))),
        ("huntDate", json!("yesterday")),
        ("huntDate", json!("1969-01-01T00:00:00Z")),
        ("startingBalance", json!(-1)),
        ("startingBalance", json!("a lot")),
        ("startingBalance", json!(100_000_000.01)),
        ("startingBalance", json!(1e12)),
    ] {
        let hunt = with(&friday(), name, value.clone());
        let made = panel.create(&hunt).await;
        let body = made.of(400);
        assert!(body["fields"][name].is_string(), "{name} {value}: {body}");
        let edited = panel.call(Method::PUT, "/api/admin/hunts/1", Some(&hunt)).await;
        edited.refused(400, "validation");
    }
    for (name, value) in [
        ("slotName", json!("")),
        ("calledBy", json!(" ")),
        ("betAmount", json!("0")),
        ("betAmount", json!("free")),
        ("provider", json!("x".repeat(61))),
    ] {
        let added = panel.add("1", &with(&slot("One", "1"), name, value.clone())).await;
        let body = added.of(400);
        assert!(body["fields"][name].is_string(), "{name} {value}: {body}");
    }
    let opened = with(&slot("One", "1"), "opened", json!(true));
    panel.add("1", &opened).await.refused(400, "validation");
    panel.add("1", &with(&opened, "amountWon", json!(-5))).await.refused(400, "validation");
    assert_eq!(panel.hunt("1").await.of(200)["totalSlots"], 0);
    panel.add("1", &slot("One", "1")).await.of(200);
    let bad = panel.play("1", "1", &json!("")).await.of(400);
    assert!(bad["fields"]["winAmount"].is_string());
}

#[tokio::test]
async fn editing_keeps_what_was_not_said_and_leaves_an_audit() {
    let panel = Panel::open().await;
    panel.create(&friday()).await.of(201);
    panel.add("1", &slot("One", "1")).await.of(200);
    let edit = json!({ "name": "Saturday hunt", "startingBalance": 12.34 });
    let edited = panel.call(Method::PUT, "/api/admin/hunts/1", Some(&edit)).await.of(200);
    assert_eq!(edited["hunt"]["huntDate"], "2026-03-06T09:00:00.000Z");
    assert_eq!(
        (&edited["hunt"]["totalSlots"], &edited["hunt"]["revision"]),
        (&json!(1), &json!(3))
    );
    panel.call(Method::DELETE, "/api/admin/hunts/1", None).await.of(200);
    let audit = panel.server.get("/api/admin/audit?q=hunt").by(&panel.admin).send().await.of(200);
    let actions: Vec<&str> = audit["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["hunts.delete", "hunts.edit", "hunts.slot.add", "hunts.create"]);
    assert_eq!(panel.list().await, json!([]));
    // Its slots have gone with it.
    panel.create(&friday()).await.of(201);
    assert_eq!(panel.hunt("2").await.of(200)["totalSlots"], 0);
}

#[tokio::test]
async fn a_list_that_is_known_is_not_sent_again() {
    let panel = Panel::open().await;
    panel.create(&friday()).await.of(201);
    for path in ["/api/bonus-hunts", "/api/bonus-hunts/1", "/api/bonus-hunts/admin-overrides"] {
        let tag = panel.server.get(path).send().await.header("etag").to_owned();
        let again = panel.server.get(path).header("if-none-match", &tag).send().await;
        assert_eq!(again.status, 304, "{path}");
    }
}

#[tokio::test]
async fn a_form_opened_before_a_win_does_not_take_it_back() {
    let panel = Panel::open().await;
    panel.create(&friday()).await.of(201);
    for name in ["One", "Two"] {
        panel.add("1", &slot(name, "1")).await.of(200);
    }
    let seen = panel.hunt("1").await.of(200)["slots"][0]["revision"].clone();
    panel.play("1", "1", &json!(50)).await.of(200);
    // Another slot's play doesn't conflict with this form.
    panel.play("1", "2", &json!(9)).await.of(200);
    let mut form = slot("One, spelt better", "1");
    form["revision"] = seen;
    let text = panel.edit_slot("1", "1", &form).await.refused(409, "changed");
    assert_eq!(text, "Another admin has changed this slot in the meantime");
    let shown = panel.hunt("1").await.of(200)["slots"][0].clone();
    assert_eq!((&shown["amountWon"], &shown["slotName"]), (&json!(50.0), &json!("One")));
    form["revision"] = shown["revision"].clone();
    form["opened"] = json!(true);
    form["amountWon"] = json!(51);
    panel.edit_slot("1", "1", &form).await.of(200);
}

#[tokio::test]
async fn details_are_not_saved_over_a_newer_version() {
    let panel = Panel::open().await;
    panel.create(&friday()).await.of(201);
    let seen = panel.hunt("1").await.of(200)["detailsTag"].clone();
    let edit = async |name: &str, tag: &Value| {
        let mut form = friday();
        (form["name"], form["detailsTag"]) = (json!(name), tag.clone());
        panel.call(Method::PUT, "/api/admin/hunts/1", Some(&form)).await
    };
    // Slots and words over the hunt are none of the form's business.
    panel.add("1", &slot("One", "1")).await.of(200);
    panel.play("1", "1", &json!(5)).await.of(200);
    panel.say("1", &json!({ "status": "live" })).await.of(200);
    let saved = edit("Saturday", &seen).await.of(200);
    let text = edit("Sunday", &seen).await.refused(409, "changed");
    assert_eq!(text, "Another admin has changed this bonus hunt in the meantime");
    assert_eq!(panel.hunt("1").await.of(200)["name"], "Saturday");
    let now = &saved["hunt"]["detailsTag"];
    assert_ne!(now, &seen);
    edit("Sunday", now).await.of(200);
    edit("Monday", &Value::Null).await.of(200);
    let other = json!({ "name": "Monday", "startingBalance": 1 });
    let balance = panel.call(Method::PUT, "/api/admin/hunts/1", Some(&other)).await.of(200);
    edit("Tuesday", now).await.refused(409, "changed");
    edit("Tuesday", &balance["hunt"]["detailsTag"]).await.of(200);
}

#[tokio::test]
async fn a_status_is_not_said_over_one_that_nobody_saw() {
    let panel = Panel::open().await;
    panel.create(&friday()).await.of(201);
    panel.add("1", &slot("One", "1")).await.of(200);
    let say = async |status: Value, seen: &str| {
        panel.say("1", &json!({ "status": status, "seenStatus": seen })).await
    };
    say(json!("active"), "live").await.of(200);
    say(json!("completed"), "live").await.refused(409, "changed");
    say(Value::Null, "live").await.refused(409, "changed");
    // Two admins who want the same are of one mind.
    say(json!("active"), "live").await.of(200);
    assert_eq!(panel.list().await[0]["status"], "active");
    say(Value::Null, "active").await.of(200);
    // The last bonus was opened meanwhile: the hunt is over by itself.
    panel.play("1", "1", &json!(5)).await.of(200);
    say(json!("active"), "live").await.refused(409, "changed");
    say(json!("completed"), "live").await.of(200);
    assert_eq!(panel.list().await[0]["status"], "completed");
}

#[tokio::test]
async fn tips_of_two_admins_both_stand() {
    let panel = Panel::open().await;
    panel.create(&friday()).await.of(201);
    for name in ["One", "Two", "Three"] {
        panel.add("1", &slot(name, "1")).await.of(200);
    }
    panel.say("1", &json!({ "slotTips": { "1": true } })).await.of(200);
    let said = panel.say("1", &json!({ "slotTips": { "3": true } })).await.of(200);
    assert_eq!(said["1"]["slotTips"], json!({ "1": true, "3": true }));
    let said = panel.say("1", &json!({ "slotTips": { "1": false } })).await.of(200);
    assert_eq!(said["1"]["slotTips"], json!({ "3": true }));
}

#[tokio::test]
async fn a_word_that_changes_nothing_leaves_nothing_behind() {
    let panel = Panel::open().await;
    for id in ["a", "b"] {
        let mut hunt = friday();
        hunt["customId"] = json!(id);
        panel.create(&hunt).await.of(201);
    }
    let both = json!({ "a": { "status": "live" }, "b": { "status": "completed" } });
    panel.save(&both).await.of(200);
    let listed = panel.list().await;
    // Said again, with one that is new: only that one moves on.
    let again = json!({ "a": { "status": "live" }, "b": { "status": "active" } });
    panel.save(&again).await.of(200);
    let revision = |id: &str, list: &Value| {
        let all = list.as_array().unwrap().iter();
        all.filter(|hunt| hunt["id"] == id).map(|hunt| hunt["revision"].clone()).next()
    };
    let now = panel.list().await;
    assert_eq!(revision("a", &now), revision("a", &listed));
    assert_ne!(revision("b", &now), revision("b", &listed));
    let audit = panel.server.get("/api/admin/audit?q=override").by(&panel.admin).send().await;
    assert_eq!(audit.of(200)["total"], 3);
}
