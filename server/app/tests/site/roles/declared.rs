//! What the handlers' attributes declare: every call is routed and names its callers.

use std::collections::{BTreeMap, BTreeSet};

use pointhouse::calls::{Call, of_actix};
use pointhouse::config::SECTIONS;
use pointhouse::ids::GameId;
use pointhouse::rights::Role;
use pointhouse::router::{all_calls, description};

use serde_json::Value;
use utoipa::openapi::HttpMethod;

use super::table;

/// Handlers with an attribute in a source file, and those that its list of calls names.
fn handlers(source: &str) -> (Vec<String>, Vec<String>) {
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let described = source.split("#[call(").skip(1).map(|rest| {
        let (_, rest) = rest.split_once(" fn ").unwrap();
        name(rest)
    });
    let described = described.collect();
    let Some((_, list)) = source.split_once("calls![") else { return (described, Vec::new()) };
    let (list, _) = list.split_once(']').unwrap();
    let (_tag, list) = list.split_once(';').unwrap();
    let listed = list.split(',').map(|entry| name(entry.trim())).filter(|name| !name.is_empty());
    (described, listed.collect())
}

#[test]
fn every_described_handler_is_on_the_list_of_its_file() {
    let (mut files, mut all) = (0, 0);
    for (path, source) in crate::architecture::app_sources() {
        let (mut described, mut listed) = handlers(&source);
        files += usize::from(!described.is_empty());
        described.sort();
        listed.sort();
        assert_eq!(described, listed, "{}", path.display());
        all += described.len();
    }
    assert!(files > 20, "the test reads the wrong place");
    // Each game has a bet, which is declared by the game.
    assert_eq!(all_calls().len(), all + GameId::ALL.len(), "a file is on no module's list");
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

/// Whether each caller may make a call, by what it declares, in the order of the document: owner, admin, moderator, member,
/// visitor.
fn by_rights(call: &Call) -> [bool; 5] {
    let callers = call.callers();
    let [owner, admin, moderator] = [Role::Owner, Role::Admin, Role::Moderator]
        .map(|role| callers.include(role, call.method(), None));
    let member = callers.is_for_members || callers.is_public;
    [owner, admin, moderator, member, callers.is_public]
}

fn named(call: &Call) -> String {
    format!("{} {}", of_actix(call.method()), call.path())
}

/// Calls that need a proof of the last 10 minutes, as the description and as the document list them.
#[test]
fn the_document_lists_the_calls_that_need_a_proof() {
    let description = serde_json::to_value(description()).unwrap();
    let mut declared = BTreeSet::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let sections = match &operation["x-needs-proof"] {
                Value::Null => continue,
                Value::Array(sections) => {
                    let named = sections.iter().map(|name| format!("`{}`", name.as_str().unwrap()));
                    format!(": {}", named.collect::<Vec<_>>().join(", "))
                }
                all => {
                    assert_eq!(*all, true, "{path}");
                    String::new()
                }
            };
            declared.insert(format!("- `{} {path}`{sections}", method.to_uppercase()));
        }
    }
    let document = include_str!("../../../../../docs/people.md");
    let calls = document.lines().filter(|line| line.starts_with("- `") && line.contains(" /api/"));
    assert_eq!(calls.map(str::to_owned).collect::<BTreeSet<_>>(), declared);
}

#[test]
fn an_admin_sees_the_owners_sections_of_the_settings_and_changes_the_others() {
    let owners = ["kick", "mail", "hunts", "wagers", "grants", "place"];
    let calls = all_calls();
    let mut known = 0;
    for call in calls.iter().filter(|call| call.path().contains("/{section}")) {
        for section in SECTIONS {
            let may = |role| call.callers().include(role, call.method(), Some(section));
            let only_reads = *call.method() == HttpMethod::Get;
            let name = format!("{} {section}", named(call));
            assert!(may(Role::Owner) && !may(Role::Moderator), "{name}");
            assert_eq!(may(Role::Admin), only_reads || !owners.contains(section), "{name}");
            known += 1;
        }
    }
    assert!(known > 40, "the test reads the wrong place");
}

#[test]
fn the_document_of_roles_says_what_the_rights_of_the_server_say() {
    let calls = all_calls().into_iter();
    let calls: BTreeMap<String, Call> = calls.map(|call| (named(&call), call)).collect();
    let document = include_str!("../../../../../docs/roles.md");
    let mut wrong = Vec::new();
    let mut known = 0;
    for line in document.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let &[name, owner, admin, moderator, member, other, visitor] = &cells[..] else {
            panic!("a row has other columns: {line}");
        };
        let Some(call) = calls.get(name.trim_matches('`')) else { continue };
        known += 1;
        let written = [owner, admin, moderator, member, visitor].map(|cell| cell == "yes");
        let expected = by_rights(call);
        if written != expected || (other == "yes" && member != "yes") {
            wrong.push(format!("{line} and not {expected:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(known, calls.len(), "the document names every call once");
}
