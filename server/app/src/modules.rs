//! The modules of the site. The routes, the description, the kinds of rows and the pages that can be off follow from this
//! list.

use crate::module::Module;
use crate::{
    accounts, admin, audit, backups, calendar, challenges, chat, cluster, draw_key, first_steps,
    games, giveaways, hunts, job_states, mail, maintenance, overlay, people, pictures, points,
    privacy, second_factor, settings, shop, sign_in, site, sources, startup, wagers, wallet,
};

/// All modules. Paths of calls are matched in this order, so the games come first, which are called most.
pub(crate) const MODULES: [Module; 26] = [
    games::MODULE,
    site::MODULE,
    accounts::MODULE,
    admin::MODULE,
    privacy::MODULE,
    calendar::MODULE,
    challenges::MODULE,
    shop::MODULE,
    points::MODULE,
    giveaways::MODULE,
    hunts::MODULE,
    wagers::MODULE,
    chat::MODULE,
    sign_in::MODULE,
    people::MODULE,
    pictures::MODULE,
    first_steps::MODULE,
    overlay::MODULE,
    sources::MODULE,
    settings::MODULE,
    maintenance::MODULE,
    wallet::MODULE,
    mail::MODULE,
    second_factor::MODULE,
    audit::MODULE,
    BASE,
];

/// What stands on no module.
const BASE: Module = Module {
    rows: &[
        draw_key::ROWS,
        backups::ROWS,
        cluster::ROWS,
        job_states::ROWS,
        startup::ROWS,
        startup::PURPOSE_ROWS,
        startup::TIME_ZONE_ROWS,
    ],
    ..Module::EMPTY
};
