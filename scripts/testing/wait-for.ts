import { vi } from "vitest";
import { waitTimeout } from "./wait-timeout.ts";

// Vitest's default for `vi.waitFor` is one second, without a setting: on a busy machine tests would pass by luck.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: waitTimeout, ...(typeof options === "number" ? { timeout: options } : options) });
