//! TLS by the server itself, the redirect to https, and what SIGHUP reloads.

use std::fs::Permissions;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use reqwest::blocking::Client;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::Signal;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use tempfile::TempDir;

use crate::command_line::AN_END;
use crate::rig::{Authority, Patience, Program, Serving};

/// How long a test waits for an answer or an end, before it fails.
const PATIENCE: Duration = Duration::from_secs(30);
const NAME: &str = "127.0.0.1";

/// A folder with a certificate, its key and the site's data, and who signed the certificate.
struct Place {
    folder: TempDir,
    authority: Authority,
}

impl Place {
    fn new() -> Self {
        let place = Self { folder: TempDir::new().unwrap(), authority: Authority::new() };
        place.renew();
        place
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes another certificate and its key.
    fn renew(&self) {
        let (certificate, key) = self.authority.vouch(NAME);
        std::fs::write(self.file("key.pem"), key).unwrap();
        std::fs::set_permissions(self.file("key.pem"), Permissions::from_mode(0o600)).unwrap();
        std::fs::write(self.file("chain.pem"), certificate).unwrap();
    }

    /// `pointhouse ARGUMENTS` with this certificate.
    fn program(&self, arguments: &[&str]) -> Program {
        self.with_files(Program::on(&self.file("data"), arguments))
    }

    fn with_files(&self, program: Program) -> Program {
        program
            .env("POINTHOUSE_SERVER__TLS", "files")
            .env("POINTHOUSE_SERVER__TLS_CERTIFICATE", self.file("chain.pem").to_str().unwrap())
            .env("POINTHOUSE_SERVER__TLS_KEY", self.file("key.pem").to_str().unwrap())
    }

    fn client(&self) -> Client {
        pointhouse::external::prepare_tls();
        let pem = std::fs::read(self.authority.file()).unwrap();
        Client::builder()
            .tls_certs_only([reqwest::Certificate::from_pem(&pem).unwrap()])
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap()
    }

    /// A TLS connection whose handshake is done.
    fn connect(&self, serving: &Serving) -> io::Result<Line> {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_file(self.authority.file()).unwrap()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let name = ServerName::try_from(NAME).unwrap();
        let session = ClientConnection::new(Arc::new(config), name).unwrap();
        let mut line = Line(StreamOwned::new(session, tcp(serving)));
        line.0.conn.complete_io(&mut line.0.sock)?;
        Ok(line)
    }

    /// Waits until new connections get another certificate than this one.
    fn await_another(&self, serving: &Serving, certificate: &CertificateDer<'_>) {
        let patience = Patience::for_event("another certificate is in use");
        while self.connect(serving).unwrap().certificate() == *certificate {
            patience.check();
        }
    }
}

fn tcp(serving: &Serving) -> TcpStream {
    let stream = TcpStream::connect(serving.url.strip_prefix("https://").unwrap()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

struct Line(StreamOwned<ClientConnection, TcpStream>);

impl Line {
    fn certificate(&self) -> CertificateDer<'static> {
        self.0.conn.peer_certificates().unwrap()[0].clone().into_owned()
    }

    /// Sends this and reads until a text arrives.
    fn ask(&mut self, text: &str, until: &str) -> String {
        self.0.write_all(text.as_bytes()).unwrap();
        let mut heard = String::new();
        while !heard.contains(until) {
            let mut part = [0; 4096];
            let read = self.0.read(&mut part).unwrap();
            assert!(read > 0 && heard.len() < 100_000, "no {until:?}: {heard}");
            heard.push_str(&String::from_utf8_lossy(&part[..read]));
        }
        heard
    }

    fn asks_for_health(&mut self) {
        let answer = self.ask("GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n", "ok\n");
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    }
}

fn end(mut serving: Serving) -> String {
    serving.signal(Signal::TERM);
    assert!(serving.wait(AN_END).success());
    serving.log()
}

#[test]
fn pages_calls_and_sockets_work_over_tls() {
    let place = Place::new();
    let serving = place.program(&["serve"]).serve();
    assert!(serving.url.starts_with("https://127.0.0.1:"), "{}", serving.url);
    assert!(serving.greeting.iter().any(|line| line.contains("Set it up here: https://")));
    let client = place.client();
    for path in ["/", "/api/site"] {
        let answer = client.get(format!("{}{path}", serving.url)).send().unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        assert_eq!(answer.version(), reqwest::Version::HTTP_11);
        assert_eq!(answer.headers()["strict-transport-security"], "max-age=31536000", "{path}");
    }
    let polling = format!("{}/socket.io/?EIO=4&transport=polling", serving.url);
    assert!(client.get(polling).send().unwrap().text().unwrap().starts_with("0{\"sid\""));
    let mut socket = place.connect(&serving).unwrap();
    let upgrade = "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: 127.0.0.1\r\n\
                   connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    assert!(socket.ask(upgrade, "\"sid\"").starts_with("HTTP/1.1 101 "));

    let address = serving.url.strip_prefix("https://").unwrap();
    let mut plain = tcp(&serving);
    plain.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    let _ = plain.read_to_end(&mut answer);
    assert!(!answer.starts_with(b"HTTP"), "plain HTTP was served");
    let check = Program::bare(&["healthcheck", "--listen", address]).quick();
    let checked = place.with_files(check).run();
    assert_eq!(checked.code, Some(0), "{checked:?}");
    let log = end(serving);
    assert!(!log.contains(" WARN "), "{log}");
}

#[test]
fn a_changed_certificate_is_used_without_a_restart() {
    let place = Place::new();
    let program = place.program(&["serve"]).env("POINTHOUSE_SERVER__TLS_CHECK_SECONDS", "1");
    let serving = program.serve();
    let mut before = place.connect(&serving).unwrap();
    place.renew();
    place.await_another(&serving, &before.certificate());
    // The connection with the old certificate goes on.
    before.asks_for_health();
    assert!(end(serving).contains("using the new TLS certificate"));
}

#[test]
fn a_broken_certificate_keeps_the_old_one() {
    let place = Place::new();
    let program = place.program(&["serve"]).env("POINTHOUSE_SERVER__TLS_CHECK_SECONDS", "86400");
    let mut serving = program.serve();
    let old = place.connect(&serving).unwrap().certificate();
    std::fs::write(place.file("chain.pem"), "no certificate").unwrap();
    serving.signal(Signal::HUP);
    serving.await_log("cannot use the new TLS certificate; the one in use stays");
    assert_eq!(place.connect(&serving).unwrap().certificate(), old);
    // A certificate of another key.
    std::fs::write(place.file("chain.pem"), place.authority.vouch(NAME).0).unwrap();
    serving.signal(Signal::HUP);
    serving.await_log("the key does not belong to the certificate");
    let mut line = place.connect(&serving).unwrap();
    assert_eq!(line.certificate(), old);
    line.asks_for_health();
    place.renew();
    serving.signal(Signal::HUP);
    place.await_another(&serving, &old);
    end(serving);
}

#[test]
fn a_start_without_a_usable_certificate_says_what_to_do() {
    let place = Place::new();
    let refused = |expected: &str| {
        let refused = place.program(&["serve"]).run();
        assert!(refused.failed().contains(expected), "{refused:?}");
    };
    let key = std::fs::read(place.file("key.pem")).unwrap();
    std::fs::write(place.file("key.pem"), place.authority.vouch(NAME).1).unwrap();
    refused("key.pem: the key does not belong to the certificate in");
    std::fs::write(place.file("key.pem"), "").unwrap();
    refused("server.tls_key: ");
    std::fs::remove_file(place.file("key.pem")).unwrap();
    refused("set the path of an existing file");
    std::fs::write(place.file("key.pem"), key).unwrap();
    std::fs::set_permissions(place.file("key.pem"), Permissions::from_mode(0o644)).unwrap();
    let log = end(place.program(&["serve"]).serve());
    assert!(log.contains("all users of this machine can read the private key"), "{log}");
    std::fs::write(place.file("chain.pem"), "").unwrap();
    refused("server.tls_certificate: ");
    let unset = place.program(&["serve"]).env("POINTHOUSE_SERVER__TLS_KEY", "").run();
    assert!(unset.failed().contains("server.tls_key: must be the PEM file"), "{unset:?}");
}

#[test]
fn plain_http_is_redirected_to_the_sites_own_address() {
    let place = Place::new();
    let start = |url: &str| {
        std::fs::remove_dir_all(place.file("data")).ok();
        let program = place.program(&["serve"]).env("POINTHOUSE_PLACE__URL", url);
        let serving = program.env("POINTHOUSE_SERVER__REDIRECT_LISTEN", "127.0.0.1:0").serve();
        let line = serving.greeting.iter().find_map(|line| line.strip_prefix("Requests to "));
        let redirect = line.unwrap().split(' ').next().unwrap().to_owned();
        (serving, redirect)
    };
    let client = place.client();
    let (serving, redirect) = start("https://community.example:8443");
    for path in ["/", "/faq?a=1", "//evil.example/b"] {
        for call in
            [client.get(format!("{redirect}{path}")), client.post(format!("{redirect}{path}"))]
        {
            let answer = call
                .header("host", "evil.example")
                .header("x-forwarded-host", "evil.example")
                .send()
                .unwrap();
            assert_eq!(answer.status(), 308);
            let location = answer.headers()["location"].to_str().unwrap();
            assert_eq!(location, format!("https://community.example:8443{path}"));
            assert!(!answer.headers().contains_key("strict-transport-security"));
            assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
            assert_eq!(answer.headers()["referrer-policy"], "no-referrer");
        }
    }
    end(serving);
    let (serving, redirect) = start("");
    let answer = client.get(redirect).send().unwrap();
    assert_eq!(answer.status(), 503);
    assert_eq!(answer.headers()["cache-control"], "no-store");
    assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    end(serving);
    let off = Program::on(&place.file("data"), &["serve"])
        .env("POINTHOUSE_SERVER__REDIRECT_LISTEN", "127.0.0.1:0")
        .run();
    assert!(off.failed().contains("server.redirect_listen"), "{off:?}");
}

#[test]
fn a_handshake_that_never_ends_is_cut_off() {
    let place = Place::new();
    let serving = place.program(&["serve"]).env("POINTHOUSE_SERVER__HEAD_SECONDS", "1").serve();
    let mut silent: Vec<TcpStream> = (0..20).map(|_| tcp(&serving)).collect();
    for stream in silent.iter_mut().skip(10) {
        // The beginning of a handshake record.
        stream.write_all(&[22, 3, 1, 1, 0, 1]).unwrap();
    }
    // Others are served meanwhile.
    place.connect(&serving).unwrap().asks_for_health();
    for mut stream in silent {
        let mut rest = Vec::new();
        match stream.read_to_end(&mut rest) {
            Ok(_) => {}
            Err(error) => assert_eq!(error.kind(), io::ErrorKind::ConnectionReset, "{error}"),
        }
    }
    // A head that never ends, after the handshake.
    let mut line = place.connect(&serving).unwrap();
    assert!(line.ask("GET /healthz HTTP/1.1\r\nx-slow:", "\r\n").starts_with("HTTP/1.1 408 "));
    end(serving);
}

#[test]
fn connections_over_tls_are_limited_by_address() {
    let place = Place::new();
    let data = place.file("data");
    let settings = TempDir::new().unwrap();
    let file = settings.path().join("settings.toml");
    std::fs::write(&file, "[server]\nconnections_per_address = 5\n").unwrap();
    let (file, data) = (file.to_str().unwrap(), data.to_str().unwrap());
    let program = Program::bare(&["serve", "--config", file, "--data", data]);
    let serving = place.with_files(program).serve();
    let mut lines: Vec<Line> = (0..5).map(|_| place.connect(&serving).unwrap()).collect();
    assert!(place.connect(&serving).is_err(), "one connection too many was served");
    for line in &mut lines {
        line.asks_for_health();
    }
    lines.pop();
    let patience = Patience::for_event("a place is given back");
    while place.connect(&serving).is_err() {
        patience.check();
    }
    end(serving);
}

#[test]
fn a_hangup_applies_levels_and_names_what_needs_a_restart() {
    let place = Place::new();
    let (file, data) = (place.file("settings.toml"), place.file("data"));
    let write = |text: &str| std::fs::write(&file, text).unwrap();
    write("[server]\nworkers = 1\n");
    let (path, data) = (file.to_str().unwrap(), data.to_str().unwrap());
    let mut serving = Program::bare(&["serve", "--config", path, "--data", data]).serve();
    serving.signal(Signal::HUP);
    serving.await_log("SIGHUP: settings read; none needs a restart");
    write("[server]\nworkers = 0\nlog_levels = \"error\"\n");
    serving.signal(Signal::HUP);
    let line = serving.await_log("SIGHUP: the settings are not valid and change nothing");
    assert!(line.contains("server.workers"), "{line}");
    write(
        "[server]\nworkers = 2\nlog_levels = \"info,pointhouse=warn\"\n[mail]\nsmtp_password = \"hidden-1\"\n",
    );
    serving.signal(Signal::HUP);
    let line = serving.await_log("SIGHUP: these changed settings need a restart");
    assert!(line.contains("server.workers") && line.contains("mail.smtp_password"), "{line}");
    assert!(!line.contains("server.log_levels"), "{line}");
    let log = end(serving);
    assert!(!log.contains("hidden-1"), "{log}");
    assert!(!log.contains("stopping"), "levels below warn are no longer logged: {log}");
}

#[test]
fn a_file_that_is_read_slowly_does_not_delay_the_end() {
    let place = Place::new();
    let (file, data) = (place.file("settings.toml"), place.file("data"));
    std::fs::write(&file, "").unwrap();
    let (path, data) = (file.to_str().unwrap(), data.to_str().unwrap());
    let serving = Program::bare(&["serve", "--config", path, "--data", data]).serve();
    std::fs::remove_file(&file).unwrap();
    mknodat(CWD, &file, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    serving.signal(Signal::HUP);
    // Opens when the reload has opened it; the reload reads it while this is open.
    let _held = std::fs::File::options().write(true).open(&file).unwrap();
    end(serving);
}
