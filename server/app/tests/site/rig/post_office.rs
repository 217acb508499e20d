//! A real mail server on a free port of 127.0.0.1, in node, with a certificate of an authority that
//! the test creates. It is installed by `npm ci` in `tests/mail`; without it, or without node, the
//! tests that need it fail with a message.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use pointhouse::config::{Config, MailTransport, SmtpSecurity};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long a test waits for something that should be there at once, before it fails.
const PATIENCE: Duration = Duration::from_secs(60);
const VERSION: &str = "3.21.6";
const USER: &str = "streamer";
pub(crate) const MAIL_PASSWORD: &str = "Kookaburra-9-secret";

/// Who vouches for mail servers of a test.
pub(crate) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    folder: TempDir,
}

impl Authority {
    pub(crate) fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = params.self_signed(&key).unwrap();
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("ca.pem"), certificate.pem()).unwrap();
        Self { issuer: Issuer::new(params, key), folder }
    }

    /// Its own certificate, for `mail.smtp_ca_file`.
    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// Certificate and key of a server of this name.
    pub(crate) fn vouch(&self, name: &str) -> (String, String) {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        (params.signed_by(&key, &self.issuer).unwrap().pem(), key.serialize_pem())
    }
}

pub(crate) struct PostOffice {
    node: Child,
    commands: Mutex<ChildStdin>,
    said: Mutex<Receiver<Value>>,
    port: u16,
    security: SmtpSecurity,
}

impl PostOffice {
    pub(crate) fn start(security: SmtpSecurity, authority: &Authority) -> Self {
        Self::named("127.0.0.1", security, security == SmtpSecurity::Starttls, authority)
    }

    /// With a certificate of this name; offers STARTTLS or not, whatever the site wants.
    pub(crate) fn named(
        name: &str,
        security: SmtpSecurity,
        starttls: bool,
        authority: &Authority,
    ) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
        let package = folder.join("node_modules/smtp-server/package.json");
        let version = std::fs::read_to_string(&package).unwrap_or_else(|_| {
            panic!("smtp-server is not installed: run `npm ci` in {}", folder.display())
        });
        let version: Value = serde_json::from_str(&version).unwrap();
        assert_eq!(version["version"], VERSION, "another server than the one tested: `npm ci`");
        let mut node = Command::new("node")
            .arg("server.mjs")
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("node (20 or newer) is needed for this test: {error}"));
        let mut commands = node.stdin.take().unwrap();
        let (cert, key) = authority.vouch(name);
        let options = json!({
            "secure": security == SmtpSecurity::Tls, "starttls": starttls, "cert": cert, "key": key,
            "user": USER, "password": MAIL_PASSWORD,
        });
        writeln!(commands, "{options}").unwrap();
        let output = BufReader::new(node.stdout.take().unwrap());
        let (sender, said) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).unwrap());
            }
        });
        let open: Value = said.recv_timeout(PATIENCE).expect("the mail server opens");
        let port = open["port"].as_u64().and_then(|port| port.try_into().ok()).unwrap();
        Self { node, commands: Mutex::new(commands), said: Mutex::new(said), port, security }
    }

    /// Settings with which a site sends through it.
    pub(crate) fn settle(&self, config: &mut Config) {
        config.place.url = "https://example.com".parse().unwrap();
        config.mail.transport = MailTransport::Smtp;
        config.mail.from = "no-reply@example.com".to_owned();
        config.mail.smtp_host = "127.0.0.1".to_owned();
        config.mail.smtp_port = self.port;
        config.mail.smtp_security = self.security;
        config.mail.smtp_user = USER.to_owned();
        config.mail.smtp_password = serde_json::from_value(MAIL_PASSWORD.into()).unwrap();
    }

    /// Values of the section `mail` with which a site sends through it; the password is a secret of its own.
    pub(crate) fn in_panel(&self, mut values: Value) -> Value {
        for (key, value) in [
            ("transport", json!("smtp")),
            ("from", json!("no-reply@example.com")),
            ("smtp_host", json!("127.0.0.1")),
            ("smtp_port", json!(self.port)),
            ("smtp_security", serde_json::to_value(self.security).unwrap()),
            ("smtp_user", json!(USER)),
        ] {
            values[key] = value;
        }
        values
    }

    /// From now on it does this: see `server.mjs`.
    pub(crate) fn behaves(&self, how: &str) {
        let mut commands = self.commands.lock().unwrap();
        writeln!(commands, "{}", json!({ "behaves": how })).unwrap();
        drop(commands);
        self.wait("changed");
    }

    /// The server's next report of this kind; earlier reports are skipped.
    pub(crate) fn wait(&self, is: &str) -> Value {
        let said = self.said.lock().unwrap();
        loop {
            let next = said.recv_timeout(PATIENCE);
            let next = next.unwrap_or_else(|_| panic!("the mail server did not say {is}"));
            if next["is"] == is {
                return next;
            }
        }
    }

    /// What it has said since the last look.
    pub(crate) fn heard(&self) -> Vec<Value> {
        self.said.lock().unwrap().try_iter().collect()
    }
}

impl Drop for PostOffice {
    fn drop(&mut self) {
        let _ = self.node.kill();
        let _ = self.node.wait();
    }
}
