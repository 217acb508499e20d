//! All events of the socket, and their description.

use serde_json::{Map, Value, json};
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::{RefOr, Schema};

use crate::accounts::events::ApprovalsChanged;
use crate::admin::events::{AccountChanged, LiveBetEvent};
use crate::broadcast::{AudienceKind, SocketEvent};
use crate::challenges::events::ChallengesUpdated;
use crate::chat::events::{ChatConnectionChanged, KickLinkChanged, KickVerifyAsked};
use crate::games::events::{GamePaused, RoundUpdated};
use crate::giveaways::events::{GiveawayEntered, GiveawayWon, GiveawaysUpdated};
use crate::hunts::events::HuntsUpdated;
use crate::maintenance::events::{
    AllGamesMaintenanceChanged, GameMaintenanceChanged, MaintenanceChanged,
};
use crate::overlay::events::OverlayLineChanged;
use crate::settings::events::SiteSettingsChanged;
use crate::shop::events::{PointsShopConfigUpdated, PointsShopPurchased, PointsShopUpdated};
use crate::sources::{OverlayHappening, OverlaySourceState};
use crate::wallet::events::PointsUpdated;

/// Key of the events in the API description.
const EXTENSION: &str = "x-socket-events";

/// Schemas by their names.
type Schemas = Vec<(String, RefOr<Schema>)>;

/// An event as the description needs it.
struct Declared {
    name: &'static str,
    audience: &'static str,
    /// Name and schema of the payload.
    payload: (String, RefOr<Schema>),
    /// Adds the schemas that the payload refers to.
    add_parts: fn(&mut Schemas),
}

impl Declared {
    fn of<E: SocketEvent>() -> Self {
        Self {
            name: E::NAME,
            audience: E::Audience::NAME,
            payload: (E::name().into_owned(), E::schema()),
            add_parts: E::schemas,
        }
    }

    /// When the event is sent, and to whom: the doc comment of the payload.
    fn description(&self) -> &str {
        match &self.payload.1 {
            RefOr::Ref(reference) => &reference.description,
            RefOr::T(Schema::Object(object)) => object.description.as_deref().unwrap_or_default(),
            RefOr::T(Schema::Array(array)) => array.description.as_deref().unwrap_or_default(),
            RefOr::T(_) => "",
        }
    }
}

/// Every event that the server sends.
fn all_events() -> Vec<Declared> {
    vec![
        Declared::of::<AccountChanged>(),
        Declared::of::<AllGamesMaintenanceChanged>(),
        Declared::of::<ApprovalsChanged>(),
        Declared::of::<OverlayLineChanged>(),
        Declared::of::<OverlaySourceState<'_>>(),
        Declared::of::<OverlayHappening>(),
        Declared::of::<ChallengesUpdated>(),
        Declared::of::<GameMaintenanceChanged>(),
        Declared::of::<GamePaused>(),
        Declared::of::<GiveawayEntered>(),
        Declared::of::<GiveawayWon>(),
        Declared::of::<GiveawaysUpdated<'_>>(),
        Declared::of::<HuntsUpdated>(),
        Declared::of::<KickLinkChanged>(),
        Declared::of::<ChatConnectionChanged>(),
        Declared::of::<KickVerifyAsked<'_>>(),
        Declared::of::<LiveBetEvent<'_>>(),
        Declared::of::<MaintenanceChanged>(),
        Declared::of::<PointsShopConfigUpdated>(),
        Declared::of::<PointsShopPurchased>(),
        Declared::of::<PointsShopUpdated>(),
        Declared::of::<PointsUpdated>(),
        Declared::of::<RoundUpdated>(),
        Declared::of::<SiteSettingsChanged>(),
    ]
}

/// Describes all events by name: audience, description and payload. The schemas of the payloads are
/// added to `schemas`. OpenAPI has no place for events, so they are an extension.
pub(crate) fn describe(schemas: &mut Schemas) -> Extensions {
    let mut described = Map::new();
    for event in all_events() {
        let entry = json!({
            "audience": event.audience,
            "description": event.description(),
            "payload": { "$ref": format!("#/components/schemas/{}", event.payload.0) },
        });
        described.insert(event.name.to_owned(), entry);
        (event.add_parts)(schemas);
        schemas.push(event.payload);
    }
    Extensions::from_iter([(EXTENSION, Value::Object(described))])
}
