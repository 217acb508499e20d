//! Profile pictures. They are decoded and encoded again, never served as uploaded
//! (docs/decisions.md, E3).

use pointhouse_store::{Batch, Piece, StoreError, View};

use super::records::{PICTURE, ProfileRow, read_profile};
use crate::ids::UserId;
use crate::picture_file::{Fit, Received, UploadError};

/// Both sides of a stored picture, in pixels.
const SIDE: u32 = 256;
/// Largest stored picture, in bytes.
const KEPT_BYTES_MAX: usize = 48 * 1024;
/// Bytes of a picture per row.
const PIECE_BYTES: usize = 16 * 1024;
/// WebP qualities, tried in order until the picture is small enough.
const QUALITIES: [f32; 4] = [84.0, 70.0, 50.0, 25.0];

/// Encodes a picture again: the centre square of the first frame, upright, as WebP. Slow: must not
/// run on a serving thread.
///
/// # Errors
/// It is not a picture, or is too large.
pub(super) fn redraw(picture: Received<'_>) -> Result<Vec<u8>, UploadError> {
    let small = picture.scaled(Fit::Filling(SIDE, SIDE))?;
    let encoder = webp::Encoder::from_rgba(&small, SIDE, SIDE);
    QUALITIES
        .iter()
        .map(|quality| encoder.encode(*quality))
        .find(|drawn| drawn.len() <= KEPT_BYTES_MAX)
        .map(|drawn| drawn.to_vec())
        .ok_or(UploadError::NotAPicture)
}

/// Address of a picture; every upload has a different one.
pub fn address(user: UserId, profile: &ProfileRow) -> Option<String> {
    (profile.picture_pieces > 0).then(|| format!("/api/pictures/{user}-{}.webp", profile.picture))
}

/// Replaces or removes a picture.
pub(super) fn replace(
    user: UserId,
    profile: &mut ProfileRow,
    bytes: Option<&[u8]>,
    batch: &mut Batch,
) -> Result<(), StoreError> {
    let mut pieces = 0;
    for piece in bytes.unwrap_or_default().chunks(PIECE_BYTES) {
        PICTURE.put(batch, &(user, pieces), &Piece(piece.to_vec()))?;
        pieces += 1;
    }
    for old in pieces..profile.picture_pieces {
        PICTURE.delete(batch, &(user, old))?;
    }
    profile.picture_pieces = pieces;
    profile.picture += 1;
    Ok(())
}

/// Reads the picture with this number; `None` if it is not the member's, or was replaced during the read. Up to
/// [`KEPT_BYTES_MAX`] bytes from the disk: must not run on a serving thread.
///
/// # Errors
/// A row cannot be decoded.
pub(super) fn read(view: &View, user: UserId, number: u32) -> Result<Option<Vec<u8>>, StoreError> {
    let profile = read_profile(view, user)?;
    let mut whole = Vec::new();
    for piece in 0..profile.picture_pieces {
        match PICTURE.get(view, &(user, piece))? {
            Some(Piece(bytes)) => whole.extend_from_slice(&bytes),
            None => return Ok(None),
        }
    }
    // The pieces are read one by one.
    let is_whole = profile.picture == number && read_profile(view, user)?.picture == number;
    Ok((is_whole && !whole.is_empty()).then_some(whole))
}
