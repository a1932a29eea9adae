import { expect, test } from "vitest";
import { createTransactionReader } from "./read-transactions.ts";
import { type AskedCall, noBatches, startRpcNode } from "./testing/rpc-node.ts";

const log = `"Program ComputeBudget111111111111111111111111111111 invoke [1]"`;
const found = ({ id, params }: AskedCall, transaction = '["AQ==","base64"]'): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"slot":7,"transaction":${transaction},"meta":{"fee":18446744073709551615,"logMessages":[${log}]},"of":"${params[0]}"}}`;

/** A node that answers each call with `one` and builds a batch's answer with `batch`; `posts` has the requests' sizes. */
const startNode = async (
  batch: (answers: string[]) => string,
  one: (call: AskedCall) => string = (call) => found(call),
) => {
  const { url, posts } = await startRpcNode({ one, batch });
  const reader = createTransactionReader(url);
  const read = (count: number) => reader(Array.from({ length: count }, (_, index) => `signature${index}`));
  return { sizes: () => posts.map((methods) => methods.length), read };
};

const expected = (count: number) =>
  Array.from({ length: count }, (_, index) => expect.objectContaining({ slot: 7, of: `signature${index}` }));

test("many transactions are read in batches, with the answers in any order and with large integers", async () => {
  const { sizes, read } = await startNode((answers) => `[${answers.reverse().join(",")}]`);
  expect(await read(70)).toEqual(expected(70));
  expect(sizes().sort((a, b) => b - a)).toEqual([32, 32, 6]);
});

test("without signatures there is no request", async () => {
  const { sizes, read } = await startNode(() => "[]");
  expect(await read(0)).toEqual([]);
  expect(sizes()).toEqual([]);
});

test("one that the node does not have is null", async () => {
  const { read } = await startNode(
    (answers) => `[${answers.join(",")}]`,
    (asked) => (asked.params[0] === "signature1" ? `{"jsonrpc":"2.0","id":${asked.id},"result":null}` : found(asked)),
  );
  const [first, missing, last] = await read(3);
  expect([first, last]).toEqual([expect.anything(), expect.anything()]);
  expect(missing).toBeNull();
});

test("a transaction that a batch leaves unanswered is read alone", async () => {
  const { sizes, read } = await startNode((answers) => `[null,${answers.slice(1).join(",")}]`);
  expect(await read(3)).toEqual(expected(3));
  expect(sizes()).toEqual([3, 1]);
});

test.each([
  ["refuses batches", noBatches],
  ["has its limit at less", ""],
  ["answers no JSON", "<html>"],
])("each transaction is requested alone from a node that %s", async (_, reply) => {
  const { sizes, read } = await startNode(() => reply);
  expect(await read(2)).toEqual(expected(2));
  expect(sizes()).toEqual([2, 1, 1]);
});

test("reads made at the same time share their batches", async () => {
  const { sizes, read } = await startNode((answers) => `[${answers.join(",")}]`);
  expect(await Promise.all([read(3), read(2)])).toEqual([expected(3), expected(2)]);
  expect(sizes()).toEqual([5]);
});

test("a node that refused a batch does not get another one", async () => {
  const { sizes, read } = await startNode(() => noBatches);
  await read(2);
  expect(await read(3)).toEqual(expected(3));
  expect(sizes()).toEqual([2, 1, 1, 1, 1, 1]);
});

test.each([
  [
    "a refusal is thrown with the node's message",
    '{"jsonrpc":"2.0","id":0,"error":{"code":-32011,"message":"no history"}}',
    "no history",
  ],
  ["a failing node is reported by its status", "", "429"],
  ["an answer that is no JSON-RPC is refused", "[]", "no JSON-RPC"],
])("%s", async (_, reply, words) => {
  const { read } = await startNode(
    () => "[]",
    () => reply,
  );
  await expect(read(1)).rejects.toThrow(words);
});

test.each([
  ["json", '{"signatures":["signature1"],"message":{"accountKeys":[],"instructions":[]}}'],
  ["base58", '["2","base58"]'],
  ["the old binary", '"2"'],
])("a transaction in %s instead of base64 fails the read with its signature, and is not skipped", async (_, told) => {
  const { read } = await startNode(
    (answers) => `[${answers.join(",")}]`,
    (call) => (call.params[0] === "signature1" ? found(call, told) : found(call)),
  );
  await expect(read(3)).rejects.toMatchObject({
    code: "unavailable",
    cause: { message: "the node told transaction signature1 in another encoding than base64, which it was asked for" },
  });
});
