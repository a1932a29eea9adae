import type { KeyPairSigner } from "@solana/kit";
import { lamports, type TokenId, tokenUnits } from "@tribe/contract";
import { fillBuy, tokensForBudget } from "@tribe/domain/curve";
import { feeRates, noFlags } from "@tribe/domain/money";
import { newTokenUnits } from "@tribe/domain/pool";
import { beforeAll, describe, expect, test } from "vitest";
import {
  factoryAddress,
  migrationAddresses,
  poolProgramAddress,
  defaultProgramAddress as program,
  toChainAddress,
} from "../accounts/addresses.ts";
import { decodeFactory, decodeTokenState } from "../accounts/state.ts";
import { buildInitializeMessage } from "../messages/initialize.ts";
import {
  buildConvertMessage,
  buildMigrateMessage,
  buildPoolCollectMessage,
  buildSwapBuyMessage,
  buildSwapSellMessage,
} from "../messages/lifecycle-messages.ts";
import { buildBuyMessage, buildCreateMessage, buildSellMessage, tradeAddresses } from "../messages/messages.ts";
import { addressOf, must, openTestChain } from "../testing/testing-chain.ts";
import { computeUnitLimit, lifecycleComputeUnitLimit } from "../transactions/compute.ts";
import type { FetchedAccount } from "./chain-facts.ts";
import { type CheckPlan, planCheck } from "./check-on-chain.ts";
import { describeMessage } from "./describe.ts";
import { isRefusal } from "./description.ts";

const { dataOf, person, send, setUpgradeAuthority, svm } = openTestChain();

// Two tokens on the real programs, one on its curve and one migrated, and a wallet's checks of them before it signs.

const [admin, superAdmin, creator, buyer] = await Promise.all([41, 42, 43, 44].map(person));
if (!admin || !superAdmin || !creator || !buyer) throw new Error("four people are needed");
const [onCurve, migrated] = [901n as TokenId, 902n as TokenId]; // any u64
const { state, mint } = await tradeAddresses(onCurve, program);

const frame = (signer: KeyPairSigner, computeUnits = 60_000) => ({
  program,
  wallet: addressOf(signer),
  blockhash: svm.latestBlockhash(),
  computeUnitLimit: computeUnits,
  microLamportsPerUnit: 0n,
});
const creation = (tokenId: TokenId, tokens: bigint) => ({
  ...frame(creator, computeUnitLimit("create", { makesTokenAccount: true })),
  admin: addressOf(admin),
  tokenId,
  name: "Harbour Radio",
  symbol: "HAR",
  uri: "https://tribe.example/api/meta/9",
  firstBuy: { tokens: tokenUnits(tokens), maxLamports: lamports(10n ** 11n), minTokens: tokenUnits(1n) },
  coefficient: 100_000_000n,
  referralBonus: tokenUnits(0n),
  flags: noFlags,
  inviter: null,
});

beforeAll(async () => {
  const [head, officer] = [addressOf(superAdmin), addressOf(admin)];
  const initialize = { program, payer: head, upgradeAuthority: head, admin: officer, superAdmin: head };
  await setUpgradeAuthority(head);
  must(await send(await buildInitializeMessage({ ...initialize, blockhash: svm.latestBlockhash() })));
  must(await send(await buildCreateMessage(creation(onCurve, 20_000_000_000n))));
  must(await send(await buildCreateMessage(creation(migrated, 10n ** 13n))));
  const { computeUnitLimit: _, ...rest } = frame(creator);
  must(
    await send(
      await buildMigrateMessage({
        ...rest,
        computeUnitLimit: lifecycleComputeUnitLimit("migrate"),
        tokenId: migrated,
      }),
    ),
  );
});

/** An honest node's answer about the accounts. */
const fetchedOf = (plan: CheckPlan): FetchedAccount[] =>
  plan.addresses.map((address) => {
    const account = svm.getAccount(toChainAddress(address));
    return account.exists ? { owner: account.programAddress, data: Uint8Array.from(account.data) } : null;
  });
const planOf = async (message: Uint8Array, signer = buyer): Promise<CheckPlan> => {
  const description = await describeMessage(message, { wallet: addressOf(signer), admin: addressOf(admin), program });
  if (isRefusal(description)) throw new Error(description.reason);
  if (description.kind === "transfer" || description.kind === "claim" || description.kind === "closeAccounts")
    throw new Error(`a ${description.kind} has a check of its own`);
  return (await planCheck(description, program)) ?? expect.unreachable();
};
const check = async (message: Uint8Array, signer = buyer) => {
  const plan = await planOf(message, signer);
  return plan.evaluate(fetchedOf(plan));
};

const buy = (order: { tokens: bigint; maxLamports: bigint; minTokens: bigint }, signer = buyer) =>
  buildBuyMessage({
    ...frame(signer),
    admin: addressOf(admin),
    state,
    mint,
    flags: noFlags,
    referrer: null,
    makesTokenAccount: true,
    tokens: tokenUnits(order.tokens),
    maxLamports: lamports(order.maxLamports),
    minTokens: tokenUnits(order.minTokens),
  });
const sell = (tokens: bigint, minLamports: bigint) =>
  buildSellMessage({
    ...frame(creator),
    admin: null,
    state,
    mint,
    flags: noFlags,
    referrer: null,
    tokens: tokenUnits(tokens),
    minLamports: lamports(minLamports),
  });
const curveNow = () => {
  const token = decodeTokenState(dataOf(state));
  return token?.curve ?? expect.unreachable();
};
const fees = async () => decodeFactory(dataOf(await factoryAddress(program)))?.fees ?? expect.unreachable();

describe("on the curve", () => {
  test("a buy has the token's own texts, that it is the first, and the slippage to the unit", async () => {
    const rates = feeRates(await fees(), "buy", noFlags);
    const quote = tokensForBudget(curveNow().x, 100_000_000n, curveNow().coefficient, rates);
    const order = { tokens: quote * 2n, maxLamports: 100_000_000n, minTokens: (quote * 3n) / 4n };
    expect(await check(await buy(order))).toEqual({
      token: { name: "Harbour Radio", symbol: "HAR", creator: addressOf(creator) },
      isHeld: false,
      outcome: {
        ...{ kind: "quoted", output: quote, slippageBps: 2_500 },
        fees: { creatorBps: 200, platformBps: 200, liquidityBps: 0, total: expect.any(BigInt) },
      },
    });
    expect(await check(await buy(order, creator), creator)).toMatchObject({ isHeld: true });
  });

  test("a buy of exact tokens is compared with what its maximum SOL would buy, so that a tenfold price is detected", async () => {
    const tokens = 5_000_000_000n;
    const rates = feeRates(await fees(), "buy", noFlags);
    const open = { tokens: tokenUnits(tokens), maxLamports: lamports(10n ** 11n), minTokens: tokenUnits(tokens) };
    const fill = fillBuy(curveNow(), open, rates);
    if (fill.kind === "refused") throw new Error(fill.reason);
    const dear = await check(await buy({ tokens, maxLamports: fill.total * 10n, minTokens: tokens }));
    expect(dear.outcome).toMatchObject({ slippageBps: expect.closeTo(8_800, -3), costNow: fill.total });
    const fair = await check(await buy({ tokens, maxLamports: (fill.total * 21n) / 20n, minTokens: tokens }));
    if (fair.outcome.kind !== "quoted") throw new Error(fair.outcome.kind);
    expect(fair.outcome.slippageBps).toBeLessThanOrEqual(500);
    expect([dear, fair].map(({ outcome }) => outcome.kind === "quoted" && outcome.fees?.total)).toEqual([
      fill.fees.total,
      fill.fees.total,
    ]);
  });

  test("a message that would fail now is reported", async () => {
    const dear = await buy({ tokens: 10n ** 13n, maxLamports: 1_000_000n, minTokens: 10n ** 12n });
    expect((await check(dear)).outcome).toEqual({ kind: "impossible" });
    expect((await check(await sell(1_000_000_000n, 10n ** 12n), creator)).outcome).toEqual({ kind: "impossible" });
    expect((await check(await sell(10n ** 14n, 1n), creator)).outcome).toEqual({ kind: "impossible" });
  });

  test("a sell for almost nothing is detected", async () => {
    const { outcome } = await check(await sell(10_000_000_000n, 1n), creator);
    expect(outcome).toMatchObject({ kind: "quoted", slippageBps: 9_999 });
  });

  test("a creation's first buy is quoted on a new curve; without one nothing is read", async () => {
    const { outcome, token } = await check(await buildCreateMessage(creation(903n as TokenId, 10n ** 10n)), creator);
    expect([token, outcome.kind]).toEqual([null, "quoted"]);
    const others = { ...creation(903n as TokenId, 10n ** 10n), coefficient: 100_000_001n };
    expect((await check(await buildCreateMessage(others), creator)).outcome).toEqual({ kind: "impossible" });
    const firstBuy = { tokens: tokenUnits(0n), maxLamports: lamports(0n), minTokens: tokenUnits(0n) };
    const message = await buildCreateMessage({ ...creation(904n as TokenId, 1n), firstBuy });
    await expect(planOf(message, creator)).rejects.toThrow();
  });
});

describe("after the migration", () => {
  const lifecycle = (signer: KeyPairSigner) => ({ ...frame(signer), tokenId: migrated, makesTokenAccount: true });

  test("swaps are quoted by the pool, and old tokens count as held", async () => {
    const wanted = { ...lifecycle(buyer), lamports: lamports(1_000_000_000n), minTokens: newTokenUnits(1n) };
    const bought = await check(await buildSwapBuyMessage(wanted));
    expect(bought).toMatchObject({ token: { symbol: "HAR" }, isHeld: false, outcome: { slippageBps: 9_999 } });
    if (bought.outcome.kind !== "quoted") throw new Error(bought.outcome.kind);
    const { output } = bought.outcome;
    const fair = { ...wanted, ...frame(creator), minTokens: newTokenUnits((output * 95n) / 100n) };
    expect(await check(await buildSwapBuyMessage(fair), creator)).toMatchObject({
      isHeld: true,
      outcome: { kind: "quoted", output, slippageBps: 500 },
    });
    const sold = { ...lifecycle(creator), tokens: newTokenUnits(10n ** 9n), minLamports: lamports(10n ** 12n) };
    expect((await check(await buildSwapSellMessage(sold), creator)).outcome).toEqual({ kind: "impossible" });
  });

  test("a conversion has the exact number of new tokens, a payout the token's texts", async () => {
    const { newMint } = await migrationAddresses(migrated, program);
    const convert = await buildConvertMessage({ ...lifecycle(creator), tokens: tokenUnits(1_000_000_000n) });
    const rate = decodeTokenState(dataOf((await tradeAddresses(migrated, program)).state))?.migration?.rate ?? 0n;
    expect(newMint.length).toBeGreaterThan(0);
    expect(await check(convert, creator)).toMatchObject({
      token: { name: "Harbour Radio", creator: addressOf(creator) },
      outcome: { kind: "fixed", output: rate * 1_000_000_000n },
    });
    const payees = { creator: addressOf(creator), feeReceiver: addressOf(admin) };
    const collect = await buildPoolCollectMessage({ ...lifecycle(creator), ...payees });
    expect((await check(collect, creator)).outcome).toEqual({ kind: "none" });
  });
});

describe("a lying node", () => {
  const honest = { tokens: 5_000_000_000n, maxLamports: 100_000_000n, minTokens: 1_000_000_000n };

  test("is not trusted about owner, length, place or existence of an account", async () => {
    const plan = await planOf(await buy(honest, creator), creator);
    const accounts = fetchedOf(plan);
    const lies: [string, (account: NonNullable<FetchedAccount>) => FetchedAccount][] = [
      ["nothing there", () => null],
      ["another owner", ({ data }) => ({ owner: poolProgramAddress, data })],
      ["cut short", ({ owner, data }) => ({ owner, data: data.slice(0, -1) })],
      ["nothing in it", ({ owner }) => ({ owner, data: new Uint8Array() })],
      ["garbage", ({ owner, data }) => ({ owner, data: data.map((_, index) => (index * 151 + 7) % 256) })],
      ["zeroes", ({ owner, data }) => ({ owner, data: new Uint8Array(data.length) })],
      ["huge", ({ owner }) => ({ owner, data: new Uint8Array(1_000_000).fill(255) })],
    ];
    for (const [index, account] of accounts.entries())
      for (const [what, lie] of lies) {
        // A wallet may have no account of the token.
        if (!account || (index === 3 && what === "nothing there")) continue;
        await expect(plan.evaluate(accounts.with(index, lie(account))), `${index}: ${what}`).rejects.toThrow();
      }
    await expect(plan.evaluate([])).rejects.toThrow();
    await expect(plan.evaluate(accounts.toReversed())).rejects.toThrow();
  });

  test("is not trusted with another token's state, mint or account", async () => {
    const other = await tradeAddresses(migrated, program);
    const plan = await planOf(await buy(honest, creator), creator);
    const accounts = fetchedOf(plan);
    const swapped = await planOf(
      await buildBuyMessage({
        ...frame(creator),
        admin: addressOf(admin),
        ...other,
        flags: noFlags,
        referrer: null,
        makesTokenAccount: true,
        tokens: tokenUnits(honest.tokens),
        maxLamports: lamports(honest.maxLamports),
        minTokens: tokenUnits(honest.minTokens),
      }),
      creator,
    );
    for (const [index, account] of fetchedOf(swapped).entries())
      if (index > 0) await expect(plan.evaluate(accounts.with(index, account)), `${index}`).rejects.toThrow();
  });

  test("with any changed byte causes an error or a complete answer, never anything else", async () => {
    const plan = await planOf(await buy(honest, creator), creator);
    const accounts = fetchedOf(plan);
    for (const [index, account] of accounts.entries())
      for (let at = 0; account && at < account.data.length; at += 3) {
        const data = account.data.with(at, (account.data[at] ?? 0) ^ 0x81);
        const outcome = await plan
          .evaluate(accounts.with(index, { ...account, data }))
          .catch((error: unknown) => error);
        if (outcome instanceof Error) continue;
        expect(outcome).toMatchObject({ token: { creator: expect.any(String) }, isHeld: expect.any(Boolean) });
      }
  });
});
