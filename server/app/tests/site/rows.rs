//! Rows are no wire types: a change of an answer must never change what is on disk, or the other way round.

use crate::architecture::app_sources;

/// The types of a file whose derives have both a stored and a wire format.
fn doubles(text: &str) -> Vec<String> {
    let mut doubles = Vec::new();
    for part in text.split("#[derive(").skip(1) {
        let Some((derives, rest)) = part.split_once(")]") else { continue };
        let derives: Vec<&str> = derives.split(',').map(str::trim).collect();
        let has = |names: &[&str]| names.iter().any(|name| derives.contains(name));
        if has(&["Encode", "bincode::Encode"]) && has(&["Serialize", "Deserialize", "ToSchema"]) {
            let words =
                rest.split_whitespace().skip_while(|word| !["struct", "enum"].contains(word));
            doubles.push(words.take(2).collect::<Vec<_>>().join(" "));
        }
    }
    doubles
}

#[test]
fn no_type_is_both_a_row_and_an_answer() {
    let (mut wrong, mut rows) = (Vec::new(), 0);
    for (path, text) in app_sources() {
        rows += text.matches("Encode, Decode)]").count();
        wrong.extend(doubles(&text).into_iter().map(|name| format!("{}: {name}", path.display())));
    }
    assert!(rows > 40, "the test reads the wrong place");
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn a_double_is_found() {
    let text = "#[derive(\n    Clone, Encode,\n    Serialize,\n)]\n#[serde(x)]\npub struct Both {}";
    assert_eq!(doubles(text), ["struct Both"]);
    assert_eq!(doubles("#[derive(Encode, Decode)]\nstruct Row {}"), Vec::<String>::new());
}
