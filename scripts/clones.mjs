// Compares the report of scripts/clones with the pairs that stay, each with the reason.
import { readFileSync } from "node:fs";

const kept = [
  ["server/app/examples/", "server/app/examples/", "each bench is a program of its own with the same head"],
  ["server/app/src/chat/", "server/app/src/points/imports/", "the same signature: what leaving members take with them"],
  ["server/store/src/simulation/", "server/store/src/simulation/", "two indexes that fail in different ways"],
  ["server/store/tests/", "server/store/tests/", "two test programs start the same child process"],
];

const { duplicates } = JSON.parse(readFileSync(process.argv[2], "utf8"));
let unknown = 0;
for (const { firstFile, secondFile, lines } of duplicates) {
  const pair = kept.find(([a, b]) => firstFile.name.startsWith(a) && secondFile.name.startsWith(b));
  const place = ({ name, start, end }) => `${name}:${start}-${end}`;
  console.log(`${lines} lines: ${place(firstFile)} and ${place(secondFile)}: ${pair?.[2] ?? "NO REASON"}`);
  if (!pair) unknown += 1;
}
console.log(`${duplicates.length} pairs, ${unknown} without a reason`);
if (unknown > 0) process.exit(1);
