//! The settings as they are stored, and changes of them.

use std::collections::BTreeMap;

use pointhouse_store::Batch;
use serde_json::Value;

use super::records::Cause;
use crate::audit::Actor;
use crate::clock::Millis;
use crate::config::{GivenBy, Secret, SecretName};
use crate::fault::Fault;

/// The newest revision of a section.
#[derive(Clone, Debug)]
pub struct Head {
    /// Its number, from 1; 0 for a section that is not stored yet.
    pub revision: u32,
    /// When it was written.
    pub at: Millis,
    /// Who wrote it.
    pub actor: String,
    /// How it came about.
    pub cause: Cause,
    /// The stored JSON. Where the settings file locks a key, another value is in force.
    pub value: Value,
}

/// What the panel may see of a secret.
#[derive(Clone, Debug)]
pub struct SecretState {
    /// Which one.
    pub name: SecretName,
    /// The last two characters; `None` while it is not set or too short to show any.
    pub ends_in: Option<String>,
    /// Whether it is set.
    pub is_set: bool,
    /// Who set it, if that was not the panel.
    pub given_by: Option<GivenBy>,
}

/// What an admin typed to confirm a change; empty for nothing.
#[derive(Clone, Debug, Default)]
pub struct Confirmed(pub String);

/// Whether a change may touch the keys of the owner (`config::OWNER_KEYS`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnersKeys {
    /// It may: the owner makes it with a fresh proof, or the site itself.
    Open,
    /// The owner has to prove first that it's them.
    NotProved,
    /// Another role makes it.
    NotOwner,
}

/// Who makes a change, and what was typed to confirm it.
#[derive(Clone, Debug)]
pub struct By {
    /// As the audit has it.
    pub actor: Actor,
    /// What was typed.
    pub confirmed: Confirmed,
    /// Whether it may touch the keys of the owner.
    pub owners_keys: OwnersKeys,
}

impl By {
    /// A change that no person of the panel makes as a whole section.
    pub(super) fn site(actor: Actor) -> Self {
        Self { actor, confirmed: Confirmed::default(), owners_keys: OwnersKeys::Open }
    }
}

/// A change of one section.
pub(super) struct Draft {
    pub(super) section: &'static str,
    /// The revision that the change is based on; `None` for whichever is the newest.
    pub(super) base: Option<u32>,
    pub(super) value: Value,
}

/// A change of several sections and secrets at once.
pub(super) struct Change {
    pub(super) drafts: Vec<Draft>,
    /// An empty secret removes it.
    pub(super) secrets: BTreeMap<SecretName, Secret>,
    pub(super) cause: Cause,
    pub(super) by: By,
    /// Writes rows of others that belong to the change.
    pub(super) rows: Option<Rows>,
}

/// Writes rows that belong to a change of the settings.
pub type Rows = Box<dyn FnOnce(&mut Batch) -> Result<(), Fault> + Send>;

#[derive(Clone, Default)]
pub(super) struct State {
    pub(super) heads: BTreeMap<&'static str, Head>,
    pub(super) secrets: BTreeMap<SecretName, Secret>,
}

/// Keys whose values are maps with keys of the streamer's own: such a map is one value.
const MAPS: [&str; 2] = ["milestones", "allow_positive_return"];

/// Puts values in place of those that a section has under the same keys, at every depth: keys that a later version
/// added keep their value, and keys that it no longer has are left out.
pub(super) fn overwrite(section: &mut Value, values: Value) {
    let (Some(section), Value::Object(values)) = (section.as_object_mut(), values) else { return };
    for (key, value) in values {
        let Some(place) = section.get_mut(&key) else { continue };
        if place.is_object() && value.is_object() && !MAPS.contains(&key.as_str()) {
            overwrite(place, value);
        } else {
            *place = value;
        }
    }
}

/// Puts the values of a file over those of a section. Keys at any depth that the file leaves out stay; unknown ones
/// are added, so that the check of the section refuses them.
pub(crate) fn extend(section: &mut Value, values: Value) {
    let (Some(section), Value::Object(values)) = (section.as_object_mut(), values) else { return };
    for (key, value) in values {
        match section.get_mut(&key) {
            Some(place)
                if place.is_object() && value.is_object() && !MAPS.contains(&key.as_str()) =>
            {
                extend(place, value);
            }
            _ => {
                section.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn stored_values_replace_those_of_the_same_keys_at_every_depth() {
        let mut section = json!({
            "tables": { "dice": { "max_bet": 100, "added": 7 }, "new_game": { "min_bet": 1 } },
            "milestones": { "7": 50, "14": 100 },
            "links": [{ "label": "A" }],
        });
        overwrite(
            &mut section,
            json!({
                "tables": { "dice": { "max_bet": 5, "removed": 1 }, "old_game": {} },
                "milestones": { "3": 10 },
                "links": [],
                "gone": true,
            }),
        );
        let expected = json!({
            "tables": { "dice": { "max_bet": 5, "added": 7 }, "new_game": { "min_bet": 1 } },
            "milestones": { "3": 10 },
            "links": [],
        });
        assert_eq!(section, expected);
    }

    #[test]
    fn unknown_keys_of_a_file_are_kept_for_the_check() {
        let mut section = json!({ "tables": { "dice": { "max_bet": 100, "min_bet": 1 } } });
        extend(&mut section, json!({ "tables": { "dice": { "max_bet": 5, "typo": 1 } } }));
        let expected = json!({ "tables": { "dice": { "max_bet": 5, "min_bet": 1, "typo": 1 } } });
        assert_eq!(section, expected);
    }
}
