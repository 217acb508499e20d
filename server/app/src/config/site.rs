//! Settings of the site that have no module of their own: who it is, its links and partner, and which parts of it
//! are on.

use chrono_tz::Tz;
use reqwest::Url;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::colour::check_accent;
use super::{ConfigError, at_most, check_link, refuse, within};

/// Largest number of links, counters, tiers and other entries of a list.
const ENTRIES_MAX: usize = 50;
/// Largest amount in US dollars.
const DOLLARS_MAX: u64 = 1_000_000_000;

/// `[brand]`: what the site is called and how it looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Brand {
    /// Name of the site, 1 to 60 characters.
    pub name: String,
    /// One sentence below the name, at most 120 characters.
    pub tagline: String,
    /// Colour of points and of the main action, `#rrggbb`.
    pub accent: String,
    /// Font of headings.
    pub heading_font: HeadingFont,
    /// Address of a picture beside the name; empty: the name alone. This and the other pictures are addresses
    /// under /api/site/pictures or https addresses.
    pub logo: String,
    /// Address of a square sign; empty: the built-in one.
    pub mark: String,
    /// Address of a square picture for the browser's tab; empty: the sign.
    pub favicon: String,
    /// Address of a picture for links in other sites; empty: none.
    pub share_image: String,
    /// Address of the large picture of the home page; empty: the built-in art.
    pub hero: String,
}

/// Fonts of headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeadingFont {
    /// Wide and heavy.
    Archivo,
    /// As the text.
    Geist,
    /// The device's own font.
    System,
}

/// `[links]`: the streamer's other places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Links {
    /// Where the stream is watched; empty: no such link.
    pub watch_live_url: String,
    /// Links of the footer and the socials page, at most 50.
    pub links: Vec<SiteLink>,
}

/// A link to another place of the streamer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteLink {
    /// What it leads to.
    pub kind: LinkKind,
    /// Text of the link, 1 to 40 characters.
    pub label: String,
    /// The https address.
    pub url: String,
}

/// What a link leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SiteLinkKind)]
pub enum LinkKind {
    /// Kick.
    Kick,
    /// Twitch.
    Twitch,
    /// YouTube.
    #[serde(rename = "youtube")]
    YouTube,
    /// TikTok.
    #[serde(rename = "tiktok")]
    TikTok,
    /// Discord.
    Discord,
    /// X.
    X,
    /// Instagram.
    Instagram,
    /// Any other page.
    Website,
}

/// `[partner]`: the casino whose leaderboard and rewards the site shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Partner {
    /// Name of the casino, at most 60 characters; empty: no page mentions a casino.
    pub casino_name: String,
    /// Its https address, usually with the streamer's code; empty without a casino.
    pub casino_url: String,
    /// The streamer's code, at most 40 characters.
    pub promo_code: String,
    /// Wager rewards, at most 50.
    pub wager_tiers: Vec<WagerTier>,
}

/// A reward for wagers at the casino.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerTier {
    /// Name of the tier; may be empty.
    pub name: String,
    /// Wager from which the tier applies, in whole USD.
    pub wager: u64,
    /// The reward, in whole USD.
    pub reward: u64,
}

/// `[place]`: where the site is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Address of the site for browsers, such as `https://example.com`; empty: only the machine's own address.
    pub url: String,
    /// Time zone of the calendar, the leaderboards and the prize budget. A change takes effect at the next
    /// midnight of the earlier zone.
    #[schema(value_type = String)]
    pub timezone: Tz,
    /// How amounts of US dollars are written.
    pub dollars: DollarFormat,
}

/// How an amount of US dollars is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DollarFormat {
    /// $1,234.50
    Sign,
    /// US$1,234.50
    Country,
    /// 1,234.50 USD
    Code,
}

impl DollarFormat {
    /// Its name in settings and documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sign => "sign",
            Self::Country => "country",
            Self::Code => "code",
        }
    }
}

/// `[texts]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// Address of a page about responsible gaming; empty: no such link.
    pub responsible_gaming_url: String,
    /// https address of music for the maintenance page; empty: a built-in loop.
    pub maintenance_track: String,
}

/// `[modules]`: the parts of the site. What is off is in no menu, and its pages and calls are not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Modules {
    /// The daily calendar.
    pub calendar: bool,
    /// Challenges.
    pub challenges: bool,
    /// Giveaways.
    pub giveaways: bool,
    /// The points shop.
    pub shop: bool,
    /// Bonus hunts.
    pub hunts: bool,
    /// The leaderboard of points.
    pub points_leaderboard: bool,
    /// The leaderboard of wagers; needs a casino.
    pub wager_leaderboard: bool,
    /// Rewards for wagers; needs a casino.
    pub wager_rewards: bool,
    /// The page of links.
    pub socials: bool,
    /// House games.
    pub games: bool,
}

impl Brand {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        if self.name.trim().is_empty() || self.name.chars().count() > 60 {
            return refuse("brand.name", "must have 1 to 60 characters");
        }
        at_most("brand.tagline", &self.tagline, 120)?;
        let pictures = [
            ("brand.logo", &self.logo),
            ("brand.mark", &self.mark),
            ("brand.favicon", &self.favicon),
            ("brand.share_image", &self.share_image),
            ("brand.hero", &self.hero),
        ];
        for (key, address) in pictures {
            check_picture(key, address)?;
        }
        check_accent("brand.accent", &self.accent)
    }

    /// Address of the picture for the browser's tab; empty for the built-in one.
    pub fn tab_icon(&self) -> &str {
        if self.favicon.is_empty() { &self.mark } else { &self.favicon }
    }

    /// Addresses of its pictures; some may be empty.
    pub fn pictures(&self) -> [&str; 5] {
        [&self.logo, &self.mark, &self.favicon, &self.share_image, &self.hero]
    }
}

impl Links {
    /// Names of the streamer's channels: the last part of their addresses.
    pub(super) fn channels(&self) -> impl Iterator<Item = &str> {
        let is_channel =
            |link: &&SiteLink| !matches!(link.kind, LinkKind::Discord | LinkKind::Website);
        let urls = self.links.iter().filter(is_channel).map(|link| &*link.url);
        let urls = urls.chain([&*self.watch_live_url]);
        urls.filter_map(|url| {
            let (_, path) = url.split_once("://")?.1.split_once('/')?;
            let path = path.split(['?', '#']).next()?.trim_end_matches('/');
            let name = path.rsplit('/').next()?.trim_start_matches('@');
            (!name.is_empty()).then_some(name)
        })
    }

    pub(super) fn check(&self) -> Result<(), ConfigError> {
        check_optional_link("links.watch_live_url", &self.watch_live_url)?;
        few("links.links", &self.links)?;
        for link in &self.links {
            if link.label.trim().is_empty() || link.label.chars().count() > 40 {
                return refuse("links.links", "each link needs a text of 1 to 40 characters");
            }
            check_link("links.links", &link.url)?;
        }
        Ok(())
    }
}

impl Partner {
    /// Returns whether the site has a casino to mention.
    pub fn has_casino(&self) -> bool {
        !self.casino_name.trim().is_empty()
    }

    pub(super) fn check(&self) -> Result<(), ConfigError> {
        at_most("partner.casino_name", &self.casino_name, 60)?;
        at_most("partner.promo_code", &self.promo_code, 40)?;
        check_optional_link("partner.casino_url", &self.casino_url)?;
        if self.has_casino() && self.casino_url.is_empty() {
            return refuse("partner.casino_url", "must be set when there is a casino");
        }
        few("partner.wager_tiers", &self.wager_tiers)?;
        for tier in &self.wager_tiers {
            at_most("partner.wager_tiers", &tier.name, 40)?;
            within("partner.wager_tiers.wager", tier.wager, 0, DOLLARS_MAX)?;
            within("partner.wager_tiers.reward", tier.reward, 0, DOLLARS_MAX)?;
        }
        Ok(())
    }
}

impl Place {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        at_most("place.url", &self.url, 300)?;
        let is_origin = self.url.parse::<Url>().is_ok_and(|url| {
            ["http://", "https://"].iter().any(|scheme| self.url.starts_with(scheme))
                && url.path() == "/"
                && url.username().is_empty()
                && url.password().is_none()
                && url.query().is_none()
                && url.fragment().is_none()
        });
        if self.url.is_empty() || (is_origin && !self.url.contains(char::is_whitespace)) {
            return Ok(());
        }
        refuse("place.url", "must be empty or an http or https address")
    }
}

impl Texts {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        check_optional_link("texts.responsible_gaming_url", &self.responsible_gaming_url)?;
        check_optional_link("texts.maintenance_track", &self.maintenance_track)
    }
}

fn check_optional_link(key: &'static str, url: &str) -> Result<(), ConfigError> {
    if url.is_empty() { Ok(()) } else { check_link(key, url) }
}

/// A picture is one that was uploaded, or stands elsewhere.
fn check_picture(key: &'static str, address: &str) -> Result<(), ConfigError> {
    at_most(key, address, 300)?;
    if address.starts_with("/api/site/pictures/") {
        Ok(())
    } else {
        check_optional_link(key, address)
    }
}

fn few<T>(key: &'static str, entries: &[T]) -> Result<(), ConfigError> {
    if entries.len() <= ENTRIES_MAX {
        return Ok(());
    }
    refuse(key, &format!("must have at most {ENTRIES_MAX} entries"))
}
