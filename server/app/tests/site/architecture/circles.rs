//! Checks that no files of the server's own crate import each other in a circle.
//!
//! A file imports another by `use`, or by a path in its code. Re-exports are followed to the file
//! that defines the name. `mod` and `pub use` in a module's root don't count, because they only
//! declare and re-export its children. A child may name its direct parent: children use private
//! items of their parent and add methods to its types, so a root with its children is one unit.
//! Children that import each other in a circle are still found.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{app_sources, code, members};

type Module = Vec<String>;

/// The imports of a file.
struct Imports {
    uses: Vec<Use>,
    /// Paths in the code.
    paths: Vec<Vec<String>>,
}

struct Use {
    path: Vec<String>,
    /// The imported name: the last part of the path, or the name after `as`.
    name: String,
    is_public: bool,
}

struct Crate {
    files: BTreeMap<Module, PathBuf>,
    imports: BTreeMap<Module, Imports>,
}

/// The module of a file: `games/session/mod.rs` is `games::session`.
fn module_of(path: &Path) -> Module {
    let mut module: Module =
        path.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if ["mod", "lib", "main"].contains(&module.last().unwrap().as_str()) {
        module.pop();
    }
    module
}

/// The paths of a `use` with their names, with groups expanded.
fn paths_of(tree: &str) -> Vec<(Vec<String>, String)> {
    let tree = tree.trim();
    let parts = |text: &str| -> Vec<String> {
        let parts = text.split("::").map(str::trim).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    if let Some((before, group)) = tree.split_once('{') {
        let each = members(group).into_iter().filter(|member| !member.is_empty());
        let each = each.flat_map(paths_of);
        return each.map(|(path, name)| ([parts(before), path].concat(), name)).collect();
    }
    let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
    let mut path = parts(path);
    if path.len() > 1 && path.last().is_some_and(|part| part == "self") {
        // `use a::{self}` is `use a`.
        path.pop();
    }
    let name = if name.is_empty() {
        path.last().cloned().unwrap_or_default()
    } else {
        name.trim().to_owned()
    };
    vec![(path, name)]
}

impl Imports {
    fn of(text: &str) -> Self {
        let code = code(text);
        let (mut uses, mut rest) = (Vec::new(), String::new());
        let mut lines = code.lines();
        while let Some(line) = lines.next() {
            let (is_public, tree) = match line.trim_start().split_once("use ") {
                Some(("", tree)) => (false, tree),
                Some((visibility, tree)) if visibility.starts_with("pub") => (true, tree),
                _ => {
                    // The path in `pub(in crate::games)` is no import.
                    let visible = line.split("pub(in ").map(|part| part.split_once(')'));
                    let is_limited = line.contains("pub(in ");
                    match (is_limited, visible.last().flatten()) {
                        (true, Some((_, after))) => rest.push_str(after),
                        _ => rest.push_str(line),
                    }
                    rest.push('\n');
                    continue;
                }
            };
            let mut tree = tree.to_owned();
            while !tree.contains(';') {
                tree.push_str(lines.next().expect("a `use` ends with a semicolon"));
            }
            let tree = tree.split(';').next().unwrap_or_default();
            let found = paths_of(tree).into_iter();
            uses.extend(found.map(|(path, name)| Use { path, name, is_public }));
        }
        let tokens = rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
        let tokens = tokens.filter(|token| token.contains("::") && !token.starts_with(':'));
        let paths = tokens
            .map(|token| token.split("::").map(|part| part.trim_matches(':').to_owned()).collect());
        Self { uses, paths: paths.collect() }
    }
}

impl Crate {
    fn of(sources: &BTreeMap<PathBuf, String>) -> Self {
        let sources = sources.iter().filter(|(path, _)| *path != Path::new("main.rs"));
        let (mut files, mut imports) = (BTreeMap::new(), BTreeMap::new());
        for (path, text) in sources {
            files.insert(module_of(path), path.clone());
            imports.insert(module_of(path), Imports::of(text));
        }
        Self { files, imports }
    }

    /// The module that a path starts with, and the rest of the path; `None` outside the crate.
    fn split(&self, from: &Module, path: &[String]) -> Option<(Module, Vec<String>)> {
        let child = |module: &Module, name: &String| {
            [module.as_slice(), std::slice::from_ref(name)].concat()
        };
        let mut rest = path;
        let mut module = match rest.first()?.as_str() {
            "crate" => Module::new(),
            "self" => from.clone(),
            "super" => from[..from.len().checked_sub(1)?].to_vec(),
            _ if self.files.contains_key(&child(from, &rest[0])) => child(from, &rest[0]),
            name => {
                // A module that the file has imported.
                let uses = self.imports[from].uses.iter();
                let imported = uses.filter(|found| found.path.len() > 1 && found.name == name);
                let mut found = imported.filter_map(|found| self.split(from, &found.path));
                found.find(|(_, rest)| rest.is_empty())?.0
            }
        };
        rest = &rest[1..];
        while let Some(name) = rest.first() {
            if name == "super" {
                module.pop();
            } else if self.files.contains_key(&child(&module, name)) {
                module.push(name.clone());
            } else {
                break;
            }
            rest = &rest[1..];
        }
        Some((module, rest.to_vec()))
    }

    /// The module that defines the item of a path; `None` for a path that names only a module,
    /// because the paths in the code that use it count.
    fn target(&self, from: &Module, path: &[String]) -> Option<Module> {
        let (mut module, mut rest) = self.split(from, path)?;
        // No chain of re-exports is longer than the folders are deep.
        for _ in 0..8 {
            let name = rest.first()?;
            let found = self.imports.get(&module)?.uses.iter().find(|found| found.name == *name);
            let Some((next, left)) = found.and_then(|found| self.split(&module, &found.path))
            else {
                return Some(module);
            };
            rest = [left.as_slice(), &rest[1..]].concat();
            module = next;
        }
        Some(module)
    }

    /// The modules that a module imports, without its own parent.
    fn imported(&self, module: &Module) -> BTreeSet<Module> {
        let Imports { uses, paths } = &self.imports[module];
        let uses = uses.iter().filter(|found| !found.is_public).map(|found| &found.path);
        let targets = uses.chain(paths).filter_map(|path| self.target(module, path));
        let parent = module.split_last().map(|(_, parent)| parent);
        targets.filter(|target| target != module && Some(target.as_slice()) != parent).collect()
    }

    /// Groups of files that import each other in a circle, each group sorted.
    fn circles(&self) -> Vec<Vec<String>> {
        let imported: BTreeMap<&Module, BTreeSet<Module>> =
            self.files.keys().map(|module| (module, self.imported(module))).collect();
        let reached: BTreeMap<&Module, BTreeSet<&Module>> = imported
            .keys()
            .map(|module| {
                let (mut reached, mut next) = (BTreeSet::new(), vec![*module]);
                while let Some(module) = next.pop() {
                    for other in imported.get(module).into_iter().flatten() {
                        if reached.insert(other) {
                            next.push(other);
                        }
                    }
                }
                (*module, reached)
            })
            .collect();
        let circle = |module: &Module| {
            let others = reached[module].iter().filter(|other| reached[**other].contains(module));
            others.map(|other| self.files[*other].display().to_string()).collect::<Vec<_>>()
        };
        let circles: BTreeSet<Vec<String>> = self.files.keys().map(circle).collect();
        circles.into_iter().filter(|circle| !circle.is_empty()).collect()
    }
}

fn circles_of(sources: &[(&str, &str)]) -> Vec<Vec<String>> {
    let sources = sources.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned()));
    Crate::of(&sources.collect()).circles()
}

#[test]
fn circles_are_found_whichever_way_a_file_names_another() {
    let ways = [
        ("use super::two::Two;", "use super::one::One;"),
        ("use crate::module::{other, two::{Two, Three}};", "fn f() { crate::module::one::f() }"),
        // Through a re-export of the root.
        ("use crate::module::Two;", "use super::super::module::one;\nfn f() { one::f() }"),
        ("pub(crate) struct A(super::two::Two);", "use super::one::{\n    One,\n};"),
    ];
    for (one, two) in ways {
        let root = "mod one;\nmod two;\npub use two::Two;";
        let found =
            circles_of(&[("module/mod.rs", root), ("module/one.rs", one), ("module/two.rs", two)]);
        assert_eq!(found, [["module/one.rs", "module/two.rs"]], "{one} {two}");
    }
}

#[test]
fn a_root_with_its_children_is_one_unit_and_no_wider_one() {
    let root = "mod one;\npub use one::One;\nfn f() { one::f() }";
    let one = "use super::f;\n// use super::two::Two;\npub(in crate::other) fn g() {}";
    let lib = ("lib.rs", "mod module;\nmod other;");
    let unit = [
        lib,
        ("module/mod.rs", root),
        ("module/one.rs", one),
        ("other.rs", "use crate::module::One;"),
    ];
    assert_eq!(circles_of(&unit), Vec::<Vec<String>>::new());
    let wider = [
        lib,
        ("module/mod.rs", root),
        ("module/one.rs", "use crate::other;\nfn f() { other::g() }"),
        ("other.rs", "use crate::module::One;"),
    ];
    assert_eq!(circles_of(&wider), [["module/one.rs", "other.rs"]]);
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let sources = app_sources();
    let graph = Crate::of(&sources);
    let imports: usize = graph.files.keys().map(|module| graph.imported(module).len()).sum();
    assert!(imports > 1000, "the test reads {imports} imports");
    assert_eq!(graph.circles(), Vec::<Vec<String>>::new());
}
