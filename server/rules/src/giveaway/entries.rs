//! The list of entries: ticket numbers, the running hash and the text that is hashed at the end.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::{HexDigest, Points};

/// The longest id of a giveaway or account, in characters.
const MAX_ID_LENGTH: usize = 64;

/// The entries of one giveaway in the order of their commits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entries {
    id: String,
    purchases: Vec<Purchase>,
    tickets: u64,
    chain: HexDigest,
}

/// Tickets bought at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purchase {
    /// The public code of the account.
    pub account_id: String,
    /// How many tickets, at least 1.
    pub count: u64,
}

/// A round of a public source of randomness, drawn after the list was frozen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beacon {
    source: String,
    round: u64,
    hex: String,
}

/// Why an entry or an id is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// An id or a beacon has other characters than those of the text's fields.
    #[error("An id has 1 to {MAX_ID_LENGTH} characters of A-Z, a-z, 0-9, underscore and hyphen")]
    BadId,
    /// No ticket, or more than there can be numbers for.
    #[error("An entry has at least one ticket")]
    BadCount,
}

/// `chain(0)`: the running hash before the first entry.
pub fn chain_start(giveaway_id: &str) -> HexDigest {
    HexDigest::of(format!("giveaway:{giveaway_id}").as_bytes())
}

/// `chain(k)`: the running hash after an entry of `count` tickets from number `first` on.
pub fn chain_next(chain: &HexDigest, first: u64, count: u64, account_id: &str) -> HexDigest {
    HexDigest::of(format!("{chain}:{first}:{count}:{account_id}").as_bytes())
}

impl Entries {
    /// An empty list.
    pub fn new(giveaway_id: impl Into<String>) -> Result<Self, EntryError> {
        let id = giveaway_id.into();
        check_id(&id)?;
        let chain = chain_start(&id);
        Ok(Self { id, purchases: Vec::new(), tickets: 0, chain })
    }

    /// Gives a purchase the next ticket numbers and returns the first of them.
    pub fn add(&mut self, account_id: &str, count: u64) -> Result<u64, EntryError> {
        check_id(account_id)?;
        let first = self.tickets;
        // Ticket numbers travel as JSON integers, so they end where those are exact.
        let tickets = first.checked_add(count).filter(|tickets| *tickets <= Points::MAX.get());
        let tickets = tickets.filter(|_| count > 0).ok_or(EntryError::BadCount)?;
        self.chain = chain_next(&self.chain, first, count, account_id);
        self.tickets = tickets;
        self.purchases.push(Purchase { account_id: account_id.to_owned(), count });
        Ok(first)
    }

    /// How many tickets there are.
    pub const fn tickets(&self) -> u64 {
        self.tickets
    }

    /// The running hash after the last entry.
    pub const fn chain(&self) -> HexDigest {
        self.chain
    }

    /// The purchases in their order.
    pub fn purchases(&self) -> &[Purchase] {
        &self.purchases
    }

    /// Whose ticket this is.
    pub fn owner(&self, ticket: u64) -> Option<&str> {
        let mut end = 0;
        let purchase = self.purchases.iter().find(|purchase| {
            end += purchase.count;
            ticket < end
        });
        purchase.map(|purchase| purchase.account_id.as_str())
    }

    /// The canonical text of the frozen list: a line for the giveaway, one for each purchase
    /// and, where the site uses one, one for the beacon. Each ends with LF.
    #[expect(clippy::expect_used, reason = "writing to a String does not fail")]
    pub fn canonical_text(&self, beacon: Option<&Beacon>) -> String {
        let mut text = format!("giveaway:{}:{}\n", self.id, self.tickets);
        let mut first = 0;
        for Purchase { account_id, count } in &self.purchases {
            writeln!(text, "{first}:{count}:{account_id}").expect("a String takes every write");
            first += count;
        }
        if let Some(Beacon { source, round, hex }) = beacon {
            writeln!(text, "beacon:{source}:{round}:{hex}").expect("a String takes every write");
        }
        text
    }

    /// SHA-256 of the canonical text: the client seed of the draw.
    pub fn client_seed(&self, beacon: Option<&Beacon>) -> HexDigest {
        HexDigest::of(self.canonical_text(beacon).as_bytes())
    }
}

impl Beacon {
    /// A round of a named source with its value in lowercase hex.
    pub fn new(source: &str, round: u64, hex: &str) -> Result<Self, EntryError> {
        check_id(source)?;
        let valid = !hex.is_empty() && hex.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if !valid {
            return Err(EntryError::BadId);
        }
        Ok(Self { source: source.to_owned(), round, hex: hex.to_owned() })
    }
}

/// An id must not hold the characters that separate fields and lines of the text.
fn check_id(id: &str) -> Result<(), EntryError> {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let valid = (1..=MAX_ID_LENGTH).contains(&id.len()) && id.bytes().all(allowed);
    if valid { Ok(()) } else { Err(EntryError::BadId) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tickets_run_on_and_belong_to_their_buyers() {
        let mut entries = Entries::new("g1").unwrap();
        assert_eq!(entries.owner(0), None);
        assert_eq!(entries.add("A100", 3), Ok(0));
        assert_eq!(entries.add("A200", 1), Ok(3));
        assert_eq!(entries.add("A100", 2), Ok(4));
        let owners: Vec<_> = (0..7).map(|ticket| entries.owner(ticket)).collect();
        let (a, b) = (Some("A100"), Some("A200"));
        assert_eq!(owners, [a, a, a, b, a, a, None]);
        let beacon = Beacon::new("drand", 77, "0af1").unwrap();
        assert_eq!(
            entries.canonical_text(Some(&beacon)),
            "giveaway:g1:6\n0:3:A100\n3:1:A200\n4:2:A100\nbeacon:drand:77:0af1\n"
        );
    }

    #[test]
    fn a_refused_entry_changes_nothing() {
        let mut entries = Entries::new("g1").unwrap();
        entries.add("A1", Points::MAX.get() - 1).unwrap();
        let before = entries.clone();
        assert_eq!(entries.add("A1", 0), Err(EntryError::BadCount));
        assert_eq!(entries.add("A1", 2), Err(EntryError::BadCount));
        assert_eq!(entries.add("A1", u64::MAX), Err(EntryError::BadCount));
        for id in ["", "a:b", "a\nb", "é", &"x".repeat(65)] {
            assert_eq!(entries.add(id, 1), Err(EntryError::BadId), "{id}");
            assert_eq!(Entries::new(id), Err(EntryError::BadId), "{id}");
        }
        assert_eq!(entries, before);
        assert!(Beacon::new("s", 1, "0G").is_err() && Beacon::new("s:", 1, "00").is_err());
    }
}
