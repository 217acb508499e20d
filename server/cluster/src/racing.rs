//! One request to several members of etcd, of which the first answer counts: a member that hangs is not waited for.
//!
//! All members share one log, so a request may be done more than once. Each is made for that: a transaction compares what it
//! changes, and a lease that no caller holds ends soon.

use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{FuturesUnordered, StreamExt};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Response, StatusCode};
use tokio::time::{Instant, timeout_at};

/// Most bytes of an answer. The largest are pages of groups.
const ANSWER_BYTES_MAX: usize = 64 << 20;

/// A request to the gateway of etcd.
pub(crate) struct Request<'of> {
    pub(crate) client: &'of Client,
    /// Addresses of the members.
    pub(crate) members: &'of [String],
    pub(crate) path: &'of str,
    /// JSON.
    pub(crate) body: Bytes,
}

/// How long members are waited for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// After this time without an answer the next member is asked as well; the one after it after twice the time, and so on.
    pub(crate) each: Duration,
    /// After this time the request has no answer.
    pub(crate) all: Duration,
}

/// The first answer of a member.
#[derive(Debug)]
pub(crate) struct Answered {
    /// Which member answered.
    pub(crate) member: usize,
    pub(crate) status: StatusCode,
    pub(crate) bytes: Vec<u8>,
    /// Whether the request was sent once only: what a refusal says holds for one sending.
    pub(crate) is_only: bool,
}

impl Request<'_> {
    /// Sends the request to the member `from`. While none answers, it is sent to the others in turn, again and again: one
    /// whose leader hangs loses what it gets until another is elected. The next one is asked at once if one cannot be
    /// reached. A member whose answer has begun is not silent: on a slow link, the same page from another member would only
    /// take the bandwidth.
    ///
    /// # Errors
    /// No member answers, as text with the address of the last one that failed.
    pub(crate) async fn race(&self, from: usize, patience: Patience) -> Result<Answered, String> {
        let end = Instant::now() + patience.all;
        let mut sent = FuturesUnordered::new();
        let mut failure = format!("{}: no answer in time", self.address(from));
        let (mut count, mut each) = (0, patience.each);
        loop {
            let next = if self.members.len() > 1 { Instant::now() + each } else { end };
            sent.push(self.send(self.nth(from, count)));
            count += 1;
            loop {
                let (member, begun) = match timeout_at(next.min(end), sent.next()).await {
                    Ok(Some(begun)) => begun,
                    Ok(None) => return Err(failure),
                    Err(_) if end <= Instant::now() => return Err(failure),
                    Err(_) => {
                        each *= 2;
                        break;
                    }
                };
                let error = match self.receive(begun, end).await {
                    Ok((status, bytes)) => {
                        return Ok(Answered { member, status, bytes, is_only: count == 1 });
                    }
                    Err(error) => error,
                };
                failure = format!("{}: {error}", self.address(member));
                if count < self.members.len() {
                    break;
                }
            }
        }
    }

    /// The member that gets the request as the nth: the first one once, because it may hang; then the others in turn.
    fn nth(&self, from: usize, count: usize) -> usize {
        let members = self.members.len().max(1);
        let others = members.saturating_sub(1).max(1);
        match count.checked_sub(1) {
            None => from % members,
            Some(again) => (from + 1 + again % others) % members,
        }
    }

    fn address(&self, member: usize) -> &str {
        self.members.get(member).map_or("", |address| address.trim_end_matches('/'))
    }

    /// Sends the request to a member, whose answer has begun when this returns.
    async fn send(&self, member: usize) -> (usize, Result<Response, reqwest::Error>) {
        let url = format!("{}/v3/{}", self.address(member), self.path);
        let request = self.client.post(url).header(CONTENT_TYPE, "application/json");
        (member, request.body(self.body.clone()).send().await)
    }

    /// The rest of an answer that has begun, which must come before `end`.
    async fn receive(
        &self,
        begun: Result<Response, reqwest::Error>,
        end: Instant,
    ) -> Result<(StatusCode, Vec<u8>), String> {
        let received = async {
            let mut answer = begun?;
            let (status, mut bytes) = (answer.status(), Vec::new());
            // The answer to a call of a stream is its first line; the rest is not waited for.
            while let Some(chunk) = answer.chunk().await? {
                bytes.extend_from_slice(&chunk);
                let is_line = bytes.ends_with(b"\n") && self.path == "lease/keepalive";
                if is_line || bytes.len() > ANSWER_BYTES_MAX {
                    break;
                }
            }
            Ok((status, bytes))
        };
        let received = timeout_at(end, received).await;
        let received = received.map_err(|_| "the answer began, but did not end in time".to_owned());
        received?.map_err(|error: reqwest::Error| reason(&error.without_url()))
    }
}

/// An error with its causes.
fn reason(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {}", reason(cause)),
        None => error.to_string(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::sync::mpsc;

    use super::*;

    /// A page of groups, cut in two.
    const PAGE: [&[u8]; 2] = [&[b'a'; 60_000], &[b'b'; 60_000]];
    const EACH: Duration = Duration::from_millis(20);

    fn listen() -> (TcpListener, String) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        (listener, address)
    }

    /// Takes one request and begins to answer it with a page.
    fn begin_page(listener: &TcpListener) -> TcpStream {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = Vec::new();
        while !request.ends_with(b"{}") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            request.extend_from_slice(&byte);
        }
        let length = PAGE.concat().len();
        write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n").unwrap();
        stream.write_all(PAGE[0]).unwrap();
        stream
    }

    fn race(members: &[String], all: Duration) -> Result<Answered, String> {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().no_proxy().build().unwrap();
        let body = Bytes::from_static(b"{}");
        let request = Request { client: &client, members, path: "kv/txn", body };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(request.race(0, Patience { each: EACH, all }))
    }

    #[test]
    fn a_member_whose_answer_comes_slowly_is_waited_for_alone() {
        let ((slow, first), (other, second)) = (listen(), listen());
        let (asked, other_is_asked) = mpsc::channel();
        std::thread::spawn(move || {
            let _ = asked.send(other.accept().unwrap());
        });
        let slow = std::thread::spawn(move || {
            let mut stream = begin_page(&slow);
            // The link is busy for longer than a silent member would be waited for.
            let is_alone = other_is_asked.recv_timeout(20 * EACH).is_err();
            stream.write_all(PAGE[1]).unwrap();
            is_alone
        });
        let answered = race(&[first, second], Duration::from_secs(60)).unwrap();
        assert_eq!((answered.member, answered.is_only), (0, true));
        assert!(answered.bytes == PAGE.concat());
        assert!(slow.join().unwrap(), "the other member was asked for the same page");
    }

    #[test]
    fn after_an_answer_that_breaks_off_another_member_is_asked() {
        let ((broken, first), (other, second)) = (listen(), listen());
        std::thread::spawn(move || drop(begin_page(&broken)));
        std::thread::spawn(move || begin_page(&other).write_all(PAGE[1]).unwrap());
        let answered = race(&[first, second], Duration::from_secs(60)).unwrap();
        assert_eq!((answered.member, answered.is_only), (1, false));
        assert!(answered.bytes == PAGE.concat());
    }

    #[test]
    fn an_answer_that_does_not_end_is_not_waited_for_longer_than_others() {
        let (member, address) = listen();
        let (ended, end) = mpsc::channel::<()>();
        let member = std::thread::spawn(move || {
            let stream = begin_page(&member);
            let _ = end.recv();
            drop(stream);
        });
        let failure = race(&[address], 10 * EACH).unwrap_err();
        assert!(failure.contains("did not end in time"), "{failure}");
        drop(ended);
        member.join().unwrap();
    }

    #[test]
    fn silent_members_get_a_request_at_most_four_times_in_ten_intervals() {
        // Connections to these are made, and no request is read.
        let (members, addresses): (Vec<_>, Vec<_>) = (0..3).map(|_| listen()).unzip();
        race(&addresses, 10 * EACH).unwrap_err();
        let requests = |member: &TcpListener| {
            member.set_nonblocking(true).unwrap();
            std::iter::from_fn(|| member.accept().ok()).count()
        };
        let count: usize = members.iter().map(requests).sum();
        // After 0, 1, 3 and 7 intervals; fewer on a slow computer.
        assert!(count <= 4, "{count} requests");
    }

    #[test]
    fn the_members_after_the_first_one_are_asked_in_turn() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().no_proxy().build().unwrap();
        let nth = |count: usize, from| {
            let members = vec![String::new(); count];
            let request =
                Request { client: &client, members: &members, path: "", body: Bytes::new() };
            (0..5).map(|count| request.nth(from, count)).collect::<Vec<_>>()
        };
        assert_eq!(nth(3, 1), [1, 2, 0, 2, 0]);
        assert_eq!(nth(2, 1), [1, 0, 0, 0, 0]);
        assert_eq!(nth(1, 0), [0; 5]);
    }
}
