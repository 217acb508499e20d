//! Points for members who chat while the stream is live. Off unless the settings contain an amount.
//! The time at which the platform sent the message counts, because it may arrive late.

use pointhouse_rules::Points;
use pointhouse_store::{Batch, Keys, Store, StoreError};

use super::Chat;
use super::commands::Message;
use super::error::ChatError;
use super::records::{EARNED, EARNED_BY, EarnedRow};
use crate::clock::{Millis, SiteDay};
use crate::ids::UserId;
use crate::wallet::{self, Amount, Change, Post, PostError, Reason, State};

/// Prefix of the once-keys of windows: `chat/<member>/<window>`.
const ONCE_PREFIX: &str = "chat/";
/// Messages are refused long before they are this old, so once-keys of older windows are not
/// needed.
const ONCE_KEPT_MILLIS: i64 = 48 * 60 * MINUTE;
const MINUTE: i64 = 60 * 1000;

/// The award for a message.
pub(super) struct Award {
    amount: u32,
    window: i64,
    /// The member's row after the award.
    member: EarnedRow,
    /// The sender's row after the award. A sender who switches between members is paid once.
    sender: EarnedRow,
}

impl Chat {
    /// The award for a message: once per window, and up to the daily maximum.
    pub(super) fn award(
        &self,
        user: UserId,
        message: &Message,
    ) -> Result<Option<Award>, ChatError> {
        let (config, now) = (self.inner.settings.now(), self.inner.clock.now());
        let settings = &config.kick;
        let on = self.on()?;
        if settings.points_for_chatting == 0 {
            return Ok(None);
        }
        let active = self.inner.accounts.auth.access(user).is_some_and(|access| access.active);
        // Replies that the site writes as the channel's owner are delivered like other messages.
        let is_host = on.host.connected().is_none_or(|host| host.user_id == message.sender);
        let at = message.said_at.min(now);
        if !active || is_host || !on.stream.was_live(at) {
            return Ok(None);
        }
        let length = i64::from(settings.chatting_window_minutes) * MINUTE;
        let window = at.0 - at.0.rem_euclid(length);
        let view = self.inner.store.view();
        let (member, sender) = (EARNED.get(view, &user)?, EARNED_BY.get(view, &message.sender)?);
        // A window in the future was paid before the clock was set back.
        let was_paid = |row: &EarnedRow| row.window >= window && row.window <= now.0;
        if [&member, &sender].into_iter().flatten().any(was_paid) {
            return Ok(None);
        }
        let day = self.inner.zone.day(at);
        let of_day = |row: &Option<EarnedRow>| {
            row.as_ref().filter(|row| row.day == day).map_or(0, |row| row.points)
        };
        let so_far = of_day(&member).max(of_day(&sender));
        let left = settings.chatting_daily_max.saturating_sub(so_far);
        let amount = settings.points_for_chatting.min(left);
        let row = |before: Option<EarnedRow>| EarnedRow {
            revision: before.as_ref().map_or(0, |row| row.revision) + 1,
            day,
            window,
            points: of_day(&before) + amount,
        };
        let award = Award { amount, window, member: row(member), sender: row(sender) };
        Ok((amount > 0).then_some(award))
    }

    /// Pays the member who wrote a message. If the wallet is busy, the next message of the window
    /// is paid.
    pub(super) async fn reward(&self, user: UserId, message: &Message) -> Result<(), ChatError> {
        let Some(award) = self.award(user, message)? else { return Ok(()) };
        let Award { amount, window, member, sender } = award;
        let by = message.sender;
        let riders = move |_: &State, _: &State, batch: &mut Batch| {
            EARNED.put(batch, &user, &member)?;
            EARNED_BY.put(batch, &by, &sender)
        };
        let change = Change {
            amount: Amount::Add(Points::new(amount.into())?),
            reason: Reason::Chatting,
            reference: None,
        };
        let post = Post {
            changes: vec![change],
            riders: Some(Box::new(riders)),
            request: None,
            once: Some(format!("{ONCE_PREFIX}{user}/{window}").into_bytes()),
        };
        match self.inner.accounts.wallets.post(user, post).await {
            Ok(_) => Ok(()),
            // Paid before, or the balance would exceed the maximum: there is nothing to retry.
            Err(PostError::Once | PostError::Refused(_)) => Ok(()),
            Err(PostError::ReadOnly) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Removes senders' earnings of days before `today`; the members' rows stay. Returns the number of
/// removed rows. Slow: must not run on a serving thread.
pub(super) fn sweep(store: &Store, today: SiteDay) -> Result<usize, StoreError> {
    EARNED_BY.sweep(store, Keys::all(), |_, row| row.day < today)
}

/// Removes once-keys of windows for which messages are no longer accepted. Returns their number.
/// Slow: must not run on a serving thread.
pub(super) fn sweep_once_keys(store: &Store, now: Millis) -> Result<usize, StoreError> {
    let is_over = |key: &[u8]| {
        let window = std::str::from_utf8(key).ok().and_then(|key| key.rsplit('/').next());
        let window = window.and_then(|window| window.parse::<i64>().ok());
        window.is_some_and(|window| window < now.0.saturating_sub(ONCE_KEPT_MILLIS))
    };
    wallet::forget_once_keys(store, ONCE_PREFIX, is_over)
}

/// Removes the chat earnings of a member and of the linked account on the platform.
///
/// # Errors
/// Never: the keys are short.
pub fn forget_earnings(
    user: UserId,
    sender: Option<u64>,
    batch: &mut Batch,
) -> Result<(), StoreError> {
    EARNED.delete(batch, &user)?;
    sender.map_or(Ok(()), |sender| EARNED_BY.delete(batch, &sender))
}
