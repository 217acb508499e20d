import { defineConfig, devices } from "@playwright/test";
import { ONCE } from "./e2e/once";

const chromium = process.env.CHROMIUM_PATH;
const PANEL = /admin-\w+\.spec\.ts$/;
const PSEUDO = /pseudo-language\.spec\.ts$/;
const WIDE = { width: 1280, height: 800 };
const once = new RegExp(ONCE);

export default defineConfig({
  // The script that starts the server says where it listens and which admin password it has.
  globalSetup: "./e2e/require-server.ts",
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 1,
  // Nothing is repeated here: scripts/browser-test repeats what failed, alone and on a new server.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  reporter: [["list"]],
  // However slow the machine is: nothing here waits for time to pass.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    ...(process.env.POINTHOUSE_URL === undefined ? {} : { baseURL: process.env.POINTHOUSE_URL }),
    // Dates are written in the browser's language.
    locale: "en-US",
    // What moves is drawn by the processor here, and a fading text has no contrast to check. Tests of
    // motion ask for it.
    contextOptions: { reducedMotion: "reduce" },
    // Snapshots of the page stay for each step; pictures of every frame cost more than the tests do.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: true, sources: true },
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      chromiumSandbox: false,
      args: ["--disable-gpu", "--disable-quic", "--disable-background-networking"],
    },
  },
  projects: [
    { name: "desktop", testIgnore: [PANEL, PSEUDO], grepInvert: once, use: { viewport: WIDE } },
    // The panel is for computers, and other tests are the same on every screen.
    { name: "panel", testMatch: PANEL, use: { viewport: WIDE } },
    // Against a build of the pages in a made-up language: scripts/pseudo-language.
    { name: "pseudo", testMatch: PSEUDO, use: { viewport: WIDE } },
    { name: "once", testIgnore: [PANEL, PSEUDO], grep: once, use: { viewport: WIDE } },
    {
      name: "phone",
      testIgnore: [PANEL, PSEUDO],
      grepInvert: once,
      // Without a graphics card the processor draws every pixel, and the phone's are seven times as many.
      use: { ...devices["Pixel 7"], deviceScaleFactor: 1 },
    },
  ],
});
