//! Tests of the external services with the settings in force. They store nothing.

use actix_web::web;
use pointhouse_macros::call;
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::chat::{Chat, ChatError};
use crate::external::ExternalError;
use crate::hunts::{HuntError, Hunts};
use crate::settings::SettingsError;
use crate::wagers::WagerError;
use crate::wagers::affiliate::Affiliate;

/// The calls of this file.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; test_service]
}

/// The result of a test.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServiceTested {
    /// True when it can be used with these settings.
    working: bool,
    /// What happened, in words.
    message: String,
}

/// Asks a service with the settings in force and returns the result.
#[call(
    post,
    "/api/admin/settings/services/{service}/test",
    admin(Services),
    name = "test_service",
    segments(service = "`wagers`, `hunts` or `kick`.")
)]
pub async fn test_service(
    service: web::Path<String>,
    (affiliate, hunts, chat): (web::Data<Affiliate>, web::Data<Hunts>, web::Data<Chat>),
) -> Result<Answer<ServiceTested>, SettingsError> {
    let tested = match service.as_str() {
        "wagers" => affiliate.test().await.map_err(|error| match error {
            WagerError::Source(error) => refusal(&error, "its key"),
            error => error.to_string(),
        }),
        "hunts" => hunts.test().await.map_err(|error| match error {
            HuntError::Source(error) => refusal(&error, "its key and its address"),
            error => error.to_string(),
        }),
        "kick" => chat.test().await.map_err(|error| match error {
            ChatError::Platform(error) => refusal(&error, "the app's id and its secret"),
            error => error.to_string(),
        }),
        _ => return Err(SettingsError::NoSuchSection),
    };
    let working = tested.is_ok();
    let message = tested.unwrap_or_else(|problem| problem);
    Ok(Answer(ServiceTested { working, message }))
}

/// Why a service cannot be used, and what to look at.
fn refusal(error: &ExternalError, to_check: &str) -> String {
    match error {
        ExternalError::Status(status @ (400 | 401 | 403 | 404)) => {
            format!("The service refused the request (status {status}). Check {to_check}.")
        }
        ExternalError::Unreachable => {
            "The service cannot be reached. Check its address.".to_owned()
        }
        ExternalError::Unreadable(why) => format!("The service's answer can't be read: {why}."),
        error => format!("The service was asked, but {error}."),
    }
}
