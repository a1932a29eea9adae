import { addressSchema, type Subscriber, tokenUnits, uidSchema, unitsPerToken } from "@tribe/contract";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { knownMembers } from "./known-members.ts";

const member = (name: string, whole: number, state: Subscriber["state"]): Subscriber => ({
  address: z.parse(addressSchema, "So11111111111111111111111111111111111111112"),
  uid: z.parse(uidSchema, name.padEnd(9, "-")),
  displayName: name,
  pfp: null,
  holding: tokenUnits(BigInt(whole) * unitsPerToken),
  state,
});

test("lists the members like the server: the Chief first, then the seats by number, and no former members", () => {
  const known = knownMembers(
    [
      member("little", 12, "active"),
      member("gone", 30, "expired"),
      member("chief", 1, "chief"),
      member("much", 40, "active"),
    ],
    12,
  );
  expect(known.map(({ displayName, role, seat }) => [displayName, role, seat])).toEqual([
    ["chief", "chief", null],
    ["much", "member", 1],
    ["little", "member", 2],
  ]);
});
