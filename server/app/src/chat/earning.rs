//! Points for members who write in the chat while the stream is live. Off unless the settings say how
//! many. What counts is when the platform sent the message: it may arrive late.

use pointhouse_rules::Points;
use pointhouse_store::{Batch, Keys, Store, StoreError};

use super::Chat;
use super::commands::Message;
use super::error::ChatError;
use super::records::{EARNED, EARNED_BY, EarnedRow};
use crate::clock::{Millis, SiteDay};
use crate::ids::UserId;
use crate::wallet::{self, Amount, Change, Post, PostError, Reason, State};

/// Keys under which a window is paid once: `chat/<member>/<window>`.
const ONCE_PREFIX: &str = "chat/";
/// Messages are refused long before they are this old, so keys of older windows protect nothing.
const ONCE_KEPT_MILLIS: i64 = 48 * 60 * MINUTE;
const MINUTE: i64 = 60 * 1000;

/// What a message brings.
pub(super) struct Award {
    amount: u32,
    window: i64,
    /// The member's row behind it.
    member: EarnedRow,
    /// That of whoever wrote: who goes from one member to the next is paid once.
    sender: EarnedRow,
}

impl Chat {
    /// What a member gets for a message: once in a window, and up to the day's most.
    pub(super) fn award(
        &self,
        user: UserId,
        message: &Message,
    ) -> Result<Option<Award>, ChatError> {
        let (settings, now) = (&self.inner.settings, self.inner.clock.now());
        let on = self.on()?;
        if settings.points_for_chatting == 0 {
            return Ok(None);
        }
        let active = self.inner.accounts.auth.access(user).is_some_and(|access| access.active);
        // What the site answers in the owner's name is delivered like anybody's message.
        let is_host = on.host.connected().is_none_or(|host| host.user_id == message.sender);
        let at = message.said_at.min(now);
        if !active || is_host || !on.stream.was_live(at) {
            return Ok(None);
        }
        let length = i64::from(settings.chatting_window_minutes) * MINUTE;
        let window = at.0 - at.0.rem_euclid(length);
        let view = self.inner.store.view();
        let (member, sender) = (EARNED.get(view, &user)?, EARNED_BY.get(view, &message.sender)?);
        // A window of the future was paid by a clock that went back since.
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

    /// Pays a member who wrote. A wallet that is busy is paid by the next message of the window.
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
            // Paid before, or the balance would not fit: nothing that anybody could mend.
            Err(PostError::Once | PostError::Refused(_)) => Ok(()),
            Err(PostError::Busy | PostError::Retired(_) | PostError::ReadOnly) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Removes what senders in the chat got on days before `today`; the members' own rows stay. Returns how
/// many rows were removed. Not for a thread that serves.
pub(super) fn sweep(store: &Store, today: SiteDay) -> Result<usize, StoreError> {
    EARNED_BY.sweep(store, Keys::all(), |_, row| row.day < today)
}

/// Removes the keys of windows that no message can be for any more. Returns how many keys were removed.
/// Not for a thread that serves.
pub(super) fn sweep_once_keys(store: &Store, now: Millis) -> Result<usize, StoreError> {
    let is_over = |key: &[u8]| {
        let window = std::str::from_utf8(key).ok().and_then(|key| key.rsplit('/').next());
        let window = window.and_then(|window| window.parse::<i64>().ok());
        window.is_some_and(|window| window < now.0.saturating_sub(ONCE_KEPT_MILLIS))
    };
    wallet::forget_once_keys(store, ONCE_PREFIX, is_over)
}

/// Removes what a member, and the account of the platform that is linked to them, got for writing.
///
/// # Errors
/// Never: the keys are short.
pub fn forget_earned(
    user: UserId,
    sender: Option<u64>,
    batch: &mut Batch,
) -> Result<(), StoreError> {
    EARNED.delete(batch, &user)?;
    sender.map_or(Ok(()), |sender| EARNED_BY.delete(batch, &sender))
}
