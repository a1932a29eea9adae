import { addressSchema, tokenUnits } from "@tribe/contract";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { splitAccounts } from "./tradable-tokens.ts";

const associated = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const other = z.parse(addressSchema, "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
const own = { address: associated, units: tokenUnits(10_000_000_000n) };
const dust = { address: other, units: tokenUnits(1n) };

it("trades what lies in the associated account, and counts the rest apart", () => {
  expect(splitAccounts([dust, own], associated)).toEqual({ units: own.units, exists: true, elsewhere: 1n });
  expect(splitAccounts([own], associated)).toEqual({ units: own.units, exists: true, elsewhere: 0n });
});

it("takes somebody else's dust for no account to trade from", () => {
  expect(splitAccounts([dust, dust], associated)).toEqual({ units: 0n, exists: false, elsewhere: 2n });
  expect(splitAccounts([], associated)).toEqual({ units: 0n, exists: false, elsewhere: 0n });
});
