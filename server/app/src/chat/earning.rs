//! Points for members who write in the chat while the stream is live. Off unless the settings say how
//! many. What counts is when the platform sent the message: it may arrive late.

use pointhouse_rules::Points;
use pointhouse_store::{Batch, Store, TableId, decode, encode};

use super::Chat;
use super::deliveries::Message;
use super::error::{ChatError, inner};
use super::records::EarnedRow;
use crate::clock::{Millis, SiteDay};
use crate::ids::UserId;
use crate::tables;
use crate::wallet::{Amount, Change, Post, PostError, Reason, State};

/// Keys under which a window is paid once: `chat/<member>/<window>`.
const ONCE_PREFIX: &str = "chat/";
/// The first key after them.
const ONCE_END: &[u8] = b"chat0";
/// Messages are refused long before they are this old, so keys of older windows protect nothing.
const ONCE_KEPT_MILLIS: i64 = 48 * 60 * MINUTE;
const MINUTE: i64 = 60 * 1000;
const PAGE: usize = 512;

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
        let member = self.earned(tables::CHAT_EARNED, user.0)?;
        let sender = self.earned(tables::CHAT_EARNED_BY, message.sender)?;
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
            batch.put(tables::CHAT_EARNED, &user.0.to_be_bytes(), &encode(&member)?)?;
            batch.put(tables::CHAT_EARNED_BY, &by.to_be_bytes(), &encode(&sender)?)?;
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
            once: Some(format!("{ONCE_PREFIX}{user}/{window}").into_bytes()),
        };
        match self.inner.accounts.wallets.post(user, post).await {
            Ok(_) => Ok(()),
            // Paid before, or the balance would not fit: nothing that anybody could mend.
            Err(PostError::Once | PostError::Refused(_)) => Ok(()),
            Err(PostError::Busy | PostError::Retired(_) | PostError::ReadOnly) => Ok(()),
            Err(error) => Err(inner(error)),
        }
    }

    pub(super) fn earned(
        &self,
        table: TableId,
        whose: u64,
    ) -> Result<Option<EarnedRow>, ChatError> {
        let row = self.inner.store.view().get(table, &whose.to_be_bytes());
        row.map_err(inner)?.map(|row| decode(&row).map_err(inner)).transpose()
    }
}

/// Forgets what people in the chat got on days that are over; the members' own rows stay. Returns how
/// many. Walks over all: not for a thread that serves.
pub(super) fn sweep(store: &Store, today: SiteDay) -> Result<usize, ChatError> {
    let (mut from, mut removed) = (Vec::new(), 0);
    loop {
        let rows = store.view().scan(tables::CHAT_EARNED_BY, &from, &[], PAGE).map_err(inner)?;
        let Some((last, _)) = rows.last() else { return Ok(removed) };
        from = [last.as_ref(), &[0]].concat();
        let mut batch = Batch::new();
        let before = removed;
        for (key, row) in &rows {
            let row: EarnedRow = decode(row).map_err(inner)?;
            if row.day < today {
                batch.delete(tables::CHAT_EARNED_BY, key).map_err(inner)?;
                removed += 1;
            }
        }
        if removed > before {
            store.commit(batch).wait().map_err(inner)?;
        }
    }
}

/// Removes the keys of windows that no message can be for any more. Returns how many. Walks over all:
/// not for a thread that serves.
pub(super) fn sweep_once_keys(store: &Store, now: Millis) -> Result<usize, ChatError> {
    let (mut from, mut removed) = (ONCE_PREFIX.as_bytes().to_vec(), 0);
    let is_over = |key: &[u8]| {
        let window = std::str::from_utf8(key).ok().and_then(|key| key.rsplit('/').next());
        let window = window.and_then(|window| window.parse::<i64>().ok());
        window.is_some_and(|window| window < now.0.saturating_sub(ONCE_KEPT_MILLIS))
    };
    loop {
        let keys = store.view().scan(tables::ONCE, &from, ONCE_END, PAGE).map_err(inner)?;
        let Some((last, _)) = keys.last() else { return Ok(removed) };
        from = [last.as_ref(), &[0]].concat();
        let mut batch = Batch::new();
        for (key, _) in keys.iter().filter(|(key, _)| is_over(key)) {
            batch.delete(tables::ONCE, key).map_err(inner)?;
            removed += 1;
        }
        if !batch.is_empty() {
            store.commit(batch).wait().map_err(inner)?;
        }
    }
}

/// Removes what a member, and the account of the platform that is linked to them, got for writing.
///
/// # Errors
/// Never: the keys are short.
pub fn forget_earned(
    user: UserId,
    sender: Option<u64>,
    batch: &mut Batch,
) -> Result<(), pointhouse_store::StoreError> {
    batch.delete(crate::tables::CHAT_EARNED, &user.0.to_be_bytes())?;
    if let Some(sender) = sender {
        batch.delete(crate::tables::CHAT_EARNED_BY, &sender.to_be_bytes())?;
    }
    Ok(())
}
