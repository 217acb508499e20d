//! `GET /api/site`.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use pointhouse_macros::call;
use pointhouse_rules::Game;

use super::SiteFacts;
use super::modules;
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::chat::Chat;
use crate::config::{
    Config, DollarFormat, HeadingFont, HomeBlock, HuntOrigin, Kick, LiveCounter, Modules, SiteLink,
    WagerTier,
};
use crate::second_factor;
use crate::wagers::PrizePeriod;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["site"; site]
}

/// Features that are not the same on all sites.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteFeatures {
    /// True when emails are sent; false when they are written to files for the streamer.
    mail: bool,
    /// True when free giveaways require a verified email.
    verified_email_required: bool,
    /// True when chat commands are set up.
    chat: bool,
    /// True when members may sign in with their account on the chat platform.
    kick_sign_in: bool,
    /// Whether passkeys work: the site has an address with a domain name.
    passkeys: bool,
    /// True when bonus hunts come from an external service and can only be read.
    external_hunts: bool,
    /// True when the daily calendar has milestones that pay cash.
    cash_milestones: bool,
    /// Points for members with a linked account who chat while the stream is live; null when
    /// chatting earns nothing or no channel is connected.
    #[schema(required)]
    chat_points: Option<ChatPoints>,
}

/// Points for writing in the chat.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatPoints {
    /// Points for the first message in each window.
    points: u32,
    /// Length of the window, in minutes.
    minutes: u32,
    /// Most points per member and day.
    daily_max: u32,
}

impl ChatPoints {
    fn of(kick: &Kick, chat: &Chat) -> Option<Self> {
        let pays = chat.is_connected() && kick.points_for_chatting > 0;
        pays.then_some(Self {
            points: kick.points_for_chatting,
            minutes: kick.chatting_window_minutes,
            daily_max: kick.chatting_daily_max,
        })
    }
}

/// Counters of the home page as entered; 0 is hidden.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HomeCounters)]
pub struct Counters {
    /// Won by members, in whole USD.
    winnings: u64,
    /// Hours streamed.
    hours: u64,
    /// Members of the community.
    members: u64,
    /// Entertainment in percent.
    entertainment: u64,
}

/// A counter that the site keeps itself.
#[derive(Debug, Serialize, ToSchema)]
pub struct LiveFigure {
    counter: LiveCounter,
    value: u64,
}

/// What the points are called.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PointsNames {
    /// One of them.
    pub(super) one: String,
    /// Several.
    pub(super) many: String,
}

/// Settings of this site that the pages show.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteAnswer {
    pub(super) name: String,
    /// One sentence below the name; may be empty.
    pub(super) tagline: String,
    /// Colour of points and of the main action, `#rrggbb`.
    pub(super) accent: String,
    pub(super) heading_font: HeadingFont,
    /// Address of a picture beside the name; may be empty.
    logo: String,
    /// Address of a square sign; empty for the built-in one.
    pub(super) mark: String,
    /// Address of a picture for the browser's tab; empty for the built-in one.
    pub(super) favicon: String,
    /// Address of a picture for links in other sites; may be empty.
    pub(super) share_image: String,
    /// Address of the large picture of the home page; empty for the built-in art.
    hero: String,
    promo_code: String,
    /// Name of the casino; empty without one, and no page mentions one then.
    pub(super) casino_name: String,
    casino_url: String,
    /// Where the stream is watched; may be empty.
    watch_live_url: String,
    /// May be empty.
    responsible_gaming_url: String,
    links: Vec<SiteLink>,
    /// What the streamer is called to have reached, as entered; 0 is hidden.
    counters: Counters,
    /// Counters that the site keeps itself, in their order.
    live_counters: Vec<LiveFigure>,
    /// Blocks of the home page, in their order.
    home_blocks: Vec<HomeBlock>,
    /// What the points are called.
    pub(super) points: PointsNames,
    /// Points for a new member when the email is verified; 0 = none.
    welcome_points: u64,
    /// How amounts of US dollars are written.
    pub(super) dollars: DollarFormat,
    /// House games, in their order.
    #[schema(value_type = Vec<String>)]
    games: Vec<Game>,
    wager_tiers: Vec<WagerTier>,
    leaderboard_badge: String,
    /// Prizes of the wager leaderboard, oldest period first.
    prize_periods: Vec<PrizePeriod>,
    timezone: String,
    features: SiteFeatures,
    /// Parts of the site that are on.
    modules: Modules,
    /// Address of the streamer's music for the maintenance page; null if there is none.
    #[schema(required)]
    maintenance_track: Option<String>,
}

/// Returns the site's settings. Public.
#[call(get, "/api/site", public)]
pub async fn site(facts: web::Data<SiteFacts>) -> Answer<SiteAnswer> {
    Answer(site_answer(&facts))
}

/// The site's settings as the pages get them.
pub(super) fn site_answer(facts: &SiteFacts) -> SiteAnswer {
    let SiteFacts { zone, accounts, chat, wagers, .. } = facts;
    let config = &*facts.config();
    let Config { brand, links, partner, texts, home, points, .. } = config;
    let live =
        |counter: &LiveCounter| LiveFigure { counter: *counter, value: facts.counter(*counter) };
    SiteAnswer {
        name: brand.name.clone(),
        tagline: brand.tagline.clone(),
        accent: brand.accent.clone(),
        heading_font: brand.heading_font,
        logo: brand.logo.clone(),
        mark: brand.mark.clone(),
        favicon: brand.tab_icon().to_owned(),
        share_image: brand.share_image.clone(),
        hero: brand.hero.clone(),
        promo_code: partner.promo_code.clone(),
        casino_name: partner.casino_name.clone(),
        casino_url: partner.casino_url.clone(),
        watch_live_url: links.watch_live_url.clone(),
        responsible_gaming_url: texts.responsible_gaming_url.clone(),
        links: links.links.clone(),
        counters: Counters {
            winnings: home.winnings,
            hours: home.hours,
            members: home.members,
            entertainment: home.entertainment,
        },
        live_counters: home.live_counters.iter().map(live).collect(),
        home_blocks: home.blocks.clone(),
        points: PointsNames { one: points.name.clone(), many: points.name_plural.clone() },
        welcome_points: points.welcome,
        dollars: config.place.dollars,
        games: config.games.offered.clone(),
        wager_tiers: partner.wager_tiers.clone(),
        leaderboard_badge: wagers.schedule().badge(wagers.current_month()),
        prize_periods: wagers.schedule().shown(),
        timezone: zone.at(accounts.clock.now()).0.name().to_owned(),
        modules: modules::shown(config),
        features: SiteFeatures {
            mail: accounts.mailer.sends(),
            verified_email_required: accounts.mailer.verified_email_required(),
            chat: config.kick.is_on(),
            kick_sign_in: config.kick.is_on() && config.kick.sign_in,
            passkeys: second_factor::is_place_of_passkeys(&config.place.url),
            external_hunts: config.hunts.source == HuntOrigin::External,
            cash_milestones: config.calendar.pays_cash(),
            chat_points: ChatPoints::of(&config.kick, chat),
        },
        maintenance_track: (!texts.maintenance_track.is_empty())
            .then(|| texts.maintenance_track.clone()),
    }
}
