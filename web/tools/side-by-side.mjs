// Runs npm scripts of this folder side by side and prints the output of each when it has ended.
// Fails when one of them fails. usage: node tools/side-by-side.mjs SCRIPT...
import { spawn } from "node:child_process";

function run(script) {
  return new Promise((resolve) => {
    const child = spawn("npm", ["run", "--silent", script], { stdio: ["ignore", "pipe", "pipe"] });
    const output = [];
    child.stdout.on("data", (part) => output.push(part));
    child.stderr.on("data", (part) => output.push(part));
    child.on("error", (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(output));
      if (code !== 0) console.error(`${script} failed.`);
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = results.every(Boolean) ? 0 : 1;
