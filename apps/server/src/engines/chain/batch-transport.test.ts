import {
  address,
  type Base64EncodedWireTransaction,
  createDefaultRpcTransport,
  createSolanaRpcFromTransport,
} from "@solana/kit";
import { expect, test } from "vitest";
import { createBatchTransport } from "./batch-transport.ts";
import { type AskedCall, noBatches, startRpcNode } from "./testing/rpc-node.ts";

/** Results as a node writes them; some integers exceed a double where the test says so. */
const results = (balance: string): Readonly<Record<string, string>> => ({
  getBlockHeight: "7",
  getBalance: `{"context":{"slot":7},"value":${balance}}`,
  getAccountInfo: `{"context":{"slot":7},"value":{"lamports":5,"rentEpoch":18446744073709551615,"space":0}}`,
  simulateTransaction: `{"context":{"slot":7},"value":{"err":null,"logs":["Program ComputeBudget111111111111111111111111111111 invoke [1]"]}}`,
  sendTransaction: `"signature"`,
});

/** A node that builds its answer to a batch with `batch`. */
const startNode = async (batch: (answers: string[]) => string, balance = "5000") => {
  const one = ({ id, method }: AskedCall) => `{"jsonrpc":"2.0","id":"${id}","result":${results(balance)[method]}}`;
  const { url, posts } = await startRpcNode({ one, batch });
  const rpc = createSolanaRpcFromTransport(createBatchTransport(url, createDefaultRpcTransport({ url })));
  const somebody = address("11111111111111111111111111111111");
  const read = async () => {
    const [height, { value }] = await Promise.all([rpc.getBlockHeight().send(), rpc.getBalance(somebody).send()]);
    return [height, value];
  };
  return { posts, rpc, somebody, read };
};
const together = (answers: string[]) => `[${answers.reverse().join(",")}]`;
/** Its bytes do not matter here; the cast adds kit's brand. */
const wire = "AQ==" as Base64EncodedWireTransaction;

test("reads made at the same time are one request, with the answers in any order", async () => {
  const { posts, read } = await startNode(together);
  expect(await read()).toEqual([7n, 5_000n]);
  expect(posts).toEqual([["getBlockHeight", "getBalance"]]);
});

test("accounts and simulations with their large integers are read from a batch, too", async () => {
  const { posts, rpc, somebody } = await startNode(together);
  const [account, simulation] = await Promise.all([
    rpc.getAccountInfo(somebody, { encoding: "base64" }).send(),
    rpc.simulateTransaction(wire, { encoding: "base64" }).send(),
  ]);
  expect([account.value?.lamports, simulation.value.err]).toEqual([5n, null]);
  expect(posts).toEqual([["getAccountInfo", "simulateTransaction"]]);
});

test("a transaction is sent by a request of its own", async () => {
  const { posts, rpc, read } = await startNode(together);
  await Promise.all([read(), rpc.sendTransaction(wire, { encoding: "base64" }).send()]);
  expect(posts.sort()).toEqual([["getBlockHeight", "getBalance"], ["sendTransaction"]]);
});

test("a single read is not sent as a batch", async () => {
  const { posts, rpc } = await startNode(together);
  expect(await rpc.getBlockHeight().send()).toBe(7n);
  expect(posts).toEqual([["getBlockHeight"]]);
});

test("a read that a batch leaves unanswered is sent alone", async () => {
  const { posts, read } = await startNode((answers) => `[${answers[0]}]`);
  expect(await read()).toEqual([7n, 5_000n]);
  expect(posts).toEqual([["getBlockHeight", "getBalance"], ["getBalance"]]);
});

test("a node that refuses batches gets each read alone, and no other batch at once", async () => {
  const { posts, read } = await startNode(() => noBatches);
  expect(await read()).toEqual([7n, 5_000n]);
  expect(await read()).toEqual([7n, 5_000n]);
  expect(posts.map((methods) => methods.length)).toEqual([2, 1, 1, 1, 1]);
});

test("an integer that exceeds a double stays exact", async () => {
  const { read } = await startNode(together, "18446744073709551615");
  expect(await read()).toEqual([7n, 18_446_744_073_709_551_615n]);
});
