//! The names of all accounts in memory, kept by a fold over the commits: searches read only the accounts that they show.
//! They are loaded from the rows at each opening; nothing of them is stored. A deletion overwrites them (`kept_texts.rs`).

use std::sync::Arc;

use parking_lot::RwLock;
use pointhouse_store::{Batch, CommitView, Keys, Projection, StoreError, View};

use super::records::{AccountRow, PROFILE, ProfileRow, account_change, stored_accounts};
use crate::ids::UserId;
use crate::kept_texts::KeptTexts;

/// Fields of an account to search: its username.
pub const USERNAME: usize = 1;
/// Its username and email.
pub const USERNAME_AND_EMAIL: usize = 2;
/// Its username, email, account code, chat name and casino name.
pub const ALL_NAMES: usize = 5;
/// The fields that members are known by to others: username, chat name and casino name.
pub const KNOWN_NAMES: [usize; 3] = [0, 3, 4];

/// The names of all accounts. Cheap to clone; clones share them.
#[derive(Clone, Default)]
pub struct AccountTexts {
    texts: Arc<RwLock<KeptTexts<()>>>,
}

/// In the order of the fields.
#[derive(Default)]
struct Names([String; ALL_NAMES]);

impl Names {
    fn take_account(&mut self, row: &AccountRow) {
        let [username, email, account_id, ..] = &mut self.0;
        *username = row.username.to_lowercase();
        *email = row.email.to_lowercase();
        *account_id = row.account_id.to_lowercase();
    }

    fn take_profile(&mut self, row: &ProfileRow) {
        let [.., chat, casino] = &mut self.0;
        *chat = row.kick.as_ref().map_or_else(String::new, |(_, name)| name.to_lowercase());
        *casino = row.casino.as_ref().map_or_else(String::new, |name| name.to_lowercase());
    }
}

impl AccountTexts {
    /// The names at this moment, in lower case, by member.
    pub fn read(&self) -> KeptTexts<()> {
        self.texts.read().clone()
    }

    /// The fold that keeps them current.
    pub fn projection(&self) -> Box<dyn Projection> {
        Box::new(Fold(self.clone()))
    }

    fn set_account(&self, user: UserId, row: Option<&AccountRow>) {
        let mut texts = self.texts.write();
        let Some(row) = row else { return texts.remove(user.0) };
        let mut names = names_of(&texts, user).unwrap_or_default();
        names.take_account(row);
        texts.set(user.0, (), &names.0);
    }

    fn set_profile(&self, user: UserId, row: Option<&ProfileRow>) {
        let mut texts = self.texts.write();
        // A profile without an account is not searched.
        let Some(mut names) = names_of(&texts, user) else { return };
        names.take_profile(row.unwrap_or(&ProfileRow::default()));
        texts.set(user.0, (), &names.0);
    }
}

fn names_of(texts: &KeptTexts<()>, user: UserId) -> Option<Names> {
    let record = texts.get(user.0)?;
    let mut names = Names::default();
    for (name, field) in names.0.iter_mut().zip(record.fields()) {
        *name = String::from_utf8_lossy(field).into_owned();
    }
    Some(names)
}

struct Fold(AccountTexts);

impl Projection for Fold {
    fn name(&self) -> &'static str {
        "names of accounts"
    }

    fn load(&mut self, view: &View) -> Result<(), StoreError> {
        // Members without additional data have no profile.
        let mut profiles = PROFILE.rows(view, Keys::all()).peekable();
        let accounts = stored_accounts(view).map(|account| {
            let (user, row) = account?;
            let mut names = Names::default();
            names.take_account(&row);
            let is_passed = |profile: &Result<(UserId, _), _>| {
                profile.as_ref().map_or(true, |(owner, _)| *owner <= user)
            };
            while let Some(profile) = profiles.next_if(is_passed) {
                let (owner, row) = profile?;
                if owner == user {
                    names.take_profile(&row);
                }
            }
            Ok::<_, StoreError>((user.0, (), names.0.into()))
        });
        *self.0.texts.write() = KeptTexts::load(accounts)?;
        Ok(())
    }

    fn fold(&mut self, commit: &CommitView) {
        let rows = commit.rows();
        // Accounts come first, because a new one may have its profile before it in the same commit.
        let accounts = rows
            .iter()
            .filter_map(account_change)
            .map(|change| change.map(|(user, row)| self.0.set_account(user, row.as_ref())));
        let profiles = rows
            .iter()
            .filter_map(|row| PROFILE.row(row))
            .map(|change| change.map(|(user, row)| self.0.set_profile(user, row.as_ref())));
        for result in accounts.chain(profiles) {
            if let Err(error) = result {
                tracing::error!(%error, "a row was left out of the searches");
            }
        }
    }

    fn drain(&mut self, _: &mut Batch) {}
}
