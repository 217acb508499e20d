//! Errors of the data download and the account deletion.

use crate::accounts::AccountError;
use crate::calendar::ClaimError;
use crate::chat::ChatError;
use crate::fault::{Fault, inner_faults};
use crate::games::GameError;
use crate::giveaways::GiveawayError;
use crate::shop::ShopError;
use crate::wallet::PostError;

/// Why a data download or an account deletion failed.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the sources say it")]
pub enum PrivacyError {
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    Chat(#[from] ChatError),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Calendar(#[from] ClaimError),
    #[error(transparent)]
    Shop(#[from] ShopError),
    #[error(transparent)]
    Giveaway(#[from] GiveawayError),
    #[error(transparent)]
    Wallet(#[from] PostError),
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(PrivacyError);
