//! What members have done, for the overlay. Modules tell it after the commit; without a listener it is lost.

use serde_json::Value;
use std::collections::HashSet;

use arc_swap::ArcSwap;
use tokio::sync::broadcast::{Receiver, Sender, channel};

use crate::ids::UserId;

/// Moments that wait for the listener. It skips older ones when more than these arrive at once.
const WAITING_MAX: usize = 1_024;

/// What a member has done.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The member.
    pub user: UserId,
    /// What it was.
    pub what: MomentKind,
}

/// Kinds of moments, with what is shown of them.
#[derive(Clone, Debug)]
pub enum MomentKind {
    /// A round ended with more points than were staked.
    Won {
        /// Id of the game.
        game: &'static str,
        /// Points staked.
        staked: u64,
        /// Points handed back, stake included.
        payout: u64,
    },
    /// A round of a watched member ended: the round as its member sees it.
    Played(Value),
    /// A day of the calendar was claimed: the points.
    Claimed(u64),
    /// An item of the shop was bought.
    Purchased {
        /// Title of the item.
        title: String,
        /// Its price, in points.
        points: u64,
    },
    /// The member has just signed up.
    Joined,
    /// The member won a giveaway.
    DrawnWinner {
        /// Its prize.
        prize: String,
        /// Whether entering it was the consent to be named.
        is_named: bool,
    },
    /// The member was paid for a challenge.
    ChallengeDone {
        /// Title of the challenge.
        title: String,
        /// Points paid.
        points: u64,
    },
    /// The member linked an account of the chat platform.
    Linked,
}

/// The way from the modules to the overlay.
pub(super) struct Moments {
    sender: Sender<Moment>,
    watched: ArcSwap<HashSet<UserId>>,
}

impl Default for Moments {
    fn default() -> Self {
        Self { sender: channel(WAITING_MAX).0, watched: ArcSwap::default() }
    }
}

impl Moments {
    pub(super) fn tell(&self, moment: Moment) {
        // There is no listener while the site starts and stops.
        let _ = self.sender.send(moment);
    }

    pub(super) fn listen(&self) -> Receiver<Moment> {
        self.sender.subscribe()
    }

    pub(super) fn watch(&self, members: HashSet<UserId>) {
        self.watched.store(members.into());
    }

    pub(super) fn is_watched(&self, user: UserId) -> bool {
        self.watched.load().contains(&user)
    }
}
