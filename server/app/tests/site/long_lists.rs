//! Lists that answer at most a thousand rows: what waits for an admin is never left out.

use pointhouse::accounts::{AccountRow, ApprovalRow, ApprovalStatus, NameKind};
use pointhouse::shop::{PurchaseRow, PurchaseStatus};
use pointhouse::tables::{self, NumberRow};
use pointhouse_store::{Batch, encode};

use crate::rig::{NOON, Server};

/// More than such a list answers.
const ROWS: u64 = 1_100;
/// Those that wait: older than a thousand others.
const WAITING: [u64; 2] = [3, 60];

async fn plant(server: &Server, row: impl Fn(u64, &mut Batch)) {
    for numbers in (1..=ROWS).collect::<Vec<_>>().chunks(100) {
        let mut batch = Batch::new();
        for number in numbers {
            row(*number, &mut batch);
        }
        server.site().store().commit(batch).await.unwrap();
    }
}

#[tokio::test]
async fn old_purchases_that_wait_stand_in_the_list() {
    let mut server = Server::start().await;
    let emu = server.member("emu").await;
    plant(&server, |number, batch| {
        let waits = WAITING.contains(&number);
        let row = PurchaseRow {
            revision: 1,
            user: emu.id.0,
            item: 1,
            title: "Hat".to_owned(),
            points_cost: 5,
            at: NOON,
            status: if waits { PurchaseStatus::Pending } else { PurchaseStatus::Completed },
            cancelled: 0,
        };
        let (key, row) = (number.to_be_bytes(), encode(&row).unwrap());
        batch.put(tables::PURCHASE, &key, &row).unwrap();
    })
    .await;
    server.restart().await;
    let admin = server.admin().await;
    let list = server.get("/api/points-shop/purchases").by(&admin).send().await.of(200);
    let list = list.as_array().unwrap();
    assert_eq!((list.len(), &list[0]["id"]), (1002, &"1100".into()));
    let ids: Vec<&str> = list[1000..].iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["60", "3"]);
}

#[tokio::test]
async fn old_names_that_wait_stand_in_the_list() {
    let server = Server::start().await;
    let emu = server.member("emu").await;
    plant(&server, |number, batch| {
        let waits = WAITING.contains(&number);
        let row = ApprovalRow {
            replaced: None,
            revision: 1,
            user: emu.id.0,
            name: format!("emu_{number}"),
            status: if waits { ApprovalStatus::Pending } else { ApprovalStatus::Rejected },
            note: String::new(),
            asked_at: NOON,
            decided_at: (!waits).then_some(NOON),
        };
        let (key, row) = (number.to_be_bytes(), encode(&row).unwrap());
        batch.put(tables::APPROVAL, &key, &row).unwrap();
    })
    .await;
    let admin = server.admin().await;
    let actual = server.get("/api/auth/gaming-approvals").by(&admin).send().await.of(200);
    assert_eq!((&actual["pending"], &actual["truncated"]), (&2.into(), &true.into()));
    let list = actual["approvals"].as_array().unwrap();
    let waiting: Vec<&str> = list
        .iter()
        .filter(|one| one["status"] == "pending")
        .map(|one| one["platform_username"].as_str().unwrap())
        .collect();
    assert_eq!((list.len(), waiting), (1000, vec!["emu_60", "emu_3"]));
}

#[tokio::test]
async fn accounts_by_name_go_on_in_memory_as_on_disk() {
    let mut server = Server::start().await;
    // Names in another order than the accounts.
    let name = |number: u64| format!("Member_{:04}", number * 7 % 1_103);
    plant(&server, |number, batch| {
        let row = AccountRow {
            revision: 1,
            username: name(number),
            email: format!("{number}@example.com"),
            email_verified: false,
            password: String::new(),
            token_version: 1,
            active: true,
            account_id: format!("code{number}"),
            created_at: NOON,
        };
        let (user, row) = ((500 + number).to_be_bytes(), encode(&row).unwrap());
        batch.put(tables::ACCOUNT, &user, &row).unwrap();
        let key = NameKind::Username.key(&name(number).to_lowercase());
        batch.put(tables::NAME, &key, &encode(&NumberRow(500 + number)).unwrap()).unwrap();
    })
    .await;
    server.restart().await;
    let admin = server.admin().await;
    let mut names = Vec::new();
    for page in 1..=23 {
        let path = format!("/api/admin/accounts?sort=username&limit=50&page={page}");
        let list = server.get(&path).by(&admin).send().await.of(200);
        assert_eq!(list["total"], ROWS);
        let found = list["items"].as_array().unwrap().iter();
        names.extend(found.map(|one| one["username"].as_str().unwrap().to_owned()));
    }
    let mut expected: Vec<String> = (1..=ROWS).map(name).collect();
    expected.sort_unstable();
    assert_eq!(names, expected);
}
