//! A client that keeps one connection and asks one thing after the other.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::Value;

/// A request as it is sent.
#[derive(Clone)]
pub(crate) struct Request(pub(crate) Vec<u8>);

impl Request {
    pub(crate) fn get(path: &str, token: Option<&str>) -> Self {
        Self::with("GET", path, token, ("application/json", b""))
    }

    pub(crate) fn json(method: &str, path: &str, token: Option<&str>, body: &Value) -> Self {
        Self::with(method, path, token, ("application/json", body.to_string().as_bytes()))
    }

    pub(crate) fn with(
        method: &str,
        path: &str,
        token: Option<&str>,
        (kind, body): (&str, &[u8]),
    ) -> Self {
        let auth =
            token.map_or_else(String::new, |token| format!("authorization: Bearer {token}\r\n"));
        let about = if method == "GET" {
            String::new()
        } else {
            format!("content-type: {kind}\r\ncontent-length: {}\r\n", body.len())
        };
        let head = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n{auth}{about}\r\n");
        Self([head.as_bytes(), body].concat())
    }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

pub(crate) struct Client {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

impl Client {
    pub(crate) fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { address, stream: BufReader::new(stream) }
    }

    /// Connects again where the server has closed the connection: after an answer, or because it was idle.
    pub(crate) fn ask(&mut self, request: &Request) -> Answer {
        let sent = self.stream.get_mut().write_all(&request.0);
        let mut first = if sent.is_ok() { self.line() } else { String::new() };
        if first.is_empty() {
            *self = Self::connect(self.address);
            self.stream.get_mut().write_all(&request.0).unwrap();
            first = self.line();
        }
        let status = first.get(9..12).unwrap_or_else(|| panic!("{first}")).parse().unwrap();
        let (mut length, mut chunked, mut closes) = (0, false, false);
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(": ") else { break };
            match name {
                "content-length" => length = value.parse().unwrap(),
                "transfer-encoding" => chunked = true,
                "connection" => closes = value == "close",
                _ => {}
            }
        }
        let body = if chunked { self.chunks() } else { self.bytes(length) };
        if closes {
            *self = Self::connect(self.address);
        }
        Answer { status, body }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        // A connection that was closed reads as an empty line.
        let _ = self.stream.read_line(&mut line);
        line.trim_end().to_owned()
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        body
    }

    fn chunks(&mut self) -> Vec<u8> {
        let mut body = Vec::new();
        loop {
            let length = usize::from_str_radix(&self.line(), 16).unwrap();
            body.extend(self.bytes(length));
            self.line();
            if length == 0 {
                return body;
            }
        }
    }
}
