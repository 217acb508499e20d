import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { TextArea } from "@/ui/TextArea";
import { CallFailure } from "@/wire/failure";
import type { Giveaway } from "./model";
import { type OldProof, takeOldProof } from "./queries";
import * as texts from "./texts/old-proof.en";

type OldProofDialogProps = {
  giveaway: Giveaway;
  onClose: () => void;
  /** It is done. */
  onDone: (text: string) => void;
};

/** Asks for the proof of a draw that was made before the site was restored. */
export function OldProofDialog({ giveaway, onClose, onDone }: OldProofDialogProps) {
  const { id, title } = giveaway;
  const [pasted, setPasted] = useState("");
  const take = async () => {
    const proof = proofIn(pasted);
    if (proof === null)
      throw new CallFailure({ error: "bad_proof", status: 400, message: texts.notAProof });
    onDone(`${title}: ${await takeOldProof(id, proof)}.`);
  };
  return (
    <ConfirmDialog
      title={texts.title}
      text={texts.lead(title)}
      confirm={texts.take}
      onConfirm={take}
      onClose={onClose}
    >
      <TextArea
        className="mt-4"
        label={texts.proof}
        hint={texts.whereItIs}
        rows={6}
        spellCheck={false}
        value={pasted}
        onChange={({ target }) => setPasted(target.value)}
      />
    </ConfirmDialog>
  );
}

/** The proof in a pasted answer, or the pasted proof itself. */
function proofIn(pasted: string): OldProof | null {
  try {
    const read: unknown = JSON.parse(pasted);
    const proof = isObject(read) && "proof" in read ? read["proof"] : read;
    return isOldProof(proof) ? proof : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Whether its parts are there; the server says what is wrong in them. */
const isOldProof = (value: unknown): value is OldProof =>
  isObject(value) &&
  typeof value["serverSeed"] === "string" &&
  typeof value["text"] === "string" &&
  Array.isArray(value["draws"]);
