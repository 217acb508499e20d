import { CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import * as texts from "./texts/login.en";

export type Json = Record<string, unknown>;

/** Whether the browser has passkeys, and can read the server's options. */
export const canUsePasskeys = (): boolean =>
  "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/**
 * The browser's answer to a question for a passkey.
 * @param reasons What is said of errors, by the names that WebAuthn defines. Of the others, browsers don't tell a
 * question that was closed from a device without a passkey that fits.
 * @throws {CallFailure} The browser gives no answer; it says why.
 */
export async function asked(
  question: Promise<Credential | null>,
  reasons: Readonly<Record<string, string>> = {},
): Promise<Json> {
  let name = "";
  const credential = await question.catch((why: unknown) => {
    if (why instanceof DOMException) ({ name } = why);
    return null;
  });
  if (credential instanceof PublicKeyCredential) return { ...credential.toJSON() };
  const said = reasons[name] ?? texts.passkeyCancelled;
  throw new CallFailure({ error: "no_passkey", message: said, said, status: 0 });
}

/**
 * Asks for a passkey, for a login or a proof.
 * @throws {CallFailure} when none was given.
 */
export async function askForPasskey(): Promise<Json> {
  const { options } = await answer(api.POST("/api/passkeys/start"));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's options are those of the standard
  const given = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(given);
  return asked(navigator.credentials.get({ publicKey }));
}
