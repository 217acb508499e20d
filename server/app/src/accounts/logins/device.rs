//! Devices that have logged in before: a mark in a cookie.
//!
//! A mark is signed, not stored: an HMAC over the account, its token version and the minute it was
//! made. So it needs no table and no limit per account, it ends with the tokens (on a new password
//! and on signing out everywhere), and a leaked backup contains no marks. The browser keeps the
//! marks of the last few accounts that logged in on it, because households share computers.
//!
//! A mark of a login shows that its browser had everything that a login needs. One that a session or the link of an
//! email got for a new token version shows less: tries of second factors from there count as a stranger's.

use actix_web::HttpRequest;
use actix_web::http::header;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::digest::InvalidLength;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::accounts::records::AccountRow;
use crate::clock::{Clock, Millis};
use crate::config::Settings;
use crate::ids::{Principal, UserId};

/// How long a mark is valid, in days. Each login makes a new one.
const MARK_DAYS: i64 = 180;
const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;
const MINUTE_MILLIS: i64 = 60 * 1000;
/// Most marks in one browser.
const MARKS_MAX: usize = 5;
/// Bytes of the minute that a mark was made in, and of its signature.
const MADE_BYTES: usize = 4;
const TAG_BYTES: usize = 16;
/// Name of the cookie. With https it gets a prefix that keeps other hosts from setting it.
const COOKIE: &str = "device";
const HOST_COOKIE: &str = "__Host-device";
/// Derivation label of the key of the marks.
const PURPOSE: &[u8] = b"pointhouse device marks";

/// Bytes of a mark.
const MARK_BYTES: usize = MADE_BYTES + TAG_BYTES;

/// What a browser gets its mark for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkedFor {
    /// A login, with the second factor if the account has one.
    Login,
    /// A session that replaces others, or a new password by the link of an email.
    Renewal,
}

/// Makes and checks marks. Cheap to clone.
#[derive(Clone)]
pub struct DeviceMarks {
    mac: Hmac<Sha256>,
    clock: Clock,
    settings: Settings,
}

impl DeviceMarks {
    /// Derives the key of the marks from the site's secret.
    ///
    /// # Errors
    /// Never in practice: HMAC accepts keys of any length.
    pub fn new(secret: &[u8], clock: &Clock, settings: &Settings) -> Result<Self, InvalidLength> {
        let derive = Hmac::<Sha256>::new_from_slice(secret)?;
        let key = derive.chain_update(PURPOSE).finalize().into_bytes();
        let mac = Hmac::new_from_slice(&key)?;
        Ok(Self { mac, clock: clock.clone(), settings: settings.clone() })
    }

    /// Returns whether a request comes from a device that has logged in to this account before.
    pub fn is_known(&self, req: &HttpRequest, user: UserId, row: &AccountRow) -> bool {
        let of = (Principal::Member(user), row.token_version);
        self.marks(req).iter().any(|mark| self.is_mark_of(mark, of))
    }

    /// The mark of a login to this account since a time, if the request's browser has one.
    pub fn of_login(
        &self,
        req: &HttpRequest,
        who: Principal,
        version: u32,
        since: Millis,
    ) -> Option<[u8; MARK_BYTES]> {
        let mut marks = self.marks(req).into_iter();
        let since = since.0.div_euclid(MINUTE_MILLIS);
        let mark = marks.find(|mark| {
            let is_since = minute_of(mark).is_some_and(|made| made >= since);
            is_since && self.is_mark_for(mark, (who, version), MarkedFor::Login)
        })?;
        mark.try_into().ok()
    }

    /// The cookie after a login: the account's new mark, and the marks of other accounts in this
    /// browser.
    pub(in crate::accounts) fn cookie(
        &self,
        req: &HttpRequest,
        of: (Principal, u32),
        marked_for: MarkedFor,
    ) -> String {
        let mut marks = vec![self.make(of, marked_for)];
        let others = self.marks(req).into_iter();
        // A mark of an older version doesn't reveal its account, so it stays until newer marks
        // displace it.
        marks.extend(others.filter(|mark| !self.is_mark_of(mark, of)));
        marks.truncate(MARKS_MAX);
        let marks: Vec<String> = marks.iter().map(|mark| URL_SAFE_NO_PAD.encode(mark)).collect();
        let secure = if self.settings.now().is_https() { "; Secure" } else { "" };
        let name = self.name();
        let seconds = MARK_DAYS * DAY_MILLIS / 1000;
        let marks = marks.join(".");
        format!("{name}={marks}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
    }

    fn name(&self) -> &'static str {
        if self.settings.now().is_https() { HOST_COOKIE } else { COOKIE }
    }

    /// The marks in the request's cookie, not verified.
    fn marks(&self, req: &HttpRequest) -> Vec<Vec<u8>> {
        let lines = req.headers().get_all(header::COOKIE).filter_map(|line| line.to_str().ok());
        let mut pairs =
            lines.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
        let own = self.name();
        let found = pairs.find(|(name, _)| name.trim() == own);
        let marks = found.map_or("", |(_, value)| value.trim()).split('.').take(MARKS_MAX);
        marks.filter_map(|mark| URL_SAFE_NO_PAD.decode(mark).ok()).collect()
    }

    fn make(&self, of: (Principal, u32), marked_for: MarkedFor) -> Vec<u8> {
        let made = i32::try_from(self.clock.now().0.div_euclid(MINUTE_MILLIS)).unwrap_or(0);
        let made = made.to_be_bytes();
        let tag = self.signed(of, made, marked_for).finalize().into_bytes();
        made.into_iter().chain(tag.into_iter().take(TAG_BYTES)).collect()
    }

    fn is_mark_of(&self, mark: &[u8], of: (Principal, u32)) -> bool {
        [MarkedFor::Login, MarkedFor::Renewal].iter().any(|way| self.is_mark_for(mark, of, *way))
    }

    fn is_mark_for(&self, mark: &[u8], of: (Principal, u32), marked_for: MarkedFor) -> bool {
        let Some((made, tag)) = mark.split_first_chunk::<MADE_BYTES>() else { return false };
        let at = Millis(i64::from(i32::from_be_bytes(*made)) * MINUTE_MILLIS);
        let is_over = self.clock.now().0.saturating_sub(at.0) >= MARK_DAYS * DAY_MILLIS;
        // Compares in constant time.
        let is_signed = self.signed(of, *made, marked_for);
        let is_signed = is_signed.verify_truncated_left(tag).is_ok();
        tag.len() == TAG_BYTES && is_signed && !is_over
    }

    fn signed(
        &self,
        (who, version): (Principal, u32),
        made: [u8; MADE_BYTES],
        marked_for: MarkedFor,
    ) -> Hmac<Sha256> {
        let mac = self.mac.clone().chain_update(who.number().to_be_bytes());
        let mac = mac.chain_update(version.to_be_bytes()).chain_update(made);
        match marked_for {
            MarkedFor::Login => mac,
            MarkedFor::Renewal => mac.chain_update(b"renewal"),
        }
    }
}

/// The minute that a mark says it was made in.
fn minute_of(mark: &[u8]) -> Option<i64> {
    let (made, _) = mark.split_first_chunk::<MADE_BYTES>()?;
    Some(i64::from(i32::from_be_bytes(*made)))
}
