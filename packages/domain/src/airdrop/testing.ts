import fc from "fast-check";
import type { AirdropHolder, AirdropInput } from "./split.ts";
import { maxAirdropAmount } from "./split.ts";

/** Few addresses, so that some are in a list twice and some are the creator's. */
const anyAddress = fc.constantFrom(..."abcdefghijkl");

const anyHolder: fc.Arbitrary<AirdropHolder> = fc.record({
  address: anyAddress,
  weight: fc.oneof(fc.bigInt(0n, 20n), fc.bigInt(0n, maxAirdropAmount)),
  isMember: fc.boolean(),
});

/** Airdrops for this package's property tests, including invalid ones. */
export const anyAirdrop: fc.Arbitrary<AirdropInput> = fc.record({
  amount: fc.oneof(fc.bigInt(1n, 200n), fc.bigInt(1n, maxAirdropAmount)),
  creator: anyAddress,
  holders: fc.array(anyHolder, { maxLength: 15 }),
  options: fc.record({ toCreator: fc.boolean(), toMembers: fc.boolean(), toHolders: fc.boolean() }),
});
