import type { KeyPairSigner } from "@solana/kit";
import { lamports, type Mint, type TokenId, tokenUnits } from "@tribe/contract";
import { noFlags } from "@tribe/domain/money";
import { newTokenUnits, type SwapOrder } from "@tribe/domain/pool";
import { parseProgramError } from "@tribe/domain/words";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
  associatedTokenAddress,
  migrationAddresses,
  poolProgramAddress,
  defaultProgramAddress as program,
} from "../accounts/addresses.ts";
import { tokenAccountRent } from "../accounts/rent.ts";
import { describeMessage } from "../clear-signing/describe.ts";
import { buildInitializeMessage } from "../messages/initialize.ts";
import { buildMigrateMessage } from "../messages/lifecycle-messages.ts";
import { buildCreateMessage } from "../messages/messages.ts";
import { addressOf, must, openTestChain } from "../testing/testing-chain.ts";
import { computeUnitLimit, lifecycleComputeUnitLimit } from "../transactions/compute.ts";
import { poolSwap } from "./pool-swap.ts";
import { SwapError, type SwapQuote, type SwapRequest } from "./provider.ts";
import type { ChainReader } from "./read-chain.ts";

const { balanceOf, chainReader, dataOf, person, send, setUpgradeAuthority, svm, unitsOf } = openTestChain();

const [admin, superAdmin, creator, trader] = await Promise.all([31, 32, 33, 34].map(person));
if (!admin || !superAdmin || !creator || !trader) throw new Error("four people are needed");
const tokenId = 815n as TokenId; // any u64
const made = await migrationAddresses(tokenId, program);
const swap = poolSwap({ chain: chainReader });
const wallet = addressOf(trader);

const request = (order: SwapOrder, slippageBps = 500): SwapRequest => ({
  tokenId,
  newMint: made.newMint,
  order,
  slippageBps,
});
const buying = (sol: bigint): SwapOrder => ({ direction: "buy", input: lamports(sol) });
const selling = (units: bigint): SwapOrder => ({ direction: "sell", input: newTokenUnits(units) });
const quoteOf = async (wanted: SwapRequest): Promise<SwapQuote> => {
  const quote = await swap.quote(wanted);
  if (quote.kind === "unavailable") throw new Error(quote.reason);
  return quote;
};
const frame = (signer: KeyPairSigner) => ({
  program,
  wallet: addressOf(signer),
  blockhash: svm.latestBlockhash(),
  microLamportsPerUnit: 0n,
});

beforeAll(async () => {
  const [head, officer] = [addressOf(superAdmin), addressOf(admin)];
  const initialize = { program, payer: head, upgradeAuthority: head, admin: officer, superAdmin: head };
  await setUpgradeAuthority(head);
  must(await send(await buildInitializeMessage({ ...initialize, blockhash: svm.latestBlockhash() })));
  must(
    await send(
      await buildCreateMessage({
        ...frame(creator),
        computeUnitLimit: computeUnitLimit("create", { makesTokenAccount: true }),
        admin: officer,
        tokenId,
        name: "Swapped",
        symbol: "SWA",
        uri: "https://tribe.example/api/meta/815",
        firstBuy: { tokens: tokenUnits(10n ** 13n), maxLamports: lamports(10n ** 11n), minTokens: tokenUnits(1n) },
        coefficient: 100_000_000n,
        referralBonus: tokenUnits(0n),
        flags: noFlags,
        inviter: null,
      }),
    ),
  );
});

describe("before the migration", () => {
  test("there is no pool", async () => {
    expect(await swap.quote(request(buying(10n ** 9n)))).toEqual({ kind: "unavailable", reason: "no_pool" });
  });
});

describe("in the open pool", () => {
  beforeAll(async () => {
    const migrate = { ...frame(creator), tokenId, computeUnitLimit: lifecycleComputeUnitLimit("migrate") };
    must(await send(await buildMigrateMessage(migrate)));
  });

  test("a buy yields exactly the quote, costs at most what the signer shows, and creates the token account", async () => {
    const quote = await quoteOf(request(buying(2_000_000_000n)));
    const { message, spend } = await swap.prepare(quote, wallet);
    const described = await describeMessage(message, { wallet, admin: addressOf(admin), program });
    expect(described).toMatchObject({ kind: "swapBuy", spend, makesTokenAccount: true });
    const before = balanceOf(wallet);
    const sent = must(await send(message));
    expect(await unitsOf(wallet, made.newMint)).toBe(quote.amounts.output);
    expect(before - balanceOf(wallet)).toBe(spend.total);
    expect(sent.units).toBeLessThanOrEqual(lifecycleComputeUnitLimit("swap", true));
    expect(sent.poolEvents).toMatchObject([{ kind: "poolBought", creatorFee: quote.fees?.creator }]);
  });

  test("a second buy needs no rent", async () => {
    const { message, spend } = await swap.prepare(await quoteOf(request(buying(1_000_000n))), wallet);
    expect(spend).toMatchObject({ trade: 1_000_000n, rent: 0n });
    must(await send(message));
  });

  test("a sell of everything yields exactly the quoted lamports and the account's deposit, unless the account is kept", async () => {
    const quote = await quoteOf(request(selling(await unitsOf(wallet, made.newMint))));
    const { message, spend } = await swap.prepare(quote, wallet);
    const described = await describeMessage(message, { wallet, admin: addressOf(admin), program });
    expect(described).toMatchObject({
      kind: "swapSell",
      spend,
      minLamports: quote.amounts.minOutput,
      closesAccount: true,
    });
    const open = await swap.prepare(quote, wallet, { keepsAccount: true });
    expect(await describeMessage(open.message, { wallet, admin: addressOf(admin), program })).toMatchObject({
      closesAccount: false,
    });
    const partial = await quoteOf(request(selling((await unitsOf(wallet, made.newMint)) - 1n)));
    const { message: partialMessage } = await swap.prepare(partial, wallet);
    expect(await describeMessage(partialMessage, { wallet, admin: addressOf(admin), program })).toMatchObject({
      closesAccount: false,
    });
    const before = balanceOf(wallet);
    must(await send(message));
    expect(balanceOf(wallet) - before).toBe(quote.amounts.output + tokenAccountRent - spend.total);
    expect(dataOf(await associatedTokenAddress(wallet, made.newMint))).toHaveLength(0);
  });

  test("sixty random swaps yield their quotes and cost what the signer showed, to the lamport", async () => {
    const share = fc.integer({ min: 1, max: 10_000 });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), share, fc.integer({ min: 0, max: 500 }), async (isBuy, part, slippageBps) => {
        const held = await unitsOf(wallet, made.newMint);
        // up to 20 SOL, or up to the whole holding
        const order = isBuy ? buying(BigInt(part) * 2_000_000n) : selling((held * BigInt(part)) / 10_000n);
        const quote = await swap.quote(request(order, slippageBps));
        if (quote.kind === "unavailable") {
          expect(quote.reason).toBe("zero");
          return;
        }
        const { message, spend } = await swap.prepare(quote, wallet);
        const described = await describeMessage(message, { wallet, admin: addressOf(admin), program });
        expect(described).toMatchObject({ kind: isBuy ? "swapBuy" : "swapSell", spend });
        const before = balanceOf(wallet);
        must(await send(message));
        const { amounts } = quote;
        const moved = (await unitsOf(wallet, made.newMint)) - held;
        const paid = before - balanceOf(wallet);
        expect(moved).toBe(amounts.direction === "buy" ? amounts.output : -amounts.input);
        const deposit = amounts.direction === "sell" && amounts.input === held ? tokenAccountRent : 0n;
        expect(paid).toBe(amounts.direction === "buy" ? spend.total : spend.total - amounts.output - deposit);
        svm.expireBlockhash();
        if (balanceOf(wallet) < 30_000_000_000n) await person(34);
      }),
      { numRuns: 60 },
    );
  });

  test("a price that moved beyond the slippage fails with the pool's own code and costs only the fee", async () => {
    const quote = await quoteOf(request(buying(10n ** 9n), 10));
    const { message } = await swap.prepare(quote, wallet);
    const other = await swap.prepare(await quoteOf(request(buying(20n * 10n ** 9n))), addressOf(creator));
    must(await send(other.message));
    const before = balanceOf(wallet);
    const sent = await send(message);
    expect(parseProgramError(sent.logs)).toMatchObject({ program: poolProgramAddress, code: 6002 });
    expect(before - balanceOf(wallet)).toBe(5_000n);
  });

  test("zero, or an amount too small to yield anything, is not quoted", async () => {
    for (const order of [buying(0n), selling(0n), selling(1n)])
      expect(await swap.quote(request(order))).toEqual({ kind: "unavailable", reason: "zero" });
  });

  test("the mint of another token has no pool here", async () => {
    const foreign: SwapRequest = { ...request(buying(10n ** 9n)), newMint: wallet as Mint };
    expect(await swap.quote(foreign)).toEqual({ kind: "unavailable", reason: "no_pool" });
    const quote = await quoteOf(request(buying(10n ** 9n)));
    await expect(swap.prepare({ ...quote, request: foreign }, wallet)).rejects.toBeInstanceOf(SwapError);
  });

  test("a chain that does not answer makes it unavailable, and an aborted quote stays aborted", async () => {
    const broken: ChainReader = { ...chainReader, accounts: async () => Promise.reject(new SwapError("timeout")) };
    const silent = poolSwap({ chain: broken });
    expect(await silent.quote(request(buying(10n ** 9n)))).toEqual({ kind: "unavailable", reason: "timeout" });
    await expect(silent.quote(request(buying(10n ** 9n)), AbortSignal.abort())).rejects.toThrow();
  });

  test("the priority follows the level, up to the ceiling", async () => {
    const busy: ChainReader = { ...chainReader, recentPriorityFees: async () => [10n, 20n, 5_000_000n] };
    const quote = await quoteOf(request(buying(10n ** 9n)));
    const priorities = [];
    for (const priority of ["low", "medium", "high"] as const)
      priorities.push((await poolSwap({ chain: busy }).prepare(quote, wallet, { priority })).spend.priority);
    const units = BigInt(lifecycleComputeUnitLimit("swap"));
    const price = (micro: bigint) => (units * micro + 999_999n) / 1_000_000n;
    expect(priorities).toEqual([price(10n), price(20n), price(1_000_000n)]);
  });
});
