//! Demo content for a first start: members to log in as, and content for every page.

use pointhouse_rules::Points;
use pointhouse_rules::email::EmailAddress;
use pointhouse_rules::username::Username;
use serde::Deserialize;

use crate::accounts::{CreateAccount, HashFor};
use crate::allowance::Maker;
use crate::audit::Actor;
use crate::cents::MoneyInput;
use crate::giveaways::{EntryType, GiveawayDraft};
use crate::hunts::{HuntError, HuntInput, SlotInput};
use crate::startup::Site;
use crate::wallet::{Amount, Change, Post, PostError, Reason};

/// The demo content.
const MEMBERS: &str = include_str!("../../../data/demo/members.json");
const GIVEAWAYS: &str = include_str!("../../../data/demo/giveaways.json");
const CHALLENGES: &str = include_str!("../../../data/demo/challenges.json");
const HUNTS: &str = include_str!("../../../data/demo/hunts.json");
const SHOP: &str = include_str!("../../../data/demo/shop.json");
const MINUTE_MILLIS: i64 = 60_000;
const HOUR_MILLIS: i64 = 60 * MINUTE_MILLIS;

#[derive(Deserialize)]
struct DemoMember {
    username: String,
    email: String,
    password: String,
    points: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DemoGiveaway {
    title: String,
    description: String,
    prize: String,
    starts_in_minutes: i64,
    runs_for_minutes: i64,
    entry_type: EntryType,
    entry_cost: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DemoHunt {
    name: String,
    description: String,
    streamer_name: String,
    started_hours_ago: i64,
    starting_balance: f64,
    slots: Vec<DemoSlot>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DemoSlot {
    name: String,
    provider: String,
    called_by: String,
    bet: f64,
    win: Option<f64>,
    #[serde(default)]
    tip: bool,
}

/// Credentials of the first demo member, for the terminal.
pub fn how_to_log_in() -> String {
    let members: Vec<DemoMember> = serde_json::from_str(MEMBERS).unwrap_or_default();
    let login = |member: &DemoMember| format!("{} with password {}", member.email, member.password);
    let first = members.first().map(login).unwrap_or_default();
    format!("Nothing in this demo is real. Log in as {first}")
}

/// Fills an empty site. A site with members is not changed.
///
/// # Errors
/// The content could not be stored.
pub async fn fill(site: &Site) -> Result<(), String> {
    if site.accounts().auth.accounts() > 0 {
        return Ok(());
    }
    // Created before the members, whose existence marks the content as complete.
    create_giveaways(site).await?;
    create_hunts(site).await?;
    let challenges = serde_json::from_str(CHALLENGES).map_err(error_text)?;
    site.challenges()
        .publish(challenges, None, Maker::Site(Actor::demo()))
        .await
        .map_err(error_text)?;
    let items = serde_json::from_str(SHOP).map_err(error_text)?;
    site.shop().publish(items, None, Actor::demo()).await.map_err(error_text)?;
    site.shop().set_coming_soon(false, Actor::demo()).await.map_err(error_text)?;
    let members: Vec<DemoMember> = serde_json::from_str(MEMBERS).map_err(error_text)?;
    for member in members {
        let accounts = site.accounts();
        let password =
            accounts.hasher.hash(member.password, HashFor::Site).await.map_err(error_text)?;
        let username = Username::new(member.username).map_err(error_text)?;
        let email = EmailAddress::new(&member.email).map_err(error_text)?;
        let create = CreateAccount::with_password(username, email, password);
        let (user, _) = accounts.directory.create(create).await.map_err(error_text)?;
        let change = Change {
            amount: Amount::Add(Points::new(member.points).map_err(error_text)?),
            reason: Reason::AdminAdd,
            reference: None,
        };
        let once = Some(format!("demo/{user}").into_bytes());
        let post = Post { changes: vec![change], riders: None, request: None, once };
        match site.wallets().post(user, post).await {
            Ok(_) | Err(PostError::Once) => {}
            Err(error) => return Err(error_text(error)),
        }
    }
    Ok(())
}

/// Continues after what an interrupted start created.
async fn create_giveaways(site: &Site) -> Result<(), String> {
    let demo: Vec<DemoGiveaway> = serde_json::from_str(GIVEAWAYS).map_err(error_text)?;
    let made = usize::try_from(site.giveaways().created_count()).unwrap_or(usize::MAX);
    for giveaway in demo.into_iter().skip(made) {
        let start = site.clock().now().plus(giveaway.starts_in_minutes * MINUTE_MILLIS);
        let end = start.plus(giveaway.runs_for_minutes * MINUTE_MILLIS);
        let draft = GiveawayDraft {
            title: giveaway.title,
            description: giveaway.description,
            prize: giveaway.prize,
            start_time: Some(start.iso()),
            start_soon: false,
            end_time: Some(end.iso()),
            duration_minutes: None,
            entry_type: giveaway.entry_type,
            entry_cost: Some(giveaway.entry_cost),
            names_winner: None,
        };
        site.giveaways().create(draft, Actor::demo()).await.map_err(error_text)?;
    }
    Ok(())
}

/// Continues with the first missing hunt after an interrupted start.
async fn create_hunts(site: &Site) -> Result<(), String> {
    let demo: Vec<DemoHunt> = serde_json::from_str(HUNTS).map_err(error_text)?;
    for (number, hunt) in (1..).zip(demo) {
        let id = format!("demo-{number}");
        let date = site.clock().now().plus(-hunt.started_hours_ago * HOUR_MILLIS);
        let input = HuntInput {
            custom_id: Some(id.clone()),
            name: hunt.name,
            description: hunt.description,
            streamer_name: hunt.streamer_name,
            hunt_date: Some(date.iso()),
            starting_balance: MoneyInput::Number(hunt.starting_balance),
            details_tag: None,
        };
        match site.hunts().create(input, Actor::demo()).await {
            Ok(_) => {}
            Err(HuntError::Taken(_)) => continue,
            // The hunts are a service's.
            Err(HuntError::External) => return Ok(()),
            Err(error) => return Err(error_text(error)),
        }
        for slot in hunt.slots {
            let input = SlotInput {
                slot_name: slot.name,
                provider: slot.provider,
                called_by: slot.called_by,
                bet_amount: MoneyInput::Number(slot.bet),
                opened: slot.win.is_some(),
                amount_won: slot.win.map(MoneyInput::Number),
                has_tip: slot.tip,
                revision: None,
            };
            site.hunts().add_slot(&id, input, Actor::demo()).await.map_err(error_text)?;
        }
    }
    Ok(())
}

fn error_text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
