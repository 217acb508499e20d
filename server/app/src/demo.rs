//! Demo content for a first start: a member to log in as, and something to look at on every page.

use pointhouse_rules::Points;
use pointhouse_rules::email::EmailAddress;
use pointhouse_rules::username::Username;
use serde::Deserialize;

use crate::accounts::Create;
use crate::giveaways::{EntryType, GiveawayDraft};
use crate::startup::Site;
use crate::wallet::{Amount, Change, Post, PostError, Reason};

/// The committed content.
const MEMBERS: &str = include_str!("../../../data/demo/members.json");
const GIVEAWAYS: &str = include_str!("../../../data/demo/giveaways.json");
const CHALLENGES: &str = include_str!("../../../data/demo/challenges.json");
const SHOP: &str = include_str!("../../../data/demo/shop.json");
/// Who made it, in the audit.
const ACTOR: &str = "demo";
const MINUTE_MILLIS: i64 = 60_000;

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

/// Fills an empty site; a site with members is left as it is.
///
/// # Errors
/// The content could not be stored.
pub async fn fill(site: &Site) -> Result<(), String> {
    if site.accounts().auth.accounts() > 0 {
        return Ok(());
    }
    // Before the members: their being there says that all of it is.
    put_up_giveaways(site).await?;
    let challenges = serde_json::from_str(CHALLENGES).map_err(told)?;
    site.challenges().publish(challenges, None, ACTOR.to_owned()).await.map_err(told)?;
    let items = serde_json::from_str(SHOP).map_err(told)?;
    site.shop().publish(items, None, ACTOR.to_owned()).await.map_err(told)?;
    site.shop().set_coming_soon(false, ACTOR.to_owned()).await.map_err(told)?;
    let members: Vec<DemoMember> = serde_json::from_str(MEMBERS).map_err(told)?;
    for member in members {
        let accounts = site.accounts();
        let password = accounts.hasher.hash(member.password).await.map_err(told)?;
        let create = Create {
            username: Username::new(member.username).map_err(told)?,
            email: EmailAddress::new(&member.email).map_err(told)?,
            password,
        };
        let (user, _) = accounts.directory.send(create).await.map_err(told)?.map_err(told)?;
        let change = Change {
            amount: Amount::Add(Points::new(member.points).map_err(told)?),
            reason: Reason::AdminAdd,
            reference: None,
        };
        let once = Some(format!("demo/{user}").into_bytes());
        let post = Post { changes: vec![change], riders: None, request: None, once };
        match site.wallets().post(user, post).await {
            Ok(_) | Err(PostError::Once) => {}
            Err(error) => return Err(told(error)),
        }
    }
    Ok(())
}

/// A start that was cut short goes on behind what it made.
async fn put_up_giveaways(site: &Site) -> Result<(), String> {
    let demo: Vec<DemoGiveaway> = serde_json::from_str(GIVEAWAYS).map_err(told)?;
    let made = usize::try_from(site.giveaways().ever()).unwrap_or(usize::MAX);
    for giveaway in demo.into_iter().skip(made) {
        let start = site.clock().now().plus(giveaway.starts_in_minutes * MINUTE_MILLIS);
        let end = start.plus(giveaway.runs_for_minutes * MINUTE_MILLIS);
        let draft = GiveawayDraft {
            title: giveaway.title,
            description: giveaway.description,
            prize: giveaway.prize,
            start_time: start.iso(),
            end_time: end.iso(),
            entry_type: giveaway.entry_type,
            entry_cost: Some(giveaway.entry_cost),
        };
        site.giveaways().create(draft, ACTOR.to_owned()).await.map_err(told)?;
    }
    Ok(())
}

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}
