import { afterAll, vi } from "vitest";

// Test files that share a process must not inherit the fake clock, settings or spies of a failed one.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
