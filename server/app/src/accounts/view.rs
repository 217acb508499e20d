//! How accounts look on the wire.

use pointhouse_rules::Points;
use pointhouse_store::{StoreError, View};
use serde::Serialize;
use utoipa::ToSchema;

use super::directory::status_text;
use super::picture;
use super::records::{AccountRow, ApprovalStatus, ProfileRow, read_approval};
use crate::clock::Millis;
use crate::ids::UserId;

/// The platform of a name at the casino, as the specification's calls have it.
const CASINO: &str = "Rainbet";

/// A member, as the member and the admins see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct User {
    /// Internal id.
    pub id: String,
    /// Short public code for chat.
    pub account_id: String,
    /// Name.
    pub username: String,
    /// Address.
    pub email: String,
    /// The address was confirmed.
    #[serde(rename = "emailVerified")]
    pub email_verified: bool,
    /// Balance.
    pub points: u64,
    /// Ledger sequence of that balance: the same number that `pointsUpdated` carries.
    #[serde(rename = "pointsSeq")]
    pub points_seq: u64,
    /// Address of the picture.
    #[serde(rename = "profilePicture")]
    pub profile_picture: Option<String>,
    /// Inactive accounts may only read.
    #[serde(rename = "isActive")]
    pub is_active: bool,
    /// Linked chat name.
    #[serde(rename = "kickUsername")]
    pub kick_username: Option<String>,
    /// Approved casino name.
    #[serde(rename = "rainbetUsername")]
    pub rainbet_username: Option<String>,
    /// ISO 8601.
    #[serde(rename = "createdAt")]
    pub created_at: String,
    /// Approvals asked for.
    #[serde(rename = "gamingApprovals")]
    pub gaming_approvals: Vec<GamingApproval>,
}

/// An approval of a name elsewhere.
#[derive(Debug, Serialize, ToSchema)]
pub struct GamingApproval {
    /// Kick or Rainbet.
    pub platform: String,
    /// The name there.
    pub platform_username: String,
    /// pending, approved or rejected.
    pub status: String,
    /// The admin's word on a rejected one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Answer to sign-up and login.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuthAnswer {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// Who logged in.
    pub user: User,
    /// For `Authorization: Bearer`.
    pub token: String,
}

/// Answer to `me`.
#[derive(Debug, Serialize, ToSchema)]
pub struct MeAnswer {
    /// Always true.
    pub success: bool,
    /// The caller.
    pub user: User,
}

/// Answer to check-email.
#[derive(Debug, Serialize, ToSchema)]
pub struct EmailExists {
    /// Always true.
    pub success: bool,
    /// Somebody has it.
    pub exists: bool,
}

/// A fresh token.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenAnswer {
    /// Always true.
    pub success: bool,
    /// For `Authorization: Bearer`.
    pub token: String,
}

/// Nothing more to say.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
}

/// A member from its rows.
pub(super) fn user(
    id: UserId,
    row: &AccountRow,
    profile: &ProfileRow,
    gaming_approvals: Vec<GamingApproval>,
    points: Points,
    points_seq: u64,
) -> User {
    User {
        id: id.to_string(),
        account_id: row.account_id.clone(),
        username: row.username.clone(),
        email: row.email.clone(),
        email_verified: row.email_verified,
        points: points.get(),
        points_seq,
        profile_picture: picture::address(id, profile),
        is_active: row.active,
        kick_username: profile.kick.as_ref().map(|(_, name)| name.clone()),
        rainbet_username: profile.casino.clone(),
        created_at: Millis(row.created_at).iso(),
        gaming_approvals,
    }
}

/// The name at the casino that stands, and the newest request where that is another one.
pub(super) fn approvals(
    view: &View,
    profile: &ProfileRow,
) -> Result<Vec<GamingApproval>, StoreError> {
    let approval = |name: &str, status, note: &str| GamingApproval {
        platform: CASINO.to_owned(),
        platform_username: name.to_owned(),
        status: status_text(status).to_owned(),
        reason: (!note.is_empty()).then(|| note.to_owned()),
    };
    let mut all = Vec::new();
    if let Some(name) = &profile.casino {
        all.push(approval(name, ApprovalStatus::Approved, ""));
    }
    let newest = profile.casino_request.map(|number| read_approval(view, number)).transpose()?;
    if let Some(row) = newest.flatten().filter(|row| row.status != ApprovalStatus::Approved) {
        all.push(approval(&row.name, row.status, &row.note));
    }
    Ok(all)
}
