//! Signing up with the platform: an account without a password, whose member logs in with the platform.

use pointhouse_rules::email::EmailAddress;
use pointhouse_rules::username::{MAX_LENGTH, Username};
use pointhouse_store::{Batch, StoreError};

use super::Chat;
use super::error::ChatError;
use super::records::Purpose;
use super::view::KickOffer;
use crate::accounts::logins::DeviceKind;
use crate::accounts::{AccountRow, CreateAccount, ProvedKick};
use crate::broadcast::MomentKind;
use crate::ids::UserId;

/// Most numbers that are tried behind a name that is taken.
const NUMBERS_TRIED: u32 = 20;

/// A visitor who signs up.
pub(super) struct NewMember {
    pub(super) ticket: String,
    pub(super) cookie: Option<String>,
    pub(super) username: Username,
    pub(super) email: EmailAddress,
    pub(super) device: DeviceKind,
    pub(super) named_on_air: bool,
}

impl Chat {
    /// What the ticket's visitor may sign up with. The ticket stays valid.
    pub(super) fn offer(&self, ticket: &str, cookie: Option<&str>) -> Result<KickOffer, ChatError> {
        self.check_sign_in()?;
        match self.on()?.flows.find(ticket, cookie)?.map(|flow| flow.purpose) {
            Some(Purpose::SignUp { name, .. }) => {
                let username = self.free_username(&name)?;
                Ok(KickOffer { kick_name: name, username })
            }
            _ => Err(ChatError::BadTicket),
        }
    }

    /// A free username like the name on the platform, or an empty text.
    fn free_username(&self, name: &str) -> Result<String, StoreError> {
        let directory = &self.inner.accounts.directory;
        for number in 1..=NUMBERS_TRIED {
            let end = if number == 1 { String::new() } else { number.to_string() };
            let start = name.chars().take(MAX_LENGTH.saturating_sub(end.len()));
            let Ok(username) = Username::new(start.collect::<String>() + &end) else { continue };
            if directory.is_free(&username)? {
                return Ok(username.as_str().to_owned());
            }
        }
        Ok(String::new())
    }

    /// Creates the account. The ticket is used up by the same commit.
    pub(super) async fn sign_up(&self, new: NewMember) -> Result<(UserId, AccountRow), ChatError> {
        self.check_sign_in()?;
        let NewMember { ticket, cookie, username, email, device, named_on_air } = new;
        let held = self.on()?.flows.hold(&ticket, cookie.as_deref()).await?;
        let held = held.ok_or(ChatError::BadTicket)?;
        let Purpose::SignUp { id, name } = held.row.purpose.clone() else {
            return Err(ChatError::BadTicket);
        };
        let mut with = Batch::new();
        held.end(&mut with)?;
        let created = self.inner.accounts.directory.create(CreateAccount {
            username,
            email,
            password: None,
            kick: Some(ProvedKick { id, name }),
            device: Some(device),
            named_on_air,
            with,
        });
        let created = created.await?;
        held.ended();
        self.inner.accounts.broadcaster.happened(created.0, MomentKind::Linked);
        Ok(created)
    }
}
