//! All events of the socket, and their description.

use serde_json::{Map, Value, json};
use utoipa::openapi::extensions::Extensions;

use crate::calls::Schemas;
use crate::modules::MODULES;

/// Key of the events in the API description.
const EXTENSION: &str = "x-socket-events";

/// Describes all events by name: audience, description and payload. The schemas of the payloads are
/// added to `schemas`. OpenAPI has no place for events, so they are an extension.
pub(crate) fn describe(schemas: &mut Schemas) -> Extensions {
    let mut described = Map::new();
    let events = MODULES.iter().flat_map(|module| module.events);
    for event in events.map(|event| event()) {
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
