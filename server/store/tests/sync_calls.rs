//! What reaches the operating system, and in which order: the answer to a commit comes after the
//! `fdatasync` of its group, and the index is synced although sled does not do it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A finished system call: where in the trace it began and ended.
#[derive(Debug)]
struct Call {
    began: usize,
    ended: usize,
    text: String,
}

impl Call {
    /// `name(3</path>...` with this name and a path with this end or part.
    fn is(&self, name: &str, path: &str) -> bool {
        self.text.starts_with(&format!("{name}(")) && self.file().contains(path)
    }

    /// The path of the first descriptor.
    fn file(&self) -> &str {
        let from = self.text.find('<').map_or(self.text.len(), |at| at + 1);
        let to = self.text[from..].find('>').map_or(self.text.len(), |at| from + at);
        &self.text[from..to]
    }

    fn worked(&self) -> bool {
        let result = self.text.rsplit(" = ").next().unwrap_or("-1");
        !result.starts_with('-')
    }
}

/// Puts calls that another thread interrupted together again.
fn parse(trace: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut unfinished: HashMap<&str, (usize, String)> = HashMap::new();
    for (line_number, line) in trace.lines().enumerate() {
        let Some((thread, text)) = line.split_once(' ') else { continue };
        let text = text.trim_start();
        if let Some(begin) = text.strip_suffix(" <unfinished ...>") {
            unfinished.insert(thread, (line_number, begin.to_owned()));
        } else if text.starts_with("<... ") {
            let (began, begin) = unfinished.remove(thread).expect("a call that began");
            let end = text.split_once("resumed>").expect("a resumed call").1;
            calls.push(Call { began, ended: line_number, text: begin + end });
        } else {
            calls.push(Call { began: line_number, ended: line_number, text: text.to_owned() });
        }
    }
    calls
}

fn example(name: &str) -> PathBuf {
    let this = std::env::current_exe().unwrap();
    let path = this.parent().unwrap().parent().unwrap().join("examples").join(name);
    assert!(
        path.exists(),
        "{} is missing; a plain `cargo test` of the crate builds it",
        path.display()
    );
    path
}

fn trace(folder: &Path) -> Vec<Call> {
    let file = folder.join("trace");
    let run = Command::new("strace")
        .args(["-f", "-y", "-s", "4096"])
        .args(["-e", "trace=write,pwrite64,fsync,fdatasync,rename,renameat,renameat2"])
        .arg("-o")
        .arg(&file)
        .arg(example("one_commit"))
        .arg(folder.join("data"))
        .output();
    let output = match run {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            panic!("strace is not installed, and without it the order of system calls is not known")
        }
        Err(error) => panic!("strace does not start: {error}"),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the traced run failed: {errors}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "answered 1\n");
    parse(&std::fs::read_to_string(file).unwrap())
}

#[test]
fn the_answer_comes_after_the_fdatasync_and_the_index_is_synced() {
    let folder = tempfile::tempdir().unwrap();
    let calls = trace(folder.path());
    let find = |what: &str, from: usize, wanted: &dyn Fn(&Call) -> bool| -> &Call {
        let found = calls.iter().find(|call| call.began >= from && wanted(call));
        let call = found.unwrap_or_else(|| panic!("no {what} in the trace: {calls:#?}"));
        assert!(call.worked(), "{what} failed: {call:?}");
        call
    };

    let segment = "/journal/segment-0000000001";
    let group = find("write of the group", 0, &|call| {
        call.is("pwrite64", segment) && call.text.contains("the one commit")
    });
    let synced = find("fdatasync of the group", group.ended, &|call| call.is("fdatasync", segment));
    let answer = find("answer", 0, &|call| {
        call.text.starts_with("write(1<") && call.text.contains("answered 1")
    });
    assert!(group.ended < synced.began, "the group is whole before it is synced");
    assert!(synced.ended < answer.began, "answered before the fdatasync returned");

    let named = find("naming of the segment", 0, &|call| {
        call.text.starts_with("rename") && call.text.contains("segment-0000000001")
    });
    let folder_synced = find("sync of the journal's folder", named.ended, &|call| {
        call.file().ends_with("/journal")
    });
    assert!(folder_synced.ended < group.began, "a name has to last before it is written under");

    let index_write =
        find("write of the index", answer.ended, &|call| call.is("pwrite64", "/index/db"));
    find("fdatasync of the index", index_write.ended, &|call| call.is("fdatasync", "/index/db"));
}
