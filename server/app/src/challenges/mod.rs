//! Challenges: a list that admins publish as a whole and everybody reads (docs/decisions.md, E7).
//!
//! Invariants: the list is on disk before it is visible; publishing over a list that changed since
//! the draft was based on it is refused; a challenge's points are paid to one member, once, by an
//! admin's award and never by a draft; rewards count against the allowance of the person who publishes them.

mod counting;
mod error;
pub mod events;
mod records;
pub mod routes;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

use arc_swap::ArcSwap;
use pointhouse_rules::Points;
use pointhouse_store::{Batch, Store};
use serde_json::json;

pub use error::ChallengeError;
pub(crate) use records::ROWS;
pub use records::{ChallengeRow, Difficulty, challenge_title};
pub use view::Challenge;

use crate::accounts::Admin;
use crate::allowance::{Allowance, Made, Maker, Sum};
use crate::audit::{Actor, Audit, Entry};
use crate::broadcast::DeclaredEvent;
use crate::broadcast::{Broadcaster, MomentKind};
use crate::config::IsOn;
use crate::detached::to_the_end;
use crate::etag;
use crate::fault::Fault;
use crate::ids::UserId;
use crate::locks::Lock;
use crate::module::Module;
use crate::pictures::{PictureUse, PictureUser, StoredPictures, UsesPictures};
use crate::published_list::{number_entry, put_changes};
use crate::wallet::{Amount, Change, Post, PostError, Posted, Reason, Reference, State, Wallets};
use events::ChallengesUpdated;
use records::{CHALLENGE, HEAD, HeadRow, read_all};

/// Whether the site has it.
pub(crate) const IS_ON: IsOn = |config| config.modules.challenges;

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[routes::calls],
    rows: &[ROWS],
    events: &[DeclaredEvent::of::<events::ChallengesUpdated>],
    pages: &[("/challenges", IS_ON)],
};

/// Most challenges in the list.
const CHALLENGES_MAX: usize = 200;

struct Inner {
    store: Store,
    wallets: Wallets,
    broadcaster: Broadcaster,
    audit: Audit,
    allowance: Allowance,
    pictures: StoredPictures,
    published: ArcSwap<Published>,
    /// Allows one change at a time, so that memory, disk and push agree on the order.
    changing: Lock,
}

/// The published list.
struct Published {
    rows: BTreeMap<u32, ChallengeRow>,
    ready: etag::Ready,
}

/// The challenges. Cheap to clone.
#[derive(Clone)]
pub struct Challenges {
    inner: Arc<Inner>,
}

impl Published {
    fn of(rows: BTreeMap<u32, ChallengeRow>) -> Result<Self, Fault> {
        let ready = etag::Ready::new(&view::list(&rows))?;
        Ok(Self { rows, ready })
    }
}

impl Challenges {
    /// Reads the list from the store.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn load(
        (store, wallets): (&Store, &Wallets),
        broadcaster: &Broadcaster,
        (audit, allowance): (&Audit, &Allowance),
        pictures: &StoredPictures,
    ) -> Result<Self, Fault> {
        let rows = read_all(store.view())?;
        let inner = Inner {
            store: store.clone(),
            wallets: wallets.clone(),
            broadcaster: broadcaster.clone(),
            audit: audit.clone(),
            allowance: allowance.clone(),
            pictures: pictures.clone(),
            published: ArcSwap::from_pointee(Published::of(rows)?),
            changing: Lock::default(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The list, in the order of the page.
    pub fn list(&self) -> Vec<Challenge> {
        view::list(&self.inner.published.load().rows)
    }

    /// Title of a challenge of the list.
    pub fn title(&self, number: u32) -> Option<String> {
        self.inner.published.load().rows.get(&number).map(|row| row.title.clone())
    }

    /// The same list, serialized.
    pub fn ready(&self) -> etag::Ready {
        self.inner.published.load().ready.clone()
    }

    /// Replaces the list. New challenges get numbers from the server. Returns the tag of the new
    /// list.
    ///
    /// # Errors
    /// See [`ChallengeError`]. Nothing has changed then.
    pub async fn publish(
        &self,
        draft: Vec<Challenge>,
        based_on: Option<String>,
        by: Maker,
    ) -> Result<String, ChallengeError> {
        let challenges = self.clone();
        let done = async move { challenges.replace(draft, based_on, by).await };
        to_the_end(done).await?
    }

    async fn replace(
        &self,
        draft: Vec<Challenge>,
        based_on: Option<String>,
        by: Maker,
    ) -> Result<String, ChallengeError> {
        let _changing = self.inner.changing.lock().await;
        if !self.inner.store.writable() {
            return Err(PostError::ReadOnly.into());
        }
        let before = self.inner.published.load_full();
        if based_on.is_some_and(|tag| tag != before.ready.tag()) {
            return Err(ChallengeError::Changed);
        }
        if draft.len() > CHALLENGES_MAX {
            return Err(ChallengeError::TooMany(CHALLENGES_MAX));
        }
        let change = self.commit(draft, before, by);
        let after = self.inner.pictures.keep_during(change).await?;
        self.push(&after);
        Ok(after.ready.tag().to_owned())
    }

    /// Puts a draft in place of the list, on disk and in memory.
    async fn commit(
        &self,
        draft: Vec<Challenge>,
        before: Arc<Published>,
        by: Maker,
    ) -> Result<Arc<Published>, ChallengeError> {
        let (allowance, actor) = (&self.inner.allowance, by.actor());
        let head = HEAD.get(self.inner.store.view())?.unwrap_or_default();
        let (next, mut rows) = numbered(draft, head, &before.rows, &self.inner.pictures)?;
        let counts = counting::count(&before.rows, &mut rows, (&by, allowance.today()));
        let reserve = |sum| allowance.reserve_for(&by, Made::Challenges, sum);
        let reserved = counts.sum.map(reserve).transpose()?.flatten();
        let after = Arc::new(Published::of(rows)?);
        let mut batch = Batch::new();
        put_changes(&CHALLENGE, &before.rows, &after.rows, &mut batch)?;
        HEAD.put(&mut batch, &next)?;
        if let Some(reserved) = &reserved {
            reserved.rows(actor.clone())(&mut batch)?;
        }
        for (person, points) in &counts.returned {
            allowance.returned(actor.clone(), *person, *points)(&mut batch)?;
        }
        let entry = Entry {
            actor,
            action: "challenges.publish",
            subject: "challenges".to_owned(),
            before: json!({ "challenges": before.rows.len(), "tag": before.ready.tag() })
                .to_string(),
            after: json!({ "challenges": after.rows.len(), "tag": after.ready.tag() }).to_string(),
        };
        self.inner.audit.commit_audited(batch, entry).await?;
        if let Some(reserved) = reserved {
            reserved.keep();
        }
        for (person, points) in counts.returned {
            allowance.give_back(person, points);
        }
        self.inner.published.store(Arc::clone(&after));
        Ok(after)
    }

    /// Pushes the current list to the admins' browsers, so that admins can see the effect of a push
    /// without members noticing (docs/decisions.md, F4).
    ///
    /// # Errors
    /// The list is empty.
    pub fn test_push(&self) -> Result<(), ChallengeError> {
        let published = self.inner.published.load();
        if published.rows.is_empty() {
            return Err(ChallengeError::NothingToTest);
        }
        let event = ChallengesUpdated(view::list(&published.rows));
        self.inner.broadcaster.publish_to_admins(&event);
        Ok(())
    }

    /// Pays a challenge's points to the member who completed it and marks it completed, once.
    ///
    /// # Errors
    /// See [`ChallengeError`]. Nothing has changed then.
    pub async fn award(
        &self,
        id: u32,
        user: UserId,
        by: (Admin, Actor),
    ) -> Result<Posted, ChallengeError> {
        let challenges = self.clone();
        let done = async move { challenges.pay(id, user, by).await };
        to_the_end(done).await?
    }

    async fn pay(
        &self,
        id: u32,
        user: UserId,
        (admin, actor): (Admin, Actor),
    ) -> Result<Posted, ChallengeError> {
        let _changing = self.inner.changing.lock().await;
        let before = self.inner.published.load_full();
        let row = before.rows.get(&id).ok_or(ChallengeError::NoSuchChallenge)?;
        if row.completed {
            return Err(ChallengeError::Completed);
        }
        let points = row.reward_points.filter(|points| *points > 0);
        let points = Points::new(points.ok_or(ChallengeError::NoPoints)?)?;
        let uncounted = counting::uncounted(row);
        let sum = Sum { whole: points.get(), counted: uncounted, largest: uncounted };
        let reserved = self.inner.allowance.reserve(&admin, (Made::Award, Some(user)), sum)?;
        let rows = reserved.rows(actor.clone());
        let done = counting::awarded(row);
        let entry = Entry {
            actor,
            action: "challenges.award",
            subject: format!("challenge:{id} user:{user}"),
            before: json!({ "completed": false }).to_string(),
            after: json!({ "completed": true, "points": points.get() }).to_string(),
        };
        let (audit, number) = (self.inner.audit.clone(), self.inner.audit.next_id());
        let title = done.title.clone();
        let kept = done.clone();
        let riders = move |_: &State, _: &State, batch: &mut Batch| {
            CHALLENGE.put(batch, &id, &kept)?;
            audit.write(number, entry, batch)?;
            rows(batch)
        };
        let post = Post {
            changes: vec![Change {
                amount: Amount::Add(points),
                reason: Reason::Challenge,
                reference: Some(Reference::Challenge(id)),
            }],
            riders: Some(Box::new(riders)),
            request: None,
            once: Some(format!("award/challenge/{id}").into_bytes()),
        };
        let posted = self.inner.wallets.post(user, post).await.map_err(|error| match error {
            PostError::Once => ChallengeError::Completed,
            error => ChallengeError::Wallet(error),
        })?;
        reserved.keep();
        let mut rows = before.rows.clone();
        rows.insert(id, done);
        let after = Arc::new(Published::of(rows)?);
        self.inner.published.store(Arc::clone(&after));
        self.push(&after);
        let done = MomentKind::ChallengeDone { title, points: points.get() };
        self.inner.broadcaster.happened(user, done);
        Ok(posted)
    }

    fn push(&self, published: &Published) {
        let event = ChallengesUpdated(view::list(&published.rows));
        self.inner.broadcaster.publish_to_everyone(&event);
    }
}

impl UsesPictures for Challenges {
    fn uses_of(&self, address: &str) -> Vec<PictureUse> {
        let published = self.inner.published.load();
        let used = published.rows.values().filter(|challenge| challenge.image == address);
        used.map(|one| PictureUse { by: PictureUser::Challenge, name: one.title.clone() }).collect()
    }
}

/// The rows of a draft by number. An id that is not in the list is the draft's own and gets the
/// next number.
fn numbered(
    draft: Vec<Challenge>,
    head: HeadRow,
    known: &BTreeMap<u32, ChallengeRow>,
    pictures: &StoredPictures,
) -> Result<(HeadRow, BTreeMap<u32, ChallengeRow>), ChallengeError> {
    let mut next = HeadRow { revision: head.revision + 1, ..head };
    let mut rows = BTreeMap::new();
    for (place, challenge) in (0_u32..).zip(draft) {
        let number = number_entry(&challenge.id, known, &mut next.last);
        let before = known.get(&number);
        let row = challenge.checked(place, before, pictures)?;
        if rows.insert(number, row).is_some() {
            return Err(ChallengeError::Twice);
        }
    }
    Ok((next, rows))
}
