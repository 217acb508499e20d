//! The directory: the one actor that writes accounts and keeps names unique.
//!
//! Names are reserved in memory before the commit, so two sign-ups in flight cannot both have one;
//! the map of [`Auth`] is current before anyone is answered.

mod casino;
mod changes;
mod devices;
mod kick;
mod leaving;
mod moderation;

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use actix::{Actor, Context, Handler, Message, ResponseFuture};
use dashmap::DashMap;
use futures_util::future::ready;
use pointhouse_rules::email::EmailAddress;
use pointhouse_rules::username::{ReservedNames, Username};
use pointhouse_store::{Batch, Store, StoreError, View};
use rand::RngExt;

pub use casino::{AskCasino, DecideCasino, status_text};
pub use changes::{Alter, Altered, Change, SetActive};
pub(super) use changes::{Follow, Followed};
pub(super) use devices::NoteDevice;
pub use kick::{
    DropChatLink, LinkKick, RenameKick, UnlinkKick, find_proved_kick, is_proved_kick, kick_signs_in,
};
pub use leaving::{Delete, ForgetEarned, remove_remains, rows_about};
pub use moderation::{Moderate, Moderation};

use super::auth::{Access, Auth};
use super::error::AccountError;
use super::logins::{DeviceKind, DeviceRow};
use super::records::{ACCOUNT, AccountRow, NAME, NEXT_USER, NameKind, stored_accounts};
use crate::audit::Audit;
use crate::clock::Clock;
use crate::fault::Fault;
use crate::ids::UserId;
use crate::mail::Mailer;
use crate::tables::NumberRow;

/// Characters of account codes: no look-alikes (decision A5).
const CODE_ALPHABET: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH: usize = 8;

/// Makes an account.
#[derive(Message)]
#[rtype(result = "Result<(UserId, AccountRow), AccountError>")]
pub struct Create {
    /// Checked.
    pub username: Username,
    /// Checked.
    pub email: EmailAddress,
    /// PHC string.
    pub password: String,
    /// What it is made on, if a browser made it.
    pub device: Option<DeviceKind>,
}

/// See the module's page.
pub struct Directory {
    deps: Deps,
    next_user: u64,
}

/// What a change needs, for as long as it is under way.
#[derive(Clone)]
pub(super) struct Deps {
    store: Store,
    clock: Clock,
    auth: Auth,
    audit: Audit,
    mailer: Mailer,
    /// Names of sign-ups that are on their way to disk.
    reserved: Rc<RefCell<HashSet<Vec<u8>>>>,
    reserved_names: Rc<ReservedNames>,
}

/// All accounts as a call needs them, read at start.
///
/// # Errors
/// A row does not read.
pub fn load_access(view: &View) -> Result<DashMap<UserId, Access>, StoreError> {
    let account = |account| {
        let (user, row): (UserId, AccountRow) = account?;
        Ok((user, access_of(&row)))
    };
    stored_accounts(view).map(account).collect()
}

fn access_of(row: &AccountRow) -> Access {
    Access {
        token_version: row.token_version,
        active: row.active,
        username: row.username.as_str().into(),
    }
}

impl Directory {
    /// Reads the next member's number.
    ///
    /// # Errors
    /// The row does not read.
    pub fn load(
        store: Store,
        clock: Clock,
        auth: Auth,
        audit: Audit,
        mailer: Mailer,
        reserved_names: ReservedNames,
    ) -> Result<Self, StoreError> {
        let next_user = NEXT_USER.get(store.view())?.map_or(1, |NumberRow(next)| next);
        let (reserved, reserved_names) = (Rc::default(), Rc::new(reserved_names));
        let deps = Deps { store, clock, auth, audit, mailer, reserved, reserved_names };
        Ok(Self { deps, next_user })
    }

    fn deps(&self) -> Deps {
        self.deps.clone()
    }

    fn is_taken(&self, key: &Vec<u8>) -> Result<bool, StoreError> {
        let on_disk = NAME.contains(self.deps.store.view(), key)?;
        Ok(on_disk || self.deps.reserved.borrow().contains(key))
    }

    fn free_code(&self) -> Result<(String, Vec<u8>), AccountError> {
        let mut rng = rand::rng();
        for _ in 0..100 {
            let code: String = (0..CODE_LENGTH)
                .filter_map(|_| CODE_ALPHABET.get(rng.random_range(0..CODE_ALPHABET.len())))
                .map(|letter| char::from(*letter))
                .collect();
            let key = NameKind::AccountId.key(&code);
            if !self.is_taken(&key)? {
                return Ok((code, key));
            }
        }
        Err(Fault::Contradiction("no free account code in a hundred tries").into())
    }

    fn prepare(&mut self, create: Create) -> Result<Prepared, AccountError> {
        if !self.deps.store.writable() {
            return Err(AccountError::ReadOnly);
        }
        self.deps.check_reserved(&create.username)?;
        let email_key = NameKind::Email.key(&create.email.folded());
        let username_key = NameKind::Username.key(&create.username.folded());
        if self.is_taken(&email_key)? {
            return Err(AccountError::EmailTaken);
        }
        if self.is_taken(&username_key)? {
            return Err(AccountError::UsernameTaken);
        }
        let (account_id, code_key) = self.free_code()?;
        let user = UserId(self.next_user);
        let row = AccountRow {
            revision: 1,
            username: create.username.as_str().to_owned(),
            email: create.email.as_str().to_owned(),
            email_verified: false,
            password: create.password,
            token_version: 1,
            active: true,
            account_id,
            created_at: self.deps.clock.now().0,
        };
        let names = vec![email_key, username_key, code_key];
        let mut batch = Batch::new();
        ACCOUNT.put(&mut batch, &user, &row)?;
        for name in &names {
            NAME.put(&mut batch, name, &NumberRow(user.0))?;
        }
        if let Some(device) = create.device {
            devices::put_kind(user, DeviceRow::default(), device.to_string(), &mut batch)?;
        }
        let next = self.next_user + 1;
        NEXT_USER.put(&mut batch, &NumberRow(next))?;
        self.next_user = next;
        Ok(Prepared { user, row, names, batch })
    }
}

struct Prepared {
    user: UserId,
    row: AccountRow,
    names: Vec<Vec<u8>>,
    batch: Batch,
}

impl Actor for Directory {
    type Context = Context<Self>;
}

impl Handler<Create> for Directory {
    type Result = ResponseFuture<Result<(UserId, AccountRow), AccountError>>;

    fn handle(&mut self, create: Create, _: &mut Self::Context) -> Self::Result {
        let Prepared { user, row, names, batch } = match self.prepare(create) {
            Ok(prepared) => prepared,
            Err(error) => return Box::pin(ready(Err(error))),
        };
        self.deps.reserved.borrow_mut().extend(names.iter().cloned());
        let committed = self.deps.store.commit(batch);
        let (reserved, auth) = (self.deps.reserved.clone(), self.deps.auth.clone());
        Box::pin(async move {
            let result = committed.await;
            // On disk now, or the process is ending: either way the reservation has served.
            reserved.borrow_mut().retain(|name| !names.contains(name));
            result?;
            auth.set_access(user, access_of(&row));
            Ok((user, row))
        })
    }
}

impl Deps {
    /// Refuses names that stand for the site or its staff.
    fn check_reserved(&self, name: &Username) -> Result<(), AccountError> {
        if self.reserved_names.contains(name) {
            Err(AccountError::UsernameReserved)
        } else {
            Ok(())
        }
    }
}
