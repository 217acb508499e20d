//! The live feed of bets for admins.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use actix_web::web;
use parking_lot::Mutex;
use pointhouse_macros::call;
use pointhouse_store::Batch;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::events::LiveBetEvent;
use super::live_bet::LiveBet;
use super::{FeedEntry, Games, RoundResult};
use crate::accounts::{Admin, Auth};
use crate::answer::Answer;
use crate::audit::{Audit, Entry};
use crate::broadcast::Broadcaster;
use crate::calls::{Call, calls};
use crate::clock::Millis;
use crate::fault::{Fault, inner_faults};
use crate::ids::{GameId, RoundId, UserId};
use crate::input::{Body, Query};
use crate::job_states::{Beat, JobStates};

/// Name of the job.
const JOB: &str = "live_bets";
/// Rows in a response by default, and at most.
const LIVE_BETS: usize = 20;
const LIVE_BETS_MAX: usize = 100;
/// Most rows in one push; of more, the newest are pushed.
const PUSHED_AT_ONCE: usize = 20;
/// Number of test rows kept.
const TEST_BETS_KEPT: usize = 20;
/// Shortest time between two pushes: people read the feed.
const PAUSE: Duration = Duration::from_millis(250);
/// Longest player name and description of a test row, in characters.
const TEXT_MAX: usize = 60;
/// Largest amount of a test row, in points.
const TEST_POINTS_MAX: u64 = 1_000_000_000;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; live_bets, test_bet]
}

/// The feed.
#[derive(Debug, Serialize, ToSchema)]
pub struct LiveBets {
    /// Message for the user.
    message: &'static str,
    bets: Vec<LiveBet>,
}

/// Length of the feed.
#[derive(Debug, Deserialize, IntoParams)]
pub struct LiveBetsQuery {
    /// Number of bets, 1 to 100; 20 by default.
    limit: Option<usize>,
}

/// A row to test the feed.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestBet {
    /// 1 to 60 characters.
    player_name: String,
    /// A game's id.
    game: String,
    /// Stake shown, in points.
    bet_amount: u64,
    /// At most 60 characters.
    #[serde(default)]
    bet_type: String,
    /// Result shown.
    result: RoundResult,
    /// Win shown, in points.
    win_amount: u64,
}

/// The test row as shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct TestBetAnswer {
    /// Message for the user.
    message: &'static str,
    bet: LiveBet,
}

/// Why a test row was refused.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum LiveBetError {
    #[error("The site is read-only for the moment. Please try again later.")]
    #[problem(503, "read_only")]
    ReadOnly,
    #[error("{1}")]
    #[problem(field)]
    Field(&'static str, String),
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(LiveBetError);

/// Test rows of admins. Kept in memory only. Cheap to clone.
#[derive(Clone, Default)]
pub struct TestBets {
    rows: Arc<Mutex<VecDeque<(i64, LiveBet)>>>,
    last: Arc<AtomicU64>,
}

/// Returns the latest bets of all members, newest first.
#[call(get, "/api/auth/admin/live-bets", admin(Games))]
pub async fn live_bets(
    games: web::Data<Games>,
    auth: web::Data<Auth>,
    tests: web::Data<TestBets>,
    query: Query<LiveBetsQuery>,
) -> Answer<LiveBets> {
    let limit = query.limit.unwrap_or(LIVE_BETS).clamp(1, LIVE_BETS_MAX);
    let entries = games.services().budget.feed(limit);
    let mut bets: Vec<(i64, LiveBet)> =
        entries.into_iter().map(|entry| (entry.at, shown(&auth, entry))).collect();
    bets.extend(tests.rows.lock().iter().cloned());
    bets.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let bets = bets.into_iter().take(limit).map(|(_, bet)| bet).collect();
    Answer(LiveBets { message: "The latest bets, newest first", bets })
}

/// Shows a test row in the feed, marked as such. It is not a bet and not counted in any statistics.
#[call(post, "/api/auth/admin/live-bet", admin(Games))]
pub async fn test_bet(
    admin: Admin,
    games: web::Data<Games>,
    tests: web::Data<TestBets>,
    audit: web::Data<Audit>,
    body: Body<TestBet>,
) -> Result<Answer<TestBetAnswer>, LiveBetError> {
    let services = games.services();
    let now = services.clock.now();
    let number = tests.last.fetch_add(1, Ordering::Relaxed) + 1;
    let bet = body.into_inner().checked(format!("test-{number}"), now)?;
    if !services.store.writable() {
        return Err(LiveBetError::ReadOnly);
    }
    let mut batch = Batch::new();
    let entry = Entry {
        actor: admin.actor(),
        action: "livebets.test",
        subject: format!("game:{}", bet.game),
        before: String::new(),
        after: json!({ "id": bet.id, "playerName": bet.player_name }).to_string(),
    };
    audit.record(entry, &mut batch)?;
    services.store.commit(batch).await?;
    services.broadcaster.publish_to_admins(&LiveBetEvent(&bet));
    {
        let mut rows = tests.rows.lock();
        rows.push_front((now.0, bet.clone()));
        rows.truncate(TEST_BETS_KEPT);
    }
    Ok(Answer(TestBetAnswer { message: "The test bet is in the live feed", bet }))
}

impl TestBet {
    fn checked(self, id: String, now: Millis) -> Result<LiveBet, LiveBetError> {
        let field = |name, text: String| Err(LiveBetError::Field(name, text));
        let (name, bet_type) = (self.player_name.trim(), self.bet_type.trim());
        if !(1..=TEXT_MAX).contains(&name.chars().count()) {
            return field("playerName", format!("The name must have 1 to {TEXT_MAX} characters"));
        }
        if bet_type.chars().count() > TEXT_MAX {
            return field("betType", format!("At most {TEXT_MAX} characters"));
        }
        let Ok(game) = self.game.parse::<GameId>() else {
            return field("game", "There is no such game".to_owned());
        };
        for (name, points) in [("betAmount", self.bet_amount), ("winAmount", self.win_amount)] {
            if points > TEST_POINTS_MAX {
                return field(name, format!("At most {TEST_POINTS_MAX}"));
            }
        }
        Ok(LiveBet {
            id,
            player_name: name.to_owned(),
            game: game.id().to_owned(),
            bet_amount: self.bet_amount,
            bet_type: bet_type.to_owned(),
            result: self.result,
            win_amount: self.win_amount,
            timestamp: now.iso(),
            test: true,
        })
    }
}

/// Pushes ended bets to admins until the process ends. When many end at once, only the newest are
/// pushed.
pub async fn publish_ended_bets(
    games: Games,
    auth: Auth,
    broadcaster: Broadcaster,
    jobs: JobStates,
) {
    jobs.add(JOB, "Show bets to admins as they end", Beat::OnDemand(None));
    let budget = &games.services().budget;
    let mut published = budget.counted();
    loop {
        budget.moved().await;
        let pushing = async {
            let counted = budget.counted();
            let new =
                usize::try_from(counted - published).unwrap_or(usize::MAX).min(PUSHED_AT_ONCE);
            published = counted;
            for entry in budget.feed(new).into_iter().rev() {
                let bet = shown(&auth, entry);
                broadcaster.publish_to_admins(&LiveBetEvent(&bet));
            }
            Ok::<_, Infallible>(new)
        };
        jobs.run(JOB, pushing).await;
        tokio::time::sleep(PAUSE).await;
    }
}

fn shown(auth: &Auth, entry: FeedEntry) -> LiveBet {
    let user = UserId(entry.user);
    LiveBet {
        id: RoundId { user, number: entry.number }.to_string(),
        player_name: auth.username(user),
        game: entry.game.id().to_owned(),
        bet_amount: entry.staked,
        bet_type: entry.bet_type,
        result: RoundResult::of(entry.staked, entry.payout),
        win_amount: entry.payout,
        timestamp: Millis(entry.at).iso(),
        test: false,
    }
}
