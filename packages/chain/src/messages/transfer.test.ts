import { createKeyPairSignerFromPrivateKeyBytes, getAddressEncoder, lamports as kitLamports } from "@solana/kit";
import { type Address, lamports, type TokenId, tokenUnits } from "@tribe/contract";
import { noFlags } from "@tribe/domain/money";
import { beforeAll, describe, expect, test } from "vitest";
import {
  associatedTokenAddress,
  fromChainAddress,
  defaultProgramAddress as program,
  toChainAddress,
  tokenProgramAddress,
} from "../accounts/addresses.ts";
import { rentExemptMinimum, tokenAccountRent, walletMinimum } from "../accounts/rent.ts";
import { describeMessage } from "../clear-signing/describe.ts";
import { addressOf, must, openTestChain } from "../testing/testing-chain.ts";
import { computeUnitLimit, transferComputeUnitLimit } from "../transactions/compute.ts";
import { buildInitializeMessage } from "./initialize.ts";
import { buildCreateMessage, tradeAddresses } from "./messages.ts";
import { buildSolMoveMessage, buildTokenMoveMessage } from "./move.ts";
import { buildTransferMessage, type TransferAsset } from "./transfer.ts";

const { balanceOf, dataOf, person, send, setUpgradeAuthority, svm, unitsOf } = openTestChain();

const [admin, superAdmin, sender, friend] = await Promise.all([61, 62, 63, 64].map(person));
if (!admin || !superAdmin || !sender || !friend) throw new Error("four people are needed");
const wallet = addressOf(sender);
const tokenId = 6_100n as TokenId; // any u64
const { mint } = await tradeAddresses(tokenId, program);
const wrappedSol = "So11111111111111111111111111111111111111112" as Address;
const frame = () => ({ program, wallet, blockhash: svm.latestBlockhash(), microLamportsPerUnit: 0n });

beforeAll(async () => {
  const head = addressOf(superAdmin);
  const offices = { program, payer: head, upgradeAuthority: head, admin: addressOf(admin), superAdmin: head };
  await setUpgradeAuthority(head);
  must(await send(await buildInitializeMessage({ ...offices, blockhash: svm.latestBlockhash() })));
  const firstBuy = { tokens: tokenUnits(10n ** 11n), maxLamports: lamports(10n ** 10n), minTokens: tokenUnits(1n) };
  must(
    await send(
      await buildCreateMessage({
        ...frame(),
        computeUnitLimit: computeUnitLimit("create", { makesTokenAccount: true }),
        admin: addressOf(admin),
        tokenId,
        name: "Sent",
        symbol: "SEN",
        uri: "https://tribe.example/api/meta/6100",
        firstBuy,
        coefficient: 100_000_000n,
        referralBonus: tokenUnits(0n),
        flags: noFlags,
        inviter: null,
      }),
    ),
  );
});

const longMemo = "ж".repeat(100);
const bytesOf = (memo: string | null) => (memo === null ? 0 : new TextEncoder().encode(memo).length);
const sent = async (recipient: Address, asset: TransferAsset, memo: string | null) => {
  svm.expireBlockhash();
  const message = await buildTransferMessage({
    ...frame(),
    recipient,
    asset,
    memo,
    computeUnitLimit: transferComputeUnitLimit(asset.kind, bytesOf(memo)),
  });
  const described = await describeMessage(message, { wallet, admin: addressOf(admin), program });
  if (described.kind !== "transfer") throw new Error(`the signer reads a ${described.kind}`);
  const before = balanceOf(wallet);
  const done = must(await send(message));
  return { described, done, cost: before - balanceOf(wallet), bytes: message.length };
};

test.each([null, "lunch", longMemo])(
  "SOL arrives whole, and costs what the wallet was told (memo %s)",
  async (memo) => {
    const recipient = addressOf(await person(70));
    const before = balanceOf(recipient);
    const amount = lamports(1_234_567_891n);
    const { described, cost, bytes, done } = await sent(recipient, { kind: "sol", lamports: amount }, memo);
    expect(balanceOf(recipient) - before).toBe(amount);
    expect(cost).toBe(described.spend.total);
    expect(described).toMatchObject({ recipient, memo, asset: { kind: "sol", lamports: amount } });
    expect(bytes).toBeLessThan(640);
    expect(done.logs.some((line) => line.includes("Memo"))).toBe(memo !== null);
  },
);

test("SOL to a new wallet must be at least the rent-exempt minimum", async () => {
  const fresh = async (seed: number) =>
    fromChainAddress((await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(seed))).address);
  await sent(await fresh(171), { kind: "sol", lamports: walletMinimum }, null);
  expect(balanceOf(await fresh(171))).toBe(walletMinimum);
  const less = lamports(walletMinimum - 1n);
  await expect(sent(await fresh(172), { kind: "sol", lamports: less }, null)).rejects.toThrow();
  expect(balanceOf(await fresh(172))).toBe(0n);
});

test("tokens arrive in full; the first time with the account's rent, then without", async () => {
  const asset = { kind: "token", mint, units: 3_000_000_001n, decimals: 9 } as const;
  const recipient = addressOf(friend);
  const first = await sent(recipient, asset, null);
  expect(await unitsOf(recipient, mint)).toBe(asset.units);
  expect(first.described.spend.rent).toBe(tokenAccountRent);
  expect(first.cost).toBe(first.described.spend.total);
  const second = await sent(recipient, asset, longMemo);
  expect(await unitsOf(recipient, mint)).toBe(2n * asset.units);
  // The wallet shows the maximum cost.
  expect(second.cost).toBe(second.described.spend.total - tokenAccountRent);
});

test("the limit is enough for any recipient's account, however long the bump search takes", async () => {
  for (let seed = 100; seed < 130; seed += 1) {
    const { done } = await sent(addressOf(await person(seed)), { kind: "token", mint, units: 1n, decimals: 9 }, "x");
    expect(done.failed).toBe(false);
  }
});

test("other decimals than the mint's are refused by the token program", async () => {
  await expect(sent(addressOf(friend), { kind: "token", mint, units: 1n, decimals: 6 }, null)).rejects.toThrow(
    /decimals/i,
  );
});

describe("a move to another wallet", () => {
  const move = async (seeds: readonly [from: number, to: number], paidBy: "from" | "to", closes = true) => {
    const [from, to] = await Promise.all(seeds.map(person));
    if (!from || !to) throw new Error("two people are needed");
    const [old, next] = [addressOf(from), addressOf(to)];
    await sent(old, { kind: "token", mint, units: 12_345n, decimals: 9 }, null);
    svm.expireBlockhash();
    const account = await associatedTokenAddress(old, mint);
    const payer = paidBy === "from" ? old : next;
    const paid = { ...frame(), wallet: payer, computeUnitLimit: transferComputeUnitLimit("token", 0) + 6_000 };
    const before = balanceOf(payer);
    const named = { from: old, to: next, account, mint, program: "token2022", units: 12_345n, decimals: 9 } as const;
    must(await send(await buildTokenMoveMessage(paid, { ...named, closes })));
    return { old, next, account, cost: before - balanceOf(payer) };
  };

  test.each([
    ["from", 1n],
    ["to", 2n],
  ] as const)(
    "takes all tokens of an account and closes it, whose rent pays for the new one's (paid by %s)",
    async (paidBy, signatures) => {
      const { next, account, cost } = await move(paidBy === "from" ? [80, 81] : [82, 83], paidBy);
      expect(await unitsOf(next, mint)).toBe(12_345n);
      expect(dataOf(account)).toHaveLength(0);
      expect(cost).toBe(5_000n * signatures);
    },
  );

  test("takes the tokens alone from an account that only somebody else may close", async () => {
    const { old, next, account } = await move([86, 87], "from", false);
    expect([await unitsOf(old, mint), await unitsOf(next, mint)]).toEqual([0n, 12_345n]);
    expect(dataOf(account)).not.toHaveLength(0);
  });

  /** A mint of the first token program, and an account of it at an address of its own that a delegate may use. */
  const hold = async (of: {
    readonly mint: Address;
    readonly decimals: number;
    readonly units: bigint;
    readonly native: boolean;
  }) => {
    const [from, to, place] = await Promise.all([88, 89, of.native ? 90 : 91].map(person));
    if (!from || !to || !place) throw new Error("three people are needed");
    const put = (address: Address, lamportsThere: bigint, data: Uint8Array) =>
      svm.setAccount({
        address: toChainAddress(address),
        programAddress: tokenProgramAddress("token"),
        executable: false,
        data,
        lamports: kitLamports(lamportsThere),
        space: BigInt(data.length),
      });
    const bytes = (address: Address) => getAddressEncoder().encode(toChainAddress(address));
    const mintData = new Uint8Array(82);
    new DataView(mintData.buffer).setBigUint64(36, of.native ? 0n : of.units, true);
    mintData.set([of.decimals, 1], 44);
    put(of.mint, rentExemptMinimum(82), mintData);
    const rent = rentExemptMinimum(165);
    const data = new Uint8Array(165);
    const view = new DataView(data.buffer);
    data.set(bytes(of.mint), 0);
    data.set(bytes(addressOf(from)), 32);
    view.setBigUint64(64, of.units, true);
    view.setUint32(72, 1, true);
    data.set(bytes(addressOf(friend)), 76);
    data[108] = 1;
    if (of.native) {
      view.setUint32(109, 1, true);
      view.setBigUint64(113, rent, true);
    }
    view.setBigUint64(121, of.units, true);
    put(addressOf(place), of.native ? rent + of.units : rent, data);
    return { old: addressOf(from), next: addressOf(to), account: addressOf(place) };
  };

  test.each([
    ["wrapped SOL", { mint: wrappedSol, decimals: 9, units: 7_000_000n, native: true }],
    ["one that can't be divided", { mint: addressOf(admin), decimals: 0, units: 1n, native: false }],
  ] as const)("takes tokens of the first program from any account, a delegated one, too: %s", async (_what, of) => {
    const { old, next, account } = await hold(of);
    const paid = { ...frame(), wallet: old, computeUnitLimit: transferComputeUnitLimit("token", 0) + 6_000 };
    const named = { from: old, to: next, account, program: "token", closes: true } as const;
    must(await send(await buildTokenMoveMessage(paid, { ...named, ...of })));
    const arrived = dataOf(await associatedTokenAddress(next, of.mint, "token"));
    expect(new DataView(arrived.buffer).getBigUint64(64, true)).toBe(of.units);
    expect(dataOf(account)).toHaveLength(0);
  });

  test("moves the last lamport, for the fee of its signature", async () => {
    const { old, next } = await move([84, 85], "from");
    const [all, before] = [balanceOf(old), balanceOf(next)];
    const moved = lamports(all - 5_000n);
    const computeUnitLimit = transferComputeUnitLimit("sol", 0);
    const message = buildSolMoveMessage(
      { ...frame(), wallet: old, computeUnitLimit },
      { from: old, to: next, lamports: moved },
    );
    must(await send(message));
    expect([balanceOf(old), balanceOf(next) - before]).toEqual([0n, moved]);
  });
});
