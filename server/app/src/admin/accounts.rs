//! Admin calls on accounts: the list, activation, one-time links, a member's ledger.

use std::sync::Arc;

use actix_web::web;
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::list_orders::ListOrders;
use super::roster::{self, Listed, Order};
use crate::accounts::{
    AccountError, Accounts, Admin, LinkPurpose, SetActive, User, one_time_link, read_account,
    read_profile, shown_account,
};
use crate::allowance::{Allowance, Made, Sum};
use crate::answer::Answer;
use crate::audit::Audit;
use crate::calls::{Call, calls};
use crate::clock::Millis;
use crate::counts::counted;
use crate::ids::UserId;
use crate::input::{Body, Query};
use crate::paging::Cut;
use crate::people::People;
use crate::points::Statement;
use crate::points::imports::{Confirms, ImportError, Imports};
use crate::wallet::LedgerPage;

/// Most accounts returned by the call for the whole list (docs/decisions.md, F1).
const WHOLE_MAX: usize = 1000;
/// Most players returned by the call for all players.
const PLAYERS_MAX: usize = 10_000;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; list, set_state, link, ledger, all, players]
}

/// Search, sorting and paging of the list of accounts.
#[derive(Deserialize, IntoParams)]
pub struct AccountsQuery {
    /// Page number, from 1.
    page: Option<usize>,
    /// Rows per page, at most 200.
    limit: Option<usize>,
    /// Search text, found in username, email, account code, chat name and casino name. Case is
    /// ignored.
    q: Option<String>,
    /// Sort order; newest first by default.
    #[param(inline)]
    sort: Option<Order>,
}

/// A page of the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountsPage {
    items: Vec<User>,
    total: usize,
    page: usize,
    pages: usize,
}

/// The newest accounts in one list, as the call of the specification returns them.
#[derive(Debug, Serialize, ToSchema)]
pub struct AllAccounts {
    message: String,
    users: Vec<User>,
    /// True when there are more accounts than listed.
    truncated: bool,
}

/// Paging of the list of players.
#[derive(Deserialize, IntoParams)]
pub struct PlayersQuery {
    /// Page number, from 1. Without page and limit, all players are returned, up to 10,000.
    page: Option<usize>,
    /// Rows per page, at most 200.
    limit: Option<usize>,
}

/// A player.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Player {
    id: String,
    username: String,
    email: String,
    points: u64,
    /// Approved casino name.
    #[schema(required)]
    rainbet_username: Option<String>,
    /// Name of the linked chat account.
    #[schema(required)]
    kick_username: Option<String>,
    is_active: bool,
    /// Time of the sign-up, ISO 8601.
    created_at: String,
}

/// All players, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AllPlayers {
    /// Message for the user.
    message: &'static str,
    players: Vec<Player>,
    /// Number of players on all pages.
    total: usize,
    page: usize,
    pages: usize,
    /// True when there are more players than returned.
    truncated: bool,
}

/// Whether an account is active. Inactive accounts may only read.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountState {
    is_active: bool,
}

/// The account after the change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangedAccount {
    pub(super) message: String,
    pub(super) user: User,
}

/// Kind of a one-time link.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    /// Verifies the email.
    Verify,
    /// Sets a new password.
    Reset,
}

/// A request for a one-time link.
#[derive(Deserialize, ToSchema)]
pub struct LinkOrder {
    kind: LinkKind,
}

/// A one-time link. It is returned only once.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneTimeLink {
    link: String,
    /// Time of expiry, ISO 8601.
    expires_at: String,
}

/// Search and paging of a ledger.
#[derive(Deserialize, IntoParams)]
pub struct LedgerQuery {
    /// Page number, from 1.
    #[param(value_type = Option<usize>)]
    page: Option<u64>,
    /// Rows per page.
    #[param(value_type = Option<usize>)]
    limit: Option<u64>,
    /// Search text, found in the reason and the reference. Case is ignored.
    q: Option<String>,
}

/// Lists accounts: searched, sorted and paged.
#[call(get, "/api/admin/accounts", admin(Members))]
pub async fn list(
    accounts: web::Data<Accounts>,
    orders: web::Data<ListOrders>,
    query: Query<AccountsQuery>,
) -> Result<Answer<AccountsPage>, AccountError> {
    let AccountsQuery { page, limit, q, sort } = query.into_inner();
    let cut = Cut::new(page, limit, q);
    let (skip, order) = (cut.skip(), sort.unwrap_or_default());
    let services = (&**accounts, orders.into_inner());
    let (items, total) = found(services, cut.text.clone(), order, (skip, cut.limit)).await?;
    let (page, pages) = (cut.page, cut.pages(total));
    Ok(Answer(AccountsPage { items, total, page, pages }))
}

/// Lists the newest accounts in one list.
#[call(get, "/api/auth/admin/accounts", admin(Members, proof))]
pub async fn all(
    admin: Admin,
    accounts: web::Data<Accounts>,
    audit: web::Data<Audit>,
    orders: web::Data<ListOrders>,
) -> Result<Answer<AllAccounts>, AccountError> {
    let services = (&**accounts, orders.into_inner());
    let (users, total) = found(services, String::new(), Order::Newest, (0, WHOLE_MAX)).await?;
    record_whole_list(&audit, &admin, "accounts", users.len()).await?;
    let truncated = total > users.len();
    let message = counted(u64::try_from(total).unwrap_or(u64::MAX), "account", "accounts");
    Ok(Answer(AllAccounts { message, users, truncated }))
}

/// Lists all players, whole or in pages.
#[call(get, "/api/auth/admin/all-players", admin(Members, proof))]
pub async fn players(
    admin: Admin,
    accounts: web::Data<Accounts>,
    audit: web::Data<Audit>,
    orders: web::Data<ListOrders>,
    query: Query<PlayersQuery>,
) -> Result<Answer<AllPlayers>, AccountError> {
    let mut cut = Cut::new(query.page, query.limit, None);
    let is_whole = query.page.is_none() && query.limit.is_none();
    if is_whole {
        cut.limit = PLAYERS_MAX;
    }
    let (view, members) = (accounts.store.view().clone(), accounts.texts.clone());
    let read = accounts.reads.run(move || {
        let part = (cut.skip(), cut.limit);
        let roster = roster::find(&view, (&members, &orders), "", Order::Newest, part)?;
        let player = |Listed { user, row, points }| {
            let profile = read_profile(&view, user)?;
            Ok(Player {
                id: user.to_string(),
                username: row.username,
                email: row.email,
                points,
                rainbet_username: profile.casino,
                kick_username: profile.kick.map(|(_, name)| name),
                is_active: row.active,
                created_at: Millis(row.created_at).iso(),
            })
        };
        let players: Result<Vec<_>, AccountError> = roster.found.into_iter().map(player).collect();
        let (players, total, page) = (players?, roster.total, cut.page);
        let (pages, truncated) = (cut.pages(total), total > players.len());
        let message = "The players, newest first";
        Ok::<_, AccountError>(AllPlayers { message, players, total, page, pages, truncated })
    });
    let list = read.await??;
    if is_whole {
        record_whole_list(&audit, &admin, "players", list.players.len()).await?;
    }
    Ok(Answer(list))
}

/// Writes a row about a list with the emails of all members, as an export of them does.
async fn record_whole_list(
    audit: &Audit,
    admin: &Admin,
    list: &'static str,
    members: usize,
) -> Result<(), AccountError> {
    let detail = json!({ "list": list, "members": members });
    Ok(audit.record_export(admin.actor(), "points.export", detail).await?)
}

/// Activates or deactivates an account. Inactive accounts may only read.
#[call(put, "/api/admin/accounts/{id}", admin(Members), name = "set_account_state")]
pub async fn set_state(
    admin: Admin,
    (accounts, people): (web::Data<Accounts>, web::Data<People>),
    id: web::Path<String>,
    body: Body<AccountState>,
) -> Result<Answer<ChangedAccount>, AccountError> {
    let user: UserId = id.parse().map_err(|_| AccountError::NoSuchMember)?;
    let actor = people.decide_on(&admin, user)?;
    let command = SetActive { user, active: body.is_active, actor };
    let row = accounts.directory.set_active(command).await?;
    let state = if row.active { "active" } else { "inactive" };
    let message = format!("{} is {state}", row.username);
    let user = shown_account(&accounts, user, &row)?;
    Ok(Answer(ChangedAccount { message, user }))
}

/// Creates a one-time link that verifies the email or sets a new password, for sites without mail.
#[call(post, "/api/admin/accounts/{id}/link", admin(Members, proof))]
pub async fn link(
    admin: Admin,
    (accounts, audit): (web::Data<Accounts>, web::Data<Audit>),
    people: web::Data<People>,
    (imports, allowance): (web::Data<Imports>, web::Data<Allowance>),
    id: web::Path<String>,
    body: Body<LinkOrder>,
) -> Result<Answer<OneTimeLink>, ImportError> {
    let user: UserId = id.parse().map_err(|_| AccountError::NoSuchMember)?;
    let purpose = match body.kind {
        LinkKind::Verify => LinkPurpose::Verify,
        LinkKind::Reset => LinkPurpose::Reset,
    };
    let actor = people.decide_on(&admin, user)?;
    let (released, counted) = match purpose {
        LinkPurpose::Verify => {
            let row = read_account(accounts.store.view(), user)?;
            let email = row.ok_or(AccountError::NoSuchMember)?.email;
            let released = released_by_email(&accounts, &imports, email.clone()).await?;
            (released, Some(email))
        }
        LinkPurpose::Reset => (0, None),
    };
    let (made, sum) = ((Made::VerifyLink, Some(user)), Sum::of(released));
    let reserved = allowance.reserve(&admin, made, sum)?;
    let rows = reserved.rows(actor.clone());
    let what = (purpose, counted.as_deref());
    let made = one_time_link((&accounts, &audit), user, what, (actor, rows)).await?;
    reserved.keep();
    let (link, expires_at) = made;
    Ok(Answer(OneTimeLink { link, expires_at: expires_at.iso() }))
}

/// Returns a member's statement, newest entry first.
#[call(get, "/api/admin/accounts/{id}/ledger", admin(Members))]
pub async fn ledger(
    accounts: web::Data<Accounts>,
    id: web::Path<String>,
    query: Query<LedgerQuery>,
) -> Result<Answer<LedgerPage>, AccountError> {
    let user: UserId = id.parse().map_err(|_| AccountError::NoSuchMember)?;
    if accounts.auth.access(user).is_none() {
        return Err(AccountError::NoSuchMember);
    }
    let max = u64::try_from(accounts.ledger_page_max).unwrap_or(u64::MAX);
    let limit = query.limit.unwrap_or(50).clamp(1, max);
    let page = query.page.unwrap_or(1);
    let text = Cut::new(None, None, query.into_inner().q).text;
    let statement = Statement::of(&accounts, user)?;
    let read = accounts.reads.run(move || match text.as_str() {
        "" => statement.page(page, limit),
        text => statement.search(text, page, limit),
    });
    Ok(Answer(read.await??))
}

/// Points that a member gets once the email is verified: the welcome points, and lines of imports that name it.
async fn released_by_email(
    accounts: &Accounts,
    imports: &Imports,
    email: String,
) -> Result<u64, ImportError> {
    let lines = imports.released_by(Confirms::Email(email)).await?;
    Ok(lines.saturating_add(accounts.site.now().points.welcome))
}

async fn found(
    (accounts, orders): (&Accounts, Arc<ListOrders>),
    text: String,
    order: Order,
    part: (usize, usize),
) -> Result<(Vec<User>, usize), AccountError> {
    let (view, members) = (accounts.store.view().clone(), accounts.texts.clone());
    let find = move || roster::find(&view, (&members, &orders), &text, order, part);
    let roster = accounts.reads.run(find).await??;
    let users: Result<Vec<_>, _> =
        roster.found.iter().map(|one| shown_account(accounts, one.user, &one.row)).collect();
    Ok((users?, roster.total))
}
