//! One request to several members of etcd, of which the first answer counts: a member that hangs is not waited for.
//!
//! All members share one log, so a request may be done more than once. Each is made for that: a transaction compares what it
//! changes, and a lease that no caller holds ends soon.

use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{FuturesUnordered, StreamExt};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, StatusCode};
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
    /// After this time without an answer the next member is asked as well.
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
    /// reached.
    ///
    /// # Errors
    /// No member answers, as text with the address of the last one that failed.
    pub(crate) async fn race(&self, from: usize, patience: Patience) -> Result<Answered, String> {
        let end = Instant::now() + patience.all;
        let mut sent = FuturesUnordered::new();
        let mut failure = format!("{}: no answer in time", self.address(from));
        let mut count = 0;
        loop {
            let next = if self.members.len() > 1 { Instant::now() + patience.each } else { end };
            sent.push(self.send(self.nth(from, count)));
            count += 1;
            loop {
                match timeout_at(next.min(end), sent.next()).await {
                    Ok(Some((member, Ok((status, bytes))))) => {
                        return Ok(Answered { member, status, bytes, is_only: count == 1 });
                    }
                    Ok(Some((member, Err(error)))) => {
                        failure = format!("{}: {}", self.address(member), reason(&error));
                        if count < self.members.len() {
                            break;
                        }
                    }
                    Ok(None) => return Err(failure),
                    Err(_) if end <= Instant::now() => return Err(failure),
                    Err(_) => break,
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

    async fn send(&self, member: usize) -> (usize, Result<(StatusCode, Vec<u8>), reqwest::Error>) {
        let url = format!("{}/v3/{}", self.address(member), self.path);
        let request = self.client.post(url).header(CONTENT_TYPE, "application/json");
        let answered = async {
            let mut answer = request.body(self.body.clone()).send().await?;
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
        (member, answered.await.map_err(reqwest::Error::without_url))
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
    use super::*;

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
