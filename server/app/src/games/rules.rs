//! The tables in force and those of old rounds, by number and by hash (docs/games.md, section 1).

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;
use pointhouse_rules::{Tables, rules_hash};
use pointhouse_store::{Batch, Keys, Store, StoreError, View};

use super::records::{RULES, RulesRow};
use super::registry::GameTable;
use crate::ids::GameId;

/// Parsed tables kept in memory; others are parsed again on each use.
const READ_MAX: usize = 256;

/// A table with the number and the hash that rounds name it by.
#[derive(Clone, Debug)]
pub struct RuleSet {
    /// Number of its row.
    pub id: u32,
    /// SHA-256 of its canonical JSON, hex.
    pub hash: Arc<str>,
    /// The table.
    pub table: GameTable,
}

/// All tables that any round was played under.
pub struct Rules {
    in_force: BTreeMap<GameId, Arc<RuleSet>>,
    rows: HashMap<u32, RulesRow>,
    read: Mutex<HashMap<(GameId, u32), Arc<RuleSet>>>,
    /// Hash over all tables in force.
    pub hash: String,
}

/// Why a round's tables cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// The row is not there.
    #[error("the tables of a round are missing")]
    Missing,
    /// The row is of another game.
    #[error("the tables of a round do not read: {0}")]
    Unreadable(#[from] serde_json::Error),
}

impl Rules {
    /// Finds the tables of the settings among those on disk, adding what is new.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub async fn load(store: &Store, settings: &Tables) -> Result<Self, StoreError> {
        let mut rows = read_rows(store.view())?;
        let mut in_force = BTreeMap::new();
        let mut batch = Batch::new();
        for game in GameId::ALL {
            let table = GameTable::of(game, settings);
            let text = table.to_json();
            let hash = settings.rules_hash(game.into()).to_string();
            let known = rows.iter().find(|(_, row)| row.hash == hash).map(|(id, _)| *id);
            let id = match known {
                Some(id) => id,
                None => {
                    let id = rows.keys().max().map_or(1, |last| last + 1);
                    let row = RulesRow { hash: hash.clone(), text };
                    RULES.put(&mut batch, &id, &row)?;
                    rows.insert(id, row);
                    id
                }
            };
            in_force.insert(game, Arc::new(RuleSet { id, hash: hash.into(), table }));
        }
        if !batch.is_empty() {
            store.commit(batch).await?;
        }
        let hash = rules_hash(settings).to_string();
        Ok(Self { in_force, rows, read: Mutex::default(), hash })
    }

    /// The tables on disk, with none in force: for proving old rounds.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn stored(view: &View) -> Result<Self, StoreError> {
        let rows = read_rows(view)?;
        Ok(Self { in_force: BTreeMap::new(), rows, read: Mutex::default(), hash: String::new() })
    }

    /// The tables of a game in force.
    ///
    /// # Errors
    /// Never: every game has them.
    pub fn current(&self, game: GameId) -> Result<&Arc<RuleSet>, RulesError> {
        self.in_force.get(&game).ok_or(RulesError::Missing)
    }

    /// The tables that a round was played under.
    ///
    /// # Errors
    /// They are missing or of another game.
    pub fn find(&self, game: GameId, id: u32) -> Result<Arc<RuleSet>, RulesError> {
        if let Some(now) = self.in_force.get(&game)
            && now.id == id
        {
            return Ok(now.clone());
        }
        if let Some(read) = self.read.lock().get(&(game, id)) {
            return Ok(read.clone());
        }
        let row = self.rows.get(&id).ok_or(RulesError::Missing)?;
        let table = GameTable::from_json(game, &row.text)?;
        let set = Arc::new(RuleSet { id, hash: row.hash.as_str().into(), table });
        let mut read = self.read.lock();
        if read.len() < READ_MAX {
            read.insert((game, id), set.clone());
        }
        Ok(set)
    }

    /// The canonical JSON of the tables of a hash, so that the hash can be checked.
    pub fn text_of(&self, hash: &str) -> Option<&str> {
        self.rows.values().find(|row| row.hash == hash).map(|row| row.text.as_str())
    }
}

fn read_rows(view: &View) -> Result<HashMap<u32, RulesRow>, StoreError> {
    RULES.rows(view, Keys::all()).collect()
}
