//! Names of what rows of the audit log refer to, as they are now.

use std::collections::BTreeMap;

use actix_web::web;
use pointhouse_store::View;
use serde_json::Value;

use crate::accounts::Auth;
use crate::audit::AuditRow;
use crate::challenges::Challenges;
use crate::giveaways::giveaway_title;
use crate::hunts::Hunts;
use crate::shop::purchase_title;

/// Finds names. Cheap to clone.
#[derive(Clone)]
pub(super) struct Names {
    pub(super) view: View,
    pub(super) auth: Auth,
    pub(super) hunts: web::Data<Hunts>,
    pub(super) challenges: web::Data<Challenges>,
}

impl Names {
    /// The names of all references of a row, such as `giveaway:3`. What was deleted has no name, and neither has a
    /// row that cannot be decoded: the log stays readable.
    pub(super) fn of(&self, row: &AuditRow) -> BTreeMap<String, String> {
        let mut names = BTreeMap::new();
        let values = [&row.before, &row.after].map(|text| references(text)).into_iter().flatten();
        for reference in row.subject.split(' ').map(str::to_owned).chain(values) {
            if let Some(name) = self.name(&reference) {
                names.insert(reference, name);
            }
        }
        names
    }

    /// The name of the member or person in a subject such as `user:12 approval:3`.
    pub(super) fn of_subject(&self, subject: &str) -> Option<String> {
        let is_somebody = |part: &&str| part.starts_with("user:") || part.starts_with("person:");
        subject.split(' ').filter(is_somebody).find_map(|part| self.name(part))
    }

    fn name(&self, reference: &str) -> Option<String> {
        let (kind, id) = reference.split_once(':')?;
        match kind {
            "user" => Some(self.auth.access(id.parse().ok()?)?.username.to_string()),
            "person" => Some(self.auth.person(id.parse().ok()?)?.name.to_string()),
            "giveaway" => giveaway_title(&self.view, id.parse().ok()?).ok()?,
            "hunt" => self.hunts.name(id),
            "challenge" => self.challenges.title(id.parse().ok()?),
            "purchase" => purchase_title(&self.view, id.parse().ok()?).ok()?,
            _ => None,
        }
    }
}

/// What a value of a change refers to: `{"winner": "user:7"}`, `{"user": 7}`.
fn references(text: &str) -> Vec<String> {
    // A long entry was cut, so it is not JSON.
    let Ok(Value::Object(values)) = serde_json::from_str(text) else { return Vec::new() };
    let reference = |(name, value): (String, Value)| match value {
        Value::String(text) if name == "winner" => Some(text),
        Value::Number(number) if name == "user" => Some(format!("user:{number}")),
        _ => None,
    };
    values.into_iter().filter_map(reference).collect()
}
