//! Wallets compared with a simple reference, on a real server whose wallet actors are passivated as
//! soon as they are idle.

use std::collections::{HashMap, HashSet};

use futures_util::future::join_all;
use pointhouse::ids::UserId;
use pointhouse::tables;
use pointhouse::wallet::{
    Amount, Change, LedgerRow, Post, PostError, Posted, Reason, Reference, Refused, RequestId,
    WalletRow, Wallets,
};
use pointhouse_rules::Points;
use pointhouse_store::{View, decode};
use proptest::prelude::*;
use proptest::test_runner::{Config as Cases, TestRunner};
use tokio::runtime::Runtime;

use crate::rig::{Patience, Server};

const MEMBERS: u64 = 3;
const MAX: u64 = Points::MAX.get();

/// One posting of a sequence.
#[derive(Clone, Debug)]
struct Order {
    member: u64,
    changes: Vec<(Kind, u64)>,
    /// A thing that happens once, of a few.
    once: Option<u8>,
    /// Route, key and body of a request, of a few.
    request: Option<(u8, u8, u64)>,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Add,
    Take,
    Set,
}

#[derive(Clone, Debug)]
enum Step {
    Post(Order),
    /// Posted without waiting in between.
    Burst(Vec<Order>),
    Restart,
}

/// What a posting came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Posted { balance: u64, seq: u64, repeated: bool },
    Insufficient,
    TooLarge,
    Once,
    Mismatch,
}

/// The reference: sums and sets, nothing else.
#[derive(Default)]
struct Plain {
    balances: HashMap<u64, u64>,
    ledgers: HashMap<u64, Vec<i64>>,
    once: HashSet<(u64, u8)>,
    receipts: HashMap<(u64, u8, u8), (u64, u64, u64)>,
}

impl Plain {
    fn post(&mut self, order: &Order) -> Outcome {
        let member = order.member;
        let receipt = order.request.map(|(route, key, body)| ((member, route, key), body));
        if let Some((key, body)) = receipt
            && let Some((known, balance, seq)) = self.receipts.get(&key)
        {
            return if *known == body {
                Outcome::Posted { balance: *balance, seq: *seq, repeated: true }
            } else {
                Outcome::Mismatch
            };
        }
        // A once-key is the whole site's.
        if order.once.is_some_and(|once| self.once.contains(&(0, once))) {
            return Outcome::Once;
        }
        let before = self.balances.get(&member).copied().unwrap_or(0);
        let mut after = before;
        let mut entries = Vec::new();
        for (kind, amount) in &order.changes {
            let next = match kind {
                Kind::Add if after + amount > MAX => return Outcome::TooLarge,
                Kind::Add => after + amount,
                Kind::Take if *amount > after => return Outcome::Insufficient,
                Kind::Take => after - amount,
                Kind::Set => *amount,
            };
            if next != after {
                entries.push(i64::try_from(next).unwrap() - i64::try_from(after).unwrap());
            }
            after = next;
        }
        let ledger = self.ledgers.entry(member).or_default();
        ledger.extend(entries);
        let seq = ledger.len() as u64;
        self.balances.insert(member, after);
        if let Some(once) = order.once {
            self.once.insert((0, once));
        }
        if let Some((key, body)) = receipt {
            self.receipts.insert(key, (body, after, seq));
        }
        Outcome::Posted { balance: after, seq, repeated: false }
    }
}

fn built(order: &Order) -> Post {
    let points = |amount: u64| Points::new(amount).unwrap();
    let changes = order.changes.iter().map(|(kind, amount)| Change {
        amount: match kind {
            Kind::Add => Amount::Add(points(*amount)),
            Kind::Take => Amount::Take(points(*amount)),
            Kind::Set => Amount::Set(points(*amount)),
        },
        reason: Reason::AdminAdd,
        reference: Some(Reference::Audit(*amount)),
    });
    Post {
        changes: changes.collect(),
        riders: None,
        request: order.request.map(|(route, key, body)| RequestId {
            route,
            key: [key; 16],
            body,
            reference: None,
        }),
        once: order.once.map(|once| vec![once]),
    }
}

/// Posts; one that came too many at once moved nothing and is posted again.
async fn post(wallets: &Wallets, order: &Order) -> Outcome {
    let patience = Patience::for_event("the wallet takes the posting");
    loop {
        patience.check();
        return match wallets.post(UserId(order.member), built(order)).await {
            Ok(Posted { balance, seq, repeated }) => {
                Outcome::Posted { balance: balance.get(), seq, repeated: repeated.is_some() }
            }
            Err(PostError::Busy) => continue,
            Err(PostError::Refused(Refused::Insufficient)) => Outcome::Insufficient,
            Err(PostError::Refused(Refused::TooLarge)) => Outcome::TooLarge,
            Err(PostError::Once) => Outcome::Once,
            Err(PostError::Mismatch) => Outcome::Mismatch,
            Err(error) => panic!("{error}"),
        };
    }
}

fn order() -> impl Strategy<Value = Order> {
    let amount = prop_oneof![8 => 0..200_u64, 1 => MAX - 200..=MAX];
    let kind = prop_oneof![4 => Just(Kind::Add), 4 => Just(Kind::Take), 1 => Just(Kind::Set)];
    let changes = prop::collection::vec((kind, amount), 0..4);
    let once = prop::option::weighted(0.2, 0..6_u8);
    let request = prop::option::weighted(0.4, (0..2_u8, 0..3_u8, 0..2_u64));
    (1..=MEMBERS, changes, once, request).prop_map(|(member, changes, once, request)| Order {
        member,
        changes,
        once,
        request,
    })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        12 => order().prop_map(Step::Post),
        6 => prop::collection::vec(order(), 2..12).prop_map(Step::Burst),
        1 => Just(Step::Restart),
    ];
    prop::collection::vec(step, 1..40)
}

/// The member's ledger, proved entry by entry, with the wallet's row.
fn ledger(view: &View, member: u64) -> (Vec<i64>, WalletRow) {
    let mut balance = 0;
    let log = view.log_from(tables::LEDGER, member, 1, usize::MAX).unwrap();
    let amounts = (1..).zip(&log).map(|(seq, entry)| {
        let row: LedgerRow = decode(&entry.value).unwrap();
        balance += row.amount;
        assert_eq!((entry.seq, i64::try_from(row.balance).unwrap()), (seq, balance));
        row.amount
    });
    let amounts: Vec<i64> = amounts.collect();
    let row = view.get(tables::WALLET, &member.to_be_bytes()).unwrap();
    let row: WalletRow = row.map(|row| decode(&row).unwrap()).unwrap_or_default();
    assert_eq!(
        (i64::try_from(row.balance).unwrap(), row.ledger_seq),
        (balance, amounts.len() as u64)
    );
    (amounts, row)
}

fn compare(server: &Server, reference: &Plain) {
    for member in 1..=MEMBERS {
        let (amounts, row) = ledger(server.site().store().view(), member);
        assert_eq!(amounts, reference.ledgers.get(&member).cloned().unwrap_or_default());
        assert_eq!(row.balance, reference.balances.get(&member).copied().unwrap_or(0));
    }
}

/// Runs a sequence of steps and compares every outcome and, at the end, every row.
async fn run(server: &mut Server, steps: &[Step], pipelined: bool) {
    let mut reference = Plain::default();
    for step in steps {
        match step {
            Step::Restart => server.restart().await,
            Step::Post(order) => {
                let outcome = post(server.site().wallets(), order).await;
                assert_eq!(outcome, reference.post(order), "{order:?}");
            }
            Step::Burst(orders) if pipelined => {
                // To one member and without keys of the site, so that one wallet decides the order.
                let orders =
                    orders.iter().map(|order| Order { member: 1, once: None, ..order.clone() });
                let orders: Vec<Order> = orders.collect();
                let wallets = server.site().wallets();
                let outcomes = join_all(orders.iter().map(|order| post(wallets, order))).await;
                for (order, outcome) in orders.iter().zip(outcomes) {
                    assert_eq!(outcome, reference.post(order), "{orders:?}");
                }
            }
            Step::Burst(orders) => {
                for order in orders {
                    let outcome = post(server.site().wallets(), order).await;
                    assert_eq!(outcome, reference.post(order), "{order:?}");
                }
            }
        }
    }
    compare(server, &reference);
    server.prove();
}

fn hold(cases: u32, idle_seconds: u64, pipelined: bool) {
    let runtime = Runtime::new().unwrap();
    let mut runner =
        TestRunner::new(Cases { cases, failure_persistence: None, ..Cases::default() });
    let done = runner.run(&steps(), |steps| {
        runtime.block_on(async {
            let mut server =
                Server::with(|config| config.members.idle_seconds = idle_seconds).await;
            run(&mut server, &steps, pipelined).await;
        });
        Ok(())
    });
    done.unwrap();
}

#[test]
fn wallets_do_what_the_reference_does_while_they_go_to_rest() {
    hold(24, 0, false);
}

#[test]
fn postings_that_are_not_waited_for_are_decided_in_the_order_they_came() {
    hold(24, 300, true);
}

#[tokio::test]
async fn one_once_key_pays_once_however_many_ask() {
    let mut server = Server::with(|config| config.members.idle_seconds = 0).await;
    for round in 0..20_u8 {
        let order = |member| Order {
            member,
            changes: vec![(Kind::Add, 5)],
            once: Some(round),
            request: None,
        };
        let orders: Vec<Order> = (0..12).map(|_| order(1)).collect();
        let outcomes = join_all(orders.iter().map(|order| post(server.site().wallets(), order)));
        let outcomes = outcomes.await;
        let paid =
            outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Posted { .. })).count();
        let refused = outcomes.iter().filter(|outcome| **outcome == Outcome::Once).count();
        assert_eq!((paid, refused), (1, 11));
    }
    let (amounts, row) = ledger(server.site().store().view(), 1);
    assert_eq!((amounts.len(), row.balance), (20, 100));
    server.prove();
}

#[tokio::test]
async fn a_wallet_holds_a_limited_number_of_messages_and_the_others_wait_with_their_callers() {
    let mut server = Server::start().await;
    let wallets = server.site().wallets().clone();
    let add = || Order { member: 1, changes: vec![(Kind::Add, 1)], once: None, request: None };
    // A feature's row that takes its time keeps the wallet at its first message.
    let (go, wait) = std::sync::mpsc::channel::<()>();
    let (begun, started) = tokio::sync::oneshot::channel();
    let mut slow = built(&add());
    slow.riders = Some(Box::new(move |_, _, _| {
        let _ = begun.send(());
        let _ = wait.recv();
        Ok(())
    }));
    let held = {
        let wallets = wallets.clone();
        tokio::spawn(async move { wallets.post(UserId(1), slow).await })
    };
    started.await.unwrap();
    let mut posts: Vec<_> = (0..40)
        .map(|_| {
            let (wallets, order) = (wallets.clone(), add());
            tokio::spawn(async move { wallets.post(UserId(1), built(&order)).await })
        })
        .collect();
    // Polled in order: 16 have a place in the mailbox.
    tokio::task::yield_now().await;
    tokio::task::yield_now().await;
    assert!(posts.iter().all(|post| !post.is_finished()));
    // Callers that give up while they wait leave nothing.
    for post in posts.drain(30..) {
        post.abort();
        assert!(post.await.unwrap_err().is_cancelled());
    }
    go.send(()).unwrap();
    held.await.unwrap().unwrap();
    for post in posts {
        post.await.unwrap().unwrap();
    }
    drop(wallets);
    assert_eq!(ledger(server.site().store().view(), 1).1.balance, 31);
    server.prove();
}

#[tokio::test]
async fn wallets_that_go_to_rest_again_and_again_lose_and_double_nothing() {
    let mut server = Server::with(|config| config.members.idle_seconds = 0).await;
    let mut expected = HashMap::new();
    for wave in 0..40_u64 {
        let orders = (0..30_u64).map(|number| Order {
            member: 1 + number % MEMBERS,
            changes: vec![(Kind::Add, 10 + number), (Kind::Take, 3)],
            once: None,
            // Every request comes twice, side by side.
            request: Some(((wave / 100) as u8, 0, wave * 100 + number / 6)),
        });
        let orders: Vec<(Order, [u8; 16])> = orders
            .map(|order| {
                let body = order.request.unwrap().2;
                let mut key = [0; 16];
                key[..8].copy_from_slice(&body.to_be_bytes());
                (order, key)
            })
            .collect();
        let wallets = server.site().wallets();
        let outcomes = join_all(orders.iter().map(|(order, key)| async {
            let patience = Patience::for_event("the wallet takes the posting");
            loop {
                patience.check();
                let mut post = built(order);
                post.request = post.request.map(|request| RequestId { key: *key, ..request });
                match wallets.post(UserId(order.member), post).await {
                    Ok(posted) => return posted,
                    Err(PostError::Busy) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }));
        for ((order, key), posted) in orders.iter().zip(outcomes.await) {
            if posted.repeated.is_none() {
                let sum: &mut (u64, HashSet<[u8; 16]>) = expected.entry(order.member).or_default();
                sum.0 += order.changes[0].1 - 3;
                assert!(sum.1.insert(*key), "a request was taken twice");
            }
        }
    }
    for (member, (sum, requests)) in expected {
        let (amounts, row) = ledger(server.site().store().view(), member);
        assert_eq!((row.balance, amounts.len()), (sum, 2 * requests.len()));
        assert_eq!(requests.len(), 40 * 5);
    }
    server.prove();
}
