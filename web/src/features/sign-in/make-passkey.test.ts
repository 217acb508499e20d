import { afterEach, expect, test, vi } from "vitest";
import { makePasskey } from "./make-passkey";

afterEach(() => vi.unstubAllGlobals());

const parseCreationOptionsFromJSON = (options: object) => options;

/** A browser that refuses to make a passkey. */
function refuseWith(name: string) {
  vi.stubGlobal("PublicKeyCredential", Object.assign(vi.fn(), { parseCreationOptionsFromJSON }));
  const create = () => Promise.reject(new DOMException("", name));
  vi.stubGlobal("navigator", { credentials: { create } });
}

test.each([
  ["InvalidStateError", "This device already has a passkey for this account"],
  ["SecurityError", "Passkeys don't work at this address of the site"],
  ["NotSupportedError", "This device can't create a passkey for this site"],
  ["NotAllowedError", "No passkey was used"],
  ["UnknownError", "No passkey was used"],
])("%s of the browser is said as what it is", async (name, said) => {
  refuseWith(name);
  await expect(makePasskey({})).rejects.toThrow(said);
});
