//! Demo content for a first start: a member to log in as.

use pointhouse_rules::Points;
use pointhouse_rules::email::EmailAddress;
use pointhouse_rules::username::Username;
use serde::Deserialize;

use crate::accounts::Create;
use crate::startup::Site;
use crate::wallet::{Amount, Change, Post, PostError, Reason};

/// The committed content.
const MEMBERS: &str = include_str!("../../../data/demo/members.json");

#[derive(Deserialize)]
struct DemoMember {
    username: String,
    email: String,
    password: String,
    points: u64,
}

/// Fills an empty site; a site with members is left as it is.
///
/// # Errors
/// The content could not be stored.
pub async fn fill(site: &Site) -> Result<(), String> {
    if site.accounts().auth.accounts() > 0 {
        return Ok(());
    }
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

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}
