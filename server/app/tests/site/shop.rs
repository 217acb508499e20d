//! The points shop: never oversold, points conserved, purchases cancelled once.

use futures_util::future::join_all;
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::rig::{Answer, Member, Server};

pub(crate) fn item(title: &str, cost: u64, stock: u64) -> Value {
    json!({
        "id": 1_700_000_000_000_u64,
        "title": title,
        "description": "A thing",
        "image": "https://example.com/a.png",
        "pointsCost": cost,
        "stock": stock,
        "category": "Digital Services",
        "isActive": true,
    })
}

async fn publish(server: &Server, admin: &str, list: &Value) -> Answer {
    server.post("/api/points-shop").by(admin).json(list).send().await
}

/// A shop that is open, with these items.
async fn open(list: Value) -> (Server, String) {
    let server = Server::start().await;
    let admin = server.admin().await;
    publish(&server, &admin, &list).await.of(200);
    let config = json!({ "comingSoonEnabled": false });
    server.post("/api/points-shop/config").by(&admin).json(&config).send().await.of(200);
    (server, admin)
}

async fn items(server: &Server) -> Value {
    server.get("/api/points-shop").send().await.of(200)
}

pub(crate) async fn buy(server: &Server, member: &Member, id: &str) -> Answer {
    let body =
        json!({ "itemId": id, "userInfo": { "username": "x", "userId": member.id, "points": 1 } });
    server.post("/api/points-shop/purchase").by(&member.token).json(&body).send().await
}

async fn own(server: &Server, member: &Member) -> Value {
    server.get("/api/history/purchases").by(&member.token).send().await.of(200)
}

async fn change(server: &Server, admin: &str, id: &str, status: &str) -> Answer {
    let path = format!("/api/points-shop/purchases/{id}");
    let call = server.call(reqwest::Method::PUT, &path).by(admin);
    call.json(&json!({ "status": status })).send().await
}

#[tokio::test]
async fn a_purchase_takes_points_and_stock_together() {
    let (mut server, admin) = open(json!([item("Hat", 30, 2), item("Cap", 500, 9)])).await;
    let member = server.player("emu", 100).await;
    let visitor = server.listen(&json!({})).await;
    assert_json_snapshot!("shop", {
        "[].createdAt" => "[time]"
    }, items(&server).await);
    let bought = buy(&server, &member, "1").await.of(200);
    assert_json_snapshot!("bought", bought);
    let heard = server.get(&visitor).send().await.text;
    assert!(heard.contains(r#"42["pointsShopPurchased",{"itemId":"1"}]"#), "{heard}");
    assert_eq!(items(&server).await[0]["stock"], 1);
    assert!(
        buy(&server, &member, "2")
            .await
            .refused(400, "insufficient_points")
            .contains("Insufficient points")
    );
    buy(&server, &member, "1").await.of(200);
    assert_eq!(buy(&server, &member, "1").await.refused(409, "out_of_stock"), "Out of Stock");
    buy(&server, &member, "7").await.refused(404, "not_found");
    assert_eq!(server.balance(&member).await, 40);
    server.restart().await;
    assert_eq!(items(&server).await[0]["stock"], 0);
    assert_eq!(items(&server).await[1]["stock"], 9);
    assert_eq!(own(&server, &member).await.as_array().unwrap().len(), 2);
    let all = server.get("/api/points-shop/purchases").by(&admin).send().await.of(200);
    assert_eq!(all[0]["user"]["username"], "emu");
    // The older path: the caller's own rows.
    let file = server.get("/points-shop-purchases.json").by(&member.token).send().await;
    assert_eq!(file.body, own(&server, &member).await);
    server.prove();
}

#[tokio::test]
async fn two_hundred_buyers_get_the_fifty_pieces_there_are() {
    let (mut server, _) = open(json!([item("Hat", 10, 50)])).await;
    let mut members = Vec::new();
    for number in 0..40 {
        members.push(server.player(&format!("buyer_{number}"), 100).await);
    }
    // Forty members with five windows each, all at once.
    let calls = (0..200).map(|number| buy(&server, &members[number % 40], "1"));
    let answers = join_all(calls).await;
    let status = |wanted: u16| answers.iter().filter(|answer| answer.status == wanted).count();
    assert_eq!((status(200), status(409)), (50, 150));
    assert_eq!(items(&server).await[0]["stock"], 0);
    let mut points = 0;
    for member in &members {
        points += server.balance(member).await;
    }
    assert_eq!(points, 40 * 100 - 50 * 10);
    server.restart().await;
    assert_eq!(items(&server).await[0]["stock"], 0);
    server.prove();
}

#[tokio::test]
async fn what_was_sold_since_a_draft_was_begun_stays_sold() {
    let (server, admin) = open(json!([item("Hat", 10, 5)])).await;
    let member = server.player("emu", 1000).await;
    let draft = server.get("/api/points-shop").by(&admin).send().await;
    let version = draft.header("etag").to_owned();
    let mut list = draft.of(200);
    for _ in 0..2 {
        buy(&server, &member, "1").await.of(200);
    }
    // The draft saw nothing sold and raises the stock to 8: two of them are gone already.
    list[0]["stock"] = json!(8);
    list[0]["title"] = json!("Big hat");
    // Covering the shop and opening it again is no change of the list.
    for covered in [true, false] {
        let config = json!({ "comingSoonEnabled": covered });
        server.post("/api/points-shop/config").by(&admin).json(&config).send().await.of(200);
    }
    let call = server.post("/api/points-shop").by(&admin).header("if-match", &version);
    call.json(&list).send().await.of(200);
    let shown = items(&server).await;
    assert_eq!((&shown[0]["stock"], &shown[0]["sold"]), (&json!(6), &json!(2)));
    let call = server.post("/api/points-shop").by(&admin).header("if-match", &version);
    call.json(&list).send().await.refused(409, "version_conflict");
    // A stock below what was sold since shows none, never less.
    list[0]["stock"] = json!(1);
    publish(&server, &admin, &list).await.of(200);
    assert_eq!(items(&server).await[0]["stock"], 0);
    buy(&server, &member, "1").await.refused(409, "out_of_stock");
}

#[tokio::test]
async fn a_purchase_is_cancelled_once_and_reinstated() {
    let (mut server, admin) = open(json!([item("Hat", 30, 1)])).await;
    let (member, other) = (server.player("emu", 100).await, server.player("bilby", 100).await);
    buy(&server, &member, "1").await.of(200);
    let cancel = async |who: &Member| {
        let call = server.post("/api/points-shop/purchases/1/cancel").by(&who.token);
        call.json(&json!({})).send().await
    };
    cancel(&other).await.refused(404, "not_found");
    let answers = join_all((0..6).map(|_| cancel(&member))).await;
    let done = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(done, 1, "{answers:?}");
    assert_eq!(server.balance(&member).await, 100);
    assert_eq!(items(&server).await[0]["stock"], 1);
    cancel(&member).await.refused(409, "not_pending");
    // Taken up again by an admin: points and stock are taken again, or it is refused.
    change(&server, &admin, "1", "pending").await.of(200);
    assert_eq!((server.balance(&member).await, &items(&server).await[0]["stock"]), (70, &json!(0)));
    change(&server, &admin, "1", "cancelled").await.of(200);
    assert_eq!(server.balance(&member).await, 100);
    buy(&server, &other, "1").await.of(200);
    change(&server, &admin, "1", "completed").await.refused(409, "out_of_stock");
    change(&server, &admin, "2", "cancelled").await.of(200);
    server.grant(&member, "set", 29).await.of(200);
    change(&server, &admin, "1", "completed").await.refused(400, "insufficient_points");
    server.grant(&member, "set", 30).await.of(200);
    change(&server, &admin, "1", "completed").await.of(200);
    assert_eq!((server.balance(&member).await, &items(&server).await[0]["stock"]), (0, &json!(0)));
    assert_eq!(own(&server, &member).await[0]["status"], "completed");
    change(&server, &admin, "9", "completed").await.refused(404, "not_found");
    let text = change(&server, &admin, "1", "lost").await.refused(400, "bad_request");
    let known = r#""pending", "completed", "cancelled", "in_progress""#;
    assert_eq!(text, format!("`status` must be one of {known}"));
    server.restart().await;
    assert_eq!(items(&server).await[0]["stock"], 0);
    server.prove();
}

#[tokio::test]
async fn a_purchase_in_progress_is_not_cancelled_by_its_buyer() {
    let (mut server, admin) = open(json!([item("Code", 30, 2)])).await;
    let member = server.player("emu", 100).await;
    buy(&server, &member, "1").await.of(200);
    buy(&server, &member, "1").await.of(200);
    let cancel = async |server: &Server| {
        let call = server.post("/api/points-shop/purchases/1/cancel").by(&member.token);
        call.json(&json!({})).send().await
    };
    let changed = change(&server, &admin, "1", "in_progress").await.of(200);
    assert_eq!(changed["purchase"]["status"], "in_progress");
    server.restart().await;
    let text = cancel(&server).await.refused(409, "not_pending");
    assert_eq!(text, "This purchase is in progress and can no longer be cancelled");
    assert_eq!(server.balance(&member).await, 40);
    assert_eq!(own(&server, &member).await[1]["status"], "in_progress");
    let page = async |query: &str| {
        let call = server.get(&format!("/api/admin/purchases{query}")).by(&admin);
        call.send().await.of(200)
    };
    let of_status = page("?status=in_progress").await;
    assert_eq!((&of_status["total"], &of_status["items"][0]["id"]), (&json!(1), &json!("1")));
    let counts = json!({ "pending": 1, "in_progress": 1, "completed": 0, "cancelled": 0 });
    assert_eq!(of_status["counts"], counts);
    // A panel that still shows another status moves no points with it.
    let stale = |status: &str, seen: &str| {
        let call = server.call(reqwest::Method::PUT, "/api/points-shop/purchases/1").by(&admin);
        call.json(&json!({ "status": status, "seenStatus": seen })).send()
    };
    change(&server, &admin, "1", "cancelled").await.of(200);
    stale("in_progress", "pending").await.refused(409, "purchase_changed");
    assert_eq!(server.balance(&member).await, 70);
    stale("in_progress", "cancelled").await.of(200);
    assert_eq!(server.balance(&member).await, 40);
    // The admin may still cancel it, or set it back, which lets the buyer cancel again.
    change(&server, &admin, "1", "pending").await.of(200);
    cancel(&server).await.of(200);
    assert_eq!(server.balance(&member).await, 70);
    server.prove();
}

#[tokio::test]
async fn an_order_that_cannot_be_is_refused_and_a_copy_is_carried_out_once() {
    let (server, admin) = open(json!([item("Hat", 30, 1), item("Cap", 10, 5)])).await;
    let member = server.player("emu", 100).await;
    let order = async |key: &str, body: Value| {
        let call = server.post("/api/points-shop/purchase").by(&member.token).key(key);
        call.json(&body).send().await
    };
    let text =
        order("a", json!({ "itemId": "1", "pointsCost": 29 })).await.refused(409, "price_changed");
    assert_eq!(text, "The price of this item is now 30");
    let first = order("a", json!({ "itemId": "1", "pointsCost": 30 })).await.of(200);
    // Sold out now, and still the same response.
    assert_eq!(order("a", json!({ "itemId": "1", "pointsCost": 30 })).await.of(200), first);
    // Any other body is another request; spaces and the order of its fields are not.
    for other in [
        json!({ "itemId": "2" }),
        json!({ "itemId": "1" }),
        json!({ "itemId": 1, "pointsCost": 30 }),
        json!({ "itemId": "1", "pointsCost": 30, "userInfo": { "userId": member.id } }),
        json!({ "itemId": "1", "pointsCost": 30, "note": "twice" }),
    ] {
        order("a", other).await.refused(409, "idempotency_mismatch");
    }
    let call = server.post("/api/points-shop/purchase").by(&member.token).key("a");
    let call = call.header("content-type", "application/json");
    let spaced = "{ \"pointsCost\": 30,\n \"itemId\": \"1\" }";
    assert_eq!(call.text(spaced).send().await.of(200), first);
    let mut list = server.get("/api/points-shop").by(&admin).send().await.of(200);
    list[1]["isActive"] = json!(false);
    publish(&server, &admin, &list).await.of(200);
    assert_eq!(items(&server).await.as_array().unwrap().len(), 1);
    order("b", json!({ "itemId": "2" })).await.refused(404, "not_found");
    let config = json!({ "comingSoonEnabled": true });
    server.post("/api/points-shop/config").by(&admin).json(&config).send().await.of(200);
    order("c", json!({ "itemId": "1" })).await.refused(403, "coming_soon");
    assert_eq!(order("a", json!({ "itemId": "1", "pointsCost": 30 })).await.of(200), first);
    assert_eq!(server.balance(&member).await, 70);
    let foreign = json!({ "itemId": "1", "userInfo": { "userId": "99" } });
    order("d", foreign).await.refused(403, "forbidden");
}

#[tokio::test]
async fn copies_of_an_order_for_the_last_piece_are_one_purchase() {
    let (mut server, _) = open(json!([item("Hat", 10, 1)])).await;
    let member = server.player("emu", 100).await;
    let copies = (0..8).map(|_| {
        let call = server.post("/api/points-shop/purchase").by(&member.token).key("one");
        call.json(&json!({ "itemId": "1", "pointsCost": 10 })).send()
    });
    let mut actual: Vec<Value> = Vec::new();
    for answer in join_all(copies).await {
        actual.push(answer.of(200));
    }
    assert!(actual.iter().all(|answer| *answer == actual[0]), "{actual:?}");
    assert_eq!(server.balance(&member).await, 90);
    server.prove();
}

#[tokio::test]
async fn orders_that_were_refused_hide_no_purchase_from_the_admin() {
    let (server, admin) = open(json!([item("Hat", 10, 5)])).await;
    let (buyer, poor) = (server.player("emu", 100).await, server.member("bilby").await);
    buy(&server, &buyer, "1").await.of(200);
    for _ in 0..1100 {
        buy(&server, &poor, "1").await.refused(400, "insufficient_points");
    }
    let all = server.get("/api/points-shop/purchases").by(&admin).send().await.of(200);
    assert_eq!(all.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_draft_that_saw_a_since_cancelled_purchase_is_published() {
    let (server, admin) = open(json!([item("Hat", 10, 5)])).await;
    let member = server.player("emu", 100).await;
    buy(&server, &member, "1").await.of(200);
    let draft = server.get("/api/points-shop").by(&admin).send().await.of(200);
    assert_eq!((&draft[0]["stock"], &draft[0]["sold"]), (&json!(4), &json!(1)));
    change(&server, &admin, "1", "cancelled").await.of(200);
    publish(&server, &admin, &draft).await.of(200);
    // Four were to be left beside the one sold; that one came back.
    assert_eq!(items(&server).await[0]["stock"], 5);
}

#[tokio::test]
async fn items_with_a_mistake_change_nothing_and_name_it() {
    let (server, admin) = open(json!([item("Hat", 30, 1)])).await;
    let shown = items(&server).await;
    for (name, value) in [
        ("title", json!("")),
        ("description", json!(" ")),
        ("image", json!("http://example.com/x.png")),
        ("pointsCost", json!(0)),
        ("stock", json!(1_000_001)),
        ("category", json!("x".repeat(61))),
    ] {
        let mut wrong = item("Two", 5, 5);
        wrong[name] = value;
        let answer = publish(&server, &admin, &json!([shown[0], wrong])).await;
        assert!(answer.body["fields"][name].is_string(), "{name}: {answer:?}");
        answer.refused(400, "validation");
    }
    publish(&server, &admin, &json!([shown[0], shown[0]])).await.refused(400, "bad_list");
    assert_eq!(items(&server).await, shown);
}
