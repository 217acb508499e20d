//! Authentication: the only place where a token becomes a member or a person of the panel.

use std::sync::Arc;

use actix_web::HttpRequest;
use dashmap::DashMap;
use pointhouse_rules::mask::mask_username;
use pointhouse_store::{StoreError, View};
use serde_json::Value;

use super::error::{AccountError, AuthError};
use super::logins::DeviceKind;
use super::on_air::{OnAir, OnAirChoice, ShownNames};
use super::records::read_profile;
use super::sessions::{NewSession, OpenSession, Sessions};
use super::tokens::{Login, Subject, Tokens, bearer};
use crate::broadcast::{Authenticate, Identity, Refused};
use crate::fault::Fault;
use crate::ids::{PersonId, Principal, SessionId, UserId};
use crate::rights::Role;
use crate::second_factor::SecondFactors;

/// What every call checks about an account. Kept in memory for all accounts.
#[derive(Clone, Debug)]
pub struct Access {
    /// Version of the account's tokens. Tokens of any other version are refused.
    pub token_version: u32,
    /// Inactive accounts may read, and write only what protects or ends the account
    /// (docs/decisions.md, A10).
    pub active: bool,
    /// Shown in feeds and lists.
    pub username: Arc<str>,
}

/// Name shown for a deleted account. It cannot collide with a username, because usernames contain
/// no spaces.
pub const FORMER_MEMBER: &str = "Former member";

/// Checks tokens. Cheap to clone; the directory updates its map before it replies.
#[derive(Clone)]
pub struct Auth {
    inner: Arc<AuthInner>,
}

struct AuthInner {
    tokens: Tokens,
    sessions: Sessions,
    access: DashMap<UserId, Access>,
    on_air: OnAir,
    factors: SecondFactors,
    people: DashMap<PersonId, PersonAccess>,
}

impl Auth {
    /// Creates the checker from the access data of all accounts. The panel has its owner alone, without a password.
    pub fn new(
        tokens: Tokens,
        sessions: Sessions,
        factors: SecondFactors,
        access: DashMap<UserId, Access>,
        on_air: DashMap<UserId, OnAirChoice>,
    ) -> Self {
        let people = DashMap::from_iter([(PersonId::OWNER, PersonAccess::nameless_owner())]);
        let on_air = OnAir::new(on_air);
        Self { inner: Arc::new(AuthInner { tokens, sessions, access, on_air, factors, people }) }
    }

    /// Creates a session and its token.
    ///
    /// # Errors
    /// The store is read-only or has stopped.
    pub async fn log_in(
        &self,
        principal: Principal,
        new: NewSession,
    ) -> Result<String, AccountError> {
        let session = self.inner.sessions.begin(principal, new).await?;
        let login = Login { session, version: new.version };
        let subject = match principal {
            Principal::Member(user) => Subject::Member(user, login),
            Principal::Person(person) => Subject::Admin(person, login),
        };
        self.issue(subject, new.hours)
    }

    /// The second factors of all accounts.
    pub fn second_factors(&self) -> &SecondFactors {
        &self.inner.factors
    }

    /// Whether a person may use the panel with the second factors that there are.
    pub fn has_enough_factors(&self, person: PersonId) -> bool {
        // A row that cannot be read counts as none.
        self.inner.factors.is_enough(Principal::Person(person)).unwrap_or(false)
    }

    /// Notes that the user of a session has just proved to be its owner.
    pub fn prove(&self, session: SessionId) {
        self.inner.sessions.prove(session);
    }

    /// Whether the user of a session has proved to be its owner in the last 10 minutes; a login counts.
    pub fn is_proved(&self, session: SessionId) -> bool {
        self.inner.sessions.is_proved(session)
    }

    /// When the user of a session last proved to be its owner, in milliseconds.
    pub fn proved_at(&self, session: SessionId) -> Option<i64> {
        Some(self.inner.sessions.proved_at(session))
    }

    /// The proof of a session that replaces another one after the password was checked: `None` for a new proof. Where there
    /// is a second factor, the password alone is no proof.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn proof_by_password(
        &self,
        who: Principal,
        session: SessionId,
    ) -> Result<Option<i64>, AccountError> {
        let has_factor = self.inner.factors.of(who)?.is_some();
        Ok(self.proved_at(session).filter(|_| has_factor))
    }

    /// Creates a token that lets a browser use the closed site. It has no session.
    ///
    /// # Errors
    /// The JWT library failed.
    pub fn bypass_token(&self, version: u32, hours: u32) -> Result<String, AccountError> {
        self.issue(Subject::Bypass(version), hours)
    }

    fn issue(&self, subject: Subject, hours: u32) -> Result<String, AccountError> {
        Ok(self.inner.tokens.issue(subject, hours).map_err(Fault::other)?)
    }

    /// Replaces the token of a request by one with the same lifetime, after raising `version` ended
    /// it and all other sessions of the member. The new session keeps the last proof of the one before; `None` if the
    /// caller has just given one.
    ///
    /// # Errors
    /// See [`Auth::log_in`].
    pub async fn renew(
        &self,
        req: &HttpRequest,
        user: UserId,
        version: u32,
        proved_at: Option<i64>,
    ) -> Result<String, AccountError> {
        let hours = bearer(req).and_then(|token| self.inner.tokens.hours(token));
        let hours = hours.ok_or(AuthError::Unauthorized)?;
        let device = DeviceKind::of(req);
        let new = NewSession { version, hours, device, proved_at };
        self.log_in(Principal::Member(user), new).await
    }

    /// Ends a session. Its token is refused from now on, also after a restart.
    ///
    /// # Errors
    /// The store has stopped.
    pub async fn log_out(
        &self,
        principal: Principal,
        session: SessionId,
    ) -> Result<(), AccountError> {
        self.inner.sessions.end(principal, session).await
    }

    /// Removes expired and revoked sessions and writes the times of last use of the others. Returns
    /// the removed ones. Removes old counts of tried codes as well.
    ///
    /// # Errors
    /// The store has stopped.
    pub async fn sweep_sessions(&self) -> Result<Vec<(Principal, SessionId)>, AccountError> {
        let is_revoked = |principal, version| match principal {
            Principal::Person(person) => {
                self.person(person).is_none_or(|access| access.version != version)
            }
            Principal::Member(user) => {
                let access = self.inner.access.get(&user);
                access.is_none_or(|access| access.token_version != version)
            }
        };
        self.inner.factors.forget_old_tries();
        self.inner.sessions.sweep(is_revoked).await
    }

    /// The sessions of a member or a person of the panel, the most recently used one first. Those that a change of
    /// the password or role has ended are among them until the next sweep.
    pub fn sessions_of(&self, principal: Principal) -> Vec<OpenSession> {
        self.inner.sessions.of(principal)
    }

    /// The sessions of a member or a person of the panel whose tokens are valid now, the most recently used one first.
    pub fn live_sessions_of(&self, principal: Principal) -> Vec<OpenSession> {
        let version = match principal {
            Principal::Person(person) => self.person(person).map(|access| access.version),
            Principal::Member(user) => self.access(user).map(|access| access.token_version),
        };
        let mut sessions = self.sessions_of(principal);
        sessions.retain(|session| version == Some(session.version));
        sessions
    }

    /// Number of live sessions.
    pub fn sessions(&self) -> usize {
        self.inner.sessions.count()
    }

    /// The subject of a token, if the token is valid now.
    pub fn check(&self, token: &str) -> Option<Subject> {
        let subject = self.inner.tokens.read(token)?;
        let is_valid = match subject {
            Subject::Member(user, Login { session, version }) => {
                let access = self.inner.access.get(&user);
                access.is_some_and(|access| access.token_version == version)
                    && self.inner.sessions.is_live(Principal::Member(user), session, version)
            }
            Subject::Admin(person, Login { session, version }) => {
                self.person(person).is_some_and(|access| access.version == version)
                    && self.inner.sessions.is_live(Principal::Person(person), session, version)
            }
            Subject::Bypass(version) => version == self.admin_version(),
        };
        is_valid.then_some(subject)
    }

    /// Whether a login's session and token version are still those of the account.
    pub fn is_current(&self, who: Principal, Login { session, version }: Login) -> bool {
        let current = match who {
            Principal::Member(user) => self.access(user).map(|access| access.token_version),
            Principal::Person(person) => self.person(person).map(|access| access.version),
        };
        current == Some(version) && self.inner.sessions.is_live(who, session, version)
    }

    /// Version of the owner's password.
    pub fn admin_version(&self) -> u32 {
        self.person(PersonId::OWNER).map_or(0, |owner| owner.version)
    }

    /// Sets the version of the owner's password, which ends the owner's tokens of other versions.
    pub fn set_admin_version(&self, version: u32) {
        if let Some(mut owner) = self.inner.people.get_mut(&PersonId::OWNER) {
            owner.version = version;
        }
    }

    /// The access data of a person of the panel.
    pub fn person(&self, person: PersonId) -> Option<PersonAccess> {
        self.inner.people.get(&person).map(|access| access.clone())
    }

    /// All people of the panel, in no order.
    pub fn people(&self) -> Vec<(PersonId, PersonAccess)> {
        self.inner.people.iter().map(|entry| (*entry.key(), entry.clone())).collect()
    }

    /// Adds a person of the panel, or replaces the access data. Tokens of other versions end.
    pub fn set_person(&self, person: PersonId, access: PersonAccess) {
        self.inner.people.insert(person, access);
    }

    /// Changes the name of a person of the panel and nothing else.
    pub fn rename_person(&self, person: PersonId, name: &str) {
        if let Some(mut access) = self.inner.people.get_mut(&person) {
            access.name = name.into();
        }
    }

    /// Removes a person of the panel, which ends that person's tokens.
    pub fn forget_person(&self, person: PersonId) {
        self.inner.people.remove(&person);
    }

    /// The member's username, or [`FORMER_MEMBER`] for a deleted account.
    pub fn username(&self, user: UserId) -> String {
        let access = self.access(user);
        access.map_or_else(|| FORMER_MEMBER.to_owned(), |access| access.username.to_string())
    }

    /// The access data of an account; `None` if the account doesn't exist.
    pub fn access(&self, user: UserId) -> Option<Access> {
        self.inner.access.get(&user).map(|access| access.clone())
    }

    /// Whether the member agreed to be named in the broadcast.
    pub fn is_named_on_air(&self, user: UserId) -> bool {
        self.inner.on_air.is(user, OnAirChoice::Always)
    }

    /// Whether the member chose to be never named in the broadcast.
    pub fn is_never_named(&self, user: UserId) -> bool {
        self.inner.on_air.is(user, OnAirChoice::Never)
    }

    /// The member's name as the broadcast may show it, and whether it is whole: masked without the member's consent,
    /// [`FORMER_MEMBER`] for a deleted account. `agreed` is the consent of what the member did, such as an entry in a
    /// giveaway that names its winner.
    pub fn name_on_air(&self, user: UserId, agreed: bool) -> (String, bool) {
        let Some(access) = self.access(user) else { return (FORMER_MEMBER.to_owned(), false) };
        if self.is_named_on_air(user) || (agreed && !self.is_never_named(user)) {
            return (access.username.to_string(), true);
        }
        (mask_username(&access.username), false)
    }

    /// How names that staff typed are shown.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn shown_names(&self, view: &View) -> Result<Arc<ShownNames>, StoreError> {
        self.inner.on_air.shown_names(|user| {
            let profile = read_profile(view, user)?;
            let username = self.access(user).map(|access| access.username.to_string());
            let names = [username, profile.kick.map(|(_, name)| name), profile.casino];
            Ok(names.into_iter().flatten().collect())
        })
    }

    /// Number of accounts.
    pub fn accounts(&self) -> usize {
        self.inner.access.len()
    }

    /// Number of tokens that need not be verified again.
    pub fn verified_tokens(&self) -> usize {
        self.inner.tokens.verified()
    }

    pub(super) fn forget_access(&self, user: UserId) {
        self.inner.access.remove(&user);
        self.choose_on_air(user, None);
    }

    pub(super) fn choose_on_air(&self, user: UserId, choice: Option<OnAirChoice>) {
        self.inner.on_air.choose(user, choice);
    }

    pub(super) fn set_access(&self, user: UserId, access: Access) {
        self.inner.access.insert(user, access);
        self.names_changed(user);
    }

    /// Notes that a name of the member may have changed: here, in the chat or at the casino.
    pub(super) fn names_changed(&self, user: UserId) {
        self.inner.on_air.names_changed(user);
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
            Some(Subject::Admin(..) | Subject::Bypass(_)) => return Err(Refused),
            None => None,
        };
        let admin = match token("adminToken")? {
            Some(Subject::Admin(person, login)) if self.has_enough_factors(person) => {
                Some(login.session)
            }
            Some(Subject::Admin(..)) => return Err(Refused),
            Some(Subject::Member(..) | Subject::Bypass(_)) => return Err(Refused),
            None => None,
        };
        Ok(Identity { member, admin, source: None })
    }
}

/// What every call checks about a person of the panel.
#[derive(Clone, Debug)]
pub struct PersonAccess {
    /// Version of the person's password. Tokens of any other version are refused.
    pub version: u32,
    /// Shown in the panel and in the audit.
    pub name: Arc<str>,
    /// What the person may do.
    pub role: Role,
}

/// Name of an owner who has given none.
pub const NAMELESS_OWNER: &str = "admin";

impl PersonAccess {
    fn nameless_owner() -> Self {
        Self { version: 0, name: NAMELESS_OWNER.into(), role: Role::Owner }
    }
}
