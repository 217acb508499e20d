//! What the handlers' attributes declare: every call is routed and names its callers.

use std::collections::{BTreeMap, BTreeSet};

use pointhouse::accounts::Role;
use pointhouse::people::rights;
use pointhouse::router::description;

use super::table;

/// Handlers with an attribute in a source file, and those that its list of calls names.
fn handlers(source: &str) -> (Vec<String>, Vec<String>) {
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let described = source.split("#[utoipa::path(").skip(1).map(|rest| {
        let (_, rest) = rest.split_once(" fn ").unwrap();
        name(rest)
    });
    let described = described.collect();
    let Some((_, list)) = source.split_once("calls![") else { return (described, Vec::new()) };
    let (list, _) = list.split_once(']').unwrap();
    let listed = list.split(',').map(|entry| name(entry.trim())).filter(|name| !name.is_empty());
    (described, listed.collect())
}

#[test]
fn every_described_handler_is_on_the_list_of_its_file() {
    let mut files = 0;
    for (path, source) in crate::architecture::app_sources() {
        let (mut described, mut listed) = handlers(&source);
        files += usize::from(!described.is_empty());
        described.sort();
        listed.sort();
        assert_eq!(described, listed, "{}", path.display());
        let is_routed = path.with_extension("").to_str().unwrap().replace('/', "::");
        let is_routed = is_routed.trim_end_matches("::mod").to_owned() + "::calls,";
        let router = include_str!("../../../src/router.rs");
        assert!(described.is_empty() || router.contains(&is_routed), "{is_routed} is not routed");
    }
    assert!(files > 20, "the test reads the wrong place");
}

/// Callers by call, according to the description. `None`: public.
fn declared() -> BTreeMap<String, BTreeSet<String>> {
    let description = serde_json::to_value(description()).unwrap();
    let mut declared = BTreeMap::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let schemes = operation["security"].as_array().cloned().unwrap_or_default();
            let schemes = schemes.iter().map(|scheme| scheme.as_object().unwrap().keys().next());
            let callers = schemes.map(|scheme| scheme.cloned()).collect::<Option<_>>();
            let name = format!("{} {path}", method.to_uppercase());
            declared.insert(name, callers.unwrap_or_default());
        }
    }
    declared
}

#[test]
fn the_description_says_who_may_make_a_call() {
    let declared = declared();
    for row in table() {
        let name = format!("{} {}", row.method, row.path);
        let Some(callers) = declared.get(&name) else { continue };
        let [visitor, member, _, admin] = row.expected;
        let refused = |scheme: &str| !callers.is_empty() && !callers.contains(scheme);
        assert_eq!(visitor == 401, !callers.is_empty(), "{name}: visitors");
        assert!(!refused("member") || member == 403, "{name}: members");
        assert!(!refused("admin") || admin == 403, "{name}: admins");
        assert!(!callers.contains("admin") || admin != 403, "{name}: admins may");
    }
}

/// Whether each caller may make a call, by the rights of the server and the description of the call, in the order of
/// the document: owner, admin, moderator, member, visitor.
fn by_rights(name: &str, callers: &BTreeSet<String>) -> [bool; 5] {
    let (method, path) = name.split_once(' ').unwrap();
    let method = method.parse().unwrap();
    let is_public = callers.is_empty();
    let person = |role| callers.contains("admin") && rights::may(role, path, &method);
    let [owner, admin, moderator] = [Role::Owner, Role::Admin, Role::Moderator].map(person);
    let member = callers.contains("member");
    [owner, admin, moderator, member, false].map(|may| may || is_public)
}

#[test]
fn the_document_of_roles_says_what_the_rights_of_the_server_say() {
    let declared = declared();
    let document = include_str!("../../../../../docs/roles.md");
    let mut wrong = Vec::new();
    let mut known = 0;
    for line in document.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let &[name, owner, admin, moderator, member, other, visitor] = &cells[..] else {
            panic!("a row has other columns: {line}");
        };
        let Some(callers) = declared.get(name.trim_matches('`')) else { continue };
        known += 1;
        let written = [owner, admin, moderator, member, visitor].map(|cell| cell == "yes");
        let expected = by_rights(name.trim_matches('`'), callers);
        if written != expected || (other == "yes" && member != "yes") {
            wrong.push(format!("{line} and not {expected:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(known, declared.len(), "the document names every call once");
}
