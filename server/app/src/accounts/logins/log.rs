//! One log line for every login, accepted or refused. Its form is documented for fail2ban
//! (docs/fail2ban.md): it contains no email and no text of the visitor.

use std::net::IpAddr;

use crate::ids::UserId;
use crate::log_limit::LogLimit;

/// Target of the lines.
const TARGET: &str = "pointhouse::login";

/// What a login is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entrance {
    /// A member's account, by password.
    Member,
    /// A member's account, by the chat platform.
    Kick,
    /// The panel.
    Panel,
    /// The site while it is closed to members.
    Bypass,
}

/// Why a login was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The password, or the email with it, is wrong.
    WrongPassword,
    /// Too many logins from the address.
    AddressLimit,
    /// Too many wrong passwords for the email or username that was entered.
    AccountDelay,
    /// Too many passwords wait to be checked.
    Busy,
    /// The chat platform's ticket is not valid.
    BadTicket,
    /// The password is right, and the code of the second factor is wrong.
    WrongCode,
    /// A passkey's answer is refused.
    BadPasskey,
}

/// A login attempt.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// What the login is for.
    pub entrance: Entrance,
    /// Address of the client.
    pub client: IpAddr,
    /// Limits the lines of logins whose password was not checked, because those cost an attacker
    /// nothing.
    pub log: &'a LogLimit,
}

impl Attempt<'_> {
    /// Logs an accepted login. The panel has no account.
    pub fn accepted(self, account: Option<UserId>) {
        let (entrance, client) = (self.entrance.text(), self.client);
        let account = text(account);
        tracing::info!(target: TARGET, %entrance, outcome = %"accepted", %client, %account, "login");
    }

    /// Logs a login whose password is right and whose code is missing: the first half of every login with a second factor.
    pub fn needs_code(self, account: Option<UserId>) {
        let (entrance, client) = (self.entrance.text(), self.client);
        let account = text(account);
        tracing::info!(target: TARGET, %entrance, outcome = %"code_needed", %client, %account, "login");
    }

    /// Logs a refused login. Pass no account unless the email is known to have one.
    pub fn refused(self, reason: Refusal, account: Option<UserId>) {
        if reason.is_limit() && !self.log.may_write() {
            return;
        }
        let (entrance, reason, client) = (self.entrance.text(), reason.text(), self.client);
        let account = text(account);
        tracing::warn!(
            target: TARGET, %entrance, outcome = %"refused", %reason, %client, %account, "login"
        );
    }
}

fn text(account: Option<UserId>) -> String {
    account.map_or_else(|| "-".to_owned(), |user| user.to_string())
}

impl Entrance {
    const fn text(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Kick => "kick",
            Self::Panel => "panel",
            Self::Bypass => "bypass",
        }
    }
}

impl Refusal {
    /// True when a limit refused the login before the password was checked.
    const fn is_limit(self) -> bool {
        matches!(self, Self::AddressLimit | Self::AccountDelay)
    }

    const fn text(self) -> &'static str {
        match self {
            Self::WrongPassword => "wrong_password",
            Self::AddressLimit => "address_limit",
            Self::AccountDelay => "account_delay",
            Self::Busy => "busy",
            Self::BadTicket => "bad_ticket",
            Self::WrongCode => "wrong_code",
            Self::BadPasskey => "bad_passkey",
        }
    }
}
