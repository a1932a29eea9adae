import { afterEach, expect, it, vi } from "vitest";
import type { AppRouter } from "../../router.tsx";
import { followWorker } from "./follow-worker.ts";

afterEach(() => vi.unstubAllGlobals());

it("goes on where a page may not ask for service workers, as without storage", () => {
  vi.stubGlobal("navigator", {
    get serviceWorker(): never {
      throw new DOMException("denied", "SecurityError");
    },
  });
  // Only a worker's messages need the router.
  expect(() => followWorker(null as unknown as AppRouter)).not.toThrow();
});
