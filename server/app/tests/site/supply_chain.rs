//! The requirements of `deny.toml` for the crates of Cargo.lock: licences, sources, duplicate
//! versions. The file has the format of cargo-deny, which checks it as well, together with the
//! published advisories; this check needs neither that tool nor a network.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use figment::Figment;
use figment::providers::{Format, Toml};
use serde::Deserialize;

#[derive(Deserialize)]
struct Demands {
    graph: Graph,
    licenses: Licenses,
    bans: Bans,
}

#[derive(Deserialize)]
struct Graph {
    targets: Vec<String>,
}

#[derive(Deserialize)]
struct Licenses {
    allow: BTreeSet<String>,
    exceptions: Vec<Exception>,
}

/// Licences of one crate.
#[derive(Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Bans {
    multiple_versions: String,
    skip: Vec<Skipped>,
}

/// The older version of a crate, and why it is there.
#[derive(Deserialize)]
struct Skipped {
    #[serde(rename = "crate")]
    name: String,
    reason: String,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    /// None: a crate of this workspace.
    source: Option<String>,
    license: Option<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn demands() -> Demands {
    Figment::from(Toml::file_exact(root().join("deny.toml"))).extract().unwrap()
}

/// The crates that are built for the systems that `deny.toml` names.
fn crates(demands: &Demands) -> Vec<Package> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--offline", "--locked", "--format-version", "1"]);
    for target in &demands.graph.targets {
        command.args(["--filter-platform", target]);
    }
    let output = command.current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let Metadata { packages } = serde_json::from_slice(&output.stdout).unwrap();
    assert!(packages.len() > 100, "{}", packages.len());
    packages
}

/// Whether allowed licences satisfy an SPDX expression. A slash is an older way to write OR.
fn is_satisfied(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    let satisfied = any_of(&mut rest, allowed);
    assert!(rest.is_empty(), "{expression}");
    satisfied
}

fn any_of(words: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    let mut satisfied = all_of(words, allowed);
    while words.first() == Some(&"OR") {
        *words = &words[1..];
        satisfied |= all_of(words, allowed);
    }
    satisfied
}

fn all_of(words: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    let mut satisfied = licence(words, allowed);
    while words.first() == Some(&"AND") {
        *words = &words[1..];
        satisfied &= licence(words, allowed);
    }
    satisfied
}

fn licence(words: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    let (first, rest) = words.split_first().expect("an expression ends with a licence");
    *words = rest;
    if *first == "(" {
        let satisfied = any_of(words, allowed);
        let (last, rest) = words.split_first().expect("a bracket is closed");
        assert_eq!(*last, ")");
        *words = rest;
        return satisfied;
    }
    let mut name = (*first).to_owned();
    if let ["WITH", exception, rest @ ..] = *words {
        name = format!("{name} WITH {exception}");
        *words = rest;
    }
    allowed.contains(&name)
}

#[test]
fn an_expression_of_licences_is_taken_apart() {
    let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned).into();
    for (expression, satisfied) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("MIT OR GPL-3.0", true),
        ("GPL-3.0/MIT", true),
        ("MIT AND GPL-3.0", false),
        ("MIT AND Zlib", true),
        ("(MIT OR GPL-3.0) AND Zlib", true),
        ("(MIT OR Zlib) AND GPL-3.0", false),
        ("GPL-3.0 AND MIT OR Zlib", true),
        ("Apache-2.0 WITH LLVM-exception", true),
        ("Apache-2.0", false),
        ("Apache-2.0 WITH LLVM-exception AND MIT", true),
    ] {
        assert_eq!(is_satisfied(expression, &allowed), satisfied, "{expression}");
    }
}

#[test]
fn every_crate_has_a_licence_that_is_allowed() {
    let demands = demands();
    let crates = crates(&demands);
    let mut refused = Vec::new();
    for Package { name, version, license, .. } in &crates {
        let mut allowed = demands.licenses.allow.clone();
        let own = demands.licenses.exceptions.iter().filter(|one| one.name == *name);
        allowed.extend(own.flat_map(|one| one.allow.clone()));
        if !license.as_ref().is_some_and(|license| is_satisfied(license, &allowed)) {
            refused.push(format!("{name} {version}: {license:?}"));
        }
    }
    assert_eq!(refused, Vec::<String>::new());
    for Exception { name, .. } in &demands.licenses.exceptions {
        let found = crates.iter().any(|one| one.name == *name);
        assert!(found, "the exception for {name} is of no use");
    }
}

#[test]
fn every_crate_comes_from_the_one_registry() {
    let crates = crates(&demands());
    let sources: BTreeSet<&str> = crates.iter().filter_map(|one| one.source.as_deref()).collect();
    let sources: Vec<&str> = sources.into_iter().collect();
    assert!(matches!(sources[..], [one] if one.starts_with("registry+")), "{sources:?}");
    // What the workspace holds itself.
    for Package { name, source, .. } in crates {
        assert_eq!(source.is_none(), name.starts_with("pointhouse"), "{name}");
    }
}

#[test]
fn a_crate_is_there_once_unless_a_reason_says_otherwise() {
    let demands = demands();
    assert_eq!(demands.bans.multiple_versions, "deny");
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for Package { name, version, .. } in crates(&demands) {
        versions.entry(name).or_default().insert(version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    for Skipped { name, reason } in &demands.bans.skip {
        assert!(!reason.is_empty(), "{name}");
        let (name, version) = name.split_once('@').unwrap();
        let left = versions.get_mut(name);
        let is_doubled = left.is_some_and(|left| left.remove(version));
        assert!(is_doubled, "{name} {version} is there once: its line in deny.toml is of no use");
    }
    versions.retain(|_, versions| versions.len() > 1);
    assert_eq!(versions, BTreeMap::new(), "doubled without a reason in deny.toml");
}
