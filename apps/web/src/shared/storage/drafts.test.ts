import { addressSchema } from "@tribe/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { storageOf } from "../transactions/testing/storage.ts";
import { drafts } from "./drafts.ts";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");

beforeEach(() => vi.stubGlobal("sessionStorage", storageOf({})));
afterEach(() => vi.unstubAllGlobals());

test("a draft is kept until it is sent, and what is no text counts as none", () => {
  drafts.write(mint, "not sent yet");
  expect(drafts.read(mint)).toBe("not sent yet");
  drafts.write(mint, "");
  expect(drafts.read(mint)).toBe("");
  sessionStorage.setItem(`tribe:v1:draft:${mint}`, "7");
  expect(drafts.read(mint)).toBe("");
});
