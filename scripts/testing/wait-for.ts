import { vi } from "vitest";
import { waitTimeout } from "./wait-timeout.ts";

// Vitest's default timeout of `vi.waitFor` is one second and not configurable: on a busy machine tests would pass only by
// chance.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: waitTimeout, ...(typeof options === "number" ? { timeout: options } : options) });
