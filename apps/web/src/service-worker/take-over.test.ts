import { expect, test } from "vitest";
import { type TakeOverScope, takeOver } from "./take-over.ts";

const takesOver = async (...states: readonly DocumentVisibilityState[]): Promise<boolean> => {
  let hasTakenOver = false;
  const scope = {
    clients: { matchAll: async () => states.map((visibilityState) => ({ visibilityState })) },
    skipWaiting: async () => {
      hasTakenOver = true;
    },
  };
  await takeOver(scope as unknown as TakeOverScope); // clients are the browser's own classes
  return hasTakenOver;
};

test("takes over where no page is looked at", async () => {
  expect(await takesOver()).toBe(true);
  expect(await takesOver("hidden", "hidden")).toBe(true);
});

test("waits while any page is looked at, though another one asked", async () => {
  expect(await takesOver("hidden", "visible")).toBe(false);
});
