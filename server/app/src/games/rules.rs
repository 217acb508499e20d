//! The tables in force and those of old rounds, by number and by hash (games.md, section 1).

use std::collections::BTreeMap;

use pointhouse_rules::{canonical_json, rules_hash};
use pointhouse_store::{Batch, Store, decode, encode};

use super::records::RulesRow;
use crate::config::GameTables;
use crate::ids::GameId;
use crate::tables;

/// The tables in force.
pub struct Rules {
    games: BTreeMap<GameId, (u32, String)>,
    /// Hash over all of them.
    pub hash: String,
}

impl Rules {
    /// Finds the tables of the settings among those on disk, adding what is new.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub async fn load(store: &Store, settings: &GameTables) -> Result<Self, String> {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let mut known = BTreeMap::new();
        for (key, row) in
            store.view().scan(tables::RULES, &[], &[], 10_000).map_err(|e| told(&e))?
        {
            let id = <[u8; 4]>::try_from(key.as_ref()).map_err(|e| told(&e))?;
            let row: RulesRow = decode(&row).map_err(|e| told(&e))?;
            known.insert(row.hash, u32::from_be_bytes(id));
        }
        let in_force = [(GameId::Dice, rules_hash(&settings.dice), canonical_json(&settings.dice))];
        let mut games = BTreeMap::new();
        let mut batch = Batch::new();
        let mut next = known.values().max().map_or(1, |last| last + 1);
        for (game, hash, text) in in_force {
            let hash = hash.to_string();
            let id = match known.get(&hash) {
                Some(id) => *id,
                None => {
                    let row = RulesRow { hash: hash.clone(), text };
                    let row = encode(&row).map_err(|e| told(&e))?;
                    batch.put(tables::RULES, &next.to_be_bytes(), &row).map_err(|e| told(&e))?;
                    next += 1;
                    next - 1
                }
            };
            games.insert(game, (id, hash));
        }
        if !batch.is_empty() {
            store.commit(batch).await.map_err(|e| told(&e))?;
        }
        Ok(Self { games, hash: rules_hash(settings).to_string() })
    }

    /// Number of a game's tables in force; 0 for a game that has none.
    pub fn id(&self, game: GameId) -> u32 {
        self.games.get(&game).map_or(0, |(id, _)| *id)
    }

    /// Hash of a game's tables in force.
    pub fn hash_of(&self, game: GameId) -> &str {
        self.games.get(&game).map_or("", |(_, hash)| hash)
    }
}
