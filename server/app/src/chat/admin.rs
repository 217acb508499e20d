//! Admin calls on the chat.

use actix_web::{HttpResponse, web};

use super::routes::with_cookie;
use super::view::{ChatConnection, ChatStatus, KickUrl};
use super::{Chat, ChatError};
use crate::accounts::Admin;
use crate::calls::{Call, calls};

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![connection, status, disconnect, connect, check,]
}

/// Returns whether the platform still accepts the connected channel.
#[utoipa::path(get, path = "/api/admin/chat/connection", operation_id = "chat_connection",
    tag = "chat", responses((status = 200, body = ChatConnection)),
    security(("admin" = [])))]
pub async fn connection(chat: web::Data<Chat>) -> web::Json<ChatConnection> {
    web::Json(chat.connection())
}

/// Returns the status of the chat.
#[utoipa::path(get, path = "/api/admin/chat", operation_id = "standing", tag = "chat",
    responses((status = 200, body = ChatStatus)),
    security(("admin" = [])))]
pub async fn status(chat: web::Data<Chat>) -> web::Json<ChatStatus> {
    web::Json(chat.status())
}

/// Starts to connect the channel. The browser must open the returned address, where the channel's
/// owner gives permission.
#[utoipa::path(post, path = "/api/admin/chat/connect", tag = "chat",
    responses((status = 200, body = KickUrl),
        (status = 404, description = "The site is not connected to Kick.")),
    security(("admin" = [])))]
pub async fn connect(admin: Admin, chat: web::Data<Chat>) -> Result<HttpResponse, ChatError> {
    Ok(with_cookie(&chat, chat.start_connect(admin.actor()).await?))
}

/// Disconnects the channel.
#[utoipa::path(delete, path = "/api/admin/chat", tag = "chat",
    responses((status = 200, body = ChatStatus),
        (status = 404, description = "The site is not connected to Kick.")),
    security(("admin" = [])))]
pub async fn disconnect(
    admin: Admin,
    chat: web::Data<Chat>,
) -> Result<web::Json<ChatStatus>, ChatError> {
    let on = chat.on()?;
    let changing = on.stream.lock().await;
    let row = on.host.disconnect(admin.actor()).await?;
    on.stream.forget();
    drop(changing);
    on.subscriptions.reset();
    // Runs in the background, because the platform may not respond.
    let of_task = chat.clone();
    tokio::spawn(async move {
        if let Ok(on) = of_task.on()
            && let Ok(clients) = on.platform.now()
        {
            on.subscriptions.end_all(&on.host, &clients.api, &row).await;
        }
    });
    Ok(web::Json(chat.status()))
}

/// Checks whether the platform still delivers the events, and creates missing subscriptions.
#[utoipa::path(post, path = "/api/admin/chat/check", tag = "chat",
    responses((status = 200, body = ChatStatus),
        (status = 404, description = "The site is not connected to Kick.")),
    security(("admin" = [])))]
pub async fn check(chat: web::Data<Chat>) -> Result<web::Json<ChatStatus>, ChatError> {
    if chat.on()?.host.connected().is_none() {
        return Err(ChatError::NotConnected);
    }
    // Why it failed is shown with each subscription.
    if let Err(reason) = chat.check().await {
        tracing::info!(%reason, "checking the chat subscriptions failed");
    }
    Ok(web::Json(chat.status()))
}
