//! How members and people of the panel protect their accounts: second factors, proofs, sessions. The calls are the same
//! for both; the token says whose account it is.

mod error;
pub mod factor_routes;
pub mod passkey_hosts;
pub mod passkey_logins;
pub mod routes;

use crate::module::Module;
pub use error::SignInError;

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[routes::calls, factor_routes::calls, passkey_logins::calls, passkey_hosts::calls],
    ..Module::EMPTY
};
