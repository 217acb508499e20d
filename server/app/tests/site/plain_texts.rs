//! Refusals of invalid input are sentences about the field, without words of the program's parsers.

use pointhouse::ids::UserId;
use pointhouse::router::description;
use regex::Regex;
use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::rig::{Answer, Server};

/// Words of Rust and its parsers.
const OF_PARSERS: &str = r"\b[ui](8|16|32|64|128|size)\b|\bf(32|64)\b|\b(struct|enum|variant|tuple|newtype|untagged)\b|\b[Ee]xpected\b|invalid (type|value|length|digit)|line \d+ column|missing field|unknown field|did not match|serde|deserializ";

/// Calls that would end the sessions of this test, whatever is sent.
const ENDING: [&str; 6] = [
    "/api/auth/logout",
    "/api/admin/logout",
    "/api/auth/sign-out-everywhere",
    "/api/auth/delete-account",
    "/api/admin/accounts/{id}/sign-out",
    "/api/auth/admin/maintenance-mode",
];

struct Checked {
    of_parsers: Regex,
    /// Texts that are wrong, with their calls.
    wrong: Vec<String>,
    refused: usize,
}

impl Checked {
    fn check(&mut self, answer: &Answer, sent: &Value) {
        if answer.status < 400 {
            return;
        }
        self.refused += 1;
        let message = answer.body["message"].as_str().unwrap_or_default();
        let fields = answer.body["fields"].as_object().cloned().unwrap_or_default();
        let of_fields = fields.values().map(|text| text.as_str().unwrap());
        let is_wrong = |text: &str| {
            let begins = text.chars().next();
            self.of_parsers.is_match(text) || begins.is_none_or(|first| first.is_whitespace())
        };
        let is_fragment = |text: &str| text.starts_with("is ") || text.starts_with("must ");
        if answer.status == 500
            || is_wrong(message)
            || of_fields.into_iter().any(|text| is_wrong(text) || is_fragment(text))
        {
            self.wrong.push(format!("{} {sent}: {}", answer.name, answer.text));
        }
    }
}

fn real(path: &str, member: UserId) -> String {
    path.replace("{userId}", &member.to_string())
        .replace("{game}", "dice")
        .replace("{gameId}", "dice")
        .replace("{month}", "2026-02")
        .replace("{section}", "points")
        .replace("{service}", "kick")
        .replace("{id}", "1")
        .replace("{slot}", "1")
        .replace("{rank}", "1")
        .replace("{revision}", "1")
        .replace("{name}", "1")
        .replace("{hash}", "1")
        .replace("{code}", "1")
}

/// Values of each kind, none of which fits everywhere.
fn values() -> [Value; 6] {
    [json!(-1.5), json!("x"), json!([1]), json!({ "a": 1 }), json!(true), json!(1e300)]
}

/// The body's schema, with its reference resolved.
fn properties(description: &Value, operation: &Value) -> Option<Map<String, Value>> {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let schema = match schema["$ref"].as_str() {
        Some(name) => description.pointer(name.trim_start_matches('#')).unwrap(),
        None if schema.is_object() => schema,
        None => return None,
    };
    Some(schema["properties"].as_object().cloned().unwrap_or_default())
}

#[tokio::test]
async fn no_refusal_has_words_of_a_parser() {
    let server = Server::start().await;
    let member = server.player("emu", 100).await;
    let admin = server.admin().await;
    let of_parsers = Regex::new(OF_PARSERS).unwrap();
    let mut checked = Checked { of_parsers, wrong: Vec::new(), refused: 0 };
    let description = serde_json::to_value(description()).unwrap();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if ENDING.contains(&path.as_str()) {
                continue;
            }
            let security = operation["security"].to_string();
            let token = if security.contains("admin") { &admin } else { &member.token };
            let call = |path: &str| {
                let method: Method = method.to_uppercase().parse().unwrap();
                server.call(method, path).by(token)
            };
            let path = real(path, member.id);
            for query in operation["parameters"].as_array().unwrap_or(&Vec::new()) {
                let (Some("query"), Some(name)) = (query["in"].as_str(), query["name"].as_str())
                else {
                    continue;
                };
                for value in ["x", "-1.5", ""] {
                    let answer = call(&format!("{path}?{name}={value}")).send().await;
                    checked.check(&answer, &Value::Null);
                }
            }
            let Some(properties) = properties(&description, operation) else { continue };
            let whole =
                [Value::Null, json!({}), json!([]), json!([5]), json!("x"), json!({ "x": {} })];
            let of_fields = properties.keys().flat_map(|name| {
                values().into_iter().map(move |value| json!({ name.as_str(): value }))
            });
            for body in whole.into_iter().chain(of_fields) {
                checked.check(&call(&path).json(&body).send().await, &body);
            }
        }
    }
    assert_eq!(checked.wrong, Vec::<String>::new());
    assert!(checked.refused > 1000, "only {} refusals", checked.refused);
}

/// The value with another one in the place of each of its leaves.
fn with_each_leaf(value: &Value, new: &Value) -> Vec<Value> {
    match value {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, inner)| {
                with_each_leaf(inner, new).into_iter().map(move |inner| {
                    let mut all = fields.clone();
                    all.insert(name.clone(), inner);
                    Value::Object(all)
                })
            })
            .collect(),
        // Entries of a list have one form.
        Value::Array(items) if !items.is_empty() => with_each_leaf(&items[0], new)
            .into_iter()
            .map(|first| {
                let mut all = items.clone();
                all[0] = first;
                Value::Array(all)
            })
            .chain([new.clone()])
            .collect(),
        _ => vec![new.clone()],
    }
}

#[tokio::test]
async fn no_refused_setting_has_words_of_a_parser() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let of_parsers = Regex::new(OF_PARSERS).unwrap();
    let mut checked = Checked { of_parsers, wrong: Vec::new(), refused: 0 };
    let all = server.get("/api/admin/settings").by(&admin).send().await.of(200);
    for section in all["sections"].as_array().unwrap() {
        let path = format!("/api/admin/settings/{}", section["name"].as_str().unwrap());
        // An outdated revision would be refused first, so each change that is accepted counts.
        let mut revision = section["version"]["revision"].as_u64().unwrap();
        for new in [json!(-1.5), json!({ "a": 1 })] {
            for values in with_each_leaf(&section["values"], &new) {
                let body = json!({ "revision": revision, "values": values });
                let call = server.call(Method::PUT, &path).by(&admin).json(&body);
                let answer = call.send().await;
                revision += u64::from(answer.status == 200);
                checked.check(&answer, &json!(null));
                if section["name"] == "games" {
                    let body = json!({ "tables": values["tables"] });
                    let call = server.post("/api/admin/settings/games/returns").by(&admin);
                    let answer = call.json(&body).send().await.of(200);
                    let problem = answer["problem"].as_str().unwrap_or("None.");
                    assert!(!checked.of_parsers.is_match(problem), "{problem}");
                    checked.refused += usize::from(!answer["problem"].is_null());
                }
            }
        }
    }
    assert_eq!(checked.wrong, Vec::<String>::new());
    assert!(checked.refused > 200, "only {} refusals", checked.refused);
}
