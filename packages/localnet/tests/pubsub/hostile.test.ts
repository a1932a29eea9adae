import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { Chain } from "../../src/chain/chain.ts";
import { type Localnet, startLocalnet } from "../../src/index.ts";
import { Subscriptions } from "../../src/pubsub/subscriptions.ts";
import { createPubSubServer } from "../../src/pubsub/ws-server.ts";
import { memoryOf } from "../memory.ts";
import { anyAddress, field, POLL_TIMEOUT, signed, temporaryFolder, transfer } from "../support.ts";
import { PubSubClient } from "./client.ts";

const folder = temporaryFolder();
const payer = Keypair.generate();
const large = anyAddress();
let localnet: Localnet;

beforeAll(async () => {
  const file = join(folder.path, "large.json");
  const data = [randomBytes(2_000_000).toString("base64"), "base64"];
  const account = { lamports: 20_000_000_000, data, owner: "11111111111111111111111111111111", executable: false };
  writeFileSync(file, JSON.stringify({ pubkey: large.toBase58(), account }));
  const accounts = [{ address: large.toBase58(), file }];
  localnet = await startLocalnet({ ledger: join(folder.path, "ledger"), slotMs: 100, accounts });
  await rpc("requestAirdrop", payer.publicKey.toBase58(), 1_000_000_000_000);
});

afterAll(async () => {
  expect(await (await fetch(`${localnet.rpcUrl}/health`)).text()).toBe("ok");
  await localnet.stop();
  folder.remove();
});

async function rpc(method: string, ...params: unknown[]): Promise<unknown> {
  const response = await fetch(localnet.rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return field(await response.json(), "result");
}

let amount = 1_000_000;

async function pay(to: ReturnType<typeof anyAddress>): Promise<void> {
  const latest = await rpc("getLatestBlockhash", { commitment: "processed" });
  const wire = signed([transfer(payer.publicKey, to, ++amount)], payer, String(field(latest, "value", "blockhash")));
  await rpc("sendTransaction", wire, { encoding: "base64", skipPreflight: true });
}

async function open(options = {}): Promise<WebSocket> {
  const socket = new WebSocket(localnet.wsUrl, options);
  await new Promise((resolve) => socket.once("open", resolve));
  socket.on("error", () => undefined);
  return socket;
}

const closeCode = (socket: WebSocket) => new Promise((resolve) => socket.once("close", resolve));
const answerOf = (socket: WebSocket) =>
  new Promise<unknown>((resolve) => socket.once("message", (data) => resolve(JSON.parse(String(data)))));

/** Speaks WebSocket by hand: sends bytes after the handshake, and returns the received bytes when the connection ends. */
function byHand(port: number, frame: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => {
      const key = randomBytes(16).toString("base64");
      const head = `GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n`;
      socket.write(`${head}sec-websocket-key: ${key}\r\n\r\n`);
      socket.write(frame);
    });
    socket.on("data", (part) => parts.push(part));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Buffer.concat(parts)));
  });
}

describe("an invalid message gets an error", () => {
  it.each([
    ["no JSON", "{nope", -32700],
    ["nothing", "", -32700],
    ["deep nesting", "[".repeat(4_000), -32700],
    [
      "deep parameters",
      `{"jsonrpc":"2.0","id":1,"method":"logsSubscribe","params":${"[".repeat(1_900)}${"]".repeat(1_900)}}`,
      -32602,
    ],
    ["an empty batch", "[]", -32600],
    ["a number", "7", -32700],
    ["a method as a number", '{"jsonrpc":"2.0","id":1,"method":7}', -32600],
  ])("%s", async (_name, text, code) => {
    const socket = await open();
    const answer = answerOf(socket);
    socket.send(text);
    expect(field(await answer, "error", "code")).toBe(code);
    socket.terminate();
  });

  it("in a batch, each its own", async () => {
    const socket = await open();
    const answer = answerOf(socket);
    socket.send(JSON.stringify([{ jsonrpc: "2.0", id: 1, method: "slotSubscribe" }, 5, {}]));
    expect(await answer).toMatchObject([{ id: 1 }, { error: { code: -32600 } }, { error: { code: -32600 } }]);
    socket.terminate();
  });

  it("but binary frames with a request are read, and notifications of clients that ping are not answered", async () => {
    const socket = await open();
    const answer = answerOf(socket);
    socket.send('{"jsonrpc":"2.0","method":"ping","params":null}');
    socket.send(Buffer.from('{"jsonrpc":"2.0","id":"b","method":"getVersion"}'));
    expect(await answer).toMatchObject({ id: "b", result: { "solana-core": expect.any(String) } });
    socket.terminate();
  });
});

describe("any request of a client", () => {
  it("has one answer with its own id, and a refusal is the client's error", async () => {
    const client = await PubSubClient.open(localnet.wsUrl);
    const kinds = ["account", "program", "logs", "signature", "slot", "root", "slotsUpdates", "block", "vote", "x"];
    const method = fc
      .tuple(fc.constantFrom(...kinds), fc.constantFrom("Subscribe", "Unsubscribe", ""))
      .map((parts) => parts.join(""));
    const word = fc.constantFrom(
      "all",
      anyAddress().toBase58(),
      "confirmed",
      "base64",
      "jsonParsed",
      "",
      "1".repeat(88),
    );
    const member = fc.constantFrom(
      "commitment",
      "encoding",
      "filters",
      "mentions",
      "dataSlice",
      "memcmp",
      "bytes",
      "offset",
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: "small" },
        word,
        fc.integer(),
        fc.double(),
        fc.constantFrom(null, true, {}, []),
        fc.array(tie("any"), { maxLength: 5 }),
        fc.dictionary(member, tie("any"), { maxKeys: 4 }),
      ),
    })).any;
    await fc.assert(
      fc.asyncProperty(method, fc.array(value, { maxLength: 3 }), async (name, params) => {
        const answer = await client.ask(name, ...params);
        const result = field(answer, "result");
        const isGiven = typeof result === "number" || result === true;
        expect(isGiven || [-32600, -32601, -32602].includes(Number(field(answer, "error", "code")))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    client.close();
  });
});

describe("a connection is closed", () => {
  it("after more bytes than a node reads, from one too many up to 100 MB", async () => {
    for (const size of [4_097, 100 * 1024 * 1024]) {
      const socket = await open();
      const closed = closeCode(socket);
      socket.send(Buffer.alloc(size, 32));
      expect([1009, 1006]).toContain(await closed);
    }
    const socket = await open();
    const answer = answerOf(socket);
    socket.send(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"getVersion"}'.padEnd(4_096)));
    expect(await answer).toMatchObject({ id: 1 });
    socket.terminate();
  });

  it("after invalid text, compressed frames and unmasked frames", async () => {
    const socket = await open();
    const closed = closeCode(socket);
    socket.send(Buffer.from([0xff, 0xfe]));
    expect(await closed).toBe(1007);
    const compressed = Buffer.from([0xc1, 0x81, 1, 2, 3, 4, 5]);
    const bare = Buffer.from([0x81, 0x01, 0x5b]);
    for (const frame of [compressed, bare]) {
      const answer = await byHand(localnet.wsPort, frame);
      // A close frame with 1002, protocol error.
      expect(answer.includes(Buffer.from([0x88, 0x02, 0x03, 0xea]))).toBe(true);
    }
  });

  it("not after a ping, nor for a client that offers compression", async () => {
    const socket = await open({ perMessageDeflate: true });
    expect(socket.extensions).toBe("");
    const pong = new Promise((resolve) => socket.once("pong", (data) => resolve(data.toString())));
    socket.ping("still there?");
    expect(await pong).toBe("still there?");
    socket.terminate();
  });
});

describe("clients that hang", () => {
  it("are disconnected when too much waits for them, share what waits, and others get everything", async () => {
    const config = { commitment: "processed", encoding: "base64" };
    const reader = await PubSubClient.open(localnet.wsUrl);
    const id = await reader.subscribe("accountSubscribe", large.toBase58(), config);
    const hanging = await Promise.all(Array.from({ length: 40 }, () => PubSubClient.open(localnet.wsUrl)));
    for (const client of hanging) {
      await client.subscribe("accountSubscribe", large.toBase58(), config);
      client.hang();
    }
    const before = memoryOf(localnet.pid);
    for (let i = 1; i <= 20; i++) {
      await pay(large);
      await expect.poll(() => reader.of(id).length, POLL_TIMEOUT).toBe(i);
    }
    // Unshared, 40 times up to 16 MB would wait.
    expect(memoryOf(localnet.pid) - before).toBeLessThan(400);
    for (const client of hanging) client.resume();
    for (const client of hanging) expect(await client.closed).toBe(1006);
    reader.close();
  });

  it("and those that are gone without closing are detected by missing pongs", async () => {
    const chain = Chain.open({ autoTick: false });
    const onUnexpected = () => undefined;
    const subscriptions = new Subscriptions({ chain, max: 3, onUnexpected });
    const optional = { enableBlock: false, enableVote: true };
    const pubsub = createPubSubServer({ subscriptions, optional, others: new Map(), onUnexpected, pingEveryMs: 50 });
    await new Promise<void>((resolve) => pubsub.server.listen(0, "127.0.0.1", resolve));
    const port = Number(field(pubsub.server.address(), "port"));
    const alive = await PubSubClient.open(`ws://127.0.0.1:${port}`);
    // By hand: nobody answers the pings.
    await byHand(port, Buffer.alloc(0));
    await byHand(port, Buffer.alloc(0));
    for (const method of ["voteSubscribe", "slotSubscribe", "rootSubscribe"]) await alive.subscribe(method);
    const refused = { code: -32603, message: "Internal Error: Subscription refused. Node subscription limit reached" };
    expect(field(await alive.ask("slotsUpdatesSubscribe"), "error")).toEqual(refused);
    expect(field(await alive.ask("voteUnsubscribe", 0), "result")).toBe(true);
    await alive.subscribe("slotsUpdatesSubscribe");
    alive.close();
    pubsub.close();
    await chain.close();
  });
});

describe("thousands of subscriptions", () => {
  it("over hundreds of connections: each gets exactly its own notifications, and those for all", async () => {
    const clients = await Promise.all(Array.from({ length: 300 }, () => PubSubClient.open(localnet.wsUrl)));
    const addresses = clients.map(() => anyAddress());
    const config = { commitment: "processed", encoding: "base64" };
    const ids = await Promise.all(
      clients.map(async (client, index) => {
        for (let i = 0; i < 30; i++) await client.subscribe("accountSubscribe", anyAddress().toBase58(), config);
        return client.subscribe("accountSubscribe", addresses[index]?.toBase58(), config);
      }),
    );
    const logs = await Promise.all(clients.map((client) => client.subscribe("logsSubscribe", "all", config)));
    expect(new Set(ids).size).toBe(300);
    expect(new Set(logs).size).toBe(1);
    const [first, last] = [addresses[0], addresses.at(-1)];
    if (first === undefined || last === undefined) throw new Error("no addresses");
    await pay(first);
    await pay(last);
    const counts = () => clients.map((client) => client.of(logs[0] ?? -1).length);
    await expect.poll(() => Math.min(...counts()), POLL_TIMEOUT).toBe(2);
    const own = clients.map((client, index) => client.of(ids[index] ?? -1).length);
    expect(own).toEqual(clients.map((_, index) => (index === 0 || index === 299 ? 1 : 0)));
    expect(Math.max(...clients.map((client) => client.received.length))).toBe(3);
    for (const client of clients) client.close();
  });
});
