//! A group as it is kept in etcd: compressed and sealed. Not the journal's bytes, because each machine's journal has its
//! own salts and segments.
//!
//! ```text
//! 0   version (1)     1   epoch          9   first sequence      17  commits
//! 21  chain before    53  leader's time, milliseconds            61  nonce (24 bytes)
//! 85  sealed (XChaCha20-Poly1305): bytes that follow unpacked (u32), then
//!     zstd of, for each commit, its length (u32) and its rows
//! ```
//!
//! Integers are big endian. The seal covers the cluster's id and bytes 0 to 61, so a group can't be moved to another
//! place or site.

use bytes::{BufMut, Bytes};
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use rand::Rng;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::mark::{ClusterId, Position, length};

const VERSION: u8 = 1;
const HEADER_BYTES: usize = 61;
const NONCE_BYTES: usize = 24;
/// Begins what the seal of a note covers, so that no group is taken for a note.
const NOTE: &[u8] = b"pointhouse note";
/// Most bytes of the commits of a group.
pub(crate) const COMMITS_BYTES_MAX: usize = 64 << 20;
/// As the journal's blocks: fast, and rows repeat much.
const LEVEL: i32 = 3;

/// The key that seals everything that leaves a machine. The same on all machines of a site; never in etcd.
#[derive(Clone)]
pub struct SealingKey(Zeroizing<[u8; 32]>);

impl SealingKey {
    /// A key from its bytes.
    pub fn new(key: [u8; 32]) -> Self {
        Self(Zeroizing::new(key))
    }

    /// A new random key.
    pub fn random() -> Self {
        let mut key = Zeroizing::new([0; 32]);
        rand::rng().fill_bytes(&mut *key);
        Self(key)
    }

    /// Its bytes, for the key file.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Tells the keys of a site apart, and says nothing about them.
    pub fn fingerprint(&self, cluster: ClusterId) -> String {
        let mut hash = Sha256::new();
        hash.update(b"pointhouse key");
        hash.update(cluster.0);
        hash.update(*self.0);
        hex::encode(hash.finalize().get(..8).unwrap_or_default())
    }

    /// Seals a note from one machine of a site to another.
    ///
    /// # Errors
    /// It is too large.
    pub fn seal_note(&self, cluster: ClusterId, note: &[u8]) -> Result<Vec<u8>, EnvelopeError> {
        let aad = [NOTE, &cluster.0].concat();
        let mut nonce = XNonce::default();
        rand::rng().fill_bytes(&mut nonce);
        let payload = Payload { msg: note, aad: &aad };
        let sealed = self.cipher().encrypt(&nonce, payload);
        Ok([&nonce[..], &sealed.map_err(|_| EnvelopeError::TooLarge)?].concat())
    }

    /// Opens what [`SealingKey::seal_note`] sealed.
    ///
    /// # Errors
    /// The key is another one, or the bytes were changed.
    pub fn open_note(&self, cluster: ClusterId, sealed: &[u8]) -> Result<Vec<u8>, EnvelopeError> {
        let aad = [NOTE, &cluster.0].concat();
        let parts = sealed.split_first_chunk::<NONCE_BYTES>().ok_or(EnvelopeError::Sealed)?;
        let payload = Payload { msg: parts.1, aad: &aad };
        let note = self.cipher().decrypt(&XNonce::from(*parts.0), payload);
        note.map_err(|_| EnvelopeError::Sealed)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new((&*self.0).into())
    }
}

impl std::fmt::Debug for SealingKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealingKey")
    }
}

/// Why bytes of the log are not read.
#[derive(Clone, Copy, Debug, thiserror::Error, PartialEq, Eq)]
pub enum EnvelopeError {
    /// A newer program wrote them.
    #[error("a newer version of the program wrote a group: update this machine")]
    Newer,
    /// The key is another one, or the bytes were changed.
    #[error(
        "a group cannot be opened: the key file is not that of the leader, or the log was changed"
    )]
    Sealed,
    /// They are no group.
    #[error("a group of the log is damaged")]
    Damaged,
    /// The commits of one group are too large.
    #[error("a group has more than {} MiB", COMMITS_BYTES_MAX >> 20)]
    TooLarge,
}

/// A group with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// Number of takeovers up to the leader that wrote it.
    pub epoch: u64,
    /// The place that it follows on.
    pub before: Position,
    /// The leader's time, milliseconds since 1970.
    pub at: i64,
    /// Its commits; the last one is the mark.
    pub commits: Vec<Bytes>,
}

impl Envelope {
    /// Sequence of its first commit.
    pub fn first(&self) -> u64 {
        self.before.sequence + 1
    }

    fn header(&self) -> Vec<u8> {
        let mut header = Vec::with_capacity(HEADER_BYTES);
        header.put_u8(VERSION);
        header.put_u64(self.epoch);
        header.put_u64(self.first());
        header.put_u32(u32::try_from(self.commits.len()).unwrap_or(u32::MAX));
        header.put_slice(&self.before.chain);
        header.put_i64(self.at);
        header
    }

    /// Compresses and seals it. Two calls give different bytes: what is sent again must be the same bytes.
    ///
    /// # Errors
    /// It is too large.
    pub fn seal(&self, cluster: ClusterId, key: &SealingKey) -> Result<Vec<u8>, EnvelopeError> {
        let mut commits = Vec::new();
        for commit in &self.commits {
            commits.put_u32(u32::try_from(commit.len()).map_err(|_| EnvelopeError::TooLarge)?);
            commits.put_slice(commit);
        }
        if commits.len() > COMMITS_BYTES_MAX {
            return Err(EnvelopeError::TooLarge);
        }
        let packed = zstd::bulk::compress(&commits, LEVEL).map_err(|_| EnvelopeError::TooLarge)?;
        let length = u32::try_from(commits.len()).map_err(|_| EnvelopeError::TooLarge)?;
        let packed = [&length.to_be_bytes()[..], &packed].concat();
        let mut sealed = self.header();
        let aad = [&cluster.0[..], &sealed].concat();
        let mut nonce = XNonce::default();
        rand::rng().fill_bytes(&mut nonce);
        let payload = Payload { msg: &packed, aad: &aad };
        let body = key.cipher().encrypt(&nonce, payload).map_err(|_| EnvelopeError::TooLarge)?;
        sealed.extend_from_slice(&nonce);
        sealed.extend_from_slice(&body);
        Ok(sealed)
    }

    /// Opens sealed bytes.
    ///
    /// # Errors
    /// See [`EnvelopeError`].
    pub fn open(
        sealed: &[u8],
        cluster: ClusterId,
        key: &SealingKey,
    ) -> Result<Self, EnvelopeError> {
        let damaged = EnvelopeError::Damaged;
        if *sealed.first().ok_or(damaged)? > VERSION {
            return Err(EnvelopeError::Newer);
        }
        let (header, rest) = sealed.split_at_checked(HEADER_BYTES).ok_or(damaged)?;
        let (nonce, body) = rest.split_at_checked(NONCE_BYTES).ok_or(damaged)?;
        let aad = [&cluster.0[..], header].concat();
        let nonce: [u8; NONCE_BYTES] = nonce.try_into().map_err(|_| damaged)?;
        let nonce = XNonce::from(nonce);
        let packed = key
            .cipher()
            .decrypt(&nonce, Payload { msg: body, aad: &aad })
            .map_err(|_| EnvelopeError::Sealed)?;
        let (unpacked, packed) = packed.split_at_checked(4).ok_or(damaged)?;
        let unpacked = unpacked.try_into().map(u32::from_be_bytes).map_err(|_| damaged)?;
        let unpacked = usize::try_from(unpacked).map_err(|_| damaged)?;
        if unpacked > COMMITS_BYTES_MAX {
            return Err(damaged);
        }
        let payload = zstd::bulk::decompress(packed, unpacked).map_err(|_| damaged)?;
        let commits = split(&Bytes::from(payload)).ok_or(damaged)?;
        let number = |from: usize, to: usize| header.get(from..to).ok_or(damaged);
        let wide = |bytes: &[u8]| bytes.try_into().map(u64::from_be_bytes).map_err(|_| damaged);
        let (epoch, first) = (wide(number(1, 9)?)?, wide(number(9, 17)?)?);
        let count = number(17, 21)?.try_into().map(u32::from_be_bytes).map_err(|_| damaged)?;
        let chain = number(21, 53)?.try_into().map_err(|_| damaged)?;
        let at = number(53, 61)?.try_into().map(i64::from_be_bytes).map_err(|_| damaged)?;
        let sequence = first.checked_sub(1).ok_or(damaged)?;
        if length(&commits) != u64::from(count) || commits.is_empty() {
            return Err(damaged);
        }
        Ok(Self { epoch, before: Position { sequence, chain }, at, commits })
    }
}

fn split(payload: &Bytes) -> Option<Vec<Bytes>> {
    let mut commits = Vec::new();
    let mut at = 0;
    while at < payload.len() {
        let length = payload.get(at..at.checked_add(4)?)?.try_into().ok()?;
        let from = at + 4;
        let to = from.checked_add(usize::try_from(u32::from_be_bytes(length)).ok()?)?;
        payload.get(from..to)?;
        commits.push(payload.slice(from..to));
        at = to;
    }
    Some(commits)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CLUSTER: ClusterId = ClusterId([7; 16]);

    fn envelope(commits: Vec<Vec<u8>>) -> Envelope {
        let commits = commits.into_iter().map(Bytes::from).collect();
        Envelope { epoch: 3, before: Position { sequence: 41, chain: [9; 32] }, at: -5, commits }
    }

    proptest! {
        #[test]
        fn what_was_sealed_opens_and_nothing_else_does(
            commits in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 1..6),
            flipped in any::<prop::sample::Index>(),
            bit in 0..8_u8,
            cut in any::<prop::sample::Index>(),
        ) {
            let (envelope, key) = (envelope(commits), SealingKey::random());
            let sealed = envelope.seal(CLUSTER, &key).unwrap();
            prop_assert_eq!(Envelope::open(&sealed, CLUSTER, &key), Ok(envelope));
            let mut changed = sealed.clone();
            let at = flipped.index(sealed.len());
            changed[at] ^= 1 << bit;
            prop_assert!(Envelope::open(&changed, CLUSTER, &key).is_err());
            let short = &sealed[..cut.index(sealed.len())];
            prop_assert!(Envelope::open(short, CLUSTER, &key).is_err());
        }
    }

    #[test]
    fn another_key_and_another_site_do_not_open_it() {
        let (envelope, key) = (envelope(vec![vec![1, 2, 3]]), SealingKey::random());
        let sealed = envelope.seal(CLUSTER, &key).unwrap();
        let of_other_key = Envelope::open(&sealed, CLUSTER, &SealingKey::random());
        assert_eq!(of_other_key, Err(EnvelopeError::Sealed));
        let of_other_site = Envelope::open(&sealed, ClusterId([8; 16]), &key);
        assert_eq!(of_other_site, Err(EnvelopeError::Sealed));
        let mut newer = sealed;
        newer[0] = VERSION + 1;
        assert_eq!(Envelope::open(&newer, CLUSTER, &key), Err(EnvelopeError::Newer));
    }

    #[test]
    fn a_note_opens_with_the_key_of_its_site_only() {
        let key = SealingKey::random();
        let sealed = key.seal_note(CLUSTER, b"who I am").unwrap();
        assert_eq!(key.open_note(CLUSTER, &sealed), Ok(b"who I am".to_vec()));
        let refused = Err(EnvelopeError::Sealed);
        assert_eq!(key.open_note(ClusterId([8; 16]), &sealed), refused);
        assert_eq!(SealingKey::random().open_note(CLUSTER, &sealed), refused);
        assert_eq!(key.open_note(CLUSTER, &sealed[..20]), refused);
        let group = envelope(vec![vec![1]]).seal(CLUSTER, &key).unwrap();
        assert_eq!(key.open_note(CLUSTER, &group[HEADER_BYTES..]), refused);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let key = SealingKey::random();
        let much = envelope(vec![vec![0; COMMITS_BYTES_MAX]]);
        assert_eq!(much.seal(CLUSTER, &key), Err(EnvelopeError::TooLarge));
    }
}
