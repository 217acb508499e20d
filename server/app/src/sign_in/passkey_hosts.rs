//! Who has passkeys of the site's address: they stop working when its host changes.

use actix_web::web;
use pointhouse_macros::call;
use pointhouse_store::{StoreError, View};
use serde::Serialize;
use utoipa::ToSchema;

use super::SignInError;
use crate::accounts::Accounts;
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::ids::Principal;
use crate::second_factor::stored_factors;

/// The calls of this file.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; passkey_owners]
}

/// Who has passkeys of the host of the site's address.
#[derive(Serialize, ToSchema)]
pub struct PasskeyOwners {
    /// The host; null without an address of the site.
    #[schema(required)]
    host: Option<String>,
    /// Names of the people of the panel.
    people: Vec<String>,
    /// Number of members.
    members: usize,
}

/// Returns who has passkeys of the host of the site's address, for a warning before it changes.
#[call(get, "/api/admin/settings/place/passkeys", admin(Services), name = "passkey_owners")]
pub async fn passkey_owners(
    accounts: web::Data<Accounts>,
) -> Result<Answer<PasskeyOwners>, SignInError> {
    let Some(host) = accounts.auth.second_factors().host() else {
        let (people, members) = (Vec::new(), 0);
        return Ok(Answer(PasskeyOwners { host: None, people, members }));
    };
    let (view, of_host) = (accounts.store.view().clone(), host.clone());
    let owners = accounts.reads.run(move || owners(&view, &of_host)).await??;
    let name = |owner: &Principal| match owner {
        Principal::Person(id) => Some(accounts.auth.person(*id)?.name.to_string()),
        Principal::Member(_) => None,
    };
    let people = owners.iter().filter_map(name).collect();
    let members = owners.iter().filter(|owner| matches!(owner, Principal::Member(_))).count();
    Ok(Answer(PasskeyOwners { host: Some(host), people, members }))
}

fn owners(view: &View, host: &str) -> Result<Vec<Principal>, StoreError> {
    let mut owners = Vec::new();
    for row in stored_factors(view) {
        let (owner, row) = row?;
        if row.passkeys.iter().any(|passkey| passkey.host == host) {
            owners.push(owner);
        }
    }
    Ok(owners)
}
