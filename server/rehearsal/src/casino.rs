//! The fake casino: made-up players who wager a little more with each request.

use std::collections::BTreeMap;

use actix_web::web::{self, Data, Json, Query, ServiceConfig};
use actix_web::{HttpResponse, Responder};
use chrono::{SecondsFormat, Utc};
use rand::RngExt;
use serde::Deserialize;
use serde_json::json;

use crate::{FakeServices, KEY};

const PLAYERS: [&str; 24] = [
    "LuckyWombat",
    "GoldenDingo",
    "SilentKelpie",
    "TurboQuokka",
    "CrimsonPossum",
    "MightyMagpie",
    "FrostyBandit",
    "WildCaptain",
    "SunnyDrifter",
    "VelvetFalcon",
    "CosmicGambit",
    "RapidHunter",
    "HumbleJoker",
    "RoyalPirate",
    "SaltyRanger",
    "DustyEmu",
    "BoldBilby",
    "QuietNumbat",
    "JollyGalah",
    "ProudBrolga",
    "SwiftTaipan",
    "BrightGecko",
    "LoneCassowary",
    "MerryLyrebird",
];
/// Initial wager of a player in a month, and the largest increase per request, in cents.
const START: u64 = 900_000;
const STEP: u64 = 25_000;

/// Wagers of the players, in cents, by month.
#[derive(Default)]
pub(crate) struct Casino {
    months: BTreeMap<String, BTreeMap<String, u64>>,
}

#[derive(Deserialize)]
struct Asked {
    start_at: String,
    key: String,
}

/// A wager of a player, entered on the control panel.
#[derive(Deserialize)]
struct Wager {
    player: String,
    /// In dollars.
    amount: u32,
}

pub(crate) fn routes(cfg: &mut ServiceConfig) {
    cfg.route("/casino/v1/external/affiliates", web::get().to(affiliates))
        .route("/desk/wager", web::post().to(wager));
}

impl Casino {
    /// The players of a month. Those of the current month wager a little more with each call.
    fn month(&mut self, month: &str) -> &mut BTreeMap<String, u64> {
        let is_new = !self.months.contains_key(month);
        let players = self.months.entry(month.to_owned()).or_default();
        if is_new {
            for name in PLAYERS {
                players.insert(name.to_owned(), rand::rng().random_range(0..START));
            }
        }
        players
    }
}

fn this_month() -> String {
    Utc::now().format("%Y-%m").to_string()
}

async fn affiliates(services: Data<FakeServices>, asked: Query<Asked>) -> impl Responder {
    if asked.key != KEY {
        return HttpResponse::Unauthorized().json(json!({ "error": "Invalid key" }));
    }
    let month: String = asked.start_at.chars().take(7).collect();
    let mut casino = services.casino.lock();
    let is_running = month == this_month();
    let players = casino.month(&month);
    if is_running {
        for wagered in players.values_mut() {
            *wagered += rand::rng().random_range(0..STEP);
        }
    }
    let rows = players.iter().zip(1..).map(|((name, cents), id)| {
        let amount = format!("{}.{:02}", cents / 100, cents % 100);
        json!({ "username": name, "id": id.to_string(), "wagered_amount": amount })
    });
    let made = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
    HttpResponse::Ok()
        .json(json!({ "affiliates": rows.collect::<Vec<_>>(), "cache_updated_at": made }))
}

async fn wager(services: Data<FakeServices>, wager: Json<Wager>) -> impl Responder {
    let Wager { player, amount } = wager.into_inner();
    let name: String = player.trim().chars().take(64).collect();
    if name.is_empty() {
        return HttpResponse::BadRequest().json(json!({ "error": "Who?" }));
    }
    let mut casino = services.casino.lock();
    let wagered = casino.month(&this_month()).entry(name).or_default();
    *wagered = wagered.saturating_add(u64::from(amount) * 100);
    HttpResponse::Ok().json(json!({ "wagered": *wagered / 100 }))
}
