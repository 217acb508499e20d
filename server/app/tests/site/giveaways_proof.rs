//! What proves a giveaway: that forged rows are found out, that a long list breaks nothing, and that
//! settings are heeded.

use pointhouse::config::MailSwitch;
use pointhouse::draw_key::StoredSeed;
use pointhouse::giveaways::{EntryRow, GiveawayRow, OwnRow, SeedRow, TallyRow};
use pointhouse::ids::UserId;
use pointhouse::tables;
use pointhouse_rules::HexDigest;
use pointhouse_rules::giveaway::{chain_next, chain_start};
use pointhouse_store::{Batch, Store, encode};
use serde_json::json;

use crate::giveaways::{create, draft, end, enter, order, proven, with_one};
use crate::rig::{Member, Server};

const FIRST: [u8; 8] = 1_u64.to_be_bytes();

fn own_key(user: UserId) -> Vec<u8> {
    [user.0.to_be_bytes(), FIRST].concat()
}

fn row<T: pointhouse_store::StoredRow>(
    store: &Store,
    table: pointhouse_store::TableId,
    key: &[u8],
) -> T {
    pointhouse_store::decode(&store.view().get(table, key).unwrap().unwrap()).unwrap()
}

/// Adds one falsified row to a giveaway in good order.
type Forgery = fn(&Store, UserId, &mut Batch);

#[tokio::test]
async fn forged_rows_are_found() {
    let forgeries: [(&str, Forgery); 7] = [
        ("the tally is not the one of its entries", |store, _, batch| {
            let tally: TallyRow = row(store, tables::GIVEAWAY_TALLY, &FIRST);
            let tally = TallyRow { tickets: tally.tickets + 1, ..tally };
            batch.put(tables::GIVEAWAY_TALLY, &FIRST, &encode(&tally).unwrap()).unwrap();
        }),
        ("the sum of member 1 is another one", |store, user, batch| {
            let key = own_key(user);
            let own: OwnRow = row(store, tables::GIVEAWAY_OWN, &key);
            let own = OwnRow { tickets: own.tickets + 1, ..own };
            batch.put(tables::GIVEAWAY_OWN, &key, &encode(&own).unwrap()).unwrap();
        }),
        ("the sum of member 1 is missing", |_, user, batch| {
            batch.delete(tables::GIVEAWAY_OWN, &own_key(user)).unwrap();
        }),
        ("the server seed is not the one that was committed to", |_, _, batch| {
            batch
                .put(
                    tables::GIVEAWAY_SEED,
                    &FIRST,
                    &encode(&SeedRow(StoredSeed::Plain([7; 32]))).unwrap(),
                )
                .unwrap();
        }),
        ("it is never due", |store, _, batch| {
            let due = store.view().scan(tables::GIVEAWAY_DUE, &[], &[], 1).unwrap();
            batch.delete(tables::GIVEAWAY_DUE, &due[0].0).unwrap();
        }),
        ("the running hash of entry 3 is another one", |_, user, batch| {
            let entry = EntryRow {
                user: user.0,
                account_id: "FORGED22".to_owned(),
                first: 3,
                count: 1,
                paid: 5,
                own: 4,
                entrants: 1,
                at: 0,
                chain: [0; 32],
            };
            batch.append(tables::GIVEAWAY_ENTRY, 1, 3, &encode(&entry).unwrap()).unwrap();
        }),
        ("does not cost what its tickets cost", |store, _, batch| {
            let giveaway: GiveawayRow = row(store, tables::GIVEAWAY, &FIRST);
            let giveaway = GiveawayRow { entry_cost: 4, ..giveaway };
            batch.put(tables::GIVEAWAY, &FIRST, &encode(&giveaway).unwrap()).unwrap();
        }),
    ];
    for (wanted, forge) in forgeries {
        let (mut server, _) = with_one(&draft("paid", 5)).await;
        let emu = server.player("emu", 100).await;
        for tickets in [1, 2] {
            enter(&server, &emu, &order("paid", 5, tickets)).await.of(200);
        }
        let mut batch = Batch::new();
        forge(server.site().store(), emu.id, &mut batch);
        server.site().store().commit(batch).await.unwrap();
        server.stop();
        let found = pointhouse::verify::verify(server.data()).unwrap().faults;
        assert!(found.iter().any(|fault| fault.contains(wanted)), "{wanted}: {found:?}");
    }
}

#[tokio::test]
async fn tickets_without_their_payment_and_other_draws_are_found() {
    let (mut server, admin) = with_one(&draft("paid", 5)).await;
    let (emu, bilby) = (server.player("emu", 100).await, server.player("bilby", 100).await);
    for member in [&emu, &bilby] {
        enter(&server, member, &order("paid", 5, 1)).await.of(200);
    }
    end(&server, &admin, 1).await.of(200);
    let store = server.site().store();
    let mut batch = Batch::new();
    // The draw of another giveaway under this one's number, and unpaid tickets.
    create(&server, &admin, &draft("paid", 5)).await.of(200);
    let other = server.post("/api/giveaways/2/entries").by(&emu.token);
    other.json(&order("paid", 5, 3)).send().await.of(200);
    end(&server, &admin, 2).await.of(200);
    let (one, two): (GiveawayRow, GiveawayRow) =
        (row(store, tables::GIVEAWAY, &FIRST), row(store, tables::GIVEAWAY, &2_u64.to_be_bytes()));
    let forged = GiveawayRow { stage: two.stage, ..one };
    batch.put(tables::GIVEAWAY, &FIRST, &encode(&forged).unwrap()).unwrap();
    let key = [bilby.id.0.to_be_bytes(), 2_u64.to_be_bytes()].concat();
    let own = OwnRow { tickets: 1, spent: 5, entered_at: 0 };
    batch.put(tables::GIVEAWAY_OWN, &key, &encode(&own).unwrap()).unwrap();
    server.site().store().commit(batch).await.unwrap();
    server.stop();
    let found = pointhouse::verify::verify(server.data()).unwrap().faults;
    for wanted in ["giveaway 1: the draw is not what", "giveaway 2: the sum of member 2"] {
        assert!(found.iter().any(|fault| fault.contains(wanted)), "{wanted}: {found:?}");
    }
}

/// Number of entries in a long list.
const MANY: u64 = 20_000;

async fn plant(server: &Server, member: &Member) {
    let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
    let account_id = me["user"]["account_id"].as_str().unwrap();
    let mut chain: HexDigest = chain_start("1");
    let mut next = 1;
    while next <= MANY {
        let mut batch = Batch::new();
        for number in next..(next + 1000).min(MANY + 1) {
            chain = chain_next(&chain, number - 1, 1, account_id);
            let entry = EntryRow {
                user: member.id.0,
                account_id: account_id.to_owned(),
                first: number - 1,
                count: 1,
                paid: 0,
                own: number,
                entrants: 1,
                at: 0,
                chain: *chain.as_bytes(),
            };
            batch.append(tables::GIVEAWAY_ENTRY, 1, number, &encode(&entry).unwrap()).unwrap();
        }
        next += 1000;
        server.site().store().commit(batch).await.unwrap();
    }
    let tally = TallyRow { entries: MANY, tickets: MANY, entrants: 1, chain: *chain.as_bytes() };
    let mut batch = Batch::new();
    batch.put(tables::GIVEAWAY_TALLY, &FIRST, &encode(&tally).unwrap()).unwrap();
    server.site().store().commit(batch).await.unwrap();
}

#[tokio::test]
async fn a_long_list_is_drawn_and_returned_in_pages() {
    let (mut server, admin) = with_one(&draft("free", 0)).await;
    let emu = server.member("emu").await;
    plant(&server, &emu).await;
    // The actor reads it again.
    server.restart().await;
    let begun = std::time::Instant::now();
    end(&server, &admin, 1).await.of(200);
    println!("{MANY} entries are drawn over in {:?}", begun.elapsed());
    let begun = std::time::Instant::now();
    let proof = proven(&server, 1).await;
    println!("and listed in {:?}", begun.elapsed());
    assert_eq!((&proof["tickets"], &proof["truncated"]), (&json!(MANY), &json!(true)));
    assert_eq!(proof["text"].as_str().unwrap().lines().count() as u64, MANY + 1);
    let mut entries = Vec::new();
    let pages = MANY.div_ceil(1000);
    for page in 1..=pages {
        let answer = server.get(&format!("/api/giveaways/1/proof?page={page}")).send().await;
        let proof = answer.of(200)["proof"].take();
        // The whole text comes once.
        assert_eq!(proof["text"] == "", page > 1);
        entries.extend(proof["entries"].as_array().unwrap().clone());
    }
    for beyond in [pages + 1, u64::from(u32::MAX)] {
        let answer = server.get(&format!("/api/giveaways/1/proof?page={beyond}")).send().await;
        answer.refused(404, "not_found");
    }
    assert_eq!(entries.len() as u64, MANY);
    assert_eq!(entries.last().unwrap()["first"], MANY - 1);
    server.get("/api/giveaways/1/proof?page=x").send().await.refused(400, "bad_request");
}

#[tokio::test]
async fn a_free_giveaway_wants_a_verified_address_where_the_site_says_so() {
    let server =
        Server::with(|config| config.mail.require_verified_email = MailSwitch::Always).await;
    let admin = server.admin().await;
    create(&server, &admin, &draft("free", 0)).await.of(200);
    create(&server, &admin, &draft("paid", 1)).await.of(200);
    let emu = server.player("emu", 10).await;
    let free = order("free", 0, 1);
    enter(&server, &emu, &free).await.refused(403, "email_unverified");
    // Who pays needs none.
    let call = server.post("/api/giveaways/2/entries").by(&emu.token);
    call.json(&order("paid", 1, 1)).send().await.of(200);
    server.post("/api/auth/send-verification").by(&emu.token).send().await.of(200);
    let email = server.emails(1).await.pop().unwrap();
    let (_, rest) = email.split_once("verify-email?token=").unwrap();
    let token: String = rest.chars().take(43).collect();
    server.get(&format!("/api/auth/verify-email?token={token}")).send().await.of(200);
    enter(&server, &emu, &free).await.of(200);
    enter(&server, &emu, &free).await.refused(409, "already_entered");
}
