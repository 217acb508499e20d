//! Rounds per second of each game, seeds to outcome: `cargo bench -p pointhouse-rules`.
//!
//! A round of dice is the yardstick: its cost is one HMAC-SHA256 and hardly anything else.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pointhouse_rules::fairness::{ClientSeed, Draws, ServerSeed};
use pointhouse_rules::{Risk, Tables, blackjack, dice, keno, limbo, mines, roulette, slot};
use serde_json::json;

struct Seeds {
    server: ServerSeed,
    client: ClientSeed,
    nonce: u64,
}

impl Seeds {
    fn new() -> Self {
        let client = ClientSeed::new("bench".to_owned()).unwrap();
        Self { server: ServerSeed::from_bytes(&[7; 32]), client, nonce: 0 }
    }

    /// The draws of the next round.
    fn next(&mut self) -> Draws {
        self.nonce += 1;
        Draws::new(&self.server, &self.client, self.nonce)
    }
}

fn rounds(criterion: &mut Criterion) {
    let tables = Tables::published();
    let mut seeds = Seeds::new();
    let mut group = criterion.benchmark_group("rounds");
    group.throughput(Throughput::Elements(1));
    let bet = dice::Bet::new(10, 50, dice::Direction::Under, &tables.dice).unwrap();
    group.bench_function("dice", |b| {
        b.iter(|| black_box(dice::play(&mut seeds.next(), &tables.dice, &bet)));
    });
    let body = json!({ "bet": 10, "target": "2.00" });
    let bet = limbo::Bet::from_json(&body, &tables.limbo).unwrap();
    group.bench_function("limbo", |b| {
        b.iter(|| black_box(limbo::play(&mut seeds.next(), &tables.limbo, &bet)));
    });
    let picks = vec![3, 7, 11, 15, 19, 23, 27, 31, 35, 39];
    let bet = keno::Bet::new(10, Risk::High, picks, &tables.keno).unwrap();
    group.bench_function("keno", |b| {
        b.iter(|| black_box(keno::play(&mut seeds.next(), &tables.keno, &bet)));
    });
    let bet = slot::Bet::new(10, &tables.slot).unwrap();
    group.bench_function("slot", |b| {
        b.iter(|| black_box(slot::play(&mut seeds.next(), &tables.slot, &bet)));
    });
    let body = json!({ "bets": [{ "kind": "red", "amount": 5 },
        { "kind": "straight", "amount": 1, "numbers": [17] }] });
    let bet = roulette::Bet::from_json(&body, &tables.roulette).unwrap();
    group.bench_function("roulette", |b| {
        b.iter(|| black_box(roulette::play(&mut seeds.next(), &tables.roulette, &bet)));
    });
    let bet = mines::Bet::new(10, 5, &tables.mines).unwrap();
    group.bench_function("mines, three picks", |b| {
        b.iter(|| {
            let mut round = mines::Round::start(seeds.next(), bet);
            for tile in [0, 12, 24] {
                // A pick after the end is refused, which costs nothing.
                let _ = round.act(&tables.mines, mines::Action::Reveal(tile));
            }
            let _ = round.act(&tables.mines, mines::Action::CashOut);
            black_box(round.payout(&tables.mines))
        });
    });
    let bet = blackjack::Bet::new(10, &tables.blackjack).unwrap();
    group.bench_function("blackjack, deal and stand", |b| {
        b.iter(|| {
            let mut round = blackjack::Round::deal(seeds.next(), bet);
            round.settle();
            black_box(round.payout())
        });
    });
    group.finish();
}

criterion_group!(benches, rounds);
criterion_main!(benches);
