//! What hits pay, by risk and number of picks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::tables::TableError;
use crate::{Hundredths, Risk};

/// The most numbers that a member picks.
pub const MAX_PICKS: u8 = 10;
/// The highest multiplier that a paytable may have, 1000000.00.
pub const MAX_MULTIPLIER: Hundredths = Hundredths::from_units(100_000_000);

/// The rows of every risk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paytable {
    /// Rows that pay often.
    pub low: Rows,
    /// Rows between the other two.
    pub medium: Rows,
    /// Rows that pay rarely.
    pub high: Rows,
}

/// The rows of one risk, for 1 to 10 picks. A row lists the multipliers for 0, 1, 2, ... hits,
/// so it has one more than its picks.
///
/// Written as a table whose keys are the numbers of picks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, Vec<Hundredths>>", into = "BTreeMap<String, Vec<Hundredths>>")]
pub struct Rows(Vec<Vec<Hundredths>>);

impl Rows {
    /// The rows in the order of their picks.
    pub fn iter(&self) -> impl Iterator<Item = &[Hundredths]> {
        self.0.iter().map(Vec::as_slice)
    }
}

impl TryFrom<BTreeMap<String, Vec<Hundredths>>> for Rows {
    type Error = String;

    fn try_from(mut rows: BTreeMap<String, Vec<Hundredths>>) -> Result<Self, String> {
        let mut ordered = Vec::with_capacity(usize::from(MAX_PICKS));
        for picks in 1..=usize::from(MAX_PICKS) {
            let row = rows.remove(&picks.to_string());
            let row = row.ok_or_else(|| format!("keno needs a row for {picks} picks"))?;
            if row.len() != picks + 1 {
                let found = row.len();
                return Err(format!(
                    "the keno row for {picks} picks needs {} multipliers, for 0 to {picks} hits, \
                     not {found}",
                    picks + 1
                ));
            }
            ordered.push(row);
        }
        match rows.keys().next() {
            Some(key) => Err(format!("keno has no row {key}: rows are 1 to {MAX_PICKS}")),
            None => Ok(Self(ordered)),
        }
    }
}

impl From<Rows> for BTreeMap<String, Vec<Hundredths>> {
    fn from(rows: Rows) -> Self {
        (1..).map(|picks: u32| picks.to_string()).zip(rows.0).collect()
    }
}

impl Paytable {
    /// The rows of a risk.
    pub const fn rows(&self, risk: Risk) -> &Rows {
        match risk {
            Risk::Low => &self.low,
            Risk::Medium => &self.medium,
            Risk::High => &self.high,
        }
    }

    /// The row of a risk for a number of picks; empty when there is none.
    pub(super) fn row(&self, risk: Risk, picks: usize) -> &[Hundredths] {
        let row = picks.checked_sub(1).and_then(|at| self.rows(risk).0.get(at));
        row.map_or(&[], Vec::as_slice)
    }

    /// The highest multiplier of all.
    pub(super) fn highest(&self) -> Hundredths {
        let rows = [&self.low, &self.medium, &self.high].into_iter().flat_map(Rows::iter);
        rows.flatten().max().copied().unwrap_or_default()
    }

    pub(super) fn validate(&self) -> Result<(), TableError> {
        for (name, rows) in [("low", &self.low), ("medium", &self.medium), ("high", &self.high)] {
            for (picks, row) in (1..).zip(rows.iter()) {
                if row.iter().any(|multiplier| *multiplier > MAX_MULTIPLIER) {
                    let key = format!("table.{name}.{picks}");
                    let problem = format!("must have multipliers of at most {MAX_MULTIPLIER}");
                    return Err(TableError::new("keno", &key, problem));
                }
                // One more hit must never pay less, or a player would hope for a miss.
                if !row.is_sorted() {
                    let key = format!("table.{name}.{picks}");
                    return Err(TableError::new("keno", &key, "must not fall with more hits"));
                }
            }
        }
        Ok(())
    }
}
