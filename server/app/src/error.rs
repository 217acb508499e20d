//! HTTP status, code and text of all modules' errors, in one place. No module imports this one.

pub mod edge;
mod panel;
mod requests;

pub use requests::{
    content_encoding, method_not_allowed, not_found, not_leading, site_closed, stopping, too_many,
};

use std::borrow::Cow;
use std::collections::BTreeMap;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use pointhouse_rules::Refusal;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::{AccountError, AuthError};
use crate::admin::routes::SwitchCallError;
use crate::allowance::AllowanceError;
use crate::calendar::ClaimError;
use crate::calendar::routes::CalendarError;
use crate::challenges::ChallengeError;
use crate::detached::NotEnded;
use crate::games::{CallError, GameError};
use crate::giveaways::GiveawayError;
use crate::input::InputError;
use crate::maintenance::SwitchError;
use crate::points::JobError;
use crate::points::adjustments::AdjustmentError;
use crate::points::global::GlobalError;
use crate::privacy::PrivacyError;
use crate::shop::ShopError;
use crate::site::error::NoSuchFile;
use crate::wagers::WagerError;
use crate::wallet::{PostError, Refused};

/// The body of every failed call.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorAnswer {
    /// Always false.
    success: bool,
    /// Machine-readable code.
    error: &'static str,
    /// Message for the user.
    message: String,
    /// Messages by field, for forms.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    fields: Option<Fields>,
}

/// Messages by field.
type Fields = BTreeMap<Cow<'static, str>, String>;

/// An error as the caller sees it.
struct Problem {
    status: u16,
    code: &'static str,
    message: String,
    fields: Option<Fields>,
    retry_after: Option<u64>,
}

impl Problem {
    /// Adds the invalid fields, each with its message.
    fn with_fields(self, fields: &BTreeMap<&'static str, String>) -> Self {
        let by_name = fields.iter().map(|(name, text)| (Cow::Borrowed(*name), text.clone()));
        Self { fields: Some(by_name.collect()), ..self }
    }

    /// An invalid field with its message.
    fn field(name: &'static str, text: &str) -> Self {
        let fields = Some(BTreeMap::from([(name.into(), text.to_owned())]));
        Self { fields, ..Self::new(400, "validation", text) }
    }

    /// An invalid field with its message and a code of its own.
    fn coded_field(code: &'static str, name: &'static str, text: &str) -> Self {
        Self { code, ..Self::field(name, text) }
    }

    fn new(status: u16, code: &'static str, message: &(impl std::fmt::Display + ?Sized)) -> Self {
        Self { status, code, message: message.to_string(), fields: None, retry_after: None }
    }

    fn after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// A failure of the server. The reason goes to the log with the request's id, never to the
    /// caller.
    fn inner(reason: impl std::fmt::Display) -> Self {
        tracing::error!(%reason, "a call failed");
        Self::new(500, "internal", "Something went wrong on our side. Please try again.")
    }

    fn answer(self) -> HttpResponse {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut answer = HttpResponse::build(status);
        if let Some(seconds) = self.retry_after {
            answer.insert_header((header::RETRY_AFTER, seconds.to_string()));
        }
        answer.json(ErrorAnswer {
            success: false,
            error: self.code,
            message: self.message,
            fields: self.fields,
        })
    }
}

trait Described {
    fn problem(&self) -> Problem;
}

macro_rules! answers {
    ($($error:ty),+ $(,)?) => {$(
        impl ResponseError for $error {
            fn status_code(&self) -> StatusCode {
                StatusCode::from_u16(self.problem().status)
                    .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
            }

            fn error_response(&self) -> HttpResponse {
                self.problem().answer()
            }
        }
    )+};
}
pub(crate) use answers;

answers!(
    NotEnded,
    AuthError,
    AccountError,
    PostError,
    GameError,
    CallError,
    AdjustmentError,
    SwitchError,
    SwitchCallError,
    CalendarError,
    ChallengeError,
    ShopError,
    GiveawayError,
    PrivacyError,
    WagerError,
    GlobalError,
    NoSuchFile,
    InputError,
);

impl Described for NotEnded {
    fn problem(&self) -> Problem {
        Problem::inner(self)
    }
}

impl Described for AuthError {
    fn problem(&self) -> Problem {
        match self {
            Self::Unauthorized => Problem::new(401, "unauthorized", self),
            Self::Forbidden => Problem::new(403, "forbidden", self),
            Self::NotYourRole => Problem::new(403, "role", self),
            Self::NotProved => Problem::new(403, "proof", self),
            Self::Team => Problem::new(403, "team", self),
            Self::AccountNotNamed => Problem::new(403, "account_not_named", self),
            Self::NoSecondFactor => Problem::new(403, "no_second_factor", self),
            Self::Inactive => Problem::new(403, "account_inactive", self),
            Self::BadKey => Problem::new(400, "bad_idempotency_key", self),
        }
    }
}

impl Described for AccountError {
    fn problem(&self) -> Problem {
        match self {
            Self::Auth(error) => error.problem(),
            Self::SecondFactor(error) => error.problem(),
            Self::Field(name, text) => Problem::field(name, text),
            Self::EmailTaken => Problem::new(409, "email_taken", self),
            Self::UsernameTaken => Problem::new(409, "username_taken", self),
            Self::InvalidCredentials => Problem::new(401, "invalid_credentials", self),
            Self::InvalidAdminPassword | Self::InvalidBypassPassword => {
                Problem::new(401, "invalid_password", self)
            }
            Self::KickTaken => Problem::new(409, "kick_taken", self),
            Self::LastWay => Problem::new(409, "last_way_to_log_in", self),
            Self::KickOther => Problem::new(409, "already_linked", self),
            Self::NoSuchMember | Self::NoSuchApproval | Self::NoSuchPicture | Self::KickNone => {
                Problem::new(404, "not_found", self)
            }
            Self::UsernameReserved => {
                Problem::coded_field("reserved", "username", &self.to_string())
            }
            Self::UsernameCharacter => {
                Problem::coded_field("bad_character", "username", &self.to_string())
            }
            Self::EmailFixed => Problem::field("email", &self.to_string()),
            Self::LogInFirst => Problem::new(403, "log_in_first", self),
            Self::BadLink => Problem::new(400, "bad_link", self),
            Self::AlreadyVerified => Problem::new(409, "already_verified", self),
            Self::MailHeldUp => Problem::new(503, "mail_held_up", self),
            Self::NoPicture => Problem::new(400, "bad_picture", self),
            Self::Upload(error) => requests::upload(error, "bad_picture"),
            Self::PictureTooLarge => Problem::new(413, "too_large", self),
            Self::ApprovalPending => Problem::new(409, "approval_pending", self),
            Self::ApprovalDecided => Problem::new(409, "already_decided", self),
            Self::ApprovalUndecided => Problem::new(409, "not_decided", self),
            Self::ApprovalOutdated => Problem::new(409, "outdated", self),
            Self::CasinoNameTaken => Problem::new(409, "name_taken", self),
            Self::CasinoNameOwn => Problem::new(409, "name_own", self),
            Self::Busy => Problem::new(429, "too_many_requests", self).after(1),
            Self::TooMany { retry_after } | Self::AccountDelay { retry_after } => {
                Problem::new(429, "too_many_requests", self).after(*retry_after)
            }
            Self::ReadOnly => Problem::new(503, "read_only", self),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for PostError {
    fn problem(&self) -> Problem {
        match self {
            Self::Refused(Refused::Insufficient) => Problem::new(400, "insufficient_points", self),
            Self::Refused(Refused::TooLarge) => Problem::new(400, "balance_too_large", self),
            Self::Refused(Refused::AddsMore) => Problem::new(409, "changed", self),
            Self::Once => Problem::new(409, "already_paid", self),
            Self::Mismatch => Problem::new(409, "idempotency_mismatch", self),
            Self::ReadOnly => Problem::new(
                503,
                "read_only",
                "The site is read-only for the moment. Please try again later.",
            ),
            Self::Retired(_) | Self::Busy => Problem::new(
                429,
                "too_many_requests",
                "Too many requests at once. Please wait a moment.",
            )
            .after(1),
            Self::Broken | Self::Store(_) => Problem::inner(self),
            Self::Stopped => {
                Problem::new(503, "stopping", "The server is stopping. Please try again.").after(5)
            }
        }
    }
}

impl Described for ShopError {
    fn problem(&self) -> Problem {
        match self {
            Self::Auth(error) => error.problem(),
            Self::Account(error) => error.problem(),
            Self::ComingSoon => Problem::new(403, "coming_soon", self),
            Self::NoSuchItem | Self::NoSuchPurchase => Problem::new(404, "not_found", self),
            Self::OutOfStock => Problem::new(409, "out_of_stock", self),
            Self::PriceChanged(_) => Problem::new(409, "price_changed", self),
            Self::Changed => Problem::new(409, "version_conflict", self),
            Self::TooMany(_) | Self::Twice => Problem::new(400, "bad_list", self),
            Self::Field(name, text) => Problem::field(name, text),
            Self::NotPending | Self::InProgress => Problem::new(409, "not_pending", self),
            Self::PurchaseChanged => Problem::new(409, "purchase_changed", self),
            Self::Busy => Problem::new(429, "too_many_requests", self).after(1),
            Self::Wallet(error) => error.problem(),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for GiveawayError {
    fn problem(&self) -> Problem {
        match self {
            Self::Auth(error) => error.problem(),
            Self::NoSuchGiveaway | Self::NoSuchPage => Problem::new(404, "not_found", self),
            Self::NotStarted => Problem::new(409, "not_started", self),
            Self::Ended => Problem::new(409, "ended", self),
            Self::Cancelled => Problem::new(409, "cancelled", self),
            Self::NotEnded => Problem::new(409, "not_ended", self),
            Self::NotInterrupted => Problem::new(409, "not_interrupted", self),
            Self::Drawn => Problem::new(409, "drawn", self),
            Self::AlreadyEntered => Problem::new(409, "already_entered", self),
            Self::PriceChanged(_) => Problem::new(409, "price_changed", self),
            Self::EmailUnverified => Problem::new(403, "email_unverified", self),
            Self::Full => Problem::new(409, "giveaway_full", self),
            Self::Fields(fields) => Problem::new(400, "validation", self).with_fields(fields),
            Self::Frozen(_) => Problem::new(409, "frozen", self),
            Self::TooMany(_) => Problem::new(409, "too_many_giveaways", self),
            Self::Busy => Problem::new(429, "too_many_requests", self).after(1),
            Self::Wallet(error) => error.problem(),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for ChallengeError {
    fn problem(&self) -> Problem {
        match self {
            Self::Changed => Problem::new(409, "version_conflict", self),
            Self::TooMany(_) | Self::Twice => Problem::new(400, "bad_list", self),
            Self::Field(name, text) => Problem::field(name, text),
            Self::NoSuchChallenge | Self::NoSuchMember => Problem::new(404, "not_found", self),
            Self::Completed => Problem::new(409, "already_completed", self),
            Self::NoPoints => Problem::new(400, "no_points", self),
            Self::NothingToTest => Problem::new(409, "no_challenges", self),
            Self::Account(error) => error.problem(),
            Self::Allowance(error) => error.problem(),
            Self::Wallet(error) => error.problem(),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for ClaimError {
    fn problem(&self) -> Problem {
        match self {
            Self::Refused(refusal) => Problem::new(409, refusal.code(), refusal),
            Self::Wallet(error) => error.problem(),
            Self::Busy => Problem::new(429, "too_many_requests", self).after(1),
            Self::ClockJumped => Problem::new(503, "clock_jumped", self).after(600),
            Self::NoSuchMember => Problem::new(404, "not_found", self),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for CalendarError {
    fn problem(&self) -> Problem {
        match self {
            Self::Auth(error) => error.problem(),
            Self::Claim(error) => error.problem(),
            Self::NotAwarded => Problem::new(403, "not_awarded", self),
        }
    }
}

/// Invalid input is 400; what the rules would allow at another time is 409.
const fn refusal_status(refusal: Refusal) -> u16 {
    match refusal {
        Refusal::TileTaken
        | Refusal::NothingToCashOut
        | Refusal::RoundOver
        | Refusal::InsurancePending
        | Refusal::BadAction
        | Refusal::DoubleNotAllowed => 409,
        Refusal::BadBet { .. }
        | Refusal::BadBetStep
        | Refusal::BadTarget
        | Refusal::BadLimboTarget { .. }
        | Refusal::BadDirection
        | Refusal::BadMines
        | Refusal::BadTile
        | Refusal::BadPicks { .. }
        | Refusal::BadParameter { .. }
        | Refusal::BadRisk
        | Refusal::BadKind
        | Refusal::BadNumbers => 400,
    }
}

impl Described for GameError {
    fn problem(&self) -> Problem {
        match self {
            Self::Auth(error) => error.problem(),
            Self::Rules(refusal) => Problem::new(refusal_status(*refusal), refusal.code(), self),
            Self::Wallet(error) => error.problem(),
            Self::Disabled(_) => Problem::new(503, "game_disabled", self),
            Self::Paused { .. } => Problem::new(503, "game_paused", self),
            Self::TooFast { retry_after } => {
                Problem::new(429, "too_many_requests", self).after(*retry_after)
            }
            Self::Busy => Problem::new(429, "too_many_requests", self).after(1),
            Self::RoundOpen(_) => Problem::new(409, "round_open", self),
            Self::NoOpenRound => Problem::new(409, "round_over", self),
            Self::UnfinishedRound => Problem::new(409, "unfinished_round", self),
            Self::LimitReached(_) => Problem::new(403, "limit_reached", self),
            Self::TimeOut { .. } => Problem::new(403, "time_out", self),
            Self::BadLimit => Problem::new(400, "bad_limit", self),
            Self::Mismatch => Problem::new(409, "idempotency_mismatch", self),
            Self::BadClientSeed => Problem::new(400, "bad_client_seed", self),
            Self::NoSuchRound | Self::NoSuchGame | Self::NoSuchRules => {
                Problem::new(404, "not_found", self)
            }
            Self::SeedLost => Problem::new(410, "seed_lost", self),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for CallError {
    fn problem(&self) -> Problem {
        match self {
            Self::Auth(error) => error.problem(),
            Self::Game(error) => error.problem(),
        }
    }
}

impl Described for AllowanceError {
    fn problem(&self) -> Problem {
        match self {
            Self::Auth(error) => error.problem(),
            Self::NoGrants { .. } | Self::OverOnce { .. } | Self::OverDay { .. } => {
                Problem::new(403, "grant_limit", self)
            }
        }
    }
}

impl Described for AdjustmentError {
    fn problem(&self) -> Problem {
        match self {
            Self::Auth(error) => error.problem(),
            Self::Account(error) => error.problem(),
            Self::Post(error) => error.problem(),
            Self::Allowance(error) => error.problem(),
            Self::OwnAccount => Problem::new(403, "own_account", self),
            Self::NoSuchGrant => Problem::new(404, "not_found", self),
            Self::Undone => Problem::new(409, "already_undone", self),
            Self::Spent => Problem::new(409, "points_spent", self),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for SwitchError {
    fn problem(&self) -> Problem {
        Problem::inner(self)
    }
}

impl Described for SwitchCallError {
    fn problem(&self) -> Problem {
        match self {
            Self::Game(error) => error.problem(),
            Self::Switch(error) => error.problem(),
        }
    }
}

impl Described for PrivacyError {
    fn problem(&self) -> Problem {
        match self {
            Self::Account(error) => error.problem(),
            Self::Chat(error) => error.problem(),
            Self::Game(error) => error.problem(),
            Self::Calendar(error) => error.problem(),
            Self::Shop(error) => error.problem(),
            Self::Giveaway(error) => error.problem(),
            Self::Wallet(error) => error.problem(),
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for GlobalError {
    fn problem(&self) -> Problem {
        match self {
            Self::Auth(error) => error.problem(),
            Self::Field(name, text) => Problem::field(name, text),
            Self::Job(error @ JobError::Mismatch) => {
                Problem::new(409, "idempotency_mismatch", error)
            }
            Self::Job(error @ JobError::NoMembers) => Problem::new(409, "no_members", error),
            Self::Job(error @ JobError::ReadOnly) => Problem::new(503, "read_only", error),
            Self::Job(error @ JobError::NoSuchJob) => Problem::new(404, "not_found", error),
            Self::Job(JobError::Allowance(error)) => error.problem(),
            Self::Job(JobError::Wallet(error)) => error.problem(),
            Self::Job(JobError::Inner(fault)) => Problem::inner(fault),
        }
    }
}

impl Described for WagerError {
    fn problem(&self) -> Problem {
        match self {
            Self::Account(error) => error.problem(),
            Self::BadMonth { .. } => Problem::field("month", &self.to_string()),
            Self::NoSource => Problem::new(409, "no_source", self),
            Self::Source(_) | Self::EmptyAnswer => Problem::new(503, "source_failed", self),
            Self::NoSuchMonth | Self::NoPrize | Self::NoRaw => Problem::new(404, "not_found", self),
            Self::NotFrozen => Problem::new(409, "not_frozen", self),
            Self::PaidOut => Problem::new(409, "paid_out", self),
            Self::Changed | Self::PrizesChanged => Problem::new(409, "changed", self),
            Self::Field(name, text) => Problem::field(name, text),
            Self::ReadOnly => Problem::new(503, "read_only", self),
            Self::NoBackup(reason) => {
                tracing::error!(%reason, "a reset failed; no data was removed");
                Problem::new(503, "no_backup", self)
            }
            Self::Inner(reason) => Problem::inner(reason),
        }
    }
}

impl Described for NoSuchFile {
    fn problem(&self) -> Problem {
        Problem::new(404, "not_found", self)
    }
}
