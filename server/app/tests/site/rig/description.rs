//! Answers and events against the API description, from which the browser's types are made: what is
//! described is there, what is there is described.

use std::sync::LazyLock;

use pointhouse::router::description;
use serde_json::Value;

static DESCRIPTION: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(description()).unwrap());

/// Checks a success or a failure of a described call; other paths pass.
pub(crate) fn check(method: &str, path: &str, status: u16, body: &Value) {
    let path = path.split('?').next().unwrap_or_default();
    if status >= 400 {
        let schema = &DESCRIPTION["components"]["schemas"]["ErrorAnswer"];
        fits(schema, body, path).unwrap_or_else(|reason| panic!("{method} {path}: {reason}"));
    }
    let paths = DESCRIPTION["paths"].as_object().unwrap();
    // A path without parameters comes before one with.
    let found = paths.iter().filter(|(described, _)| matches(described, path));
    let found = found.min_by_key(|(described, _)| described.matches('{').count());
    let Some((described, calls)) = found else { return };
    let Some(call) = calls.get(method.to_lowercase()) else {
        return assert_eq!(status, 405, "{method} {described}");
    };
    let answers = &call["responses"];
    if status >= 400 {
        let is_described = answers.get(status.to_string()).is_some();
        return assert!(is_described, "{method} {described} has no {status}: {body}");
    }
    let schema = &answers[status.to_string()]["content"]["application/json"]["schema"];
    assert!(schema.is_object(), "{method} {described} has no {status}: {answers}");
    fits(schema, body, "body").unwrap_or_else(|reason| panic!("{method} {described}: {reason}"));
}

/// Checks every event in an answer to a polling client.
pub(crate) fn check_events(polled: &str) {
    for packet in polled.split('\u{1e}').filter_map(|packet| packet.strip_prefix("42")) {
        let event: Value = serde_json::from_str(packet).unwrap();
        let [name, payload] = event.as_array().unwrap().as_slice() else {
            panic!("{packet} is not a name with one payload");
        };
        let described = &DESCRIPTION["x-socket-events"][name.as_str().unwrap()];
        assert!(described.is_object(), "{name} is described nowhere");
        let result = fits(&described["payload"], payload, "payload");
        result.unwrap_or_else(|reason| panic!("{name}: {reason}"));
    }
}

fn matches(described: &str, path: &str) -> bool {
    let (mut described, mut path) = (described.split('/'), path.split('/'));
    loop {
        match (described.next(), path.next()) {
            (None, None) => return true,
            (Some(wanted), Some(part)) if wanted == part || wanted.starts_with('{') => {}
            _ => return false,
        }
    }
}

/// The schema with its references and its parts taken together: name to schema, and what must be.
struct Fields<'a> {
    properties: Vec<(&'a str, &'a Value)>,
    required: Vec<&'a str>,
    open: bool,
}

fn resolved(schema: &Value) -> &Value {
    match schema["$ref"].as_str() {
        Some(reference) => {
            let name = reference.strip_prefix("#/components/schemas/").unwrap();
            resolved(&DESCRIPTION["components"]["schemas"][name])
        }
        None => schema,
    }
}

fn fields<'a>(schema: &'a Value, into: &mut Fields<'a>) {
    let schema = resolved(schema);
    for part in schema["allOf"].as_array().into_iter().flatten() {
        fields(part, into);
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        into.properties.push((name, schema));
    }
    into.required
        .extend(schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str));
    into.open |= schema.get("additionalProperties").is_some();
}

fn fits(schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let schema = resolved(schema);
    if let Some(kinds) = schema["oneOf"].as_array() {
        let fitting = kinds.iter().filter(|kind| fits(kind, value, at).is_ok()).count();
        return if fitting == 1 {
            Ok(())
        } else {
            Err(format!("{at} is {fitting} of {schema}: {value}"))
        };
    }
    if let Some(values) = schema["enum"].as_array() {
        return if values.contains(value) { Ok(()) } else { Err(format!("{at} is {value}")) };
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ if schema.get("allOf").is_some() => vec!["object"],
        _ => return Err(format!("{at}: a schema that says nothing: {schema}")),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_u64() || number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let number = kind == "integer" && kinds.contains(&"number");
    if !kinds.contains(&kind) && !number {
        return Err(format!("{at} is no {kinds:?}: {value}"));
    }
    match value {
        // A list of a fixed length.
        Value::Array(items) if schema["prefixItems"].is_array() => {
            let kinds = schema["prefixItems"].as_array().into_iter().flatten();
            match kinds.clone().count() == items.len() {
                true => kinds.zip(items).try_for_each(|(kind, item)| fits(kind, item, at)),
                false => Err(format!("{at} has another length: {value}")),
            }
        }
        Value::Array(items) => items.iter().try_for_each(|item| fits(&schema["items"], item, at)),
        Value::Object(values) => {
            let mut known = Fields { properties: Vec::new(), required: Vec::new(), open: false };
            fields(schema, &mut known);
            if let Some(missing) = known.required.iter().find(|name| !values.contains_key(**name)) {
                return Err(format!("{at} has no {missing}"));
            }
            for (name, value) in values {
                match known.properties.iter().find(|(described, _)| described == name) {
                    Some((_, schema)) => fits(schema, value, &format!("{at}.{name}"))?,
                    None if known.open => {}
                    None => return Err(format!("{at}.{name} is described nowhere")),
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

#[test]
fn what_does_not_fit_is_found() {
    let is_described = |status, body: &str| {
        let body: Value = serde_json::from_str(body).unwrap();
        std::panic::catch_unwind(|| check("POST", "/api/auth/check-email", status, &body)).is_err()
    };
    assert!(!is_described(200, r#"{"success":true,"exists":false}"#));
    assert!(is_described(200, r#"{"success":true}"#));
    assert!(is_described(200, r#"{"success":true,"exists":"no"}"#));
    assert!(is_described(200, r#"{"success":true,"exists":false,"more":1}"#));
    assert!(is_described(201, r#"{"success":true,"exists":false}"#));
    assert!(is_described(400, r#"{"success":false}"#));
}

#[test]
fn an_event_that_does_not_fit_is_found() {
    let fails = |polled: &str| std::panic::catch_unwind(|| check_events(polled)).is_err();
    assert!(!fails("2"));
    assert!(!fails("40{}\u{1e}42[\"pointsShopPurchased\",{\"itemId\":\"1\"}]"));
    assert!(!fails(r#"42["kickLinkChanged",{}]"#));
    assert!(!fails(r#"42["challengesUpdated",[]]"#));
    assert!(fails(r#"42["challengesUpdated",[{}]]"#));
    assert!(fails(r#"42["pointsShopPurchased",{}]"#));
    assert!(fails(r#"42["pointsShopPurchased",{"itemId":1}]"#));
    assert!(fails(r#"42["pointsShopPurchased",{"itemId":"1","more":1}]"#));
    assert!(fails(r#"42["pointsShopPurchased"]"#));
    assert!(fails(r#"42["pointsShopBought",{"itemId":"1"}]"#));
}
