import { afterAll, vi } from "vitest";

// Files that share a process must not inherit what a failed one left behind: its clock, its settings or its spies.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
