import { isDeepStrictEqual } from "node:util";
import { signature as kitSignature } from "@solana/kit";
import {
  type AnswerOf,
  createRouteClient,
  lamports,
  lamportsPerSol,
  routes,
  tokenUnits,
  type Uid,
  unitsPerToken,
} from "@tribe/contract";
import { formatExact } from "@tribe/domain/money";
import { convertedUnits } from "@tribe/domain/pool";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lightFolder } from "../../airdrop/testing/light-folder.ts";
import { signAirdrop } from "../../airdrop/testing/sign-airdrop.ts";
import { people } from "../../identity/schema.ts";
import { forgetIndex } from "../../indexer/testing/index-snapshot.ts";
import { type PoolActs, poolActs } from "../../indexer/testing/pool-acts.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../../indexer/testing/test-world.ts";
import { solRates } from "../../rates/schema.ts";
import { signAndConfirm } from "../../transactions/testing/transaction-steps.ts";
import { walletMoves } from "../../wallet/schema.ts";

const light = await lightFolder();
let world: TestWorld;
let acts: PoolActs;
let tribe: TestTribe;
let person: TestPerson;
let friend: TestPerson;
let inviter: TestPerson;
beforeAll(async () => {
  world = await startTestWorld(undefined, light ? { light } : {});
  acts = poolActs(world);
  tribe = await world.newTribe(100n);
  [person, friend, inviter] = [await world.newPerson({ sol: 300n }), await world.newPerson(), await world.newPerson()];
  await world.app.ctx.db
    .update(people)
    .set({ inviterAddress: inviter.address })
    .where(eq(people.uid, friend.uid as Uid)); // the world's type is a string
});
afterAll(() => world.stop());

type Cost = AnswerOf<typeof routes.market.costs>["costs"][number];
const costOf = async (who = person): Promise<Cost | null> =>
  (await who.call(routes.market.costs, { query: { mint: tribe.mint } })).costs[0] ?? null;
const whole = (tokens: bigint) => tokenUnits(tokens * unitsPerToken);
const costWhere = (what: string, isIt: (cost: Cost) => boolean) =>
  eventually(what, async () => {
    const cost = await costOf();
    return cost !== null && isIt(cost) && cost;
  });

/** What the person's newest trade took from their wallet (below 0: brought), fees included, deposits not: read from the chain. */
const movedByTrade = async (): Promise<bigint> => {
  const { trades } = await person.call(routes.market.ownTrades, { query: { limit: 1 } });
  const found = await world.chain.rpc
    .getTransaction(kitSignature(trades[0]?.signature ?? ""), {
      ...{ commitment: "confirmed", encoding: "base64", maxSupportedTransactionVersion: 0 },
    })
    .send();
  if (!found?.meta) throw new Error("the chain has the transaction");
  const { preBalances, postBalances } = found.meta;
  // The only accounts that a trade opens or closes are the trader's.
  const deposits = preBalances.reduce((sum, before, index) => {
    const after = postBalances[index] ?? 0n;
    return index > 0 && (before === 0n || after === 0n) ? sum + after - before : sum;
  }, 0n);
  return (preBalances[0] ?? 0n) - (postBalances[0] ?? 0n) - deposits;
};
const send = async (from: TestPerson, to: TestPerson, tokens: bigint) => {
  const body = { idempotencyKey: crypto.randomUUID(), recipient: to.address, mint: tribe.mint, amount: whole(tokens) };
  await signAndConfirm(from, await from.call(routes.transfers.prepare, { body }));
};
/** The Chief airdrops to the members, and the person claims it. */
const giveAndClaim = async (tokens: bigint) => {
  const { mint, chief } = tribe;
  await person.call(routes.chat.join, { body: { mint } });
  const options = { shouldAirdropToCreator: false, shouldAirdropToMembers: true, shouldAirdropToHolders: false };
  const { taskId } = await chief.call(routes.airdrop.create, {
    body: { mint, airdropMintAddress: mint, tokenType: "Token-2022", options, airdropAmount: whole(tokens) },
  });
  await signAirdrop(chief, taskId);
  const [token] = await eventually("it can be claimed", async () => {
    const { tokens } = await person.call(routes.claim.tokens, {});
    return tokens.length > 0 && tokens;
  });
  const hashes = token?.accounts.map(({ hash }) => hash) ?? [];
  const body = { idempotencyKey: crypto.randomUUID(), mintAddress: mint, hashes };
  await signAndConfirm(person, await person.call(routes.claim.prepare, { body }));
};

/** The cells of a person's file, line by line: none of them needs quotes here. */
const fileOf = async (who: TestPerson): Promise<string[][]> => {
  const call = createRouteClient({ origin: world.app.origin, credentials: () => who.credentials });
  const bytes = await call(routes.market.transactionsFile, { query: { currency: "EUR" } }, "bytes");
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return text
    .split("\r\n")
    .slice(0, -1)
    .map((line) => line.split(","));
};

test("one life: bought, sold, given, received, migrated, converted and swapped, each at what the chain took", async () => {
  expect(await costOf()).toMatchObject({ amount: 0n, known: 0n, cost: 0n, newTokens: null });
  await world.buy(person, tribe, 20n);
  let paid = await movedByTrade();
  expect(await costOf()).toMatchObject({ amount: whole(20n), known: whole(20n), cost: paid });
  await world.buy(person, tribe, 5n);
  paid += await movedByTrade();
  await world.sell(person, tribe, 10n);
  let received = -(await movedByTrade());
  let costOfSold = (paid * 10n) / 25n;
  let cost = paid - costOfSold;
  const realised = () => ({ received, cost: costOfSold, receivedUnknown: 0n });
  expect(await costOf()).toMatchObject({ amount: whole(15n), known: whole(15n), cost, realised: realised() });

  let known = 15n;
  if (light) {
    await giveAndClaim(30n);
    known += 30n;
    const given = await costWhere("the claim is indexed", ({ amount }) => amount === whole(known));
    expect(given).toMatchObject({ known: whole(known), cost });
  }
  await world.buy(friend, tribe, 12n);
  await send(friend, person, 12n);
  const got = await costWhere("the transfer is indexed", ({ amount }) => amount === whole(known + 12n));
  expect(got).toMatchObject({ known: whole(known), cost });
  await send(person, friend, 1n);
  const sent = await costWhere("the transfer back is indexed", ({ amount }) => amount === whole(known + 11n));
  const knownSent = whole(known) / (known + 12n);
  cost -= (cost * knownSent) / whole(known);
  expect(sent).toMatchObject({ known: whole(known) - knownSent, cost, realised: realised() });

  await world.buyOut(await world.newPerson({ sol: 200n }), tribe);
  await eventually("it has migrated", async () => {
    const { pool } = await person.call(routes.market.profile, { query: { mint: tribe.mint } });
    return pool !== null;
  });
  const old = await costWhere("the pool is known", ({ newTokens }) => newTokens !== null);
  expect(old).toMatchObject({ tokens: { cost }, newTokens: { units: 0n, known: 0n, cost: 0n } });
  const { conversionRate } = await person.call(routes.market.profile, { query: { mint: tribe.mint } });
  const converted = convertedUnits(old.tokens.units, conversionRate ?? 0n);
  await acts.convert(person, tribe, old.tokens.units);
  const moved = await costWhere("the conversion is indexed", ({ newTokens }) => newTokens?.units === converted);
  expect(moved).toMatchObject({
    ...{ amount: old.amount, known: old.known, cost, realised: realised() },
    newTokens: { known: convertedUnits(old.known, conversionRate ?? 0n), cost },
  });

  const trades = async () => (await person.call(routes.market.ownTrades, { query: { limit: 100 } })).trades.length;
  await acts.swapBuy(person, tribe, lamports(lamportsPerSol));
  await eventually("the purchase is indexed", async () => (await trades()) === 4);
  cost += await movedByTrade();
  const before = await costOf();
  expect(before).toMatchObject({ cost });
  const { newTokens } = before ?? {};
  const sold = (newTokens?.units ?? 0n) / 3n;
  await acts.swapSell(person, tribe, sold);
  await eventually("the sale is indexed", async () => (await trades()) === 5);
  const brought = -(await movedByTrade());
  const knownSold = ((newTokens?.known ?? 0n) * sold) / (newTokens?.units ?? 1n);
  const costSold = (cost * knownSold) / (newTokens?.known ?? 1n);
  [cost, costOfSold] = [cost - costSold, costOfSold + costSold];
  const receivedKnown = (brought * knownSold) / sold;
  received += receivedKnown;
  const last = await costOf();
  const [newest] = (await person.call(routes.market.ownTrades, { query: { limit: 1 } })).trades;
  const query = { mint: tribe.mint, ...(newest ? { signature: newest.signature } : {}) };
  expect((await person.call(routes.market.costs, { query })).sale).toEqual({
    ...{ received: receivedKnown, cost: costSold, receivedUnknown: brought - receivedKnown },
  });
  expect(last).toMatchObject({
    ...{ cost, realised: { received, cost: costOfSold, receivedUnknown: brought - receivedKnown } },
    newTokens: { units: (newTokens?.units ?? 0n) - sold, known: (newTokens?.known ?? 0n) - knownSold, cost },
  });
  expect((await person.call(routes.market.costs, { query: {} })).costs).toEqual([last]);
});

test("is listed in the owner's own file: each transaction with its time, its kind, its amounts and its fees", async () => {
  const lines = await fileOf(person);
  expect(lines[0]?.slice(0, 6)).toEqual([
    "\ufefftime (UTC)",
    "kind",
    "Tribe",
    "symbol",
    "tokens",
    "SOL with trade fees",
  ]);
  const kinds = lines.slice(1).map((cells) => `${cells[1]} ${cells[4]}`);
  expect(kinds).toEqual(
    [
      "buy 20",
      "buy 5",
      "sell 10",
      ...(light ? ["airdrop 30", "claim 30"] : []),
      "received 12",
      "sent 1",
      /^convert /,
      /^buy /,
      /^sell /,
    ].map((kind) => (typeof kind === "string" ? kind : expect.stringMatching(kind))),
  );
  const { trades } = await person.call(routes.market.ownTrades, { query: { limit: 100 } });
  for (const { signature, total, fees, blockTime } of trades) {
    const cells = lines.find((line) => line[13] === signature) ?? [];
    expect([cells[0], cells[5], cells[6]]).toEqual([
      new Date(blockTime * 1_000).toISOString(),
      formatExact(total),
      formatExact(fees),
    ]);
    expect(Number(cells[7])).toBeGreaterThan(0);
  }
  // What SOL was worth then, by a reading of that moment.
  const at = new Date(lines[1]?.[0] ?? 0);
  await world.app.ctx.db.insert(solRates).values({ at, source: "test", prices: { EUR: "142310000" }, isKept: true });
  expect((await fileOf(person))[1]?.slice(14)).toEqual(["142.31", "EUR", "test", at.toISOString()]);
  // The first purchase paid the deposit of the account.
  expect(lines[1]?.[8]).toBe("0.00207408");
  // The Chief bought first, and their payment is in their file once it has been made.
  expect((await fileOf(tribe.chief)).slice(1).map((cells) => cells[1])[0]).toBe("buy");
  const earned = (await fileOf(inviter)).slice(1);
  expect(earned.map((cells) => [cells[1], cells[11]])).toEqual([["earned by inviting", inviter.address]]);
  expect(Number(earned[0]?.[5])).toBeGreaterThan(0);
  const others = await fileOf(await world.newPerson());
  expect(others).toHaveLength(1);
  expect((await fileOf(friend)).slice(1).map((cells) => cells[1])).toEqual(["buy", "sent", "received"]);
});

test("is the same after the index was rebuilt from the chain", async () => {
  const before = await costOf();
  await forgetIndex(world.app.ctx.db);
  await costWhere("the index is rebuilt", (cost) => isDeepStrictEqual(cost, before));
});

test("what came from the person's former wallet keeps its cost", async () => {
  const before = await costOf();
  await world.app.ctx.db.insert(walletMoves).values({
    ...{ from: friend.address, to: person.address, uid: person.uid as Uid }, // the world's type is a string
    ...{ devicePublicKey: "" as never, version: 1, mac: "" },
  });
  const after = await costOf();
  expect(after?.amount).toBe(before?.amount);
  expect(after?.known).toBe(after?.amount);
  expect((after?.cost ?? 0n) > (before?.cost ?? 0n)).toBe(true);
});
