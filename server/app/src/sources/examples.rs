//! Examples that the panel sends to one source, to see it on the air.

use super::state::{
    GiveawayOnAir, HappeningKind, NextKind, NextThing, OnAirStatus, OverlayHappening, PodiumPlace,
    SourceFacts, SourceState,
};
use crate::clock::Millis;
use crate::config::{AlertItem, RoundGame, SourceOptions, TickerItem};
use crate::giveaways::{EntryType, Giveaway, GiveawayWinner, Status};
use crate::hunts::HuntOnAir;
use crate::overlay::events::OverlayLine;
use serde_json::{Value, json};

const NAME: &str = "Example member";

/// An example for a source that shows happenings; `None` for the others.
pub(super) fn happening(options: &SourceOptions, now: Millis) -> Option<OverlayHappening> {
    let (kind, title, amount, multiplier, round) = match options {
        SourceOptions::Ticker { shows, .. } => match shows.first()? {
            TickerItem::Win => (HappeningKind::Win, "Dice", 5_000, 50.0, None),
            TickerItem::Claim => (HappeningKind::Claim, "", 10, 0.0, None),
            TickerItem::Purchase => (HappeningKind::Purchase, "Example item", 500, 0.0, None),
            TickerItem::Member => (HappeningKind::Member, "", 0, 0.0, None),
        },
        SourceOptions::Alerts { shows, .. } => match shows.first()? {
            AlertItem::Winner => (HappeningKind::Winner, "Example prize", 0, 0.0, None),
            AlertItem::Challenge => (HappeningKind::Challenge, "Example challenge", 500, 0.0, None),
            AlertItem::Win => (HappeningKind::Win, "Dice", 5_000, 50.0, None),
            AlertItem::Linked => (HappeningKind::Linked, "", 0, 0.0, None),
        },
        SourceOptions::Round { games, .. } => {
            let (title, round) = example_round(*games.first()?);
            (HappeningKind::Round, title, 200, 2.0, Some(round))
        }
        _ => return None,
    };
    Some(OverlayHappening {
        id: format!("example-{}", now.0),
        at: now.iso(),
        kind,
        name: NAME.to_owned(),
        is_named: true,
        title: title.to_owned(),
        amount,
        multiplier,
        is_test: true,
        round,
    })
}

fn example_round(game: RoundGame) -> (&'static str, Value) {
    let (id, title, params, detail) = match game {
        RoundGame::Slot => (
            "slot",
            "Downunder Dawgs",
            json!({}),
            json!({
                "board": [
                    ["bone", "hat", "paw", "kelpie", "ball"],
                    ["dingo", "bone", "bowl", "hat", "collar"],
                    ["paw", "kelpie", "bone", "ball", "dingo"],
                ],
                "bones": [
                    { "cell": 0, "value": "0.50" },
                    { "cell": 6, "value": "0.50" },
                    { "cell": 12, "value": "1.00" },
                ],
            }),
        ),
        RoundGame::Dice => (
            "dice",
            "Dice",
            json!({ "target": 50.5, "direction": "over" }),
            json!({ "roll": 73.21, "won": true }),
        ),
        RoundGame::Limbo => {
            ("limbo", "Limbo", json!({ "target": 2.0 }), json!({ "result": 3.42, "won": true }))
        }
    };
    let round =
        json!({ "game": id, "bet": 100, "payout": 200, "params": params, "detail": detail });
    (title, round)
}

/// The examples of a source that shows a state, one after the other.
pub(super) fn states(state: &SourceState, now: Millis) -> Vec<SourceState> {
    let example = |facts| SourceState { is_test: true, facts, ..state.clone() };
    match &state.facts {
        SourceFacts::Banner { challenges, giveaways, board } => {
            let mut giveaways = giveaways.clone();
            giveaways.push(listed(drawn(now)));
            let (challenges, board) = (challenges.clone(), board.clone());
            vec![example(SourceFacts::Banner { challenges, giveaways, board })]
        }
        SourceFacts::LowerThird { .. } => vec![example(SourceFacts::LowerThird {
            line: Some(OverlayLine {
                text: "An example of a line".to_owned(),
                ends_at: now.plus(10_000).iso(),
            }),
            next: Some(NextThing {
                what: NextKind::GiveawayEnds,
                title: "Example giveaway".to_owned(),
                at: now.plus(190_000).iso(),
            }),
        })],
        SourceFacts::Podium { board, cycle, .. } => {
            let place = |number: u32| PodiumPlace {
                name: format!("Example {number}"),
                amount: f64::from(4_000 - number * 1_000),
                is_named: true,
            };
            let places = (1..=3).map(place).collect();
            vec![example(SourceFacts::Podium { board: *board, cycle: *cycle, places })]
        }
        SourceFacts::Giveaway { .. } => {
            let drawn = drawn(now);
            let active = GiveawayOnAir {
                status: OnAirStatus::Active,
                ended_at: None,
                winner: None,
                winning_ticket: None,
                ..drawn.clone()
            };
            let shown = |giveaway| example(SourceFacts::Giveaway { giveaway: Some(giveaway) });
            vec![shown(active), shown(drawn)]
        }
        SourceFacts::Hunt { .. } => {
            vec![example(SourceFacts::Hunt { hunt: Some(HuntOnAir::example()) })]
        }
        // What it shows is there all the time.
        _ => vec![example(state.facts.clone())],
    }
}

fn drawn(now: Millis) -> GiveawayOnAir {
    GiveawayOnAir {
        id: "0".to_owned(),
        title: "Example giveaway".to_owned(),
        prize: "Example prize".to_owned(),
        status: OnAirStatus::Ended,
        starts_at: now.plus(-600_000).iso(),
        ends_at: now.plus(3_000).iso(),
        ended_at: Some(now.plus(3_000).iso()),
        tickets: 128,
        entrants: 64,
        entry_cost: 50,
        winner: Some(NAME.to_owned()),
        winner_is_named: true,
        winning_ticket: Some(42),
        proof_path: "/giveaways".to_owned(),
    }
}

/// The same giveaway as the public list has it.
fn listed(drawn: GiveawayOnAir) -> Giveaway {
    Giveaway {
        id: drawn.id,
        title: drawn.title,
        description: String::new(),
        prize: drawn.prize,
        created_at: drawn.starts_at.clone(),
        start_time: drawn.starts_at,
        end_time: drawn.ends_at,
        ended_at: drawn.ended_at,
        ended_early: false,
        cancelled: false,
        interrupted: false,
        entry_type: EntryType::Paid,
        entry_cost: drawn.entry_cost,
        status: Status::Ended,
        ticket_count: drawn.tickets,
        listed_tickets: drawn.tickets,
        entrant_count: drawn.entrants,
        names_winner: true,
        server_seed_hash: String::new(),
        chain: String::new(),
        winner: drawn.winner.map(|username| GiveawayWinner { username }),
        provably_fair: None,
        changes: Vec::new(),
    }
}
