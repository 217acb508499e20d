//! The events of one tick, grouped by receiver. Pure decisions; the hub delivers them.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use actix_codec::Encoder;
use actix_http::ws;
use bytes::{Bytes, BytesMut};
use pointhouse_socketio::Frame;

use super::ids::ClientId;

/// Frames that are sent in one write, shared by all receivers of the same ones.
#[derive(Clone, Debug)]
pub(super) struct Batch(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    frames: Vec<Frame>,
    encoded: OnceLock<Bytes>,
}

impl Batch {
    /// The frames as a websocket's bytes, encoded once for all receivers.
    pub(super) fn websocket_bytes(&self) -> Bytes {
        self.0.encoded.get_or_init(|| encode(&self.0.frames)).clone()
    }
}

impl From<Vec<Frame>> for Batch {
    fn from(frames: Vec<Frame>) -> Self {
        Self(Arc::new(Shared { frames, encoded: OnceLock::new() }))
    }
}

impl Deref for Batch {
    type Target = [Frame];

    fn deref(&self) -> &[Frame] {
        &self.0.frames
    }
}

fn encode(frames: &[Frame]) -> Bytes {
    let (mut codec, mut bytes) = (ws::Codec::new(), BytesMut::new());
    for frame in frames.iter().cloned() {
        let message = match frame {
            Frame::Text(text) => ws::Message::Text(text),
            Frame::Binary(data) => ws::Message::Binary(data),
        };
        // Only parts of messages can be refused.
        let _ = codec.encode(message, &mut bytes);
    }
    bytes.freeze()
}

/// Largest batch, in bytes and in events.
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchMax {
    pub(super) bytes: usize,
    pub(super) events: usize,
}

/// Current size of the batch that is being filled.
#[derive(Debug, Default)]
pub(super) struct BatchSize {
    bytes: usize,
    events: usize,
}

impl BatchSize {
    /// Adds an event. Returns `false` when it belongs in the next batch. The first event always
    /// fits, whatever its size.
    pub(super) fn try_add(&mut self, event_bytes: usize, max: BatchMax) -> bool {
        let bytes = self.bytes.saturating_add(event_bytes);
        let fits = self.events == 0 || (bytes <= max.bytes && self.events < max.events);
        if fits {
            self.bytes = bytes;
            self.events += 1;
        }
        fits
    }
}

/// The events of one tick. Each client gets its events in the order in which they were published,
/// whatever their audiences.
#[derive(Debug, Default)]
pub(super) struct TickEvents {
    everyone: Vec<Frame>,
    /// For each client with events of its own: each event with the number of events for everyone
    /// that come before it.
    own: HashMap<ClientId, Vec<(usize, Frame)>>,
    /// Events of clients that get none of those for everyone.
    apart: HashMap<ClientId, Vec<Frame>>,
}

impl TickEvents {
    pub(super) fn for_everyone(&mut self, frame: Frame) {
        self.everyone.push(frame);
    }

    pub(super) fn for_one(&mut self, client: ClientId, frame: Frame) {
        self.own.entry(client).or_default().push((self.everyone.len(), frame));
    }

    /// For a client that gets none of the events for everyone.
    pub(super) fn for_one_apart(&mut self, client: ClientId, frame: Frame) {
        self.apart.entry(client).or_default().push(frame);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.everyone.is_empty() && self.own.is_empty() && self.apart.is_empty()
    }

    /// Returns whether the client has events of its own, and so gets its own batches.
    pub(super) fn has_own(&self, client: ClientId) -> bool {
        self.own.contains_key(&client)
    }

    /// The batches of all clients without events of their own.
    pub(super) fn shared(&self, max: BatchMax) -> Vec<Batch> {
        batches(self.everyone.iter().cloned(), max)
    }

    /// The batches of each client with events of its own.
    pub(super) fn own(&self, max: BatchMax) -> impl Iterator<Item = (ClientId, Vec<Batch>)> {
        let own =
            self.own.iter().map(move |(client, own)| (*client, batches(self.merged(own), max)));
        let apart = self.apart.iter();
        own.chain(apart.map(move |(client, own)| (*client, batches(own.iter().cloned(), max))))
    }

    fn merged<'a>(&'a self, own: &'a [(usize, Frame)]) -> impl Iterator<Item = Frame> + 'a {
        let mut shared = self.everyone.iter().enumerate().peekable();
        let mut own = own.iter().peekable();
        std::iter::from_fn(move || match (shared.peek(), own.peek()) {
            (Some((index, _)), Some((before, _))) if index >= before => own.next().map(|(_, f)| f),
            (None, Some(_)) => own.next().map(|(_, f)| f),
            _ => shared.next().map(|(_, f)| f),
        })
        .cloned()
    }
}

/// Splits frames into batches, in order. A frame is never split.
fn batches(frames: impl Iterator<Item = Frame>, max: BatchMax) -> Vec<Batch> {
    let mut done = Vec::new();
    let mut open: Vec<Frame> = Vec::new();
    let mut size = BatchSize::default();
    for frame in frames {
        if !size.try_add(frame.len(), max) {
            done.push(Batch::from(std::mem::take(&mut open)));
            size = BatchSize::default();
            size.try_add(frame.len(), max);
        }
        open.push(frame);
    }
    if !open.is_empty() {
        done.push(open.into());
    }
    done
}

#[cfg(test)]
#[expect(clippy::as_conversions, reason = "small numbers of a test")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(text: &str) -> Frame {
        Frame::Text(text.into())
    }

    fn flat(batches: &[Batch]) -> Vec<Frame> {
        batches.iter().flat_map(|batch| batch.iter().cloned()).collect()
    }

    #[test]
    fn batches_end_at_the_limit_and_lose_nothing() {
        let frames = ["aaa", "bbb", "c", "ddddddddd", "e", "f", "g", "h"].map(text);
        let max = BatchMax { bytes: 7, events: 3 };
        let batches = batches(frames.clone().into_iter(), max);
        let lens: Vec<usize> = batches.iter().map(|batch| batch.len()).collect();
        assert_eq!(lens, [3, 1, 3, 1]);
        assert_eq!(flat(&batches), frames);
    }

    #[test]
    fn what_is_shared_is_not_copied() {
        let mut tick = TickEvents::default();
        tick.for_everyone(text("a"));
        let max = BatchMax { bytes: 100, events: 100 };
        let (one, two) = (tick.shared(max), tick.shared(max));
        let (Frame::Text(one), Frame::Text(two)) = (&one[0][0], &two[0][0]) else { panic!() };
        assert_eq!(one.as_bytes().as_ptr(), two.as_bytes().as_ptr());
    }

    #[test]
    fn a_client_apart_gets_its_own_events_only() {
        let mut tick = TickEvents::default();
        tick.for_everyone(text("everyone"));
        tick.for_one_apart(ClientId(1), text("own"));
        let max = BatchMax { bytes: 100, events: 100 };
        let own: Vec<_> = tick.own(max).map(|(id, batches)| (id, flat(&batches))).collect();
        assert_eq!(own, [(ClientId(1), vec![text("own")])]);
        assert!(!tick.is_empty());
    }

    proptest! {
        /// Compares with a list of events for each client.
        #[test]
        fn every_client_gets_its_events_in_the_order_of_publishing(
            events in proptest::collection::vec(proptest::option::of(0..3u64), 0..40),
            bytes in 1..30usize,
            events_max in 1..10usize,
        ) {
            let max = BatchMax { bytes, events: events_max };
            let mut tick = TickEvents::default();
            let mut expected = vec![Vec::new(); 4];
            for (number, audience) in events.iter().enumerate() {
                let frame = text(&number.to_string());
                match audience {
                    None => {
                        expected.iter_mut().for_each(|list| list.push(frame.clone()));
                        tick.for_everyone(frame);
                    }
                    Some(client) => {
                        expected[*client as usize].push(frame.clone());
                        tick.for_one(ClientId(*client), frame);
                    }
                }
            }
            let mut got: Vec<Vec<Frame>> = vec![flat(&tick.shared(max)); 4];
            for (client, batches) in tick.own(max) {
                prop_assert!(tick.has_own(client));
                prop_assert!(batches.iter().all(|batch| (1..=events_max).contains(&batch.len())));
                got[client.0 as usize] = flat(&batches);
            }
            prop_assert_eq!(got, expected);
            prop_assert_eq!(tick.is_empty(), events.is_empty());
        }
    }
}
