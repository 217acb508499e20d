import { asked, type Json } from "./passkeys";
import * as texts from "./texts/en";

const reasons = {
  InvalidStateError: texts.passkeyExists,
  NotSupportedError: texts.passkeyUnsupported,
  ConstraintError: texts.passkeyUnsupported,
  SecurityError: texts.passkeyWrongAddress,
};

/**
 * Lets the browser make a passkey.
 * @throws {CallFailure} when none was made.
 */
export function makePasskey(options: Json): Promise<Json> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's options are those of the standard
  const given = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given);
  return asked(navigator.credentials.create({ publicKey }), reasons);
}
