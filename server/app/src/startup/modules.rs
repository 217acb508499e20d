//! Builds the shared services, the modules on top of them, and the site.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Data;
use pointhouse_store::{Batch, Progress, Single, Store};
use rand::TryRng;
use rand::rngs::SysRng;

use super::accounts::accounts;
use super::connected::{Connected, connected, tracking};
use super::error::StartError;
use super::on_air::on_air;
use super::purpose::Purpose;
use super::shared_services::{SITE_KEY, SharedServices, TOKEN_SECRET};
use super::site::Site;
use super::storage::{Folds, try_restore};
use super::time_zone::FollowTimeZone;
use crate::accounts::{
    Accounts, Auth, Hasher, Mailboxes, Sessions, Tokens, load_access, on_air_choices,
};
use crate::admin::inspection::Visits;
use crate::admin::restore::Restores;
use crate::admin::setup::Setup;
use crate::admin::{Notices, PanelLogins};
use crate::allowance::Allowance;
use crate::arbiters::Arbiters;
use crate::audit::Audit;
use crate::backups::{Backups, Copies};
use crate::broadcast::{self, Broadcaster};
use crate::calendar::Calendar;
use crate::challenges::Challenges;
use crate::chat::Chat;
use crate::clock::{Clock, SiteZone};
use crate::config::{Config, Settings};
use crate::connections::Places;
use crate::draw_key::DrawKey;
use crate::external::ExternalServices;
use crate::fault::Fault;
use crate::first_steps::FirstSteps;
use crate::games::{Budget, GameServices, Games, Limit, Rules};
use crate::giveaways::{self, Giveaways};
use crate::job_states::JobStates;
use crate::mail::Mailer;
use crate::maintenance::Maintenance;
use crate::metrics::Metrics;
use crate::middleware::RequestMiddleware;
use crate::modules::MODULES;
use crate::operations::{Observed, Readiness};
use crate::origin;
use crate::people::{AdminPassword, People};
use crate::pictures::{Pictures, StoredPictures};
use crate::points::imports::Imports;
use crate::points::{Adjustments, Flows, FollowCycle, Grants, PointsBoards};
use crate::rate::Limits;
use crate::reads::Reads;
use crate::second_factor::SecondFactors;
use crate::settings::{Loaded, SettingsEditor};
use crate::shop::{KeptPurchases, Shop};
use crate::site::{Counted, SiteFacts};
use crate::tables::SecretRow;
use crate::wagers::Wagers;
use crate::wallet::Wallets;

/// Builds a site on an open store.
pub(super) async fn assemble(
    loaded: Loaded,
    data: &Path,
    clock: &Clock,
    (store, folds, draw_key): (Store, Folds, DrawKey),
) -> Result<Site, StartError> {
    let Folds { zone, budget, boards, flows, orders, texts, approvals, purchases } = folds;
    let shared = (store, zone, draw_key);
    let shared = build_shared_services(loaded.settings(), data, shared, clock).await?;
    let editor = loaded.editor(&shared.store, clock, (&shared.audit, &shared.broadcaster));
    let settings = editor.settings();
    let accounts = accounts(&shared, settings, (texts, approvals), data)?;
    let (games, cycle) = games(&shared, &editor, budget, (&boards, &accounts.mailer)).await?;
    let SharedServices { store, audit, .. } = &shared;
    let (allowance, stored, challenges, shop) = lists_of_admins(&shared, &purchases, &accounts)?;
    let (calendar, giveaways) = (calendar(&shared, settings), giveaways(&shared, &accounts)?);
    let (tracking, jobs) = (tracking(&shared, settings), JobStates::new(clock));
    let Connected { chat, hunts, wagers, services } =
        connected(&shared, &editor, &accounts, (&calendar, &giveaways), &tracking)?;
    let (password, people, setup) = people(&shared, &editor)?;
    let on_air =
        on_air(&shared, &editor, (&challenges, &giveaways, &hunts), (&boards, &flows, &wagers))?;
    let seen = (&games, &giveaways, &accounts, &chat);
    Ok(Site {
        observed: Data::new(observed(&shared, settings, seen, (&services, &jobs))),
        facts: Data::new(facts(&shared, (settings, &flows), (&accounts, &games), (&chat, &wagers))),
        restores: Data::new(restores(&accounts, &setup, data, &editor)),
        setup: Data::new(setup),
        pictures: Data::new(pictures(&shared, &editor, &stored, (&shop, &challenges))?),
        services: Data::new(services),
        on_air,
        imports: Data::new(Imports::new(&accounts, audit, clock, &allowance)),
        adjustments: Data::new(Adjustments::new(&accounts, audit, clock, &allowance)),
        grants: Data::new(Grants::new(&accounts, audit, clock, &allowance)),
        password: Data::new(password),
        people: Data::new(people),
        panel_logins: Data::new(PanelLogins::new(store, audit, clock)),
        notices: Data::new(Notices::new(&accounts, settings, &shared.copies, &allowance, &chat)),
        settings: Data::new(settings.clone()),
        first_steps: Data::new(FirstSteps::load(store, clock, audit)?),
        settings_editor: Data::new(editor),
        store: shared.store,
        anchor: None,
        clock: Data::new(shared.clock),
        zone: Data::new(shared.zone),
        arbiters: shared.arbiters,
        auth: Data::new(shared.auth),
        accounts: Data::new(accounts),
        wallets: Data::new(shared.wallets),
        games: Data::new(games),
        calendar: Data::new(calendar),
        challenges: Data::new(challenges),
        shop: Data::new(shop),
        giveaways: Data::new(giveaways),
        hunts: Data::new(hunts),
        boards: Data::new(boards),
        cycle,
        flows: Data::new(flows),
        orders: Data::new(orders),
        allowance: Data::new(allowance),
        affiliate: Data::new(wagers.affiliate().clone()),
        wagers: Data::new(wagers),
        tracking: Data::new(tracking),
        chat: Data::new(chat),
        maintenance: Data::new(shared.maintenance),
        audit: Data::new(shared.audit),
        limits: shared.limits,
        job_states: Data::new(jobs),
        backups: Data::new(shared.backups),
        copies: Data::new(shared.copies),
        downloads: Data::default(),
        test_bets: Data::default(),
        broadcaster: shared.broadcaster,
    })
}

fn restores(accounts: &Accounts, setup: &Setup, data: &Path, editor: &SettingsEditor) -> Restores {
    // Without the secrets and values that this site has stored itself.
    let config = editor.given().clone();
    let wanted = Purpose::wanted(&config, false);
    let check = move |file: &Path, folder: &Path, progress: &Progress| {
        try_restore(&config, wanted, (file, folder), progress)
    };
    Restores::new(accounts, setup, data, Box::new(check))
}

fn people(
    shared: &SharedServices,
    editor: &SettingsEditor,
) -> Result<(AdminPassword, People, Setup), StartError> {
    let SharedServices { store, clock, audit, auth, hasher, broadcaster, .. } = shared;
    let password = AdminPassword::new(store.clone(), hasher.clone(), audit.clone());
    let core = (store, clock, audit);
    let people = People::load(core, (auth, hasher), broadcaster, &password, editor.settings())?;
    let setup = Setup::new(store, (&password, &people), editor, audit);
    Ok((password, people, setup))
}

/// Lets the modules that build something from settings follow their changes.
fn follow(
    editor: &SettingsEditor,
    shared: &SharedServices,
    boards: &PointsBoards,
    (mailer, games): (&Mailer, &Games),
) -> FollowCycle {
    let SharedServices { zone, clock, auth, .. } = shared;
    let (zone, clock, auth) = (zone.clone(), clock.clone(), auth.clone());
    editor.follow(FollowTimeZone { zone, clock, auth });
    editor.follow(mailer.clone());
    editor.follow(games.clone());
    let cycle = FollowCycle::new(boards, &shared.clock, &shared.auth);
    editor.follow(cycle.clone());
    cycle
}

/// What visitors learn of the site.
fn facts(
    shared: &SharedServices,
    (settings, flows): (&Settings, &Flows),
    (accounts, games): (&Accounts, &Games),
    (chat, wagers): (&Chat, &Wagers),
) -> SiteFacts {
    SiteFacts {
        settings: settings.clone(),
        modules: &MODULES,
        zone: shared.zone.clone(),
        accounts: accounts.clone(),
        games: games.clone(),
        flows: flows.clone(),
        chat: chat.clone(),
        wagers: wagers.clone(),
        counted: Counted::default(),
    }
}

/// The pictures, with what uses them.
fn pictures(
    shared: &SharedServices,
    editor: &SettingsEditor,
    stored: &StoredPictures,
    (shop, challenges): (&Shop, &Challenges),
) -> Result<Pictures, StartError> {
    let SharedServices { store, clock, audit, .. } = shared;
    let pictures = Pictures::load(store, clock, audit, editor.settings(), stored)?;
    pictures.add_user(shop.clone());
    pictures.add_user(challenges.clone());
    editor.follow(pictures.clone());
    Ok(pictures)
}

/// What health and metrics look at.
fn observed(
    shared: &SharedServices,
    settings: &Settings,
    (games, giveaways, accounts, chat): (&Games, &Giveaways, &Accounts, &Chat),
    (services, jobs): (&ExternalServices, &JobStates),
) -> Observed {
    Observed {
        middleware: RequestMiddleware::new(Metrics::default(), settings),
        store: shared.store.clone(),
        wallets: shared.wallets.clone(),
        games: games.clone(),
        giveaways: giveaways.clone(),
        broadcaster: shared.broadcaster.clone(),
        accounts: accounts.clone(),
        services: services.clone(),
        places: Arc::new(Places::new(&settings.now().server, Arc::clone(&shared.limits.log))),
        limits: shared.limits.clone(),
        chat: chat.clone(),
        jobs: jobs.clone(),
        readiness: Arc::new(Readiness::new(&shared.clock)),
        backups: shared.backups.clone(),
        copies: shared.copies.clone(),
        visits: Visits::default(),
    }
}

async fn build_shared_services(
    settings: &Settings,
    data: &Path,
    (store, zone, draw_key): (Store, SiteZone, DrawKey),
    clock: &Clock,
) -> Result<SharedServices, StartError> {
    let config = &*settings.now();
    let audit = Audit::load(clock.clone(), &store)?;
    let auth = load_auth(&store, clock, (settings, &audit)).await?;
    let limits = Data::new(Limits::new(config));
    let broadcaster = push(settings, &auth, &limits);
    let arbiters = Arbiters::default();
    let idle = Duration::from_secs(config.members.idle_seconds);
    let wallets =
        Wallets::new(store.clone(), broadcaster.clone(), clock.clone(), arbiters.clone(), idle);
    let maintenance = Maintenance::load(&store, broadcaster.clone(), audit.clone())?;
    let hasher = Hasher::start(&config.auth)?;
    let backups = Backups::new(&store, clock, data);
    let secret = token_secret(&store)?;
    let SecretRow(site_key) = stored_secret(&store, SITE_KEY).await?;
    Ok(SharedServices {
        mailboxes: Mailboxes::load(store.view(), site_key)?,
        copies: Copies::load(&backups, &config.backups, (&store, &secret), clock)?,
        backups,
        store,
        clock: clock.clone(),
        draw_key,
        zone,
        auth,
        limits,
        broadcaster,
        arbiters,
        reads: Reads::default(),
        audit,
        wallets,
        maintenance,
        hasher,
        idle,
    })
}

async fn games(
    shared: &SharedServices,
    editor: &SettingsEditor,
    budget: Budget,
    (boards, mailer): (&PointsBoards, &Mailer),
) -> Result<(Games, FollowCycle), StartError> {
    let settings = editor.settings();
    let config = &*settings.now();
    warn_of_positive_returns(config);
    budget.set_limit(Limit::of(&config.games));
    let rules = Rules::load(&shared.store, &config.games.tables).await?;
    let services = GameServices {
        rules,
        draw_key: shared.draw_key.clone(),
        zone: shared.zone.clone(),
        store: shared.store.clone(),
        wallets: shared.wallets.clone(),
        mailboxes: shared.mailboxes.clone(),
        broadcaster: shared.broadcaster.clone(),
        clock: shared.clock.clone(),
        maintenance: shared.maintenance.clone(),
        budget,
        reads: shared.reads.clone(),
        settings: settings.clone(),
        idle: shared.idle,
    };
    let games = Games::new(services, shared.arbiters.clone());
    let cycle = follow(editor, shared, boards, (mailer, &games));
    Ok((games, cycle))
}

fn giveaways(shared: &SharedServices, accounts: &Accounts) -> Result<Giveaways, Fault> {
    let services = giveaways::GiveawayServices {
        store: shared.store.clone(),
        wallets: shared.wallets.clone(),
        broadcaster: shared.broadcaster.clone(),
        audit: shared.audit.clone(),
        clock: shared.clock.clone(),
        reads: shared.reads.clone(),
        auth: shared.auth.clone(),
        mailer: accounts.mailer.clone(),
        draw_key: shared.draw_key.clone(),
    };
    Giveaways::load(services, shared.arbiters.clone())
}

/// Logs the tables that pay back more than they take, which the settings allow by name.
fn warn_of_positive_returns(config: &Config) {
    for (game, highest) in config.games.positive_returns() {
        let percent = highest.to_decimal(4);
        tracing::warn!(%game, percent, "this table pays back more than it takes, as allowed");
    }
}

/// Loads the token secret, which the first start generates, the sessions, and the data of each
/// account that every call needs.
pub(super) async fn load_auth(
    store: &Store,
    clock: &Clock,
    (config, audit): (&Settings, &Audit),
) -> Result<Auth, StartError> {
    let secret = stored_secret(store, TOKEN_SECRET).await?;
    let (access, choices) = (load_access(store.view())?, on_air_choices(store.view())?);
    let idle = config.now().auth.admin_idle_minutes;
    let sessions = Sessions::load(store, clock, idle)?;
    let factors = SecondFactors::load(store, clock, audit, config)?;
    Ok(Auth::new(Tokens::new(&secret.0, clock.clone()), sessions, factors, access, choices))
}

/// A secret of the site. The first start generates it.
async fn stored_secret(store: &Store, row: Single<SecretRow>) -> Result<SecretRow, StartError> {
    if let Some(secret) = row.get(store.view())? {
        return Ok(secret);
    }
    let mut secret = SecretRow([0; 32]);
    SysRng.try_fill_bytes(&mut secret.0)?;
    let mut batch = Batch::new();
    row.put(&mut batch, &secret)?;
    store.commit(batch).await?;
    Ok(secret)
}

/// The token secret; zeros before the first start has made one.
pub(super) fn token_secret(store: &Store) -> Result<SecretRow, StartError> {
    Ok(TOKEN_SECRET.get(store.view())?.unwrap_or(SecretRow([0; 32])))
}

fn calendar(shared: &SharedServices, settings: &Settings) -> Calendar {
    let SharedServices { store, clock, wallets, broadcaster, audit, reads, zone, .. } = shared;
    let accounts = (wallets, &shared.mailboxes);
    Calendar::new(store, accounts, clock, (reads, audit, broadcaster), (zone, settings))
}

/// The lists that admins publish, with the pictures in them.
fn lists_of_admins(
    shared: &SharedServices,
    purchases: &KeptPurchases,
    accounts: &Accounts,
) -> Result<(Allowance, StoredPictures, Challenges, Shop), StartError> {
    let SharedServices { store, clock, wallets, broadcaster, audit, reads, zone, .. } = shared;
    let allowance = Allowance::load(accounts, audit, clock, zone)?;
    let stored = StoredPictures::new(store);
    let challenges = Challenges::load((store, wallets), broadcaster, (audit, &allowance), &stored)?;
    let shop = Shop::load(store, wallets, broadcaster, audit, clock, (reads, purchases, &stored))?;
    Ok((allowance, stored, challenges, shop))
}

fn push(live: &Settings, auth: &Auth, limits: &Data<Limits>) -> Broadcaster {
    let (live, settings) = (live.clone(), live.now().push);
    let (limits, of_page) = (limits.clone(), limits.clone());
    let defaults = broadcast::Settings::default();
    let session = pointhouse_socketio::Config {
        ping_interval: Duration::from_millis(settings.ping_interval_ms),
        ping_timeout: Duration::from_millis(settings.ping_timeout_ms),
        connect_timeout: Duration::from_millis(settings.connect_timeout_ms),
        ..defaults.session
    };
    let settings = broadcast::Settings {
        session,
        sockets_max: settings.sockets_max,
        sockets_per_member: settings.sockets_per_member,
        sockets_per_address: settings.sockets_per_address,
        client_address: Arc::new(move |req| Some(limits.client(req))),
        is_own_page: Arc::new(move |req| {
            let site_host = origin::host_of(&live.now().place.url);
            origin::is_own(req, site_host.as_deref(), &of_page)
        }),
        ..defaults
    };
    Broadcaster::new(settings, Arc::new(auth.clone()))
}
