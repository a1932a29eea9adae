import { setTimeout as nextTry } from "node:timers/promises";
import { address, createSolanaRpcSubscriptions } from "@solana/kit";
import { Connection, Keypair } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Localnet, startLocalnet } from "../../src/index.ts";
import { anyAddress, field, POLL_TIMEOUT, signed, temporaryFolder, transfer } from "../support.ts";

let localnet: Localnet;
let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  // web3.js prints every failed attempt to connect.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(async () => {
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

async function start(): Promise<Keypair> {
  folder = temporaryFolder();
  localnet = await startLocalnet({ ledger: folder.path, slotMs: 40 });
  const payer = Keypair.generate();
  await rpc("requestAirdrop", payer.publicKey.toBase58(), 1_000_000_000_000);
  return payer;
}

/** Kills the node and starts it again on the same port and ledger. */
async function killAndRestart(): Promise<void> {
  const { rpcPort } = localnet;
  await localnet.kill();
  localnet = await startLocalnet({ ledger: folder.path, rpcPort, slotMs: 40 });
}

let amount = 1_000_000;

/** Sends lamports to an address; returns its balance. */
async function pay(payer: Keypair, to: ReturnType<typeof anyAddress>): Promise<number> {
  const latest = await rpc("getLatestBlockhash", { commitment: "processed" });
  const wire = signed([transfer(payer.publicKey, to, ++amount)], payer, String(field(latest, "value", "blockhash")));
  await rpc("sendTransaction", wire, { encoding: "base64", skipPreflight: true });
  return Number(field(await rpc("getBalance", to.toBase58(), { commitment: "processed" }), "value"));
}

/** Pays again and again until a notification has the newest balance. */
async function payUntilNotified(payer: Keypair, to: ReturnType<typeof anyAddress>, received: readonly number[]) {
  const since = received.length;
  const paid: number[] = [];
  await expect
    .poll(async () => {
      paid.push(await pay(payer, to));
      return received.slice(since).some((balance) => paid.includes(balance));
    }, POLL_TIMEOUT)
    .toBe(true);
}

describe("subscriptions continue when the node was killed and is back on its port", () => {
  it("for web3.js, which connects and subscribes again by itself", async () => {
    const payer = await start();
    const to = anyAddress();
    const received: number[] = [];
    const connection = new Connection(localnet.rpcUrl, "confirmed");
    const listener = connection.onAccountChange(to, ({ lamports }) => received.push(lamports));
    await payUntilNotified(payer, to, received);
    for (let round = 0; round < 2; round++) {
      await killAndRestart();
      await payUntilNotified(payer, to, received);
    }
    expect(received).toEqual([...received].sort((a, b) => a - b));
    await connection.removeAccountChangeListener(listener);
  });

  it("for kit, by subscribing again, over a new connection, when the iterator fails", async () => {
    const payer = await start();
    const to = anyAddress();
    const received: number[] = [];
    let failures = 0;
    let isOver = false;
    let attempt = new AbortController();
    const listen = async () => {
      while (!isOver) {
        attempt = new AbortController();
        try {
          // A new client: kit 8.4 keeps a failed connection in its pool and returns it again.
          const notifications = await createSolanaRpcSubscriptions(localnet.wsUrl)
            .accountNotifications(address(to.toBase58()), { commitment: "confirmed" })
            .subscribe({ abortSignal: attempt.signal });
          for await (const { value } of notifications) received.push(Number(value.lamports));
        } catch {
          failures++;
          await nextTry(50);
        }
      }
    };
    const listening = listen();
    await payUntilNotified(payer, to, received);
    for (let round = 0; round < 2; round++) {
      await killAndRestart();
      await payUntilNotified(payer, to, received);
    }
    expect(failures).toBeGreaterThanOrEqual(2);
    isOver = true;
    attempt.abort();
    await listening;
  });

  it("and an orderly stop closes connections so that clients come back", async () => {
    const payer = await start();
    const to = anyAddress();
    const received: number[] = [];
    const connection = new Connection(localnet.rpcUrl, "confirmed");
    const listener = connection.onAccountChange(to, ({ lamports }) => received.push(lamports));
    await payUntilNotified(payer, to, received);
    const { rpcPort } = localnet;
    await localnet.stop();
    localnet = await startLocalnet({ ledger: folder.path, rpcPort, slotMs: 40 });
    await payUntilNotified(payer, to, received);
    await connection.removeAccountChangeListener(listener);
  });
});
