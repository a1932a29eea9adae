import { QueryClient } from "@tanstack/react-query";
import { addressSchema, localCacheKeys, uidSchema } from "@tribe/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { keepBioDraft, readBioDraft } from "../../features/profile/bio-draft.ts";
import { keys } from "../../shared/queries/keys.ts";
import { drafts } from "../../shared/storage/drafts.ts";
import { keyIn, storageKeys } from "../../shared/storage/keys.ts";
import { openCardOrder, rememberCardOrder } from "../../shared/storage/open-orders.ts";
import { storageOf } from "../../shared/transactions/testing/storage.ts";
import { forgetPerson } from "./forget-person.ts";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const uid = z.parse(uidSchema, "person-01");
/** Values of the device, and about money: kept until the transaction's result is known. */
const lasting = ["access", "theme", "slippage", "trade-unit", "inviter", "transaction:a"];

beforeEach(() => {
  vi.stubGlobal("localStorage", storageOf(Object.fromEntries(lasting.map((name) => [`tribe:v1:${name}`, "1"]))));
  vi.stubGlobal("sessionStorage", storageOf({ "tribe:v1:flow": "1" }));
});
afterEach(() => vi.unstubAllGlobals());

it("leaves no draft, fold, order or list of a person, and all that is the device's", () => {
  drafts.write(mint, "to nobody else");
  keepBioDraft(uid, "me");
  rememberCardOrder("order");
  for (const key of [storageKeys.users, storageKeys.tokens, keyIn(storageKeys.folded, mint)])
    key.area.write(key.name, true);
  expect([localStorage, sessionStorage].map((area) => Object.keys(area).length)).toEqual([lasting.length + 3, 4]);
  forgetPerson(new QueryClient(), { isNextSignedIn: false });
  expect([drafts.read(mint), readBioDraft(uid), openCardOrder()]).toEqual(["", null, null]);
  expect(localStorage.getItem(localCacheKeys.users)).toBe(null);
  expect(Object.keys(localStorage).sort()).toEqual(lasting.map((name) => `tribe:v1:${name}`).sort());
  expect(Object.keys(sessionStorage)).toEqual(["tribe:v1:flow"]);
});

it("leaves nothing of a person in the cache, and has the next one's asked for where it is shown", () => {
  const cache = new QueryClient();
  const own = [
    keys.localUser(),
    keys.balance(mint),
    keys.myChats(),
    keys.messages(mint),
    keys.room(mint),
    keys.ownTrades(),
    keys.alarms(),
    keys.walletSafety(),
    keys.airdropTokens(),
    keys.liveNotes(mint),
    keys.user(mint),
  ];
  for (const key of own) cache.setQueryData(key, "theirs");
  cache.setQueryData(keys.config(), "everybody's");
  forgetPerson(cache, { isNextSignedIn: true });
  expect(own.map((key) => cache.getQueryData(key))).toEqual(own.map(() => undefined));
  expect(cache.getQueryData(keys.config())).toBe("everybody's");
});
