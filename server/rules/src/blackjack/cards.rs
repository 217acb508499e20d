//! Cards and the count of a hand.

use std::fmt;

use serde::{Serialize, Serializer};

/// A card of the 52: rank `c mod 13` in `A23456789TJQK`, suit `c / 13` in `SHDC`. Written as
/// `"4S"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card(u8);

/// The count of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// The best count: aces as 11 while that does not bust.
    pub total: u8,
    /// Whether an ace counts 11.
    pub soft: bool,
}

/// How many cards a deck has.
pub(super) const DECK: usize = 52;

impl Card {
    /// A sorted deck, before the shuffle.
    pub(super) fn sorted_deck() -> [Self; DECK] {
        let mut deck = [Self(0); DECK];
        for (number, card) in (0..).zip(&mut deck) {
            *card = Self(number);
        }
        deck
    }

    /// What the card counts, aces as 1.
    pub const fn value(self) -> u8 {
        match self.0 % 13 {
            rank @ 0..=8 => rank + 1,
            _ => 10,
        }
    }

    /// Whether the card is an ace.
    pub const fn is_ace(self) -> bool {
        self.0.is_multiple_of(13)
    }
}

impl Hand {
    /// Counts cards.
    pub fn of(cards: &[Card]) -> Self {
        let hard: u8 = cards.iter().map(|card| card.value()).sum();
        let soft = hard <= 11 && cards.iter().any(|card| card.is_ace());
        Self { total: if soft { hard + 10 } else { hard }, soft }
    }

    /// Whether these cards are a natural: two of them that count 21.
    pub fn is_natural(cards: &[Card]) -> bool {
        cards.len() == 2 && Self::of(cards).total == 21
    }
}

impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = "A23456789TJQK".chars().nth(usize::from(self.0 % 13)).unwrap_or('?');
        let suit = "SHDC".chars().nth(usize::from(self.0 / 13)).unwrap_or('?');
        write!(out, "{rank}{suit}")
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_is_every_card_once_in_its_order() {
        let names: Vec<String> = Card::sorted_deck().iter().map(Card::to_string).collect();
        assert_eq!(names[..3], ["AS", "2S", "3S"]);
        assert_eq!([&names[9], &names[12], &names[13], &names[51]], ["TS", "KS", "AH", "KC"]);
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), 52);
    }

    #[test]
    fn aces_count_eleven_while_they_can() {
        let count = |cards: &[u8]| {
            let cards: Vec<Card> = cards.iter().map(|c| Card(*c)).collect();
            let hand = Hand::of(&cards);
            (hand.total, hand.soft, Hand::is_natural(&cards))
        };
        assert_eq!(count(&[0, 12]), (21, true, true));
        assert_eq!(count(&[0, 13]), (12, true, false));
        assert_eq!(count(&[0, 13, 8]), (21, true, false));
        assert_eq!(count(&[0, 9, 4]), (16, false, false));
        assert_eq!(count(&[12, 11, 10]), (30, false, false));
    }
}
