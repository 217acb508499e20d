//! Problems that an admin has to fix. The health page reports that everything works only while
//! there are none.

use std::net::IpAddr;

use pointhouse_store::StoreError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::Accounts;
use crate::allowance::{Allowance, Made};
use crate::backups::{Backup, Copies, CopyEncryption, CopyState, UNENCRYPTED};
use crate::chat::Chat;
use crate::clock::{Clock, Millis};
use crate::config::Settings;
use crate::counts::counted;
use crate::mail::Mailer;

/// Age from which on a nightly backup counts as missed, in milliseconds.
const BACKUP_OVERDUE_MILLIS: i64 = 26 * 60 * 60 * 1000;

/// A problem that an admin has to fix.
#[derive(Debug, Serialize, ToSchema)]
pub struct Notice {
    /// `clock_jumped`, `unencrypted_copies`, `backup`, `backup_copy`, `mail`, `unusual_grants`, `chat_ended` or `site_url`.
    code: &'static str,
    /// Short title.
    title: &'static str,
    /// What it means and what to do.
    text: String,
}

/// Sources of the notices.
pub struct Notices {
    clock: Clock,
    accounts: Accounts,
    settings: Settings,
    copies: Copies,
    allowance: Allowance,
    chat: Chat,
}

impl Notices {
    /// The notices of a site.
    pub fn new(
        accounts: &Accounts,
        settings: &Settings,
        copies: &Copies,
        allowance: &Allowance,
        chat: &Chat,
    ) -> Self {
        Self {
            clock: accounts.clock.clone(),
            accounts: accounts.clone(),
            settings: settings.clone(),
            copies: copies.clone(),
            allowance: allowance.clone(),
            chat: chat.clone(),
        }
    }

    /// The current notices, the most urgent first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn all(&self, backups: &[Backup], now: Millis) -> Result<Vec<Notice>, StoreError> {
        let all = [
            clock_jumped(&self.clock),
            self.unusual_grants(),
            chat_ended(&self.chat),
            unencrypted_copies(&self.copies),
            backup(backups, now),
            backup_copy(&self.copies.states(), now),
            mail(&self.accounts.mailer),
            site_url(&self.settings.now().place.url),
        ];
        Ok(all.into_iter().flatten().collect())
    }

    fn unusual_grants(&self) -> Option<Notice> {
        let alerts = self.allowance.alerts();
        let newest = alerts.last()?;
        let settings = self.settings.now();
        let what = newest.sentence(&self.accounts.auth, &settings.points);
        let others = match alerts.len() - 1 {
            0 => String::new(),
            1 => " There is one more.".to_owned(),
            more => format!(" There are {more} more."),
        };
        let (actor, reason) = (with_address(&newest.actor), newest.reason.text());
        let ends = newest.ends();
        let title = if newest.made == Made::Import {
            "Large import of points"
        } else {
            "Unusual points given by hand"
        };
        Some(Notice {
            code: "unusual_grants",
            title,
            text: format!(
                "{actor} {what}: {reason}.{ends}{others} See the audit of the last 24 hours."
            ),
        })
    }
}

/// An actor of the audit as a part of a sentence: "Ada #2 (127.0.0.1)".
fn with_address(actor: &str) -> String {
    match actor.rsplit_once(' ') {
        Some((name, address)) if address.parse::<IpAddr>().is_ok() => format!("{name} ({address})"),
        _ => actor.to_owned(),
    }
}

fn clock_jumped(clock: &Clock) -> Option<Notice> {
    let jump = clock.jump()?;
    let direction = if jump > 0 { "forward" } else { "back" };
    let time = counted(jump.unsigned_abs() / 60_000, "minute", "minutes");
    Some(Notice {
        code: "clock_jumped",
        title: "The server's clock has jumped",
        text: format!(
            "It was set {direction} by {time} while the site was running. Calendar claims \
             are paused until it is right again. If the new time is the right one, restart the site."
        ),
    })
}

fn chat_ended(chat: &Chat) -> Option<Notice> {
    chat.ended_at().map(|_| Notice {
        code: "chat_ended",
        title: "Kick has ended the connection of your channel",
        text:
            "Nobody gets points for chatting, and chat commands have no reply. Connect the channel \
               again under Chat."
                .to_owned(),
    })
}

/// Copies of an earlier version go on until the owner decides.
fn unencrypted_copies(copies: &Copies) -> Option<Notice> {
    (copies.encryption() == Some(CopyEncryption::Unencrypted)).then(|| Notice {
        code: "unencrypted_copies",
        title: "Copies of backups are not encrypted",
        text: UNENCRYPTED.to_owned(),
    })
}

/// Returns whether the newest backup is more than a day old.
pub(super) fn is_backup_overdue(backups: &[Backup], now: Millis) -> bool {
    let newest = backups.iter().map(|backup| backup.created_at).max();
    newest.is_some_and(|at| now.0.saturating_sub(at) > BACKUP_OVERDUE_MILLIS)
}

fn backup(backups: &[Backup], now: Millis) -> Option<Notice> {
    let text = match backups {
        [] => {
            "There is no backup yet. The first nightly one comes by itself; you can write one now."
        }
        _ if is_backup_overdue(backups, now) => {
            "The newest backup is more than a day old. See the jobs below for why the nightly one is \
             missing, and write one now."
        }
        _ => return None,
    };
    Some(Notice { code: "backup", title: "No recent backup", text: text.to_owned() })
}

/// One notice for all targets: the table below it has each one.
fn backup_copy(states: &[CopyState], now: Millis) -> Option<Notice> {
    let titles = |is_troubled: &dyn Fn(&CopyState) -> bool| -> Option<String> {
        let troubled = states.iter().filter(|state| is_troubled(state));
        let titles: Vec<&str> = troubled.map(|state| state.target.title()).collect();
        (!titles.is_empty()).then(|| titles.join(", "))
    };
    let failed = titles(&|state| state.failed.is_some());
    let stale = titles(&|state| state.failed.is_none() && state.is_stale(now));
    let failed = failed.map(|titles| {
        format!("The last copy failed: {titles}. See the reason under Backups; it is tried again every 15 minutes.")
    });
    let stale = stale.map(|titles| {
        format!("The newest copy is older than two nights: {titles}. See the jobs below for why.")
    });
    let texts: Vec<String> = failed.into_iter().chain(stale).collect();
    (!texts.is_empty()).then(|| Notice {
        code: "backup_copy",
        title: "No recent backup somewhere else",
        text: texts.join(" "),
    })
}

fn mail(mailer: &Mailer) -> Option<Notice> {
    (!mailer.sends()).then(|| Notice {
        code: "mail",
        title: "Email isn't set up",
        text: "Members can't confirm their address or reset a password by themselves: emails are \
               written into files in the data folder. Enter a mail server under Settings, Mail."
            .to_owned(),
    })
}

fn site_url(url: &str) -> Option<Notice> {
    url.is_empty().then(|| Notice {
        code: "site_url",
        title: "The site's address isn't set",
        text:
            "Links in emails and on the overlay need it. Enter it under Settings, Address and region."
                .to_owned(),
    })
}
