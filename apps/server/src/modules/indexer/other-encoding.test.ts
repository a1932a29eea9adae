import { afterAll, beforeAll, expect, test } from "vitest";
import { connectChain } from "../../engines/chain/connect.ts";
import type { Chain } from "../../engines/chain/port.ts";
import { postForText } from "../../engines/chain/post-json.ts";
import { type AskedCall, startRpcNode } from "../../engines/chain/testing/rpc-node.ts";
import { followPrograms } from "./intake/follow.ts";
import { indexerCursors } from "./schema.ts";
import { forgetIndex, snapshotOf } from "./testing/index-snapshot.ts";
import { eventually, startTestWorld, type TestTribe, type TestWorld } from "./testing/test-world.ts";

/** Replaces the world's own reader of transactions while it is set. */
let reader: Chain["readTransactions"] | null = null;
const replaceable = (chain: Chain): Chain => ({
  ...chain,
  readTransactions: (signatures) => (reader ?? chain.readTransactions)(signatures),
});

let world: TestWorld;
let tribe: TestTribe;
beforeAll(async () => {
  world = await startTestWorld(replaceable);
  tribe = await world.newTribe(5n);
});
afterAll(() => world.stop());

/** The world's own chain behind a node that returns transactions in another encoding than the requested one. */
const startStubbornNode = async (encoding: string): Promise<Chain> => {
  const { rpcUrl, programAddress } = world.chain;
  const stubborn = ({ params: [signature, config], ...call }: AskedCall) => ({
    ...call,
    params: [signature, { ...(typeof config === "object" ? config : {}), encoding }],
  });
  const { url } = await startRpcNode({ one: (call) => postForText(rpcUrl, stubborn(call)) });
  return connectChain({ rpcUrl: url, programAddress, isEmbedded: false });
};

test.each(["json", "jsonParsed", "base58"])(
  "transactions that a node returns in %s are not ingested, and not lost",
  async (encoding) => {
    const { ctx, logs } = world.app;
    const before = await snapshotOf(ctx.db, tribe.mint);
    reader = (await startStubbornNode(encoding)).readTransactions;
    try {
      await forgetIndex(ctx.db);
      await expect(followPrograms(ctx)).rejects.toMatchObject({ code: "unavailable" });
      expect(await ctx.db.select().from(indexerCursors)).toMatchObject([{ signature: "", slot: 0 }]);
      // Once while it lasts: the worker may still be in the outage of the case before.
      await eventually("the worker says what is wrong", async () =>
        logs.some((line) => line.includes("in another encoding than base64")),
      );
    } finally {
      reader = null;
    }
    await followPrograms(ctx);
    expect(await snapshotOf(ctx.db, tribe.mint)).toEqual(before);
  },
);
