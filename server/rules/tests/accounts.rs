//! The published vectors of mailboxes and reserved names.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use pointhouse_rules::mailbox;
use pointhouse_rules::names::ReservedNames;
use serde_json::Value;

fn each(section: &str, check: impl Fn(&str, &Value, &Value)) {
    let vectors: Value = serde_json::from_str(include_str!("data/accounts.json")).unwrap();
    let rows = vectors[section].as_array().unwrap();
    assert!(!rows.is_empty(), "{section}");
    for row in rows {
        check(row["id"].as_str().unwrap(), &row["in"], &row["expect"]);
    }
}

#[test]
fn an_address_names_one_mailbox() {
    each("mailbox", |id, given, expected| {
        assert_eq!(mailbox::canonical(given["email"].as_str().unwrap()), *expected, "{id}");
    });
}

#[test]
fn the_key_of_a_mailbox_needs_the_key_of_the_site() {
    each("mailbox_key", |id, given, expected| {
        let mut site_key = [0; 32];
        hex::decode_to_slice(given["site_key_hex"].as_str().unwrap(), &mut site_key).unwrap();
        let key = mailbox::key(&site_key, given["email"].as_str().unwrap());
        assert_eq!(key.to_string(), *expected, "{id}");
    });
}

#[test]
fn names_of_the_staff_and_the_site_are_reserved() {
    each("reserved", |id, given, expected| {
        let own = given["own"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
        let answer = ReservedNames::new(own).check(given["name"].as_str().unwrap());
        let answer = answer.err().map(|refusal| refusal.to_string());
        assert_eq!(answer.as_deref(), expected.as_str(), "{id}");
    });
}
