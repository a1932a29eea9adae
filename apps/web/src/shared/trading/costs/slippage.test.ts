import { beforeEach, expect, it, vi } from "vitest";
import { storageOf } from "../../transactions/testing/storage.ts";

/** The page as it is after a reload. */
const reloaded = async () => (await import("./slippage.ts")).slippage;
beforeEach(() => {
  vi.stubGlobal("localStorage", storageOf({}));
  vi.resetModules();
});

it("is 500 basis points at first, and kept on this device over a reload", async () => {
  const first = await reloaded();
  expect(first.get()).toBe(500);
  first.set(120);
  vi.resetModules();
  expect((await reloaded()).get()).toBe(120);
});

it("is brought into its bounds when what was kept is not", async () => {
  for (const [kept, read] of [
    ["99999", 10_000],
    ["-5", 0],
    ['"much"', 500],
  ] as const) {
    localStorage.setItem("tribe:v1:slippage", kept);
    vi.resetModules();
    expect((await reloaded()).get()).toBe(read);
  }
});
