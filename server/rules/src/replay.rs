//! Recomputes a round from its published inputs, one JSON line at a time.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fairness::{ClientSeed, Draw, DrawLog, Draws, ServerSeed};
use crate::giveaway::{Entries, Proof, Purchase};
use crate::{Game, Refusal};

/// A round's accepted draws followed by its outcome: the `expect` object of the test vectors.
#[derive(Clone, Debug, Serialize)]
pub struct Detail<'a, O> {
    /// Every accepted draw in order.
    pub draws: &'a [Draw],
    /// The game's own fields.
    #[serde(flatten)]
    pub outcome: O,
}

/// Recomputes one round under the published tables.
///
/// `line` is an entry of the test vectors as one JSON object: `game`, `server_seed`,
/// `client_seed`, `nonce`, `params` and, for games of several steps, `actions`; for a giveaway
/// `server_seed`, `giveaway_id` and `entries`. The answer is
/// one line of JSON without a line end: the `expect` object, `{"error":"code"}` with a code of
/// docs/games.md for a refused bet or action, or `{"error":"bad_line"}` for anything that is no
/// such entry. Other fields are ignored, so that a line of the vectors can be given as it is.
pub fn replay_line(line: &str) -> String {
    match replay(line) {
        Ok(answer) => answer,
        Err(Failure::Refused(refusal)) => json(&Failed { error: refusal.code() }),
        Err(Failure::BadLine) => json(&Failed { error: "bad_line" }),
    }
}

/// What is answered instead of a round.
#[derive(Serialize)]
struct Failed {
    error: &'static str,
}

#[derive(Deserialize)]
struct Entry {
    server_seed: String,
    client_seed: ClientSeed,
    nonce: u64,
    params: Value,
    #[serde(default)]
    actions: Vec<Value>,
}

#[derive(Deserialize)]
struct GiveawayEntry {
    server_seed: String,
    giveaway_id: String,
    entries: Vec<Purchase>,
}

/// Why a line has no round.
pub(crate) enum Failure {
    BadLine,
    Refused(Refusal),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

pub(crate) type Answer = Result<String, Failure>;
pub(crate) type Recorded = Draws<DrawLog>;

fn replay(line: &str) -> Answer {
    let line: Value = serde_json::from_str(line).map_err(|_| Failure::BadLine)?;
    let game = line.get("game").and_then(Value::as_str).ok_or(Failure::BadLine)?;
    if game == "giveaway" {
        return replay_giveaway(&line);
    }
    let game: Game = game.parse().map_err(|_| Failure::BadLine)?;
    let Entry { server_seed, client_seed, nonce, params, actions } =
        Entry::deserialize(&line).map_err(|_| Failure::BadLine)?;
    let server_seed = ServerSeed::from_hex(&server_seed).map_err(|_| Failure::BadLine)?;
    if !params.is_object() {
        return Err(Failure::BadLine);
    }
    let draws = Draws::recorded(&server_seed, &client_seed, nonce);
    replay_game(game, draws, &params, &actions)
}

macro_rules! replays_of_games {
    ($($Name:ident $id:ident $title:literal,)*) => {
        fn replay_game(game: Game, draws: Recorded, params: &Value, actions: &[Value]) -> Answer {
            match game {
                $(Game::$Name => crate::$id::replay(draws, params, actions),)*
            }
        }
    };
}

house_games!(replays_of_games);

fn replay_giveaway(line: &Value) -> Answer {
    let entry = GiveawayEntry::deserialize(line).map_err(|_| Failure::BadLine)?;
    let server_seed = ServerSeed::from_hex(&entry.server_seed).map_err(|_| Failure::BadLine)?;
    let mut entries = Entries::new(entry.giveaway_id).map_err(|_| Failure::BadLine)?;
    for Purchase { account_id, count } in entry.entries {
        entries.add(&account_id, count).map_err(|_| Failure::BadLine)?;
    }
    Ok(json(&Proof::of(&server_seed, &entries)))
}

/// The preset that a line names, or the published one.
pub(crate) fn preset<'a, P: Deserialize<'a>>(
    params: &'a Value,
    published: P,
) -> Result<P, Failure> {
    let named = params.get("preset").map(P::deserialize).transpose();
    Ok(named.map_err(|_| Failure::BadLine)?.unwrap_or(published))
}

pub(crate) fn detail(draws: &[Draw], outcome: impl Serialize) -> String {
    json(&Detail { draws, outcome })
}

#[expect(clippy::expect_used, reason = "outcomes are plain structs of numbers and text")]
fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("an outcome is plain data")
}
