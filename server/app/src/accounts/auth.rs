//! Who calls: the only place where a request becomes a member or an admin.

use std::future::{Ready, ready};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, dev::Payload, web};
use dashmap::DashMap;
use serde_json::Value;

use super::error::{AccountError, AuthError};
use super::sessions::{Owner, Sessions};
use super::tokens::{Login, Subject, Tokens};
use crate::audit::Actor;
use crate::broadcast::{Authenticate, Identity, Refused};
use crate::fault::Fault;
use crate::ids::{SessionId, UserId};
use crate::rate::Limits;

/// What every call needs to know of an account, in memory for all accounts.
#[derive(Clone, Debug)]
pub struct Access {
    /// Tokens of another version are void.
    pub token_version: u32,
    /// Decision A10.
    pub active: bool,
    /// For feeds and lists.
    pub username: Arc<str>,
}

/// Name of a deleted account. No username has a space in it.
pub const FORMER_MEMBER: &str = "Former member";

/// Checks tokens. Cheap to clone; the directory keeps its map current before it answers.
#[derive(Clone)]
pub struct Auth {
    inner: Arc<AuthInner>,
}

struct AuthInner {
    tokens: Tokens,
    sessions: Sessions,
    access: DashMap<UserId, Access>,
    admin_version: AtomicU32,
}

impl Auth {
    /// Over all accounts.
    pub fn new(
        tokens: Tokens,
        sessions: Sessions,
        access: DashMap<UserId, Access>,
        admin_version: u32,
    ) -> Self {
        let admin_version = AtomicU32::new(admin_version);
        Self { inner: Arc::new(AuthInner { tokens, sessions, access, admin_version }) }
    }

    /// Begins a member's session and makes its token. `version` is the account's.
    ///
    /// # Errors
    /// The store is read-only or has stopped.
    pub async fn log_in(
        &self,
        user: UserId,
        version: u32,
        hours: u32,
    ) -> Result<String, AccountError> {
        let session = self.inner.sessions.begin(Owner::Member(user), version, hours).await?;
        self.issue(Subject::Member(user, Login { session, version }), hours)
    }

    /// Begins a session of the panel and makes its token. `version` is that of the password that was
    /// typed.
    ///
    /// # Errors
    /// As [`Auth::log_in`].
    pub async fn log_in_admin(&self, version: u32, hours: u32) -> Result<String, AccountError> {
        let session = self.inner.sessions.begin(Owner::Panel, version, hours).await?;
        self.issue(Subject::Admin(Login { session, version }), hours)
    }

    /// A token that opens the closed site and begins no session.
    ///
    /// # Errors
    /// The library fails.
    pub fn bypass_token(&self, version: u32, hours: u32) -> Result<String, AccountError> {
        self.issue(Subject::Bypass(version), hours)
    }

    fn issue(&self, subject: Subject, hours: u32) -> Result<String, AccountError> {
        Ok(self.inner.tokens.issue(subject, hours).map_err(Fault::other)?)
    }

    /// A token in place of the one that a request came with, for as long, after `version` ended that
    /// one and all others of the member.
    ///
    /// # Errors
    /// As [`Auth::log_in`].
    pub async fn renew(
        &self,
        req: &HttpRequest,
        user: UserId,
        version: u32,
    ) -> Result<String, AccountError> {
        let hours = bearer(req).and_then(|token| self.inner.tokens.hours(token));
        self.log_in(user, version, hours.ok_or(AuthError::Unauthorized)?).await
    }

    /// Ends a session: its token is refused from now on, also after a restart.
    ///
    /// # Errors
    /// The store has stopped.
    pub async fn log_out(&self, owner: Owner, session: SessionId) -> Result<(), AccountError> {
        self.inner.sessions.end(owner, session).await
    }

    /// Removes sessions that are over or revoked, and writes when the others were used. Returns those
    /// that it removed.
    ///
    /// # Errors
    /// The store has stopped.
    pub async fn sweep_sessions(&self) -> Result<Vec<(Owner, SessionId)>, AccountError> {
        let is_revoked = |owner, version| match owner {
            Owner::Panel => version != self.admin_version(),
            Owner::Member(user) => {
                let access = self.inner.access.get(&user);
                access.is_none_or(|access| access.token_version != version)
            }
        };
        self.inner.sessions.sweep(is_revoked).await
    }

    /// Live sessions.
    pub fn sessions(&self) -> usize {
        self.inner.sessions.count()
    }

    /// Whom a token speaks for now.
    pub fn check(&self, token: &str) -> Option<Subject> {
        let subject = self.inner.tokens.read(token)?;
        let stands = match subject {
            Subject::Member(user, Login { session, version }) => {
                let access = self.inner.access.get(&user);
                access.is_some_and(|access| access.token_version == version)
                    && self.inner.sessions.is_live(Owner::Member(user), session, version)
            }
            Subject::Admin(Login { session, version }) => {
                version == self.admin_version()
                    && self.inner.sessions.is_live(Owner::Panel, session, version)
            }
            Subject::Bypass(version) => version == self.admin_version(),
        };
        stands.then_some(subject)
    }

    /// Version of the admin password.
    pub fn admin_version(&self) -> u32 {
        self.inner.admin_version.load(Ordering::SeqCst)
    }

    /// Ends all admin tokens.
    pub fn set_admin_version(&self, version: u32) {
        self.inner.admin_version.store(version, Ordering::SeqCst);
    }

    /// The member's username; [`FORMER_MEMBER`] for a deleted account.
    pub fn username(&self, user: UserId) -> String {
        let access = self.access(user);
        access.map_or_else(|| FORMER_MEMBER.to_owned(), |access| access.username.to_string())
    }

    /// What is known of an account.
    pub fn access(&self, user: UserId) -> Option<Access> {
        self.inner.access.get(&user).map(|access| access.clone())
    }

    /// Accounts there are.
    pub fn accounts(&self) -> usize {
        self.inner.access.len()
    }

    pub(super) fn forget_access(&self, user: UserId) {
        self.inner.access.remove(&user);
    }

    pub(super) fn set_access(&self, user: UserId, access: Access) {
        self.inner.access.insert(user, access);
    }

    /// For a new account. A change of it that came first has set a newer one, which stays.
    pub(super) fn add_access(&self, user: UserId, access: Access) {
        self.inner.access.entry(user).or_insert(access);
    }
}

impl Authenticate for Auth {
    fn connect(&self, payload: &Value) -> Result<Identity, Refused> {
        let token = |name: &str| match payload.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(token)) => self.check(token).map(Some).ok_or(Refused),
            Some(_) => Err(Refused),
        };
        let member = match token("token")? {
            Some(Subject::Member(user, login)) => Some((user, login.session)),
            Some(Subject::Admin(_) | Subject::Bypass(_)) => return Err(Refused),
            None => None,
        };
        let admin = match token("adminToken")? {
            Some(Subject::Admin(login)) => Some(login.session),
            Some(Subject::Member(..) | Subject::Bypass(_)) => return Err(Refused),
            None => None,
        };
        Ok(Identity { member, admin })
    }
}

fn bearer(req: &HttpRequest) -> Option<&str> {
    req.headers().get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

fn subject(req: &HttpRequest) -> Result<Subject, AuthError> {
    let auth = req.app_data::<web::Data<Auth>>().ok_or(AuthError::Unauthorized)?;
    match auth.check(bearer(req).ok_or(AuthError::Unauthorized)?) {
        Some(Subject::Bypass(_)) | None => Err(AuthError::Unauthorized),
        Some(subject) => Ok(subject),
    }
}

/// Whether a request may write while the site is closed to members: an admin's, or one that brings
/// the token of the closed door (decision A11).
pub fn may_pass_closed_door(auth: &Auth, headers: &header::HeaderMap) -> bool {
    let said = |name: &str, prefix: &str| {
        let value = headers.get(name)?.to_str().ok()?.strip_prefix(prefix)?;
        auth.check(value)
    };
    matches!(said("authorization", "Bearer "), Some(Subject::Admin(_)))
        || matches!(said("x-maintenance-bypass", ""), Some(Subject::Bypass(_)))
}

/// A member, active or not: may read what is theirs.
#[derive(Clone, Copy, Debug)]
pub struct Member(pub UserId, pub Login);

impl FromRequest for Member {
    type Error = AuthError;
    type Future = Ready<Result<Self, AuthError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(match subject(req) {
            Ok(Subject::Member(user, login)) => Ok(Self(user, login)),
            Ok(Subject::Admin(_) | Subject::Bypass(_)) => Err(AuthError::Forbidden),
            Err(error) => Err(error),
        })
    }
}

/// A body may say who sends it, as the specification's calls do. Whoever says to be somebody else is
/// refused, so that no caller takes the body for the authority (decision A1).
///
/// # Errors
/// The body names another member.
pub fn check_sender(sender: UserId, named: Option<&Value>) -> Result<(), AuthError> {
    match named {
        None | Some(Value::Null) => Ok(()),
        Some(Value::String(id)) if id.parse() == Ok(sender) => Ok(()),
        Some(_) => Err(AuthError::Forbidden),
    }
}

/// A member whose account is active: may move points.
#[derive(Clone, Copy, Debug)]
pub struct ActiveMember(pub UserId, pub Login);

impl FromRequest for ActiveMember {
    type Error = AuthError;
    type Future = Ready<Result<Self, AuthError>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let active = |user| {
            let auth = req.app_data::<web::Data<Auth>>();
            auth.and_then(|auth| auth.access(user)).is_some_and(|access| access.active)
        };
        ready(Member::from_request(req, payload).into_inner().and_then(|Member(user, login)| {
            if active(user) { Ok(Self(user, login)) } else { Err(AuthError::Inactive) }
        }))
    }
}

/// What an admin may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Everything.
    Owner,
}

/// An admin of the panel, as the session says.
#[derive(Clone, Copy, Debug)]
pub struct Admin {
    /// Who of the panel's people. The owner is 1.
    pub id: u64,
    /// As the audit names them.
    pub name: &'static str,
    /// What they may do.
    pub role: Role,
    /// The login of this session.
    pub session: Login,
    /// Where the request came from.
    pub address: IpAddr,
}

impl Admin {
    /// As the audit names whoever gave the order.
    pub fn actor(&self) -> Actor {
        Actor::admin(self.name, self.address)
    }
}

impl FromRequest for Admin {
    type Error = AuthError;
    type Future = Ready<Result<Self, AuthError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(match subject(req) {
            Ok(Subject::Admin(session)) => {
                Ok(Self { id: 1, name: "admin", role: Role::Owner, session, address: client(req) })
            }
            Ok(Subject::Member(..) | Subject::Bypass(_)) => Err(AuthError::Forbidden),
            Err(error) => Err(error),
        })
    }
}

/// The client's address.
fn client(req: &HttpRequest) -> IpAddr {
    let limits = req.app_data::<web::Data<Limits>>();
    limits.map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |limits| limits.client(req))
}

/// A member or an admin, for reading.
#[derive(Clone, Copy, Debug)]
pub enum Caller {
    /// A member.
    Member(UserId),
    /// An admin.
    Admin,
}

impl Caller {
    /// May read what belongs to this member (decision A1).
    ///
    /// # Errors
    /// Another member asks.
    pub fn may_read(self, user: UserId) -> Result<(), AuthError> {
        match self {
            Self::Member(caller) if caller != user => Err(AuthError::Forbidden),
            Self::Member(_) | Self::Admin => Ok(()),
        }
    }
}

impl FromRequest for Caller {
    type Error = AuthError;
    type Future = Ready<Result<Self, AuthError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(subject(req).and_then(|subject| match subject {
            Subject::Member(user, _) => Ok(Self::Member(user)),
            Subject::Admin(_) => Ok(Self::Admin),
            Subject::Bypass(_) => Err(AuthError::Unauthorized),
        }))
    }
}
