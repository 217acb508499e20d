import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { joinShapes, type Shape } from "./icon-path.ts";

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*"lucide-react";/g;

const ICON_FILE = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/;
const runtime = resolve(import.meta.dirname, "lucide-icon.ts");

/**
 * Imports each icon from its own file. Through the package's index every page would reach every icon, and the build
 * could not assign them to pages. The shapes of an icon are joined into one path, which is half
 * as long and needs less code to draw it.
 */
export function directIcons(): Plugin {
  const paths = iconPaths();
  return {
    name: "direct-icons",
    apply: "build",
    enforce: "post",
    async transform(code, id) {
      if (ICON_FILE.test(id)) return { code: await shortIcon(id), map: null };
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

async function shortIcon(file: string): Promise<string> {
  const { __iconData: icon } = (await import(pathToFileURL(file).href)) as {
    __iconData: { size: number; node: readonly Shape[] };
  };
  if (icon.size !== 24) throw new Error(`${file}: the icon is not 24 pixels wide.`);
  const { path, others } = joinShapes(icon.node);
  const shapes = others.length === 0 ? "" : `, ${JSON.stringify(others)}`;
  return `import { lucideIcon } from ${JSON.stringify(runtime)};
export default /* @__PURE__ */ lucideIcon(${JSON.stringify(path)}${shapes});`;
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
