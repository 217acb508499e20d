//! Errors of the calls on accounts.

use pointhouse_rules::username::UsernameRefusal;

use crate::fault::{Fault, inner_faults};
use crate::picture_file::UploadError;
use crate::second_factor::SecondFactorError;

/// The caller is not authenticated or lacks the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuthError {
    /// The token is missing, expired, revoked or not issued by this site.
    #[error("Please log in")]
    Unauthorized,
    /// A member's token on an admin call, or an admin's token on a member call (docs/decisions.md,
    /// A1).
    #[error("You are not allowed to do this")]
    Forbidden,
    /// A person of the panel whose role may not do this (`people::rights`).
    #[error("Your role doesn't allow this")]
    NotYourRole,
    /// The call needs a fresh proof that the caller is the account's owner.
    #[error("Please confirm first that it's you")]
    NotProved,
    /// The call decides on a member account that is the person's own, and the panel has other people (`people::team`).
    #[error("This is your own member account. Another person of the team has to do this.")]
    Team,
    /// The person has not said yet which member account is the own one.
    #[error("Say first which member account is yours: open the panel and answer the question")]
    AccountNotNamed,
    /// The panel requires a second factor, which the person doesn't have.
    #[error("Set up a second factor first")]
    NoSecondFactor,
    /// The account is inactive (docs/decisions.md, A10).
    #[error("Your account is inactive")]
    Inactive,
    /// The idempotency key is malformed.
    #[error("Idempotency-Key must be 1 to 64 visible characters")]
    BadKey,
}

/// Why a call on accounts was refused.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// See [`AuthError`].
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// A field is invalid. Holds the field's name and the text to show.
    #[error("{1}")]
    Field(&'static str, String),
    /// The email belongs to another account. Case is ignored.
    #[error("This email is already registered")]
    EmailTaken,
    /// The username belongs to another account. Case is ignored.
    #[error("This username is already taken")]
    UsernameTaken,
    /// The username is a name of the site or its staff, or resembles one.
    #[error("This username is reserved. Please choose another one.")]
    UsernameReserved,
    /// The username has a character that is not allowed.
    #[error("{}", UsernameRefusal::BadCharacter)]
    UsernameCharacter,
    /// Returned for a wrong password and for an unknown email alike, so that it doesn't reveal
    /// which emails have accounts (docs/decisions.md, A4).
    #[error("Invalid email or password")]
    InvalidCredentials,
    /// A verified email cannot be changed (docs/decisions.md, E10).
    #[error("A verified email cannot be changed")]
    EmailFixed,
    /// The link confirms the address of an account without a password, and its reader is not logged in to it.
    #[error("Log in to your account first, then open the link again")]
    LogInFirst,
    /// The link is unknown, used or expired.
    #[error("This link is invalid or has expired")]
    BadLink,
    /// The email is already verified.
    #[error("Your email is already verified")]
    AlreadyVerified,
    /// The outbox is full.
    #[error("Mail is held up at the moment. Please try again later.")]
    MailHeldUp,
    /// The file is not a picture that can be decoded.
    #[error("Please select an image file")]
    NoPicture,
    /// The picture was not drawn for another reason.
    #[error(transparent)]
    Upload(UploadError),
    /// The picture doesn't exist or was replaced.
    #[error("There is no such picture")]
    NoSuchPicture,
    /// The file is too large.
    #[error("File size must be less than 5MB")]
    PictureTooLarge,
    /// The member's previous request is still pending.
    #[error("A username is waiting for approval already")]
    ApprovalPending,
    /// The request was decided before.
    #[error("This request has been decided already")]
    ApprovalDecided,
    /// The request is still open, so no decision can be taken back.
    #[error("This request hasn't been decided")]
    ApprovalUndecided,
    /// The member has a newer request or another name since.
    #[error("This decision can't be taken back: the member has a newer request or another name")]
    ApprovalOutdated,
    /// The request doesn't exist.
    #[error("There is no such request")]
    NoSuchApproval,
    /// The name is approved for another member.
    #[error("This username belongs to another member")]
    CasinoNameTaken,
    /// The name is approved for this member already.
    #[error("This is your username already")]
    CasinoNameOwn,
    /// The Kick account is linked to another member.
    #[error("This Kick account is linked to another account of this site")]
    KickTaken,
    /// The member is linked to another Kick account.
    #[error("Another Kick account is linked already. Please unlink it first.")]
    KickOther,
    /// The member has no linked Kick account.
    #[error("No Kick account is linked")]
    KickNone,
    /// Without it the member couldn't log in any more.
    #[error("This is the only way you can log in. Set a password first.")]
    LastWay,
    /// Wrong admin password.
    #[error("Invalid password. Access denied.")]
    InvalidAdminPassword,
    /// Wrong admin password on the page of the closed site.
    #[error("Invalid password")]
    InvalidBypassPassword,
    /// The member doesn't exist.
    #[error("There is no such member")]
    NoSuchMember,
    /// The queue for password hashes is full.
    #[error("The server is busy. Please try again in a moment.")]
    Busy,
    /// Too many attempts from one address.
    #[error("Too many attempts. Please try again later.")]
    TooMany {
        /// Seconds until the next attempt is accepted.
        retry_after: u64,
    },
    /// Too many wrong passwords for the email or username that was entered.
    #[error(
        "Too many wrong passwords. Please try again in {retry_after} second{}.",
        if *retry_after == 1 { "" } else { "s" }
    )]
    AccountDelay {
        /// Seconds until the next attempt is accepted.
        retry_after: u64,
    },
    /// The store is read-only because the disk is nearly full.
    #[error("The site is read-only for the moment. Please try again later.")]
    ReadOnly,
    /// The password was right, and the second factor is missing or wrong.
    #[error(transparent)]
    SecondFactor(#[from] SecondFactorError),
    /// A failure of the server itself.
    #[error(transparent)]
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
