//! The economy for admins: points in circulation, their flows, returns of the games, the largest
//! balances, pending cash rewards.

use actix_web::web;
use pointhouse_macros::call;
use pointhouse_store::{Batch, View};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::list_orders::ListOrders;
use crate::accounts::{AccountError, Accounts, Admin, Auth};
use crate::answer::Answer;
use crate::audit::{Audit, Entry};
use crate::broadcast::Broadcaster;
use crate::calendar::{Calendar, RewardError, RewardId, RewardRow, RewardStatus, read_reward};
use crate::calls::{Call, calls};
use crate::clock::{Millis, SiteDay, SiteMonth};
use crate::counts::grouped;
use crate::fault::{Fault, inner_faults};
use crate::games::events::GamePaused;
use crate::games::{GameError, Games};
use crate::ids::{GameId, UserId};
use crate::input::{Body, Query};
use crate::people::People;
use crate::points::{Flow, Flows};
use crate::wagers::Wagers;

/// Days shown by default.
const DAYS: u32 = 30;
const DAYS_MAX: u32 = 366;
/// Number of largest balances shown.
const LARGEST: usize = 20;
/// Most rewards shown.
const REWARDS_MAX: usize = 1000;
/// A member who holds at least this share of all points causes a warning, in percent.
const CONCENTRATED_PERCENT: u64 = 25;
/// A prize budget used to at least this share causes a warning, in percent.
const NEARLY_USED_PERCENT: u64 = 80;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; economy, decide_reward, reset_budget]
}

/// Range of the economy page.
#[derive(Debug, Deserialize, IntoParams)]
pub struct EconomyQuery {
    /// Number of days up to today, 1 to 366; 30 by default.
    days: Option<u32>,
}

/// The flows of one site day.
#[derive(Debug, Serialize, ToSchema)]
pub struct EconomyDay {
    /// `YYYY-MM-DD` in the site's time zone.
    day: String,
    /// Only sources that moved points on this day.
    flows: Vec<Flow>,
}

/// Points in circulation.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct Circulation {
    /// Sum of all balances.
    points: u64,
    /// Number of members with more than 0 points.
    holders: u64,
}

/// What a game has taken and paid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameEconomy {
    game: &'static str,
    title: &'static str,
    /// Rounds that have ended, since the site's first start.
    rounds: u64,
    /// Points staked in those rounds.
    staked: u64,
    /// Points paid out in those rounds, including returned stakes.
    paid: u64,
    /// Highest exact return of any bet, as a fraction of the stake.
    expected_return: f64,
    /// Points paid as a fraction of points staked; null before the first stake.
    #[schema(required)]
    paid_return: Option<f64>,
    /// True when the game's table pays back more than it takes.
    positive: bool,
    /// True when the game is switched off.
    disabled: bool,
    /// Net points that the game may pay out on a site day.
    budget: u64,
    /// Net points paid out today that count against the budget.
    budget_used: u64,
    /// End of the pause because of the used budget, ISO 8601; null while there is no pause.
    #[schema(required)]
    paused_until: Option<String>,
}

/// One of the largest balances.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LargeBalance {
    user_id: String,
    /// Null when the account was deleted.
    #[schema(required)]
    username: Option<String>,
    points: u64,
}

/// What an admin decides about a reward.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum CashStatus {
    Pending,
    Approved,
    Paid,
    Rejected,
}

/// A reward that is paid in cash, outside the points.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CashReward {
    id: String,
    user_id: String,
    /// Null when the account was deleted.
    #[schema(required)]
    username: Option<String>,
    /// Length of the milestone's streak, in days.
    days: u32,
    /// The reward as text.
    reward: String,
    earned_at: String,
    /// The month whose rewards it counts for, `YYYY-MM`. Later than the month in which it was
    /// earned when the rewards of that month were used up.
    month: String,
    status: CashStatus,
}

/// A warning for the admins.
#[derive(Debug, Serialize, ToSchema)]
pub struct Warning {
    /// Machine-readable code.
    code: &'static str,
    /// Text for the admins.
    text: String,
}

/// The economy of the site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EconomyAnswer {
    /// `YYYY-MM-DD` in the site's time zone.
    today: String,
    circulation: Circulation,
    /// One entry for each day up to today, oldest first.
    days: Vec<EconomyDay>,
    games: Vec<GameEconomy>,
    largest_balances: Vec<LargeBalance>,
    /// Pending rewards first, oldest on top; then the decided ones, newest on top.
    cash_rewards: Vec<CashReward>,
    /// True when there are more rewards than listed.
    cash_rewards_truncated: bool,
    warnings: Vec<Warning>,
}

/// A decision on a reward.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DecideReward {
    status: CashStatus,
}

/// The reward after the decision.
#[derive(Debug, Serialize, ToSchema)]
pub struct RewardDecided {
    reward: CashReward,
}

/// A prize budget after its reset.
#[derive(Debug, Serialize, ToSchema)]
pub struct BudgetReset {
    /// Message for the user.
    message: String,
}

/// Why a call on the economy failed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
#[expect(missing_docs, reason = "the sources say it")]
pub enum EconomyError {
    #[error("Between 1 and {DAYS_MAX} days can be shown")]
    #[problem(field = "days")]
    BadDays,
    #[error(transparent)]
    #[problem(through)]
    Game(#[from] GameError),
    #[error(transparent)]
    #[problem(through)]
    Reward(#[from] RewardError),
    #[error(transparent)]
    #[problem(through)]
    Account(#[from] AccountError),
    #[error("The site is read-only for the moment. Please try again later.")]
    #[problem(503, "read_only")]
    ReadOnly,
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(EconomyError);

/// Result of a scan of wallets and rewards.
struct Walk {
    circulation: Circulation,
    /// Largest balance first.
    largest: Vec<(u64, UserId)>,
    rewards: Vec<RewardRow>,
    rewards_truncated: bool,
}

/// Returns points in circulation and their flows, the games, the largest balances and the cash
/// rewards.
#[call(get, "/api/admin/economy", admin(Records))]
pub async fn economy(
    accounts: web::Data<Accounts>,
    (games, orders): (web::Data<Games>, web::Data<ListOrders>),
    flows: web::Data<Flows>,
    wagers: web::Data<Wagers>,
    query: Query<EconomyQuery>,
) -> Result<Answer<EconomyAnswer>, EconomyError> {
    let days = query.days.unwrap_or(DAYS);
    if !(1..=DAYS_MAX).contains(&days) {
        return Err(EconomyError::BadDays);
    }
    let services = games.services();
    let orders = orders.into_inner();
    let view = accounts.store.view().clone();
    let walk = accounts.reads.run(move || walk(&view, &orders)).await??;
    let Walk { circulation, largest, rewards, rewards_truncated } = walk;
    let today = services.zone.day(services.clock.now());
    let back = i32::try_from(days).unwrap_or(i32::MAX) - 1;
    let day =
        |number: i32| EconomyDay { day: SiteDay(number).iso(), flows: flows.day(SiteDay(number)) };
    let games = game_economies(&games);
    let points = accounts.site.now().points.name_plural.clone();
    let warnings = warnings(&games, circulation, (&largest, &points), &wagers);
    let name = |user| name(&accounts.auth, user);
    let balance = |(points, user): (u64, UserId)| LargeBalance {
        user_id: user.to_string(),
        username: name(user),
        points,
    };
    Ok(Answer(EconomyAnswer {
        today: today.iso(),
        circulation,
        days: (today.0 - back..=today.0).map(day).collect(),
        games,
        largest_balances: largest.into_iter().map(balance).collect(),
        cash_rewards_truncated: rewards_truncated,
        cash_rewards: rewards.into_iter().map(|row| reward(&accounts.auth, row)).collect(),
        warnings,
    }))
}

/// Decides about a cash reward.
#[call(put, "/api/admin/rewards/{id}", admin(Rewards))]
pub async fn decide_reward(
    admin: Admin,
    calendar: web::Data<Calendar>,
    (auth, people): (web::Data<Auth>, web::Data<People>),
    id: web::Path<String>,
    body: Body<DecideReward>,
) -> Result<Answer<RewardDecided>, EconomyError> {
    let id: RewardId = id.parse().map_err(|_| RewardError::NoSuchReward)?;
    let actor = people.decide_on(&admin, id.user)?;
    let row = calendar.decide(id, body.status.into(), actor).await?;
    Ok(Answer(RewardDecided { reward: reward(&auth, row) }))
}

/// Resets today's prize budget of a game, which ends its pause.
#[call(post, "/api/admin/games/{game}/budget/reset", admin(Points, proof))]
pub async fn reset_budget(
    admin: Admin,
    games: web::Data<Games>,
    audit: web::Data<Audit>,
    game: web::Path<String>,
) -> Result<Answer<BudgetReset>, EconomyError> {
    let game: GameId = game.parse().map_err(|_| GameError::NoSuchGame)?;
    let services = games.services();
    let (budget, now) = (&services.budget, services.clock.now());
    if !services.store.writable() {
        return Err(EconomyError::ReadOnly);
    }
    let mut batch = Batch::new();
    let entry = Entry {
        actor: admin.actor(),
        action: "budget.reset",
        subject: format!("game:{}", game.id()),
        before: json!({ "used": budget.used(game, now), "budget": budget.limit(now) }).to_string(),
        after: json!({ "used": 0, "budget": budget.limit(now) }).to_string(),
    };
    budget.strike(game, now, &mut batch)?;
    audit.record(entry, &mut batch)?;
    services.store.commit(batch).await?;
    publish_open(&services.broadcaster, game);
    let message = format!("Today's prize budget of {} starts again", game.title());
    Ok(Answer(BudgetReset { message }))
}

/// Publishes that the game is open again: the event without an end ends the pause.
fn publish_open(broadcaster: &Broadcaster, game: GameId) {
    broadcaster.publish_to_everyone(&GamePaused { game_id: game.id(), until: None });
}

fn walk(view: &View, orders: &ListOrders) -> Result<Walk, EconomyError> {
    let (circulation, largest, (rewards, rewards_truncated)) = {
        let orders = orders.read();
        let members = &orders.members;
        let circulation = Circulation { points: members.points, holders: members.holders };
        (circulation, members.largest(LARGEST), orders.rewards.first(REWARDS_MAX))
    };
    let rewards = rewards.into_iter().filter_map(|id| read_reward(view, id).transpose());
    let rewards = rewards.collect::<Result<_, _>>()?;
    Ok(Walk { circulation, largest, rewards, rewards_truncated })
}

fn game_economies(games: &Games) -> Vec<GameEconomy> {
    let services = games.services();
    let (budget, now) = (&services.budget, services.clock.now());
    let in_force = services.rules.in_force();
    let of = |game: GameId| {
        let total = budget.total(game);
        let mut returns = in_force.iter().flat_map(|now| &now.returns);
        let highest = returns.find(|(of, _)| *of == game);
        GameEconomy {
            game: game.id(),
            title: game.title(),
            rounds: total.rounds,
            staked: total.staked,
            paid: total.paid,
            expected_return: highest
                .map_or(0.0, |(_, highest)| highest.to_decimal(6).parse().unwrap_or_default()),
            paid_return: (total.staked > 0).then(|| ratio(total.paid, total.staked)),
            positive: highest.is_some_and(|(_, highest)| highest.is_above_one()),
            disabled: services.maintenance.is_disabled(game),
            budget: budget.limit(now),
            budget_used: budget.used(game, now),
            paused_until: budget.paused_until(game, now).map(Millis::iso),
        }
    };
    GameId::ALL.into_iter().map(of).collect()
}

/// Rounded to six decimal places.
#[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "six places are shown")]
fn ratio(paid: u64, staked: u64) -> f64 {
    let millionths = u128::from(paid) * 1_000_000 / u128::from(staked.max(1));
    u64::try_from(millionths).unwrap_or(u64::MAX) as f64 / 1e6
}

fn warnings(
    games: &[GameEconomy],
    circulation: Circulation,
    (largest, name): (&[(u64, UserId)], &str),
    wagers: &Wagers,
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for game in games {
        let title = game.title;
        if game.positive {
            let text = format!("{title} pays back more than it takes, as the settings allow");
            warnings.push(Warning { code: "positive_return", text });
        }
        if game.paused_until.is_some() {
            let text = format!("{title} is paused: today's prize budget is used up");
            warnings.push(Warning { code: "budget_used_up", text });
        } else if game.budget > 0 && percent(game.budget_used, game.budget) >= NEARLY_USED_PERCENT {
            let used = percent(game.budget_used, game.budget);
            let text = format!("{title} has used {used}% of today's prize budget");
            warnings.push(Warning { code: "budget_nearly_used", text });
        }
    }
    warnings.extend(concentrated(circulation, largest, name));
    for (from, pool, sum) in wagers.schedule().uneven() {
        let (sum, pool) = (grouped(sum), grouped(pool));
        let text = format!("The prizes from {from} add up to ${sum}, but the pool is ${pool}");
        warnings.push(Warning { code: "uneven_prizes", text });
    }
    warnings
}

/// Members who hold much of all points.
fn concentrated(
    circulation: Circulation,
    largest: &[(u64, UserId)],
    name: &str,
) -> Option<Warning> {
    if circulation.holders <= 3 {
        return None;
    }
    let shares = largest.iter().map(|(points, _)| percent(*points, circulation.points));
    let large: Vec<u64> = shares.take_while(|share| *share >= CONCENTRATED_PERCENT).collect();
    let text = match large.as_slice() {
        [] => return None,
        [share] => format!("One member holds {share}% of all {name}"),
        [.., least] => {
            let count = large.len();
            format!("{count} members hold at least {least}% of all {name} each")
        }
    };
    Some(Warning { code: "concentrated", text })
}

fn percent(part: u64, whole: u64) -> u64 {
    let percent = u128::from(part) * 100 / u128::from(whole.max(1));
    u64::try_from(percent).unwrap_or(u64::MAX)
}

fn name(auth: &Auth, user: UserId) -> Option<String> {
    auth.access(user).map(|access| access.username.to_string())
}

fn reward(auth: &Auth, row: RewardRow) -> CashReward {
    let user = UserId(row.user);
    CashReward {
        id: RewardId { user, days: row.days }.to_string(),
        user_id: user.to_string(),
        username: name(auth, user),
        days: row.days,
        reward: row.reward,
        earned_at: Millis(row.earned_at).iso(),
        month: SiteMonth(row.month).iso(),
        status: row.status.into(),
    }
}

impl From<RewardStatus> for CashStatus {
    fn from(status: RewardStatus) -> Self {
        match status {
            RewardStatus::Pending => Self::Pending,
            RewardStatus::Approved => Self::Approved,
            RewardStatus::Paid => Self::Paid,
            RewardStatus::Rejected => Self::Rejected,
        }
    }
}

impl From<CashStatus> for RewardStatus {
    fn from(status: CashStatus) -> Self {
        match status {
            CashStatus::Pending => Self::Pending,
            CashStatus::Approved => Self::Approved,
            CashStatus::Paid => Self::Paid,
            CashStatus::Rejected => Self::Rejected,
        }
    }
}
