//! Points for members who write in the chat while the stream is live. Off unless the settings say how
//! many.

use pointhouse_rules::Points;
use pointhouse_store::{Batch, decode, encode};

use super::Chat;
use super::error::{ChatError, inner};
use super::records::{EarnedRow, LiveRow};
use crate::clock::Millis;
use crate::ids::UserId;
use crate::tables;
use crate::wallet::{Amount, Change, Post, PostError, Reason, State};

const MINUTE: i64 = 60 * 1000;
/// So long the platform's word that the stream is live holds, milliseconds: its word that it ended may
/// never have arrived.
const LIVE_MAX: i64 = 24 * 60 * MINUTE;

impl Chat {
    /// Pays a member who wrote, once in a window and up to the day's most. A wallet that is busy is
    /// paid by the next message of the window.
    pub(super) async fn reward(&self, user: UserId) -> Result<(), ChatError> {
        let (settings, now) = (&self.inner.settings, self.inner.clock.now());
        let active = self.inner.accounts.auth.access(user).is_some_and(|access| access.active);
        if settings.points_for_chatting == 0 || !active || !self.is_live(now)? {
            return Ok(());
        }
        let length = i64::from(settings.chatting_window_minutes) * MINUTE;
        let window = now.0 - now.0.rem_euclid(length);
        let before = self.earned(user)?;
        if before.as_ref().is_some_and(|row| row.window == window) {
            return Ok(());
        }
        let day = self.inner.zone.day(now);
        let so_far = before.as_ref().filter(|row| row.day == day).map_or(0, |row| row.points);
        let left = settings.chatting_daily_max.saturating_sub(so_far);
        let amount = settings.points_for_chatting.min(left);
        if amount == 0 {
            return Ok(());
        }
        let revision = before.map_or(0, |row| row.revision) + 1;
        let row = EarnedRow { revision, day, window, points: so_far + amount };
        let riders = move |_: &State, _: &State, batch: &mut Batch| {
            batch.put(tables::CHAT_EARNED, &user.0.to_be_bytes(), &encode(&row)?)?;
            Ok(())
        };
        let change = Change {
            amount: Amount::Add(Points::new(amount.into()).map_err(inner)?),
            reason: Reason::Chatting,
            reference: None,
        };
        let post = Post {
            changes: vec![change],
            riders: Some(Box::new(riders)),
            request: None,
            once: Some(format!("chat/{user}/{window}").into_bytes()),
        };
        match self.inner.accounts.wallets.post(user, post).await {
            Ok(_) => Ok(()),
            // Paid before, or the balance would not fit: nothing that anybody could mend.
            Err(PostError::Once | PostError::Refused(_)) => Ok(()),
            Err(PostError::Busy | PostError::Retired(_) | PostError::ReadOnly) => Ok(()),
            Err(error) => Err(inner(error)),
        }
    }

    fn is_live(&self, now: Millis) -> Result<bool, ChatError> {
        let live = *self.on()?.live.lock();
        Ok(live.is_some_and(|LiveRow { is_live, since, .. }| {
            is_live && now.0.saturating_sub(since) < LIVE_MAX
        }))
    }

    fn earned(&self, user: UserId) -> Result<Option<EarnedRow>, ChatError> {
        let row = self.inner.store.view().get(tables::CHAT_EARNED, &user.0.to_be_bytes());
        row.map_err(inner)?.map(|row| decode(&row).map_err(inner)).transpose()
    }
}
