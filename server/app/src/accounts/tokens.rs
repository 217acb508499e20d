//! Tokens: JWT, HS256, with a secret made on first start (decision A4).

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};

use crate::clock::{Clock, Millis};
use crate::ids::{SessionId, UserId};

/// Who a token speaks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A member.
    Member(UserId, Login),
    /// An admin.
    Admin(Login),
    /// Whoever knew the admin password at the door of the closed site; with its version. Lets a
    /// request in and is nobody.
    Bypass(u32),
}

/// The login that a token came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Login {
    /// The session that it began.
    pub session: SessionId,
    /// Version of the account, or of the admin password, at that time.
    pub version: u32,
}

#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    sub: String,
    /// Session. Tokens of before sessions have none, and are refused.
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

/// Makes and reads tokens.
pub struct Tokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    clock: Clock,
}

impl Tokens {
    /// With the site's secret.
    pub fn new(secret: &[u8], clock: Clock) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        // The end is checked against our own clock.
        validation.validate_exp = false;
        validation.set_required_spec_claims(&["exp", "sub"]);
        Self {
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
            validation,
            clock,
        }
    }

    /// A token that lasts so many hours.
    ///
    /// # Errors
    /// The library fails.
    pub fn issue(
        &self,
        subject: Subject,
        hours: u32,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        let (sub, role, login, ver) = match subject {
            Subject::Member(user, login) => {
                (user.to_string(), Role::Member, Some(login), login.version)
            }
            Subject::Admin(login) => ("admin".to_owned(), Role::Admin, Some(login), login.version),
            Subject::Bypass(version) => ("bypass".to_owned(), Role::Bypass, None, version),
        };
        let sid = login.map(|login| login.session.to_string());
        let iat = seconds(self.clock.now());
        let exp = iat + i64::from(hours) * 3600;
        let claims = Claims { sub, sid, role, ver, iat, exp };
        encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
    }

    /// For how many hours a token was made, at least 1.
    pub fn hours(&self, token: &str) -> Option<u32> {
        let claims: Claims = decode(token, &self.decoding, &self.validation).ok()?.claims;
        u32::try_from((claims.exp - claims.iat) / 3600).ok().map(|hours| hours.max(1))
    }

    /// Whom a token speaks for, if it is one of ours and has not ended. Whether its version still
    /// stands is the directory's word.
    pub fn read(&self, token: &str) -> Option<Subject> {
        let claims: Claims = decode(token, &self.decoding, &self.validation).ok()?.claims;
        if claims.exp <= seconds(self.clock.now()) {
            return None;
        }
        let login = || {
            let session = claims.sid.as_ref()?.parse().ok()?;
            Some(Login { session, version: claims.ver })
        };
        match claims.role {
            Role::Member => Some(Subject::Member(claims.sub.parse().ok()?, login()?)),
            Role::Admin => Some(Subject::Admin(login()?)),
            Role::Bypass => Some(Subject::Bypass(claims.ver)),
        }
    }
}

fn seconds(at: Millis) -> i64 {
    at.0.div_euclid(1000)
}
