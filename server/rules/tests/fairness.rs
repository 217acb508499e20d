//! The published check values of the draws: commitments, words, integers and shuffles.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

mod vectors;

use pointhouse_rules::fairness::{ClientSeed, Draw, DrawSource, Draws, ServerSeed};
use proptest::prelude::*;
use serde_json::Value;
use vectors::{list, vectors};

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
}

fn draws_of(entry: &Value) -> Draws {
    let server = ServerSeed::from_hex(entry["server_seed"].as_str().unwrap()).unwrap();
    let client = ClientSeed::new(entry["client_seed"].as_str().unwrap()).unwrap();
    Draws::new(&server, &client, entry["nonce"].as_u64().unwrap())
}

#[test]
fn commitments() {
    for entry in list(&vectors()["fair"]["commitment"], 8) {
        let seed = ServerSeed::from_hex(entry["server_seed"].as_str().unwrap()).unwrap();
        assert_eq!(seed.commitment().to_string(), entry["hash"].as_str().unwrap());
        assert_eq!(seed.reveal(), entry["server_seed"].as_str().unwrap());
    }
}

#[test]
fn words() {
    for entry in list(&vectors()["fair"]["words"], 8) {
        let mut draws = draws_of(entry);
        for word in numbers(&entry["words"]) {
            assert_eq!(u64::from(draws.word()), word);
        }
    }
}

#[test]
fn integers_with_their_rejections() {
    let mut rejected_anywhere = 0;
    for entry in list(&vectors()["fair"]["below"], 8) {
        let (mut draws, mut plain) = (draws_of(entry), draws_of(entry));
        let (bounds, values) = (numbers(&entry["bounds"]), numbers(&entry["values"]));
        assert_eq!(bounds.len(), values.len());
        for (bound, value) in bounds.iter().zip(values) {
            assert_eq!(draws.below(*bound), value);
        }
        // As many words as draws and rejections have been used when both streams go on alike.
        let rejected = entry["rejected"].as_u64().unwrap();
        for _ in 0..bounds.len() as u64 + rejected {
            plain.word();
        }
        assert_eq!(draws.word(), plain.word());
        rejected_anywhere += rejected;
    }
    assert!(rejected_anywhere > 0);
}

#[test]
fn shuffles() {
    for entry in list(&vectors()["fair"]["pick"], 8) {
        let (size, count) = (entry["size"].as_u64().unwrap(), entry["count"].as_u64().unwrap());
        let items = draws_of(entry).pick(size as u32, count as usize);
        assert_eq!(items.into_iter().map(u64::from).collect::<Vec<_>>(), numbers(&entry["items"]));
    }
}

/// docs/games.md, section 2: check values.
#[test]
fn the_check_values_of_the_rules_page() {
    let server = ServerSeed::from_bytes(&[0xab; 32]);
    let client = ClientSeed::new("hello").unwrap();
    let mut draws = Draws::new(&server, &client, 0);
    assert_eq!([draws.word(), draws.word(), draws.word()], [1306100123, 3952083306, 3150995881]);
    assert_eq!(Draws::new(&server, &client, 0).pick(25, 3), [23, 19, 0]);
    let mut recorded = Draws::recorded(&server, &client, 0);
    assert_eq!(recorded.below(10_000), 123);
    assert_eq!(recorded.into_log(), [Draw { bound: 10_000, value: 123 }]);
}

#[test]
#[should_panic(expected = "a draw is below 1 to 2^32")]
fn a_bound_of_nothing_stops_loudly() {
    Draws::new(&ServerSeed::from_bytes(&[1; 32]), &ClientSeed::new("a").unwrap(), 0).below(0);
}

proptest! {
    #[test]
    fn draws_stay_in_range_and_repeat(
        seed in any::<[u8; 32]>(),
        client in "[A-Za-z0-9._-]{1,64}",
        nonce in any::<u64>(),
        bounds in prop::collection::vec(1u64..=1 << 32, 1..40),
    ) {
        let (server, client) = (ServerSeed::from_bytes(&seed), ClientSeed::new(client).unwrap());
        let mut recorded = Draws::recorded(&server, &client, nonce);
        let values: Vec<u64> = bounds.iter().map(|bound| recorded.below(*bound)).collect();
        let mut again = Draws::new(&server, &client, nonce);
        for (bound, value) in bounds.iter().zip(&values) {
            prop_assert!(value < bound);
            prop_assert_eq!(again.below(*bound), *value);
        }
        let log: Vec<_> = recorded.log().iter().map(|draw| (draw.bound, draw.value)).collect();
        prop_assert_eq!(log, bounds.into_iter().zip(values).collect::<Vec<_>>());
    }

    #[test]
    fn a_shuffle_is_the_front_of_a_permutation(
        seed in any::<[u8; 32]>(), size in 0u32..60, count in 0usize..80,
    ) {
        let mut draws =
            Draws::recorded(&ServerSeed::from_bytes(&seed), &ClientSeed::new("x").unwrap(), 7);
        let mut items = draws.pick(size, count);
        prop_assert_eq!(items.len(), count.min(size as usize));
        prop_assert_eq!(draws.log().len(), count.min((size as usize).saturating_sub(1)));
        prop_assert!(items.iter().all(|item| *item < size));
        items.sort_unstable();
        items.dedup();
        prop_assert_eq!(items.len(), count.min(size as usize));
    }
}
