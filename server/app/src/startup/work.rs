//! The work of a site beside its calls, from the start on.

use tokio::task::JoinHandle;

use super::Site;
use crate::games::live_bets;
use crate::{jobs, sources};

/// Begins it, after the work that became due while the site was closed. Returns the work of the chat, whose end a shutdown
/// awaits.
pub(super) async fn begin(site: &Site) -> JoinHandle<()> {
    let states = site.job_states();
    actix_web::rt::spawn(site.accounts.mailer.clone().run(states.clone()));
    let (games, auth) = (site.games.as_ref().clone(), site.auth.as_ref().clone());
    actix_web::rt::spawn(live_bets::publish_ended_bets(
        games,
        auth,
        site.broadcaster.clone(),
        states.clone(),
    ));
    actix_web::rt::spawn(sources::run(site.on_air.sources.clone()));
    // Work that became due while the site was closed.
    jobs::settle_overdue(&site.games).await;
    jobs::end_overdue(&site.giveaways).await;
    jobs::take_left_points(&site.accounts).await;
    // In the background, because many members may have to be paid.
    let grants = site.grants().clone();
    actix_web::rt::spawn(async move { jobs::resume_grants(&grants).await });
    let imports = site.imports().clone();
    actix_web::rt::spawn(async move { jobs::resume_imports(&imports).await });
    let tracking = site.tracking().clone();
    actix_web::rt::spawn(async move { tracking.sweep().await });
    let (affiliate, hunts) = (site.affiliate().clone(), site.hunts().clone());
    actix_web::rt::spawn(async move { jobs::ask_casino(&affiliate).await });
    actix_web::rt::spawn(async move { jobs::read_hunts(&hunts).await });
    let chat = site.chat().clone();
    let chat_work = actix_web::rt::spawn(chat.clone().run(states.clone()));
    actix_web::rt::spawn(async move { jobs::check_chat(&chat).await });
    site.giveaways.wake().await;
    chat_work
}
