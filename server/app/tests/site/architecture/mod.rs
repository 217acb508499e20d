//! Checks the rules of ARCHITECTURE.md on imports, tables and files against the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

mod circles;

use pointhouse::router::description;

const LINES_MAX: usize = 500;

/// Modules from left to right. Each may import only modules further left; modules of one step don't
/// import each other, except those of `LEAVES`.
const STEPS: [&[&str]; 20] = [
    LEAVES,
    &["broadcast"],
    &["module"],
    &["audit"],
    &["second_factor"],
    &["settings"],
    &["maintenance"],
    &["wallet"],
    &["mail"],
    &["accounts"],
    &["people"],
    &["sign_in"],
    &["allowance"],
    &["pictures", "overlay"],
    &["games", "giveaways", "shop", "calendar", "challenges", "wagers", "hunts"],
    &["points"],
    &["chat"],
    &["first_steps"],
    &["admin", "privacy", "site"],
    &["sources"],
];

/// Modules without features. They may import each other.
const LEAVES: &[&str] = &[
    "config",
    "clock",
    "ids",
    "tables",
    "arbiters",
    "rate",
    "ranking",
    "kept_rows",
    "kept_texts",
    "reads",
    "actor_registry",
    "metrics",
    "etag",
    "html",
    "counts",
    "cents",
    "job_states",
    "planned",
    "paging",
    "detached",
    "locks",
    "published_list",
    "fault",
    "problem",
    "spreadsheet",
    "backups",
    "external",
    "connections",
    "tls",
    "log_limit",
    "origin",
    "data_folder",
    "input",
    "calls",
    "answer",
    "rights",
    "picture_file",
    "temporary",
    "memory",
    "passphrase",
    "restart",
    "cluster",
    "draw_key",
    "key_file",
    "passphrase",
    "visible",
];

/// Modules that combine the others. They may import every module, also each other.
const TOP: &[&str] = &[
    "router",
    "modules",
    "events",
    "jobs",
    "startup",
    "commands",
    "demo",
    "healthcheck",
    "reload",
    "log_levels",
    "verify",
    "progress",
    "operations",
    "middleware",
    "refusals",
    "formats",
    "lib",
    "main",
];

fn server() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// All Rust files in a folder and its subfolders, by their path from there.
fn sources(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let short = path.strip_prefix(folder).unwrap().to_owned();
                found.insert(short, fs::read_to_string(&path).unwrap());
            }
        }
    }
    assert!(!found.is_empty(), "{}", folder.display());
    found
}

/// All Rust files of the server's own crate.
pub(crate) fn app_sources() -> BTreeMap<PathBuf, String> {
    sources(&server().join("app/src"))
}

/// The code of a file without comments, and without the tests at its end.
fn code(text: &str) -> String {
    let lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    let bare = lines.map(|line| line.find("//").map_or(line, |at| &line[..at]));
    bare.collect::<Vec<_>>().join("\n")
}

/// The identifier after each `crate::`, with groups expanded.
fn named_modules(code: &str) -> BTreeSet<String> {
    let mut modules = BTreeSet::new();
    for part in code.split("crate::").skip(1) {
        let names = match part.strip_prefix('{') {
            Some(group) => members(group),
            None => vec![part],
        };
        for name in names {
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
            modules.insert(name[..end].to_owned());
        }
    }
    modules
}

/// The entries of a group such as `{a, b::{c, d}}`. `group` starts after the opening brace.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut from, mut names) = (0, 0, Vec::new());
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => {
                names.push(group[from..at].trim());
                return names;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                names.push(group[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    panic!("a group has no end: {group}")
}

#[test]
fn a_group_of_imports_is_expanded() {
    let code = "use crate::{a, b::{c, d}, e::f}; use crate::g::H; pub(crate) fn x() { crate::i() }";
    let modules: Vec<String> = named_modules(code).into_iter().collect();
    assert_eq!(modules, ["a", "b", "e", "g", "i"]);
}

fn step(module: &str) -> Option<usize> {
    STEPS.iter().position(|step| step.contains(&module))
}

#[test]
fn modules_import_only_what_is_further_left() {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for (path, text) in app_sources() {
        let first = path.components().next().unwrap().as_os_str().to_str().unwrap();
        let module = first.trim_end_matches(".rs");
        seen.insert(module.to_owned());
        if TOP.contains(&module) {
            continue;
        }
        let Some(own) = step(module) else {
            wrong.push(format!("{module} is not in the order of modules"));
            continue;
        };
        for named in named_modules(&code(&text)) {
            let is_leaf = own == 0 && LEAVES.contains(&named.as_str());
            let left = step(&named).is_some_and(|other| other < own);
            if named != module && !is_leaf && !left {
                wrong.push(format!("{} names crate::{named}", path.display()));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    for module in
        ["broadcast", "audit", "wallet", "accounts", "games", "points", "admin", "startup"]
    {
        assert!(seen.contains(module), "{module} is gone: the test reads the wrong place");
    }
}

/// Tables with small rows of several modules, each under its own key.
const SHARED_TABLES: &[&str] = &["SETTING", "CHAT"];

/// Tables that a second module reads or writes. The list is empty and must stay so.
const REACHED_ACROSS: &[&str] = &[];

#[test]
fn a_table_belongs_to_one_module() {
    let mut modules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in app_sources() {
        let module = path.components().next().unwrap().as_os_str().to_str().unwrap();
        for rest in code(&text).split("tables::").skip(1) {
            let name: String =
                rest.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect();
            if name.len() > 1 && !SHARED_TABLES.contains(&name.as_str()) {
                modules.entry(name).or_default().insert(module.to_owned());
            }
        }
    }
    assert!(modules.contains_key("WALLET"), "the test reads the wrong place");
    modules.remove("ALL");
    modules.retain(|_, modules| modules.len() > 1);
    let shared: Vec<&str> = modules.keys().map(String::as_str).collect();
    assert_eq!(shared, REACHED_ACROSS);
}

/// An event name outside its declaration could be published with an undescribed payload.
#[test]
fn an_event_is_named_once_and_described() {
    let sources = app_sources();
    let declarations: BTreeMap<&PathBuf, usize> = sources
        .iter()
        .map(|(path, text)| (path, code(text).matches("SocketEvent for ").count()))
        .filter(|(_, count)| *count > 0)
        .collect();
    for path in declarations.keys() {
        assert!(path.ends_with("events.rs"), "{} declares an event", path.display());
    }
    let description = serde_json::to_value(description()).unwrap();
    let described = description["x-socket-events"].as_object().unwrap();
    // An event that src/events.rs does not list is missing here; two with one name are one here.
    assert_eq!(declarations.values().sum::<usize>(), described.len());
    for (name, event) in described {
        let literal = format!("\"{name}\"");
        let uses = sources.values().map(|text| code(text).matches(&literal).count());
        assert_eq!(uses.sum::<usize>(), 1, "{name}");
        assert!(!event["description"].as_str().unwrap().is_empty(), "{name}");
        assert!(
            ["everyone", "member", "admins", "source"]
                .contains(&event["audience"].as_str().unwrap())
        );
        let payload = event["payload"]["$ref"].as_str().unwrap();
        let schema = description.pointer(payload.strip_prefix('#').unwrap());
        assert!(schema.is_some(), "{name}: {payload}");
    }
    for (path, text) in &sources {
        let outside = !path.starts_with("broadcast");
        assert!(!outside || !code(text).contains("Event::new("), "{}", path.display());
    }
}

/// The extractors of actix-web answer invalid input with texts of its parser.
#[test]
fn bodies_and_queries_are_read_by_our_own_extractors() {
    for (path, text) in app_sources() {
        let code = code(&text);
        for reader in [": web::Json<", ": web::Query<"] {
            assert!(!code.contains(reader), "{} reads with {reader}", path.display());
        }
    }
}

/// A blocking lock that is held over an await stalls a thread, and a guard outside its module can
/// lead to a deadlock between modules.
#[test]
fn async_locks_are_of_one_kind_and_their_guards_stay_in_their_module() {
    for (path, text) in app_sources() {
        // A key of a passphrase is derived on a blocking thread, without an await.
        if ["locks.rs", "passphrase.rs"].iter().any(|exempt| path == Path::new(exempt)) {
            continue;
        }
        let code = code(&text);
        for other in ["sync::Mutex<()>", "Mutex<()>", "tokio::sync::Mutex", "AtomicResponse"] {
            assert!(!code.contains(other), "{} names {other}", path.display());
        }
        for group in code.split("tokio::sync::{").skip(1) {
            let names = members(group);
            assert!(!names.iter().any(|name| name.starts_with("Mutex")), "{}", path.display());
        }
        if !named_modules(&code).contains("locks") {
            continue;
        }
        let is_root = path.ends_with("mod.rs");
        for (at, _) in code.match_indices("pub") {
            let head = code[at..].split(['{', ';']).next().unwrap_or_default();
            // Within the file's folder is within the module, but for the file that is its root.
            let within =
                head.starts_with("pub(super)") && path.components().count() > 1 && !is_root;
            if within || head.starts_with("pub(self)") {
                continue;
            }
            assert!(!head.contains("Guard"), "{} shows a guard: {head}", path.display());
        }
    }
}

#[test]
fn only_the_store_names_sled_and_its_journal() {
    let manifests = ["app", "rules", "socketio"];
    for name in manifests {
        let manifest = fs::read_to_string(server().join(name).join("Cargo.toml")).unwrap();
        assert!(!manifest.contains("sled"), "{name} depends on sled");
    }
    let store = fs::read_to_string(server().join("store/Cargo.toml")).unwrap();
    assert!(store.contains("sled"));
    for name in manifests {
        for (path, text) in sources(&server().join(name).join("src")) {
            let code = code(&text);
            assert!(!code.contains("sled::"), "{name}/{}", path.display());
        }
    }
    // The store's public items: no segment, group, memtable or journal.
    let shown = fs::read_to_string(server().join("store/src/lib.rs")).unwrap();
    for line in shown.lines().filter(|line| line.trim_start().starts_with("pub ")) {
        for private in ["journal", "segment", "group", "memtable", "committer", "applier", "Sled"] {
            assert!(!line.contains(private), "{line}");
        }
    }
}

#[test]
fn rules_and_socketio_have_no_io() {
    let forbidden = [
        "std::net",
        "std::fs",
        "std::env",
        "std::process",
        "std::thread",
        "SystemTime::now",
        "Instant::now",
        "Utc::now",
        "Local::now",
        "rand::",
        "getrandom",
        "tokio",
        "OsRng",
        "SysRng",
    ];
    for name in ["rules", "socketio"] {
        let folder = server().join(name);
        for (path, text) in sources(&folder.join("src")) {
            let code = code(&text);
            for reach in forbidden {
                assert!(!code.contains(reach), "{name}/src/{} names {reach}", path.display());
            }
        }
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let (_, dependencies) = manifest.split_once("[dependencies]").unwrap();
        let dependencies = dependencies.split("\n[").next().unwrap();
        for reach in ["rand", "tokio", "actix", "reqwest", "getrandom"] {
            let named = dependencies.lines().any(|line| line.starts_with(reach));
            assert!(!named, "{name} depends on {reach}");
        }
    }
}

#[test]
fn files_have_at_most_500_lines() {
    let long: Vec<String> = sources(&server())
        .into_iter()
        .filter(|(_, text)| text.lines().count() > LINES_MAX)
        .map(|(path, text)| format!("{}: {} lines", path.display(), text.lines().count()))
        .collect();
    assert_eq!(long, Vec::<String>::new());
}

#[test]
fn no_file_has_a_meaningless_name() {
    for (path, _) in sources(&server()) {
        for part in path.components() {
            let name = part.as_os_str().to_str().unwrap().trim_end_matches(".rs");
            assert!(!["util", "utils", "helpers", "common", "misc"].contains(&name), "{path:?}");
        }
    }
}
