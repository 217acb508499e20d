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
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
#[expect(missing_docs, reason = "the sources say it")]
pub enum PrivacyError {
    #[error(transparent)]
    #[problem(through)]
    Account(#[from] AccountError),
    #[error(transparent)]
    #[problem(through)]
    Chat(#[from] ChatError),
    #[error(transparent)]
    #[problem(through)]
    Game(#[from] GameError),
    #[error(transparent)]
    #[problem(through)]
    Calendar(#[from] ClaimError),
    #[error(transparent)]
    #[problem(through)]
    Shop(#[from] ShopError),
    #[error(transparent)]
    #[problem(through)]
    Giveaway(#[from] GiveawayError),
    #[error(transparent)]
    #[problem(through)]
    Wallet(#[from] PostError),
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(PrivacyError);
