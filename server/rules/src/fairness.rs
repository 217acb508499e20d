//! Provably fair draws (docs/games.md, section 2).
//!
//! A round's randomness is a stream of words that follows from the server seed, the client
//! seed and the nonce. Integers are taken from it by rejection, so that every published chance
//! is exact and no float takes part.

mod seeds;

use std::array::IntoIter;
use std::fmt::{self, Write};

use hmac::{Hmac, Mac};
use serde::{Serialize, Serializer};
use sha2::Sha256;

pub use seeds::{ClientSeed, ClientSeedError, ServerSeed, ServerSeedError};

/// The largest bound of a draw, 2^32: one word decides each attempt.
pub const MAX_BOUND: u64 = 1 << 32;

/// Where a game takes its chance from. The rules are written against this, so that a test can
/// hand them every possible value instead of a seed.
pub trait DrawSource {
    /// A uniform integer in `0..bound`.
    ///
    /// # Panics
    /// When `bound` is not in `1..=2^32`.
    fn below(&mut self, bound: u64) -> u64;

    /// A uniform position in a list of `len` items, drawn with `below(len)`.
    #[expect(clippy::as_conversions, reason = "len <= 2^32 is checked by below, value < len")]
    fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Shuffles `count` random items of the list to its front, in the order of `pick(size,
    /// count)` in docs/games.md: draw i swaps item i with one of those from i on.
    fn shuffle_front<T>(&mut self, items: &mut [T], count: usize) {
        let swaps = count.min(items.len().saturating_sub(1));
        for at in 0..swaps {
            let other = at + self.index(items.len() - at);
            items.swap(at, other);
        }
    }

    /// `pick(size, count)`: the first `count` of `0..size` after that shuffle.
    fn pick(&mut self, size: u32, count: usize) -> Vec<u32> {
        let mut items: Vec<u32> = (0..size).collect();
        self.shuffle_front(&mut items, count);
        items.truncate(count);
        items
    }
}

/// One accepted draw: its bound and its value. Written as `[bound, value]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The bound asked for, 1..=2^32.
    pub bound: u64,
    /// The value drawn, below the bound.
    pub value: u64,
}

/// What becomes of the accepted draws of a round.
pub trait Recorder {
    /// Takes note of an accepted draw.
    fn record(&mut self, draw: Draw);
}

/// Keeps no draws and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unrecorded;

/// Keeps every accepted draw in order, for the proof of a round.
pub type DrawLog = Vec<Draw>;

/// The stream of draws of one round.
///
/// No block is computed before the first draw asks for it, and nothing but a [`DrawLog`]
/// touches the heap.
#[derive(Clone)]
pub struct Draws<R = Unrecorded> {
    /// Keyed and already fed with "client_seed:nonce:", so that a block costs the cursor only.
    prefix: Hmac<Sha256>,
    cursor: u64,
    words: IntoIter<u32, 8>,
    recorder: R,
}

impl Draws<Unrecorded> {
    /// The draws of round `nonce` of a seed pair.
    pub fn new(server_seed: &ServerSeed, client_seed: &ClientSeed, nonce: u64) -> Self {
        Self::with(server_seed, client_seed, nonce, Unrecorded)
    }
}

impl Draws<DrawLog> {
    /// The same draws, kept for the proof: see [`Draws::into_log`].
    pub fn recorded(server_seed: &ServerSeed, client_seed: &ClientSeed, nonce: u64) -> Self {
        Self::with(server_seed, client_seed, nonce, DrawLog::new())
    }

    /// The draws accepted so far, in order.
    pub fn log(&self) -> &[Draw] {
        &self.recorder
    }

    /// The draws accepted so far, in order.
    pub fn into_log(self) -> DrawLog {
        self.recorder
    }
}

impl<R: Recorder> Draws<R> {
    fn with(server_seed: &ServerSeed, client_seed: &ClientSeed, nonce: u64, recorder: R) -> Self {
        let mut prefix = server_seed.mac();
        prefix.update(client_seed.as_str().as_bytes());
        feed(&mut prefix, format_args!(":{nonce}:"));
        // An exhausted iterator makes the first word compute block 0.
        let mut words = [0; 8].into_iter();
        words.by_ref().for_each(drop);
        Self { prefix, cursor: 0, words, recorder }
    }

    /// The next word of the stream: 4 bytes, big endian. Rules use [`DrawSource::below`].
    pub fn word(&mut self) -> u32 {
        loop {
            if let Some(word) = self.words.next() {
                return word;
            }
            self.words = self.block().into_iter();
        }
    }

    fn block(&mut self) -> [u32; 8] {
        let mut mac = self.prefix.clone();
        feed(&mut mac, format_args!("{}", self.cursor));
        self.cursor += 1;
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        let mut words = [0; 8];
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        words
    }
}

impl<R: Recorder> DrawSource for Draws<R> {
    fn below(&mut self, bound: u64) -> u64 {
        assert!((1..=MAX_BOUND).contains(&bound), "a draw is below 1 to 2^32, not {bound}");
        let limit = MAX_BOUND - MAX_BOUND % bound;
        let value = loop {
            let word = u64::from(self.word());
            if word < limit {
                break word % bound;
            }
        };
        self.recorder.record(Draw { bound, value });
        value
    }
}

impl Recorder for Unrecorded {
    fn record(&mut self, _: Draw) {}
}

impl Recorder for DrawLog {
    fn record(&mut self, draw: Draw) {
        self.push(draw);
    }
}

impl Serialize for Draw {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        (self.bound, self.value).serialize(out)
    }
}

/// Feeds formatted text to the code without building a string of it.
pub(super) fn feed(mac: &mut Hmac<Sha256>, text: fmt::Arguments<'_>) {
    struct Feed<'a>(&'a mut Hmac<Sha256>);

    impl Write for Feed<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.update(text.as_bytes());
            Ok(())
        }
    }

    // Only a writer can fail here, and this one does not.
    let _ = Feed(mac).write_fmt(text);
}
