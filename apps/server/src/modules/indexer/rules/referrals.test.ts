import { type Address, lamports } from "@tribe/contract";
import { expect, test } from "vitest";
import { referralSums } from "./referrals.ts";

const [ann, ben] = ["Ann" as Address, "Ben" as Address]; // no code here reads them
const trade = (referrer: Address | null, fee: bigint) => ({ referrer, referralFee: lamports(fee) });

test("each inviter has one sum, in the order of addresses; trades without a fee for somebody do not count", () => {
  expect(referralSums([trade(ben, 5n), trade(null, 0n), trade(ann, 1n), trade(ben, 7n), trade(ann, 0n)])).toEqual([
    { address: ann, earned: 1n, trades: 1 },
    { address: ben, earned: 12n, trades: 2 },
  ]);
  expect(referralSums([])).toEqual([]);
});
