//! The rooms of the house and what they stand on.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Data;
use pointhouse_store::{Batch, Store};
use rand::TryRng;
use rand::rngs::SysRng;

use super::accounts::accounts;
use super::casino::{casino, hunts, tracking, wagers};
use super::error::StartError;
use super::ground::{Ground, TOKEN_SECRET};
use super::site::Site;
use super::storage::Folds;
use super::streaming::chat;
use crate::accounts::{Auth, Hasher, Sessions, Tokens, load_access};
use crate::admin::{AdminPassword, Notices, PanelLogins};
use crate::arbiters::Arbiters;
use crate::audit::Audit;
use crate::backups::Backups;
use crate::broadcast::{self, Broadcaster};
use crate::calendar::Calendar;
use crate::challenges::Challenges;
use crate::chat::Chat;
use crate::clock::{Clock, SiteZone};
use crate::config::Config;
use crate::connections::Places;
use crate::fault::Fault;
use crate::front_door::FrontDoor;
use crate::games::{Budget, GameServices, Games, Rules, closed_at_first, odds};
use crate::giveaways::{self, Giveaways};
use crate::ids::GameId;
use crate::job_states::JobStates;
use crate::mail::Mailer;
use crate::maintenance::Maintenance;
use crate::metrics::Metrics;
use crate::operations::{Observed, Readiness};
use crate::origin;
use crate::outside::{Service, Services};
use crate::points::Grants;
use crate::points::imports::Imports;
use crate::rate::Limits;
use crate::reads::Reads;
use crate::shop::Shop;
use crate::tables::SecretRow;
use crate::wallet::Wallets;

/// Puts the parts together over an open store.
pub(super) async fn assemble(
    config: &Config,
    data: &Path,
    clock: &Clock,
    (store, folds): (Store, Folds),
) -> Result<Site, StartError> {
    let Folds { budget, months, flows } = folds;
    let ground = lay(config, data, store, clock).await?;
    let accounts = accounts(&ground, config, data)?;
    let games = games(&ground, config, budget).await?;
    let Ground { store, wallets, broadcaster, audit, reads, .. } = &ground;
    let calendar = Calendar::new(store, wallets, clock, reads, audit, config);
    let challenges = Challenges::load(store, wallets, broadcaster, audit)?;
    let shop = Shop::load(store, wallets, broadcaster, audit, clock, reads)?;
    let giveaways = giveaways(&ground, &accounts.mailer, config)?;
    let (hunts, of_service) = hunts(&ground, config)?;
    let tracking = tracking(&ground, config);
    let grants = Grants::new(&accounts, audit, clock);
    let imports = Imports::new(&accounts, audit, clock);
    let casino = casino(config, clock)?;
    let chat = chat(&ground, &accounts, (&calendar, &giveaways), config)?;
    let (services, jobs) = (services(casino.clone(), of_service, &chat), JobStates::new(clock));
    let wagers = wagers(&ground, config, &tracking, casino)?;
    let password = AdminPassword::new(store.clone(), ground.hasher.clone(), audit.clone());
    Ok(Site {
        observed: Data::new(Observed {
            door: FrontDoor::new(Metrics::default(), config.is_https()),
            store: store.clone(),
            wallets: wallets.clone(),
            games: games.clone(),
            giveaways: giveaways.clone(),
            broadcaster: broadcaster.clone(),
            accounts: accounts.clone(),
            services: services.clone(),
            places: Arc::new(Places::new(&config.server, Arc::clone(&ground.limits.log))),
            limits: ground.limits.clone(),
            chat: chat.clone(),
            jobs: jobs.clone(),
            readiness: Arc::new(Readiness::new(clock)),
        }),
        services: Data::new(services),
        password: Data::new(password),
        panel_logins: Data::new(PanelLogins::new(store, audit, clock)),
        notices: Data::new(Notices::new(&accounts, clock, config)),
        config: Data::new(config.clone()),
        store: ground.store,
        clock: Data::new(ground.clock),
        arbiters: ground.arbiters,
        auth: Data::new(ground.auth),
        accounts: Data::new(accounts),
        wallets: Data::new(ground.wallets),
        games: Data::new(games),
        calendar: Data::new(calendar),
        challenges: Data::new(challenges),
        shop: Data::new(shop),
        giveaways: Data::new(giveaways),
        hunts: Data::new(hunts),
        months: Data::new(months),
        flows: Data::new(flows),
        grants: Data::new(grants),
        imports: Data::new(imports),
        affiliate: Data::new(wagers.affiliate().clone()),
        wagers: Data::new(wagers),
        tracking: Data::new(tracking),
        chat: Data::new(chat),
        maintenance: Data::new(ground.maintenance),
        audit: Data::new(ground.audit),
        limits: ground.limits,
        job_states: Data::new(jobs),
        backups: Data::new(ground.backups),
        test_bets: Data::default(),
        broadcaster: ground.broadcaster,
    })
}

/// In the order in which the admin sees them.
fn services(casino: Option<Service>, hunts: Option<Service>, chat: &Chat) -> Services {
    let all = [("affiliate", "Wager leaderboard", casino), ("hunts", "Bonus hunts", hunts)];
    Services::new(all.into_iter().chain(chat.services()))
}

async fn lay(
    config: &Config,
    data: &Path,
    store: Store,
    clock: &Clock,
) -> Result<Ground, StartError> {
    let auth = load_auth(&store, clock, config).await?;
    let limits = Data::new(Limits::new(config));
    let broadcaster = push(config, &auth, &limits);
    let arbiters = Arbiters::default();
    let audit = Audit::load(clock.clone(), &store)?;
    let idle = Duration::from_secs(config.members.idle_seconds);
    let wallets =
        Wallets::new(store.clone(), broadcaster.clone(), clock.clone(), arbiters.clone(), idle);
    let maintenance =
        Maintenance::load(&store, broadcaster.clone(), audit.clone(), &closed_at_first())?;
    let hasher = Hasher::start(&config.auth)?;
    Ok(Ground {
        backups: Backups::new(&store, clock, data),
        store,
        clock: clock.clone(),
        zone: SiteZone(config.site.timezone),
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

async fn games(ground: &Ground, config: &Config, budget: Budget) -> Result<Games, StartError> {
    warn_of_positive_returns(config);
    let rules = Rules::load(&ground.store, &config.games.tables).await?;
    let highest = |game: GameId| (game, config.games.tables.max_return(game.into()));
    let services = GameServices {
        returns: GameId::ALL.map(highest).into(),
        odds: odds::ready(&rules, &config.games.tables)?,
        rules,
        zone: ground.zone,
        store: ground.store.clone(),
        wallets: ground.wallets.clone(),
        broadcaster: ground.broadcaster.clone(),
        clock: ground.clock.clone(),
        maintenance: ground.maintenance.clone(),
        budget,
        reads: ground.reads.clone(),
        settings: config.games.clone(),
        idle: ground.idle,
    };
    Ok(Games::new(services, ground.arbiters.clone()))
}

fn giveaways(ground: &Ground, mailer: &Mailer, config: &Config) -> Result<Giveaways, Fault> {
    let foundation = giveaways::Foundation {
        store: ground.store.clone(),
        wallets: ground.wallets.clone(),
        broadcaster: ground.broadcaster.clone(),
        audit: ground.audit.clone(),
        clock: ground.clock.clone(),
        reads: ground.reads.clone(),
        auth: ground.auth.clone(),
        mails_winners: mailer.is_on(config.mail.giveaway_won),
        mailer: mailer.clone(),
        require_verified_email: mailer.verified_email_required(),
    };
    Giveaways::load(foundation, ground.arbiters.clone())
}

/// Says in the log which tables pay back more than they take, as the settings allow.
fn warn_of_positive_returns(config: &Config) {
    for (game, highest) in config.games.positive_returns() {
        let percent = highest.to_decimal(4);
        tracing::warn!(%game, percent, "this table pays back more than it takes, as allowed");
    }
}

/// The token secret (made on first start) and what every call needs to know of each account.
pub(super) async fn load_auth(
    store: &Store,
    clock: &Clock,
    config: &Config,
) -> Result<Auth, StartError> {
    let secret = match TOKEN_SECRET.get(store.view())? {
        Some(secret) => secret,
        None => {
            let mut secret = SecretRow([0; 32]);
            SysRng.try_fill_bytes(&mut secret.0)?;
            let mut batch = Batch::new();
            TOKEN_SECRET.put(&mut batch, &secret)?;
            store.commit(batch).await?;
            secret
        }
    };
    let access = load_access(store.view())?;
    let idle = config.auth.admin_idle_minutes;
    let sessions = Sessions::load(store, clock, idle)?;
    Ok(Auth::new(Tokens::new(&secret.0, clock.clone()), sessions, access, 0))
}

fn push(config: &Config, auth: &Auth, limits: &Data<Limits>) -> Broadcaster {
    let settings = config.push;
    let (limits, of_page) = (limits.clone(), limits.clone());
    let site_host = origin::host_of(&config.site.url);
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
        is_own_page: Arc::new(move |req| origin::is_own(req, site_host.as_deref(), &of_page)),
        ..defaults
    };
    Broadcaster::new(settings, Arc::new(auth.clone()))
}
