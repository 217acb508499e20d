//! Who makes a request: members and people of the panel, by the token.

use std::future::{Ready, ready};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload, web};
use serde_json::Value;

use super::auth::{Auth, PersonAccess};
use super::error::AuthError;
use super::tokens::{Login, Subject, bearer};
use crate::audit::Actor;
use crate::ids::{PersonId, Principal, UserId};
use crate::rate::Limits;
use crate::rights::Role;

/// Calls of a person of the panel on their own account. They work without the second factor that the panel requires,
/// because the person sets it up with them.
const OWN_CALLS: &[&str] =
    &["/api/admin/me", "/api/admin/me/password", "/api/admin/logout", "/api/admin/session"];

/// Refuses people of the panel who lack the second factor that it requires.
fn check_factors(req: &HttpRequest, person: PersonId) -> Result<(), AuthError> {
    let auth = req.app_data::<web::Data<Auth>>().ok_or(AuthError::Unauthorized)?;
    if OWN_CALLS.contains(&req.path()) || auth.has_enough_factors(person) {
        return Ok(());
    }
    Err(AuthError::NoSecondFactor)
}

fn subject(req: &HttpRequest) -> Result<Subject, AuthError> {
    let auth = req.app_data::<web::Data<Auth>>().ok_or(AuthError::Unauthorized)?;
    match auth.check(bearer(req).ok_or(AuthError::Unauthorized)?) {
        Some(Subject::Bypass(_)) | None => Err(AuthError::Unauthorized),
        Some(subject) => Ok(subject),
    }
}

/// True for requests that may write while the site is closed to members: those with an admin's
/// token or a bypass token (docs/decisions.md, A11).
pub fn has_maintenance_bypass(auth: &Auth, headers: &header::HeaderMap) -> bool {
    let subject = |name: &str, prefix: &str| {
        let value = headers.get(name)?.to_str().ok()?.strip_prefix(prefix)?;
        auth.check(value)
    };
    matches!(subject("authorization", "Bearer "), Some(Subject::Admin(..)))
        || matches!(subject("x-maintenance-bypass", ""), Some(Subject::Bypass(_)))
}

/// A member, active or not. May read their own data.
#[derive(Clone, Copy, Debug)]
pub struct Member(pub UserId, pub Login);

impl FromRequest for Member {
    type Error = AuthError;
    type Future = Ready<Result<Self, AuthError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(match subject(req) {
            Ok(Subject::Member(user, login)) => Ok(Self(user, login)),
            Ok(Subject::Admin(..) | Subject::Bypass(_)) => Err(AuthError::Forbidden),
            Err(error) => Err(error),
        })
    }
}

/// Checks the sender that a body may name, as the calls of the specification do. A body that names
/// another member is refused, so that no client can mistake the body for the authority
/// (docs/decisions.md, A1).
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

/// A member whose account is active. May move points.
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

/// A person of the panel, taken from the session.
#[derive(Clone, Debug)]
pub struct Admin {
    /// Id of the person.
    pub id: PersonId,
    /// Name of the person in the audit.
    pub name: Arc<str>,
    /// What the person may do.
    pub role: Role,
    /// The session and version that the request's token names.
    pub session: Login,
    /// Address of the client.
    pub address: IpAddr,
}

impl Admin {
    /// This admin as the actor of an audit row.
    pub fn actor(&self) -> Actor {
        Actor::admin(self.id, &self.name, self.address).in_session(self.session.session)
    }
}

impl FromRequest for Admin {
    type Error = AuthError;
    type Future = Ready<Result<Self, AuthError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        // The check in front of a call has read it before its handler does.
        if let Some(known) = req.extensions().get::<Self>() {
            return ready(Ok(known.clone()));
        }
        let read = match subject(req) {
            Ok(Subject::Admin(id, session)) => {
                let auth = req.app_data::<web::Data<Auth>>();
                let access = auth.and_then(|auth| auth.person(id)).ok_or(AuthError::Unauthorized);
                access.and_then(|access| check_factors(req, id).map(|()| access)).map(
                    |PersonAccess { name, role, .. }| {
                        let address = client(req);
                        Self { id, name, role, session, address }
                    },
                )
            }
            Ok(Subject::Member(..) | Subject::Bypass(_)) => Err(AuthError::Forbidden),
            Err(error) => Err(error),
        };
        if let Ok(admin) = &read {
            req.extensions_mut().insert(Self::clone(admin));
        }
        ready(read)
    }
}

/// A member, active or not, or a person of the panel: whose account it is that the caller protects.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// Whose account.
    pub principal: Principal,
    /// The session and version that the request's token names.
    pub login: Login,
    /// Name of the account.
    pub name: Arc<str>,
    /// Address of the client.
    pub address: IpAddr,
}

impl SignedIn {
    /// The caller as the actor of an audit row.
    pub fn actor(&self) -> Actor {
        match self.principal {
            Principal::Member(user) => Actor::member(user),
            Principal::Person(id) => {
                Actor::admin(id, &self.name, self.address).in_session(self.login.session)
            }
        }
    }

    /// Checks that the caller has proved recently to be the account's owner.
    ///
    /// # Errors
    /// The last proof is more than 10 minutes old.
    pub fn check_proof(&self, auth: &Auth) -> Result<(), AuthError> {
        if auth.is_proved(self.login.session) { Ok(()) } else { Err(AuthError::NotProved) }
    }
}

impl FromRequest for SignedIn {
    type Error = AuthError;
    type Future = Ready<Result<Self, AuthError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let auth = req.app_data::<web::Data<Auth>>().ok_or(AuthError::Unauthorized);
        let found = subject(req).and_then(|subject| Ok((auth?, subject)));
        ready(found.and_then(|(auth, subject)| {
            let (principal, login, name) = match subject {
                Subject::Member(user, login) => {
                    (Principal::Member(user), login, auth.access(user).map(|one| one.username))
                }
                Subject::Admin(person, login) => {
                    (Principal::Person(person), login, auth.person(person).map(|one| one.name))
                }
                Subject::Bypass(_) => return Err(AuthError::Unauthorized),
            };
            let name = name.ok_or(AuthError::Unauthorized)?;
            Ok(Self { principal, login, name, address: client(req) })
        }))
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
    /// A person of the panel.
    Admin(Role),
}

impl Caller {
    /// Checks that the caller may read data of this member: admins may read all, members only their
    /// own (docs/decisions.md, A1).
    ///
    /// # Errors
    /// The caller is another member.
    pub fn may_read(self, user: UserId) -> Result<(), AuthError> {
        match self {
            Self::Member(caller) if caller != user => Err(AuthError::Forbidden),
            Self::Member(_) | Self::Admin(_) => Ok(()),
        }
    }
}

impl FromRequest for Caller {
    type Error = AuthError;
    type Future = Ready<Result<Self, AuthError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(subject(req).and_then(|subject| match subject {
            Subject::Member(user, _) => Ok(Self::Member(user)),
            Subject::Admin(person, _) => {
                let auth = req.app_data::<web::Data<Auth>>();
                let access = auth.and_then(|auth| auth.person(person));
                let role = access.ok_or(AuthError::Unauthorized)?.role;
                check_factors(req, person).map(|()| Self::Admin(role))
            }
            Subject::Bypass(_) => Err(AuthError::Unauthorized),
        }))
    }
}
