import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import {
  address,
  SOLANA_ERROR__RPC_SUBSCRIPTIONS__CHANNEL_CONNECTION_CLOSED as connectionClosed,
  createSolanaRpcSubscriptions,
  isSolanaError,
  lamports,
} from "@solana/kit";
import { defaultProgramAddress } from "@tribe/chain/accounts";
import { startLocalnet } from "tribe-localnet/source";
import { expect, test } from "vitest";
import { connectChain } from "../../../engines/chain/connect.ts";
import { listen } from "./listen.ts";

const somebody = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";

test("resubscribes after the node was down for longer than one attempt", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-listen-"));
  const options = { ledger: join(folder, "ledger"), slotMs: 20 };
  let localnet = await startLocalnet(options);
  const { rpcPort, rpcUrl } = localnet;
  const chain = connectChain({ rpcUrl, programAddress: defaultProgramAddress, isEmbedded: true });
  const ending = new AbortController();
  const heard = new Set<string>();
  let began = 0;
  let failed = 0;
  const ended = listen(chain, () => failed++, ending.signal, {
    mentions: somebody,
    onTransaction: (signature) => heard.add(signature),
    onSubscribed: async () => {
      began++;
    },
  });
  const isHeardOf = async () => {
    const signature = await chain.rpc.requestAirdrop(address(somebody), lamports(1_000_000n)).send();
    await expect.poll(() => heard.has(signature)).toBe(true);
  };
  try {
    await expect.poll(() => began).toBe(1);
    await isHeardOf();
    await localnet.kill();
    // The lost connection, and at least two failed attempts.
    await expect.poll(() => failed).toBeGreaterThanOrEqual(3);
    localnet = await startLocalnet({ ...options, rpcPort });
    await expect.poll(() => began).toBe(2);
    await isHeardOf();
  } finally {
    ending.abort();
    await ended;
    await localnet.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** A node that sends a close frame together with each connection's handshake: it is already closing at the first request. */
const startClosingNode = async () => {
  const server = createServer();
  const sockets = new Set<Duplex>();
  server.on("upgrade", (request, socket) => {
    sockets.add(socket);
    const proof = createHash("sha1").update(
      `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`,
    );
    const opened = `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${proof.digest("base64")}\r\n\r\n`;
    // A close frame of two bytes: 1011, an internal server error.
    socket.on("error", () => undefined);
    socket.end(Buffer.concat([Buffer.from(opened), Buffer.of(0x88, 0x02, 0x03, 0xf3)]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server's
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `ws://127.0.0.1:${port}`, stop };
};

test("retries without an unhandled rejection when the connection closes just as it subscribes", async () => {
  const node = await startClosingNode();
  const ending = new AbortController();
  const failures: unknown[] = [];
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  const chain = { openSubscriptions: () => createSolanaRpcSubscriptions(node.url) };
  const warn = ({ err }: { err?: unknown }) => failures.push(err);
  const ended = listen(chain, warn, ending.signal, {
    mentions: somebody,
    onTransaction: () => undefined,
    onSubscribed: async () => undefined,
  });
  try {
    await expect.poll(() => failures.length).toBeGreaterThanOrEqual(2);
    expect(failures.every((error) => isSolanaError(error, connectionClosed))).toBe(true);
    ending.abort();
    await ended;
    // Node reports an unhandled rejection once the microtasks are done.
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  } finally {
    ending.abort();
    process.off("unhandledRejection", note);
    await ended;
    await node.stop();
  }
});
