//! The panel's paged lists: searched, filtered, sorted, counted and cut on the server
//! (docs/decisions.md, F1).

use pointhouse::accounts::{ApprovalRow, ApprovalStatus};
use pointhouse::audit::AuditRow;
use pointhouse::clock::Millis;
use pointhouse::ids::UserId;
use pointhouse::shop::{PurchaseRow, PurchaseStatus};
use pointhouse::tables;
use pointhouse_store::{Batch, StoredRow, TableId, encode};
use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Member, NOON, PASSWORD, Server};

async fn plant<R: StoredRow>(server: &Server, table: TableId, rows: &[R]) {
    for (window, rows) in (0_u64..).zip(rows.chunks(100)) {
        let mut batch = Batch::new();
        for (number, row) in (window * 100 + 1..).zip(rows) {
            batch.put(table, &number.to_be_bytes(), &encode(row).unwrap()).unwrap();
        }
        server.site().store().commit(batch).await.unwrap();
    }
}

fn purchase(user: UserId, title: &str, points_cost: u64, status: PurchaseStatus) -> PurchaseRow {
    let title = title.to_owned();
    PurchaseRow {
        revision: 1,
        user: user.0,
        item: 1,
        title,
        points_cost,
        at: NOON,
        status,
        cancelled: 0,
    }
}

fn approval(user: UserId, name: &str, note: &str, status: ApprovalStatus) -> ApprovalRow {
    let decided_at = (status != ApprovalStatus::Pending).then_some(NOON);
    let (name, note) = (name.to_owned(), note.to_owned());
    let (asked_at, replaced) = (NOON, None);
    ApprovalRow { revision: 1, user: user.0, name, status, note, asked_at, decided_at, replaced }
}

/// A list of the panel as its admin sees it.
struct List<'a> {
    server: &'a Server,
    admin: String,
    path: String,
}

impl<'a> List<'a> {
    async fn of(server: &'a Server, path: &str) -> Self {
        Self { server, admin: server.admin().await, path: path.to_owned() }
    }

    async fn page(&self, query: &str) -> Value {
        let call = self.server.get(&format!("{}?{query}", self.path)).by(&self.admin);
        call.send().await.of(200)
    }

    async fn ids(&self, query: &str) -> Vec<u64> {
        let page = self.page(query).await;
        let items = page["items"].as_array().unwrap().iter();
        items.map(|item| item["id"].as_str().unwrap().parse().unwrap()).collect()
    }

    /// Each query finds these, in this order.
    async fn finds(&self, expected: &[(&str, &[u64])]) {
        for (query, ids) in expected {
            assert_eq!(self.ids(query).await, *ids, "{query}");
        }
    }

    async fn refuses(&self, queries: &[&str]) {
        for query in queries {
            let call = self.server.get(&format!("{}?{query}", self.path)).by(&self.admin);
            call.send().await.refused(400, "bad_request");
        }
    }
}

async fn leave(server: &Server, member: &Member) {
    let call = server.call(Method::DELETE, "/api/auth/delete-account").by(&member.token);
    call.json(&json!({ "password": PASSWORD })).send().await.of(200);
}

#[tokio::test]
async fn purchases_are_searched_filtered_sorted_and_counted() {
    use PurchaseStatus::{Cancelled, Completed, Pending};
    let server = Server::start().await;
    let list = List::of(&server, "/api/admin/purchases").await;
    let nothing = list.page("").await;
    let counts = json!({ "pending": 0, "in_progress": 0, "completed": 0, "cancelled": 0 });
    assert_eq!((&nothing["items"], &nothing["counts"]), (&json!([]), &counts));
    let [emu, bilby, gone] =
        [server.member("Emu").await, server.member("bilby").await, server.member("ant").await];
    let rows = [
        purchase(emu.id, "Red hat", 30, Pending),
        purchase(bilby.id, "Blue HAT", 10, Completed),
        purchase(emu.id, "Mug", 10, Completed),
        purchase(bilby.id, "Mug", 20, Cancelled),
        purchase(gone.id, "Mug", 5, Pending),
    ];
    plant(&server, tables::PURCHASE, &rows).await;
    leave(&server, &gone).await;
    list.finds(&[
        ("", &[5, 4, 3, 2, 1]),
        ("sort=newest", &[5, 4, 3, 2, 1]),
        ("sort=oldest", &[1, 2, 3, 4, 5]),
        ("sort=points", &[1, 4, 3, 2, 5]),
        // The deleted account comes first; then bilby before Emu.
        ("sort=username", &[5, 4, 2, 3, 1]),
        ("q=hat", &[2, 1]),
        ("q=EMU", &[3, 1]),
        ("q=%20bilby@Example%20", &[4, 2]),
        ("q=ant@", &[]),
        ("q=4", &[4]),
        ("q=mug&sort=points", &[4, 3, 5]),
        ("status=completed", &[3, 2]),
        ("status=pending&sort=oldest", &[1, 5]),
        ("status=cancelled&q=hat", &[]),
        ("q=no-such-thing", &[]),
    ])
    .await;
    list.refuses(&["status=lost", "sort=height", "page=-1", "limit=many"]).await;
    // The counts are of what the text finds, whatever standing is asked for.
    let mugs = list.page("q=mug&status=pending").await;
    let counts = json!({ "pending": 1, "in_progress": 0, "completed": 1, "cancelled": 1 });
    assert_eq!((&mugs["counts"], &mugs["total"]), (&counts, &json!(1)));
    // A row as the whole list has it.
    assert_eq!(list.page("").await["items"][0]["user"]["username"], "Former member");
    assert_eq!(
        list.page("limit=1&page=2").await["items"][0],
        json!({
            "id": "4", "itemId": "1", "itemTitle": "Mug", "pointsCost": 20, "status": "cancelled",
            "purchaseDate": "2026-03-10T01:00:00.000Z",
            "user": { "username": "bilby", "userId": bilby.id },
        })
    );
}

#[tokio::test]
async fn rows_of_the_name_that_is_searched_for_come_first() {
    let server = Server::start().await;
    let [emu, bilby] = [server.member("Emu").await, server.member("bilby").await];
    let pending = PurchaseStatus::Pending;
    let rows = [
        purchase(emu.id, "Hat", 30, pending),
        purchase(bilby.id, "Poster of an emu", 10, pending),
        purchase(bilby.id, "10 stickers", 40, pending),
    ];
    plant(&server, tables::PURCHASE, &rows).await;
    let rows = [
        approval(emu.id, "wombat", "", ApprovalStatus::Pending),
        approval(bilby.id, "wombat_2", "", ApprovalStatus::Pending),
        approval(bilby.id, "emu_fan", "", ApprovalStatus::Pending),
    ];
    plant(&server, tables::APPROVAL, &rows).await;
    let purchases = List::of(&server, "/api/admin/purchases").await;
    purchases.finds(&[("q=Emu", &[1, 2]), ("q=em", &[2, 1]), ("q=BILBY", &[3, 2])]).await;
    let approvals = List::of(&server, "/api/admin/approvals").await;
    approvals.finds(&[("q=emu", &[1, 3]), ("q=Wombat", &[1, 2]), ("q=womba", &[2, 1])]).await;
}

#[tokio::test]
async fn more_purchases_than_a_whole_list_answers_are_reached_page_by_page() {
    let mut server = Server::start().await;
    let emu = server.member("emu").await;
    let row = |number: u64| {
        let waits = number.is_multiple_of(100);
        let status = if waits { PurchaseStatus::Pending } else { PurchaseStatus::Completed };
        purchase(emu.id, &format!("Hat {number}"), number, status)
    };
    let rows: Vec<_> = (1..=1200).map(row).collect();
    plant(&server, tables::PURCHASE, &rows).await;
    // What is read after a start, too, and not only what was just written.
    server.restart().await;
    let list = List::of(&server, "/api/admin/purchases").await;
    let mut seen = Vec::new();
    for page in 1..=6 {
        let actual = list.page(&format!("limit=200&page={page}")).await;
        let counts = json!({ "pending": 12, "in_progress": 0, "completed": 1188, "cancelled": 0 });
        assert_eq!((&actual["total"], &actual["pages"]), (&json!(1200), &json!(6)));
        assert_eq!((&actual["page"], &actual["counts"]), (&json!(page), &counts));
        seen.extend(list.ids(&format!("limit=200&page={page}")).await);
    }
    assert_eq!(seen, (1..=1200).rev().collect::<Vec<_>>());
    let beyond = list.page("limit=200&page=7").await;
    assert_eq!((&beyond["items"], &beyond["total"]), (&json!([]), &json!(1200)));
    assert_eq!((&beyond["page"], &beyond["pages"]), (&json!(7), &json!(6)));
    let far = format!("page={}", usize::MAX);
    list.finds(&[
        (&far, &[]),
        ("status=pending&sort=oldest&limit=2&page=6", &[1100, 1200]),
        ("limit=0&page=3", &[1198]),
        ("page=0&limit=2", &[1200, 1199]),
        ("sort=points&limit=1&page=1200", &[1]),
    ])
    .await;
    assert_eq!(list.ids("limit=5000").await.len(), 200);
    assert_eq!(list.ids("").await.len(), 50);
}

#[tokio::test]
async fn names_at_the_casino_are_searched_filtered_sorted_and_counted() {
    use ApprovalStatus::{Approved, Pending, Rejected};
    let server = Server::start().await;
    let list = List::of(&server, "/api/admin/approvals").await;
    let [emu, bilby] = [server.member("Emu").await, server.member("bilby").await];
    let mut rows = [
        approval(emu.id, "Highroller", "", Approved),
        approval(bilby.id, "lowroller", "Not under our code", Rejected),
        approval(bilby.id, "Wombat", "", Pending),
        approval(emu.id, "koala", "", Pending),
    ];
    rows[0].decided_at = Some(NOON + 1);
    plant(&server, tables::APPROVAL, &rows).await;
    list.finds(&[
        ("sort=decided&limit=2", &[1, 2]),
        ("", &[4, 3, 2, 1]),
        ("sort=newest", &[4, 3, 2, 1]),
        ("sort=oldest", &[1, 2, 3, 4]),
        ("sort=username", &[3, 2, 4, 1]),
        ("q=ROLLER", &[2, 1]),
        ("q=emu", &[4, 1]),
        ("q=our%20code", &[2]),
        // Only names and notes.
        ("q=example.com", &[]),
        ("status=pending", &[4, 3]),
        ("status=rejected", &[2]),
        ("status=approved&q=roller", &[1]),
        ("limit=1&page=2&status=pending", &[3]),
        ("limit=1&page=3&status=pending", &[]),
    ])
    .await;
    list.refuses(&["status=lost", "sort=points", "page=x"]).await;
    let found = list.page("q=roller&status=pending").await;
    let counts = json!({ "pending": 0, "approved": 1, "rejected": 1 });
    assert_eq!((&found["counts"], &found["total"]), (&counts, &json!(0)));
    // The same rows as in the whole list.
    let whole = server.get("/api/auth/gaming-approvals").by(&list.admin).send().await.of(200);
    assert_eq!(list.page("").await["items"], whole["approvals"]);
}

#[tokio::test]
async fn more_names_than_a_whole_list_answers_are_reached_page_by_page() {
    let server = Server::start().await;
    let emu = server.member("emu").await;
    let row = |number: u64| {
        let waits = number.is_multiple_of(100);
        let status = if waits { ApprovalStatus::Pending } else { ApprovalStatus::Rejected };
        approval(emu.id, &format!("emu_{number}"), "", status)
    };
    plant(&server, tables::APPROVAL, &(1..=1200).map(row).collect::<Vec<_>>()).await;
    let list = List::of(&server, "/api/admin/approvals").await;
    let mut seen = Vec::new();
    for page in 1..=6 {
        seen.extend(list.ids(&format!("limit=200&sort=oldest&page={page}")).await);
    }
    assert_eq!(seen, (1..=1200).collect::<Vec<_>>());
    let beyond = list.page("status=pending&limit=10&page=3").await;
    assert_eq!((&beyond["items"], &beyond["total"]), (&json!([]), &json!(12)));
    assert_eq!((&beyond["page"], &beyond["pages"]), (&json!(3), &json!(2)));
    let counts = json!({ "pending": 12, "approved": 0, "rejected": 1188 });
    assert_eq!(beyond["counts"], counts);
    assert_eq!(list.ids("limit=5000").await.len(), 200);
    assert_eq!(list.ids("").await.len(), 50);
}

#[tokio::test]
async fn a_members_ledger_is_searched_in_reason_and_reference() {
    let server = Server::start().await;
    let member = server.player("dingo", 5000).await;
    let bet = json!({ "bet": 1, "target": 50, "direction": "over" });
    for _ in 0..600 {
        server.bet(&member, &bet).await.of(200);
    }
    server.grant(&member, "remove", 7).await.of(200);
    let path = format!("/api/admin/accounts/{}/ledger", member.id);
    let list = List::of(&server, &path).await;
    let whole = list.page("limit=1").await["total"].as_u64().unwrap();
    let stakes = list.page("q=DICE%20bet&limit=100").await;
    assert_eq!((&stakes["total"], &stakes["pages"]), (&json!(600), &json!(6)));
    let last = list.page("q=dice%20bet&limit=100&page=6").await;
    // The oldest of them: the first thing after the grant.
    assert_eq!((&last["items"][99]["seq"], &last["items"][99]["amount"]), (&json!(2), &json!(-1)));
    assert_eq!(list.page("q=dice%20bet&limit=100&page=7").await["items"], json!([]));
    let payouts = list.page("q=payout").await["total"].as_u64().unwrap();
    assert_eq!(600 + payouts + 2, whole);
    let by_admin = list.page("q=admin").await;
    assert_eq!((&by_admin["total"], &by_admin["items"][0]["amount"]), (&json!(2), &json!(-7)));
    // By what it belongs to: the stake of the last round, and its payout if there was one.
    let round = stakes["items"][0]["reference"].as_str().unwrap();
    let found = list.page(&format!("q={}", round.to_uppercase())).await;
    let items = found["items"].as_array().unwrap();
    assert!(items.iter().any(|item| item["amount"] == -1), "{found}");
    assert!(items.iter().all(|item| item["reference"] == round), "{found}");
    assert_eq!(list.page("q=no-such-thing").await["total"], 0);
    assert_eq!(list.page("q=%20&limit=1").await["total"], whole);
}

#[tokio::test]
async fn the_audit_is_read_from_either_end() {
    let server = Server::start().await;
    let member = server.player("dingo", 1).await;
    server.grant(&member, "add", 2).await.of(200);
    let list = List::of(&server, "/api/admin/audit").await;
    let newest = list.ids("sort=newest").await;
    // The first start, two grants, and three logins: of the grants' session and of the list's.
    assert_eq!((newest.len(), &newest), (6, &list.ids("").await));
    let oldest = list.ids("sort=oldest").await;
    assert_eq!(oldest, newest.into_iter().rev().collect::<Vec<_>>());
    assert_eq!(list.ids("sort=oldest&limit=2&page=2").await, oldest[2..4]);
    assert_eq!(list.ids("sort=oldest&q=points.add").await, oldest[3..5]);
    assert_eq!(list.ids("sort=oldest&q=dingo").await, oldest[3..5]);
    list.refuses(&["sort=username"]).await;
}

fn audit_row(at: i64, after: &str) -> AuditRow {
    AuditRow {
        at,
        actor: "console".to_owned(),
        action: "test.entry".to_owned(),
        subject: "site".to_owned(),
        before: String::new(),
        after: after.to_owned(),
        person: None,
        session: None,
        own_account: false,
    }
}

#[tokio::test]
async fn a_search_of_a_long_audit_is_continued_until_all_rows_are_read() {
    let server = Server::start().await;
    let rows: Vec<_> = (1..=4500)
        .map(|number| audit_row(number, if number % 600 < 2 { "A Needle" } else { "hay" }))
        .collect();
    plant(&server, tables::AUDIT, &rows).await;
    let list = List::of(&server, "/api/admin/audit").await;
    let whole = list.page("limit=1").await;
    assert_eq!(whole["left"], Value::Null);
    let own = whole["total"].as_u64().unwrap() - 4500;
    let needles: Vec<u64> = (1..=4500).filter(|number| number % 600 < 2).collect();
    for (sort, step) in [("newest", -2000), ("oldest", 2000)] {
        let (mut found, mut after, mut places) = (Vec::new(), String::new(), Vec::new());
        loop {
            let query = format!("q=needle&sort={sort}{after}");
            let page = list.page(&query).await;
            let ids = list.ids(&query).await;
            // The count is that of what was read.
            assert_eq!((page["total"].as_u64(), ids.len()), (Some(ids.len() as u64), ids.len()));
            let second = list.ids(&format!("{query}&limit=1&page=2")).await;
            assert_eq!(second, ids.get(1..2).unwrap_or_default());
            found.extend(ids);
            let left = &page["left"];
            let Some(id) = left["after"].as_str() else { break };
            after = format!("&after={id}");
            places.push(id.parse::<i64>().unwrap());
            assert_eq!(left["at"], Millis(*places.last().unwrap()).iso());
        }
        let mut expected = needles.clone();
        let own = i64::try_from(own).unwrap();
        let first = if sort == "newest" { 4501 + own + step } else { step };
        if sort == "newest" {
            expected.reverse();
        }
        assert_eq!(found, expected, "{sort}");
        assert_eq!(places, [first, first + step], "{sort}");
    }
    list.finds(&[("q=needle&after=0", &[]), ("q=needle&after=2&sort=newest", &[1])]).await;
    list.refuses(&["q=needle&after=x"]).await;
}
