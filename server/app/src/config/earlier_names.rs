//! Names that settings had in earlier versions. Files and variables with them stay valid.

use figment::value::{Dict, Value};

/// Earlier and present name.
const NAMES: [(&str, &str); 11] = [
    ("site.url", "place.url"),
    ("site.name", "brand.name"),
    ("site.timezone", "place.timezone"),
    ("site.promo_code", "partner.promo_code"),
    ("site.casino_name", "partner.casino_name"),
    ("site.casino_url", "partner.casino_url"),
    ("site.wager_tiers", "partner.wager_tiers"),
    ("site.watch_live_url", "links.watch_live_url"),
    ("site.links", "links.links"),
    ("site.responsible_gaming_url", "texts.responsible_gaming_url"),
    ("site.maintenance_track", "texts.maintenance_track"),
];
/// Earlier and present kinds of links.
const LINK_KINDS: [(&str, &str); 4] =
    [("stream", "kick"), ("chat", "discord"), ("photos", "instagram"), ("microblog", "x")];
/// A section that became one of its own.
const COUNTERS: (&str, &str) = ("site.counters", "home");

/// The present name of a key.
pub(super) fn present(key: &str) -> String {
    if let Some((_, now)) = NAMES.iter().find(|(before, _)| *before == key) {
        return (*now).to_owned();
    }
    match key.strip_prefix(COUNTERS.0) {
        Some(rest) if rest.is_empty() || rest.starts_with('.') => format!("{}{rest}", COUNTERS.1),
        _ => key.to_owned(),
    }
}

/// The value of a key whose earlier name was used, with the present names inside of it.
pub(super) fn present_value(key: &str, mut value: Value) -> Value {
    if let ("links.links", Value::Array(_, links)) = (key, &mut value) {
        for link in links {
            let Value::Dict(_, link) = link else { continue };
            let Some(Value::String(_, kind)) = link.get_mut("kind") else { continue };
            if let Some((_, now)) = LINK_KINDS.iter().find(|(before, _)| before == kind) {
                (*now).clone_into(kind);
            }
        }
    }
    value
}

/// Moves values with earlier names. A value under the present name wins.
pub(super) fn renamed(mut dict: Dict) -> Dict {
    let Some(Value::Dict(tag, mut site)) = dict.remove("site") else { return dict };
    for (key, value) in std::mem::take(&mut site) {
        let before = format!("site.{key}");
        let now = present(&before);
        if now == before {
            site.insert(key, value);
            continue;
        }
        let value = present_value(&now, value);
        let (section, key) = now.split_once('.').unwrap_or((&now, ""));
        let place = dict.entry(section.to_owned()).or_insert_with(|| Value::Dict(tag, Dict::new()));
        let Value::Dict(_, place) = place else { continue };
        match (key, value) {
            ("", Value::Dict(_, values)) => {
                for (key, value) in values {
                    place.entry(key).or_insert(value);
                }
            }
            // Of another type than it has to be: the error names the earlier key.
            ("", value) => {
                site.insert("counters".to_owned(), value);
            }
            (key, value) => {
                place.entry(key.to_owned()).or_insert(value);
            }
        }
    }
    if !site.is_empty() {
        dict.insert("site".to_owned(), Value::Dict(tag, site));
    }
    dict
}
