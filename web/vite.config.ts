import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Connect, Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { codeSplitting } from "./tools/build/chunks.ts";
import { directIcons } from "./tools/build/direct-icons.ts";
import { documents } from "./tools/build/docs/plugin.ts";
import { pageList } from "./tools/build/page-list.ts";
import { pseudoLanguage } from "./tools/build/pseudo-language.ts";
import { unusedParts } from "./tools/build/unused-parts.ts";

/** Where the development server finds the API; the built site is served by the server itself. */
const backend = process.env.POINTHOUSE_URL ?? "http://127.0.0.1:3000";

const initialChunk = /[\\/](site|react|router|common|shell|rolldown-runtime)-[^\\/]+\.js$/;

const toStreamPage: Connect.NextHandleFunction = (request, _response, next) => {
  request.url = request.url
    ?.replace(/^\/stream(?=\?|$)/, "/stream.html")
    .replace(/^\/stream\/s\/[^?]*/, "/source.html");
  next();
};

/** The overlay is a page of its own; its address carries no file name. */
const streamPage: Plugin = {
  name: "stream-page",
  configureServer: ({ middlewares }) => void middlewares.use(toStreamPage),
  configurePreviewServer: ({ middlewares }) => void middlewares.use(toStreamPage),
};

/** Files of text. Pictures, fonts and sounds are compressed already. */
const textFile = /\.(html|js|css|svg|txt|json|webmanifest)$/;
/** Below this a compressed file saves no packet. */
const COMPRESSED_FROM_BYTES = 1024;
/** Texts that the server's binary has only as .gz and .br (server/app/src/site/web_build.rs), so each has a .gz. */
const embeddedCompressed = /^assets\/.*\.(js|css|svg)$/;

const encodings = {
  br: (file: Buffer) =>
    promisify(brotliCompress)(file, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: file.length,
      },
    }),
  gz: (file: Buffer) => promisify(gzip)(file, { level: constants.Z_BEST_COMPRESSION }),
};

async function writeCompressed(dir: string, name: string): Promise<void> {
  const file = await readFile(join(dir, name));
  for (const [ending, compress] of Object.entries(encodings)) {
    const isNeeded = ending === "gz" && embeddedCompressed.test(name);
    if (!isNeeded && file.length < COMPRESSED_FROM_BYTES) continue;
    const compressed = await compress(file);
    if (isNeeded || compressed.length < file.length) {
      await writeFile(join(dir, `${name}.${ending}`), compressed);
    }
  }
}

/** Compresses text files once, here, so that the server does not compress them for every request. */
const compressedFiles: Plugin = {
  name: "compressed-files",
  apply: "build",
  writeBundle: {
    order: "post",
    async handler({ dir = "dist" }, bundle) {
      // The manifest is for the build's own tools and not served.
      const served = Object.keys(bundle).filter((name) => !name.startsWith("."));
      const texts = served.filter((name) => textFile.test(name));
      await Promise.all(texts.map((name) => writeCompressed(dir, name)));
    },
  },
};

export default defineConfig({
  plugins: [
    // For scripts/pseudo-language, never for a site.
    process.env.POINTHOUSE_LANGUAGE === "en-XA" && pseudoLanguage(),
    react(),
    tailwindcss(),
    directIcons(),
    documents(),
    unusedParts(),
    streamPage,
    pageList(),
    compressedFiles,
  ],
  resolve: {
    tsconfigPaths: true,
    alias: [
      // The shim is for React 17, which had no useSyncExternalStore of its own.
      {
        find: "use-sync-external-store/shim/with-selector",
        replacement: "use-sync-external-store/with-selector",
      },
    ],
  },
  build: {
    target: "es2022",
    // The oldest browsers that the styles' own features (oklch, color-mix, @property) work in: for
    // older ones the minifier would write every colour three times.
    cssTarget: ["chrome111", "edge111", "firefox128", "safari16.4"],
    manifest: true,
    modulePreload: {
      polyfill: false,
      // What the first page has loaded already need not be named with every later one, and the file
      // itself is fetched by its own import at the same time.
      resolveDependencies: (file, names, { hostType }) =>
        hostType === "js"
          ? names.filter((name) => name !== file && !initialChunk.test(name))
          : names,
    },
    // The content security policy allows files of the site itself; a data URI would be a way around it.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Texts are constants of catalogues: they go where they are shown, not all into the file of the page
      // that is loaded first.
      optimization: { inlineConst: { mode: "all", pass: 2 } },
      // A file whose texts have all been put in elsewhere need not be loaded.
      treeshake: {
        moduleSideEffects: [
          { test: /[\\/]texts[\\/]([\w-]+\.)?en\.tsx?$/, sideEffects: false },
          { test: /[\\/](socket|engine)\.io-client[\\/]/, sideEffects: false },
        ],
      },
      input: {
        index: "index.html",
        stream: "stream.html",
        source: "source.html",
        "stream-worker": "src/stream/worker.ts",
      },
      output: {
        // A worker answers for what stands below it, and is known by its address.
        entryFileNames: ({ name }) =>
          name === "stream-worker" ? "stream-worker.js" : "assets/[name]-[hash].js",
        codeSplitting,
      },
    },
  },
  server: {
    proxy: {
      "/api": backend,
      // Kick sends browsers back to this path of the server.
      "/kick/callback": backend,
      "/socket.io": { target: backend, ws: true },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: [
      "src/testing/fresh-modules.ts",
      "src/testing/pending-work.ts",
      "src/test-setup.ts",
    ],
    sequence: { setupFiles: "list" },
    // A browser environment and the libraries are loaded once for each worker: the first file above
    // unloads the site's own modules before every test file, and every test ends what it started.
    isolate: false,
    // Tests make much short-lived garbage; with little room for it, it is collected all the time.
    execArgv: ["--max-semi-space-size=64"],
    css: false,
    restoreMocks: true,
    testTimeout: 60_000,
    // Vitest would leave one core to a person at the keyboard; on two cores that is half of them.
    maxWorkers: "100%",
  },
});
