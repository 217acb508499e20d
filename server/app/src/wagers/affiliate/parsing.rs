//! Parses responses of the casino's service. Parsing is tolerant, because shape and field names
//! differ between its versions (docs/decisions.md, D1).

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::config::DecimalSign;
use crate::external::{UnreadableAmount, amount};
use crate::visible::visible;
use crate::wagers::MonthPlayer;

/// Fields that may contain the list, if the response is not a list itself.
const LISTS: [&str; 4] = ["affiliates", "data", "users", "results"];
const NAMES: [&str; 4] = ["username", "user", "name", "player"];
const IDS: [&str; 3] = ["id", "user_id", "userId"];
/// What casinos write in place of names of players who hide, in lowercase.
const HIDDEN: [&str; 4] = ["hidden", "anonymous", "private", "unknown"];
/// Shown for a player whose name has nothing that can be seen.
const UNNAMED: &str = "Unnamed player";
const AMOUNTS: [&str; 6] = ["wagered_amount", "wagered", "totalWagered", "wager", "bet", "amount"];
const WON: [&str; 4] = ["won", "totalWon", "winnings", "payout"];
/// Most names of fields that an error shows, and their longest part, in characters.
const SHOWN_MAX: usize = 20;
const SHOWN_LENGTH: usize = 40;
/// Longest name that is kept, in characters.
const NAME_MAX: usize = 64;
/// Most rows that are kept.
const ROWS_MAX: usize = 10_000;

/// The players of a response, highest wager first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Read {
    pub(super) players: Vec<MonthPlayer>,
    /// Number of rows without an amount, or with neither a name nor an id.
    pub(super) unread: usize,
    /// When the service computed the figures, as it writes it.
    pub(super) made_at: Option<String>,
}

/// Why a response cannot be used. The first two texts are those of the specification.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ParseError {
    /// No list, or no valid row in it; with the fields that were looked for and those that came.
    #[error("No valid data found in API response: {0}")]
    NoData(String),
    /// No JSON.
    #[error("No valid data found in API response: it is not JSON")]
    NotJson,
    /// The response is empty.
    #[error("Empty response received from API")]
    Empty,
    /// An amount that could be read in two ways, or not at all.
    #[error(transparent)]
    Amount(#[from] UnreadableAmount),
}

/// Parses a response.
pub(super) fn read(bytes: &[u8], sign: DecimalSign) -> Result<Read, ParseError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ParseError::Empty);
    }
    let answer: Value = serde_json::from_slice(bytes).map_err(|_| ParseError::NotJson)?;
    if answer.is_null() {
        return Err(ParseError::Empty);
    }
    let rows = list(&answer, 2)
        .ok_or_else(|| ParseError::NoData(fields_missed("a list in", &[&LISTS], &answer)))?;
    let read = (1..)
        .zip(rows)
        .map(|(row, fields)| player(fields, sign).map_err(|error| error.in_row(row)));
    let players: Vec<PlayerRow> = read.filter_map(Result::transpose).collect::<Result<_, _>>()?;
    if let (true, Some(first)) = (players.is_empty(), rows.first()) {
        let wanted = [NAMES.as_slice(), IDS.as_slice(), AMOUNTS.as_slice()];
        return Err(ParseError::NoData(fields_missed("rows with", &wanted, first)));
    }
    let unread = rows.len() - players.len();
    let mut players = separate(players);
    // Sorts equal amounts by name, so that the order doesn't depend on the response.
    players.sort_by(|one, other| other.wagered.cmp(&one.wagered).then(one.name.cmp(&other.name)));
    players.truncate(ROWS_MAX);
    let made_at = answer.get("cache_updated_at").and_then(Value::as_str);
    let made_at = made_at.map(|text| text.chars().take(NAME_MAX).collect());
    Ok(Read { players, unread, made_at })
}

/// Gives each player one rank: the rows of one name count once, ignoring case, with the highest figure. A name that hides
/// several players, or that players with several ids have, is one place for each of them.
fn separate(rows: Vec<PlayerRow>) -> Vec<MonthPlayer> {
    let mut named: HashMap<String, Vec<PlayerRow>> = HashMap::with_capacity(rows.len());
    for row in rows {
        named.entry(row.player.name.to_lowercase()).or_default().push(row);
    }
    let mut players: HashMap<String, MonthPlayer> = HashMap::with_capacity(named.len());
    for mut rows in named.into_values() {
        rows.sort_by_key(|row| Reverse(row.player.wagered));
        let is_several = {
            let ids: HashSet<&str> = rows.iter().filter_map(|row| row.id.as_deref()).collect();
            ids.len() > 1
        };
        for (place, mut row) in (1..).zip(rows) {
            let name = row.player.name.as_str();
            let own = match &row.id {
                Some(id) if is_several || hides(name) => with_end(name, id),
                None if place > 1 && (hides(name) || name.contains('*')) => {
                    with_end(name, &format!("({place})"))
                }
                _ => name.to_owned(),
            };
            // The first one has the highest figure.
            row.player.name.clone_from(&own);
            players.entry(own.to_lowercase()).or_insert(row.player);
        }
    }
    players.into_values().collect()
}

/// Whether a casino shows this in place of names.
fn hides(name: &str) -> bool {
    let folded = name.to_lowercase();
    folded == UNNAMED.to_lowercase()
        || HIDDEN.contains(&folded.as_str())
        || name.chars().all(|sign| sign == '*')
}

/// A name with an end that tells it from others, within the longest name.
fn with_end(name: &str, end: &str) -> String {
    let end: String = end.chars().take(NAME_MAX / 2).collect();
    let most = NAME_MAX - end.chars().count() - 1;
    let name: String = name.chars().take(most).collect();
    format!("{name} {end}")
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

/// The fields that were looked for, any one of each group, and those that came.
fn fields_missed(what: &str, groups: &[&[&str]], answer: &Value) -> String {
    let wanted: Vec<String> = groups.iter().map(|group| group.join(" or ")).collect();
    let came: Vec<String> = match answer {
        Value::Object(fields) => {
            fields.keys().take(SHOWN_MAX).filter_map(|name| visible(name, SHOWN_LENGTH)).collect()
        }
        _ => Vec::new(),
    };
    let came = if came.is_empty() { "none".to_owned() } else { came.join(", ") };
    format!("looked for {what} {}; fields that came: {came}", wanted.join(", "))
}

/// A row with the id of its player, where the casino gives one.
struct PlayerRow {
    id: Option<String>,
    player: MonthPlayer,
}

/// `None` for a row without an amount, or with neither a name nor an id.
fn player(row: &Value, sign: DecimalSign) -> Result<Option<PlayerRow>, UnreadableAmount> {
    let id = IDS.iter().find_map(|field| id_of(row.get(*field)?));
    let name = NAMES.iter().find_map(|field| name_of(row.get(*field)?));
    let name = name.or_else(|| id.as_ref().map(|_| UNNAMED.to_owned()));
    let (wagered, won) = (amount(row, &AMOUNTS, sign)?, amount(row, &WON, sign)?);
    Ok(name.zip(wagered).map(|(name, wagered)| PlayerRow {
        id,
        player: MonthPlayer { name, wagered: wagered.0, won: won.map(|won| won.0) },
    }))
}

/// An id that is one player's: hidden players share `-1` or `0` at some casinos.
fn id_of(field: &Value) -> Option<String> {
    let id = match field {
        Value::String(text) => visible(text, NAME_MAX)?,
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!matches!(id.as_str(), "-1" | "0")).then_some(id)
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
    visible(text, NAME_MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn point(bytes: &[u8]) -> Result<Read, ParseError> {
        read(bytes, DecimalSign::Point)
    }

    fn players(json: &str) -> Vec<(String, u64)> {
        let read = point(json.as_bytes()).unwrap();
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
        let read = point(rows.as_bytes()).unwrap();
        let player = |name: &str, wagered, won| MonthPlayer {
            name: name.to_owned(),
            wagered,
            won: Some(won),
        };
        assert_eq!(read.players, [player("eMU", 300, 30), player("Roo", 200, 400)]);
        assert_eq!(read.unread, 0);
    }

    #[test]
    fn players_who_hide_have_a_place_each() {
        let rows = r#"[{"username":"Hidden","id":"17","wagered":9},{"username":"hidden","id":18,"wagered":8},
            {"username":"Hidden","id":-1,"wagered":7},{"username":"Hidden","id":"-1","wagered":6},
            {"username":"d**o","id":"3","wagered":5},{"username":"d**o","id":"4","wagered":4},
            {"username":"\u200b\u202e","id":"5","wagered":3},{"id":"6","wagered":2},
            {"username":"Emu","id":"7","wagered":1},{"username":"emu","id":"7","wagered":0.5},
            {"wagered":0.1}]"#;
        let read = point(rows.as_bytes()).unwrap();
        let names: Vec<&str> = read.players.iter().map(|one| one.name.as_str()).collect();
        let expected = [
            "Hidden 17",
            "hidden 18",
            "Hidden (3)",
            "Hidden (4)",
            "d**o 3",
            "d**o 4",
            "Unnamed player 5",
            "Unnamed player 6",
            "Emu",
        ];
        assert_eq!((names.as_slice(), read.unread), (expected.as_slice(), 1));
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
        let json = r#"{"affiliates":[{"username":"a","wagered":null},{"wagered":1},3,null,
            {"username":"","wagered":1},{"username":"b","wagered":"2"}],
            "cache_updated_at":"2026-03-10T00:50:00Z"}"#;
        let read = point(json.as_bytes()).unwrap();
        assert_eq!((read.players.len(), read.unread), (1, 5));
        assert_eq!(read.made_at.as_deref(), Some("2026-03-10T00:50:00Z"));
    }

    #[test]
    fn an_amount_that_does_not_read_refuses_the_whole_answer() {
        for amount in ["1234,56", "1.234,56", "x"] {
            let rows = format!(
                r#"[{{"name":"Emu","wagered":"5.00"}},{{"name":"Roo","wagered":"{amount}"}}]"#
            );
            let error = point(rows.as_bytes()).unwrap_err().to_string();
            let expected = format!("row 2: wagered is \"{amount}\", which is not an amount");
            assert!(error.starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn what_is_of_no_use_says_why() {
        for (text, why) in [
            ("", "Empty response received from API"),
            (" \n", "Empty response received from API"),
            ("null", "Empty response received from API"),
            ("<html>", "No valid data found in API response: it is not JSON"),
            (
                "{}",
                "looked for a list in affiliates or data or users or results; fields that came: none",
            ),
            ("[1,2]", "wagered or totalWagered or wager or bet or amount; fields that came: none"),
            (r#"{"affiliates":"none"}"#, "fields that came: affiliates"),
            (r#"{"error":"bad key","hint\u202e":1}"#, "fields that came: error, hint"),
            (r#"[{"player_tag":"Emu","volume":5}]"#, "fields that came: player_tag, volume"),
        ] {
            let error = point(text.as_bytes()).unwrap_err().to_string();
            assert!(error.ends_with(why), "{text}: {error}");
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
            let _ = point(&bytes);
        }
    }
}
