//! Wire shapes of accounts.

use pointhouse_rules::Points;
use pointhouse_store::{StoreError, View};
use serde::Serialize;
use utoipa::ToSchema;

use super::directory::status_text;
use super::picture;
use super::records::{AccountRow, ApprovalRow, ApprovalStatus, ProfileRow, read_approval};
use crate::clock::Millis;
use crate::ids::UserId;

/// The platform of casino names, as the calls of the specification spell it.
const CASINO: &str = "Rainbet";

/// A member, as the member and the admins see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct User {
    /// Internal id of the member.
    pub id: String,
    /// Short public code, used in the chat.
    pub account_id: String,
    /// Username.
    pub username: String,
    /// Email.
    pub email: String,
    /// True when the email is verified.
    #[serde(rename = "emailVerified")]
    pub email_verified: bool,
    /// When the newest confirmation email was sent, ISO 8601; null without one whose link still works.
    #[serde(rename = "confirmationSentAt")]
    pub confirmation_sent_at: Option<String>,
    /// Balance in points, at least 0.
    pub points: u64,
    /// Ledger sequence of the balance. The event `pointsUpdated` carries the same sequence.
    #[serde(rename = "pointsSeq")]
    pub points_seq: u64,
    /// Address of the profile picture.
    #[serde(rename = "profilePicture")]
    pub profile_picture: Option<String>,
    /// False for an inactive account, which may only read.
    #[serde(rename = "isActive")]
    pub is_active: bool,
    /// Name of the linked chat account.
    #[serde(rename = "kickUsername")]
    pub kick_username: Option<String>,
    /// Approved casino name.
    #[serde(rename = "rainbetUsername")]
    pub rainbet_username: Option<String>,
    /// Time of the sign-up, ISO 8601.
    #[serde(rename = "createdAt")]
    pub created_at: String,
    /// True when the broadcast may show the username; it is masked there otherwise, except for what the member enters
    /// under the condition to be named.
    #[serde(rename = "namedOnAir")]
    pub named_on_air: bool,
    /// True when the broadcast never shows the username, whatever the member enters.
    #[serde(rename = "neverNamedOnAir")]
    pub never_named_on_air: bool,
    /// The approved casino name and the newest request.
    #[serde(rename = "gamingApprovals")]
    pub gaming_approvals: Vec<GamingApproval>,
}

/// An approved or requested name on another platform.
#[derive(Debug, Serialize, ToSchema)]
pub struct GamingApproval {
    /// `Kick` or `Rainbet`.
    pub platform: String,
    /// The name on that platform.
    pub platform_username: String,
    /// `pending`, `approved` or `rejected`.
    pub status: String,
    /// The admin's note on a rejected request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Number of the request; null for an approved name whose request is not the newest one.
    #[schema(required)]
    pub id: Option<String>,
    /// Username of the member.
    pub username: String,
    /// Email of the member.
    pub email: String,
    /// Address of the member's profile picture; null if there is none.
    #[serde(rename = "profilePicture")]
    #[schema(required)]
    pub profile_picture: Option<String>,
    /// Time of the request, ISO 8601; null without `id`.
    #[schema(required)]
    pub submitted_at: Option<String>,
    /// Time of the decision, ISO 8601; null while the request is pending, and without `id`.
    #[schema(required)]
    pub processed_at: Option<String>,
    /// The admin's note to the member; empty if there is none.
    pub admin_note: String,
}

/// Response to sign-up and login.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuthAnswer {
    /// Message for the user.
    pub message: String,
    /// The member who logged in.
    pub user: User,
    /// Token for `Authorization: Bearer`.
    pub token: String,
}

/// Response to `me`.
#[derive(Debug, Serialize, ToSchema)]
pub struct MeAnswer {
    /// The calling member.
    pub user: User,
}

/// Response to check-email.
#[derive(Debug, Serialize, ToSchema)]
pub struct EmailExists {
    /// True when the email belongs to an account.
    pub exists: bool,
}

/// A new token.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenAnswer {
    /// Token for `Authorization: Bearer`.
    pub token: String,
}

/// A confirmation without further data.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// Message for the user.
    pub message: String,
}

/// Builds a member from its rows.
pub(super) fn user(
    (id, row, profile): (UserId, &AccountRow, &ProfileRow),
    confirmation_sent: Option<Millis>,
    gaming_approvals: Vec<GamingApproval>,
    (points, points_seq): (Points, u64),
    (named_on_air, never_named_on_air): (bool, bool),
) -> User {
    User {
        id: id.to_string(),
        account_id: row.account_id.clone(),
        username: row.username.clone(),
        email: row.email.clone(),
        email_verified: row.email_verified,
        confirmation_sent_at: confirmation_sent.map(Millis::iso),
        points: points.get(),
        points_seq,
        profile_picture: picture::address(id, profile),
        is_active: row.active,
        kick_username: profile.kick.as_ref().map(|(_, name)| name.clone()),
        rainbet_username: profile.casino.clone(),
        created_at: Millis(row.created_at).iso(),
        named_on_air,
        never_named_on_air,
        gaming_approvals,
    }
}

/// The approved casino name, and the newest request if it is for another name.
pub(super) fn approvals(
    view: &View,
    (user, account, profile): (UserId, &AccountRow, &ProfileRow),
) -> Result<Vec<GamingApproval>, StoreError> {
    let approval = |name: &str, status, request: Option<&(u64, ApprovalRow)>| {
        let note = request.map(|(_, row)| row.note.clone()).unwrap_or_default();
        let is_rejected = status == ApprovalStatus::Rejected && !note.is_empty();
        GamingApproval {
            platform: CASINO.to_owned(),
            platform_username: name.to_owned(),
            status: status_text(status).to_owned(),
            reason: is_rejected.then(|| note.clone()),
            id: request.map(|(number, _)| number.to_string()),
            username: account.username.clone(),
            email: account.email.clone(),
            profile_picture: picture::address(user, profile),
            submitted_at: request.map(|(_, row)| Millis(row.asked_at).iso()),
            processed_at: request.and_then(|(_, row)| row.decided_at).map(|at| Millis(at).iso()),
            admin_note: note,
        }
    };
    let newest = match profile.casino_request {
        Some(number) => read_approval(view, number)?.map(|row| (number, row)),
        None => None,
    };
    let mut all = Vec::new();
    if let Some(name) = &profile.casino {
        let is_its = |(_, row): &&(u64, ApprovalRow)| {
            row.status == ApprovalStatus::Approved && row.name == *name
        };
        all.push(approval(name, ApprovalStatus::Approved, newest.as_ref().filter(is_its)));
    }
    if let Some(newest) = newest.filter(|(_, row)| row.status != ApprovalStatus::Approved) {
        all.push(approval(&newest.1.name, newest.1.status, Some(&newest)));
    }
    Ok(all)
}
