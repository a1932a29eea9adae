import { writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Localnet, startLocalnet } from "../src/index.ts";
import { memoryOf } from "./memory.ts";
import { field, POLL_TIMEOUT, temporaryFolder } from "./support.ts";

const folder = temporaryFolder();
let localnet: Localnet;

beforeAll(async () => {
  localnet = await startLocalnet({ ledger: folder.path });
});

afterAll(async () => {
  await localnet.stop();
  folder.remove();
});

async function post(body: string, type = "application/json", url = localnet.rpcUrl) {
  const response = await fetch(url, { method: "POST", headers: { "content-type": type }, body });
  const text = await response.text();
  return { status: response.status, code: text.startsWith("{") ? field(JSON.parse(text), "error", "code") : undefined };
}

const call = (method: string, ...params: unknown[]) => post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));

describe("a malformed request gets an error and the node keeps running", () => {
  afterAll(async () => {
    expect(await (await fetch(`${localnet.rpcUrl}/health`)).text()).toBe("ok");
  });

  it.each([
    ["no JSON", "{nope", -32700],
    ["an empty body", "", -32700],
    ["a number", "3", -32700],
    ["an empty batch", "[]", -32600],
    ["no version", '{"id":1,"method":"getSlot"}', -32600],
    ["an object as id", '{"jsonrpc":"2.0","id":{},"method":"getSlot"}', -32700],
    ["a text as parameters", '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":"x"}', -32600],
    ["deep nesting", "[".repeat(20_000), -32700],
  ])("%s", async (_name, body, code) => {
    expect(await post(body)).toEqual({ status: 200, code });
  });

  it.each([
    ["getBalance", []],
    ["getBalance", [5]],
    ["getBalance", ["tooshort"]],
    ["getBalance", ["0OIl"]],
    ["getBalance", ["11111111111111111111111111111111", { commitment: "sure" }]],
    ["getAccountInfo", ["11111111111111111111111111111111", 5]],
    ["getAccountInfo", ["11111111111111111111111111111111", { dataSlice: { offset: -1, length: 2 } }]],
    ["getMultipleAccounts", [{}]],
    ["getMultipleAccounts", [Array(101).fill("11111111111111111111111111111111")]],
    ["getProgramAccounts", ["11111111111111111111111111111111", { filters: [{ memcmp: { offset: 0, bytes: "0" } }] }]],
    ["sendTransaction", ["AAAA", { encoding: "base64" }]],
    ["sendTransaction", ["////", { encoding: "base64" }]],
    ["sendTransaction", [Buffer.alloc(200, 255).toString("base64"), { encoding: "base64" }]],
    ["sendTransaction", [Buffer.alloc(300).toString("base64"), { encoding: "base64" }]],
    ["simulateTransaction", ["%", { encoding: "base64" }]],
    ["getTransaction", ["11111111111111111111111111111111"]],
    ["getSignatureStatuses", [[1]]],
    ["getFeeForMessage", ["gAAA"]],
    ["requestAirdrop", ["11111111111111111111111111111111", -5]],
    ["getTokenSupply", ["11111111111111111111111111111111"]],
  ])("%s with %j", async (method, params) => {
    expect(await call(method, ...params)).toEqual({ status: 200, code: -32602 });
  });

  it("unknown methods, and the disabled test method", async () => {
    expect((await call("getStakeActivation")).code).toBe(-32601);
    expect((await call("tribeWarp", { slots: 1 })).code).toBe(-32601);
    expect((await call("constructor")).code).toBe(-32601);
  });

  it("wrong HTTP methods and content types", async () => {
    expect((await post("{}", "text/plain")).status).toBe(415);
    expect((await fetch(localnet.rpcUrl, { method: "PUT" })).status).toBe(405);
  });

  it("answers preflights of browsers", async () => {
    const headers = { origin: "http://localhost:3000", "access-control-request-headers": "content-type,solana-client" };
    const response = await fetch(localnet.rpcUrl, { method: "OPTIONS", headers });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-headers")).toBe("content-type,solana-client");
  });

  it("a body of 100 MB, announced and not", async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 32);
    for (const length of ["content-length: 104857600", "transfer-encoding: chunked"]) {
      const answer = await new Promise<string>((resolve, reject) => {
        let text = "";
        const socket = connect(localnet.rpcPort, "127.0.0.1", () => {
          socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${length}\r\n\r\n`);
          const chunk = length.startsWith("t") ? Buffer.concat([Buffer.from("100000\r\n"), megabyte]) : megabyte;
          for (let i = 0; i < 100 && !socket.destroyed; i++) socket.write(chunk);
        });
        socket.on("data", (data) => (text += data.toString("latin1")));
        socket.on("close", () => resolve(text));
        socket.on("error", (error) => (text === "" ? reject(error) : resolve(text)));
      }).catch((error: unknown) => String(error));
      // The node may cut the connection before its answer could be read.
      expect(answer).toMatch(/^HTTP\/1\.1 413|ECONNRESET|EPIPE/);
    }
  });

  it("a batch as large as a request may be", async () => {
    const batch = `[${Array(10_000).fill("{}").join(",")}]`;
    const response = await fetch(localnet.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: batch,
    });
    expect(await response.json()).toHaveLength(10_000);
  });

  it("headers and bodies that never end", async () => {
    const head = "POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    const begun = [head, `${head}content-length: 100\r\n\r\n{`];
    const answers = await Promise.all(
      begun.map(
        (text) =>
          new Promise<string>((resolve) => {
            let answer = "";
            const socket = connect(localnet.rpcPort, "127.0.0.1", () => socket.write(text));
            socket.on("data", (data) => (answer += data.toString("latin1")));
            socket.on("close", () => resolve(answer));
          }),
      ),
    );
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408/);
  });

  it("a batch whose answer has gigabytes: it blocks nobody and is not kept in memory", async () => {
    const long = temporaryFolder();
    const node = await startLocalnet({ ledger: long.path, enableWarp: true });
    await post('{"jsonrpc":"2.0","id":1,"method":"tribeWarp","params":[{"slots":400000}]}', undefined, node.rpcUrl);
    const item = '{"jsonrpc":"2.0","id":1,"method":"getBlocks","params":[0]}';
    const body = `[${Array(800).fill(item).join(",")}]`;
    const hanging = await new Promise<Socket>((resolve, reject) => {
      const socket = connect(node.rpcPort, "127.0.0.1", () => {
        const head = "POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
        socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`);
      });
      socket.once("error", reject);
      socket.once("readable", () => resolve(socket));
    });
    const before = memoryOf(node.pid);
    for (let i = 0; i < 50; i++) expect(await post(item, undefined, node.rpcUrl)).toMatchObject({ status: 200 });
    expect(memoryOf(node.pid) - before).toBeLessThan(300);
    hanging.destroy();
    await node.stop();
    long.remove();
  });
});

describe("unread answers", () => {
  it("are limited: no more are created until some are read or their clients have disconnected", async () => {
    const own = temporaryFolder();
    const file = join(own.path, "large.json");
    const pubkey = "SysvarRent111111111111111111111111111111112";
    const data = [Buffer.alloc(8_000_000, 1).toString("base64"), "base64"];
    const account = { lamports: 60_000_000_000, data, owner: "11111111111111111111111111111111", executable: false };
    writeFileSync(file, JSON.stringify({ pubkey, account }));
    const node = await startLocalnet({ ledger: join(own.path, "ledger"), accounts: [{ address: pubkey, file }] });
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "getAccountInfo",
      params: [pubkey, { encoding: "base64", commitment: "processed" }],
    });
    const before = memoryOf(node.pid);
    const hanging: Socket[] = [];
    const statuses = new Set<string>();
    for (let i = 0; i < 60; i++) {
      const socket = connect(node.rpcPort, "127.0.0.1", () => {
        const head = "POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
        socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`);
      });
      hanging.push(socket);
      const first = await new Promise<Buffer>((resolve) => socket.once("readable", () => resolve(socket.read(12))));
      statuses.add(first.toString("latin1"));
    }
    expect(statuses).toEqual(new Set(["HTTP/1.1 200", "HTTP/1.1 503"]));
    expect(memoryOf(node.pid) - before).toBeLessThan(600);
    expect(await (await fetch(`${node.rpcUrl}/health`)).text()).toBe("ok");
    for (const socket of hanging) socket.destroy();
    await expect.poll(async () => (await post(body, undefined, node.rpcUrl)).status, POLL_TIMEOUT).toBe(200);
    await node.stop();
    own.remove();
  });
});
