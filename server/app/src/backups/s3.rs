//! Copies in S3-compatible storage.
//!
//! A copy is sent in parts, so that neither its size must be known nor its bytes be in memory. Errors have the status
//! and the storage's code only: addresses are signed.

use std::future::Future;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use reqwest::redirect::Policy;
use reqwest::{Client, Method, Response, Url};
use rusty_s3::actions::CreateMultipartUpload;
use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle};
use tokio::runtime::Handle;

use super::sealed::Pour;
use super::stopping::{CANCELLED, Stopping};
use crate::config::{self, read_authorities};
use crate::external::tls;

/// Size of a part, in bytes. The storage takes parts of at least 5 MiB, and 10,000 of them.
const PART_BYTES: usize = 16 << 20;
/// Time limit of one request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(300);
/// The same for the end of a copy that is cancelled because the site stops.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(2);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a signature is valid.
const SIGNED_FOR: Duration = Duration::from_secs(600);
/// Longest answer that is read, in bytes.
const ANSWER_MAX: usize = 64 << 10;

/// A bucket.
pub(super) struct Storage {
    bucket: Bucket,
    keys: Credentials,
    prefix: String,
    client: Client,
    limit: Duration,
    stopping: Stopping,
    runtime: Handle,
}

impl Storage {
    pub(super) fn new(
        settings: &config::Backups,
        stopping: &Stopping,
        runtime: &Handle,
    ) -> Result<Self, String> {
        let endpoint: Url = settings.s3_endpoint.parse().map_err(|_| "its address is no URL")?;
        let bucket = Bucket::new(
            endpoint,
            UrlStyle::Path,
            settings.s3_bucket.clone(),
            settings.s3_region.clone(),
        );
        let client = Client::builder()
            .user_agent(concat!("Pointhouse/", env!("CARGO_PKG_VERSION")))
            .timeout(REQUEST_TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT)
            // A signed address is valid for one host.
            .redirect(Policy::none())
            .tls_backend_preconfigured(tls(read_authorities(&settings.s3_ca_file)?)?)
            .build();
        Ok(Self {
            bucket: bucket.map_err(|error| error.to_string())?,
            keys: Credentials::new(
                settings.s3_access_key.reveal(),
                settings.s3_secret_key.reveal(),
            ),
            prefix: settings.s3_prefix.clone(),
            client: client.map_err(|error| error.without_url().to_string())?,
            limit: Duration::from_secs(settings.copy_minutes * 60),
            stopping: stopping.clone(),
            runtime: runtime.clone(),
        })
    }

    /// Blocks until the whole copy is stored.
    pub(super) fn send(&self, name: &str, pour: Pour<'_>) -> Result<u64, String> {
        let mut upload = Upload {
            storage: self,
            key: format!("{}{name}", self.prefix),
            ends_at: Instant::now() + self.limit,
            part: Vec::with_capacity(PART_BYTES),
            id: None,
            tags: Vec::new(),
        };
        let sent = pour(&mut upload).and_then(|bytes| upload.finish().map(|()| bytes));
        if sent.is_err() {
            upload.abort();
        }
        sent.map_err(|error| error.to_string())
    }

    fn request(&self, method: Method, url: Url, body: Vec<u8>) -> io::Result<Response> {
        let answer = self.wait(self.client.request(method, url).body(body).send())?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        let text = self.text(answer).unwrap_or_default();
        let code = error_code(&text).map_or_else(String::new, |code| format!(" ({code})"));
        Err(io::Error::other(format!("the storage answered with status {}{code}", status.as_u16())))
    }

    /// Blocks until the work is done or the site stops.
    fn wait<T>(&self, work: impl Future<Output = reqwest::Result<T>>) -> io::Result<T> {
        self.runtime.block_on(async {
            tokio::select! {
                done = work => done.map_err(|error| to_io(&error)),
                () = self.stopping.wait() => Err(io::Error::other(CANCELLED)),
            }
        })
    }

    fn text(&self, mut answer: Response) -> io::Result<String> {
        let mut text = Vec::new();
        while let Some(bytes) = self.wait(answer.chunk())? {
            text.extend_from_slice(&bytes);
            if text.len() > ANSWER_MAX {
                return Err(io::Error::other("the storage's answer is too long"));
            }
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

/// The reason without the address, which contains a signature.
fn to_io(error: &reqwest::Error) -> io::Error {
    let reason = if error.is_timeout() {
        "the storage did not answer in time"
    } else if error.is_connect() {
        "the storage cannot be reached"
    } else {
        "the connection to the storage was cut off"
    };
    io::Error::other(reason)
}

/// The code of an error answer, such as `AccessDenied`.
fn error_code(answer: &str) -> Option<&str> {
    let (_, rest) = answer.split_once("<Code>")?;
    let (code, _) = rest.split_once("</Code>")?;
    (code.len() <= 100 && code.chars().all(char::is_alphanumeric)).then_some(code)
}

/// A copy that is being sent.
struct Upload<'a> {
    storage: &'a Storage,
    key: String,
    ends_at: Instant,
    /// Bytes that are not sent yet.
    part: Vec<u8>,
    /// The storage's id, once a part was sent.
    id: Option<String>,
    /// The storage's tags of the parts sent.
    tags: Vec<String>,
}

impl Upload<'_> {
    fn send_part(&mut self) -> io::Result<()> {
        if Instant::now() > self.ends_at {
            return Err(io::Error::other("the copy took longer than backups.copy_minutes"));
        }
        let Storage { bucket, keys, .. } = self.storage;
        let id = match &self.id {
            Some(id) => id.clone(),
            None => self.begin()?,
        };
        let number = u16::try_from(self.tags.len() + 1).map_err(io::Error::other)?;
        let part = std::mem::replace(&mut self.part, Vec::with_capacity(PART_BYTES));
        let url = bucket.upload_part(Some(keys), &self.key, number, &id).sign(SIGNED_FOR);
        let answer = self.storage.request(Method::PUT, url, part)?;
        let tag = answer.headers().get("etag").and_then(|tag| tag.to_str().ok());
        let tag =
            tag.ok_or_else(|| io::Error::other("the storage's answer has no tag for a part"))?;
        self.tags.push(tag.to_owned());
        Ok(())
    }

    fn begin(&mut self) -> io::Result<String> {
        let Storage { bucket, keys, .. } = self.storage;
        let url = bucket.create_multipart_upload(Some(keys), &self.key).sign(SIGNED_FOR);
        let answer = self.storage.request(Method::POST, url, Vec::new())?;
        let begun = CreateMultipartUpload::parse_response(&self.storage.text(answer)?);
        let begun = begun.map_err(|_| io::Error::other("the storage's answer cannot be parsed"))?;
        let id = begun.upload_id().to_owned();
        self.id = Some(id.clone());
        Ok(id)
    }

    /// Sends the rest and completes the copy. A copy smaller than a part takes one request.
    fn finish(&mut self) -> io::Result<()> {
        let Storage { bucket, keys, .. } = self.storage;
        if self.id.is_none() {
            let url = bucket.put_object(Some(keys), &self.key).sign(SIGNED_FOR);
            let part = std::mem::take(&mut self.part);
            return self.storage.request(Method::PUT, url, part).map(drop);
        }
        if !self.part.is_empty() {
            self.send_part()?;
        }
        let id = self.id.clone().unwrap_or_default();
        let tags = self.tags.iter().map(String::as_str);
        let done = bucket.complete_multipart_upload(Some(keys), &self.key, &id, tags);
        let (url, body) = (done.sign(SIGNED_FOR), done.body());
        let answer = self.storage.request(Method::POST, url, body.into_bytes())?;
        // The storage may answer with 200 and fail afterwards. The library's reader is not used: it
        // refuses answers of some storages that lack a namespace.
        let text = self.storage.text(answer)?;
        if text.contains("<CompleteMultipartUploadResult") {
            return Ok(());
        }
        let code = error_code(&text).unwrap_or("unknown reason");
        Err(io::Error::other(format!("the storage did not complete the copy ({code})")))
    }

    /// Removes the parts of a copy that failed.
    fn abort(&self) {
        let Some(id) = &self.id else { return };
        let Storage { bucket, keys, .. } = self.storage;
        let url = bucket.abort_multipart_upload(Some(keys), &self.key, id).sign(SIGNED_FOR);
        let Storage { client, runtime, stopping, .. } = self.storage;
        let limit = if stopping.has_begun() { CANCEL_TIMEOUT } else { REQUEST_TIMEOUT };
        let sent = runtime.block_on(client.delete(url).timeout(limit).send());
        if let Err(error) = sent.and_then(Response::error_for_status) {
            let reason = error
                .status()
                .map_or_else(|| to_io(&error).to_string(), |status| status.to_string());
            tracing::warn!(reason, "cannot remove the parts of a failed copy of a backup");
        }
    }
}

impl Write for Upload<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.part.len() == PART_BYTES {
            self.send_part()?;
        }
        let room = PART_BYTES.saturating_sub(self.part.len());
        let taken = bytes.get(..room).unwrap_or(bytes);
        self.part.extend_from_slice(taken);
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
