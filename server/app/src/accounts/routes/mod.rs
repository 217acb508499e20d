//! Calls of members on their accounts: sign-up, login, logout, sessions and the statement.

pub mod approvals;
pub mod casino;
pub mod profile;
pub mod recovery;

use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use pointhouse_rules::Points;
use pointhouse_rules::email::EmailAddress;
use pointhouse_rules::password::check_new_password;
use pointhouse_rules::username::Username;
use pointhouse_store::{StoreError, View};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Accounts;
use super::callers::Member;
use super::directory::{AccountChange, ChangeAccount, CreateAccount};
use super::error::{AccountError, AuthError};
use super::hash_queue::HashFor;
use super::logins::{Attempt, DeviceKind, Entrance, MarkedFor, Refusal};
use super::member_devices::{code_source, record_device_of_login, remember_device};
use super::records::AccountRows;
use super::records::{AccountRow, LinkPurpose, NameKind, find_name, read_account, read_profile};
use super::sessions::NewSession;
use super::tokens::Login;
use super::view::{self, AuthAnswer, Done, EmailExists, MeAnswer, TokenAnswer};
use crate::answer::Answer;
use crate::audit::Actor;
use crate::broadcast::MomentKind;
use crate::calls::{Call, calls};
use crate::detached::to_the_end;
use crate::ids::{Principal, UserId};
use crate::input::Body;
use crate::rate::{Limit, Limits};
use crate::second_factor::SecondFactorError;
use crate::wallet::stored_wallet;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["accounts"; signup, login, logout, check_email, me, sign_out_everywhere]
}

/// Sign-up.
#[derive(Deserialize, ToSchema)]
pub struct SignUp {
    username: String,
    email: String,
    password: String,
    /// Whether the broadcast may show the member's name; without it the name is masked there.
    #[serde(default, rename = "namedOnAir")]
    named_on_air: bool,
    /// Ignored; accepted for compatibility with older browsers. The server's clock counts.
    #[serde(rename = "createdAt")]
    #[expect(dead_code, reason = "accepted and ignored, for compatibility")]
    created_at: Option<String>,
}

/// Login.
#[derive(Deserialize, ToSchema)]
pub struct LogIn {
    /// An email or a username.
    email: String,
    password: String,
    /// A code of the authenticator app or a recovery code, if the account has a second factor.
    #[serde(default)]
    code: Option<String>,
    /// True for a longer session.
    #[serde(default)]
    remember: bool,
}

/// An email to look up.
#[derive(Deserialize, ToSchema)]
pub struct CheckEmail {
    email: String,
}

fn limited(limits: &Limits, limit: &Limit, req: &HttpRequest) -> Result<(), AccountError> {
    limit.take(limits.client(req)).map_err(|retry_after| AccountError::TooMany { retry_after })
}

/// Creates an account and logs its member in.
#[call(post, "/api/auth/signup", public, answers(201 = Answer<AuthAnswer>), awaited)]
pub async fn signup(
    req: HttpRequest,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
    body: Body<SignUp>,
) -> Result<HttpResponse, AccountError> {
    let body = body.into_inner();
    let (username, email) = parse_names(body.username, &body.email)?;
    check_new_password(&body.password)
        .map_err(|error| AccountError::Field("password", error.to_string()))?;
    let taken = limits.take_signup(limits.client(&req));
    taken.map_err(|retry_after| AccountError::TooMany { retry_after })?;
    let view = accounts.store.view();
    if has_mailbox(&accounts, &email)? {
        return Err(AccountError::EmailTaken);
    }
    if find_name(view, NameKind::Username, &username.folded())?.is_some() {
        return Err(AccountError::UsernameTaken);
    }
    let hash_for =
        HashFor::Member(limits.client(&req), Some(accounts.delays.of_entered(email.as_str())));
    let password = accounts.hasher.hash(body.password, hash_for).await?;
    let device = Some(DeviceKind::of(&req));
    let create = CreateAccount::with_password(username, email, password);
    let named_on_air = body.named_on_air;
    let created = accounts.directory.create(CreateAccount { device, named_on_air, ..create });
    let (user, row) = created.await?;
    signed_up(&accounts, &req, user, &row).await
}

/// Whether an account has this address or another one of the same mailbox.
fn has_mailbox(accounts: &Accounts, email: &EmailAddress) -> Result<bool, StoreError> {
    let owner = find_name(accounts.store.view(), NameKind::Email, &email.folded())?;
    Ok(owner.is_some() || accounts.mailboxes.is_taken(email.as_str(), None))
}

/// Checks the form of a new member's username and email.
///
/// # Errors
/// One is invalid.
pub fn parse_names(
    username: String,
    email: &str,
) -> Result<(Username, EmailAddress), AccountError> {
    let field = |name, error: &dyn std::fmt::Display| AccountError::Field(name, error.to_string());
    let username = Username::new(username)?;
    let email = EmailAddress::new(email).map_err(|e| field("email", &e))?;
    Ok((username, email))
}

/// Logs in a member who has just signed up.
///
/// # Errors
/// The store is read-only or has stopped.
pub async fn signed_up(
    accounts: &Accounts,
    req: &HttpRequest,
    user: UserId,
    row: &AccountRow,
) -> Result<HttpResponse, AccountError> {
    tracing::info!(%user, "a member signed up");
    accounts.broadcaster.happened(user, MomentKind::Joined);
    // The account exists; without this email the member can ask for another one.
    if accounts.mailer.sends()
        && let Err(reason) = recovery::send(accounts, user, LinkPurpose::Verify).await
    {
        tracing::warn!(%user, %reason, "no email to confirm the address was sent at the sign-up");
    }
    // A long session: the member who just chose a password shouldn't have to enter it again the
    // next day.
    let token = member_token(accounts, DeviceKind::of(req), user, row, true).await?;
    let message = "Welcome! Your account is ready.".to_owned();
    let user_shown = shown(accounts, user, row)?;
    let answer = AuthAnswer { message, user: user_shown, token };
    let marked = remember_device(accounts, req, user, row, MarkedFor::Login);
    Ok(HttpResponse::Created().insert_header(marked).json(Answer(answer)))
}

/// Logs a member in with an email or a username and a password.
#[call(post, "/api/auth/login", public, answers(200 = Answer<AuthAnswer>),
    refused(401 = "Wrong email or password, or a code is needed."), awaited)]
pub async fn login(
    req: HttpRequest,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
    body: Body<LogIn>,
) -> Result<HttpResponse, AccountError> {
    let body = body.into_inner();
    let client = limits.client(&req);
    let attempt = Attempt { entrance: Entrance::Member, client, log: &limits.log };
    limited(&limits, &limits.logins, &req)
        .inspect_err(|_| attempt.refused(Refusal::AddressLimit, None))?;
    let (remember, code) = (body.remember, body.code.clone());
    let (user, row) = check_login(&accounts, &req, body, attempt).await?;
    let who = Principal::Member(user);
    check_second_factor((&accounts, &req), attempt, who, code.as_deref()).await?;
    attempt.accepted(Some(user));
    record_device_of_login(&accounts, &req, user).await;
    let marked = remember_device(&accounts, &req, user, &row, MarkedFor::Login);
    let answer = logged_in(&accounts, DeviceKind::of(&req), user, &row, remember).await?;
    Ok(HttpResponse::Ok().insert_header(marked).json(Answer(answer)))
}

/// The member who logs in, if the password is correct.
async fn check_login(
    accounts: &Accounts,
    req: &HttpRequest,
    LogIn { email: entered, password, .. }: LogIn,
    attempt: Attempt<'_>,
) -> Result<(UserId, AccountRow), AccountError> {
    let view = accounts.store.view();
    let account = match find_entered(view, &entered)? {
        Some(user) => read_account(view, user)?.map(|row| (user, row)),
        None => None,
    };
    let known_device =
        account.as_ref().filter(|(user, row)| accounts.devices.is_known(req, *user, row));
    let key = match known_device {
        Some((user, _)) => accounts.delays.of_member(*user),
        // The email and the username are counted separately: a shared delay would reveal that they
        // belong to the same account.
        None => accounts.delays.of_entered(&entered),
    };
    let user = account.as_ref().map(|(user, _)| *user);
    accounts.delays.admit(key).map_err(|retry_after| {
        attempt.refused(Refusal::AccountDelay, user);
        AccountError::AccountDelay { retry_after }
    })?;
    let hash = account.as_ref().and_then(|(_, row)| row.password_hash());
    let hash_for = HashFor::Member(attempt.client, Some(key));
    let right = password.chars().count() <= pointhouse_rules::password::MAX_LENGTH
        && accounts.hasher.verify(password, hash, hash_for).await.inspect_err(|_| {
            accounts.delays.take_back(key);
            attempt.refused(Refusal::Busy, user);
        })?;
    match account.filter(|_| right) {
        Some(account) => {
            accounts.delays.forgive(key);
            accounts.hasher.forgive(hash_for);
            Ok(account)
        }
        None => {
            attempt.refused(Refusal::WrongPassword, user);
            Err(AccountError::InvalidCredentials)
        }
    }
}

/// Checks the second factor of a login whose password was right.
///
/// # Errors
/// A code is needed, or it is wrong.
pub async fn check_second_factor(
    (accounts, req): (&Accounts, &HttpRequest),
    attempt: Attempt<'_>,
    who: Principal,
    code: Option<&str>,
) -> Result<(), AccountError> {
    let auth = &accounts.auth;
    let actor = match who {
        Principal::Member(user) => Actor::member(user),
        Principal::Person(id) => {
            let name = auth.person(id).map(|person| person.name).unwrap_or_default();
            Actor::admin(id, &name, attempt.client)
        }
    };
    let source = code_source(accounts, req, who, attempt.client);
    let checked = auth.second_factors().check_login(who, code, (actor, source)).await;
    Ok(checked.inspect_err(|error| {
        let account = match who {
            Principal::Member(user) => Some(user),
            Principal::Person(_) => None,
        };
        match error {
            SecondFactorError::WrongCode => attempt.refused(Refusal::WrongCode, account),
            SecondFactorError::TooManyCodes { .. } => {
                attempt.refused(Refusal::AccountDelay, account);
            }
            SecondFactorError::Needed => attempt.needs_code(account),
            _ => {}
        }
    })?)
}

/// Finds the member by the email or username that was entered. No username is a valid email.
fn find_entered(view: &View, entered: &str) -> Result<Option<UserId>, StoreError> {
    if let Ok(email) = EmailAddress::new(entered) {
        return find_name(view, NameKind::Email, &email.folded());
    }
    match Username::new(entered.trim()) {
        Ok(username) => find_name(view, NameKind::Username, &username.folded()),
        Err(_) => Ok(None),
    }
}

/// Builds the response for a member who has just authenticated.
///
/// # Errors
/// The store cannot be read.
pub async fn logged_in(
    accounts: &Accounts,
    device: DeviceKind,
    user: UserId,
    row: &AccountRow,
    remember: bool,
) -> Result<AuthAnswer, AccountError> {
    let token = member_token(accounts, device, user, row, remember).await?;
    let user = shown(accounts, user, row)?;
    Ok(AuthAnswer { message: "Login successful".to_owned(), user, token })
}

/// Returns whether an email belongs to an account.
#[call(post, "/api/auth/check-email", public)]
pub async fn check_email(
    req: HttpRequest,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
    body: Body<CheckEmail>,
) -> Result<Answer<EmailExists>, AccountError> {
    limited(&limits, &limits.email_checks, &req)?;
    let exists = match EmailAddress::new(&body.email) {
        Ok(email) => has_mailbox(&accounts, &email)?,
        Err(_) => false,
    };
    Ok(Answer(EmailExists { exists }))
}

/// Returns the calling member.
#[call(get, "/api/auth/me", member)]
pub async fn me(
    member: Member,
    accounts: web::Data<Accounts>,
) -> Result<Answer<MeAnswer>, AccountError> {
    let row = read_account(accounts.store.view(), member.0)?.ok_or(AuthError::Unauthorized)?;
    Ok(Answer(MeAnswer { user: shown(&accounts, member.0, &row)? }))
}

/// Ends the caller's session: its token is refused from now on and its sockets are cut. Sessions in
/// other browsers go on.
#[call(post, "/api/auth/logout", member)]
pub async fn logout(
    member: Member,
    accounts: web::Data<Accounts>,
) -> Result<Answer<Done>, AccountError> {
    let Member(user, Login { session, .. }) = member;
    accounts.auth.log_out(Principal::Member(user), session).await?;
    accounts.broadcaster.cut_session(user, session);
    Ok(Answer(Done { message: "Logged out".to_owned() }))
}

/// Ends all tokens of the caller and cuts their sockets. Returns a new token.
#[call(post, "/api/auth/sign-out-everywhere", member, answers(200 = Answer<TokenAnswer>))]
pub async fn sign_out_everywhere(
    req: HttpRequest,
    member: Member,
    accounts: web::Data<Accounts>,
) -> Result<HttpResponse, AccountError> {
    let Login { session, version: token_version } = member.1;
    let proved_at = accounts.auth.proved_at(session);
    let ended = change_and_disconnect(
        &accounts,
        ChangeAccount { user: member.0, token_version, change: AccountChange::EndTokens },
    );
    let AccountRows { row, .. } = ended.await?;
    let token = accounts.auth.renew(&req, member.0, row.token_version, proved_at).await?;
    let marked = remember_device(&accounts, &req, member.0, &row, MarkedFor::Renewal);
    Ok(HttpResponse::Ok().insert_header(marked).json(Answer(TokenAnswer { token })))
}

/// Makes a change of an account that ends its tokens, and cuts its sockets. Runs to the end even if
/// the caller disconnects, because a socket's token is not checked again after the connection is
/// made.
async fn change_and_disconnect(
    accounts: &Accounts,
    command: ChangeAccount,
) -> Result<AccountRows, AccountError> {
    let (user, accounts) = (command.user, accounts.clone());
    let done = to_the_end(async move {
        let account = accounts.directory.change_account(command).await?;
        accounts.broadcaster.cut_member(user);
        Ok(account)
    });
    done.await?
}

async fn member_token(
    accounts: &Accounts,
    device: DeviceKind,
    user: UserId,
    row: &AccountRow,
    remember: bool,
) -> Result<String, AccountError> {
    let settings = &accounts.settings;
    let hours = if remember { settings.remember_days * 24 } else { settings.session_hours };
    let new = NewSession { version: row.token_version, hours, device, proved_at: None };
    accounts.auth.log_in(Principal::Member(user), new).await
}

/// An account as its member and the admins see it.
///
/// # Errors
/// The store cannot be read.
pub fn shown(
    accounts: &Accounts,
    id: UserId,
    row: &AccountRow,
) -> Result<view::User, AccountError> {
    let wallet = stored_wallet(accounts.store.view(), id)?.unwrap_or_default();
    let points = Points::new(wallet.balance)?;
    let view = accounts.store.view();
    let profile = read_profile(view, id)?;
    let approvals = view::approvals(view, (id, row, &profile))?;
    let named = (accounts.auth.is_named_on_air(id), accounts.auth.is_never_named(id));
    let sent = match accounts.mailer.sends() {
        true => accounts.mailboxes.confirmation_sent(id, row, accounts.clock.now())?,
        false => None,
    };
    let of = (id, row, &profile);
    Ok(view::user(of, sent, approvals, (points, wallet.ledger_seq), named))
}
