import { createServer, type Server } from "node:http";
import { createSolanaRpcFromTransport, type Signature } from "@solana/kit";
import { afterEach, expect, test } from "vitest";
import { createChainTransport } from "./transport.ts";

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

interface Asked {
  readonly id: string;
  readonly params: readonly [string];
}
const isBatch = (body: Asked | readonly Asked[]): body is readonly Asked[] => Array.isArray(body);

/** A node that tells each transaction with this fee, and puts answers together to those of a batch. */
const startNode = async (fee: string, batch: (answers: string[]) => string) => {
  const posts: number[] = [];
  const answerOf = ({ id, params }: Asked) =>
    `{"jsonrpc":"2.0","id":"${id}","result":{"slot":7,"meta":{"fee":${fee}},"transaction":"${params[0]}"}}`;
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const body: Asked | readonly Asked[] = JSON.parse(text);
      posts.push(isBatch(body) ? body.length : 1);
      response.end(isBatch(body) ? batch(body.map(answerOf)) : answerOf(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the node has no port");
  const rpc = createSolanaRpcFromTransport(createChainTransport(`http://127.0.0.1:${address.port}`));
  const read = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        rpc
          .getTransaction(`signature${index}` as Signature, { encoding: "json", maxSupportedTransactionVersion: 0 })
          .send(),
      ),
    );
  return { posts, read };
};

const expected = (count: number, fee: bigint) =>
  Array.from({ length: count }, (_, index) => ({ slot: 7n, meta: { fee }, transaction: `signature${index}` }));

test("transactions that are asked for at once go as batches, whatever the order of the answers", async () => {
  const { posts, read } = await startNode("5000", (answers) => `[${answers.reverse().join(",")}]`);
  expect(await read(40)).toEqual(expected(40, 5_000n));
  expect(posts.sort((a, b) => b - a)).toEqual([32, 8]);
});

test("a single transaction is asked for alone", async () => {
  const { posts, read } = await startNode("5000", () => "[]");
  expect(await read(1)).toEqual(expected(1, 5_000n));
  expect(posts).toEqual([1]);
});

test("what a batch does not answer is asked for alone", async () => {
  const { posts, read } = await startNode("5000", (answers) => `[${answers.slice(1).join(",")}]`);
  expect(await read(3)).toEqual(expected(3, 5_000n));
  expect(posts).toEqual([3, 1]);
});

test("a node that takes no batches is asked for each", async () => {
  const { posts, read } = await startNode(
    "5000",
    () => '{"jsonrpc":"2.0","error":{"code":-32600,"message":"no"},"id":null}',
  );
  expect(await read(2)).toEqual(expected(2, 5_000n));
  expect(posts).toEqual([2, 1, 1]);
});

test("an integer above what a double holds stays exact", async () => {
  const { read } = await startNode("18446744073709551615", (answers) => `[${answers.join(",")}]`);
  expect(await read(2)).toEqual(expected(2, 18_446_744_073_709_551_615n));
});
