import { CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import * as texts from "./texts/login.en";

type Json = Record<string, unknown>;

/** Whether the browser has passkeys, and can read what the server says about them. */
export const canUsePasskeys = (): boolean =>
  "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** The browser's question was closed, or it has no passkey that fits. */
function cancelled(): CallFailure {
  const said = texts.passkeyCancelled;
  return new CallFailure({ error: "cancelled", message: said, said, status: 0 });
}

async function asked(question: Promise<Credential | null>): Promise<Json> {
  const credential = await question.catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw cancelled();
  return { ...credential.toJSON() };
}

/**
 * Lets the browser make a passkey.
 * @throws {CallFailure} when its question was closed.
 */
export function makePasskey(options: Json): Promise<Json> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's options are those of the standard
  const given = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given);
  return asked(navigator.credentials.create({ publicKey }));
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
