import type { Address } from "@tribe/contract";
import { expect, test } from "vitest";
import { type Landed, receiptOf } from "./receipt.ts";

const wallet = "wallet" as Address; // any text: it is only compared
const mint = "mint" as Address; // as above
const deposit = 2_074_080;

const held = (amount: bigint, owner: string = wallet) => ({
  accountIndex: 1,
  mint,
  owner,
  uiTokenAmount: { amount: String(amount) },
});
const landed = (meta: Partial<Landed["meta"]>): Landed => ({
  transaction: { message: { accountKeys: [wallet, "token account", "state"] } },
  meta: {
    fee: 10_000,
    preBalances: [0, 0, 0],
    postBalances: [0, 0, 0],
    preTokenBalances: [],
    postTokenBalances: [],
    ...meta,
  },
});

test("a sale brings what the wallet gained, without the network's fee", () => {
  const sale = landed({
    preBalances: [1_000_000, deposit, 900_000_000],
    postBalances: [124_490_000, deposit, 776_500_000],
    preTokenBalances: [held(20n)],
    postTokenBalances: [held(5n)],
  });
  expect(receiptOf(sale, wallet)).toEqual({
    sol: 123_500_000n,
    networkFee: 10_000n,
    deposit: 0n,
    tokens: new Map([[mint, -15n]]),
  });
});

test("the deposit of the account that a sale of everything closes is counted by itself", () => {
  const sale = landed({
    preBalances: [1_000_000, deposit, 900_000_000],
    postBalances: [1_000_000 - 10_000 + 123_500_000 + deposit, 0, 776_500_000],
    preTokenBalances: [held(20n)],
    postTokenBalances: [],
  });
  expect(receiptOf(sale, wallet)).toMatchObject({ sol: 123_500_000n, deposit: BigInt(deposit) });
});

test("a first purchase takes its price, and the deposit of the new account besides", () => {
  const purchase = landed({
    preBalances: [1_000_000_000, 0, 0],
    postBalances: [1_000_000_000 - 134_000_000 - deposit - 10_000, deposit, 134_000_000],
    postTokenBalances: [held(15n), { ...held(7n, "somebody else"), accountIndex: 2 }],
  });
  expect(receiptOf(purchase, wallet)).toEqual({
    sol: -134_000_000n,
    networkFee: 10_000n,
    deposit: BigInt(-deposit),
    tokens: new Map([[mint, 15n]]),
  });
});

test("nothing is read from a transaction that another wallet paid for", () => {
  expect(receiptOf(landed({}), "another wallet" as Address)).toBeNull(); // any other text
});
