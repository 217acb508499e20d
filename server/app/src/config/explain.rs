//! Explains invalid settings in plain words.

use figment::error::{Actual, Kind};

use super::environment;

const TEXT: &str = "text";
const LIST: &str = "a list";
const OBJECT: &str = "an object";
const SECTION: &str = "a section";

/// The invalid setting, the reason, and where it comes from if that is not the file.
pub(super) fn problem(error: &figment::Error) -> String {
    let path = error.path.join(".");
    let source = error.metadata.as_ref().map_or("", |metadata| metadata.name.as_ref());
    let place = if source == environment::ENVIRONMENT { " (from the environment)" } else { "" };
    let reason = reason(&error.kind);
    if path.is_empty() { format!("{reason}{place}") } else { format!("{path}: {reason}{place}") }
}

fn reason(kind: &Kind) -> String {
    match kind {
        Kind::InvalidType(actual, expected) | Kind::InvalidValue(actual, expected) => {
            let expected = match plain_type(expected) {
                OBJECT => SECTION,
                other => other,
            };
            // What stands in the place of text, a list or a section may be a secret.
            let shown = written(actual).filter(|_| ![TEXT, LIST, SECTION].contains(&expected));
            match shown {
                Some(value) => format!("must be {expected}, not {value}"),
                None => format!("must be {expected}"),
            }
        }
        Kind::UnknownField(name, known) => {
            format!("there is no setting `{name}`, only {}", listed(known))
        }
        Kind::UnknownVariant(name, known) => {
            format!("must be one of {}, not `{name}`", listed(known))
        }
        Kind::MissingField(name) => format!("`{name}` is missing"),
        Kind::DuplicateField(name) => format!("`{name}` is there twice"),
        Kind::InvalidLength(_, expected) => length(expected),
        Kind::ISizeOutOfRange(_) | Kind::USizeOutOfRange(_) => "is too large".to_owned(),
        Kind::Unsupported(_) | Kind::UnsupportedKey(..) => OTHER_KIND.to_owned(),
        Kind::Message(text) => own_text(without_excerpt(text)),
    }
}

/// Words with which parsers begin texts of their own.
const OF_PARSERS: [&str; 7] = [
    "data did not match",
    "invalid type",
    "invalid value",
    "invalid length",
    "unknown variant",
    "unknown field",
    "no variant",
];
const OTHER_KIND: &str = "has a value of another kind";

/// The text of a type's own check, or what is said instead of a parser's words.
pub fn own_text(text: String) -> String {
    if OF_PARSERS.iter().any(|start| text.starts_with(start)) {
        OTHER_KIND.to_owned()
    } else {
        text
    }
}

/// The number of entries that a list must have, from serde's description.
pub fn length(expected: &str) -> String {
    let digits = expected.split(|sign: char| !sign.is_ascii_digit()).rfind(|part| !part.is_empty());
    match digits {
        Some("1") => "must have 1 entry".to_owned(),
        Some(count) => format!("must have {count} entries"),
        None => "has another number of entries than it must have".to_owned(),
    }
}

/// A value as it may be written in the file; `None` for lists and sections.
fn written(actual: &Actual) -> Option<String> {
    match actual {
        Actual::Bool(value) => Some(value.to_string()),
        Actual::Unsigned(value) => Some(value.to_string()),
        Actual::Signed(value) => Some(value.to_string()),
        Actual::Float(value) => Some(format!("{value:?}")),
        Actual::Char(value) => Some(format!("{value:?}")),
        Actual::Str(value) => Some(format!("{value:?}")),
        _ => None,
    }
}

fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// Words of types that are objects.
const OF_RUST: [&str; 4] = ["struct", "enum", "field identifier", "map"];

/// The name of a type in plain words, from serde's description.
pub fn plain_type(expected: &str) -> &str {
    match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" | "u128" => "a whole number of at least 0",
        "i8" | "i16" | "i32" | "i64" | "isize" | "i128" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "a borrowed string" | "a character" => TEXT,
        "a sequence" => LIST,
        "a map" => OBJECT,
        "any valid JSON value" | "option" => "a value",
        "path string" => TEXT,
        other if other.starts_with("a nonzero ") => "a whole number above 0",
        other if ["a tuple", "tuple ", "an array"].iter().any(|start| other.starts_with(start)) => {
            LIST
        }
        other if ["enum ", "variant "].iter().any(|start| other.starts_with(start)) => {
            "one of its words"
        }
        other if OF_RUST.iter().any(|word| other.contains(word)) => OBJECT,
        other => other,
    }
}

/// The error of a file that is not valid TOML, without the quoted line, which may contain a
/// password.
fn without_excerpt(message: &str) -> String {
    let is_excerpt = |line: &&str| {
        line.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == ' ').starts_with('|')
    };
    message.lines().filter(|line| !is_excerpt(line)).collect::<Vec<_>>().join("\n")
}
