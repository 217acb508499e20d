//! Parses responses of the casino's service. Parsing is tolerant, because shape and field names
//! differ between its versions (docs/decisions.md, D1).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde_json::Value;

use crate::cents::{Cents, MoneyInput};
use crate::wagers::MonthPlayer;

/// Fields that may contain the list, if the response is not a list itself.
const LISTS: [&str; 4] = ["affiliates", "data", "users", "results"];
const NAMES: [&str; 4] = ["username", "user", "name", "player"];
const AMOUNTS: [&str; 6] = ["wagered_amount", "wagered", "totalWagered", "wager", "bet", "amount"];
const WON: [&str; 4] = ["won", "totalWon", "winnings", "payout"];
/// Longest name that is kept, in characters.
const NAME_MAX: usize = 64;
/// Most rows that are kept.
const ROWS_MAX: usize = 10_000;

/// The players of a response, highest wager first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Read {
    pub(super) players: Vec<MonthPlayer>,
    /// Number of rows without a name or an amount.
    pub(super) unread: usize,
    /// When the service computed the figures, as it writes it.
    pub(super) made_at: Option<String>,
}

/// Why a response cannot be used. The texts are those of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ParseError {
    /// No list, or no valid row in it.
    #[error("No valid data found in API response")]
    NoData,
    /// The response is empty.
    #[error("Empty response received from API")]
    Empty,
}

/// Parses a response.
pub(super) fn read(bytes: &[u8]) -> Result<Read, ParseError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ParseError::Empty);
    }
    let answer: Value = serde_json::from_slice(bytes).map_err(|_| ParseError::NoData)?;
    if answer.is_null() {
        return Err(ParseError::Empty);
    }
    let rows = list(&answer, 2).ok_or(ParseError::NoData)?;
    let players: Vec<MonthPlayer> = rows.iter().filter_map(player).collect();
    if players.is_empty() && !rows.is_empty() {
        return Err(ParseError::NoData);
    }
    let unread = rows.len() - players.len();
    let mut players = deduplicate(players);
    // Sorts equal amounts by name, so that the order doesn't depend on the response.
    players.sort_by(|one, other| other.wagered.cmp(&one.wagered).then(one.name.cmp(&other.name)));
    players.truncate(ROWS_MAX);
    let made_at = answer.get("cache_updated_at").and_then(Value::as_str);
    let made_at = made_at.map(|text| text.chars().take(NAME_MAX).collect());
    Ok(Read { players, unread, made_at })
}

/// Merges duplicate players, ignoring case, and keeps the highest figure, so that no player has two
/// ranks.
fn deduplicate(players: Vec<MonthPlayer>) -> Vec<MonthPlayer> {
    let mut each: HashMap<String, MonthPlayer> = HashMap::with_capacity(players.len());
    for player in players {
        match each.entry(player.name.to_lowercase()) {
            Entry::Occupied(mut known) if known.get().wagered < player.wagered => {
                known.insert(player);
            }
            Entry::Occupied(_) => {}
            Entry::Vacant(place) => {
                place.insert(player);
            }
        }
    }
    each.into_values().collect()
}

/// Finds the list of rows, at most `depth` objects deep.
fn list(answer: &Value, depth: usize) -> Option<&Vec<Value>> {
    match answer {
        Value::Array(rows) => Some(rows),
        Value::Object(fields) if depth > 0 => {
            LISTS.iter().find_map(|name| fields.get(*name).and_then(|field| list(field, depth - 1)))
        }
        _ => None,
    }
}

fn player(row: &Value) -> Option<MonthPlayer> {
    let name = NAMES.iter().find_map(|field| name_of(row.get(*field)?))?;
    let wagered = AMOUNTS.iter().find_map(|field| amount_of(row.get(*field)?))?;
    let won = WON.iter().find_map(|field| amount_of(row.get(*field)?));
    Some(MonthPlayer { name, wagered: wagered.0, won: won.map(|won| won.0) })
}

/// A text, or the name in an object.
fn name_of(field: &Value) -> Option<String> {
    let text = match field {
        Value::String(text) => text.as_str(),
        Value::Object(fields) => {
            NAMES.iter().find_map(|name| fields.get(*name).and_then(Value::as_str))?
        }
        _ => return None,
    };
    let clean: String = text.trim().chars().filter(|sign| !sign.is_control()).collect();
    (!clean.is_empty()).then(|| clean.chars().take(NAME_MAX).collect())
}

/// A number, or text such as `1,234.50`. Negative amounts count as 0.
fn amount_of(field: &Value) -> Option<Cents> {
    match field {
        Value::Number(number) if number.as_f64().is_some_and(|number| number < 0.0) => {
            Some(Cents(0))
        }
        Value::Number(number) => MoneyInput::Number(number.as_f64()?).cents().ok(),
        Value::String(text) if text.trim().starts_with('-') => {
            Cents::from_service(text.trim().get(1..)?).ok().map(|_| Cents(0))
        }
        Value::String(text) => Cents::from_service(text).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn players(json: &str) -> Vec<(String, u64)> {
        let read = read(json.as_bytes()).unwrap();
        read.players.into_iter().map(|one| (one.name, one.wagered)).collect()
    }

    #[test]
    fn every_shape_of_the_specification_reads() {
        let expected = [("Emu".to_owned(), 12_345), ("Roo".to_owned(), 100)];
        let rows = |name: &str, amount: &str| {
            format!(r#"[{{"{name}":"Roo","{amount}":1}},{{"{name}":" Emu ","{amount}":"123.45"}}]"#)
        };
        for name in NAMES {
            for amount in AMOUNTS {
                assert_eq!(players(&rows(name, amount)), expected, "{name} {amount}");
            }
        }
        for list in LISTS {
            let rows = rows("username", "wagered");
            assert_eq!(players(&format!(r#"{{"x":1,"{list}":{rows}}}"#)), expected, "{list}");
            assert_eq!(players(&format!(r#"{{"data":{{"{list}":{rows}}}}}"#)), expected);
        }
        assert_eq!(players(r#"[{"user":{"name":"Emu"},"wagered":2}]"#), [("Emu".into(), 200)]);
    }

    #[test]
    fn a_player_has_one_rank_and_what_was_won() {
        let rows = r#"[{"name":"Emu","bet":1},{"name":"eMU","bet":3,"totalWon":"$ 0.30"},
            {"name":"Roo","bet":2,"won":null,"payout":4},{"name":"emu","bet":2}]"#;
        let read = read(rows.as_bytes()).unwrap();
        let player = |name: &str, wagered, won| MonthPlayer {
            name: name.to_owned(),
            wagered,
            won: Some(won),
        };
        assert_eq!(read.players, [player("eMU", 300, 30), player("Roo", 200, 400)]);
        assert_eq!(read.unread, 0);
    }

    #[test]
    fn amounts_read_as_they_are_written() {
        for (amount, cents) in [
            ("\"0\"", 0),
            ("\"1,234.505\"", 123_451),
            ("\"$ 12\"", 1200),
            ("12.3", 1230),
            ("-4", 0),
            ("\"-4.5\"", 0),
            ("1e3", 100_000),
        ] {
            let json = format!(r#"[{{"username":"a","wagered_amount":{amount}}}]"#);
            assert_eq!(players(&json), [("a".to_owned(), cents)], "{amount}");
        }
    }

    #[test]
    fn rows_that_do_not_read_are_left_out_and_counted() {
        let json = r#"{"affiliates":[{"username":"a","wagered":"x"},{"wagered":1},3,null,
            {"username":"","wagered":1},{"username":"b","wagered":"2"}],
            "cache_updated_at":"2026-03-10T00:50:00Z"}"#;
        let read = read(json.as_bytes()).unwrap();
        assert_eq!((read.players.len(), read.unread), (1, 5));
        assert_eq!(read.made_at.as_deref(), Some("2026-03-10T00:50:00Z"));
    }

    #[test]
    fn what_is_of_no_use_says_why() {
        for (text, why) in [
            ("", ParseError::Empty),
            (" \n", ParseError::Empty),
            ("null", ParseError::Empty),
            ("{}", ParseError::NoData),
            ("<html>", ParseError::NoData),
            ("[1,2]", ParseError::NoData),
            (r#"{"affiliates":"none"}"#, ParseError::NoData),
            (r#"{"error":"bad key"}"#, ParseError::NoData),
        ] {
            assert_eq!(read(text.as_bytes()), Err(why), "{text}");
        }
        assert_eq!(players("[]"), []);
        assert_eq!(players(r#"{"affiliates":[]}"#), []);
    }

    #[test]
    fn names_are_kept_short_and_clean() {
        let long = "ü".repeat(100);
        let json = format!(r#"[{{"name":"{long}","bet":1}},{{"name":"a\u0000b\n","bet":2}}]"#);
        let names: Vec<usize> =
            players(&json).iter().map(|(name, _)| name.chars().count()).collect();
        assert_eq!(names, [2, 64]);
    }

    proptest! {
        #[test]
        fn no_answer_breaks_it(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes);
        }
    }
}
