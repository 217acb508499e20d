import { defineConfig, devices } from "@playwright/test";

const chromium = process.env.CHROMIUM_PATH;
const PANEL = /admin-\w+\.spec\.ts$/;

export default defineConfig({
  // The script that starts the server says where it listens and which admin password it has.
  globalSetup: "./e2e/require-server.ts",
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 1,
  // A browser that hangs is started anew once. The list calls such a test flaky.
  retries: 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: [["list"]],
  // However slow the machine is: nothing here waits for time to pass.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    ...(process.env.POINTHOUSE_URL === undefined ? {} : { baseURL: process.env.POINTHOUSE_URL }),
    trace: "retain-on-failure",
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      chromiumSandbox: false,
      args: ["--disable-gpu", "--disable-quic", "--disable-background-networking"],
    },
  },
  projects: [
    { name: "desktop", testIgnore: PANEL, use: { viewport: { width: 1280, height: 800 } } },
    // The panel is for computers; its features come after the phone, which has less to do.
    { name: "panel", testMatch: PANEL, use: { viewport: { width: 1280, height: 800 } } },
    { name: "phone", testIgnore: PANEL, use: { ...devices["Pixel 7"] } },
  ],
});
