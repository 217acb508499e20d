//! Pictures of the site: logo, share image, items of the shop. An admin uploads them; they are decoded, scaled by
//! what they are for, encoded again and stored as rows, so that backups and followers have them.
//!
//! Invariants: a picture never changes, so its address may be cached for ever; a picture that is used is not removed.

mod draw;
mod records;
pub mod routes;
mod stored;
mod uses;

use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use pointhouse_store::{Batch, Keys, Piece, Store, StoreError};

pub(crate) use records::ROWS;
pub use records::{PictureRow, Purpose};
pub use stored::StoredPictures;
pub use uses::{PictureUse, PictureUser, UsesPictures};

use crate::audit::{Actor, Audit, Entry};
use crate::clock::Clock;
use crate::config::{Config, ConfigError, Settings};
use crate::fault::{Fault, inner_faults};
use crate::locks::Lock;
use crate::module::Module;
use crate::picture_file::UploadError;
use crate::problem::Problem;
use crate::settings::{Apply, Follower, SettingsError};
use crate::tables::NumberRow;
use draw::Drawn;
use records::{NEXT, PICTURE, PIECE, PIECE_BYTES};
use stored::number_of;

/// What this module has.
pub(crate) const MODULE: Module =
    Module { calls: &[routes::calls], rows: &[ROWS], ..Module::EMPTY };

/// Most pictures of a site.
const PICTURES_MAX: usize = 300;
/// Settings of the brand that are pictures, in the order of `Brand::pictures`.
const BRAND_PICTURES: [&str; 5] =
    ["brand.logo", "brand.mark", "brand.favicon", "brand.share_image", "brand.hero"];
/// First part of their addresses.
pub const ADDRESS: &str = "/api/site/pictures/";

/// Why a picture was not stored or removed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum PictureError {
    /// The file cannot be drawn.
    #[error(transparent)]
    #[problem(with = upload)]
    Upload(#[from] UploadError),
    /// The site has as many pictures as it may.
    #[error("The site has 300 pictures. Remove one first.")]
    #[problem(409, "too_many")]
    TooMany,
    /// There is no picture with this number.
    #[error("There is no such picture")]
    #[problem(404, "not_found")]
    NoSuchPicture,
    /// The picture is used.
    #[error("{}", uses::refusal(.0))]
    #[problem(409, "in_use")]
    InUse(Vec<PictureUse>),
    /// The store takes no writes at the moment.
    #[error("The site is read-only for the moment. Please try again later.")]
    #[problem(503, "read_only")]
    ReadOnly,
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(PictureError);

struct Inner {
    store: Store,
    clock: Clock,
    audit: Audit,
    settings: Settings,
    /// The next number. A number is never used twice, because browsers keep its picture for ever.
    next: Mutex<u64>,
    stored: StoredPictures,
    users: RwLock<Vec<Box<dyn UsesPictures>>>,
}

/// The pictures of the site. Cheap to clone.
#[derive(Clone)]
pub struct Pictures {
    inner: Arc<Inner>,
}

/// A picture with its number.
#[derive(Clone, Debug)]
pub struct Numbered {
    /// Its number.
    pub number: u32,
    /// Its row.
    pub row: PictureRow,
}

impl Numbered {
    /// Its address on the site.
    pub fn address(&self) -> String {
        format!("{ADDRESS}{}.{}", self.number, self.row.purpose.ending())
    }
}

impl Pictures {
    /// Uses this store.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn load(
        store: &Store,
        clock: &Clock,
        audit: &Audit,
        settings: &Settings,
        stored: &StoredPictures,
    ) -> Result<Self, StoreError> {
        let next = NEXT.get(store.view())?.map_or(1, |NumberRow(next)| next);
        let inner = Inner {
            store: store.clone(),
            clock: clock.clone(),
            audit: audit.clone(),
            settings: settings.clone(),
            next: Mutex::new(next),
            stored: stored.clone(),
            users: RwLock::default(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// All pictures, newest first.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn all(&self) -> Result<Vec<Numbered>, StoreError> {
        let numbered = |row: Result<_, _>| row.map(|(number, row)| Numbered { number, row });
        let rows = PICTURE.rows(self.inner.store.view(), Keys::all()).map(numbered);
        let mut all = rows.collect::<Result<Vec<_>, _>>()?;
        all.reverse();
        Ok(all)
    }

    /// Asks a module, too, before a picture is removed.
    pub fn add_user(&self, user: impl UsesPictures + 'static) {
        self.inner.users.write().push(Box::new(user));
    }

    /// Where a picture is used.
    pub fn uses_of(&self, picture: &Numbered) -> Vec<PictureUse> {
        let address = picture.address();
        let brand = &self.inner.settings.now().brand;
        let settings = BRAND_PICTURES.into_iter().zip(brand.pictures());
        let of_brand = settings.filter(|(_, used)| *used == address).map(|(key, _)| PictureUse {
            by: PictureUser::Brand,
            name: key.trim_start_matches("brand.").to_owned(),
        });
        let users = self.inner.users.read();
        of_brand.chain(users.iter().flat_map(|user| user.uses_of(&address))).collect()
    }

    /// The bytes of a picture, and what it is for.
    ///
    /// # Errors
    /// No picture has this number.
    pub fn read(&self, address: &str) -> Result<(Purpose, Vec<u8>), PictureError> {
        let view = self.inner.store.view();
        // One address for each picture, so that what stands between browsers and the server can keep it.
        if !self.inner.stored.has(address)? {
            return Err(PictureError::NoSuchPicture);
        }
        let number = number_of(address).ok_or(PictureError::NoSuchPicture)?;
        let row = PICTURE.get(view, &number)?.ok_or(PictureError::NoSuchPicture)?;
        let mut whole = Vec::new();
        for piece in 0..row.pieces {
            // Removed while it was read.
            let Piece(bytes) =
                PIECE.get(view, &(number, piece))?.ok_or(PictureError::NoSuchPicture)?;
            whole.extend_from_slice(&bytes);
        }
        Ok((row.purpose, whole))
    }

    /// Stores a picture.
    async fn add(
        &self,
        purpose: Purpose,
        name: String,
        drawn: Drawn,
        actor: Actor,
    ) -> Result<Numbered, PictureError> {
        if !self.inner.store.writable() {
            return Err(PictureError::ReadOnly);
        }
        let _changing = self.inner.stored.changing.lock().await;
        if PICTURE.rows(self.inner.store.view(), Keys::all()).count() >= PICTURES_MAX {
            return Err(PictureError::TooMany);
        }
        let next = *self.inner.next.lock();
        let number = u32::try_from(next).map_err(Fault::other)?;
        let mut batch = Batch::new();
        NEXT.put(&mut batch, &NumberRow(next + 1))?;
        let mut pieces = 0;
        for piece in drawn.bytes.chunks(PIECE_BYTES) {
            PIECE.put(&mut batch, &(number, pieces), &Piece(piece.to_vec()))?;
            pieces += 1;
        }
        let row = PictureRow {
            purpose,
            name,
            width: drawn.width,
            height: drawn.height,
            bytes: u32::try_from(drawn.bytes.len()).map_err(Fault::other)?,
            pieces,
            at: self.inner.clock.now().0,
        };
        PICTURE.put(&mut batch, &number, &row)?;
        let picture = Numbered { number, row };
        let entry = Entry {
            after: picture.address(),
            ..Entry::new(actor, "picture.add", format!("picture:{number}"))
        };
        self.inner.audit.commit_audited(batch, entry).await?;
        *self.inner.next.lock() = next + 1;
        Ok(picture)
    }

    /// Removes a picture that is not used.
    async fn remove(&self, number: u32, actor: Actor) -> Result<(), PictureError> {
        if !self.inner.store.writable() {
            return Err(PictureError::ReadOnly);
        }
        let _changing = self.inner.stored.changing.lock().await;
        let row = PICTURE.get(self.inner.store.view(), &number)?;
        let row = row.ok_or(PictureError::NoSuchPicture)?;
        let picture = Numbered { number, row };
        let uses = self.uses_of(&picture);
        if !uses.is_empty() {
            return Err(PictureError::InUse(uses));
        }
        let mut batch = Batch::new();
        for piece in 0..picture.row.pieces {
            PIECE.delete(&mut batch, &(number, piece))?;
        }
        PICTURE.delete(&mut batch, &number)?;
        let entry = Entry {
            before: picture.address(),
            ..Entry::new(actor, "picture.remove", format!("picture:{number}"))
        };
        self.inner.audit.commit_audited(batch, entry).await?;
        Ok(())
    }
}

/// Refuses pictures of the brand that are not stored.
impl Follower for Pictures {
    /// No picture is removed until the brand uses it.
    fn held(&self) -> Option<Arc<Lock>> {
        Some(self.inner.stored.changing.clone())
    }

    fn prepare(
        &self,
        before: &Config,
        after: &Arc<Config>,
        _: &mut Batch,
    ) -> Result<Apply, SettingsError> {
        let old = before.brand.pictures();
        if old == after.brand.pictures() {
            return Ok(Box::new(|| ()));
        }
        for (key, address) in BRAND_PICTURES.into_iter().zip(after.brand.pictures()) {
            let is_new = address.starts_with(ADDRESS) && !old.contains(&address);
            if is_new && !self.inner.stored.has(address)? {
                let reason = "this picture is not stored any more; upload it again".to_owned();
                return Err(ConfigError::Value { key, reason }.into());
            }
        }
        Ok(Box::new(|| ()))
    }
}

fn upload(error: &UploadError) -> Problem {
    error.to_problem("no_picture")
}
