import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { createTransactionReader } from "./read-transactions.ts";

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

interface Asked {
  readonly id: number;
  readonly params: readonly [string];
}
const isBatch = (body: Asked | readonly Asked[]): body is readonly Asked[] => Array.isArray(body);

const log = `"Program ComputeBudget111111111111111111111111111111 invoke [1]"`;
const found = ({ id, params }: Asked): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"slot":7,"meta":{"fee":18446744073709551615,"logMessages":[${log}]},"of":"${params[0]}"}}`;

/** A node that answers each call so, and puts the answers together to those of a batch. */
const startNode = async (batch: (answers: string[]) => string, answer: (asked: Asked) => string = found) => {
  const posts: number[] = [];
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const body: Asked | readonly Asked[] = JSON.parse(text);
      posts.push(isBatch(body) ? body.length : 1);
      const reply = isBatch(body) ? batch(body.map(answer)) : answer(body);
      if (reply === "") response.statusCode = 429;
      response.end(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the node has no port");
  const reader = createTransactionReader(`http://127.0.0.1:${address.port}`);
  const read = (count: number) => reader(Array.from({ length: count }, (_, index) => `signature${index}`));
  return { posts, read };
};

const expected = (count: number) =>
  Array.from({ length: count }, (_, index) => expect.objectContaining({ slot: 7, of: `signature${index}` }));

test("many transactions go as batches, whatever the order of the answers and the digits in them", async () => {
  const { posts, read } = await startNode((answers) => `[${answers.reverse().join(",")}]`);
  expect(await read(70)).toEqual(expected(70));
  expect(posts.sort((a, b) => b - a)).toEqual([32, 32, 6]);
});

test("nothing is asked for nothing", async () => {
  const { posts, read } = await startNode(() => "[]");
  expect(await read(0)).toEqual([]);
  expect(posts).toEqual([]);
});

test("a single transaction is asked for alone", async () => {
  const { posts, read } = await startNode(() => "[]");
  expect(await read(1)).toEqual(expected(1));
  expect(posts).toEqual([1]);
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

test("what a batch does not answer is asked for alone", async () => {
  const { posts, read } = await startNode((answers) => `[null,${answers.slice(1).join(",")}]`);
  expect(await read(3)).toEqual(expected(3));
  expect(posts).toEqual([3, 1]);
});

test.each([
  ["refuses batches", '{"jsonrpc":"2.0","error":{"code":-32600,"message":"no"},"id":null}'],
  ["has its limit at less", ""],
  ["answers no JSON", "<html>"],
])("a node that %s is asked for each", async (_, reply) => {
  const { posts, read } = await startNode(() => reply);
  expect(await read(2)).toEqual(expected(2));
  expect(posts).toEqual([2, 1, 1]);
});

test.each([
  [
    "a refusal is thrown in the node's words",
    '{"jsonrpc":"2.0","id":0,"error":{"code":-32011,"message":"no history"}}',
    "no history",
  ],
  ["a failing node is told by its status", "", "429"],
  ["an answer that is no JSON-RPC is refused", "[]", "no JSON-RPC"],
])("%s", async (_, reply, words) => {
  const { read } = await startNode(
    () => "[]",
    () => reply,
  );
  await expect(read(1)).rejects.toThrow(words);
});
