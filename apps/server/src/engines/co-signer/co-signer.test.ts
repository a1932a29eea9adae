import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getAddressDecoder } from "@solana/kit";
import { defaultProgramAddress, fromChainAddress } from "@tribe/chain/accounts";
import {
  buildBuyMessage,
  buildCloseAccountsMessage,
  buildSellMessage,
  buildSwapBuyMessage,
  buildTransferMessage,
  tradeAddresses,
} from "@tribe/chain/messages";
import { toSignature, verifySignature } from "@tribe/chain/transactions";
import { type Address, lamports, type TokenId, tokenUnits } from "@tribe/contract";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openFileKeys } from "../keys/embedded.ts";
import { connectCoSigner } from "./connect.ts";
import type { CoSignerEndpoint } from "./endpoint.ts";
import { createLocalCoSigner } from "./local-co-signer.ts";
import { type CoSigner, CoSignRefusedError } from "./port.ts";
import { openCoSignRateLimiter } from "./rate-limiter.ts";
import { serveCoSigner } from "./serve.ts";

const newTrader = () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const bytes = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  return {
    address: fromChainAddress(getAddressDecoder().decode(bytes)),
    sign: (message: Uint8Array) => toSignature(new Uint8Array(sign(null, message, privateKey))),
  };
};

let folder: string;
let own: CoSigner;
let far: CoSigner;
let serving: { stop(): Promise<void> };
const socket = () => join(folder, "k.sock");
const endpoint = (): CoSignerEndpoint => ({ kind: "socket", path: socket() });
const logged: string[] = [];
const log = pino({ level: "error" }, { write: (line: string) => void logged.push(line) });

beforeEach(async () => {
  logged.length = 0;
  folder = await mkdtemp(join(tmpdir(), "tribe-co-"));
  const keys = await openFileKeys(folder, { use: ["admin"] });
  const limits = { traderPerMinute: 3, allPerMinute: 4, allPerDay: 6 };
  const rateLimiter = await openCoSignRateLimiter(folder, () => 0, limits);
  own = createLocalCoSigner({ keys, program: defaultProgramAddress, rateLimiter, log });
  serving = await serveCoSigner(own, endpoint(), log);
  far = await connectCoSigner(endpoint(), log);
});
afterEach(async () => {
  await serving.stop();
  await rm(folder, { recursive: true, force: true });
});

const frame = {
  program: defaultProgramAddress,
  blockhash: "EETubP5AKHgjPAhzPAFcb8BAY1hMH639CWCFTqi3hq1k",
  computeUnitLimit: 60_000,
  microLamportsPerUnit: 1_000n,
};
const bytesOf = (message: Uint8Array) => Uint8Array.from(message);
const buyOf = async (wallet: Address, admin: Address) =>
  bytesOf(
    await buildBuyMessage({
      ...frame,
      ...{ wallet, admin },
      ...(await tradeAddresses(7n, frame.program)),
      tokens: tokenUnits(1_000_000_000n),
      maxLamports: lamports(100_000_000n),
      minTokens: tokenUnits(1_000_000_000n),
      flags: { referral: false, affiliate: false, discount: false },
      referrer: null,
      makesTokenAccount: false,
    }),
  );

const sellOf = async (wallet: Address, admin: Address | null, closesAccount = false) =>
  bytesOf(
    await buildSellMessage({
      ...frame,
      ...{ wallet, admin, closesAccount },
      ...(await tradeAddresses(7n, frame.program)),
      tokens: tokenUnits(1_000_000_000n),
      minLamports: lamports(1n),
      flags: { referral: false, affiliate: false, discount: false },
      referrer: null,
    }),
  );

test("signs over the socket, with the admin's key, a buy that its trader has signed", async () => {
  const trader = newTrader();
  const message = await buyOf(trader.address, far.address);
  const signature = await far.coSign({ message, trader: trader.address, signature: trader.sign(message) });
  expect(far.address).toBe(own.address);
  expect(await verifySignature(message, signature, far.address)).toBe(true);
});

test("signs a sale that closes its trader's emptied account right after it, and no other closing", async () => {
  const trader = newTrader();
  const message = await sellOf(trader.address, far.address, true);
  const signature = await far.coSign({ message, trader: trader.address, signature: trader.sign(message) });
  expect(await verifySignature(message, signature, far.address)).toBe(true);
  // The message ends with the indexes of account, recipient and authority, the one byte of data, and no lookup table.
  for (const from of [6, 5, 4])
    for (const account of [1, 2, 3]) {
      const other = bytesOf(message);
      if (other[message.length - from] === account) continue;
      other[message.length - from] = account;
      await expect(
        far.coSign({ message: other, trader: trader.address, signature: trader.sign(other) }),
      ).rejects.toBeInstanceOf(CoSignRefusedError);
    }
});

test("an attacker who controls the page server gets no signature for anything else", async () => {
  const [trader, thief] = [newTrader(), newTrader()];
  const honest = await buyOf(trader.address, far.address);
  const migrated = { ...frame, tokenId: 7n as TokenId }; // any u64
  const transfer = async (wallet: Address) =>
    bytesOf(
      await buildTransferMessage({
        ...{ ...frame, wallet, memo: null },
        recipient: thief.address,
        asset: { kind: "sol", lamports: lamports(1_000_000_000n) },
      }),
    );
  const flipped = (at: number) => bytesOf(honest.map((byte, index) => (index === at ? byte ^ 1 : byte)));
  const ask = (message: Uint8Array<ArrayBuffer>, signer = trader, named = signer) =>
    far.coSign({ message, trader: named.address, signature: signer.sign(message) });
  const asked: Record<string, () => Promise<unknown>> = {
    "a transfer out of the admin's own account": async () => {
      const message = await transfer(far.address);
      return far.coSign({ message, trader: far.address, signature: thief.sign(message) });
    },
    "a buy that the admin pays": async () => {
      const message = await buyOf(far.address, far.address);
      return far.coSign({ message, trader: far.address, signature: thief.sign(message) });
    },
    "a transfer of the trader's": async () => ask(await transfer(trader.address)),
    "a swap": async () =>
      ask(
        bytesOf(
          await buildSwapBuyMessage({
            ...migrated,
            wallet: trader.address,
            lamports: lamports(1_000_000n),
            minTokens: 1n,
            makesTokenAccount: false,
          }),
        ),
      ),
    "a sell that needs nobody else": async () => ask(await sellOf(trader.address, null)),
    "a closing of the trader's accounts": async () =>
      ask(
        bytesOf(
          buildCloseAccountsMessage({
            ...{ ...frame, wallet: trader.address },
            accounts: [{ account: thief.address, program: "token2022" }],
          }),
        ),
      ),
    "a buy with another admin": async () => ask(await buyOf(trader.address, thief.address)),
    "a buy that its trader has not signed": async () =>
      far.coSign({ message: honest, trader: trader.address, signature: thief.sign(honest) }),
    "a buy that another one is said to have signed": () => ask(honest, thief, thief),
    "bytes that are no message": () => ask(bytesOf(new Uint8Array(200).fill(7))),
    "no bytes": () => ask(bytesOf(new Uint8Array())),
    "a buy with an admin who writes": () => ask(flipped(2)),
    "a buy with a changed discriminator": () => ask(flipped(honest.length - 40)),
  };
  for (const [what, run] of Object.entries(asked))
    expect(
      [
        what,
        await run().then(
          () => "signed",
          (error) => error.constructor,
        ),
      ],
      what,
    ).toEqual([what, CoSignRefusedError]);
  expect(logged.filter((line) => line.includes("a co-signature was refused"))).toHaveLength(Object.keys(asked).length);
  // Because of its kind alone, before any other check.
  expect(logged.join("")).toContain("a swapBuy is signed by its trader alone");
});

test("counts its signatures itself, and stops at the limits of one trader and of all together", async () => {
  const [first, second, third] = [newTrader(), newTrader(), newTrader()];
  const ask = async (trader: typeof first) => {
    const message = await buyOf(trader.address, far.address);
    return far.coSign({ message, trader: trader.address, signature: trader.sign(message) });
  };
  for (let count = 0; count < 3; count += 1) await ask(first);
  await expect(ask(first)).rejects.toBeInstanceOf(CoSignRefusedError);
  await ask(second);
  await expect(ask(third)).rejects.toBeInstanceOf(CoSignRefusedError);
  expect(logged.join("")).toContain("too many in a minute");
});

test("a day's count survives a restart", async () => {
  const limits = { traderPerMinute: 9, allPerMinute: 9, allPerDay: 1 };
  const { address } = newTrader();
  expect(await (await openCoSignRateLimiter(folder, () => 0, limits)).count(address)).toBeNull();
  expect(await (await openCoSignRateLimiter(folder, () => 60_000, limits)).count(address)).toBe("too many in a day");
  expect(await (await openCoSignRateLimiter(folder, () => 86_400_000, limits)).count(address)).toBeNull();
});

test("keeps answering after any input on the socket, which other users of the machine can't open", async () => {
  expect((await stat(socket())).mode & 0o007).toBe(0);
  for (const text of [
    "GET / HTTP/1.1\r\n\r\n",
    "\0\0\0",
    "POST /co-sign HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}",
    `POST /co-sign HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n${"x".repeat(9_000)}`,
  ])
    await new Promise<void>((resolve) => {
      const line = connect(socket());
      line.on("error", () => undefined).on("close", () => resolve());
      line.on("data", () => line.end());
      line.write(text);
    });
  const trader = newTrader();
  const message = await buyOf(trader.address, far.address);
  await far.coSign({ message, trader: trader.address, signature: trader.sign(message) });
});

test("a missing co-signer is reported as unavailable, and a killed process's socket file does not prevent a start", async () => {
  await serving.stop();
  const trader = newTrader();
  const message = await buyOf(trader.address, far.address);
  const ask = () => far.coSign({ message, trader: trader.address, signature: trader.sign(message) });
  await expect(ask()).rejects.toMatchObject({ code: "unavailable" });
  await expect(connectCoSigner(endpoint(), log)).rejects.toMatchObject({ code: "unavailable" });
  serving = await serveCoSigner(own, endpoint(), log);
  await ask();
});
