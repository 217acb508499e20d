//! Deliveries of the platform: authentication and parsing. Messages are accepted at once and
//! processed afterwards.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use actix_web::web::Bytes;
use chrono::DateTime;
use pointhouse_store::Batch;
use serde_json::Value;

use super::Chat;
use super::commands::Message;
use super::error::ChatError;
use super::platform::number;
use super::seen;
use super::stream::StreamReport;
use super::subscriptions::{MESSAGE, STATUS};
use super::view::{ChatEvents, RefusedEvents};
use crate::accounts::{NameKind, find_name, read_profile};
use crate::clock::Millis;

/// How far the time of a delivery may be ahead of the site's clock, in milliseconds.
const AHEAD_MAX: i64 = 5 * 60 * 1000;
/// Longest id and longest name, in bytes.
const ID_MAX: usize = 200;
const NAME_MAX: usize = 100;
/// Kinds of deduplicated ids.
const DELIVERY: u8 = 1;
const CHAT_MESSAGE: u8 = 2;

/// A delivery as received.
pub(super) struct Delivery {
    pub(super) id: String,
    pub(super) timestamp: String,
    pub(super) signature: String,
    pub(super) kind: String,
    pub(super) body: Bytes,
}

/// The content of a delivery.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    Message(Message),
    Status(StreamReport),
    /// An event that the site doesn't use.
    Other,
}

/// A valid delivery.
struct CheckedDelivery {
    channel: u64,
    event: Event,
    /// Deduplication keys.
    keys: Vec<[u8; 16]>,
}

/// Why a delivery is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    Age,
    Repeat,
    Channel,
    Shape,
}

/// Counts of deliveries since the start.
#[derive(Default)]
pub(super) struct Counts {
    accepted: AtomicU64,
    signature: AtomicU64,
    age: AtomicU64,
    repeat: AtomicU64,
    channel: AtomicU64,
    shape: AtomicU64,
    /// Time of the last accepted delivery, in milliseconds; 0 before the first one.
    last_at: AtomicI64,
}

impl Counts {
    fn refused(&self, why: Refusal) {
        let count = match why {
            Refusal::Age => &self.age,
            Refusal::Repeat => &self.repeat,
            Refusal::Channel => &self.channel,
            Refusal::Shape => &self.shape,
        };
        count.fetch_add(1, Ordering::SeqCst);
    }

    pub(super) fn shown(&self) -> ChatEvents {
        let of = |count: &AtomicU64| count.load(Ordering::SeqCst);
        let last = self.last_at.load(Ordering::SeqCst);
        ChatEvents {
            accepted: of(&self.accepted),
            refused: RefusedEvents {
                signature: of(&self.signature),
                age: of(&self.age),
                repeat: of(&self.repeat),
                channel: of(&self.channel),
                shape: of(&self.shape),
            },
            last_at: (last > 0).then(|| Millis(last).iso()),
        }
    }
}

impl Chat {
    /// Receives a delivery. A delivery signed by the platform succeeds even if it is ignored.
    ///
    /// # Errors
    /// The signature is invalid, or the delivery cannot be accepted now: the platform may deliver
    /// it again.
    pub(super) async fn receive(&self, delivery: Delivery) -> Result<(), ChatError> {
        let on = self.on()?;
        let counts = &on.counts;
        let ids = [&delivery.id, &delivery.timestamp];
        let named = ids.iter().all(|id| !id.is_empty() && id.len() <= ID_MAX);
        if !named || !on.keys.signed(&delivery.signed(), &delivery.signature).await? {
            counts.signature.fetch_add(1, Ordering::SeqCst);
            return Err(ChatError::BadSignature);
        }
        let taken = match self.verify_delivery(&delivery) {
            Ok(CheckedDelivery { channel, event, keys }) => match event {
                Event::Message(message) => self.take_message(message, &keys).await?,
                Event::Status(report) => self.take_status(channel, report, &keys).await?,
                Event::Other => Ok(()),
            },
            Err(why) => Err(why),
        };
        match taken {
            Ok(()) => {
                counts.accepted.fetch_add(1, Ordering::SeqCst);
                counts.last_at.store(self.inner.clock.now().0, Ordering::SeqCst);
            }
            Err(why) => counts.refused(why),
        }
        Ok(())
    }

    /// Most messages are ordinary chat and nothing of them is stored.
    async fn take_message(
        &self,
        message: Message,
        keys: &[[u8; 16]],
    ) -> Result<Result<(), Refusal>, ChatError> {
        let on = self.on()?;
        if !self.is_of_use(&message)? {
            return Ok(Ok(()));
        }
        // Reserves a place in the queue first, so that every message stored as processed is
        // processed.
        let events = on.events.lock().clone().ok_or(ChatError::Busy)?;
        let place = events.try_reserve_owned().map_err(|_| ChatError::Busy)?;
        if !on.seen.take(keys, Batch::new()).await? {
            return Ok(Err(Refusal::Repeat));
        }
        place.send(message);
        Ok(Ok(()))
    }

    /// Processed at once: if the end of a stream were lost, messages after it would be paid.
    async fn take_status(
        &self,
        channel: u64,
        report: StreamReport,
        keys: &[[u8; 16]],
    ) -> Result<Result<(), Refusal>, ChatError> {
        let on = self.on()?;
        let _changing = on.stream.lock().await;
        // The channel may have been disconnected meanwhile.
        if on.host.connected().is_none_or(|row| row.user_id != channel) {
            return Ok(Err(Refusal::Channel));
        }
        let mut batch = Batch::new();
        let row = on.stream.note(report, &mut batch)?;
        if !on.seen.take(keys, batch).await? {
            return Ok(Err(Refusal::Repeat));
        }
        if let Some(row) = row {
            on.stream.keep(row);
        }
        Ok(Ok(()))
    }

    /// Returns whether a message has any effect.
    fn is_of_use(&self, message: &Message) -> Result<bool, ChatError> {
        if self.read_command(&message.content).is_some() {
            return Ok(true);
        }
        let view = self.inner.store.view();
        let Some(user) = find_name(view, NameKind::Kick, &message.sender.to_string())? else {
            return Ok(false);
        };
        let known = read_profile(view, user)?.kick;
        let is_renamed = known.is_none_or(|(_, name)| name != message.name);
        Ok(is_renamed || self.award(user, message)?.is_some())
    }

    /// Parses a signed delivery. All apps of the platform share one key and the event type is not
    /// signed, so the delivery must be for the connected channel and have the shape of its type.
    fn verify_delivery(&self, delivery: &Delivery) -> Result<CheckedDelivery, Refusal> {
        let now = self.inner.clock.now();
        let said_at =
            DateTime::parse_from_rfc3339(&delivery.timestamp).map_err(|_| Refusal::Age)?;
        let said_at = Millis(said_at.timestamp_millis());
        let oldest = i64::from(self.inner.settings.now().kick.message_age_minutes) * 60_000;
        if said_at.plus(oldest) < now || said_at > now.plus(AHEAD_MAX) {
            return Err(Refusal::Age);
        }
        let body: Value = serde_json::from_slice(&delivery.body).map_err(|_| Refusal::Shape)?;
        let channel =
            body.pointer("/broadcaster/user_id").and_then(number).ok_or(Refusal::Shape)?;
        let connected = self.on().ok().and_then(|on| on.host.connected());
        if connected.is_none_or(|row| row.user_id != channel) {
            return Err(Refusal::Channel);
        }
        let event = read(&delivery.kind, &body, said_at).ok_or(Refusal::Shape)?;
        let mut keys = vec![seen::key(DELIVERY, &delivery.id)];
        if let Event::Message(message) = &event {
            // Another recipient of the same message could send it under another delivery id.
            keys.push(seen::key(CHAT_MESSAGE, &message.id));
        }
        Ok(CheckedDelivery { channel, event, keys })
    }
}

impl Delivery {
    /// The signed bytes.
    fn signed(&self) -> Vec<u8> {
        let head = format!("{}.{}.", self.id, self.timestamp);
        [head.as_bytes(), &self.body].concat()
    }
}

fn read(kind: &str, body: &Value, said_at: Millis) -> Option<Event> {
    let text = |at: &str| body.pointer(at).and_then(Value::as_str);
    match kind {
        MESSAGE => Some(Event::Message(Message {
            id: text("/message_id").filter(|id| !id.is_empty() && id.len() <= ID_MAX)?.to_owned(),
            sender: body.pointer("/sender/user_id").and_then(number).filter(|id| *id > 0)?,
            name: text("/sender/username")
                .filter(|name| !name.is_empty() && name.len() <= NAME_MAX)?
                .to_owned(),
            content: text("/content")?.to_owned(),
            said_at,
        })),
        STATUS => {
            let is_live = body.get("is_live")?.as_bool()?;
            let at = if is_live { "/started_at" } else { "/ended_at" };
            let since = text(at).and_then(|at| DateTime::parse_from_rfc3339(at).ok());
            let since = since.map_or(said_at, |at| Millis(at.timestamp_millis()));
            Some(Event::Status(StreamReport { is_live, since, said_at }))
        }
        _ => Some(Event::Other),
    }
}
