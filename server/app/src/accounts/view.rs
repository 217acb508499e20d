//! How accounts look on the wire.

use pointhouse_rules::Points;
use serde::Serialize;
use utoipa::ToSchema;

use super::records::AccountRow;
use crate::clock::Millis;
use crate::ids::UserId;

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
pub(super) fn user(id: UserId, row: &AccountRow, points: Points, points_seq: u64) -> User {
    User {
        id: id.to_string(),
        account_id: row.account_id.clone(),
        username: row.username.clone(),
        email: row.email.clone(),
        email_verified: row.email_verified,
        points: points.get(),
        points_seq,
        profile_picture: None,
        is_active: row.active,
        kick_username: None,
        rainbet_username: None,
        created_at: Millis(row.created_at).iso(),
        gaming_approvals: Vec::new(),
    }
}
