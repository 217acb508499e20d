//! What each role may do: areas of the panel, which the panel shows, and what a call says that its caller must be allowed to.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::tables::stored_codes;

/// What a person of the panel may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Everything.
    Owner,
    /// Everything but people, backups and what connects the site to services.
    Admin,
    /// What happens while the stream is live.
    Moderator,
}

stored_codes!(Role { Owner = 1, Admin = 2, Moderator = 3 });

/// A part of the panel that a role may see or change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Area {
    /// One's own name, password and sessions.
    Own,
    /// Giveaways and their draws.
    Giveaways,
    /// Bonus hunts.
    Hunts,
    /// Casino names that wait for a decision.
    Approvals,
    /// The line on the overlay.
    Overlay,
    /// Switches of games, live bets.
    Games,
    /// Challenges and their awards.
    Challenges,
    /// Items and purchases of the shop.
    Shop,
    /// Wagers, the leaderboard of the casino and its prizes.
    Wagers,
    /// Accounts of members: emails, statements, links, locks.
    Members,
    /// Points of single members, within limits.
    Grants,
    /// Budgets of games.
    Points,
    /// Cash rewards that are paid by hand.
    Rewards,
    /// Points for everyone, imports and exports of points.
    AllPoints,
    /// The switch of the whole site.
    Site,
    /// Settings and pictures of the site.
    Settings,
    /// The chat, mail and other services with their secrets, and the site's address.
    Services,
    /// The audit, health, emails and economy.
    Records,
    /// Backups.
    Backups,
    /// People of the panel.
    People,
}

impl Area {
    /// All areas, in the order in which the panel shows them.
    pub const ALL: [Self; 20] = [
        Self::Own,
        Self::Giveaways,
        Self::Hunts,
        Self::Approvals,
        Self::Overlay,
        Self::Games,
        Self::Challenges,
        Self::Shop,
        Self::Wagers,
        Self::Members,
        Self::Grants,
        Self::Points,
        Self::Rewards,
        Self::AllPoints,
        Self::Site,
        Self::Settings,
        Self::Services,
        Self::Records,
        Self::Backups,
        Self::People,
    ];
}

/// How much a role may do in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Nothing.
    None,
    /// Read.
    See,
    /// Read and change.
    Change,
}

/// What a role may do in an area.
pub fn level(role: Role, area: Area) -> Level {
    match (role, area) {
        (Role::Owner, _)
        | (
            _,
            Area::Own
            | Area::Giveaways
            | Area::Hunts
            | Area::Approvals
            | Area::Overlay
            | Area::Games
            | Area::Grants,
        ) => Level::Change,
        (Role::Admin, Area::People | Area::Backups) => Level::None,
        // Admins have limits on points by hand; these calls have none, so only the owner may use them.
        (Role::Admin, Area::Services | Area::AllPoints) => Level::See,
        (Role::Admin, _) => Level::Change,
        (Role::Moderator, Area::Challenges | Area::Shop) => Level::See,
        (Role::Moderator, _) => Level::None,
    }
}

/// What a person of the panel must be allowed to make a call. Declared at its handler.
#[derive(Clone, Copy)]
pub enum Right {
    /// The same wherever the call's path leads.
    One(Need),
    /// Depends on `{section}` in the call's path.
    OfSection(fn(&str) -> Need),
}

/// A level in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    area: Area,
    /// `None`: to see for a call that only reads, to change for any other.
    level: Option<Level>,
    /// Whether it needs a proof of the last 10 minutes: what the call does cannot be undone, gives others power, or takes
    /// data out of the site.
    pub is_proved: bool,
}

impl Need {
    /// What the call's method does in an area.
    pub const fn of(area: Area) -> Self {
        Self { area, level: None, is_proved: false }
    }

    /// The same, with a proof.
    pub const fn proved(area: Area) -> Self {
        Self { is_proved: true, ..Self::of(area) }
    }

    /// Whether a role may make such a call.
    pub fn is_met_by(self, role: Role, only_reads: bool) -> bool {
        let by_method = if only_reads { Level::See } else { Level::Change };
        level(role, self.area) >= self.level.unwrap_or(by_method)
    }
}

impl Right {
    /// What the call's method does in an area.
    pub const fn of(area: Area) -> Self {
        Self::One(Need::of(area))
    }

    /// The same, with a proof of the last 10 minutes.
    pub const fn proved(area: Area) -> Self {
        Self::One(Need::proved(area))
    }

    /// To see an area: for a call that reads although its method changes something.
    pub const fn to_see(area: Area) -> Self {
        Self::One(Need { level: Some(Level::See), ..Need::of(area) })
    }

    /// Whether it is a right that every role has.
    pub fn is_of_every_role(self) -> bool {
        matches!(self, Self::One(Need { area: Area::Own, is_proved: false, .. }))
    }

    /// What is needed for a section; without one, as for a section that does not exist.
    pub fn need(self, section: Option<&str>) -> Need {
        match self {
            Self::One(need) => need,
            Self::OfSection(need) => need(section.unwrap_or_default()),
        }
    }
}
