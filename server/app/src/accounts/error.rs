//! Errors of the calls on accounts.

use pointhouse_rules::username::UsernameRefusal;

use crate::fault::{Fault, inner_faults};
use crate::picture_file::UploadError;
use crate::problem::Problem;
use crate::second_factor::SecondFactorError;

/// The caller is not authenticated or lacks the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, pointhouse_macros::Problem)]
pub enum AuthError {
    /// The token is missing, expired, revoked or not issued by this site.
    #[error("Please log in")]
    #[problem(401, "unauthorized")]
    Unauthorized,
    /// A member's token on an admin call, or an admin's token on a member call (docs/decisions.md,
    /// A1).
    #[error("You are not allowed to do this")]
    #[problem(403, "forbidden")]
    Forbidden,
    /// A person of the panel whose role may not do this (`rights`).
    #[error("Your role doesn't allow this")]
    #[problem(403, "role")]
    NotYourRole,
    /// The call needs a fresh proof that the caller is the account's owner.
    #[error("Please confirm first that it's you")]
    #[problem(403, "proof")]
    NotProved,
    /// The call decides on a member account that is the person's own, and the panel has other people (`people::team`).
    #[error("This is your own member account. Another person of the team has to do this.")]
    #[problem(403, "team")]
    Team,
    /// The person has not said yet which member account is the own one.
    #[error("Say first which member account is yours: open the panel and answer the question")]
    #[problem(403, "account_not_named")]
    AccountNotNamed,
    /// The panel requires a second factor, which the person doesn't have.
    #[error("Set up a second factor first")]
    #[problem(403, "no_second_factor")]
    NoSecondFactor,
    /// The account is inactive (docs/decisions.md, A10).
    #[error("Your account is inactive")]
    #[problem(403, "account_inactive")]
    Inactive,
    /// The idempotency key is malformed.
    #[error("Idempotency-Key must be 1 to 64 visible characters")]
    #[problem(400, "bad_idempotency_key")]
    BadKey,
}

/// Why a call on accounts was refused.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum AccountError {
    /// See [`AuthError`].
    #[error(transparent)]
    #[problem(through)]
    Auth(#[from] AuthError),
    /// A field is invalid. Holds the field's name and the text to show.
    #[error("{1}")]
    #[problem(field)]
    Field(&'static str, String),
    /// The email belongs to another account. Case is ignored.
    #[error("This email is already registered")]
    #[problem(409, "email_taken")]
    EmailTaken,
    /// The username belongs to another account. Case is ignored.
    #[error("This username is already taken")]
    #[problem(409, "username_taken")]
    UsernameTaken,
    /// The username is a name of the site or its staff, or resembles one.
    #[error("This username is reserved. Please choose another one.")]
    #[problem(field = "username", code = "reserved")]
    UsernameReserved,
    /// The username has a character that is not allowed.
    #[error("{}", UsernameRefusal::BadCharacter)]
    #[problem(field = "username", code = "bad_character")]
    UsernameCharacter,
    /// Returned for a wrong password and for an unknown email alike, so that it doesn't reveal
    /// which emails have accounts (docs/decisions.md, A4).
    #[error("Invalid email or password")]
    #[problem(401, "invalid_credentials")]
    InvalidCredentials,
    /// A verified email cannot be changed (docs/decisions.md, E10).
    #[error("A verified email cannot be changed")]
    #[problem(field = "email")]
    EmailFixed,
    /// The link confirms the address of an account without a password, and its reader is not logged in to it.
    #[error("Log in to your account first, then open the link again")]
    #[problem(403, "log_in_first")]
    LogInFirst,
    /// The link is unknown, used or expired.
    #[error("This link is invalid or has expired")]
    #[problem(400, "bad_link")]
    BadLink,
    /// The email is already verified.
    #[error("Your email is already verified")]
    #[problem(409, "already_verified")]
    AlreadyVerified,
    /// The outbox is full.
    #[error("Mail is held up at the moment. Please try again later.")]
    #[problem(503, "mail_held_up")]
    MailHeldUp,
    /// The file is not a picture that can be decoded.
    #[error("Please select an image file")]
    #[problem(400, "bad_picture")]
    NoPicture,
    /// The picture was not drawn for another reason.
    #[error(transparent)]
    #[problem(with = upload)]
    Upload(UploadError),
    /// The picture doesn't exist or was replaced.
    #[error("There is no such picture")]
    #[problem(404, "not_found")]
    NoSuchPicture,
    /// The file is too large.
    #[error("File size must be less than 5MB")]
    #[problem(413, "too_large")]
    PictureTooLarge,
    /// The member's previous request is still pending.
    #[error("A username is waiting for approval already")]
    #[problem(409, "approval_pending")]
    ApprovalPending,
    /// The request was decided before.
    #[error("This request has been decided already")]
    #[problem(409, "already_decided")]
    ApprovalDecided,
    /// The request is still open, so no decision can be taken back.
    #[error("This request hasn't been decided")]
    #[problem(409, "not_decided")]
    ApprovalUndecided,
    /// The member has a newer request or another name since.
    #[error("This decision can't be taken back: the member has a newer request or another name")]
    #[problem(409, "outdated")]
    ApprovalOutdated,
    /// The request doesn't exist.
    #[error("There is no such request")]
    #[problem(404, "not_found")]
    NoSuchApproval,
    /// The name is approved for another member.
    #[error("This username belongs to another member")]
    #[problem(409, "name_taken")]
    CasinoNameTaken,
    /// The name is approved for this member already.
    #[error("This is your username already")]
    #[problem(409, "name_own")]
    CasinoNameOwn,
    /// The Kick account is linked to another member.
    #[error("This Kick account is linked to another account of this site")]
    #[problem(409, "kick_taken")]
    KickTaken,
    /// The member is linked to another Kick account.
    #[error("Another Kick account is linked already. Please unlink it first.")]
    #[problem(409, "already_linked")]
    KickOther,
    /// The member has no linked Kick account.
    #[error("No Kick account is linked")]
    #[problem(404, "not_found")]
    KickNone,
    /// Without it the member couldn't log in any more.
    #[error("This is the only way you can log in. Set a password first.")]
    #[problem(409, "last_way_to_log_in")]
    LastWay,
    /// Wrong admin password.
    #[error("Invalid password. Access denied.")]
    #[problem(401, "invalid_password")]
    InvalidAdminPassword,
    /// Wrong admin password on the page of the closed site.
    #[error("Invalid password")]
    #[problem(401, "invalid_password")]
    InvalidBypassPassword,
    /// The member doesn't exist.
    #[error("There is no such member")]
    #[problem(404, "not_found")]
    NoSuchMember,
    /// The queue for password hashes is full.
    #[error("The server is busy. Please try again in a moment.")]
    #[problem(429, "too_many_requests", after = 1)]
    Busy,
    /// Too many attempts from one address.
    #[error("Too many attempts. Please try again later.")]
    #[problem(429, "too_many_requests", after = *retry_after)]
    TooMany {
        /// Seconds until the next attempt is accepted.
        retry_after: u64,
    },
    /// Too many wrong passwords for the email or username that was entered.
    #[error(
        "Too many wrong passwords. Please try again in {retry_after} second{}.",
        if *retry_after == 1 { "" } else { "s" }
    )]
    #[problem(429, "too_many_requests", after = *retry_after)]
    AccountDelay {
        /// Seconds until the next attempt is accepted.
        retry_after: u64,
    },
    /// The store is read-only because the disk is nearly full.
    #[error("The site is read-only for the moment. Please try again later.")]
    #[problem(503, "read_only")]
    ReadOnly,
    /// The password was right, and the second factor is missing or wrong.
    #[error(transparent)]
    #[problem(through)]
    SecondFactor(#[from] SecondFactorError),
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(AccountError);

/// The refusal of a username, for the form field `username`.
impl From<UsernameRefusal> for AccountError {
    fn from(refusal: UsernameRefusal) -> Self {
        match refusal {
            UsernameRefusal::BadCharacter => Self::UsernameCharacter,
            refusal => Self::Field("username", refusal.to_string()),
        }
    }
}

impl From<UploadError> for AccountError {
    fn from(error: UploadError) -> Self {
        match error {
            UploadError::NotAPicture => Self::NoPicture,
            UploadError::TooLarge => Self::PictureTooLarge,
            UploadError::Inner(fault) => Self::Inner(fault),
            UploadError::Incomplete | UploadError::OverBudget | UploadError::Busy => {
                Self::Upload(error)
            }
        }
    }
}

fn upload(error: &UploadError) -> Problem {
    error.to_problem("bad_picture")
}
