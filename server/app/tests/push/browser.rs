//! Stock clients in node.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// How long a test waits for something that should be there at once, before it fails.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Browser {
    node: Child,
    commands: ChildStdin,
    said: Receiver<Value>,
    /// What was said and not yet waited for.
    heard: Vec<Value>,
}

impl Browser {
    /// Fails with a message about what to install if node or the client is missing.
    pub(crate) fn start() -> Self {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/push");
        let client = folder.join("node_modules/socket.io-client/package.json");
        let version = std::fs::read_to_string(&client).unwrap_or_else(|_| {
            panic!("socket.io-client is not installed: run `npm ci` in {}", folder.display())
        });
        let version: Value = serde_json::from_str(&version).unwrap();
        assert_eq!(version["version"], "4.8.4", "another client than the one tested: run `npm ci`");
        let mut node = Command::new("node")
            .arg("client.mjs")
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("node (20 or newer) is needed for this test: {error}"));
        let commands = node.stdin.take().unwrap();
        let output = BufReader::new(node.stdout.take().unwrap());
        let (sender, said) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).unwrap());
            }
        });
        Self { node, commands, said, heard: Vec::new() }
    }

    fn send_command(&mut self, command: &Value) {
        writeln!(self.commands, "{command}").unwrap();
    }

    pub(crate) fn open(&mut self, id: &str, url: &str, options: &Value) {
        self.send_command(&json!({"act": "open", "id": id, "url": url, "options": options}));
    }

    /// Opens and waits until it is connected; answers the transport it connected with.
    pub(crate) fn connect(&mut self, id: &str, url: &str, options: &Value) -> String {
        self.open(id, url, options);
        let connected = self.wait(id, "connect");
        connected["transport"].as_str().unwrap().to_owned()
    }

    pub(crate) fn emit(&mut self, id: &str, bytes: usize) {
        self.send_command(&json!({"act": "emit", "id": id, "name": "big", "bytes": bytes}));
    }

    pub(crate) fn close(&mut self, id: &str) {
        self.send_command(&json!({"act": "close", "id": id}));
    }

    /// The client's next report of this kind.
    pub(crate) fn wait(&mut self, id: &str, is: &str) -> Value {
        loop {
            let fits = |said: &Value| said["id"] == id && said["is"] == is;
            if let Some(index) = self.heard.iter().position(fits) {
                return self.heard.remove(index);
            }
            match self.said.recv_timeout(PATIENCE) {
                Ok(said) => self.heard.push(said),
                Err(_) => panic!("{id} did not say {is}, but there was: {:?}", self.heard),
            }
        }
    }

    /// The arguments of the client's next event, which must have this name.
    pub(crate) fn event(&mut self, id: &str, name: &str) -> Value {
        let mut event = self.wait(id, "event");
        assert_eq!(event["name"], name, "{event}");
        event["args"].take()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.node.kill();
        let _ = self.node.wait();
    }
}
