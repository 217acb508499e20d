//! Admin calls on the chat.

use actix_web::{HttpResponse, web};

use super::routes::with_cookie;
use super::view::{ChatConnection, ChatStatus, KickUrl};
use super::{Chat, ChatError};
use crate::accounts::Admin;
use crate::answer::Answer;
use crate::calls::{Call, calls};
use pointhouse_macros::call;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["chat"; connection, status, disconnect, connect, check]
}

/// Returns whether the platform still accepts the connected channel.
#[call(get, "/api/admin/chat/connection", admin, name = "chat_connection")]
pub async fn connection(chat: web::Data<Chat>) -> Answer<ChatConnection> {
    Answer(chat.connection())
}

/// Returns the status of the chat.
#[call(get, "/api/admin/chat", admin(Services), name = "standing")]
pub async fn status(chat: web::Data<Chat>) -> Answer<ChatStatus> {
    Answer(chat.status())
}

/// Starts to connect the channel. The browser must open the returned address, where the channel's
/// owner gives permission.
#[call(post, "/api/admin/chat/connect", admin(Services, proof), answers(200 = Answer<KickUrl>),
    refused(404 = "The site is not connected to Kick."))]
pub async fn connect(admin: Admin, chat: web::Data<Chat>) -> Result<HttpResponse, ChatError> {
    Ok(with_cookie(&chat, chat.start_connect(admin.actor()).await?))
}

/// Disconnects the channel.
#[call(delete, "/api/admin/chat", admin(Services, proof),
    refused(404 = "The site is not connected to Kick."))]
pub async fn disconnect(
    admin: Admin,
    chat: web::Data<Chat>,
) -> Result<Answer<ChatStatus>, ChatError> {
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
    Ok(Answer(chat.status()))
}

/// Checks whether the platform still delivers the events, and creates missing subscriptions.
#[call(post, "/api/admin/chat/check", admin(Services),
    refused(404 = "The site is not connected to Kick."))]
pub async fn check(chat: web::Data<Chat>) -> Result<Answer<ChatStatus>, ChatError> {
    if chat.on()?.host.connected().is_none() {
        return Err(ChatError::NotConnected);
    }
    // Why it failed is shown with each subscription.
    if let Err(reason) = chat.check().await {
        tracing::info!(%reason, "checking the chat subscriptions failed");
    }
    Ok(Answer(chat.status()))
}
