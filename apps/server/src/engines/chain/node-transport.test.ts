import { createServer, type Server } from "node:http";
import { createSolanaRpcFromTransport, address as kitAddress } from "@solana/kit";
import { afterEach, expect, test } from "vitest";
import { createNodeTransport } from "./node-transport.ts";

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** A node that gives the same result to every call. */
const nodeThatTells = async (result: string, status = 200) => {
  server = createServer((_request, response) => {
    response.statusCode = status;
    response.setHeader("content-type", "application/json");
    response.end(`{"jsonrpc":"2.0","id":"0","result":${result}}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the node has no port");
  return createSolanaRpcFromTransport(createNodeTransport(`http://127.0.0.1:${address.port}`));
};
const anybody = kitAddress("11111111111111111111111111111111");
const listed = `{"signature":"s","slot":7,"err":null,"memo":"[16] 1234567890123456 ","blockTime":9,"confirmationStatus":"confirmed"}`;

test("a list of signatures is parsed as by kit", async () => {
  const rpc = await nodeThatTells(`[${listed}]`);
  expect(await rpc.getSignaturesForAddress(anybody).send()).toEqual([
    {
      signature: "s",
      slot: 7n,
      err: null,
      memo: "[16] 1234567890123456 ",
      blockTime: 9n,
      confirmationStatus: "confirmed",
    },
  ]);
});

test("a failing node is reported by its HTTP status", async () => {
  const rpc = await nodeThatTells("[]", 503);
  await expect(rpc.getSignaturesForAddress(anybody).send()).rejects.toThrow("503");
});

test("other integers stay exact", async () => {
  const rpc = await nodeThatTells('{"context":{"slot":1},"value":18446744073709551615}');
  expect((await rpc.getBalance(anybody).send()).value).toBe(18_446_744_073_709_551_615n);
});
