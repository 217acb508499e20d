//! Errors of admin calls.

use std::borrow::Cow;
use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};

use super::{Described, Fields, Problem};
use crate::admin::economy::EconomyError;
use crate::admin::health::HealthError;
use crate::admin::live_bets::LiveBetError;
use crate::admin::setup::SetupError;
use crate::backups::NoBackup;
use crate::calendar::RewardError;
use crate::chat::ChatError;
use crate::config::ConfigError;
use crate::first_steps::FirstStepsError;
use crate::hunts::HuntError;
use crate::mail::OutboxError;
use crate::overlay::OverlayError;
use crate::people::{NewPasswordError, PeopleError};
use crate::pictures::PictureError;
use crate::points::imports::ImportError;
use crate::second_factor::SecondFactorError;
use crate::settings::SettingsError;
use crate::sign_in::SignInError;

super::answers!(
    HealthError,
    HuntError,
    EconomyError,
    LiveBetError,
    OutboxError,
    ChatError,
    ImportError,
    SettingsError,
    SetupError,
    OverlayError,
    PeopleError,
    SecondFactorError,
    SignInError,
    FirstStepsError,
    PictureError,
);

impl Described for OverlayError {
    fn problem(&self) -> Problem {
        match self {
            Self::Text => Problem::field("text", &self.to_string()),
            Self::Seconds => Problem::field("seconds", &self.to_string()),
            Self::NoSuchSource => Problem::new(404, "not_found", self),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for PictureError {
    fn problem(&self) -> Problem {
        match self {
            Self::Upload(error) => super::requests::upload(error, "no_picture"),
            Self::TooMany => Problem::new(409, "too_many", self),
            Self::NoSuchPicture => Problem::new(404, "not_found", self),
            Self::InUse(_) => Problem::new(409, "in_use", self),
            Self::ReadOnly => Problem::new(503, "read_only", self),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for FirstStepsError {
    fn problem(&self) -> Problem {
        Problem::inner(self)
    }
}

impl Described for PeopleError {
    fn problem(&self) -> Problem {
        match self {
            Self::BadName => Problem::field("name", &self.to_string()),
            Self::BadCharacter => Problem::coded_field("bad_character", "name", &self.to_string()),
            Self::Reserved => Problem::coded_field("reserved", "name", &self.to_string()),
            Self::Taken => Problem::new(409, "name_taken", self),
            Self::OneOwner => Problem::field("role", &self.to_string()),
            Self::IsOwner => Problem::new(409, "is_owner", self),
            Self::StillWaiting => Problem::new(409, "still_waiting", self),
            Self::TooMany(_) => Problem::new(409, "too_many", self),
            Self::NoSuchPerson | Self::NoSuchInvitation => Problem::new(404, "not_found", self),
            Self::AccountNamed => Problem::new(409, "already_named", self),
            Self::NoSuchAccount => Problem::field("username", &self.to_string()),
            Self::BadCode => Problem::new(404, "bad_code", self),
            Self::WrongPassword => Problem::field("currentPassword", &self.to_string()),
            Self::TooManyTries { retry_after } => {
                Problem::new(429, "too_many_requests", self).after(*retry_after)
            }
            Self::Password(NewPasswordError::Refused(refusal)) => {
                Problem::field("newPassword", &refusal.to_string())
            }
            Self::Password(NewPasswordError::Hash(error)) | Self::Account(error) => error.problem(),
            Self::SecondFactor(error) => error.problem(),
            Self::Password(NewPasswordError::Inner(reason)) | Self::Inner(reason) => {
                Problem::inner(reason)
            }
        }
    }
}

impl Described for SecondFactorError {
    fn problem(&self) -> Problem {
        match self {
            Self::Needed => Problem::new(401, "second_factor", self),
            Self::WrongCode => Problem::new(400, "wrong_code", self),
            Self::PasskeysBusy => Problem::new(429, "too_many_requests", self).after(60),
            Self::TooManyCodes { retry_after } | Self::TooManyChanges { retry_after } => {
                Problem::new(429, "too_many_requests", self).after(*retry_after)
            }
            Self::BadPasskey => Problem::new(400, "bad_passkey", self),
            Self::PasskeyTaken => Problem::new(409, "passkey_taken", self),
            Self::SessionEnded => Problem::new(401, "unauthorized", self),
            Self::TooLate => Problem::new(409, "too_late", self),
            Self::NoAddress => Problem::new(409, "no_address", self),
            Self::HasApp => Problem::new(409, "has_app", self),
            Self::NoApp | Self::NoSuchPasskey => Problem::new(404, "not_found", self),
            Self::TooManyPasskeys(_) => Problem::new(409, "too_many", self),
            Self::BadName => Problem::field("name", &self.to_string()),
            Self::NoFactor => Problem::new(409, "no_factor", self),
            Self::Required => Problem::new(409, "required", self),
            Self::OwnerFirst => Problem::new(409, "owner_first", self),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for SignInError {
    fn problem(&self) -> Problem {
        match self {
            Self::Auth(error) => error.problem(),
            Self::Factor(error) => error.problem(),
            Self::Account(error) => error.problem(),
            Self::People(PeopleError::WrongPassword) => {
                Problem::field("password", "This is not your password")
            }
            Self::People(error) => error.problem(),
            Self::NoProof => Problem::new(400, "validation", self),
            Self::NoSuchSession => Problem::new(404, "not_found", self),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for SetupError {
    fn problem(&self) -> Problem {
        match self {
            Self::ExampleAfterRestore => Problem::field("example", &self.to_string()),
            Self::Closed => Problem::new(404, "not_found", self),
            Self::BadCode => Problem::new(401, "bad_code", self),
            Self::TooMany { retry_after } => {
                Problem::new(429, "too_many_requests", self).after(*retry_after)
            }
            Self::HasMembers => Problem::new(409, "has_members", self),
            Self::SeveralMachines => Problem::new(409, "several_machines", self),
            Self::RestoreRunning => Problem::new(409, "restore_running", self),
            Self::UnknownLength => Problem::new(411, "length_required", self),
            Self::Interrupted => Problem::new(400, "interrupted", self),
            Self::BadBackup(_) => Problem::new(400, "bad_backup", self),
            Self::DiskSpace { .. } => Problem::new(507, "disk_space", self),
            Self::Password(NewPasswordError::Refused(refusal)) => {
                Problem::field("password", &refusal.to_string())
            }
            Self::Name(error) => match error {
                PeopleError::BadCharacter => {
                    Problem::coded_field("bad_character", "ownerName", &error.to_string())
                }
                PeopleError::Reserved => {
                    Problem::coded_field("reserved", "ownerName", &error.to_string())
                }
                PeopleError::BadName | PeopleError::Taken => {
                    Problem::field("ownerName", &error.to_string())
                }
                error => error.problem(),
            },
            Self::Password(NewPasswordError::Hash(error)) | Self::Account(error) => error.problem(),
            Self::Settings(error) => error.problem(),
            Self::Password(NewPasswordError::Inner(reason)) | Self::Inner(reason) => {
                Problem::inner(reason)
            }
        }
    }
}

/// The key and the reason of an error that names a key first, such as `place.timezone: ...`.
fn field_of(text: &str) -> Option<Fields> {
    let (key, reason) = text.split_once(": ")?;
    let is_key = key.contains('.') && !key.contains(char::is_whitespace);
    is_key.then(|| BTreeMap::from([(Cow::Owned(key.to_owned()), beside(reason))]))
}

/// Whether a reason goes on with a sentence whose subject is the setting.
fn is_predicate(reason: &str) -> bool {
    ["must ", "is ", "has ", "needs ", "may ", "cannot "]
        .iter()
        .any(|verb| reason.starts_with(verb))
}

/// A sentence about a setting whose value is refused.
fn about(key: &str, reason: &str) -> String {
    if is_predicate(reason) { format!("`{key}` {reason}") } else { format!("`{key}`: {reason}") }
}

/// A reason as a sentence of its own, for the place beside the setting.
fn beside(reason: &str) -> String {
    match reason.strip_prefix("must ") {
        Some(rest) => format!("Must {rest}"),
        None if is_predicate(reason) => format!("This {reason}"),
        None => reason.to_owned(),
    }
}

impl Described for SettingsError {
    fn problem(&self) -> Problem {
        match self {
            Self::NoSuchSection | Self::NoSuchRevision | Self::NoSuchSecret => {
                Problem::new(404, "not_found", self)
            }
            Self::Locked { .. } => Problem::new(409, "locked", self),
            Self::NotOwner(_) => Problem::new(403, "role", self),
            Self::NotProved => Problem::new(403, "proof", self),
            Self::TooMany { key, .. } => Problem {
                fields: Some(BTreeMap::from([(Cow::Owned(key.clone()), self.to_string())])),
                ..Problem::new(400, "validation", &format!("{key} {self}"))
            },
            Self::Invalid(ConfigError::Value { key, reason }) => {
                Problem { message: about(key, reason), ..Problem::field(key, &beside(reason)) }
            }
            Self::Invalid(ConfigError::Key(text)) => {
                Problem { fields: field_of(text), ..Problem::new(400, "bad_settings", self) }
            }
            Self::Invalid(_) | Self::File(_) | Self::Stored(_) => {
                Problem::new(400, "bad_settings", self)
            }
            Self::Changed => Problem::new(409, "changed", self),
            Self::Unconfirmed { .. } => Problem::new(409, "unconfirmed", self),
            Self::ReadOnly => Problem::new(503, "read_only", self),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for HuntError {
    fn problem(&self) -> Problem {
        match self {
            Self::BadId => Problem::new(400, "bad_id", self),
            Self::External => Problem::new(409, "external", self),
            Self::NoSource => Problem::new(409, "no_source", self),
            Self::Source(_) => Problem::new(503, "source_failed", self),
            Self::NoSuchHunt | Self::NoSuchSlot => Problem::new(404, "not_found", self),
            Self::Taken(_) => {
                let fields = Some(BTreeMap::from([("customId".into(), self.to_string())]));
                Problem { fields, ..Problem::new(409, "id_taken", self) }
            }
            Self::Opened => Problem::new(409, "already_opened", self),
            Self::Changed(_) => Problem::new(409, "changed", self),
            Self::TooMany(..) => Problem::new(409, "too_many", self),
            Self::Field(name, text) => Problem::field(name, text),
            Self::ReadOnly => Problem::new(503, "read_only", self),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for ChatError {
    fn problem(&self) -> Problem {
        match self {
            Self::Off | Self::NoSignIn => Problem::new(404, "kick_off", self),
            Self::BadTicket => Problem::new(401, "bad_ticket", self),
            Self::NotConnected => Problem::new(409, "not_connected", self),
            Self::NoSuchRequest => Problem::new(404, "not_found", self),
            Self::TooLarge => Problem::new(413, "too_large", self),
            Self::BadSignature => Problem::new(401, "bad_signature", self),
            Self::Busy => Problem::new(503, "busy", self).after(5),
            Self::ReadOnly => Problem::new(503, "read_only", self),
            Self::Account(error) => error.problem(),
            Self::Wallet(error) => Problem::inner(error),
            Self::Calendar(error) => Problem::inner(error),
            Self::Giveaway(error) => Problem::inner(error),
            Self::Platform(error) => Problem::inner(error),
            Self::Inner(fault) => Problem::inner(fault),
        }
    }
}

impl Described for EconomyError {
    fn problem(&self) -> Problem {
        match self {
            Self::BadDays => Problem::field("days", &self.to_string()),
            Self::Game(error) => error.problem(),
            Self::Account(error) => error.problem(),
            Self::Reward(error @ RewardError::NoSuchReward) => {
                Problem::new(404, "not_found", error)
            }
            Self::Reward(error @ RewardError::OutOfTurn { .. }) => {
                Problem::new(409, "out_of_turn", error)
            }
            Self::Reward(error @ RewardError::TooEarly(_)) => Problem::new(409, "too_early", error),
            Self::Reward(RewardError::ReadOnly) | Self::ReadOnly => {
                Problem::new(503, "read_only", self)
            }
            Self::Reward(RewardError::Inner(reason)) => Problem::inner(reason),
            Self::Inner(fault) => Problem::inner(fault),
        }
    }
}

impl Described for LiveBetError {
    fn problem(&self) -> Problem {
        match self {
            Self::Field(name, text) => Problem::field(name, text),
            Self::ReadOnly => Problem::new(503, "read_only", self),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for OutboxError {
    fn problem(&self) -> Problem {
        match self {
            Self::NoSuchEmail => Problem::new(404, "not_found", self),
            Self::LinkEnded => Problem::new(409, "link_ended", self),
            Self::Busy => Problem::new(409, "letter_busy", self),
            Self::ReadOnly => Problem::new(503, "read_only", self),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for HealthError {
    fn problem(&self) -> Problem {
        match self {
            Self::ReadOnly => Problem::new(503, "read_only", self),
            Self::DownloadRunning | Self::Backup(NoBackup::Busy) => Problem::new(409, "busy", self),
            Self::OfferOver => Problem::new(404, "not_found", self),
            Self::Passphrase(refusal) => Problem::field("passphrase", &refusal.to_string()),
            Self::NoKey => Problem::field("encryption", &self.to_string()),
            Self::Backup(error) => {
                tracing::error!(%error, "cannot write the requested backup");
                Problem::new(503, "no_backup", "The backup could not be written")
            }
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for ImportError {
    fn problem(&self) -> Problem {
        match self {
            Self::BadFile(_) => Problem::new(400, "bad_file", self),
            Self::UnknownEncoding(_) => Problem::new(400, "unknown_encoding", self),
            Self::UnclearColumns(_) => Problem::new(400, "unclear_columns", self),
            Self::WrongType => Problem::new(415, "wrong_type", self),
            Self::TooLarge => Problem::new(413, "too_large", self),
            Self::NoSuchLine | Self::NoSuchImport | Self::NoSuchMember => {
                Problem::new(404, "not_found", self)
            }
            Self::Spent(_) => Problem::new(409, "already_paid", self),
            Self::ReadOnly => Problem::new(503, "read_only", self),
            Self::Account(error) => error.problem(),
            Self::Allowance(error) => error.problem(),
            Self::Wallet(error) => error.problem(),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}
