import { addressSchema } from "@tribe/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { drafts } from "./drafts.ts";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");

/** Only what the drafts use of the browser's storage: names are its own properties. */
const startStorage = () => {
  const methods = {
    getItem(key: string) {
      return Reflect.get(this, key) ?? null;
    },
    setItem(key: string, value: string) {
      Reflect.set(this, key, value);
    },
    removeItem(key: string) {
      Reflect.deleteProperty(this, key);
    },
  };
  return Object.create(methods);
};

beforeEach(() => vi.stubGlobal("sessionStorage", startStorage()));
afterEach(() => vi.unstubAllGlobals());

test("a draft is kept until it is sent, and none is left for the next person in the tab", () => {
  drafts.write(mint, "not sent yet");
  sessionStorage.setItem("tribe:v1:else", '"stays"');
  expect(drafts.read(mint)).toBe("not sent yet");
  drafts.clear();
  expect(drafts.read(mint)).toBe("");
  expect(sessionStorage.getItem("tribe:v1:else")).toBe('"stays"');
  drafts.write(mint, "a");
  drafts.write(mint, "");
  expect(drafts.read(mint)).toBe("");
});
