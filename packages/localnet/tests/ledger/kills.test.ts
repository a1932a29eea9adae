import { createHash } from "node:crypto";
import { copyFileSync, cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { address, createSolanaRpcSubscriptions } from "@solana/kit";
import { Connection, PublicKey } from "@solana/web3.js";
import { expect, it, vi } from "vitest";
import { Chain } from "../../src/chain/chain.ts";
import { decodeBase58 } from "../../src/codec/base58.ts";
import { type Localnet, startLocalnet } from "../../src/index.ts";
import { anyAddress, field, POLL_TIMEOUT, temporaryFolder } from "../support.ts";
import { QuickPayer, type SignedTransfer } from "./quick-payer.ts";

const isLong = process.env.TRIBE_LONG === "1";
const kills = isLong ? 200 : 6;
const compareEvery = isLong ? 20 : 3;
const senders = 3;
const funds = 10 ** 13;
const fee = 5000;
const RETRY_MS = 20;

async function rpc(localnet: Localnet, method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  return field(await (await fetch(localnet.rpcUrl, { method: "POST", headers, body })).json(), "result");
}

/** Sends the same bytes any number of times: executing them at most once is the chain's task. */
const send = (localnet: Localnet, { wire }: SignedTransfer, skipPreflight: boolean) =>
  rpc(localnet, "sendTransaction", wire, { encoding: "base64", skipPreflight, preflightCommitment: "processed" });

/** Sends transfers one after the other until the chain is gone. `sent` takes all, `acknowledged` those with an answer. */
async function load(localnet: Localnet, payer: QuickPayer, to: Buffer, first: number) {
  const [sent, acknowledged]: [SignedTransfer[], SignedTransfer[]] = [[], []];
  let blockhash: Buffer = Buffer.alloc(32);
  try {
    for (let i = 0; ; i++) {
      if (i % 8 === 0) {
        const latest = await rpc(localnet, "getLatestBlockhash", { commitment: "processed" });
        blockhash = decodeBase58(String(field(latest, "value", "blockhash"))) ?? blockhash;
      }
      const transfer = payer.transfer(to, 1_000_000 + first + i, blockhash);
      sent.push(transfer);
      if ((await send(localnet, transfer, i % 2 === 0)) === transfer.signature) acknowledged.push(transfer);
    }
  } catch {
    return { sent, acknowledged };
  }
}

/** A client that subscribes again whenever its connection is lost, and then reads what it may have missed. */
function follow(localnet: () => Localnet, account: string) {
  let [connection, isOver, balance, heard] = [new AbortController(), false, 0n, 0];
  const run = async () => {
    while (!isOver) {
      connection = new AbortController();
      try {
        const subscriptions = createSolanaRpcSubscriptions(localnet().wsUrl);
        const news = await subscriptions
          .accountNotifications(address(account), { commitment: "confirmed" })
          .subscribe({ abortSignal: connection.signal });
        for await (const { value } of news) {
          balance = value.lamports;
          heard++;
        }
      } catch {
        // The chain is down: retry until it is back.
        await setTimeout(RETRY_MS);
      }
    }
  };
  const ended = run();
  return {
    heard: () => heard,
    balance: () => balance,
    end: async () => {
      isOver = true;
      connection.abort();
      await ended;
    },
  };
}

function digestOf(chain: Chain): string {
  const hash = createHash("sha256");
  for (const [key, account] of chain.accounts.entries().sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${key}${account.owner}${account.lamports} ${account.executable} ${account.data.length} `, "latin1");
    hash.update(account.data);
  }
  return hash.digest("hex");
}

/** Opens the ledger after a kill, and a copy with only its journal: both must have exactly the same state. */
async function compareWithReplay(folder: string): Promise<void> {
  const [left, replayed] = [temporaryFolder(), temporaryFolder()];
  cpSync(folder, left.path, { recursive: true });
  rmSync(join(left.path, "ledger.lock"), { force: true });
  for (const name of ["journal.bin", "clock.bin"]) copyFileSync(join(folder, name), join(replayed.path, name));
  const [one, other] = [left, replayed].map(({ path }) => Chain.open({ ledger: path, autoTick: false }));
  if (one === undefined || other === undefined) throw new Error("two chains were opened");
  expect(digestOf(one)).toBe(digestOf(other));
  expect(one.history.count).toBe(other.history.count);
  expect(one.history.journalEnd).toBe(other.history.journalEnd);
  for (let place = 0; place < one.history.count; place += 50) {
    expect(one.transactionAt(place)).toEqual(other.transactionAt(place));
  }
  for (const chain of [one, other]) await chain.close();
  for (const { remove } of [left, replayed]) remove();
}

async function historyOf(connection: Connection, account: PublicKey): Promise<string[]> {
  const history: string[] = [];
  for (let before: string | undefined; ; ) {
    const options = before === undefined ? {} : { before };
    const page = await connection.getSignaturesForAddress(account, options, "confirmed");
    history.push(...page.map(({ signature }) => signature));
    before = page.at(-1)?.signature;
    if (before === undefined) return history;
  }
}

it(
  `loses no acknowledged transaction and executes none twice through ${kills} kills under load, replays to the same state, and subscriptions are resumed`,
  async () => {
    // The client library prints its lost connections in red, which are expected here.
    vi.spyOn(console, "error").mockReturnValue();
    const folder = temporaryFolder();
    const to = anyAddress();
    const target = Buffer.from(to.toBytes());
    const payers = Array.from({ length: senders }, (_, i) => new QuickPayer(`payer ${i} ${to}`));
    let localnet = await startLocalnet({ ledger: folder.path, slotMs: 20 });
    const { rpcPort } = localnet;
    const connection = new Connection(localnet.rpcUrl, "confirmed");
    let notified = 0;
    connection.onAccountChange(to, ({ lamports }) => {
      notified = lamports;
    });
    for (const payer of payers) await rpc(localnet, "requestAirdrop", payer.address, funds);
    const follower = follow(() => localnet, to.toBase58());
    const sent = new Map<string, SignedTransfer>();
    const acknowledged: string[] = [];
    let executed = senders;
    for (let round = 0; round < kills; round++) {
      const before = follower.heard();
      const running = payers.map((payer) => load(localnet, payer, target, round * 10_000));
      const count = () => rpc(localnet, "getTransactionCount", { commitment: "processed" }).then(Number);
      await expect.poll(count, { ...POLL_TIMEOUT, interval: 5 }).toBeGreaterThan(executed + 60 + 17 * (round % 5));
      await expect.poll(follower.heard, { ...POLL_TIMEOUT, interval: 5 }).toBeGreaterThan(before);
      executed = await count();
      await localnet.kill();
      const loads = await Promise.all(running);
      if (round % compareEvery === 0) await compareWithReplay(folder.path);
      localnet = await startLocalnet({ ledger: folder.path, slotMs: 20, rpcPort });
      expect(await count()).toBeGreaterThanOrEqual(executed);
      for (const load of loads) {
        for (const transfer of load.sent) sent.set(transfer.signature, transfer);
        acknowledged.push(...load.acknowledged.map(({ signature }) => signature));
        // The same bytes again, after the end of the process that had them: those that it executed, and the others.
        for (const transfer of load.sent.slice(-3)) await send(localnet, transfer, true);
      }
    }
    await expect.poll(() => rpc(localnet, "getHealth"), POLL_TIMEOUT).toBe("ok");
    const total = () => connection.getBalance(to, "processed");
    await expect
      .poll(async () => (await connection.getBalance(to, "confirmed")) === (await total()), POLL_TIMEOUT)
      .toBe(true);

    const history = await historyOf(connection, to);
    expect(new Set(history).size).toBe(history.length);
    const known = new Set(history);
    expect(acknowledged.filter((signature) => !known.has(signature))).toEqual([]);
    expect(history.filter((signature) => !sent.has(signature))).toEqual([]);
    const moved = history.reduce((sum, signature) => sum + (sent.get(signature)?.lamports ?? 0), 0);
    expect(await total()).toBe(moved);
    const left = await Promise.all(payers.map(({ address }) => connection.getBalance(new PublicKey(address))));
    expect(left.reduce((sum, lamports) => sum + lamports, 0)).toBe(senders * funds - moved - fee * history.length);

    // Both clients get new notifications: the one that subscribes again, and the one whose library does so, a second after it
    // lost the connection.
    const [payer] = payers;
    let balance = moved;
    const sendOneMore = async () => {
      const latest = field(await rpc(localnet, "getLatestBlockhash"), "value", "blockhash");
      const lamports = 900_000_000 + (balance % 1_000_000);
      const more = payer?.transfer(target, lamports, decodeBase58(String(latest)) ?? Buffer.alloc(32));
      if (more !== undefined && (await send(localnet, more, false)) === more.signature) balance += lamports;
      return notified;
    };
    await expect.poll(sendOneMore, { ...POLL_TIMEOUT, interval: 100 }).toBeGreaterThan(moved);
    await expect.poll(() => notified, POLL_TIMEOUT).toBe(balance);
    await expect.poll(() => follower.balance(), POLL_TIMEOUT).toBe(BigInt(balance));
    await follower.end();
    await localnet.stop();
    folder.remove();
  },
  isLong ? 1_200_000 : 120_000,
);
