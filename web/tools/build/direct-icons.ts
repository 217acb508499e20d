import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*"lucide-react";/g;

/**
 * Imports each icon from its own file. Through the package's index every page would reach every icon, and
 * what belongs to which page could not be told.
 */
export function directIcons(): Plugin {
  const paths = iconPaths();
  return {
    name: "direct-icons",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      if (!/src[\\/].*\.tsx?$/.test(id) || !code.includes('"lucide-react"')) return null;
      const replaced = code.replaceAll(IMPORT, (_, names: string) =>
        names
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== "")
          .map((name) => importOf(name, paths))
          .join(""),
      );
      return { code: replaced, map: null };
    },
  };
}

function importOf(name: string, paths: ReadonlyMap<string, string>): string {
  const [exported = "", local = exported] = name.split(/\s+as\s+/);
  const path = paths.get(exported);
  if (path === undefined) throw new Error(`lucide-react has no icon ${exported}.`);
  return `import ${local} from "lucide-react/icons/${path}";`;
}

/** The file of each exported name. */
function iconPaths(): Map<string, string> {
  const barrel = readFileSync(
    createRequire(import.meta.url)
      .resolve("lucide-react")
      .replace(/dist[\\/].*$/, "dist/esm/lucide-react.mjs"),
    "utf8",
  );
  const paths = new Map<string, string>();
  for (const [, names = "", path = ""] of barrel.matchAll(
    /export \{([^}]*)\} from '\.\/icons\/([^']+)\.mjs'/g,
  ))
    for (const [, name = ""] of names.matchAll(/default as (\w+)/g)) paths.set(name, path);
  return paths;
}
