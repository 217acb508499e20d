//! The parts of a running site, shared by all calls.

use actix_web::web::{self, Data};
use pointhouse_store::Store;

use super::on_air::OnAir;
use crate::accounts::{Accounts, Auth};
use crate::admin::backup_download::BackupDownloads;
use crate::admin::restore::Restores;
use crate::admin::setup::Setup;
use crate::admin::{ListOrders, MemoryUse, Notices, PanelLogins};
use crate::allowance::Allowance;
use crate::arbiters::Arbiters;
use crate::audit::Audit;
use crate::backups::{Backups, Copies};
use crate::broadcast::Broadcaster;
use crate::calendar::Calendar;
use crate::challenges::Challenges;
use crate::chat::Chat;
use crate::clock::{Clock, SiteZone};
use crate::config::Settings;
use crate::draw_key::Anchor;
use crate::external::ExternalServices;
use crate::first_steps::FirstSteps;
use crate::games::Games;
use crate::games::live_bets::TestBets;
use crate::giveaways::Giveaways;
use crate::hunts::Hunts;
use crate::input::BodyLimit;
use crate::job_states::JobStates;
use crate::maintenance::Maintenance;
use crate::module::Running;
use crate::operations::Observed;
use crate::people::{AdminPassword, People};
use crate::pictures::Pictures;
use crate::points::imports::Imports;
use crate::points::{Adjustments, Flows, FollowCycle, Grants, PointsBoards};
use crate::rate::Limits;
use crate::router;
use crate::settings::SettingsEditor;
use crate::shop::Shop;
use crate::site::SiteFacts;
use crate::wagers::Wagers;
use crate::wagers::affiliate::Affiliate;
use crate::wagers::tracking::Tracking;
use crate::wallet::Wallets;

/// The parts of a running site. Cheap to clone.
#[derive(Clone)]
pub struct Site {
    pub(super) settings: Data<Settings>,
    pub(super) settings_editor: Data<SettingsEditor>,
    pub(super) store: Store,
    /// The folder's last moment; `None` for commands beside the calls.
    pub(super) anchor: Option<Anchor>,
    pub(super) clock: Data<Clock>,
    pub(super) zone: Data<SiteZone>,
    pub(super) arbiters: Arbiters,
    pub(super) auth: Data<Auth>,
    pub(super) accounts: Data<Accounts>,
    pub(super) wallets: Data<Wallets>,
    pub(super) games: Data<Games>,
    pub(super) calendar: Data<Calendar>,
    pub(super) challenges: Data<Challenges>,
    pub(super) shop: Data<Shop>,
    pub(super) giveaways: Data<Giveaways>,
    pub(super) hunts: Data<Hunts>,
    pub(super) on_air: OnAir,
    pub(super) boards: Data<PointsBoards>,
    pub(super) cycle: FollowCycle,
    pub(super) flows: Data<Flows>,
    pub(super) orders: Data<ListOrders>,
    pub(super) facts: Data<SiteFacts>,
    pub(super) grants: Data<Grants>,
    pub(super) adjustments: Data<Adjustments>,
    pub(super) allowance: Data<Allowance>,
    pub(super) imports: Data<Imports>,
    pub(super) wagers: Data<Wagers>,
    pub(super) affiliate: Data<Affiliate>,
    pub(super) tracking: Data<Tracking>,
    pub(super) chat: Data<Chat>,
    pub(super) maintenance: Data<Maintenance>,
    pub(super) audit: Data<Audit>,
    pub(super) password: Data<AdminPassword>,
    pub(super) people: Data<People>,
    pub(super) setup: Data<Setup>,
    pub(super) restores: Data<Restores>,
    pub(super) first_steps: Data<FirstSteps>,
    pub(super) pictures: Data<Pictures>,
    pub(super) panel_logins: Data<PanelLogins>,
    pub(super) notices: Data<Notices>,
    pub(super) limits: Data<Limits>,
    pub(super) job_states: Data<JobStates>,
    pub(super) backups: Data<Backups>,
    pub(super) copies: Data<Copies>,
    pub(super) downloads: Data<BackupDownloads>,
    pub(super) test_bets: Data<TestBets>,
    pub(super) services: Data<ExternalServices>,
    pub(super) observed: Data<Observed>,
    pub(super) broadcaster: Broadcaster,
}

impl Site {
    /// The settings, for commands beside the calls.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The store, for commands beside the calls.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Time, for commands beside the calls.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The site's days, for the jobs.
    pub fn zone(&self) -> &SiteZone {
        &self.zone
    }

    /// Accounts, for commands beside the calls.
    pub fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// Wallets, for commands beside the calls.
    pub fn wallets(&self) -> &Wallets {
        &self.wallets
    }

    /// The folder's last moment, for the jobs.
    pub fn anchor(&self) -> Option<&Anchor> {
        self.anchor.as_ref()
    }

    /// Games, for the jobs.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// Giveaways, for the jobs.
    pub fn giveaways(&self) -> &Giveaways {
        &self.giveaways
    }

    /// Rate limits, for the jobs.
    pub fn limits(&self) -> &Data<Limits> {
        &self.limits
    }

    /// Restores of a new site, which a restart carries out.
    pub fn restores(&self) -> &Restores {
        &self.restores
    }

    /// Backups, for the jobs.
    pub fn backups(&self) -> &Data<Backups> {
        &self.backups
    }

    /// Copies of backups, for the jobs.
    pub fn copies(&self) -> &Copies {
        &self.copies
    }

    /// Refused logins of the panel, for tests.
    pub fn panel_logins(&self) -> &PanelLogins {
        &self.panel_logins
    }

    /// The modules that do something by themselves.
    pub(crate) fn running(&self) -> [&dyn Running; 7] {
        [
            &**self.panel_logins,
            &**self.affiliate,
            &**self.hunts,
            &**self.giveaways,
            &**self.games,
            &**self.imports,
            &**self.chat,
        ]
    }

    /// States of the jobs.
    pub fn job_states(&self) -> &JobStates {
        &self.job_states
    }

    /// Bonus hunts, for the demo's content.
    pub fn hunts(&self) -> &Hunts {
        &self.hunts
    }

    /// Grants to all members, which a start resumes.
    pub fn grants(&self) -> &Grants {
        &self.grants
    }

    /// Imports of points, for the jobs and the command line.
    pub fn imports(&self) -> &Imports {
        &self.imports
    }

    /// The wager tracking, which a start sweeps.
    pub fn tracking(&self) -> &Tracking {
        &self.tracking
    }

    /// The leaderboard's source, for the jobs.
    pub fn affiliate(&self) -> &Affiliate {
        &self.affiliate
    }

    /// The daily calendar, for tests.
    pub fn calendar(&self) -> &Calendar {
        &self.calendar
    }

    /// The chat, for the jobs.
    pub fn chat(&self) -> &Chat {
        &self.chat
    }

    /// Challenges, for the demo's content.
    pub fn challenges(&self) -> &Challenges {
        &self.challenges
    }

    /// The shop, for the demo's content.
    pub fn shop(&self) -> &Shop {
        &self.shop
    }

    pub(super) fn memory_use(&self) -> MemoryUse {
        MemoryUse::new(
            &self.settings.now(),
            (&self.accounts, &self.games, &self.hunts),
            &self.boards,
            (&self.limits, &self.backups),
        )
    }

    pub(super) fn mount(&self, cfg: &mut web::ServiceConfig) {
        cfg.app_data(BodyLimit(self.settings.now().server.request_bytes_max))
            .app_data(self.settings.clone())
            .app_data(self.settings_editor.clone())
            .app_data(self.clock.clone())
            .app_data(self.zone.clone())
            .app_data(self.auth.clone())
            .app_data(Data::new(self.broadcaster.clone()))
            .app_data(self.accounts.clone())
            .app_data(self.wallets.clone())
            .app_data(self.games.clone())
            .app_data(self.calendar.clone())
            .app_data(self.challenges.clone())
            .app_data(self.shop.clone())
            .app_data(self.giveaways.clone())
            .app_data(self.hunts.clone())
            .app_data(Data::new(self.on_air.overlay.clone()))
            .app_data(Data::new(self.on_air.keys.clone()))
            .app_data(Data::new(self.on_air.sources.clone()))
            .app_data(self.boards.clone())
            .app_data(self.flows.clone())
            .app_data(self.orders.clone())
            .app_data(self.facts.clone())
            .app_data(self.grants.clone())
            .app_data(self.adjustments.clone())
            .app_data(self.allowance.clone())
            .app_data(self.imports.clone())
            .app_data(self.wagers.clone())
            .app_data(self.affiliate.clone())
            .app_data(self.tracking.clone())
            .app_data(self.chat.clone())
            .app_data(self.maintenance.clone())
            .app_data(self.audit.clone())
            .app_data(self.password.clone())
            .app_data(self.people.clone())
            .app_data(self.setup.clone())
            .app_data(self.restores.clone())
            .app_data(self.first_steps.clone())
            .app_data(self.pictures.clone())
            .app_data(self.panel_logins.clone())
            .app_data(self.notices.clone())
            .app_data(Data::new(self.memory_use()))
            .app_data(self.limits.clone())
            .app_data(self.job_states.clone())
            .app_data(self.backups.clone())
            .app_data(self.copies.clone())
            .app_data(self.downloads.clone())
            .app_data(self.test_bets.clone())
            .app_data(self.services.clone())
            .app_data(Data::new(self.observed.middleware.clone()))
            .app_data(self.observed.clone());
        router::calls(cfg);
        self.broadcaster.configure(cfg);
        router::pages(cfg);
    }
}
