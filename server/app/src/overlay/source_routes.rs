//! Calls on the keys of the overlay's sources.

use actix_web::web;
use pointhouse_macros::call;
use serde::Serialize;
use utoipa::ToSchema;

use super::{OverlayError, SourceKeys};
use crate::accounts::{Admin, Done};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::ids::SourceId;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; sources, renew_key, revoke_key]
}

/// A source with its key.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceAddress {
    id: String,
    /// The last part of its address; null while it has none.
    #[schema(required)]
    key: Option<String>,
    /// When the key was made, ISO 8601.
    #[schema(required)]
    made_at: Option<String>,
    /// Pages that have it open.
    open: usize,
}

/// The sources in the order of the settings.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceAddresses {
    sources: Vec<SourceAddress>,
}

/// A new key.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewSourceKey {
    /// The last part of the source's address.
    key: String,
    /// ISO 8601.
    made_at: String,
}

/// Lists the sources of the overlay with their keys.
#[call(get, "/api/admin/overlay/sources", admin(Settings), name = "overlay_sources")]
pub async fn sources(keys: web::Data<SourceKeys>) -> Answer<SourceAddresses> {
    let address = |id: SourceId| {
        let key = keys.of(id);
        SourceAddress {
            id: id.to_string(),
            made_at: key.as_ref().map(|key| key.made_at.iso()),
            key: key.map(|key| key.key),
            open: keys.open(id),
        }
    };
    let sources = keys.sources().into_iter().map(address).collect();
    Answer(SourceAddresses { sources })
}

/// Makes an address for a source of the overlay. The one that it had ends at once.
#[call(
    post,
    "/api/admin/overlay/sources/{id}/key",
    admin(Settings, proof),
    name = "renew_overlay_key"
)]
pub async fn renew_key(
    admin: Admin,
    keys: web::Data<SourceKeys>,
    id: web::Path<String>,
) -> Result<Answer<NewSourceKey>, OverlayError> {
    let id = parse(&id)?;
    let made = keys.renew(id, admin.actor()).await?;
    Ok(Answer(NewSourceKey { key: made.key, made_at: made.made_at.iso() }))
}

/// Ends the address of a source of the overlay. Pages that have it open go dark.
#[call(
    delete,
    "/api/admin/overlay/sources/{id}/key",
    admin(Settings, proof),
    name = "revoke_overlay_key"
)]
pub async fn revoke_key(
    admin: Admin,
    keys: web::Data<SourceKeys>,
    id: web::Path<String>,
) -> Result<Answer<Done>, OverlayError> {
    let id = parse(&id)?;
    keys.revoke(id, admin.actor()).await?;
    Ok(Answer(Done { message: "The address has ended.".to_owned() }))
}

fn parse(id: &str) -> Result<SourceId, OverlayError> {
    id.parse().map_err(|_| OverlayError::NoSuchSource)
}
