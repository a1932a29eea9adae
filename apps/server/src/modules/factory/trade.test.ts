import { randomBytes } from "node:crypto";
import { generateKeyPairSigner, signBytes } from "@solana/kit";
import { describeMessage } from "@tribe/chain/clear-signing";
import { fromBase64, isSameButBlockhash, toSignature } from "@tribe/chain/transactions";
import {
  type BodyOf,
  lamports,
  routes,
  type Ticket,
  type TokenProfile,
  tokenUnits,
  tradeState,
  type Uid,
  unitsPerToken,
} from "@tribe/contract";
import { quoteBuy } from "@tribe/domain/curve";
import { noFlags } from "@tribe/domain/money";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppContext } from "../../context/context.ts";
import { createCommit } from "../../http/commit.ts";
import { codeOf, refusalOf } from "../../testing/code-of.ts";
import { setTwitter } from "../identity/index.ts";
import { people } from "../identity/schema.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../indexer/testing/test-world.ts";
import { tickets } from "../transactions/schema.ts";
import { storeTicket } from "../transactions/store/store-ticket.ts";
import { findTicket } from "../transactions/store/tickets.ts";
import { submitTicket } from "../transactions/submit.ts";
import { finished, signAndSubmit } from "../transactions/testing/transaction-steps.ts";

type TradeBody = BodyOf<typeof routes.factory.prepareTrade>;

let world: TestWorld;
let tribe: TestTribe;
let trader: TestPerson;
beforeAll(async () => {
  world = await startTestWorld();
  tribe = await world.newTribe(5n);
  trader = await world.newPerson();
});
afterAll(() => world.stop());

const units = (tokens: bigint) => tokenUnits(tokens * unitsPerToken);
const buyBody = (change: Partial<TradeBody> = {}): TradeBody => ({
  idempotencyKey: crypto.randomUUID(),
  mint: tribe.mint,
  tokenId: tribe.tokenId,
  tradeType: "BUY_WITH_FIXED_TOKEN",
  tokenAmountInLamports: units(1n),
  ...change,
});
const prepare = (person: TestPerson, change: Partial<TradeBody> = {}) =>
  person.call(routes.factory.prepareTrade, { body: buyBody(change) });
const statusOf = (person: TestPerson, ticket: Ticket) => person.call(routes.factory.tradeStatus, { query: { ticket } });
const historyOf = (person: TestPerson) =>
  person.call(routes.market.history, { query: { mint: tribe.mint, offset: 0, limit: 500 } });
const curveOf = (
  profile: Pick<TokenProfile, "supply" | "virtualSupply" | "maxSupply" | "bondingCurveCoefficient">,
) => ({
  ...{ x: profile.supply, floor: profile.virtualSupply },
  ...{ xMax: profile.maxSupply, coefficient: profile.bondingCurveCoefficient },
});
const indexed = (signature: string) =>
  eventually("the trade is indexed", async () =>
    (await historyOf(trader)).some((point) => point.signature === signature),
  );

describe("a trade", () => {
  test("is executed and shown with the chain's amounts", async () => {
    const own = await world.newTribe(5n);
    await world.buy(trader, own, 12n);
    await world.sell(trader, own, 1n);
    const profile = await trader.call(routes.market.profile, { query: { mint: own.mint } });
    expect(profile.supply).toBe(units(150n + 5n + 12n - 1n));
    expect(profile.holderCount).toBe(2);
    expect(profile.price).toBeGreaterThan(0n);
    const points = await trader.call(routes.market.history, { query: { mint: own.mint, offset: 0, limit: 500 } });
    expect(points.map((point) => point.kind)).toEqual(["sell", "buy", "create"]);
    expect(points[0]?.supplyAfterTrade).toBe(profile.supply);
    const page = await trader.call(routes.market.history, { query: { mint: own.mint, offset: 1, limit: 1 } });
    expect(page).toEqual([points[1]]);
  });

  test("requested twice with one key is one ticket, and another request with the key is refused", async () => {
    const body = buyBody();
    const first = await trader.call(routes.factory.prepareTrade, { body });
    expect(await trader.call(routes.factory.prepareTrade, { body })).toEqual(first);
    const other = { ...body, tokenAmountInLamports: units(2n) };
    expect(await codeOf(trader.call(routes.factory.prepareTrade, { body: other }))).toBe("conflict");
  });

  test("is prepared from the specification's fields alone, with the server's quote and 5 % as the most to pay", async () => {
    const { mint, tokenId } = await world.newTribe(5n);
    const token = { mint, tokenId, tokenAmountInLamports: units(1n) };
    const call = (body: TradeBody) => trader.call(routes.factory.prepareTrade, { body });
    const buy = await call({
      ...{ ...token, tradeType: "BUY_WITH_FIXED_TOKEN" },
      minTokensReceivedInLamports: units(1n),
    });
    const again = await call({ ...token, tradeType: "BUY_WITH_FIXED_TOKEN" });
    expect(again.ticket).not.toBe(buy.ticket);
    const described = await describeMessage(fromBase64(again.message), {
      ...{ wallet: trader.address, admin: world.app.ctx.keys.admin.address, program: world.chain.programAddress },
    });
    const { fees, ...profile } = await trader.call(routes.market.profile, { query: { mint } });
    const quote = quoteBuy({
      ...{ mode: "BUY_WITH_FIXED_TOKEN", tokens: units(1n), fees, flags: noFlags, slippageBps: 500 },
      curve: curveOf(profile),
    });
    if (described.kind !== "buy" || quote.kind === "refused") return expect.unreachable();
    expect(described).toMatchObject({ minTokens: units(1n), maxLamports: quote.order.maxLamports });
    await signAndSubmit(trader, again);
    expect((await finished(trader, again.ticket)).state).toBe(tradeState.succeeded);
    const sell = await call({ ...token, tradeType: "SELL_WITH_FIXED_TOKEN", minSolReceivedInLamports: lamports(1n) });
    await signAndSubmit(trader, sell);
    expect((await finished(trader, sell.ticket)).state).toBe(tradeState.succeeded);
  });

  test("prepared again withdraws the earlier unsigned one", async () => {
    const first = await prepare(trader);
    const second = await prepare(trader);
    // The wallet signs it by the press on the first (docs/decisions/0191).
    expect(isSameButBlockhash(fromBase64(first.message), fromBase64(second.message))).toBe(true);
    expect(await codeOf(signAndSubmit(trader, first))).toBe("ticket_expired");
    expect((await statusOf(trader, first.ticket)).state).toBe(tradeState.failed);
    await signAndSubmit(trader, second);
    expect((await finished(trader, second.ticket)).state).toBe(tradeState.succeeded);
  });

  test("submitted twice, also concurrently, is one trade with one answer", async () => {
    const prepared = await prepare(trader);
    const answers = await Promise.all([1, 2, 3].map(() => signAndSubmit(trader, prepared)));
    expect(new Set(answers.map((answer) => answer.signature)).size).toBe(1);
    const { signature } = await finished(trader, prepared.ticket);
    expect(await signAndSubmit(trader, prepared)).toEqual({ signature });
    await indexed(String(signature));
    expect((await historyOf(trader)).filter((point) => point.signature === signature)).toHaveLength(1);
  });

  test("submitted again by a call that still saw it unsigned gets the same answer, early or late", async () => {
    const { ctx } = world.app;
    const prepared = await prepare(trader);
    const stale = await findTicket(ctx.db, trader.uid as Uid, prepared.ticket);
    if (!stale) throw new Error("there is no such ticket");
    const { signature } = await signAndSubmit(trader, prepared);
    const again = async () => submitTicket(ctx, stale, await trader.sign(prepared.message), createCommit(ctx.db, null));
    expect(await again()).toBe(signature);
    await finished(trader, prepared.ticket);
    await world.warp(125);
    expect(await again()).toBe(signature);
    expect((await statusOf(trader, prepared.ticket)).state).toBe(tradeState.succeeded);
  });

  test("called again with the same nonce opens no ticket and stores no signature", async () => {
    const { ctx } = world.app;
    const commit = () => createCommit(ctx.db, ctx.ports.callers.nonceInsert("somebody", "a nonce"));
    const prepared = await prepare(trader);
    const row = await findTicket(ctx.db, trader.uid as Uid, prepared.ticket);
    if (!row) throw new Error("there is no such ticket");
    const { uid, idempotencyKey: _, kind, mint, request, message, lastValidBlockHeight } = row;
    const fresh = { uid, idempotencyKey: crypto.randomUUID(), kind, mint, trader: row.trader, request, message };
    const opened = await storeTicket(commit(), { ...fresh, lastValidBlockHeight });
    // It replaced the previous ticket, which nobody had signed.
    expect(await codeOf(signAndSubmit(trader, prepared))).toBe("ticket_expired");
    const another = { ...fresh, idempotencyKey: crypto.randomUUID(), lastValidBlockHeight };
    expect(await codeOf(storeTicket(commit(), another))).toBe("request_replayed");
    const newest = await findTicket(ctx.db, trader.uid as Uid, opened.ticket);
    if (!newest) throw new Error("there is no such ticket");
    const signature = await trader.sign(message);
    expect(await codeOf(submitTicket(ctx, newest, signature, commit()))).toBe("request_replayed");
    expect((await statusOf(trader, opened.ticket)).state).toBe(tradeState.initialized);
    await signAndSubmit(trader, { ...prepared, ticket: opened.ticket });
    expect((await finished(trader, opened.ticket)).state).toBe(tradeState.succeeded);
  });

  test("with a tampered signature or another wallet's is refused and stays open for the right one", async () => {
    const prepared = await prepare(trader);
    const stranger = await generateKeyPairSigner();
    const foreign = toSignature(await signBytes(stranger.keyPair.privateKey, fromBase64(prepared.message)));
    for (const signature of [foreign, toSignature(randomBytes(64))]) {
      const body = { ticket: prepared.ticket, signature };
      expect(await codeOf(trader.call(routes.factory.submitTrade, { body }))).toBe("ticket_signature_invalid");
    }
    const other = await world.newPerson();
    expect(await codeOf(signAndSubmit(other, prepared))).toBe("ticket_unknown");
    await signAndSubmit(trader, prepared);
    expect((await finished(trader, prepared.ticket)).state).toBe(tradeState.succeeded);
  });

  test("signed too late is refused and can never land", async () => {
    const prepared = await prepare(trader);
    await world.warp(125);
    expect(await codeOf(signAndSubmit(trader, prepared))).toBe("ticket_expired");
    expect((await statusOf(trader, prepared.ticket)).state).toBe(tradeState.failed);
    expect(await codeOf(signAndSubmit(trader, prepared))).toBe("ticket_expired");
    // Preparations of the same moment share a blockhash: the next one must have another.
    await expect
      .poll(async () => (await prepare(trader)).lastValidBlockHeight)
      .toBeGreaterThan(prepared.lastValidBlockHeight + 100);
  });

  test("stored but not sent, because the process died, is sent by the worker", async () => {
    const prepared = await prepare(trader);
    await submitWithoutSending(trader, prepared);
    expect((await statusOf(trader, prepared.ticket)).state).toBe(tradeState.pending);
    expect(await codeOf(prepare(trader))).toBe("ticket_open");
    expect((await finished(trader, prepared.ticket)).state).toBe(tradeState.succeeded);
  });

  test("that would fail on chain is not sent and costs nothing", async () => {
    const prepared = await prepare(trader, {
      maxSolInLamports: lamports(1_000_000n),
      tokenAmountInLamports: units(1n),
    });
    const { value: before } = await world.chain.rpc.getBalance(trader.wallet.address).send();
    // Another trader moves the price beyond the allowed slippage.
    const whale = await world.newPerson();
    await world.buy(whale, tribe, 900n);
    expect(await codeOf(signAndSubmit(trader, prepared))).toBe("slippage_exceeded");
    // A repeated call gets the same answer.
    expect(await codeOf(signAndSubmit(trader, prepared))).toBe("slippage_exceeded");
    expect((await statusOf(trader, prepared.ticket)).state).toBe(tradeState.failed);
    expect((await world.chain.rpc.getBalance(trader.wallet.address).send()).value).toBe(before);
  });
});

describe("the requirements of a trade", () => {
  test("a buy needs a connected social, a sell never does", async () => {
    const holder = await world.newPerson();
    await world.buy(holder, tribe, 2n);
    const uid = holder.uid as Uid;
    await world.app.ctx.db.transaction((tx) => setTwitter(tx, uid, null, null));
    expect(await codeOf(prepare(holder))).toBe("social_required");
    await world.sell(holder, tribe, 1n);
  });

  test("an affiliate's buy needs the inviter, a sell does not", async () => {
    const orphan = await world.newPerson();
    await world.buy(orphan, tribe, 2n);
    const { db } = world.app.ctx;
    await db
      .update(people)
      .set({ isAffiliate: true })
      .where(eq(people.uid, orphan.uid as Uid));
    expect(await codeOf(prepare(orphan))).toBe("affiliate_without_referral");
    await world.sell(orphan, tribe, 1n);
  });

  test("the wallet must have all SOL that leaves it, and the tokens to sell", async () => {
    const poor = await world.newPerson({ sol: 0n });
    expect(await codeOf(prepare(poor))).toBe("insufficient_sol");
    const selling = { tradeType: "SELL_WITH_FIXED_TOKEN", tokenAmountInLamports: units(50_000n) } as const;
    expect(await codeOf(prepare(trader, selling))).toBe("insufficient_tokens");
  });

  test("at the end of the curve a sell of any amount is refused with the dialog's reason", async () => {
    const empty = await world.newTribe(0n);
    const selling = { tradeType: "SELL_WITH_FIXED_TOKEN", tokenAmountInLamports: units(5n) } as const;
    const { mint, tokenId } = empty;
    expect(await codeOf(prepare(trader, { ...selling, mint, tokenId }))).toBe("final_tokens");
  });

  test("impossible amounts and tokens are refused with their field", async () => {
    const refused = (change: Partial<TradeBody>) => refusalOf(prepare(trader, change));
    expect(await refused({ tokenAmountInLamports: units(0n) })).toBe("invalid_field body.tokenAmountInLamports");
    expect(await refused({ tokenAmountInLamports: units(100_001n) })).toBe("invalid_field body.tokenAmountInLamports");
    expect(await refused({ tokenId: (tribe.tokenId ^ 1n) as TradeBody["tokenId"] })).toBe("invalid_field body.tokenId");
    expect(await refused({ tradeType: "BUY_WITH_FIXED_SOL" })).toBe("invalid_field body.maxSolInLamports");
    expect(await refused({ mint: trader.address })).toBe("not_found");
    expect(await refused({ maxSolInLamports: lamports(1n) })).toBe("slippage_exceeded");
  });

  test("fixed SOL spends at most that and buys what it pays for", async () => {
    const spender = await world.newPerson();
    const prepared = await prepare(spender, {
      tradeType: "BUY_WITH_FIXED_SOL",
      tokenAmountInLamports: units(100_000n),
      maxSolInLamports: lamports(100_000_000n),
    });
    await signAndSubmit(spender, prepared);
    const { signature } = await finished(spender, prepared.ticket);
    await indexed(String(signature));
    const point = (await historyOf(spender)).find((one) => one.signature === signature);
    const spent = ((point?.amount ?? 0n) * (point?.unitPrice ?? 0n)) / unitsPerToken;
    expect(spent).toBeLessThanOrEqual(100_000_000n);
    expect(spent).toBeGreaterThan(90_000_000n);
  });

  test("fixed SOL with the quote's own bounds buys no more than those, even if the price falls before", async () => {
    const own = await world.newTribe(5n);
    const spender = await world.newPerson();
    await world.buy(trader, own, 200n);
    const { fees, ...profile } = await spender.call(routes.market.profile, { query: { mint: own.mint } });
    const quote = quoteBuy({
      mode: "BUY_WITH_FIXED_SOL",
      sol: lamports(100_000_000n),
      curve: curveOf(profile),
      fees,
      flags: noFlags,
      slippageBps: 500,
    });
    if (quote.kind === "refused") throw new Error("the curve has enough");
    const prepared = await prepare(spender, {
      mint: own.mint,
      tokenId: own.tokenId,
      tradeType: "BUY_WITH_FIXED_SOL",
      tokenAmountInLamports: quote.order.tokens,
      minTokensReceivedInLamports: quote.order.minTokens,
      maxSolInLamports: quote.order.maxLamports,
    });
    await world.sell(trader, own, 199n);
    await signAndSubmit(spender, prepared);
    expect(await finished(spender, prepared.ticket)).toMatchObject({ state: tradeState.succeeded });
    const holding = await eventually("the holding is indexed", async () => {
      const { holders } = await spender.call(routes.market.holders, { query: { mint: own.mint } });
      return holders.find(({ ownerAddress }) => ownerAddress === spender.address)?.amount ?? null;
    });
    expect(holding).toBe(quote.order.tokens);
  });
});

/** The state after a crash between the commit and the send. */
const submitWithoutSending = async (person: TestPerson, prepared: Awaited<ReturnType<typeof prepare>>) => {
  const { ctx } = world.app;
  const row = await findTicket(ctx.db, person.uid as Uid, prepared.ticket);
  if (!row) throw new Error("there is no such ticket");
  const deaf = new Proxy(ctx.chain.rpc, {
    get: (rpc, name, receiver) =>
      name === "sendTransaction"
        ? () => ({ send: () => Promise.reject(new Error("the process is gone")) })
        : Reflect.get(rpc, name, receiver),
  });
  const dying: AppContext = { ...ctx, chain: { ...ctx.chain, rpc: deaf } };
  await submitTicket(dying, row, await person.sign(prepared.message), createCommit(ctx.db, null));
  const [stored] = await ctx.db.select().from(tickets).where(eq(tickets.ticket, prepared.ticket));
  expect(stored?.signedTransaction).toBeTruthy();
};
