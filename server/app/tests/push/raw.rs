//! A websocket client that sends arbitrary bytes.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket, client::IntoClientRequest};

/// How long a test waits for something that should be there at once, before it fails.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Raw {
    socket: WebSocket<TcpStream>,
}

impl Raw {
    /// Behind the Engine.IO handshake.
    pub(crate) fn open(port: u16) -> Self {
        Self::open_with(port, "")
    }

    /// With more of a query, such as `&sid=...`; then there is no handshake to read.
    pub(crate) fn open_with(port: u16, query: &str) -> Self {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let url = format!("ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket{query}");
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let (socket, _) = tokio_tungstenite::tungstenite::client::client_with_config(
            url.into_client_request().unwrap(),
            stream,
            Some(config),
        )
        .unwrap();
        let mut raw = Self { socket };
        if query.is_empty() {
            assert!(raw.text().starts_with("0{"));
        }
        raw
    }

    /// In the main namespace.
    pub(crate) fn join(port: u16, payload: &str) -> Self {
        let mut raw = Self::open(port);
        raw.send(&format!("40{payload}"));
        let answer = raw.text();
        assert!(answer.starts_with("40{"), "{answer}");
        raw
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    pub(crate) fn send_binary(&mut self, data: Vec<u8>) {
        self.socket.send(Message::binary(data)).unwrap();
    }

    /// Bytes beneath the websocket's framing.
    pub(crate) fn send_bytes(&mut self, data: &[u8]) {
        // The server may have cut the connection before all of it was taken.
        let _ = self.socket.get_mut().write_all(data);
    }

    /// The next text message.
    pub(crate) fn text(&mut self) -> String {
        match self.socket.read() {
            Ok(Message::Text(text)) => text.to_string(),
            other => panic!("{other:?} instead of a text"),
        }
    }

    /// The next message, if it is a text.
    pub(crate) fn text_or_pong(&mut self) -> Option<String> {
        match self.socket.read() {
            Ok(Message::Text(text)) => Some(text.to_string()),
            Ok(Message::Pong(_)) => None,
            other => panic!("{other:?} instead of a text or a pong"),
        }
    }

    /// Reads until the server closes, and answers the texts that came before.
    pub(crate) fn texts_until_closed(&mut self) -> Vec<String> {
        let mut texts = Vec::new();
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => texts.push(text.to_string()),
                Ok(Message::Close(_)) | Err(Error::ConnectionClosed | Error::Protocol(_)) => break,
                Ok(_) => {}
                Err(Error::Io(error)) => {
                    let open = std::io::ErrorKind::WouldBlock;
                    assert_ne!(error.kind(), open, "the server did not close");
                    break;
                }
                Err(error) => panic!("{error}"),
            }
        }
        texts
    }

    /// Bytes still readable until the connection ends. Fails when it does not end.
    pub(crate) fn drain(mut self) -> usize {
        let mut total = 0;
        let mut buffer = [0; 64 * 1024];
        loop {
            match self.socket.get_mut().read(&mut buffer) {
                Ok(0) => return total,
                Ok(read) => total += read,
                Err(error) => {
                    let open = std::io::ErrorKind::WouldBlock;
                    assert_ne!(error.kind(), open, "the server did not close");
                    return total;
                }
            }
        }
    }
}

/// One HTTP request on a connection of its own; answers status and body.
pub(crate) fn http(port: u16, method: &str, query: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!(
        "{method} /socket.io/?EIO=4&{query} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    // A body that is too large may be answered before all of it was taken.
    let _ = stream.write_all([head.as_bytes(), body.as_bytes()].concat().as_slice());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer:?}"));
    (head[9..12].parse().unwrap(), body.to_owned())
}
