//! Works out blackjack exactly, independent of the crate's own rounds: every hand of the member
//! against every up card, with all 52 cards counted, in integers.
//!
//! A chance is held as the number of ordered ways to deal the first `DEPTH` cards of the deck,
//! so that nothing is ever divided: a result that is fixed after `k` cards counts once for each
//! way to deal the rest (`rest_ways[k]`). Unseen cards are interchangeable, so the hole card is
//! dealt after the member's cards, but never one that would have been a natural.

use std::collections::HashMap;

/// More cards than any round takes.
const DEPTH: usize = 22;
/// Ranks: ace, 2 to 9 and all ten-cards together.
const RANKS: usize = 10;
const FULL_DECK: [i128; RANKS] = [4, 4, 4, 4, 4, 4, 4, 4, 4, 16];

type Counts = [i128; RANKS];

/// The member's way of playing: the action for a hand of `cards` cards, or the best one.
pub(crate) enum Policy<'a> {
    Best,
    /// `h`, `s` or `d` by (soft, total, dealer 2 to A).
    Chart(&'a HashMap<(bool, i128), Vec<char>>),
}

/// A count with its aces.
#[derive(Clone, Copy)]
struct Total {
    hard: i128,
    ace: bool,
}

impl Total {
    const EMPTY: Self = Self { hard: 0, ace: false };

    fn with(self, rank: usize) -> Self {
        Self { hard: self.hard + rank as i128 + 1, ace: self.ace || rank == 0 }
    }

    fn soft(self) -> bool {
        self.ace && self.hard <= 11
    }

    fn best(self) -> i128 {
        if self.soft() { self.hard + 10 } else { self.hard }
    }
}

pub(crate) struct Solver<'a> {
    policy: Policy<'a>,
    rest_ways: [i128; DEPTH + 1],
    up: usize,
    unseen: Counts,
    known: usize,
    solved: HashMap<Counts, i128>,
}

/// Net points per point bet over all deals, a lone natural counted as even money: numerator
/// and denominator.
pub(crate) fn net_with_even_naturals(policy: Policy<'_>) -> (i128, i128) {
    let mut rest_ways = [1; DEPTH + 1];
    for cards in (0..DEPTH).rev() {
        rest_ways[cards] = rest_ways[cards + 1] * (52 - cards as i128);
    }
    let deals = rest_ways[0];
    let solver =
        Solver { policy, rest_ways, up: 0, unseen: FULL_DECK, known: 0, solved: HashMap::new() };
    (solver.all_deals(), deals)
}

impl Solver<'_> {
    fn all_deals(mut self) -> i128 {
        let mut net = 0;
        for up in 0..RANKS {
            self.up = up;
            self.solved.clear();
            let up_ways = self.take(up);
            for first in 0..RANKS {
                let first_ways = self.take(first);
                for second in 0..RANKS {
                    let ways = up_ways * first_ways * self.take(second);
                    net += ways * self.deal(first, second);
                    self.put_back(second);
                }
                self.put_back(first);
            }
            self.put_back(up);
        }
        net
    }

    /// Takes a card out of the deck and returns how many there were to take.
    fn take(&mut self, rank: usize) -> i128 {
        let ways = self.unseen[rank];
        self.unseen[rank] -= 1;
        self.known += 1;
        ways
    }

    fn put_back(&mut self, rank: usize) {
        self.unseen[rank] += 1;
        self.known -= 1;
    }

    fn deal(&mut self, first: usize, second: usize) -> i128 {
        if self.unseen.iter().any(|count| *count < 0) {
            return 0;
        }
        let naturals = self.forbidden() * self.rest_ways[self.known + 1];
        let total = Total::EMPTY.with(first).with(second);
        if total.best() == 21 {
            // A lone natural wins even money here; one on both sides is a push.
            return self.rest_ways[self.known] - naturals;
        }
        let play = self.play(total, 2);
        let double = self.double(total);
        let open = match self.action(total, 2) {
            None => play.max(double),
            Some('d') => double,
            Some(_) => play,
        };
        open - naturals
    }

    /// Hole cards that would make the dealer's natural.
    fn forbidden(&self) -> i128 {
        match self.up {
            0 => self.unseen[9],
            9 => self.unseen[0],
            _ => 0,
        }
    }

    /// Ways in which a bust member loses: any hole card that is no natural.
    fn all_lost(&self) -> i128 {
        let unseen: i128 = self.unseen.iter().sum();
        -(unseen - self.forbidden()) * self.rest_ways[self.known + 1]
    }

    /// The action of the chart; none when the best one is wanted.
    fn action(&self, total: Total, cards: usize) -> Option<char> {
        let Policy::Chart(chart) = &self.policy else { return None };
        let column = (self.up + RANKS - 1) % RANKS;
        let action = chart[&(total.soft(), total.best())][column];
        Some(match action {
            'd' if cards > 2 && total.soft() && total.best() >= 18 => 's',
            'd' if cards > 2 => 'h',
            action => action,
        })
    }

    /// Standing or hitting with these cards, whichever is better or charted. Hands of the same
    /// cards in another order are the same hand.
    fn play(&mut self, total: Total, cards: usize) -> i128 {
        if total.best() == 21 {
            return self.stand(21);
        }
        // Two cards have a chart of their own for doubling, so they are not shared.
        let shared = cards > 2 || matches!(self.policy, Policy::Best);
        if let Some(solved) = shared.then(|| self.solved.get(&self.unseen)).flatten() {
            return *solved;
        }
        let net = match self.action(total, cards) {
            None => self.stand(total.best()).max(self.hit(total, cards)),
            Some('s') => self.stand(total.best()),
            Some(_) => self.hit(total, cards),
        };
        if shared {
            self.solved.insert(self.unseen, net);
        }
        net
    }

    fn hit(&mut self, total: Total, cards: usize) -> i128 {
        self.each_card(|solver, rank| match total.with(rank) {
            bust if bust.best() > 21 => solver.all_lost(),
            next => solver.play(next, cards + 1),
        })
    }

    fn double(&mut self, total: Total) -> i128 {
        2 * self.each_card(|solver, rank| match total.with(rank) {
            bust if bust.best() > 21 => solver.all_lost(),
            next => solver.stand(next.best()),
        })
    }

    fn each_card(&mut self, mut result: impl FnMut(&mut Self, usize) -> i128) -> i128 {
        let mut net = 0;
        for rank in 0..RANKS {
            if self.unseen[rank] > 0 {
                let ways = self.take(rank);
                net += ways * result(self, rank);
                self.put_back(rank);
            }
        }
        net
    }

    /// The dealer turns the hole card and draws to 17.
    fn stand(&mut self, member: i128) -> i128 {
        let up = self.up;
        self.dealer(Total::EMPTY.with(up), member, true)
    }

    fn dealer(&mut self, total: Total, member: i128, hole: bool) -> i128 {
        if total.best() >= 17 {
            let net = match total.best() {
                22.. => 1,
                dealer => (member - dealer).signum(),
            };
            return net * self.rest_ways[self.known];
        }
        let mut net = 0;
        for rank in 0..RANKS {
            let natural = hole && matches!((self.up, rank), (0, 9) | (9, 0));
            if self.unseen[rank] > 0 && !natural {
                let ways = self.take(rank);
                net += ways * self.dealer(total.with(rank), member, false);
                self.put_back(rank);
            }
        }
        net
    }
}
