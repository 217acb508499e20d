//! Why a call on accounts was refused.

use crate::fault::{Fault, inner_faults};

/// The caller may not, or is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuthError {
    /// No token, a token of ours that has ended, or none of ours.
    #[error("Please log in")]
    Unauthorized,
    /// A member's token on an admin's call, or an admin's on a member's (decision A1).
    #[error("You are not allowed to do this")]
    Forbidden,
    /// Decision A10.
    #[error("Your account is inactive")]
    Inactive,
    /// The idempotency key is none.
    #[error("Idempotency-Key must be 1 to 64 visible characters")]
    BadKey,
}

/// A call on accounts was refused.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// See [`AuthError`].
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// A field does not pass; name and text.
    #[error("{1}")]
    Field(&'static str, String),
    /// Taken, without regard to case.
    #[error("This email is already registered")]
    EmailTaken,
    /// Taken, without regard to case.
    #[error("This username is already taken")]
    UsernameTaken,
    /// It is a name of the site or its staff, or looks like one.
    #[error("This username is reserved. Please choose another one.")]
    UsernameReserved,
    /// The same for a wrong password and an unknown address (decision A4).
    #[error("Invalid email or password")]
    InvalidCredentials,
    /// A verified address stays (decision E10).
    #[error("A verified email cannot be changed")]
    EmailFixed,
    /// The link is none of ours, was used, or its time is over.
    #[error("This link is invalid or has expired")]
    BadLink,
    /// It was confirmed before.
    #[error("Your email is already verified")]
    AlreadyVerified,
    /// The outbox takes no more.
    #[error("Mail is held up at the moment. Please try again later.")]
    MailHeldUp,
    /// No picture that can be read.
    #[error("Please select an image file")]
    NoPicture,
    /// No such picture, or not any more.
    #[error("There is no such picture")]
    NoSuchPicture,
    /// The file is too large.
    #[error("File size must be less than 5MB")]
    PictureTooLarge,
    /// A request for a name waits for an admin.
    #[error("A username is waiting for approval already")]
    ApprovalPending,
    /// An admin has decided.
    #[error("This request has been decided already")]
    ApprovalDecided,
    /// No such request.
    #[error("There is no such request")]
    NoSuchApproval,
    /// Approved for another member.
    #[error("This username belongs to another member")]
    CasinoNameTaken,
    /// Approved for this member.
    #[error("This is your username already")]
    CasinoNameOwn,
    /// The platform's account is another member's.
    #[error("This Kick account is linked to another account of this site")]
    KickTaken,
    /// The member has another account of the platform.
    #[error("Another Kick account is linked already. Please unlink it first.")]
    KickOther,
    /// There is nothing to unlink.
    #[error("No Kick account is linked")]
    KickNone,
    /// The admin's password.
    #[error("Invalid password. Access denied.")]
    InvalidAdminPassword,
    /// The admin's password, at the door of the closed site.
    #[error("Invalid password")]
    InvalidBypassPassword,
    /// No such member.
    #[error("There is no such member")]
    NoSuchMember,
    /// Too many hashes wait.
    #[error("The server is busy. Please try again in a moment.")]
    Busy,
    /// Too many tries from one address.
    #[error("Too many attempts. Please try again later.")]
    TooMany {
        /// Seconds until the next try is let in.
        retry_after: u64,
    },
    /// Too many wrong passwords for the email or username that was entered.
    #[error(
        "Too many wrong passwords. Please try again in {retry_after} second{}.",
        if *retry_after == 1 { "" } else { "s" }
    )]
    AccountDelay {
        /// Seconds until the next try is let in.
        retry_after: u64,
    },
    /// The disk is nearly full.
    #[error("The site is read-only for the moment. Please try again later.")]
    ReadOnly,
    /// Trouble of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(AccountError);
