//! The order of the members of one month, so that the leaderboard and a member's rank are read
//! without scanning all members.

use std::cmp::Reverse;

use crate::ids::UserId;

/// Most places of a block. A change moves the places of one block; a rank adds up the lengths of
/// the blocks before it.
const BLOCK_MAX: usize = 256;
/// A block with fewer places is merged with its neighbour.
const BLOCK_MIN: usize = 32;

/// A place: highest sum first, then the earliest to reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    sum: Reverse<i64>,
    since: i64,
    pub(super) user: UserId,
}

impl Place {
    pub(super) fn new(user: UserId, sum: i64, since: i64) -> Self {
        Self { sum: Reverse(sum), since, user }
    }

    pub(super) fn sum(&self) -> i64 {
        self.sum.0
    }
}

/// Places in order. Blocks are never empty.
#[derive(Debug, Default)]
pub(super) struct Ranking {
    blocks: Vec<Vec<Place>>,
}

impl Ranking {
    /// A ranking of places in any order, one per member.
    pub(super) fn of(mut places: Vec<Place>) -> Self {
        places.sort_unstable();
        let blocks = places.chunks(BLOCK_MAX / 2).map(<[Place]>::to_vec).collect();
        Self { blocks }
    }

    /// The first places.
    pub(super) fn first(&self, count: usize) -> impl Iterator<Item = &Place> {
        self.blocks.iter().flatten().take(count)
    }

    /// Number of places before this one.
    pub(super) fn before(&self, place: &Place) -> usize {
        let block = self.block_of(place);
        let of_blocks: usize = self.blocks.iter().take(block).map(Vec::len).sum();
        let of_block =
            self.blocks.get(block).map_or(0, |block| block.partition_point(|p| p < place));
        of_blocks + of_block
    }

    pub(super) fn insert(&mut self, place: Place) {
        let at = self.block_of(&place).min(self.blocks.len().saturating_sub(1));
        let Some(block) = self.blocks.get_mut(at) else { return self.blocks.push(vec![place]) };
        let within = block.partition_point(|other| *other < place);
        block.insert(within, place);
        self.split(at);
    }

    pub(super) fn remove(&mut self, place: &Place) {
        let at = self.block_of(place);
        let Some(block) = self.blocks.get_mut(at) else { return };
        let Ok(within) = block.binary_search(place) else { return };
        block.remove(within);
        if block.len() < BLOCK_MIN {
            self.join(at);
        }
    }

    /// Merges a block with the one before it, or the first with the second.
    fn join(&mut self, at: usize) {
        let block = self.blocks.remove(at);
        let neighbour = at.saturating_sub(1);
        match self.blocks.get_mut(neighbour) {
            Some(before) if at > 0 => before.extend(block),
            Some(after) => after.splice(0..0, block).for_each(drop),
            None if block.is_empty() => {}
            None => self.blocks.push(block),
        }
        self.split(neighbour);
    }

    fn split(&mut self, at: usize) {
        let Some(block) = self.blocks.get_mut(at).filter(|block| block.len() > BLOCK_MAX) else {
            return;
        };
        let second_half = block.split_off(block.len() / 2);
        self.blocks.insert(at + 1, second_half);
    }

    /// The block that contains this place or would; the last one for the lowest place.
    fn block_of(&self, place: &Place) -> usize {
        self.blocks.partition_point(|block| block.last().is_some_and(|last| last < place))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// Reference implementation: sorts everything.
    fn sorted(sums: &HashMap<u64, (i64, i64)>) -> Vec<Place> {
        let place =
            |(user, (sum, since)): (&u64, &(i64, i64))| Place::new(UserId(*user), *sum, *since);
        let mut places: Vec<Place> = sums.iter().map(place).collect();
        places.sort_by_key(|place| (Reverse(place.sum()), place.since, place.user));
        places
    }

    fn check(ranking: &Ranking, sums: &HashMap<u64, (i64, i64)>) {
        let expected = sorted(sums);
        assert_eq!(ranking.first(usize::MAX).copied().collect::<Vec<_>>(), expected);
        for (before, place) in expected.iter().enumerate() {
            assert_eq!(ranking.before(place), before);
        }
        for (at, block) in ranking.blocks.iter().enumerate() {
            assert!((1..=BLOCK_MAX).contains(&block.len()), "{}", block.len());
            let is_last = at + 1 == ranking.blocks.len();
            assert!(block.len() >= BLOCK_MIN || is_last, "{}", block.len());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn any_changes_leave_it_in_order(
            begun in prop::collection::hash_map(0..900_u64, (1..50_i64, 0..50_i64), 0..700),
            changes in prop::collection::vec((0..900_u64, -9..50_i64, 0..50_i64), 0..1500),
        ) {
            let mut sums = begun;
            let mut ranking = Ranking::of(sorted(&sums));
            for (user, sum, since) in changes {
                let user_id = UserId(user);
                if let Some((sum, since)) = sums.remove(&user) {
                    ranking.remove(&Place::new(user_id, sum, since));
                }
                if sum > 0 {
                    sums.insert(user, (sum, since));
                    ranking.insert(Place::new(user_id, sum, since));
                }
            }
            check(&ranking, &sums);
        }
    }

    #[test]
    fn blocks_come_and_go_with_their_places() {
        let mut sums: HashMap<u64, (i64, i64)> = HashMap::new();
        let mut ranking = Ranking::default();
        for user in 0..2000_u64 {
            let sum = i64::try_from(user * 7919 % 2000).unwrap() + 1;
            sums.insert(user, (sum, 0));
            ranking.insert(Place::new(UserId(user), sum, 0));
        }
        check(&ranking, &sums);
        assert!(ranking.blocks.len() >= 2000 / BLOCK_MAX);
        for user in 0..2000_u64 {
            let (sum, since) = sums.remove(&user).unwrap();
            let place = Place::new(UserId(user), sum, since);
            ranking.remove(&place);
            // A missing place is not removed.
            ranking.remove(&place);
            if user % 97 == 0 {
                check(&ranking, &sums);
            }
        }
        assert!(ranking.blocks.is_empty());
    }
}
