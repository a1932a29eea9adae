import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { connectChain } from "../../engines/chain/connect.ts";
import { postForText } from "../../engines/chain/post-json.ts";
import { startRpcNode } from "../../engines/chain/testing/rpc-node.ts";
import { startTestWorld, type TestWorld } from "../indexer/testing/test-world.ts";
import { factoryState } from "./factory-state.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.stop());
afterEach(() => vi.useRealTimers());

/** The world's own chain behind a node that can be made to hang. */
const startHangingNode = async () => {
  const { rpcUrl, programAddress } = world.app.ctx.chain;
  const node = { hangs: false };
  const { url, posts } = await startRpcNode({
    one: (call) => (node.hangs ? new Promise<string>(() => undefined) : postForText(rpcUrl, call)),
  });
  return { node, posts, chain: connectChain({ rpcUrl: url, programAddress, isEmbedded: false }) };
};

test("while the chain hangs the known factory state is used, and the chain is asked again later", async () => {
  const { node, posts, chain } = await startHangingNode();
  vi.useFakeTimers({ toFake: ["Date"] });
  const first = await factoryState(chain);
  node.hangs = true;
  vi.setSystemTime(Date.now() + 6_000);
  expect(await factoryState(chain)).toEqual(first);
  expect(await factoryState(chain)).toEqual(first);
  expect(posts).toHaveLength(2);
  node.hangs = false;
  vi.setSystemTime(Date.now() + 6_000);
  expect(await factoryState(chain)).toEqual(first);
  expect(posts).toHaveLength(3);
});

test("a chain that has never answered is reported as unavailable, and asked again at the next call", async () => {
  const { node, posts, chain } = await startHangingNode();
  node.hangs = true;
  await expect(factoryState(chain)).rejects.toMatchObject({ code: "unavailable" });
  node.hangs = false;
  expect(await factoryState(chain)).toEqual(await factoryState(world.app.ctx.chain));
  expect(posts).toHaveLength(2);
});
