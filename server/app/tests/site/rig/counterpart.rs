//! A fake external service: a real HTTP server on a free port of 127.0.0.1 that responds as a test
//! requires, well or badly.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;

/// A request as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) method: String,
    /// Without the query.
    pub(crate) path: String,
    pub(crate) query: BTreeMap<String, String>,
    /// Names in lower case.
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: String,
}

impl Asked {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    /// A body of `application/x-www-form-urlencoded`.
    pub(crate) fn form(&self) -> BTreeMap<String, String> {
        pairs(&self.body)
    }
}

/// How the fake service responds.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    Json(u16, Value),
    /// Status, further header lines, body.
    Raw(u16, Vec<String>, Vec<u8>),
    /// Announces more than it sends.
    CutOff(Vec<u8>),
    /// Sends nothing until the caller disconnects.
    Silence,
    /// Closes without a word.
    Close,
    /// Sends spaces as long as the caller reads.
    Endless,
    /// The same, one after each such pause.
    Drip(Duration),
}

/// Bytes of an answer that comes one by one.
const DRIPS: u32 = 2000;

type Answering = Arc<dyn Fn(&Asked) -> Reply + Send + Sync>;

/// The server. It ends with the test.
pub(crate) struct Counterpart {
    pub(crate) address: SocketAddr,
    answering: Arc<Mutex<Answering>>,
    asked: Mutex<Receiver<Asked>>,
}

impl Counterpart {
    pub(crate) fn start(answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let answering: Arc<Mutex<Answering>> = Arc::new(Mutex::new(Arc::new(answer)));
        let (tell, asked) = channel();
        let of_thread = answering.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (answering, tell) = (of_thread.clone(), tell.clone());
                std::thread::spawn(move || serve(stream, &answering, &tell));
            }
        });
        Self { address, answering, asked: Mutex::new(asked) }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// From now on it answers like this.
    pub(crate) fn answers(&self, answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static) {
        *self.answering.lock().unwrap() = Arc::new(answer);
    }

    /// What has arrived since the last look.
    pub(crate) fn seen(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().try_iter().collect()
    }

    /// The next request; waits for it.
    pub(crate) fn next(&self) -> Asked {
        let asked = self.asked.lock().unwrap();
        asked.recv_timeout(Duration::from_secs(60)).expect("nothing was asked")
    }
}

fn serve(stream: TcpStream, answering: &Mutex<Answering>, tell: &Sender<Asked>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut out = stream;
    while let Some(asked) = read(&mut reader) {
        let answer = answering.lock().unwrap().clone();
        let reply = answer(&asked);
        let _ = tell.send(asked);
        if !give(&mut out, reply) {
            let _ = out.shutdown(Shutdown::Both);
            return;
        }
    }
}

/// Returns whether the connection goes on.
fn give(out: &mut TcpStream, reply: Reply) -> bool {
    let head = |status: u16, length: usize, further: &[String]| {
        let further: String = further.iter().map(|line| format!("{line}\r\n")).collect();
        format!("HTTP/1.1 {status} Test\r\nContent-Length: {length}\r\n{further}\r\n")
    };
    match reply {
        Reply::Json(status, value) => {
            let body = value.to_string();
            let head = head(status, body.len(), &["Content-Type: application/json".to_owned()]);
            out.write_all((head + &body).as_bytes()).is_ok()
        }
        Reply::Raw(status, further, body) => {
            out.write_all(head(status, body.len(), &further).as_bytes()).is_ok()
                && out.write_all(&body).is_ok()
        }
        Reply::CutOff(body) => {
            let _ = out.write_all(head(200, body.len() + 100, &[]).as_bytes());
            let _ = out.write_all(&body);
            false
        }
        Reply::Silence => {
            let _ = out.read(&mut [0; 1]);
            false
        }
        Reply::Close => false,
        Reply::Endless => {
            let _ = out.write_all(b"HTTP/1.1 200 Test\r\nTransfer-Encoding: chunked\r\n\r\n");
            let chunk = [b"10000\r\n".as_slice(), &[b' '; 0x10000], b"\r\n"].concat();
            // Far above every limit, and not without an end.
            (0..16_384).any(|_| out.write_all(&chunk).is_err());
            false
        }
        Reply::Drip(pause) => {
            let _ = out.write_all(b"HTTP/1.1 200 Test\r\nTransfer-Encoding: chunked\r\n\r\n");
            let _ = out.set_read_timeout(Some(pause));
            // A pause is a wait for the caller to go away. Not without an end either.
            let goes_on = |out: &mut TcpStream| {
                let waited = out.read(&mut [0; 1]).map_err(|error| error.kind());
                matches!(waited, Err(ErrorKind::WouldBlock | ErrorKind::TimedOut))
                    && out.write_all(b"1\r\n \r\n").is_ok()
            };
            let _ = (0..DRIPS).all(|_| goes_on(out));
            false
        }
    }
}

fn read(reader: &mut impl BufRead) -> Option<Asked> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    Some(Asked {
        method,
        path: path.to_owned(),
        query: pairs(query),
        headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    })
}

fn pairs(text: &str) -> BTreeMap<String, String> {
    let url = format!("http://counterpart/?{text}");
    let url = reqwest::Url::parse(&url).unwrap();
    url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}
