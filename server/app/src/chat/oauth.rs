//! Leave that is asked for at the platform, and what a browser brings back from there.

use super::Chat;
use super::error::ChatError;
use super::flows::Opened;
use super::platform::{HOST_SCOPES, PlatformAccount};
use super::records::{FlowRow, Purpose, Tokens};
use crate::outside::OutsideError;

/// A way to the platform and back works so long, milliseconds.
const LASTS: i64 = 10 * 60 * 1000;

/// Where a browser is sent, with what it is to remember.
pub(super) struct Started {
    pub(super) url: String,
    pub(super) cookie: String,
}

/// What a browser brings back.
pub(super) struct Brought {
    pub(super) code: Option<String>,
    pub(super) state: Option<String>,
    /// The platform said no, or its user did.
    pub(super) refused: bool,
    pub(super) cookie: Option<String>,
}

/// Why nothing came of it.
enum Failed {
    Outside(OutsideError),
    Chat(ChatError),
}

impl From<OutsideError> for Failed {
    fn from(error: OutsideError) -> Self {
        Self::Outside(error)
    }
}

impl From<ChatError> for Failed {
    fn from(error: ChatError) -> Self {
        Self::Chat(error)
    }
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Outside(error) => error.fmt(f),
            Self::Chat(error) => error.fmt(f),
        }
    }
}

impl Chat {
    /// Begins to connect the channel.
    pub(super) async fn start_connect(&self, actor: String) -> Result<Started, ChatError> {
        let admin = self.inner.accounts.auth.admin_version();
        self.start(HOST_SCOPES, Purpose::Connect { admin, actor }).await
    }

    async fn start(&self, scope: &str, purpose: Purpose) -> Result<Started, ChatError> {
        let on = self.on()?;
        let Opened { state, cookie, challenge } = on.flows.open(purpose, LASTS, None).await?;
        Ok(Started { url: on.platform.authorize_url(scope, &state, &challenge), cookie })
    }

    /// Ends what was begun. Answers with the path where the browser goes on.
    pub(super) async fn come_back(&self, brought: Brought) -> String {
        let state = brought.state.clone().unwrap_or_default();
        let nowhere = match state.split('.').next() {
            Some("c") => "/admin/chat?kick=failed",
            Some("l") => "/account?kick=failed",
            _ => "/login?kick=failed",
        };
        let Ok(on) = self.on() else { return nowhere.to_owned() };
        match on.flows.take(&state, brought.cookie.as_deref()).await {
            Ok(Some(flow)) => self.finish(flow, &brought).await,
            Ok(None) => nowhere.to_owned(),
            Err(error) => {
                tracing::error!(%error, "a way back from the chat platform was not looked up");
                nowhere.to_owned()
            }
        }
    }

    async fn finish(&self, flow: FlowRow, brought: &Brought) -> String {
        let FlowRow { purpose, verifier, .. } = flow;
        match purpose {
            Purpose::Connect { admin, actor } => {
                let came = self.connect(brought, &verifier, admin, actor).await;
                format!("/admin/chat?kick={}", told(came, "connecting the channel"))
            }
            Purpose::Link { .. } | Purpose::SignIn { .. } | Purpose::Ticket { .. } => {
                "/login?kick=failed".to_owned()
            }
        }
    }

    async fn connect(
        &self,
        brought: &Brought,
        verifier: &str,
        admin: u32,
        actor: String,
    ) -> Result<&'static str, Failed> {
        // The password has changed since: whoever asked may not do so any more.
        if brought.refused || admin != self.inner.accounts.auth.admin_version() {
            return Ok("failed");
        }
        let (account, tokens) = self.who_came(brought, verifier).await?;
        let on = self.on()?;
        if !on.host.connect(account, tokens, actor).await? {
            return Ok("wrong-account");
        }
        // Beside the answer: the page that the browser goes to shows how it stands.
        let chat = self.clone();
        tokio::spawn(async move {
            if let Err(reason) = chat.check().await {
                tracing::warn!(%reason, "the chat's subscriptions were not made");
            }
        });
        Ok("connected")
    }

    async fn who_came(
        &self,
        brought: &Brought,
        verifier: &str,
    ) -> Result<(PlatformAccount, Tokens), Failed> {
        let platform = &self.on()?.platform;
        let code = brought.code.as_deref().unwrap_or_default();
        let tokens = platform.exchange(code, verifier).await?;
        let account = platform.whose(tokens.access.clone()).await?;
        Ok((account, tokens))
    }
}

fn told(came: Result<&'static str, Failed>, what: &'static str) -> &'static str {
    came.unwrap_or_else(|reason| {
        tracing::warn!(%reason, what, "nothing came of a way to the chat platform and back");
        "failed"
    })
}
