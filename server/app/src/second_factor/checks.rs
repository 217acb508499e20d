//! Checks codes and passkeys. A code that was accepted is used up on disk before the caller continues, even if the
//! client has disconnected.

use pointhouse_store::Batch;
use serde_json::{Value, json};

use super::passkeys::Answer;
use super::records::{FACTORS, HANDLE_BYTES};
use super::{
    CodeUse, SecondFactorError, SecondFactors, Source, app_codes, owner_of, recovery_codes, subject,
};
use crate::audit::{Actor, Entry};
use crate::detached::to_the_end;
use crate::fault::Fault;
use crate::ids::Principal;

impl SecondFactors {
    /// Checks the code of a login whose password was right. Accounts without a factor need none.
    ///
    /// # Errors
    /// A code is needed, or it is wrong.
    pub async fn check_login(
        &self,
        who: Principal,
        code: Option<&str>,
        (actor, source): (Actor, Source),
    ) -> Result<(), SecondFactorError> {
        let code = code.map(str::trim).filter(|code| !code.is_empty());
        match (self.of(who)?, code) {
            (None, _) => Ok(()),
            (Some(_), None) => Err(SecondFactorError::Needed),
            (Some(_), Some(code)) => {
                self.check_code(who, code, CodeUse::Login, (actor, source)).await
            }
        }
    }

    /// Checks a code of the authenticator app, or a recovery code, which is used up and noted in the audit.
    ///
    /// # Errors
    /// The code is wrong, or too many were tried from this source.
    pub async fn check_code(
        &self,
        who: Principal,
        code: &str,
        of: CodeUse,
        (actor, source): (Actor, Source),
    ) -> Result<(), SecondFactorError> {
        let tries = &self.inner.tries;
        let counted = match recovery_codes::is_one(code) {
            true => tries.take_recovery_code(who, source)?,
            false => tries.take_code(who, of, source)?,
        };
        let (this, code) = (self.clone(), code.to_owned());
        let used = to_the_end(async move {
            this.use_code(who, &code, actor).await?;
            this.inner.tries.give_back(counted);
            Ok(())
        });
        used.await?
    }

    async fn use_code(
        &self,
        who: Principal,
        code: &str,
        actor: Actor,
    ) -> Result<(), SecondFactorError> {
        let inner = &self.inner;
        let _changing = inner.changing.lock(who).await;
        let mut row = self.of(who)?.ok_or(SecondFactorError::NoFactor)?;
        if recovery_codes::is_one(code) {
            let hash = recovery_codes::hash(code);
            let known = row.recovery_codes.iter().position(|known| *known == hash);
            row.recovery_codes.swap_remove(known.ok_or(SecondFactorError::WrongCode)?);
            let after = json!({ "left": row.recovery_codes.len() }).to_string();
            let used = Entry::new(actor, "second_factor.recovery_code", subject(who));
            return self.write(who, Some(&row), Entry { after, ..used }).await;
        }
        let app = row.app.as_mut().ok_or(SecondFactorError::WrongCode)?;
        let step = app_codes::step_of(app.secret, code, inner.clock.now().0);
        let step = step.map_err(Fault::other)?.filter(|step| *step > app.used_step);
        app.used_step = step.ok_or(SecondFactorError::WrongCode)?;
        let mut batch = Batch::new();
        FACTORS.put(&mut batch, &who, &row)?;
        inner.store.commit(batch).await?;
        Ok(())
    }

    /// Begins a proof by passkey. Returns what the browser needs for it.
    ///
    /// # Errors
    /// The site has no address for passkeys.
    pub fn start_proof(&self) -> Result<Value, SecondFactorError> {
        self.inner.ceremonies.start_proof(&self.place()?)
    }

    /// The owner of the passkey that gave this answer.
    ///
    /// # Errors
    /// The answer is refused.
    pub async fn check_passkey(&self, answer: &Value) -> Result<Principal, SecondFactorError> {
        let (this, answer) = (self.clone(), answer.to_string());
        to_the_end(async move { this.use_passkey(&answer).await }).await?
    }

    async fn use_passkey(&self, answer: &str) -> Result<Principal, SecondFactorError> {
        let place = self.place()?;
        let answer = Answer::from_json_relaxed(answer.as_bytes());
        let answer = answer.map_err(|_| SecondFactorError::BadPasskey)?;
        let handle: [u8; HANDLE_BYTES] =
            answer.response().user_handle().as_ref().try_into().map_err(Fault::other)?;
        let who = owner_of(handle);
        let _changing = self.inner.changing.lock(who).await;
        let row = self.of(who)?.filter(|row| row.handle == handle);
        let mut row = row.ok_or(SecondFactorError::BadPasskey)?;
        let mut passkeys = row.passkeys.iter_mut();
        let passkey = passkeys.find(|known| known.credential == answer.raw_id().as_ref());
        let passkey = passkey.ok_or(SecondFactorError::BadPasskey)?;
        *passkey = self.inner.ceremonies.finish_proof(&place, &answer, handle, passkey.clone())?;
        passkey.used_at = Some(self.inner.clock.now().0);
        let mut batch = Batch::new();
        FACTORS.put(&mut batch, &who, &row)?;
        self.inner.store.commit(batch).await?;
        Ok(who)
    }

    /// Removes counts of tries that no longer limit anything.
    pub fn forget_old_tries(&self) {
        self.inner.limits.forget_old();
        self.inner.tries.forget_old();
    }
}
