import { vi } from "vitest";

// The test files of a worker share the libraries, but no module of the site: those keep state.
// No other file imports this one, because every evaluation unloads what is loaded.
vi.resetModules();
