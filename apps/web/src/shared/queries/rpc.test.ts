import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiError } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { RpcRefusal, rpcCall } from "./rpc.ts";

/** The node's next answer. */
let answer = { status: 200, body: "" };
let node: Server;
let url: string;
beforeAll(async () => {
  node = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  const { port } = node.address() as AddressInfo; // it listens on TCP
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => new Promise((resolve) => node.close(resolve)));

const causeOf = async (status: number, body: unknown): Promise<unknown> => {
  answer = { status, body: typeof body === "string" ? body : JSON.stringify(body) };
  const error = await rpcCall(url, "getSlot", [], z.int()).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "unavailable" });
  return error instanceof ApiError ? error.cause : null;
};

test("gives what the node answers", async () => {
  answer = { status: 200, body: JSON.stringify({ jsonrpc: "2.0", id: 1, result: 7 }) };
  expect(await rpcCall(url, "getSlot", [], z.int())).toBe(7);
});

test("keeps the code of a refusal, whatever its HTTP status", async () => {
  const refusal = { jsonrpc: "2.0", id: 1, error: { code: -32005, message: "Node is behind" } };
  for (const status of [200, 503]) expect(await causeOf(status, refusal)).toMatchObject({ code: -32005 });
});

test.each([
  [429, "<html>Too Many Requests</html>"],
  [503, ""],
  [403, { message: "no key" }],
])("keeps the HTTP status %s of an answer that is none of JSON-RPC's, and no text of it", async (code, body) => {
  const cause = await causeOf(code, body);
  expect(cause).toBeInstanceOf(RpcRefusal);
  expect(cause).toMatchObject({ code, message: "" });
});

test("tells an answer that can't be read from a refusal", async () => {
  expect(await causeOf(200, "<html>")).toBeInstanceOf(SyntaxError);
  expect(await causeOf(200, { jsonrpc: "2.0", id: 1, result: "seven" })).toBeInstanceOf(z.core.$ZodError);
  expect(await causeOf(200, { hello: 1 })).toBeInstanceOf(z.core.$ZodError);
});
