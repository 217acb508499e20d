//! What members do, as the overlay shows it.

use std::collections::{HashMap, VecDeque};

use serde_json::Value;

use super::state::{HappeningKind, OverlayHappening};
use crate::accounts::Auth;
use crate::broadcast::{Moment, MomentKind};
use crate::clock::Millis;
use crate::config::{AlertItem, RoundGame, SourceOptions, TickerItem};
use crate::ids::{GameId, SourceId, UserId};

/// Moments that a ticker can begin with.
const KEPT: usize = 200;
/// Items that a ticker begins with.
const TICKER_ITEMS: usize = 20;
/// Announcements of a source that a page can be given again.
const ALERT_ITEMS: usize = 50;

/// A moment with its number and time.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    number: u64,
    at: Millis,
    pub(super) user: UserId,
    what: MomentKind,
}

/// What the overlay remembers since the start of the process.
#[derive(Default)]
pub(super) struct Recent {
    count: u64,
    kept: VecDeque<Kept>,
    /// The announcements of each source of alerts, newest first.
    alerts: HashMap<SourceId, VecDeque<Kept>>,
    /// The hunt that was opened last, and when it was first seen complete.
    pub(super) hunt: Option<(String, Option<Millis>)>,
}

impl Recent {
    pub(super) fn add(&mut self, Moment { user, what }: Moment, at: Millis) -> Kept {
        // Pages remember the numbers of an earlier process.
        self.count = self.count.max(u64::try_from(at.0).unwrap_or(0)) + 1;
        let kept = Kept { number: self.count, at, user, what };
        // Rounds are shown once, as they are played.
        if !matches!(kept.what, MomentKind::Played(_)) {
            self.kept.push_front(kept.clone());
            self.kept.truncate(KEPT);
        }
        kept
    }

    /// The newest items of a ticker, newest first.
    pub(super) fn items(
        &self,
        shows: &[TickerItem],
        least_multiplier: u32,
        auth: &Auth,
    ) -> Vec<OverlayHappening> {
        let is_shown = |kept: &&Kept| is_in_ticker(kept, shows, least_multiplier, auth);
        self.kept.iter().filter(is_shown).take(TICKER_ITEMS).map(|kept| kept.shown(auth)).collect()
    }

    /// Keeps what a source of alerts has announced.
    pub(super) fn announced(&mut self, source: SourceId, kept: Kept) {
        let alerts = self.alerts.entry(source).or_default();
        alerts.push_front(kept);
        alerts.truncate(ALERT_ITEMS);
    }

    /// The last announcements of a source, newest first.
    pub(super) fn alerts(&self, source: SourceId, auth: &Auth) -> Vec<OverlayHappening> {
        self.alerts.get(&source).into_iter().flatten().map(|kept| kept.shown(auth)).collect()
    }

    /// Forgets the announcements of other sources.
    pub(super) fn retain_sources(&mut self, stays: impl Fn(&SourceId) -> bool) {
        self.alerts.retain(|id, _| stays(id));
    }
}

/// Whether a source shows a moment as an event. A round is for the source of its member.
pub(super) fn is_for(
    kept: &Kept,
    options: &SourceOptions,
    watched: Option<UserId>,
    auth: &Auth,
) -> bool {
    match options {
        SourceOptions::Ticker { shows, least_multiplier, .. } => {
            is_in_ticker(kept, shows, *least_multiplier, auth)
        }
        SourceOptions::Alerts { shows, least_multiplier, .. } => {
            let item = match &kept.what {
                MomentKind::Won { .. } if kept.multiplier() < f64::from(*least_multiplier) => {
                    return false;
                }
                MomentKind::Won { .. } => AlertItem::Win,
                MomentKind::DrawnWinner { .. } => AlertItem::Winner,
                MomentKind::ChallengeDone { .. } => AlertItem::Challenge,
                MomentKind::Linked => AlertItem::Linked,
                _ => return false,
            };
            shows.contains(&item)
        }
        SourceOptions::Round { games, .. } => match &kept.what {
            MomentKind::Played(round) => {
                let game = round.get("game").and_then(Value::as_str).unwrap_or_default();
                watched == Some(kept.user) && games.iter().any(|one| game_id(*one) == game)
            }
            _ => false,
        },
        _ => false,
    }
}

const fn game_id(game: RoundGame) -> &'static str {
    match game {
        RoundGame::Slot => "slot",
        RoundGame::Dice => "dice",
        RoundGame::Limbo => "limbo",
    }
}

fn is_in_ticker(kept: &Kept, shows: &[TickerItem], least_multiplier: u32, auth: &Auth) -> bool {
    let item = match &kept.what {
        MomentKind::Won { .. } if kept.multiplier() < f64::from(least_multiplier) => return false,
        MomentKind::Won { .. } => TickerItem::Win,
        MomentKind::Claimed(_) => TickerItem::Claim,
        MomentKind::Purchased { .. } => TickerItem::Purchase,
        // A new member without a name is no news.
        MomentKind::Joined if auth.is_named_on_air(kept.user) => TickerItem::Member,
        _ => return false,
    };
    shows.contains(&item)
}

impl Kept {
    /// Payout divided by stake, cut to two decimals; 0 for what is no win.
    fn multiplier(&self) -> f64 {
        let (staked, payout) = match &self.what {
            MomentKind::Won { staked, payout, .. } => (*staked, *payout),
            MomentKind::Played(round) => {
                let points = |name: &str| round.get(name).and_then(Value::as_u64).unwrap_or(0);
                (points("staked"), points("payout"))
            }
            _ => return 0.0,
        };
        let hundredths = u128::from(payout) * 100 / u128::from(staked.max(1));
        // Multipliers are far below this.
        f64::from(u32::try_from(hundredths).unwrap_or(u32::MAX)) / 100.0
    }

    pub(super) fn shown(&self, auth: &Auth) -> OverlayHappening {
        let agreed = matches!(self.what, MomentKind::DrawnWinner { is_named: true, .. });
        let (name, is_named) = auth.name_on_air(self.user, agreed);
        let (kind, title, amount) = match &self.what {
            MomentKind::Won { game, payout, .. } => (HappeningKind::Win, game_title(game), *payout),
            MomentKind::Played(round) => {
                let game = round.get("game").and_then(Value::as_str).unwrap_or_default();
                let payout = round.get("payout").and_then(Value::as_u64).unwrap_or(0);
                (HappeningKind::Round, game_title(game), payout)
            }
            MomentKind::Claimed(points) => (HappeningKind::Claim, String::new(), *points),
            MomentKind::Purchased { title, points } => {
                (HappeningKind::Purchase, title.clone(), *points)
            }
            MomentKind::Joined => (HappeningKind::Member, String::new(), 0),
            MomentKind::DrawnWinner { prize, .. } => (HappeningKind::Winner, prize.clone(), 0),
            MomentKind::ChallengeDone { title, points } => {
                (HappeningKind::Challenge, title.clone(), *points)
            }
            MomentKind::Linked => (HappeningKind::Linked, String::new(), 0),
        };
        OverlayHappening {
            id: self.number.to_string(),
            at: self.at.iso(),
            kind,
            name,
            is_named,
            title,
            amount,
            multiplier: self.multiplier(),
            is_test: false,
            round: match &self.what {
                MomentKind::Played(round) => Some(round_on_air(round)),
                _ => None,
            },
        }
    }
}

/// What the broadcast shows of a round: nothing of seeds.
fn round_on_air(round: &Value) -> Value {
    let field = |name: &str| round.get(name).cloned().unwrap_or(Value::Null);
    serde_json::json!({
        "game": field("game"),
        "bet": field("staked"),
        "payout": field("payout"),
        "params": field("params"),
        "detail": field("detail"),
    })
}

fn game_title(id: &str) -> String {
    id.parse::<GameId>().map_or_else(|_| id.to_owned(), |game| game.title().to_owned())
}
