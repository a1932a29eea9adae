import { storageReasons } from "@tribe/domain/words";
import { afterEach, expect, it, vi } from "vitest";
import { StorageError } from "./account-record.ts";
import { openAccountStore } from "./idb-account-store.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("says that this browser's storage doesn't answer, instead of waiting for ever", async () => {
  vi.useFakeTimers();
  const silent = Object.assign(new EventTarget(), { result: null, error: null });
  vi.stubGlobal("IDBRequest", EventTarget);
  vi.stubGlobal("indexedDB", { open: () => silent });
  const asked = expect(openAccountStore().get("mara")).rejects.toEqual(new StorageError(storageReasons.silent));
  await vi.runAllTimersAsync();
  await asked;
});

it("says that nothing is kept where the browser refuses its database", async () => {
  const open = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("indexedDB", { open });
  await expect(openAccountStore().get("mara")).rejects.toEqual(new StorageError(storageReasons.keepsNothing));
});

it.each([
  ["has no locks", {}],
  ["refuses locks", { locks: { request: () => Promise.reject(new DOMException("denied", "SecurityError")) } }],
])("changes nothing of a wallet where a browser %s, as two pages could at once", async (_what, navigator) => {
  vi.stubGlobal("navigator", navigator);
  const run = vi.fn();
  await expect(openAccountStore().exclusive("mara", run)).rejects.toEqual(
    new StorageError(storageReasons.keepsNothing),
  );
  expect(run).not.toHaveBeenCalled();
});
