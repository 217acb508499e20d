//! What the platform delivers: whether it is the platform's, and what it says. It is taken at once
//! and worked on afterwards.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use actix_web::web::Bytes;
use chrono::DateTime;
use serde_json::Value;

use super::Chat;
use super::error::ChatError;
use super::platform::number;
use super::seen;
use super::subscriptions::{MESSAGE, STATUS};
use super::view::{ChatEvents, RefusedEvents};
use crate::clock::Millis;

/// A delivery may be so far ahead of this clock, milliseconds.
const AHEAD_MAX: i64 = 5 * 60 * 1000;
/// Longest id and longest name, bytes.
const ID_MAX: usize = 200;
const NAME_MAX: usize = 100;
/// Kinds of what is taken once.
const DELIVERY: u8 = 1;
const CHAT_MESSAGE: u8 = 2;

/// A delivery as it came.
pub(super) struct Delivery {
    pub(super) id: String,
    pub(super) timestamp: String,
    pub(super) signature: String,
    pub(super) kind: String,
    pub(super) body: Bytes,
}

/// What it says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    Message(Message),
    Status {
        is_live: bool,
        /// When it began or ended.
        since: Millis,
        said_at: Millis,
    },
    /// Nothing that this site asked for.
    Other,
}

/// Somebody wrote in the chat.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) id: String,
    pub(super) sender: u64,
    pub(super) name: String,
    pub(super) content: String,
}

/// Why nothing is done for a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    Age,
    Repeat,
    Channel,
    Shape,
}

/// Deliveries since the process began.
#[derive(Default)]
pub(super) struct Counts {
    accepted: AtomicU64,
    signature: AtomicU64,
    age: AtomicU64,
    repeat: AtomicU64,
    channel: AtomicU64,
    shape: AtomicU64,
    /// When the last one was accepted, milliseconds; 0 before that.
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
    /// Takes a delivery. What the platform signed is a success, also when nothing is done for it.
    ///
    /// # Errors
    /// Nobody signed it, or it cannot be taken now: the platform may deliver it again.
    pub(super) async fn receive(&self, delivery: Delivery) -> Result<(), ChatError> {
        let on = self.on()?;
        let counts = &on.counts;
        let ids = [&delivery.id, &delivery.timestamp];
        let named = ids.iter().all(|id| !id.is_empty() && id.len() <= ID_MAX);
        if !named || !on.keys.signed(&delivery.signed(), &delivery.signature).await? {
            counts.signature.fetch_add(1, Ordering::SeqCst);
            return Err(ChatError::BadSignature);
        }
        let (event, keys) = match self.judge(&delivery) {
            Ok(judged) => judged,
            Err(why) => {
                counts.refused(why);
                return Ok(());
            }
        };
        // A place for the work first: what is noted as taken is worked on.
        let Ok(place) = on.events.try_reserve() else { return Err(ChatError::Busy) };
        if !on.seen.take(&keys).await? {
            counts.refused(Refusal::Repeat);
            return Ok(());
        }
        counts.accepted.fetch_add(1, Ordering::SeqCst);
        counts.last_at.store(self.inner.clock.now().0, Ordering::SeqCst);
        place.send(event);
        Ok(())
    }

    /// What a signed delivery says, and what it is taken under. All apps of the platform share one
    /// key, and its type is not signed: so it must be of the connected channel, and have the shape of
    /// its type.
    fn judge(&self, delivery: &Delivery) -> Result<(Event, Vec<[u8; 16]>), Refusal> {
        let now = self.inner.clock.now();
        let said_at =
            DateTime::parse_from_rfc3339(&delivery.timestamp).map_err(|_| Refusal::Age)?;
        let said_at = Millis(said_at.timestamp_millis());
        let oldest = i64::from(self.inner.settings.message_age_minutes) * 60_000;
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
            // Who else was delivered the same message could pass it on under another id.
            keys.push(seen::key(CHAT_MESSAGE, &message.id));
        }
        Ok((event, keys))
    }
}

impl Delivery {
    /// What the signature is over.
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
        })),
        STATUS => {
            let is_live = body.get("is_live")?.as_bool()?;
            let at = if is_live { "/started_at" } else { "/ended_at" };
            let since = text(at).and_then(|at| DateTime::parse_from_rfc3339(at).ok());
            let since = since.map_or(said_at, |at| Millis(at.timestamp_millis()));
            Some(Event::Status { is_live, since, said_at })
        }
        _ => Some(Event::Other),
    }
}
