//! The follower's end of the log: every group is checked against the ones before it, then written.

use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::appending::{PIECE_BYTES, read_in_pieces};
use crate::engine::{Engine, EngineError, KeyValue, Op, Txn};
use crate::envelope::{Envelope, EnvelopeError};
use crate::head::Head;
use crate::mark::{Mark, Position};
use crate::site::Site;

/// Groups that are read at once.
const PAGE: usize = 16;
/// Pieces that are read at once.
const PIECES: u32 = 8;
/// Most pieces of a group.
const PIECES_MAX: u32 = 128;

/// The commits of a machine.
pub trait Replica {
    /// Where they end.
    fn position(&self) -> Position;

    /// Prepares for rows of a format that the program reads. Nothing happens if they have it already.
    ///
    /// # Errors
    /// As text.
    fn raise_format(&mut self, format: u32) -> Result<(), String>;

    /// Writes a group that follows on them. Returns when it is on disk.
    ///
    /// # Errors
    /// As text; nothing was written then.
    fn follow(&mut self, first: u64, commits: Vec<Bytes>, mark: Position) -> Result<(), String>;
}

/// Why a machine cannot follow.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The site has no log.
    #[error("etcd holds no log of this site: another machine has ended it, or etcd was wiped")]
    NoLog,
    /// This machine has commits that the log has not: etcd was wiped or restored, or the machine decided alone.
    #[error("this machine ends at {own}, the log at {log}: it has commits that the log has not")]
    Ahead {
        /// Last sequence of this machine.
        own: u64,
        /// Last sequence of the log.
        log: u64,
    },
    /// Other commits under the same sequences.
    #[error("at {sequence}, this machine has other commits than the log")]
    Forked {
        /// Last sequence of this machine.
        sequence: u64,
    },
    /// The log begins after this machine's commits.
    #[error(
        "the log does not hold {needed} any more: empty this data folder and let it join again"
    )]
    Gap {
        /// First missing sequence.
        needed: u64,
    },
    /// A group cannot be read.
    #[error(transparent)]
    Envelope(#[from] EnvelopeError),
    /// etcd cannot be asked.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A newer program has led.
    #[error(
        "the site was upgraded to format {found} by a newer version; this one reads up to {own}: install the version of the \
         machine that leads"
    )]
    Newer {
        /// Format of the log.
        found: u32,
        /// Newest format that this program reads.
        own: u32,
    },
    /// The groups are sealed with another key.
    #[error("the key file is not that of the other machines: copy theirs (cluster.key_file)")]
    Key,
    /// Another machine that lives has this one's name.
    #[error("another machine is {0}, too: give each its own name (cluster.machine)")]
    NameTaken(String),
    /// Another data folder has noted itself under this machine's name, and whether it is still in use is not known yet.
    #[error(
        "the name {0} was last used by another data folder: waiting 15 s to see whether it is still in use"
    )]
    NameNoted(String),
    /// The clocks differ too much for this machine to lead.
    #[error(
        "this machine's clock is {seconds} s {}: set it before it may lead",
        if *is_behind { "behind the leader's" } else { "ahead of the leader's" }
    )]
    Clock {
        /// By how much.
        seconds: i64,
        /// In which direction.
        is_behind: bool,
    },
    /// A group cannot be written.
    #[error("writing a group failed: {0}")]
    Replica(String),
}

/// A machine that follows.
pub struct Follower<R> {
    site: Site,
    replica: R,
    leader: Option<KeyValue>,
}

impl<R: Replica> Follower<R> {
    /// Of a machine's commits.
    pub fn new(site: Site, replica: R) -> Self {
        Self { site, replica, leader: None }
    }

    /// The commits.
    pub fn replica(&self) -> &R {
        &self.replica
    }

    /// Who led when the log was read last.
    pub(crate) fn leader(&self) -> Option<&KeyValue> {
        self.leader.as_ref()
    }

    /// The site.
    pub(crate) fn site(&self) -> &Site {
        &self.site
    }

    /// Writes all groups of the log that are missing here. Returns the end of the log, which is that of this machine.
    ///
    /// # Errors
    /// See [`Fault`]. Groups before the fault are written.
    pub fn catch_up(&mut self, engine: &mut dyn Engine) -> Result<Head, Fault> {
        loop {
            let own = self.replica.position();
            let keys = &self.site.keys;
            let groups = Op::Range(keys.group(own.sequence + 1), keys.after_groups(), PAGE);
            let read = vec![Op::Get(keys.head()), groups, Op::Get(keys.leader())];
            let answer = engine.transact(&Txn::read(read))?;
            self.leader = answer.value(2).cloned();
            let head = answer.value(0).and_then(|head| Head::read(&head.value));
            let head = head.ok_or(Fault::NoLog)?;
            if head.origin.key != self.site.sealing.fingerprint(self.site.cluster) {
                return Err(Fault::Key);
            }
            if head.format > self.site.format {
                return Err(Fault::Newer { found: head.format, own: self.site.format });
            }
            let end = head.position.sequence;
            if end < own.sequence {
                return Err(Fault::Ahead { own: own.sequence, log: end });
            }
            if end == own.sequence {
                if head.position.chain != own.chain {
                    return Err(Fault::Forked { sequence: end });
                }
                self.raise_format(head.format)?;
                return Ok(head);
            }
            let groups = answer.found.into_iter().nth(1).unwrap_or_default();
            if groups.is_empty() {
                return Err(Fault::Gap { needed: own.sequence + 1 });
            }
            self.raise_format(head.format)?;
            for group in groups {
                self.take(group, engine)?;
            }
        }
    }

    pub(crate) fn raise_format(&mut self, format: u32) -> Result<(), Fault> {
        self.replica.raise_format(format).map_err(Fault::Replica)
    }

    fn take(&mut self, group: KeyValue, engine: &mut dyn Engine) -> Result<(), Fault> {
        let own = self.replica.position();
        let sealed = self.whole(group.value, own.sequence + 1, engine)?;
        let envelope = Envelope::open(&sealed, self.site.cluster, &self.site.sealing)?;
        if envelope.before.sequence != own.sequence {
            return Err(Fault::Gap { needed: own.sequence + 1 });
        }
        if envelope.before.chain != own.chain {
            return Err(Fault::Forked { sequence: own.sequence });
        }
        let (first, epoch) = (envelope.first(), envelope.epoch);
        let mark = envelope.commits.split_last().and_then(|(last, commits)| {
            let mark = Mark::after((self.site.cluster, epoch), own, commits);
            (mark.commit(self.site.table).ok()? == *last).then_some(mark)
        });
        let mark = mark.ok_or(EnvelopeError::Damaged)?;
        self.replica.follow(first, envelope.commits, mark.position()).map_err(Fault::Replica)
    }

    /// The sealed bytes of a group, whose pieces are read if it has any.
    fn whole(&self, value: Vec<u8>, first: u64, engine: &mut dyn Engine) -> Result<Vec<u8>, Fault> {
        let Some((pieces, hash)) = read_in_pieces(&value) else { return Ok(value) };
        let damaged = EnvelopeError::Damaged;
        if pieces > PIECES_MAX {
            return Err(damaged.into());
        }
        let mut sealed = Vec::new();
        for from in (0..pieces).step_by(usize::try_from(PIECES).unwrap_or(1)) {
            let numbers = from..pieces.min(from + PIECES);
            let gets = numbers.map(|number| Op::Get(self.site.keys.piece(first, number)));
            let answer = engine.transact(&Txn::read(gets.collect()))?;
            for found in answer.found {
                let piece = found.into_iter().next().ok_or(Fault::Gap { needed: first })?;
                if piece.value.len() > PIECE_BYTES {
                    return Err(damaged.into());
                }
                sealed.extend_from_slice(&piece.value);
            }
        }
        if <[u8; 32]>::from(Sha256::digest(&sealed)) != hash {
            return Err(damaged.into());
        }
        Ok(sealed)
    }
}
