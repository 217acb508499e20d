import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** Where the development server finds the API; the built site is served by the server itself. */
const backend = process.env.POINTHOUSE_URL ?? "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { tsconfigPaths: true },
  build: {
    target: "es2022",
    // The oldest browsers that the styles' own features (oklch, color-mix, @property) work in: for
    // older ones the minifier would write every colour three times.
    cssTarget: ["chrome111", "edge111", "firefox128", "safari16.4"],
    manifest: true,
    modulePreload: { polyfill: false },
    // The content security policy allows files of the site itself; a data URI would be a way around it.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "react",
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 30,
            },
            { name: "router", test: /node_modules[\\/]@tanstack[\\/]/, priority: 20 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": backend, "/socket.io": { target: backend, ws: true } },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test-setup.ts"],
    css: false,
    restoreMocks: true,
  },
});
