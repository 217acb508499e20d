//! What waiting lines a proof of a name would pay: a staff member who confirms a name releases them.

use pointhouse_store::{StoreError, View};

use super::Imports;
use super::error::ImportError;
use super::paying::is_tried_again;
use super::records::{LineRow, LineState, read_imports, read_line, read_lines, read_waiting};

/// A name that a staff member is about to confirm.
#[derive(Clone, Debug)]
pub enum Confirms {
    /// A casino name.
    Casino(String),
    /// An email.
    Email(String),
}

impl Imports {
    /// Points of all lines that would be paid once the name is a member's.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn released_by(&self, confirms: Confirms) -> Result<u64, ImportError> {
        let view = self.accounts.store.view().clone();
        Ok(self.accounts.reads.run(move || sum_of(&view, &confirms)).await??)
    }
}

fn sum_of(view: &View, confirms: &Confirms) -> Result<u64, StoreError> {
    let mut sum = 0_u64;
    let mut add = |row: &LineRow| {
        if confirms.names(row) {
            sum = sum.saturating_add(row.points);
        }
    };
    for id in read_waiting(view)? {
        if let Some(row) = read_line(view, id)?.filter(|row| is_tried_again(row.state)) {
            add(&row);
        }
    }
    // Pending lines are not in the list of waiting ones.
    let open = read_imports(view)?.into_iter().filter(|(_, row)| row.ended_at.is_none());
    for (import, _) in open {
        let lines = read_lines(view, import)?;
        lines
            .iter()
            .filter(|(_, row)| row.state == LineState::Pending)
            .for_each(|(_, row)| add(row));
    }
    Ok(sum)
}

impl Confirms {
    fn names(&self, row: &LineRow) -> bool {
        let (name, own) = match self {
            Self::Casino(name) => (name, &row.named.casino),
            Self::Email(name) => (name, &row.named.email),
        };
        own.as_ref().is_some_and(|own| own.to_lowercase() == name.to_lowercase())
    }
}
