//! OAuth with the platform, and what a browser brings back from it.

use pointhouse_store::Batch;

use super::Chat;
use super::error::ChatError;
use super::flows::Opened;
use super::platform::{HOST_SCOPES, MEMBER_SCOPES, PlatformAccount};
use super::records::{FlowRow, Purpose, Tokens};
use crate::accounts::logins::DeviceKind;
use crate::accounts::{
    AccountError, Accounts, AuthAnswer, LinkKick, LinkedBy, NameKind, can_sign_in_with_kick,
    find_name, is_proved_kick, logged_in, read_account,
};
use crate::audit::Actor;
use crate::broadcast::MomentKind;
use crate::ids::{SessionId, UserId};

/// Lifetime of a flow, in milliseconds.
const LASTS: i64 = 10 * 60 * 1000;
/// Time within which a signed-in browser must fetch its token, in milliseconds.
const TICKET_LASTS: i64 = 2 * 60 * 1000;
/// Time in which a visitor may sign up, in milliseconds.
const OFFER_LASTS: i64 = 20 * 60 * 1000;
/// Longest path to continue on after a sign-in, in bytes.
const REDIRECT_MAX: usize = 300;

/// Where to send a browser, with the cookie to set.
pub(super) struct Started {
    pub(super) url: String,
    pub(super) cookie: String,
}

/// Query parameters of the platform's redirect, and the browser's cookie.
pub(super) struct CallbackParams {
    pub(super) code: Option<String>,
    pub(super) state: Option<String>,
    /// The platform or its user refused.
    pub(super) refused: bool,
    pub(super) cookie: Option<String>,
}

impl Chat {
    /// Starts to connect the channel.
    pub(super) async fn start_connect(&self, actor: Actor) -> Result<Started, ChatError> {
        let admin = self.inner.accounts.auth.admin_version();
        self.start(HOST_SCOPES, Purpose::Connect { admin, actor: actor.into_text() }).await
    }

    /// Starts to link an account to a member.
    pub(super) async fn start_link(&self, user: UserId) -> Result<Started, ChatError> {
        let token_version = self.token_version(user)?;
        self.start(MEMBER_SCOPES, Purpose::Link { user: user.0, token_version }).await
    }

    /// Starts a sign-in. A redirect that is not a path of this site is dropped.
    pub(super) async fn start_sign_in(
        &self,
        remember: bool,
        redirect: Option<String>,
    ) -> Result<Started, ChatError> {
        self.check_sign_in()?;
        let redirect = redirect.filter(|path| is_own_path(path));
        self.start(MEMBER_SCOPES, Purpose::SignIn { remember, redirect }).await
    }

    /// The member of a ticket, which stays valid.
    pub(super) fn owner_of_ticket(
        &self,
        ticket: &str,
        cookie: Option<&str>,
    ) -> Result<UserId, ChatError> {
        self.check_sign_in()?;
        match self.on()?.flows.find(ticket, cookie)?.map(|flow| flow.purpose) {
            Some(Purpose::Ticket { user, .. }) => Ok(UserId(user)),
            _ => Err(ChatError::BadTicket),
        }
    }

    /// Logs in the member who has just returned from the platform.
    pub(super) async fn sign_in(
        &self,
        ticket: &str,
        cookie: Option<&str>,
        device: DeviceKind,
    ) -> Result<(UserId, AuthAnswer), ChatError> {
        self.check_sign_in()?;
        let taken = self.on()?.flows.take(ticket, cookie).await?;
        let Some(Purpose::Ticket { user, token_version, remember }) =
            taken.map(|flow| flow.purpose)
        else {
            return Err(ChatError::BadTicket);
        };
        let user = UserId(user);
        // Since then the member may have unlinked the account, ended all tokens, or deleted the
        // account.
        let view = self.inner.store.view();
        let is_valid =
            self.token_version(user)? == token_version && can_sign_in_with_kick(view, user)?;
        let row = read_account(view, user)?.filter(|_| is_valid);
        let row = row.ok_or(ChatError::BadTicket)?;
        Ok((user, logged_in(&self.inner.accounts, device, user, &row, remember).await?))
    }

    /// The accounts, for the login's limits and logs.
    pub(super) fn accounts(&self) -> &Accounts {
        &self.inner.accounts
    }

    pub(super) fn check_sign_in(&self) -> Result<(), ChatError> {
        self.on()?;
        if self.inner.settings.now().kick.sign_in { Ok(()) } else { Err(ChatError::NoSignIn) }
    }

    pub(super) async fn start(&self, scope: &str, purpose: Purpose) -> Result<Started, ChatError> {
        let on = self.on()?;
        let Opened { state, cookie, challenge } = on.flows.open(purpose, LASTS, None).await?;
        Ok(Started { url: on.platform.now()?.authorize_url(scope, &state, &challenge), cookie })
    }

    /// Completes a flow. Returns the path where the browser continues.
    pub(super) async fn finish_flow(&self, params: CallbackParams) -> String {
        let state = params.state.clone().unwrap_or_default();
        let failed_path = match state.split('.').next() {
            Some("c") => "/admin/chat?kick=failed",
            Some("l" | "p") => "/account?kick=failed",
            _ => "/login?kick=failed",
        };
        let Ok(on) = self.on() else { return failed_path.to_owned() };
        match on.flows.take(&state, params.cookie.as_deref()).await {
            Ok(Some(flow)) => self.finish(flow, &params).await,
            Ok(None) => failed_path.to_owned(),
            Err(error) => {
                tracing::error!(%error, "cannot look up an OAuth flow of the chat platform");
                failed_path.to_owned()
            }
        }
    }

    async fn finish(&self, flow: FlowRow, params: &CallbackParams) -> String {
        let FlowRow { purpose, verifier, browser, .. } = flow;
        match purpose {
            Purpose::Connect { admin, actor } => {
                let result = self.connect(params, &verifier, admin, Actor::stored(actor)).await;
                format!("/admin/chat?kick={}", or_failed(result, "connecting the channel"))
            }
            Purpose::Link { user, token_version } => {
                let result = self.link(params, &verifier, UserId(user), token_version).await;
                format!("/account?kick={}", or_failed(result, "linking an account"))
            }
            Purpose::SignIn { remember, redirect } => {
                let entry = self.let_in(params, &verifier, remember, browser).await;
                page_with(&or_failed(entry, "signing in"), redirect.as_deref())
            }
            Purpose::Proof { user, session } => {
                let whose = (UserId(user), SessionId(session));
                let result = self.prove(params, &verifier, whose).await;
                format!("/account?kick={}", or_failed(result, "a proof"))
            }
            Purpose::Ticket { .. } | Purpose::SignUp { .. } => "/login?kick=failed".to_owned(),
        }
    }

    async fn connect(
        &self,
        params: &CallbackParams,
        verifier: &str,
        admin: u32,
        actor: Actor,
    ) -> Result<&'static str, ChatError> {
        // The admin password has changed since: the admin who started this is logged out.
        if params.refused || admin != self.inner.accounts.auth.admin_version() {
            return Ok("failed");
        }
        let (account, tokens) = self.exchange_code(params, verifier).await?;
        let on = self.on()?;
        if !on.host.connect(account, tokens, actor).await? {
            return Ok("wrong-account");
        }
        // Runs in the background: the next page shows the result.
        let chat = self.clone();
        tokio::spawn(async move {
            if let Err(reason) = chat.check().await {
                tracing::warn!(%reason, "cannot create the chat subscriptions");
            }
        });
        Ok("connected")
    }

    async fn link(
        &self,
        params: &CallbackParams,
        verifier: &str,
        user: UserId,
        token_version: u32,
    ) -> Result<&'static str, ChatError> {
        if params.refused {
            return Ok("refused");
        }
        let (PlatformAccount { id, name }, _) = self.exchange_code(params, verifier).await?;
        let by = LinkedBy::Platform;
        let command = LinkKick { user, token_version, id, name, by, with: Batch::new() };
        let displaced = match self.inner.accounts.directory.link_kick(command).await {
            Ok(displaced) => displaced,
            Err(AccountError::KickTaken) => return Ok("taken"),
            Err(error) => return Err(error.into()),
        };
        tracing::info!(%user, "a member linked a chat account");
        self.inner.accounts.broadcaster.happened(user, MomentKind::Linked);
        if let Some(other) = displaced {
            tracing::info!(user = %other, "removed the link that was made in the chat");
            self.publish_link_changed(other);
        }
        self.publish_link_changed(user);
        Ok("linked")
    }

    /// A ticket for the member of the account, an offer to sign up, or why there is neither.
    async fn let_in(
        &self,
        params: &CallbackParams,
        verifier: &str,
        remember: bool,
        browser: [u8; 32],
    ) -> Result<Entry, ChatError> {
        if params.refused || !self.inner.settings.now().kick.sign_in {
            return Ok(Entry::from("failed"));
        }
        let (PlatformAccount { id, name }, _) = self.exchange_code(params, verifier).await?;
        let view = self.inner.store.view();
        let (page, lasts, purpose) = match find_name(view, NameKind::Kick, &id.to_string())? {
            None => ("/signup", OFFER_LASTS, Purpose::SignUp { id, name }),
            // A link made in the chat doesn't allow signing in, and neither does one from before
            // the sessions were ended.
            Some(user) if !is_proved_kick(view, user)? => return Ok(Entry::from("unlinked")),
            Some(user) if !can_sign_in_with_kick(view, user)? => return Ok(Entry::from("ended")),
            Some(user) => {
                let token_version = self.token_version(user)?;
                let purpose = Purpose::Ticket { user: user.0, token_version, remember };
                ("/login", TICKET_LASTS, purpose)
            }
        };
        let opened = self.on()?.flows.open(purpose, lasts, Some(browser)).await?;
        Ok(Entry { page, kick: opened.state })
    }

    pub(super) async fn exchange_code(
        &self,
        params: &CallbackParams,
        verifier: &str,
    ) -> Result<(PlatformAccount, Tokens), ChatError> {
        let platform = self.on()?.platform.now()?;
        let code = params.code.as_deref().unwrap_or_default();
        let tokens = platform.exchange(code, verifier).await?;
        let account = platform.find_account(tokens.access.clone()).await?;
        Ok((account, tokens))
    }
}

/// The result code for the page's address; errors become `failed` and are logged.
fn or_failed<Ended: From<&'static str>>(
    ended: Result<Ended, ChatError>,
    what: &'static str,
) -> Ended {
    ended.unwrap_or_else(|reason| {
        tracing::warn!(%reason, what, "an OAuth flow with the chat platform failed");
        "failed".into()
    })
}

/// What a visitor who came back from the platform goes on with.
struct Entry {
    page: &'static str,
    /// A ticket, or the result code.
    kick: String,
}

impl From<&'static str> for Entry {
    fn from(code: &'static str) -> Self {
        Self { page: "/login", kick: code.to_owned() }
    }
}

/// The page that shows the result of a sign-in and continues from there.
fn page_with(Entry { page, kick }: &Entry, redirect: Option<&str>) -> String {
    let base = reqwest::Url::parse("http://site");
    let Ok(mut url) = base.and_then(|base| base.join(page)) else { return (*page).to_owned() };
    url.query_pairs_mut().append_pair("kick", kick);
    if let Some(redirect) = redirect {
        url.query_pairs_mut().append_pair("redirect", redirect);
    }
    format!("{}?{}", url.path(), url.query().unwrap_or_default())
}

/// Returns whether this is a path of this site. Browsers treat two leading slashes, even
/// backslashes, as another host.
fn is_own_path(path: &str) -> bool {
    path.starts_with('/')
        && !path.starts_with("//")
        && path.len() <= REDIRECT_MAX
        && !path.contains(|letter: char| letter == '\\' || letter.is_control())
}
