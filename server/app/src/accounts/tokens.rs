//! Tokens: JWT, HS256, signed with a secret that is generated at the first start
//! (docs/decisions.md, A4).

use actix_web::HttpRequest;
use actix_web::http::header;
use dashmap::DashMap;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};

use crate::clock::{Clock, Millis};
use crate::ids::{PersonId, SessionId, UserId};

/// Verified tokens that are kept. Each takes about 400 bytes.
const VERIFIED_MAX: usize = 4096;

/// The subject of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A member.
    Member(UserId, Login),
    /// A person of the panel.
    Admin(PersonId, Login),
    /// A browser that sent the admin password on the page of the closed site, with the version of
    /// that password. Lets requests pass and identifies no member.
    Bypass(u32),
}

/// The login that a token was issued for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Login {
    /// The session of the token.
    pub session: SessionId,
    /// Version of the account's tokens or of the admin password when the token was issued.
    pub version: u32,
}

#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    sub: String,
    /// The session. Tokens issued before sessions existed have none and are refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sid: Option<String>,
    role: Role,
    ver: u32,
    iat: i64,
    exp: i64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    Member,
    Admin,
    Bypass,
}

/// Issues and reads tokens.
pub struct Tokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    clock: Clock,
    /// Whole tokens whose signature was verified, with their claims: a client sends the same one with each call, and
    /// verifying it took a sixth of the CPU of a bet. Emptied when it is full.
    verified: DashMap<Box<str>, Verified>,
}

/// Claims of a verified token.
#[derive(Clone, Copy, Debug)]
struct Verified {
    subject: Subject,
    /// When it expires, seconds.
    exp: i64,
}

impl Tokens {
    /// Number of tokens that are kept.
    pub fn verified(&self) -> usize {
        self.verified.len()
    }

    /// Creates the signer from the site's secret.
    pub fn new(secret: &[u8], clock: Clock) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        // The expiry is checked against the site's own clock.
        validation.validate_exp = false;
        validation.set_required_spec_claims(&["exp", "sub"]);
        Self {
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
            validation,
            clock,
            verified: DashMap::new(),
        }
    }

    /// Issues a token that lasts `hours`.
    ///
    /// # Errors
    /// The JWT library failed.
    pub fn issue(
        &self,
        subject: Subject,
        hours: u32,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        let (sub, role, login, ver) = match subject {
            Subject::Member(user, login) => {
                (user.to_string(), Role::Member, Some(login), login.version)
            }
            Subject::Admin(person, login) => {
                (person_text(person), Role::Admin, Some(login), login.version)
            }
            Subject::Bypass(version) => ("bypass".to_owned(), Role::Bypass, None, version),
        };
        let sid = login.map(|login| login.session.to_string());
        let iat = seconds(self.clock.now());
        let exp = iat + i64::from(hours) * 3600;
        let claims = Claims { sub, sid, role, ver, iat, exp };
        encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
    }

    /// Lifetime that a token was issued with, in hours, at least 1.
    pub fn hours(&self, token: &str) -> Option<u32> {
        let claims: Claims = decode(token, &self.decoding, &self.validation).ok()?.claims;
        u32::try_from((claims.exp - claims.iat) / 3600).ok().map(|hours| hours.max(1))
    }

    /// The subject of a token, if its signature is valid and it has not expired. The caller checks
    /// whether the version is still current.
    pub fn read(&self, token: &str) -> Option<Subject> {
        let known = self.verified.get(token).map(|known| *known);
        let is_new = known.is_none();
        let verified = known.or_else(|| self.verify(token))?;
        if verified.exp <= seconds(self.clock.now()) {
            return None;
        }
        if is_new {
            if self.verified.len() >= VERIFIED_MAX {
                self.verified.clear();
            }
            self.verified.insert(token.into(), verified);
        }
        Some(verified.subject)
    }

    fn verify(&self, token: &str) -> Option<Verified> {
        let claims: Claims = decode(token, &self.decoding, &self.validation).ok()?.claims;
        let login = || {
            let session = claims.sid.as_ref()?.parse().ok()?;
            Some(Login { session, version: claims.ver })
        };
        let subject = match claims.role {
            Role::Member => Subject::Member(claims.sub.parse().ok()?, login()?),
            Role::Admin => Subject::Admin(person_of(&claims.sub)?, login()?),
            Role::Bypass => Subject::Bypass(claims.ver),
        };
        Some(Verified { subject, exp: claims.exp })
    }
}

/// The owner's is the one of tokens that were issued before there were other people.
fn person_text(person: PersonId) -> String {
    match person {
        PersonId::OWNER => "admin".to_owned(),
        PersonId(number) => format!("admin-{number}"),
    }
}

fn person_of(sub: &str) -> Option<PersonId> {
    match sub.strip_prefix("admin")? {
        "" => Some(PersonId::OWNER),
        number => number.strip_prefix('-')?.parse().ok(),
    }
}

fn seconds(at: Millis) -> i64 {
    at.0.div_euclid(1000)
}

/// The token that a request names as its bearer.
pub(super) fn bearer(req: &HttpRequest) -> Option<&str> {
    req.headers().get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}
