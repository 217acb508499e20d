//! The facts that each kind of source shows, from memory.

use chrono::DateTime;
use pointhouse_rules::username::Username;
use pointhouse_store::Store;
use serde_json::Value;

use super::happenings::Recent;
use super::state::{
    BannerBoard, BannerPlace, GiveawayOnAir, NextKind, NextThing, OnAirStatus, PodiumPlace,
    SourceFacts, SourceSite, SourceState, camel_case,
};
use crate::accounts::{Auth, NameKind, find_name};
use crate::challenges::Challenges;
use crate::clock::Clock;
use crate::config::{BannerScene, GoalCount, OverlaySource, PodiumBoard, Settings, SourceOptions};
use crate::giveaways::{Giveaway, Giveaways, Status};
use crate::hunts::{HuntOnAir, Hunts, OnAirHuntStatus};
use crate::ids::UserId;
use crate::overlay::Overlay;
use crate::points::{Board, Flows, PointsBoards};
use crate::site::{overlay_style, pages_build};
use crate::wagers::Wagers;

/// How long an ended giveaway stays on the air, in milliseconds.
const ENDED_MILLIS: i64 = 30_000;
/// How long before its start a giveaway comes on the air, in milliseconds.
const AHEAD_MILLIS: i64 = 24 * 60 * 60 * 1000;
/// How long a completed hunt stays on the air, in milliseconds.
const COMPLETED_MILLIS: i64 = 10 * 60_000;
/// Rows of the banner's leaderboard.
const BANNER_ROWS: usize = 20;

/// Where the facts come from. Cheap to clone.
#[derive(Clone)]
#[expect(missing_docs, reason = "the names say it")]
pub struct FactSources {
    pub store: Store,
    pub settings: Settings,
    pub clock: Clock,
    pub auth: Auth,
    pub overlay: Overlay,
    pub challenges: Challenges,
    pub giveaways: Giveaways,
    pub hunts: Hunts,
    pub boards: PointsBoards,
    pub flows: Flows,
    pub wagers: Wagers,
}

impl FactSources {
    /// The state of a source now, with its run and number.
    pub(super) fn state(
        &self,
        source: &OverlaySource,
        (run, number): (&str, u64),
        recent: &mut Recent,
    ) -> SourceState {
        SourceState {
            build: pages_build(),
            run: run.to_owned(),
            number,
            now: self.clock.now().iso(),
            is_test: false,
            source: camel_case(serde_json::to_value(source).unwrap_or(Value::Null)),
            site: self.site(source),
            facts: self.facts(source, recent),
        }
    }

    fn site(&self, source: &OverlaySource) -> SourceSite {
        let config = self.settings.now();
        let accent = match source.accent.as_str() {
            "" => config.brand.accent.as_str(),
            own => own,
        };
        let address = config.place.url.trim_end_matches('/');
        let address = address.split_once("://").map_or(address, |(_, rest)| rest);
        SourceSite {
            name: config.brand.name.clone(),
            mark: config.brand.mark.clone(),
            address: address.to_owned(),
            promo_code: config.partner.promo_code.clone(),
            casino_name: config.partner.casino_name.clone(),
            points_name: config.points.name_plural.clone(),
            points_one: config.points.name.clone(),
            accent: accent.to_owned(),
            timezone: config.place.timezone.name().to_owned(),
            theme: overlay_style(accent, config.brand.heading_font),
        }
    }

    fn facts(&self, source: &OverlaySource, recent: &mut Recent) -> SourceFacts {
        match &source.options {
            SourceOptions::Banner { scenes, .. } => self.banner(scenes),
            SourceOptions::LowerThird { shows_next } => SourceFacts::LowerThird {
                line: self.overlay.line(),
                next: if *shows_next { self.next() } else { None },
            },
            SourceOptions::Ticker { shows, least_multiplier, .. } => {
                SourceFacts::Ticker { items: recent.items(shows, *least_multiplier, &self.auth) }
            }
            SourceOptions::Podium { board } => self.podium(*board),
            SourceOptions::Giveaway {} => SourceFacts::Giveaway { giveaway: self.giveaway() },
            SourceOptions::Hunt {} => SourceFacts::Hunt { hunt: self.hunt(recent) },
            SourceOptions::Goal { counts, number, .. } => SourceFacts::Goal {
                value: match counts {
                    GoalCount::Points => self.flows.given(),
                    GoalCount::Members => u64::try_from(self.auth.accounts()).unwrap_or(u64::MAX),
                    GoalCount::Number => *number,
                },
            },
            SourceOptions::Alerts { .. } => {
                let items = source.id().map(|id| recent.alerts(id, &self.auth));
                SourceFacts::Alerts { items: items.unwrap_or_default() }
            }
            SourceOptions::Round { member, .. } => {
                let user = self.watched(member);
                SourceFacts::Round { member: user.map(|user| self.auth.username(user)) }
            }
        }
    }

    /// The member of a name whose rounds may be shown: one who agreed to be named.
    pub(super) fn watched(&self, name: &str) -> Option<UserId> {
        self.find_member(name).filter(|user| self.auth.is_named_on_air(*user))
    }

    fn find_member(&self, name: &str) -> Option<UserId> {
        let name = Username::new(name.trim()).ok()?;
        let user = find_name(self.store.view(), NameKind::Username, &name.folded());
        user.inspect_err(|error| tracing::error!(%error, "a name cannot be read")).ok()?
    }

    /// Lists that no scene shows are empty, so that their changes are not sent. Giveaways stay: a draw is announced on
    /// every banner.
    fn banner(&self, scenes: &[BannerScene]) -> SourceFacts {
        let rows = if scenes.contains(&BannerScene::Points) { BANNER_ROWS } else { 0 };
        let board = self.board(rows);
        let place = |user: UserId, total_points: u64| {
            self.auth.access(user)?;
            Some(BannerPlace { username: self.auth.name_on_air(user, false).0, total_points })
        };
        SourceFacts::Banner {
            challenges: if scenes.contains(&BannerScene::Challenges) {
                self.challenges.list()
            } else {
                Vec::new()
            },
            giveaways: self.giveaways().into_iter().map(|(giveaway, _)| giveaway).collect(),
            board: BannerBoard {
                cycle: board.days.cycle,
                leaderboard: board
                    .top
                    .into_iter()
                    .filter_map(|row| place(row.user, row.points))
                    .collect(),
            },
        }
    }

    fn board(&self, rows: usize) -> Board {
        let now = self.clock.now();
        self.boards.board(now, rows, None).unwrap_or_else(|error| {
            tracing::error!(%error, "the points leaderboard cannot be shown on the overlay");
            Board { days: self.boards.days(now), top: Vec::new(), own: None }
        })
    }

    /// The public list with winners, named as they agreed.
    fn giveaways(&self) -> Vec<(Giveaway, bool)> {
        let listed = self.giveaways.with_winners().unwrap_or_else(|error| {
            tracing::error!(%error, "the giveaways cannot be shown on the overlay");
            Vec::new()
        });
        let named = |(mut giveaway, user): (Giveaway, Option<UserId>)| {
            let agreed = giveaway.names_winner;
            let (name, is_named) = user.map(|user| self.auth.name_on_air(user, agreed)).unzip();
            if let (Some(winner), Some(name)) = (&mut giveaway.winner, name) {
                winner.username = name;
            }
            (giveaway, is_named.unwrap_or(false))
        };
        listed.into_iter().map(named).collect()
    }

    fn next(&self) -> Option<NextThing> {
        let now = self.clock.now().0;
        let soon = |at: &str| parsed(at).is_some_and(|at| at > now);
        let giveaways = self.giveaways();
        let all = giveaways.iter().map(|(giveaway, _)| giveaway).filter(|one| !one.cancelled);
        let thing = |giveaway: &Giveaway| match giveaway.status {
            Status::Active => Some((NextKind::GiveawayEnds, giveaway.end_time.clone())),
            Status::Upcoming => Some((NextKind::GiveawayStarts, giveaway.start_time.clone())),
            Status::Ended => None,
        };
        let next = all.filter_map(|one| thing(one).map(|(what, at)| (at, what, &one.title)));
        let (at, what, title) = next.filter(|(at, ..)| soon(at)).min_by(|a, b| a.0.cmp(&b.0))?;
        Some(NextThing { what, title: title.clone(), at })
    }

    fn podium(&self, board: PodiumBoard) -> SourceFacts {
        if board == PodiumBoard::Wagers {
            let place = |(name, amount)| PodiumPlace { name, amount, is_named: false };
            let places = self.wagers.first_three().into_iter().map(place).collect();
            return SourceFacts::Podium { board, cycle: None, places };
        }
        let points = self.board(3);
        let place = |user: UserId, points: u64| {
            self.auth.access(user)?;
            let (name, is_named) = self.auth.name_on_air(user, false);
            Some(PodiumPlace { name, amount: whole(points), is_named })
        };
        let places = points.top.iter().filter_map(|row| place(row.user, row.points)).collect();
        SourceFacts::Podium { board, cycle: Some(points.days.cycle), places }
    }

    /// A giveaway that has just ended, else the one that ends next, else the one that starts next.
    fn giveaway(&self) -> Option<GiveawayOnAir> {
        let now = self.clock.now().0;
        let at = |text: &str| parsed(text).unwrap_or(i64::MAX);
        let ended_at = |one: &Giveaway| one.ended_at.as_deref().map_or(0, at);
        let listed = self.giveaways();
        let just_ended = listed
            .iter()
            .filter(|(one, _)| one.status == Status::Ended && now - ended_at(one) < ENDED_MILLIS)
            .max_by_key(|(one, _)| ended_at(one));
        let of = |status: Status| listed.iter().filter(move |(one, _)| one.status == status);
        let active = || of(Status::Active).min_by_key(|(one, _)| at(&one.end_time));
        let upcoming = || {
            let near =
                of(Status::Upcoming).filter(|(one, _)| at(&one.start_time) - now < AHEAD_MILLIS);
            near.min_by_key(|(one, _)| at(&one.start_time))
        };
        let (one, is_named) = just_ended.or_else(active).or_else(upcoming)?;
        Some(giveaway_on_air(one, *is_named))
    }

    /// The hunt that is being opened, else one that is being filled, else the one that was shown before and is complete.
    fn hunt(&self, recent: &mut Recent) -> Option<HuntOnAir> {
        let hunts = self.hunts.on_air();
        let of = |status| hunts.iter().find(|hunt| hunt.status == status).cloned();
        let open = of(OnAirHuntStatus::Active).or_else(|| of(OnAirHuntStatus::Preparing));
        let now = self.clock.now();
        if let Some(hunt) = &open
            && hunt.status == OnAirHuntStatus::Active
        {
            recent.hunt = Some((hunt.id.clone(), None));
            return open;
        }
        let was_open = recent.hunt.as_mut().and_then(|(id, completed_at)| {
            let since = *completed_at.get_or_insert(now);
            let is_recent = now.0 - since.0 < COMPLETED_MILLIS;
            hunts.iter().find(|hunt| hunt.id == *id && is_recent).cloned()
        });
        was_open.or(open)
    }
}

/// When a time of the public list is, in milliseconds.
fn parsed(iso: &str) -> Option<i64> {
    DateTime::parse_from_rfc3339(iso).ok().map(|at| at.timestamp_millis())
}

#[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "points are below 2^53")]
fn whole(points: u64) -> f64 {
    points as f64
}

fn giveaway_on_air(one: &Giveaway, is_named: bool) -> GiveawayOnAir {
    GiveawayOnAir {
        id: one.id.clone(),
        title: one.title.clone(),
        prize: one.prize.clone(),
        status: match one.status {
            _ if one.cancelled => OnAirStatus::Cancelled,
            Status::Upcoming => OnAirStatus::Upcoming,
            Status::Active => OnAirStatus::Active,
            Status::Ended => OnAirStatus::Ended,
        },
        starts_at: one.start_time.clone(),
        ends_at: one.end_time.clone(),
        ended_at: one.ended_at.clone(),
        tickets: one.ticket_count,
        entrants: one.entrant_count,
        entry_cost: one.entry_cost,
        winner: one.winner.as_ref().map(|winner| winner.username.clone()),
        winner_is_named: is_named,
        winning_ticket: one.provably_fair.as_ref().and_then(|proof| proof.winner_index),
        proof_path: format!("/giveaways?proof={}", one.id),
    }
}
