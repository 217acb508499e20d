//! Wire shapes of the overlay's sources.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::challenges::Challenge;
use crate::config::{Cycle, PodiumBoard};
use crate::giveaways::Giveaway;
use crate::hunts::HuntOnAir;
use crate::overlay::events::OverlayLine;

/// Everything that a source shows.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceState {
    /// Changes with every build of the pages: a source of another build loads itself again.
    pub build: &'static str,
    /// The run of the server that the state is of.
    pub run: String,
    /// Counts up within a run. A source ignores a state with a lower number than the one it has of the same run.
    pub number: u64,
    /// When the server said so, ISO 8601.
    pub now: String,
    /// True for an example that the panel sent.
    pub is_test: bool,
    /// The source as in the settings, its keys in camelCase.
    #[schema(value_type = BTreeMap<String, Object>)]
    pub source: Value,
    /// What the site is called.
    pub site: SourceSite,
    /// What it shows, by its kind.
    pub facts: SourceFacts,
}

/// What a source needs to know of the site.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceSite {
    pub name: String,
    /// Address of the site's sign; empty for the built-in one.
    pub mark: String,
    /// Where the site is, as viewers type it; empty when it is not set.
    pub address: String,
    pub promo_code: String,
    pub casino_name: String,
    /// What several points are called.
    pub points_name: String,
    /// What one point is called.
    pub points_one: String,
    /// Colour of the source, `#rrggbb`.
    pub accent: String,
    pub timezone: String,
    /// Declarations of CSS for its tones and fonts.
    pub theme: String,
}

/// What a source shows, by its kind.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum SourceFacts {
    /// The scenes of the site.
    Banner { challenges: Vec<Challenge>, giveaways: Vec<Giveaway>, board: BannerBoard },
    /// The line of the panel, and what comes next.
    LowerThird {
        #[schema(required)]
        line: Option<OverlayLine>,
        #[schema(required)]
        next: Option<NextThing>,
    },
    /// What happened lately, newest first.
    Ticker { items: Vec<OverlayHappening> },
    /// The first three of a leaderboard.
    Podium {
        board: PodiumBoard,
        #[schema(required)]
        cycle: Option<Cycle>,
        places: Vec<PodiumPlace>,
    },
    /// A giveaway.
    Giveaway {
        #[schema(required)]
        giveaway: Option<GiveawayOnAir>,
    },
    /// A bonus hunt.
    Hunt {
        #[schema(required)]
        hunt: Option<HuntOnAir>,
    },
    /// The number that has been reached.
    Goal { value: u64 },
    /// Announcements come as events. The last ones, newest first, are for a page that has missed them, and for their
    /// names, which follow the consent.
    Alerts { items: Vec<OverlayHappening> },
    /// The member whose rounds are shown; null without one who agreed.
    Round {
        #[schema(required)]
        member: Option<String>,
    },
}

/// The points leaderboard of the banner.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BannerBoard {
    pub cycle: Cycle,
    pub leaderboard: Vec<BannerPlace>,
}

/// A place on it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BannerPlace {
    pub username: String,
    pub total_points: u64,
}

/// A place on a podium.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PodiumPlace {
    pub name: String,
    /// Points, or US dollars.
    pub amount: f64,
    pub is_named: bool,
}

/// What comes next.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NextThing {
    pub what: NextKind,
    pub title: String,
    /// ISO 8601.
    pub at: String,
}

/// Kinds of what comes next.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NextKind {
    /// The entries of a giveaway end.
    GiveawayEnds,
    /// The entries of a giveaway begin.
    GiveawayStarts,
}

/// A giveaway on the air.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveawayOnAir {
    pub id: String,
    pub title: String,
    pub prize: String,
    pub status: OnAirStatus,
    pub starts_at: String,
    pub ends_at: String,
    #[schema(required)]
    pub ended_at: Option<String>,
    pub tickets: u64,
    pub entrants: u64,
    /// Points a ticket; 0 = free.
    pub entry_cost: u64,
    #[schema(required)]
    pub winner: Option<String>,
    pub winner_is_named: bool,
    #[schema(required)]
    pub winning_ticket: Option<u64>,
    /// Path of the page with the proof.
    pub proof_path: String,
}

/// Where a giveaway is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnAirStatus {
    Upcoming,
    Active,
    Ended,
    Cancelled,
}

/// What a member has done. Sent to sources that show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverlayHappening {
    /// Different for each.
    pub id: String,
    /// When it happened, ISO 8601.
    pub at: String,
    /// What happened.
    pub kind: HappeningKind,
    /// The member's name, masked without the member's consent.
    pub name: String,
    /// True when the name is whole.
    pub is_named: bool,
    /// Title of the game, item, prize or challenge; may be empty.
    pub title: String,
    /// Points, 0 without any.
    pub amount: u64,
    /// Payout divided by stake, with two decimals; 0 without any.
    pub multiplier: f64,
    /// True for an example that the panel sent.
    pub is_test: bool,
    /// The round, of `round` only: as in the history of its member.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, Object>>)]
    pub round: Option<Value>,
}

/// Kinds of happenings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HappeningKind {
    /// A win in a house game.
    Win,
    /// A claim of the daily calendar.
    Claim,
    /// A purchase in the points shop.
    Purchase,
    /// A new member who agreed to be named.
    Member,
    /// The winner of a giveaway.
    Winner,
    /// A challenge that was paid.
    Challenge,
    /// An account of the chat platform was linked.
    Linked,
    /// A round of the member whose rounds are shown.
    Round,
}

/// The same JSON with the keys of all objects in camelCase.
pub(super) fn camel_case(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields =
                fields.into_iter().map(|(key, value)| (camel_key(&key), camel_case(value)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(camel_case).collect()),
        value => value,
    }
}

fn camel_key(key: &str) -> String {
    let mut parts = key.split('_');
    let mut camel = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_are_written_in_camel_case_and_values_stay() {
        let settings =
            json!({ "name": "my_name", "options": { "scene_seconds": 4, "shows": ["sign_up"] } });
        let expected =
            json!({ "name": "my_name", "options": { "sceneSeconds": 4, "shows": ["sign_up"] } });
        assert_eq!(camel_case(settings), expected);
    }
}
