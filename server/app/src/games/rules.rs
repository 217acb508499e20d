//! The tables in force and those of old rounds, by number and by hash (docs/games.md, section 1).

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use arc_swap::ArcSwapOption;
use parking_lot::{Mutex, RwLock};
use pointhouse_rules::{ExpectedReturn, Tables, rules_hash};
use pointhouse_store::{Batch, Keys, Store, StoreError, View};

use super::odds_view::{GameRules, PLACES, RulesAnswer};
use super::records::{RULES, RulesRow};
use super::registry::GameTable;
use crate::answer::Answer;
use crate::etag;
use crate::fault::Fault;
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

/// The tables in force, with what follows from them.
pub struct RulesInForce {
    sets: BTreeMap<GameId, Arc<RuleSet>>,
    /// Hash over all of them.
    pub hash: String,
    /// The tables with their odds, as the body of the answer.
    pub odds: etag::Ready,
    /// The highest expected return of any bet, by game. It takes all bets of a game.
    pub returns: Vec<(GameId, ExpectedReturn)>,
}

/// All tables that any round was played under. Cheap to clone; clones share changes.
#[derive(Clone)]
pub struct Rules {
    inner: Arc<Inner>,
}

struct Inner {
    /// `None`: only old rounds are proved.
    in_force: ArcSwapOption<RulesInForce>,
    rows: RwLock<HashMap<u32, Arc<RulesRow>>>,
    read: Mutex<HashMap<(GameId, u32), Arc<RuleSet>>>,
}

/// Tables whose rows are in a batch, to put in force when it is on disk.
pub struct NewRules {
    in_force: RulesInForce,
    added: Vec<(u32, Arc<RulesRow>)>,
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
    pub async fn load(store: &Store, settings: &Tables) -> Result<Self, Fault> {
        let rules = Self::stored(store.view())?;
        let mut batch = Batch::new();
        let new = rules.prepare(settings, &mut batch)?;
        if !batch.is_empty() {
            store.commit(batch).await?;
        }
        rules.put_in_force(new);
        Ok(rules)
    }

    /// The tables on disk, with none in force: for proving old rounds.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn stored(view: &View) -> Result<Self, StoreError> {
        let rows = RwLock::new(read_rows(view)?);
        let inner = Inner { in_force: ArcSwapOption::empty(), rows, read: Mutex::default() };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Adds the tables of the settings that are not on disk yet to a batch. Takes seconds of a processor's time:
    /// the odds take all bets of a game.
    ///
    /// # Errors
    /// A row does not fit.
    pub fn prepare(&self, settings: &Tables, batch: &mut Batch) -> Result<NewRules, Fault> {
        let mut rows = self.inner.rows.read().clone();
        let (mut sets, mut texts, mut added) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        for game in GameId::ALL {
            let table = GameTable::of(game, settings);
            let text = table.to_json();
            let hash = settings.rules_hash(game.into()).to_string();
            texts.insert(game, text.clone());
            let known = rows.iter().find(|(_, row)| row.hash == hash).map(|(id, _)| *id);
            let id = match known {
                Some(id) => id,
                None => {
                    let id = rows.keys().max().map_or(1, |last| last + 1);
                    let row = Arc::new(RulesRow { hash: hash.clone(), text });
                    RULES.put(batch, &id, &row)?;
                    added.push((id, row.clone()));
                    rows.insert(id, row);
                    id
                }
            };
            sets.insert(game, Arc::new(RuleSet { id, hash: hash.into(), table }));
        }
        let hash = rules_hash(settings).to_string();
        let returns: Vec<_> =
            GameId::ALL.map(|game| (game, settings.max_return(game.into()))).into();
        let odds = odds(&hash, (&sets, &texts), (settings, &returns))?;
        Ok(NewRules { in_force: RulesInForce { sets, hash, odds, returns }, added })
    }

    /// Puts tables in force whose rows are on disk. Open rounds keep theirs.
    pub fn put_in_force(&self, new: NewRules) {
        self.inner.rows.write().extend(new.added);
        self.inner.in_force.store(Some(Arc::new(new.in_force)));
    }

    /// The tables in force; `None` where only old rounds are proved.
    pub fn in_force(&self) -> Option<Arc<RulesInForce>> {
        self.inner.in_force.load_full()
    }

    /// The tables of a game in force.
    ///
    /// # Errors
    /// Never: every game has them.
    pub fn current(&self, game: GameId) -> Result<Arc<RuleSet>, RulesError> {
        let in_force = self.inner.in_force.load();
        let set = in_force.as_ref().and_then(|now| now.sets.get(&game));
        set.cloned().ok_or(RulesError::Missing)
    }

    /// The tables that a round was played under.
    ///
    /// # Errors
    /// They are missing or of another game.
    pub fn find(&self, game: GameId, id: u32) -> Result<Arc<RuleSet>, RulesError> {
        if let Ok(now) = self.current(game)
            && now.id == id
        {
            return Ok(now);
        }
        if let Some(read) = self.inner.read.lock().get(&(game, id)) {
            return Ok(read.clone());
        }
        let row = self.inner.rows.read().get(&id).cloned().ok_or(RulesError::Missing)?;
        let table = GameTable::from_json(game, &row.text)?;
        let set = Arc::new(RuleSet { id, hash: row.hash.as_str().into(), table });
        let mut read = self.inner.read.lock();
        if read.len() < READ_MAX {
            read.insert((game, id), set.clone());
        }
        Ok(set)
    }

    /// The canonical JSON of the tables of a hash, so that the hash can be checked.
    pub fn text_of(&self, hash: &str) -> Option<String> {
        let rows = self.inner.rows.read();
        rows.values().find(|row| row.hash == hash).map(|row| row.text.clone())
    }
}

/// The tables by game, and their canonical JSON.
type TablesWithText<'a> = (&'a BTreeMap<GameId, Arc<RuleSet>>, &'a BTreeMap<GameId, String>);

/// The tables with their odds, serialized once, because the returns take every bet.
fn odds(
    rules_hash: &str,
    (sets, texts): TablesWithText<'_>,
    (tables, returns): (&Tables, &[(GameId, ExpectedReturn)]),
) -> Result<etag::Ready, Fault> {
    let mut games = BTreeMap::new();
    for (game, highest) in returns {
        let (Some(set), Some(text)) = (sets.get(game), texts.get(game)) else {
            return Err(Fault::Contradiction("a game has no tables"));
        };
        let rules = GameRules {
            rules_hash: set.hash.to_string(),
            table: serde_json::from_str(text)?,
            highest_return: highest.to_decimal(PLACES),
            highest_return_fraction: highest.as_fraction(),
            max_payout: tables.max_payout((*game).into()).get(),
            returns_by_bet: set.table.returns_by_bet(),
        };
        games.insert(game.id(), rules);
    }
    Ok(etag::Ready::new(&Answer(RulesAnswer { rules_hash: rules_hash.to_owned(), games }))?)
}

fn read_rows(view: &View) -> Result<HashMap<u32, Arc<RulesRow>>, StoreError> {
    let shared = |row: Result<_, _>| row.map(|(id, row)| (id, Arc::new(row)));
    RULES.rows(view, Keys::all()).map(shared).collect()
}
