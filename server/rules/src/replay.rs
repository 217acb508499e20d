//! Recomputes a round from its published inputs, one JSON line at a time.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fairness::{ClientSeed, Draw, DrawLog, Draws, ServerSeed};
use crate::giveaway::{Entries, Proof, Purchase};
use crate::{
    Game, Hundredths, Refusal, Tables, blackjack, dice, keno, limbo, mines, roulette, slot,
};

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
/// games.md for a refused bet or action, or `{"error":"bad_line"}` for anything that is no such
/// entry. Other fields are ignored, so that a line of the vectors can be given as it is.
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
enum Failure {
    BadLine,
    Refused(Refusal),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

type Answer = Result<String, Failure>;
type Recorded = Draws<DrawLog>;

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
    match game {
        Game::Dice => replay_dice(draws, &params),
        Game::Limbo => replay_limbo(draws, &params),
        Game::Mines => replay_mines(draws, &params, &actions),
        Game::Keno => replay_keno(draws, &params),
        Game::Blackjack => replay_blackjack(draws, &params, &actions),
        Game::Slot => replay_slot(draws, &params),
        Game::Roulette => replay_roulette(draws, &params),
    }
}

fn replay_dice(mut draws: Recorded, params: &Value) -> Answer {
    let table = &Tables::published().dice;
    let bet = dice::Bet::from_json(params, table)?;
    let outcome = dice::play(&mut draws, table, &bet);
    Ok(detail(draws.log(), outcome))
}

/// In a line of the vectors the target stands in hundredths.
fn replay_limbo(mut draws: Recorded, params: &Value) -> Answer {
    let mut table = Tables::published().limbo.clone();
    table.preset = preset(params, table.preset)?;
    let target = params.get("target").and_then(Value::as_u64).unwrap_or(0);
    let bet = params.get("bet").and_then(Value::as_u64).unwrap_or(0);
    let bet = limbo::Bet::new(bet, Hundredths::from_units(target), &table)?;
    let outcome = limbo::play(&mut draws, &table, &bet);
    Ok(detail(draws.log(), outcome))
}

fn replay_mines(draws: Recorded, params: &Value, actions: &[Value]) -> Answer {
    let mut table = Tables::published().mines.clone();
    if let Some(turn) = params.get("turn_max_ppm") {
        table.turn_max_ppm = u32::deserialize(turn).map_err(|_| Failure::BadLine)?;
    }
    if let Some(auto) = params.get("auto_cashout") {
        table.auto_cashout_at_cap = bool::deserialize(auto).map_err(|_| Failure::BadLine)?;
    }
    table.validate().map_err(|_| Failure::BadLine)?;
    let mut round = mines::Round::start(draws, mines::Bet::from_json(params, &table)?);
    for action in actions {
        round.act(&table, mines::Action::from_json(action)?)?;
    }
    Ok(detail(round.draws().log(), round.outcome(&table)))
}

fn replay_keno(mut draws: Recorded, params: &Value) -> Answer {
    let table = &Tables::published().keno;
    let bet = keno::Bet::from_json(params, table)?;
    let outcome = keno::play(&mut draws, table, &bet);
    Ok(detail(draws.log(), outcome))
}

fn replay_blackjack(draws: Recorded, params: &Value, actions: &[Value]) -> Answer {
    let bet = blackjack::Bet::from_json(params, &Tables::published().blackjack)?;
    let mut round = blackjack::Round::deal(draws, bet);
    for action in actions {
        round.act(blackjack::Action::from_json(action)?)?;
    }
    Ok(detail(round.draws().log(), round.outcome()))
}

fn replay_slot(mut draws: Recorded, params: &Value) -> Answer {
    let mut table = Tables::published().slot.clone();
    table.preset = preset(params, table.preset)?;
    let bet = slot::Bet::from_json(params, &table)?;
    let outcome = slot::play(&mut draws, &table, &bet);
    Ok(detail(draws.log(), outcome))
}

fn replay_roulette(mut draws: Recorded, params: &Value) -> Answer {
    let table = &Tables::published().roulette;
    let bet = roulette::Bet::from_json(params, table)?;
    let outcome = roulette::play(&mut draws, table, &bet);
    Ok(detail(draws.log(), outcome))
}

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
fn preset<'a, P: Deserialize<'a>>(params: &'a Value, published: P) -> Result<P, Failure> {
    let named = params.get("preset").map(P::deserialize).transpose();
    Ok(named.map_err(|_| Failure::BadLine)?.unwrap_or(published))
}

fn detail(draws: &[Draw], outcome: impl Serialize) -> String {
    json(&Detail { draws, outcome })
}

#[expect(clippy::expect_used, reason = "outcomes are plain structs of numbers and text")]
fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("an outcome is plain data")
}
