// Compares the report of scripts/clones with the pairs that stay, each with the reason.
import { readFileSync } from "node:fs";

const kept = [
  ["server/app/examples/", "server/app/examples/", "benches begin and end alike"],
  ["server/app/src/chat/", "server/app/src/points/imports/", "the same signature: what leaving members take with them"],
  ["server/store/src/simulation/", "server/store/src/simulation/", "two indexes that fail in different ways"],
  ["server/store/tests/", "server/store/tests/", "two test programs start the same child process"],
  ["web/src/features/account/ActionsCard", "web/src/features/account/ActionsCard", "two rows of one card that send different calls"],
  ["web/src/features/account/PasswordForm", "web/src/features/session/ResetPasswordPage", "props of the fields that both forms share"],
  ["web/src/features/admin/accounts/", "web/src/features/admin/giveaways/", "small parts of two dialogs of different rooms"],
  ["web/src/features/admin/hunts/HuntDialog", "web/src/features/admin/hunts/SlotDialog", "heads of two forms with different fields"],
  ["web/src/features/challenges/", "web/src/features/admin/challenges/", "the panel and the pages do not import each other"],
  ["web/src/features/games/dice/", "web/src/features/games/limbo/", "games do not import each other, and the texts differ"],
  ["web/src/features/giveaways/", "web/src/features/admin/giveaways/", "the panel and the pages do not import each other"],
  ["web/src/features/hunts/", "web/src/features/admin/hunts/", "the panel and the pages do not import each other"],
];

const duplicates = process.argv
  .slice(2)
  .flatMap((report) => JSON.parse(readFileSync(report, "utf8")).duplicates);
let unknown = 0;
for (const { firstFile, secondFile, lines } of duplicates) {
  const pair = kept.find(([a, b]) => firstFile.name.startsWith(a) && secondFile.name.startsWith(b));
  const place = ({ name, start, end }) => `${name}:${start}-${end}`;
  console.log(`${lines} lines: ${place(firstFile)} and ${place(secondFile)}: ${pair?.[2] ?? "NO REASON"}`);
  if (!pair) unknown += 1;
}
console.log(`${duplicates.length} pairs, ${unknown} without a reason`);
if (unknown > 0) process.exit(1);
