//! The fake service for bonus hunts: one hunt, whose bonuses are opened on the control panel.

use actix_web::web::{self, Data, Path, ServiceConfig};
use actix_web::{HttpResponse, Responder};
use chrono::{DateTime, Utc};
use rand::RngExt;
use serde_json::{Value, json};

use crate::{FakeServices, KEY};

/// Game, provider, caller, and the bet in cents.
const BONUSES: [(&str, &str, &str, u64); 8] = [
    ("Dog House Megaways", "Pragmatic Play", "matilda", 200),
    ("Wanted Dead or a Wild", "Hacksaw", "bushranger", 100),
    ("Mental", "Nolimit City", "emu_export", 100),
    ("Le Bandit", "Hacksaw", "matilda", 400),
    ("Sweet Bonanza", "Pragmatic Play", "quokka_queen", 200),
    ("San Quentin", "Nolimit City", "bushranger", 100),
    ("Gates of Olympus", "Pragmatic Play", "emu_export", 500),
    ("Razor Shark", "Push Gaming", "quokka_queen", 100),
];
/// Starting balance of the hunt, in cents.
const START: u64 = 50_000;

pub(crate) struct Hunt {
    began: DateTime<Utc>,
    /// Wins of the opened bonuses, in order, in cents.
    opened: Vec<u64>,
}

impl Default for Hunt {
    fn default() -> Self {
        Self { began: Utc::now(), opened: Vec::new() }
    }
}

pub(crate) fn routes(cfg: &mut ServiceConfig) {
    cfg.route("/hunts/{token}/hunts", web::get().to(list))
        .route("/hunts/{token}/hunts/{id}", web::get().to(one))
        .route("/desk/hunt/open", web::post().to(open))
        .route("/desk/hunt/again", web::post().to(again));
}

fn money(cents: u64) -> String {
    format!("$ {}.{:02}", cents / 100, cents % 100)
}

impl Hunt {
    fn summary(&self) -> Value {
        let won: u64 = self.opened.iter().sum();
        json!({
            "id": 1, "uuid": "rehearsal", "name": "Rehearsal hunt",
            "date": self.began.format("%Y-%m-%d %H:%M:%S").to_string(),
            "bonus_count_opened": self.opened.len(),
            "bonus_count_remaining": BONUSES.len() - self.opened.len(),
            "bonus_count_total": BONUSES.len(),
            "info_start_cost": money(START), "info_amount_won": money(won),
        })
    }

    fn whole(&self) -> Value {
        let bonuses = BONUSES.iter().enumerate().map(|(at, (name, maker, caller, bet))| {
            let win = self.opened.get(at);
            json!({
                "id": at + 1, "name": name, "note": caller, "provider_name": maker,
                "bet_size": money(*bet), "payout": win.map(|win| money(*win)),
                "multiplier": win.map(|win| format!("{}x", win / bet)),
            })
        });
        let bonuses = bonuses.collect();
        let mut whole = self.summary();
        if let Some(fields) = whole.as_object_mut() {
            fields.insert("bonuses".to_owned(), bonuses);
        }
        whole
    }
}

async fn list(services: Data<FakeServices>, token: Path<String>) -> impl Responder {
    if *token != KEY {
        return HttpResponse::Unauthorized().json(json!({ "error": "Invalid token" }));
    }
    HttpResponse::Ok().json(json!({ "data": [services.hunt.lock().summary()] }))
}

async fn one(services: Data<FakeServices>, path: Path<(String, String)>) -> impl Responder {
    match (path.0.as_str(), path.1.as_str()) {
        (KEY, "1") => HttpResponse::Ok().json(json!({ "data": services.hunt.lock().whole() })),
        (KEY, _) => HttpResponse::NotFound().json(json!({ "error": "No such hunt" })),
        _ => HttpResponse::Unauthorized().json(json!({ "error": "Invalid token" })),
    }
}

async fn open(services: Data<FakeServices>) -> impl Responder {
    let mut hunt = services.hunt.lock();
    let next = BONUSES.get(hunt.opened.len()).map(|(.., bet)| *bet);
    let Some(bet) = next else {
        return HttpResponse::Conflict().json(json!({ "error": "All bonuses are opened" }));
    };
    // Mostly small wins, sometimes large ones.
    let hundredths = match rand::rng().random_range(0..100) {
        0..70 => rand::rng().random_range(0..8_000),
        70..95 => rand::rng().random_range(8_000..30_000),
        _ => rand::rng().random_range(30_000..150_000),
    };
    let win = bet * hundredths / 100;
    hunt.opened.push(win);
    HttpResponse::Ok()
        .json(json!({ "opened": hunt.opened.len(), "of": BONUSES.len(), "win": money(win) }))
}

async fn again(services: Data<FakeServices>) -> impl Responder {
    *services.hunt.lock() = Hunt::default();
    HttpResponse::Ok().json(json!({ "opened": 0, "of": BONUSES.len() }))
}
