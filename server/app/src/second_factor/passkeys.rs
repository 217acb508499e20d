//! The two ceremonies of passkeys (WebAuthn level 3): making one, and proving to have it. Passkeys are bound to the
//! host of the site's address, and verify their user themselves, by fingerprint, face or PIN.

use parking_lot::Mutex;
use reqwest::Url;
use serde_json::Value;
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::request::register::{
    CredProtect, Nickname, PublicKeyCredentialUserEntity, RegistrationVerificationOptions,
    UserHandle16, Username,
};
use webauthn_rp::request::{
    AsciiDomain, FixedCapHashSet, InsertResult, PublicKeyCredentialDescriptor, RpId,
};
use webauthn_rp::response::register::{CompressedPubKey, DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, PublicKeyCredentialCreationOptions, Registration,
    RegistrationServerState,
};

use super::error::SecondFactorError;
use super::records::{HANDLE_BYTES, PasskeyRow};
use crate::fault::Fault;

/// Most ceremonies of each kind that wait for their answer; each takes about 50 bytes for at most 5 minutes.
const WAITING_MAX: usize = 1 << 14;

/// A public key as the library decodes it: Ed25519, P-256, P-384 or RSA.
type PublicKey = CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>;

/// An answer of a passkey.
pub(super) type Answer = DiscoverableAuthentication<HANDLE_BYTES>;

/// The address that passkeys are bound to.
pub(super) struct Place {
    origin: String,
    rp: RpId,
    /// The host alone.
    pub(super) host: String,
}

impl Place {
    /// Of the site's address. An address without a domain name has no passkeys.
    ///
    /// # Errors
    /// The site has no such address.
    pub(super) fn of(url: &str) -> Result<Self, SecondFactorError> {
        let url: Url = url.parse().map_err(|_| SecondFactorError::NoAddress)?;
        let host = url.domain().ok_or(SecondFactorError::NoAddress)?.to_owned();
        let domain = AsciiDomain::try_from(host.clone());
        let rp = RpId::Domain(domain.map_err(|_| SecondFactorError::NoAddress)?);
        Ok(Self { origin: url.origin().ascii_serialization(), rp, host })
    }
}

/// Ceremonies that wait for the answer of a browser. Each answer works once.
pub(super) struct Ceremonies {
    making: Mutex<FixedCapHashSet<RegistrationServerState<HANDLE_BYTES>>>,
    proving: Mutex<FixedCapHashSet<DiscoverableAuthenticationServerState>>,
}

/// A new passkey, with the handle that it names its owner by.
pub(super) struct Made {
    pub(super) handle: [u8; HANDLE_BYTES],
    pub(super) credential: Vec<u8>,
    pub(super) fixed: Vec<u8>,
    pub(super) changing: [u8; 7],
}

impl Ceremonies {
    pub(super) fn new() -> Self {
        Self {
            making: Mutex::new(FixedCapHashSet::new(WAITING_MAX)),
            proving: Mutex::new(FixedCapHashSet::new(WAITING_MAX)),
        }
    }

    /// Begins to make a passkey. Returns what the browser passes to `navigator.credentials.create`.
    ///
    /// # Errors
    /// Too many ceremonies wait.
    pub(super) fn start_making(
        &self,
        place: &Place,
        name: &str,
        handle: [u8; HANDLE_BYTES],
        known: &[PasskeyRow],
    ) -> Result<Value, SecondFactorError> {
        let handle = UserHandle16::decode(handle).map_err(Fault::other)?;
        // The library's rules for user names allow no spaces.
        let short = name.replace(' ', "_");
        let user = PublicKeyCredentialUserEntity {
            name: Username::try_from(short.as_str())
                .or_else(|_| Username::try_from("account"))
                .map_err(Fault::other)?,
            id: &handle,
            display_name: Nickname::try_from(name).ok(),
        };
        let known = known.iter().filter(|passkey| passkey.host == place.host);
        let exclude = known.map(|passkey| {
            let id = CredentialId::decode(passkey.credential.clone()).map_err(Fault::other)?;
            let transports = AuthTransports::decode(0).map_err(Fault::other)?;
            Ok::<_, SecondFactorError>(PublicKeyCredentialDescriptor { id, transports })
        });
        let exclude = exclude.collect::<Result<Vec<_>, _>>()?;
        let mut options = PublicKeyCredentialCreationOptions::passkey(&place.rp, user, exclude);
        // Authenticators without this extension would refuse; each proof demands the user's verification anyhow.
        options.extensions.cred_protect = CredProtect::None;
        let (server, client) = options.start_ceremony().map_err(Fault::other)?;
        let inserted = self.making.lock().insert_or_replace_all_expired(server);
        is_inserted(&inserted)?;
        Ok(serde_json::to_value(&client).map_err(Fault::other)?)
    }

    /// Finishes making a passkey with the browser's answer.
    ///
    /// # Errors
    /// The answer is refused, or came too late.
    pub(super) fn finish_making(
        &self,
        place: &Place,
        answer: &Value,
    ) -> Result<Made, SecondFactorError> {
        let answer = Registration::from_json_relaxed(answer.to_string().as_bytes());
        let answer = answer.map_err(|_| SecondFactorError::BadPasskey)?;
        let challenge = answer.challenge_relaxed().map_err(|_| SecondFactorError::BadPasskey)?;
        let waiting = self.making.lock().take(&challenge).ok_or(SecondFactorError::TooLate)?;
        let origins = [place.origin.as_str()];
        let options = RegistrationVerificationOptions::<&str, &str> {
            allowed_origins: &origins,
            ..RegistrationVerificationOptions::default()
        };
        let made = waiting.verify(&place.rp, &answer, &options).map_err(|reason| {
            tracing::info!(%reason, "a new passkey was refused");
            SecondFactorError::BadPasskey
        })?;
        Ok(Made {
            handle: made.user_id().encode().map_err(Fault::other)?,
            credential: made.id().as_ref().to_owned(),
            fixed: made.static_state().encode().map_err(Fault::other)?,
            changing: made.dynamic_state().encode().map_err(Fault::other)?,
        })
    }

    /// Begins a proof. Returns what the browser passes to `navigator.credentials.get`.
    ///
    /// # Errors
    /// Too many ceremonies wait.
    pub(super) fn start_proof(&self, place: &Place) -> Result<Value, SecondFactorError> {
        let options = DiscoverableCredentialRequestOptions::passkey(&place.rp);
        let (server, client) = options.start_ceremony().map_err(Fault::other)?;
        let inserted = self.proving.lock().insert_or_replace_all_expired(server);
        is_inserted(&inserted)?;
        Ok(serde_json::to_value(&client).map_err(Fault::other)?)
    }

    /// Finishes a proof with the answer of one of the passkeys. Returns the passkey with its new state.
    ///
    /// # Errors
    /// The answer is refused, or came too late.
    pub(super) fn finish_proof(
        &self,
        place: &Place,
        answer: &Answer,
        handle: [u8; HANDLE_BYTES],
        mut passkey: PasskeyRow,
    ) -> Result<PasskeyRow, SecondFactorError> {
        let challenge = answer.challenge_relaxed().map_err(|_| SecondFactorError::BadPasskey)?;
        let waiting = self.proving.lock().take(&challenge).ok_or(SecondFactorError::TooLate)?;
        let handle = UserHandle16::decode(handle).map_err(Fault::other)?;
        let id = CredentialId::decode(passkey.credential.as_slice()).map_err(Fault::other)?;
        let fixed: StaticState<PublicKey> =
            StaticState::decode(passkey.fixed.as_slice()).map_err(Fault::other)?;
        let changing = DynamicState::decode(passkey.changing).map_err(Fault::other)?;
        let mut credential =
            AuthenticatedCredential::new(id, &handle, fixed, changing).map_err(Fault::other)?;
        let origins = [place.origin.as_str()];
        let options = AuthenticationVerificationOptions::<&str, &str> {
            allowed_origins: &origins,
            ..AuthenticationVerificationOptions::default()
        };
        waiting.verify(&place.rp, answer, &mut credential, &options).map_err(|reason| {
            tracing::info!(%reason, "a passkey was refused");
            SecondFactorError::BadPasskey
        })?;
        passkey.changing = credential.dynamic_state().encode().map_err(Fault::other)?;
        Ok(passkey)
    }
}

fn is_inserted(inserted: &InsertResult) -> Result<(), SecondFactorError> {
    match inserted {
        InsertResult::Success => Ok(()),
        InsertResult::CapacityFull | InsertResult::Duplicate => {
            Err(SecondFactorError::PasskeysBusy)
        }
    }
}
