//! The events of one tick, sorted by who gets them. Decides only; the hub delivers.

use std::collections::HashMap;
use std::sync::Arc;

use pointhouse_socketio::Frame;

use super::client::ClientId;

/// Frames that leave together; shared by all who get the same ones.
pub(super) type Batch = Arc<[Frame]>;

/// What one tick has gathered. Order among the events that one client gets is the order in which
/// they were published, whoever else gets them.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    everyone: Vec<Frame>,
    /// For each client with events of its own: how many events for everyone stand before each.
    own: HashMap<ClientId, Vec<(usize, Frame)>>,
}

impl Gathered {
    pub(super) fn for_everyone(&mut self, frame: Frame) {
        self.everyone.push(frame);
    }

    pub(super) fn for_one(&mut self, client: ClientId, frame: Frame) {
        self.own.entry(client).or_default().push((self.everyone.len(), frame));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.everyone.is_empty() && self.own.is_empty()
    }

    /// Whether the client has events of its own, so that the shared batches are not for it.
    pub(super) fn has_own(&self, client: ClientId) -> bool {
        self.own.contains_key(&client)
    }

    /// The batches of all clients without events of their own.
    pub(super) fn shared(&self, bytes_max: usize) -> Vec<Batch> {
        batches(self.everyone.iter().cloned(), bytes_max)
    }

    /// The batches of each client with events of its own.
    pub(super) fn own(&self, bytes_max: usize) -> impl Iterator<Item = (ClientId, Vec<Batch>)> {
        self.own.iter().map(move |(client, own)| (*client, batches(self.merged(own), bytes_max)))
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

/// Whole frames in order, cut into batches of at most `bytes_max` unless one frame alone is larger.
fn batches(frames: impl Iterator<Item = Frame>, bytes_max: usize) -> Vec<Batch> {
    let mut done = Vec::new();
    let mut open: Vec<Frame> = Vec::new();
    let mut bytes = 0_usize;
    for frame in frames {
        let more = bytes.saturating_add(frame.len());
        if more > bytes_max && !open.is_empty() {
            done.push(Batch::from(std::mem::take(&mut open)));
            bytes = 0;
        }
        bytes = bytes.saturating_add(frame.len());
        open.push(frame);
    }
    if !open.is_empty() {
        done.push(open.into());
    }
    done
}

#[cfg(test)]
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
        let frames = ["aaa", "bbb", "c", "ddddddddd", "e"].map(text);
        let batches = batches(frames.clone().into_iter(), 7);
        let lens: Vec<usize> = batches.iter().map(|batch| batch.len()).collect();
        assert_eq!(lens, [3, 1, 1]);
        assert_eq!(flat(&batches), frames);
    }

    #[test]
    fn what_is_shared_is_not_copied() {
        let mut gathered = Gathered::default();
        gathered.for_everyone(text("a"));
        let (one, two) = (gathered.shared(100), gathered.shared(100));
        let (Frame::Text(one), Frame::Text(two)) = (&one[0][0], &two[0][0]) else { panic!() };
        assert_eq!(one.as_bytes().as_ptr(), two.as_bytes().as_ptr());
    }

    proptest! {
        /// Compares with the plainest way to do it: a list per client.
        #[test]
        fn every_client_gets_its_events_in_the_order_of_publishing(
            events in proptest::collection::vec(proptest::option::of(0..3u64), 0..40),
            bytes_max in 1..30usize,
        ) {
            let mut gathered = Gathered::default();
            let mut expected = vec![Vec::new(); 4];
            for (number, audience) in events.iter().enumerate() {
                let frame = text(&number.to_string());
                match audience {
                    None => {
                        expected.iter_mut().for_each(|list| list.push(frame.clone()));
                        gathered.for_everyone(frame);
                    }
                    Some(client) => {
                        expected[*client as usize].push(frame.clone());
                        gathered.for_one(ClientId(*client), frame);
                    }
                }
            }
            let mut got: Vec<Vec<Frame>> = vec![flat(&gathered.shared(bytes_max)); 4];
            for (client, batches) in gathered.own(bytes_max) {
                prop_assert!(gathered.has_own(client));
                prop_assert!(batches.iter().all(|batch| !batch.is_empty()));
                got[client.0 as usize] = flat(&batches);
            }
            prop_assert_eq!(got, expected);
            prop_assert_eq!(gathered.is_empty(), events.is_empty());
        }
    }
}
