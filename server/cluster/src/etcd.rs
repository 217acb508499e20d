//! etcd over its JSON gateway, with strict types: an answer that is not whole is no answer.

use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use reqwest::{Certificate, Client, Identity, StatusCode};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::engine::{Answer, Compare, Engine, EngineError, KeyValue, Op, Txn};
use crate::racing::{Answered, Patience, Request};
use crate::seen::Seen;

/// After this time a call counts as unknown. etcd itself gives up a transaction after 5 seconds and longer.
const TIMEOUT: Duration = Duration::from_secs(3);
/// After this time without an answer another member is asked as well, then after twice the time: what has no answer is sent
/// four times within [`TIMEOUT`]. A transaction takes some 10 ms.
const HEDGE: Duration = Duration::from_millis(300);
/// Members that are asked within a shorter time, if all that are asked are silent.
const ASKED: u32 = 4;
const PAUSE: Duration = Duration::from_millis(100);

/// Codes of gRPC that say that a call was certainly not done: an invalid request, a missing lease, a compacted revision, a
/// missing permission. Not 8: etcd does a transaction that exceeds its space and then says so.
const REFUSALS: [i64; 5] = [3, 5, 7, 11, 16];
/// The one of a missing lease.
const NOT_FOUND: i64 = 5;
/// The one of a revision that is compacted.
const OUT_OF_RANGE: i64 = 11;

/// Where etcd is.
#[derive(Clone, Default)]
pub struct EtcdOptions {
    /// Addresses of its members, such as `http://127.0.0.1:2379`; when one does not answer, the others are asked as well.
    pub endpoints: Vec<String>,
    /// Certificate authority of the members, PEM.
    pub authority: Option<Vec<u8>>,
    /// Certificate and key of this machine, PEM.
    pub identity: Option<Vec<u8>>,
}

/// Without the key.
impl fmt::Debug for EtcdOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EtcdOptions").field("endpoints", &self.endpoints).finish_non_exhaustive()
    }
}

/// Why etcd cannot be asked at all.
#[derive(Debug, thiserror::Error)]
pub enum EtcdError {
    /// No address is set.
    #[error("no address of etcd is set")]
    NoEndpoint,
    /// The certificates or addresses are not usable.
    #[error("the certificate, its key or the authority of [cluster] cannot be used: {0}")]
    Client(#[from] reqwest::Error),
    /// The system refused.
    #[error("etcd: {0}")]
    Io(#[from] std::io::Error),
}

/// A connection to an etcd cluster. Calls block, so it belongs to a thread that may wait.
pub struct Etcd {
    runtime: Runtime,
    client: Client,
    options: EtcdOptions,
    /// The endpoint that is asked.
    at: usize,
    /// The cluster's id, from the first answer on.
    cluster: Option<u64>,
    /// The newest revision that was seen.
    revision: i64,
    /// The one up to which this connection has let it forget.
    compacted: i64,
    timeout: Duration,
}

impl Etcd {
    /// Prepares the connection; nothing is sent yet. What was seen of etcd before must hold, if it is known. A provider of
    /// ciphers for rustls must be installed. Make and drop it on a thread without an async runtime.
    ///
    /// # Errors
    /// See [`EtcdError`].
    pub fn new(options: &EtcdOptions, seen: Option<Seen>) -> Result<Self, EtcdError> {
        if options.endpoints.is_empty() {
            return Err(EtcdError::NoEndpoint);
        }
        let mut client = Client::builder().connect_timeout(TIMEOUT).no_proxy();
        if let Some(authority) = &options.authority {
            client = client.tls_certs_only([Certificate::from_pem(authority)?]);
        }
        if let Some(identity) = &options.identity {
            client = client.identity(Identity::from_pem(identity)?);
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (client, options) = (client.build()?, options.clone());
        Ok(Self {
            runtime,
            client,
            options,
            at: 0,
            cluster: seen.map(|seen| seen.cluster),
            revision: seen.map_or(0, |seen| seen.revision),
            compacted: 0,
            timeout: TIMEOUT,
        })
    }

    /// Another connection to the same cluster, which asks the endpoint that answered here.
    ///
    /// # Errors
    /// See [`EtcdError`].
    pub fn another(&self) -> Result<Self, EtcdError> {
        // With a client of its own: connections belong to the runtime that made them.
        let another = Self::new(&self.options, self.seen())?;
        Ok(Self { at: self.at, timeout: self.timeout, ..another })
    }

    /// The same, with less patience for each call.
    #[must_use]
    pub fn within(mut self, timeout: Duration) -> Self {
        self.timeout = timeout.min(TIMEOUT);
        self
    }

    /// What was seen of etcd; `None` before the first answer.
    pub fn seen(&self) -> Option<Seen> {
        self.cluster.map(|cluster| Seen { cluster, revision: self.revision })
    }

    /// Keeps a lease. Returns the seconds that it lasts from when this was asked; `None` if it has ended.
    ///
    /// # Errors
    /// See [`EngineError`].
    pub fn keep(&mut self, lease: i64) -> Result<Option<u32>, EngineError> {
        let answer: Stream<Kept> =
            self.call("lease/keepalive", &json!({ "ID": lease.to_string() }))?;
        self.check(&answer.result.header)?;
        Ok(answer.result.ttl.as_deref().and_then(|ttl| ttl.parse().ok()).filter(|ttl| *ttl > 0))
    }

    /// Lets etcd forget the values before the newest revision that was seen.
    ///
    /// # Errors
    /// See [`EngineError`].
    pub fn compact(&mut self) -> Result<(), EngineError> {
        let body = json!({ "revision": self.revision.to_string() });
        if self.revision == self.compacted {
            return Ok(());
        }
        let revision = self.revision;
        self.call_once("kv/compaction", &body, OUT_OF_RANGE)?;
        self.compacted = revision;
        Ok(())
    }

    /// Bytes that the asked member's file has, and those of them that are in use.
    ///
    /// # Errors
    /// See [`EngineError`].
    pub fn size(&mut self) -> Result<(u64, u64), EngineError> {
        let status: Status = self.call("maintenance/status", &json!({}))?;
        self.check(&status.header)?;
        let bytes = |text: Option<String>| {
            text.unwrap_or_else(|| "0".to_owned()).parse().map_err(|_| not_whole("the size"))
        };
        Ok((bytes(status.all)?, bytes(status.in_use)?))
    }

    fn call<T: DeserializeOwned>(&mut self, path: &str, body: &Value) -> Result<T, EngineError> {
        let answered = self.send(path, body)?;
        self.read(&answered)
    }

    /// A call that etcd refuses with the code `is_done` when it was done before, such as by an earlier sending.
    fn call_once(&mut self, path: &str, body: &Value, is_done: i64) -> Result<(), EngineError> {
        let answered = self.send(path, body)?;
        let refusal = serde_json::from_slice::<Refusal>(&answered.bytes);
        if answered.status != StatusCode::OK
            && refusal.is_ok_and(|refusal| refusal.code == Some(is_done))
        {
            self.at = answered.member;
            return Ok(());
        }
        let done: Done = self.read(&answered)?;
        self.check(&done.header)
    }

    fn send(&mut self, path: &str, body: &Value) -> Result<Answered, EngineError> {
        // A value has a JSON form.
        let body = serde_json::to_vec(body).unwrap_or_default().into();
        let members = &self.options.endpoints;
        let request = Request { client: &self.client, members, path, body };
        let patience = Patience { each: HEDGE.min(self.timeout / ASKED), all: self.timeout };
        let answered = self.runtime.block_on(request.race(self.at, patience));
        answered.map_err(|reason| {
            self.ask_after(self.at);
            EngineError::Unknown(reason)
        })
    }

    fn read<T: DeserializeOwned>(&mut self, answered: &Answered) -> Result<T, EngineError> {
        let Answered { member, status, ref bytes, is_only } = *answered;
        if status != StatusCode::OK {
            self.ask_after(member);
            let address = self.options.endpoints.get(member).map_or("", String::as_str);
            return Err(match refusal(status, bytes) {
                // An earlier sending may still be done.
                EngineError::Refused(reason) if !is_only => EngineError::Unknown(reason),
                EngineError::Unknown(reason) => {
                    EngineError::Unknown(format!("{address}: {reason}"))
                }
                other => other,
            });
        }
        self.at = member;
        serde_json::from_slice(bytes).map_err(|error| {
            self.ask_after(member);
            EngineError::Unknown(format!("an answer is not whole: {error}"))
        })
    }

    /// From now on, the one after this member is asked first.
    fn ask_after(&mut self, member: usize) {
        self.at = (member + 1) % self.options.endpoints.len().max(1);
    }

    /// The same cluster as before must have answered: another one knows nothing of what this one accepted.
    fn check(&mut self, header: &Header) -> Result<(), EngineError> {
        let found = header.cluster_id.parse().map_err(|_| not_whole("a cluster id"))?;
        match *self.cluster.get_or_insert(found) {
            expected if expected == found => Ok(()),
            expected => Err(EngineError::Exchanged { expected, found }),
        }
    }

    /// A transaction has the newest revision, which only rises. Members may answer other calls with an older one.
    fn check_revision(&mut self, header: &Header) -> Result<(), EngineError> {
        let found = header.revision.as_deref().and_then(|revision| revision.parse().ok());
        let found = found.ok_or_else(|| not_whole("a revision"))?;
        let expected = self.revision;
        if found < expected {
            return Err(EngineError::Restored { expected, found });
        }
        self.revision = found;
        Ok(())
    }
}

#[derive(Deserialize)]
struct Refusal {
    message: Option<String>,
    error: Option<String>,
    code: Option<i64>,
}

fn refusal(status: StatusCode, body: &[u8]) -> EngineError {
    let Ok(Refusal { message, error, code }) = serde_json::from_slice(body) else {
        return EngineError::Unknown(format!("status {status}"));
    };
    let reason = message.or(error).unwrap_or_else(|| format!("status {status}"));
    match code {
        Some(code) if REFUSALS.contains(&code) => EngineError::Refused(reason),
        _ => EngineError::Unknown(reason),
    }
}

fn not_whole(missing: &str) -> EngineError {
    EngineError::Unknown(format!("an answer is not whole: {missing}"))
}

#[derive(Deserialize)]
struct Header {
    cluster_id: String,
    revision: Option<String>,
}

#[derive(Deserialize)]
struct Stream<T> {
    result: T,
}

#[derive(Deserialize)]
struct Kept {
    header: Header,
    #[serde(rename = "TTL")]
    ttl: Option<String>,
}

#[derive(Deserialize)]
struct Granted {
    header: Header,
    #[serde(rename = "ID")]
    id: String,
}

#[derive(Deserialize)]
struct Done {
    header: Header,
}

#[derive(Deserialize)]
struct Status {
    header: Header,
    #[serde(rename = "dbSize")]
    all: Option<String>,
    #[serde(rename = "dbSizeInUse")]
    in_use: Option<String>,
}

#[derive(Deserialize)]
struct TxnDone {
    header: Header,
    #[serde(default)]
    succeeded: bool,
    #[serde(default)]
    responses: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    response_range: Option<Found>,
    response_put: Option<Value>,
    response_delete_range: Option<Value>,
}

#[derive(Deserialize)]
struct Found {
    #[serde(default)]
    kvs: Vec<Pair>,
}

#[derive(Deserialize)]
struct Pair {
    key: String,
    #[serde(default)]
    value: String,
    create_revision: String,
}

#[derive(Serialize)]
struct Condition {
    key: String,
    target: &'static str,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    create_revision: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
}

fn condition(compare: &Compare) -> Condition {
    let (key, create_revision, value) = match compare {
        Compare::Absent(key) | Compare::Present(key) => (key, Some(0), None),
        Compare::Created(key, revision) => (key, Some(*revision), None),
        Compare::Value(key, value) => (key, None, Some(value)),
    };
    Condition {
        key: BASE64.encode(key),
        target: if value.is_some() { "VALUE" } else { "CREATE" },
        result: if matches!(compare, Compare::Present(_)) { "GREATER" } else { "EQUAL" },
        create_revision: create_revision.map(|revision| revision.to_string()),
        value: value.map(|value| BASE64.encode(value)),
    }
}

fn operation(op: &Op) -> Value {
    let text = |bytes: &[u8]| BASE64.encode(bytes);
    match op {
        Op::Put { key, value, lease } => {
            let lease = lease.unwrap_or_default().to_string();
            json!({ "request_put": { "key": text(key), "value": text(value), "lease": lease } })
        }
        Op::Get(key) => json!({ "request_range": { "key": text(key) } }),
        Op::Range(from, to, limit) => json!({ "request_range": {
            "key": text(from), "range_end": text(to), "limit": limit.to_string() } }),
        Op::Delete(from, to) => {
            json!({ "request_delete_range": { "key": text(from), "range_end": text(to) } })
        }
    }
}

fn pair(pair: &Pair) -> Result<KeyValue, EngineError> {
    let bytes = |text: &str| BASE64.decode(text).map_err(|_| not_whole("a key or value"));
    let create_revision = pair.create_revision.parse().map_err(|_| not_whole("a revision"))?;
    Ok(KeyValue { key: bytes(&pair.key)?, value: bytes(&pair.value)?, create_revision })
}

/// What a part of a transaction found; an answer of another kind is an error.
fn found(op: &Op, part: Part) -> Result<Vec<KeyValue>, EngineError> {
    let Part { response_range, response_put, response_delete_range } = part;
    match (op, response_range, response_put, response_delete_range) {
        (Op::Get(_) | Op::Range(..), Some(found), None, None) => {
            found.kvs.iter().map(pair).collect()
        }
        (Op::Put { .. }, None, Some(_), None) | (Op::Delete(..), None, None, Some(_)) => {
            Ok(Vec::new())
        }
        _ => Err(not_whole("a part of a transaction")),
    }
}

impl Engine for Etcd {
    fn transact(&mut self, txn: &Txn) -> Result<Answer, EngineError> {
        let body = json!({
            "compare": txn.when.iter().map(condition).collect::<Vec<_>>(),
            "success": txn.then.iter().map(operation).collect::<Vec<_>>(),
            "failure": txn.otherwise.iter().map(operation).collect::<Vec<_>>(),
        });
        let done: TxnDone = self.call("kv/txn", &body)?;
        self.check(&done.header)?;
        self.check_revision(&done.header)?;
        let ops = if done.succeeded { &txn.then } else { &txn.otherwise };
        if ops.len() != done.responses.len() {
            return Err(not_whole("parts of a transaction"));
        }
        let parts = ops.iter().zip(done.responses).map(|(op, part)| found(op, part));
        Ok(Answer { is_met: done.succeeded, found: parts.collect::<Result<_, _>>()? })
    }

    fn grant(&mut self, seconds: u32) -> Result<i64, EngineError> {
        let granted: Granted =
            self.call("lease/grant", &json!({ "TTL": seconds.to_string(), "ID": "0" }))?;
        self.check(&granted.header)?;
        granted.id.parse().map_err(|_| not_whole("a lease"))
    }

    fn revoke(&mut self, lease: i64) -> Result<(), EngineError> {
        self.call_once("lease/revoke", &json!({ "ID": lease.to_string() }), NOT_FOUND)
    }

    fn pause(&mut self) {
        std::thread::sleep(PAUSE);
    }
}
