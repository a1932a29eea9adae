import { addressSchema, lamports, tokenUnits } from "@tribe/contract";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { type Activity, activityWords } from "./activity-words.ts";

const address = z.parse(addressSchema, "M".repeat(32));
const trade: Activity = {
  ...{ kind: "buy", at: 0, amount: tokenUnits(60_000_000_000n), value: lamports(31_000_000n) },
  tribe: { mint: address, name: "Harbour Radio", symbol: "HAR", pfp: null },
  person: { uid: null, address, displayName: "Bo Larsen", pfp: null },
};
const plain = (activity: Activity) => activityWords(activity).replaceAll("\u00a0", " ");

it("states a trade's value with its unit and as before fees", () => {
  expect(plain(trade)).toBe("bought 60 HAR for 0.031 SOL before fees");
  expect(plain({ ...trade, kind: "sell" })).toBe("sold 60 HAR for 0.031 SOL before fees");
});
