import { createServer, type RequestListener, type Server } from "node:http";
import { addressSchema } from "@tribe/contract";
import { afterEach, describe, expect, it } from "vitest";
import { nodeAt } from "./node-client.ts";

const addresses = ["11111111111111111111111111111112", "11111111111111111111111111111113"].map((one) =>
  addressSchema.parse(one),
);
const account = { owner: addresses[0], data: ["AQID", "base64"], lamports: 1, executable: false, space: 3 };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A node that answers every request with this. */
const nodeThat = async (answer: RequestListener, timeoutMilliseconds = 10_000) => {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return nodeAt({ rpcUrl: `http://127.0.0.1:${address.port}/key`, timeoutMilliseconds });
};
const saying = (value: unknown) => nodeThat((_request, response) => response.end(JSON.stringify(value)));
const telling = (value: unknown) => saying({ jsonrpc: "2.0", id: 1, result: { context: { slot: 1 }, value } });

describe("a node's answer", () => {
  it("is the owner and bytes of each account, in order, from one call", async () => {
    let body = "";
    const ask = await nodeThat(async (request, response) => {
      for await (const part of request) body += String(part);
      response.end(JSON.stringify({ result: { context: { slot: 1 }, value: [account, null] } }));
    });
    expect(await ask(addresses)).toEqual([{ owner: addresses[0], data: Uint8Array.of(1, 2, 3) }, null]);
    expect(JSON.parse(body)).toMatchObject({
      method: "getMultipleAccounts",
      params: [addresses, { commitment: "confirmed", encoding: "base64" }],
    });
  });

  it.each<[string, unknown]>([
    ["an account too few", [account]],
    ["an account too many", [account, account, account]],
    ["another encoding", [account, { ...account, data: ["AQID", "base58"] }]],
    ["no base64", [account, { ...account, data: ["A", "base64"] }]],
    ["parsed accounts", [account, { ...account, data: { parsed: {} } }]],
    ["no owner", [account, { data: account.data }]],
    ["no list", { 0: account, 1: account, length: 2 }],
    ["nothing", null],
  ])("with %s is none", async (_what, value) => {
    await expect((await telling(value))(addresses)).rejects.toThrow();
  });

  it.each<[string, unknown]>([
    ["an error", { jsonrpc: "2.0", id: 1, error: { code: -32005, message: "behind" } }],
    ["a list", [1, 2]],
    ["a number", 7],
  ])("that is %s is none", async (_what, value) => {
    await expect((await saying(value))(addresses)).rejects.toThrow();
  });

  it.each<[string, RequestListener]>([
    ["is no JSON", (_request, response) => response.end("<html>")],
    ["is empty", (_request, response) => response.end()],
    ["is a failure", (_request, response) => response.writeHead(500).end("{}")],
    ["sends elsewhere", (_request, response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end()],
    ["breaks off", (_request, response) => response.writeHead(200, { "content-length": "99" }).end("{").destroy()],
  ])("that %s is none", async (_what, answer) => {
    await expect((await nodeThat(answer))(addresses)).rejects.toThrow();
  });

  it("is not read to the end if it is endless", async () => {
    let sent = 0;
    const ask = await nodeThat((_request, response) => {
      const piece = " ".repeat(16_384);
      const send = () => {
        while (!response.destroyed && sent < 1_000_000_000) {
          sent += piece.length;
          if (!response.write(piece)) return response.once("drain", send);
        }
      };
      send();
    });
    await expect(ask(addresses)).rejects.toThrow("too long");
    expect(sent).toBeLessThan(100_000_000);
  });

  it("that never comes, or comes byte by byte, fails at the timeout", async () => {
    await expect((await nodeThat(() => undefined, 50))(addresses)).rejects.toThrow();
    const dripping = await nodeThat((_request, response) => {
      response.write('{"result":');
    }, 50);
    await expect(dripping(addresses)).rejects.toThrow();
  });
});
