import { vi } from "vitest";
import { waitTimeout } from "./wait-timeout.ts";

// Vitest gives `vi.waitFor` a second, and no setting: on a busy machine a test would pass by luck.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: waitTimeout, ...(typeof options === "number" ? { timeout: options } : options) });
