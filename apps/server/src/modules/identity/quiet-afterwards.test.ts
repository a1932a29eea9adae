import { getRequestStateAsyncLocalStorage, runWithRequestState } from "@better-auth/core/context";
import { expect, test } from "vitest";
import { quietAfterwards } from "./quiet-afterwards.ts";

const storage = await getRequestStateAsyncLocalStorage();
/** A call of better-auth's that sees its own state from begin to end. */
const call = (until: Promise<void>) => {
  const state = new WeakMap();
  return () =>
    runWithRequestState(state, async () => {
      await until;
      return storage.getStore() === state;
    });
};
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};

test("a call keeps its context while others end, and the last one leaves none behind", async () => {
  const apart = quietAfterwards();
  const slow = gate();
  const running = apart(call(slow.opened));
  expect(await apart(call(Promise.resolve()))).toBe(true);
  slow.open();
  expect(await running).toBe(true);
  storage.enterWith(new WeakMap());
  await apart(async () => undefined);
  expect(storage.getStore()).toBeUndefined();
});

test("a call that fails leaves no context either, and its error comes through", async () => {
  const apart = quietAfterwards();
  storage.enterWith(new WeakMap());
  const failing = apart(async () => {
    throw new Error("the code is wrong");
  });
  await expect(failing).rejects.toThrow("the code is wrong");
  expect(storage.getStore()).toBeUndefined();
});
