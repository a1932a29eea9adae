import { afterAll, beforeAll, expect, it, vi } from "vitest";

/**
 * Every module of the page except main.tsx, the page's start, and those of the workers: their side effects are their purpose.
 */
const modules = import.meta.glob([
  "../**/*.{ts,tsx}",
  "!../**/*.test.{ts,tsx}",
  "!../**/testing/**",
  "!../**/testing.ts",
  "!../main.tsx",
  "!../service-worker/push-sw.ts",
  "!../**/*-worker.ts",
]);

const effects: string[] = [];
const noted = (what: string) => () => {
  const [by = ""] = (new Error().stack ?? "")
    .split("\n")
    .slice(1)
    .filter((line) => !line.includes("import-without-effect"));
  // Libraries may read globals when they load; our modules must not.
  if (!by.includes("/node_modules/")) effects.push(`${what} ${by.trim()}`);
  return undefined as never; // nobody needs it
};
/** Whatever is asked of it counts. */
const watched = (what: string) =>
  new Proxy({}, { get: (_target, name) => noted(`${what}.${String(name)}`)(), has: () => noted(what)() });

beforeAll(() => {
  for (const name of [
    "fetch",
    "addEventListener",
    "removeEventListener",
    "setTimeout",
    "setInterval",
    "requestAnimationFrame",
    "requestIdleCallback",
    "matchMedia",
    "WebSocket",
  ])
    vi.stubGlobal(name, noted(name));
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "location", "history", "caches"])
    vi.stubGlobal(name, watched(name));
});
afterAll(() => vi.unstubAllGlobals());

it("loads every module of the page without a timer, a listener, a call, or a look at the browser's storage", async () => {
  expect(Object.keys(modules).length).toBeGreaterThan(200);
  for (const load of Object.values(modules)) await load();
  expect(effects).toEqual([]);
}, 120_000);
