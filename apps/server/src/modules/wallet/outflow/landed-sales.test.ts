import { toChainAddress } from "@tribe/chain/accounts";
import { signatureSchema, type TransactionSignature, tokenUnits, unitsPerToken } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Chain } from "../../../engines/chain/port.ts";
import { startTestWorld, type TestPerson, type TestTribe, type TestWorld } from "../../indexer/testing/test-world.ts";
import { landedSales } from "./landed-sales.ts";

type Node = Pick<Chain, "rpc" | "readTransactions">;

let world: TestWorld;
let tribe: TestTribe;
let seller: TestPerson;
let signatures: readonly TransactionSignature[];

beforeAll(async () => {
  world = await startTestWorld();
  tribe = await world.newTribe();
  seller = await world.newPerson();
  await world.buy(seller, tribe, 5n);
  await world.sell(seller, tribe, 2n);
  const listed = await world.chain.rpc.getSignaturesForAddress(toChainAddress(seller.address)).send();
  signatures = listed.map(({ signature }) => signatureSchema.parse(signature));
});
afterAll(() => world?.stop());

/** The sales among all that the seller ever sent, as these nodes say. */
const salesBy = (walletNodes: readonly Node[]) =>
  landedSales({ ...world.app.ctx, walletNodes }, seller.address, signatures);
const saying = (readTransactions: Chain["readTransactions"]): Node => ({ rpc: world.chain.rpc, readTransactions });

test("sales that every node shows are found, with what was sold and what came in", async () => {
  const [sale, ...others] = await salesBy([world.chain, world.chain]);
  expect(others).toEqual([]);
  expect(sale).toMatchObject({ mint: tribe.mint, units: tokenUnits(2n * unitsPerToken) });
  expect(sale?.lamports).toBeGreaterThan(0n);
});

test("a sale that one node makes up, dates otherwise or does not show lends nothing", async () => {
  const { readTransactions } = world.chain;
  const later: Chain["readTransactions"] = async (asked) =>
    (await readTransactions(asked)).map((found) => found && { ...found, blockTime: (found.blockTime ?? 0) + 60 });
  const none: Chain["readTransactions"] = async (asked) => asked.map(() => null);
  const silent: Chain["readTransactions"] = () => Promise.reject(new Error("503"));
  for (const lie of [later, none, silent])
    for (const nodes of [
      [world.chain, saying(lie)],
      [saying(lie), world.chain],
    ])
      expect(await salesBy(nodes), String(lie)).toEqual([]);
});
