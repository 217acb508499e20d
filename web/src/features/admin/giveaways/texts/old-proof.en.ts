export const title = "Enter the proof of the draw";
export const lead = (titleText: string) =>
  `“${titleText}” ended before the site was restored. If it was drawn, paste the proof that was copied from its page: the site checks it and shows the winner.`;
export const take = "Check and Publish";
export const proof = "Proof";
export const whereItIs =
  "What the button under “Check it elsewhere” copied before the restore. Any member may have saved it.";
export const notAProof = "This is not a whole proof. Paste everything that the button copied.";
