//! `[overlay]`

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ConfigError, colour, distinct, refuse, within};
use crate::ids::SourceId;

/// Most sources of a site.
const SOURCES_MAX: usize = 40;
/// Size of the canvas that places are given on, in pixels.
const CANVAS: (u32, u32) = (1920, 1080);
/// Smallest size of a source, in pixels.
const LEAST_SIZE: (u32, u32) = (120, 60);
/// Longest name of a source, in characters.
const NAME_MAX: usize = 40;
/// Longest title of a goal, in characters.
const TITLE_MAX: usize = 60;
/// Largest number of a goal.
const GOAL_MAX: u64 = 1_000_000_000_000;
/// Languages whose way to write numbers can be chosen.
const LOCALES: [&str; 11] = [
    "en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "it-IT", "pt-BR", "nl-NL", "pl-PL", "tr-TR",
    "ja-JP",
];

/// `[overlay]`: the sources for the broadcast software.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OverlaySources {
    /// The sources, in the order of the panel.
    pub sources: Vec<OverlaySource>,
}

/// One picture for the broadcast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OverlaySource {
    /// Eight characters of a-z and 0-9.
    pub id: String,
    /// What the panel calls it.
    pub name: String,
    /// Distance of its plate from the left edge of a canvas of 1920 x 1080, in pixels.
    pub x: u32,
    /// Distance from the upper edge, in pixels.
    pub y: u32,
    /// Width of its plate, in pixels.
    pub width: u32,
    /// Height of its plate, in pixels.
    pub height: u32,
    /// Its colour, `#rrggbb`; empty for the colour of the brand.
    pub accent: String,
    /// Volume of its sounds in percent; 0 = silent.
    pub volume: u32,
    /// The language whose way to write numbers it has, such as `de-DE`.
    pub locale: String,
    /// What it is, with its options.
    pub options: SourceOptions,
}

/// What a source shows, with its options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SourceOptions {
    /// Scenes of the site, one after the other.
    Banner {
        /// The scenes, in their order.
        scenes: Vec<BannerScene>,
        /// Time of a scene.
        scene_seconds: u32,
        /// Time without a banner between two rounds.
        rest_seconds: u32,
    },
    /// A line that people of the panel type.
    LowerThird {
        /// Without a line: what comes next, such as the end of a giveaway.
        shows_next: bool,
    },
    /// What members do, one after the other.
    Ticker {
        /// What is shown.
        shows: Vec<TickerItem>,
        /// The lowest multiplier of a win that is shown.
        least_multiplier: u32,
        /// Time of an item.
        item_seconds: u32,
    },
    /// The first three of a leaderboard.
    Podium {
        /// The leaderboard.
        board: PodiumBoard,
    },
    /// The giveaway that is open, and its draw.
    Giveaway {},
    /// The bonus hunt that is being opened.
    Hunt {},
    /// Something that the community is on its way to.
    Goal {
        /// What is counted.
        counts: GoalCount,
        /// Its title.
        title: String,
        /// The number that is reached in the end.
        target: u64,
        /// The number now, where the streamer types it.
        number: u64,
        /// The count that is shown as 0.
        starts_at: u64,
    },
    /// Announcements, one at a time.
    Alerts {
        /// What is announced.
        shows: Vec<AlertItem>,
        /// The lowest multiplier of a win that is announced.
        least_multiplier: u32,
        /// Time of an announcement.
        seconds: u32,
    },
    /// The rounds of one member, as they are played.
    Round {
        /// The member's name; empty for no member.
        member: String,
        /// Games whose rounds are shown.
        games: Vec<RoundGame>,
        /// Time after the last round until the source hides.
        hide_after_seconds: u32,
    },
}

/// A scene of the banner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BannerScene {
    /// Name and address of the site.
    Site,
    /// Open challenges.
    Challenges,
    /// Giveaways.
    Giveaways,
    /// The points leaderboard.
    Points,
    /// How to sign up.
    SignUp,
}

/// An item of the ticker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TickerItem {
    /// A win in a house game.
    Win,
    /// A claim of the daily calendar.
    Claim,
    /// A purchase in the points shop.
    Purchase,
    /// A new member who agreed to be named.
    Member,
}

/// What can be announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AlertItem {
    /// The winner of a giveaway.
    Winner,
    /// A challenge that was done.
    Challenge,
    /// A win in a house game.
    Win,
    /// A member who linked an account of the chat platform.
    Linked,
}

/// A leaderboard on the podium.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PodiumBoard {
    /// The points leaderboard.
    Points,
    /// The wager leaderboard of the casino.
    Wagers,
}

/// What a goal counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GoalCount {
    /// Points that members were given, without winnings of house games.
    Points,
    /// Members with an account.
    Members,
    /// A number that the streamer types.
    Number,
}

/// A game whose rounds can be shown as they are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundGame {
    /// The slot machine.
    Slot,
    /// Dice.
    Dice,
    /// Limbo.
    Limbo,
}

impl OverlaySources {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let key = "overlay.sources";
        if self.sources.len() > SOURCES_MAX {
            return refuse(key, &format!("must be at most {SOURCES_MAX}"));
        }
        let ids: Vec<&str> = self.sources.iter().map(|source| source.id.as_str()).collect();
        distinct("overlay.sources.id", &ids)?;
        self.sources.iter().try_for_each(OverlaySource::check)
    }
}

impl OverlaySource {
    /// Its id; `None` before the check has passed.
    pub fn id(&self) -> Option<SourceId> {
        self.id.parse().ok()
    }

    fn check(&self) -> Result<(), ConfigError> {
        if self.id().is_none() {
            return refuse("overlay.sources.id", "must be eight characters of a-z and 0-9");
        }
        check_text("overlay.sources.name", &self.name, NAME_MAX)?;
        within("overlay.sources.width", self.width, LEAST_SIZE.0, CANVAS.0)?;
        within("overlay.sources.height", self.height, LEAST_SIZE.1, CANVAS.1)?;
        within("overlay.sources.x", self.x, 0, CANVAS.0 - self.width)?;
        within("overlay.sources.y", self.y, 0, CANVAS.1 - self.height)?;
        if !self.accent.is_empty() && colour::parse(&self.accent).is_none() {
            return refuse("overlay.sources.accent", "must be empty or a colour such as #f2c24d");
        }
        within("overlay.sources.volume", self.volume, 0, 100)?;
        if !LOCALES.contains(&self.locale.as_str()) {
            let reason = format!("must be one of {}", LOCALES.join(", "));
            return refuse("overlay.sources.locale", &reason);
        }
        self.options.check()
    }
}

impl SourceOptions {
    fn check(&self) -> Result<(), ConfigError> {
        match self {
            Self::Banner { scenes, scene_seconds, rest_seconds } => {
                some_distinct("overlay.sources.options.scenes", scenes)?;
                within("overlay.sources.options.scene_seconds", *scene_seconds, 2, 60)?;
                within("overlay.sources.options.rest_seconds", *rest_seconds, 0, 3600)
            }
            Self::LowerThird { .. } | Self::Podium { .. } | Self::Giveaway {} | Self::Hunt {} => {
                Ok(())
            }
            Self::Ticker { shows, least_multiplier, item_seconds } => {
                some_distinct("overlay.sources.options.shows", shows)?;
                check_multiplier(*least_multiplier)?;
                within("overlay.sources.options.item_seconds", *item_seconds, 2, 60)
            }
            Self::Goal { title, target, number, starts_at, .. } => {
                check_text("overlay.sources.options.title", title, TITLE_MAX)?;
                within("overlay.sources.options.target", *target, 1, GOAL_MAX)?;
                within("overlay.sources.options.number", *number, 0, GOAL_MAX)?;
                within("overlay.sources.options.starts_at", *starts_at, 0, GOAL_MAX)
            }
            Self::Alerts { shows, least_multiplier, seconds } => {
                some_distinct("overlay.sources.options.shows", shows)?;
                check_multiplier(*least_multiplier)?;
                within("overlay.sources.options.seconds", *seconds, 3, 30)
            }
            Self::Round { member, games, hide_after_seconds } => {
                if member.chars().count() > NAME_MAX {
                    return refuse("overlay.sources.options.member", "is too long");
                }
                some_distinct("overlay.sources.options.games", games)?;
                within("overlay.sources.options.hide_after_seconds", *hide_after_seconds, 5, 600)
            }
        }
    }
}

fn check_multiplier(multiplier: u32) -> Result<(), ConfigError> {
    within("overlay.sources.options.least_multiplier", multiplier, 2, 100_000)
}

fn some_distinct<T: PartialEq>(key: &'static str, entries: &[T]) -> Result<(), ConfigError> {
    if entries.is_empty() {
        return refuse(key, "must have at least one entry");
    }
    distinct(key, entries)
}

fn check_text(key: &'static str, text: &str, longest: usize) -> Result<(), ConfigError> {
    let length = text.trim().chars().count();
    if !(1..=longest).contains(&length) || text.chars().any(char::is_control) {
        return refuse(key, &format!("must have 1 to {longest} characters in one line"));
    }
    Ok(())
}
