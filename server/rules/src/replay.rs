//! Recomputes a round from its published inputs, one JSON line at a time.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fairness::{ClientSeed, Draw, Draws, ServerSeed};
use crate::{Refusal, Tables, dice};

/// A round's accepted draws followed by its outcome: the `expect` object of the test vectors.
#[derive(Clone, Debug, Serialize)]
pub struct Detail<O> {
    /// Every accepted draw in order.
    pub draws: Vec<Draw>,
    /// The game's own fields.
    #[serde(flatten)]
    pub outcome: O,
}

/// Recomputes one round under the published tables.
///
/// `line` is an entry of the test vectors as one JSON object: `game`, `server_seed`,
/// `client_seed`, `nonce`, `params` and, for games of several steps, `actions`. The answer is
/// one line of JSON without a line end: the `expect` object, `{"error":"code"}` with a code of
/// games.md for a refused bet or action, or `{"error":"bad_line"}` for anything that is no such
/// entry. Other fields are ignored, so that a line of the vectors can be given as it is.
pub fn replay_line(line: &str) -> String {
    match replay(line) {
        Ok(answer) => answer,
        Err(code) => json(&Failed { error: code }),
    }
}

/// What is answered instead of a round.
#[derive(Serialize)]
struct Failed {
    error: &'static str,
}

/// The code for a line that is no entry at all.
const BAD_LINE: &str = "bad_line";

#[derive(Deserialize)]
struct Entry {
    game: String,
    server_seed: String,
    client_seed: ClientSeed,
    nonce: u64,
    params: Value,
}

fn replay(line: &str) -> Result<String, &'static str> {
    let entry: Entry = serde_json::from_str(line).map_err(|_| BAD_LINE)?;
    let server_seed = ServerSeed::from_hex(&entry.server_seed).map_err(|_| BAD_LINE)?;
    if !entry.params.is_object() {
        return Err(BAD_LINE);
    }
    let draws = Draws::recorded(&server_seed, &entry.client_seed, entry.nonce);
    match entry.game.as_str() {
        "dice" => replay_dice(draws, &entry.params),
        _ => return Err(BAD_LINE),
    }
    .map_err(|refusal| refusal.code())
}

fn replay_dice(mut draws: Draws<Vec<Draw>>, params: &Value) -> Result<String, Refusal> {
    let table = &Tables::published().dice;
    let bet = dice::Bet::from_json(params, table)?;
    let outcome = dice::play(&mut draws, table, &bet);
    Ok(json(&Detail { draws: draws.into_log(), outcome }))
}

#[expect(clippy::expect_used, reason = "outcomes are plain structs of numbers and text")]
fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("an outcome is plain data")
}
