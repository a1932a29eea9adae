import { randomUUID } from "node:crypto";
import {
  AccountRole,
  appendTransactionMessageInstruction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { associatedTokenAddress, toChainAddress } from "@tribe/chain/accounts";
import { type Mint, routes, type Seq, type Uid, unitsPerToken } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../../context/context.ts";
import { setTwitter } from "../identity/index.ts";
import { seats } from "../membership/schema.ts";
import { openSocket } from "../realtime/testing/test-socket.ts";
import { reconcileMint, token2022 } from "./balances/balances.ts";
import { followPrograms } from "./intake/follow.ts";
import { indexerCursors } from "./schema.ts";
import { forgetIndex, snapshotOf } from "./testing/index-snapshot.ts";
import { eventually, startTestWorld, type TestPerson, type TestTribe, type TestWorld } from "./testing/test-world.ts";

let world: TestWorld;
let tribe: TestTribe;
let alice: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  world = await startTestWorld();
  tribe = await world.newTribe(3n);
  [alice, bob] = [await world.newPerson(), await world.newPerson()];
  await world.buy(alice, tribe, 12n);
  await world.buy(bob, tribe, 20n);
  await world.sell(bob, tribe, 2n);
});
afterAll(() => world.stop());

const indexOf = (mint: Mint) => snapshotOf(world.app.ctx.db, mint);
const forget = () => forgetIndex(world.app.ctx.db);

test("an ingested transaction is not ingested again, for any number of deliveries", async () => {
  const before = await indexOf(tribe.mint);
  expect(before.trades.map((trade) => trade.kind)).toEqual(["create", "buy", "buy", "sell"]);
  await world.app.ctx.db.delete(indexerCursors);
  await Promise.allSettled([followPrograms(world.app.ctx), followPrograms(world.app.ctx)]);
  await followPrograms(world.app.ctx);
  expect(await indexOf(tribe.mint)).toEqual(before);
});

test("an index rebuilt from the chain is the same", async () => {
  const before = await indexOf(tribe.mint);
  await forget();
  await followPrograms(world.app.ctx);
  await reconcileMint(world.app.ctx, tribe.mint);
  expect(await indexOf(tribe.mint)).toEqual(before);
});

test("a gap in the program's history is filled from the token's own", async () => {
  const before = await indexOf(tribe.mint);
  await forget();
  const [, hidden] = before.trades;
  // A node that does not list one transaction yet.
  const forgetful = new Proxy(world.chain.rpc, {
    get: (rpc, name, receiver) =>
      name === "getSignaturesForAddress"
        ? (...args: Parameters<typeof rpc.getSignaturesForAddress>) => ({
            send: async () => {
              const page = await rpc.getSignaturesForAddress(...args).send();
              const isProgram = args[0] === toChainAddress(world.chain.programAddress);
              return isProgram ? page.filter((entry) => entry.signature !== hidden?.signature) : page;
            },
          })
        : Reflect.get(rpc, name, receiver),
  });
  const ctx: AppContext = { ...world.app.ctx, chain: { ...world.chain, rpc: forgetful } };
  await followPrograms(ctx);
  await eventually(
    "the index is whole",
    async () => (await indexOf(tribe.mint)).trades.length === before.trades.length,
  );
  expect(await indexOf(tribe.mint)).toEqual(before);
});

test("the leaderboard ranks without the creator's own trades", async () => {
  const { tokens: listed } = await alice.call(routes.market.list, {
    query: { tab: "leaderboard", window: "4h", limit: 10 },
  });
  const { trades: all } = await indexOf(tribe.mint);
  const ranked = all
    .filter((trade) => trade.trader !== tribe.chief.address)
    .reduce((sum, trade) => sum + trade.value, 0n);
  expect(listed.find((token) => token.mint === tribe.mint)?.volume).toBe(ranked);
  const whole = await alice.call(routes.market.list, { query: { tab: "leaderboard", window: "all", limit: 10 } });
  expect(whole.tokens.find((token) => token.mint === tribe.mint)?.volume).toBe(ranked);
  const found = await alice.call(routes.market.list, {
    query: { tab: "leaderboard", window: "all", limit: 10, search: tribe.chief.name.toLowerCase() },
  });
  expect(found.tokens.map((token) => token.mint)).toContain(tribe.mint);
});

test("the list's pages contain no duplicates", async () => {
  const other = await world.newTribe(0n);
  const query = { tab: "leaderboard", window: "all", limit: 1 } as const;
  const first = await eventually("the new Tribe is ranked", async () => {
    const page = await alice.call(routes.market.list, { query });
    return page.total === 2 && page;
  });
  const second = await alice.call(routes.market.list, { query: { ...query, cursor: first.nextCursor ?? "" } });
  expect([first, second].flatMap((page) => page.tokens.map((token) => token.mint))).toEqual([tribe.mint, other.mint]);
  expect(second.nextCursor).toBeNull();
});

const stateOf = async (person: TestPerson) => {
  const [seat] = await world.app.ctx.db
    .select()
    .from(seats)
    .where(eq(seats.uid, person.uid as Uid));
  return seat?.state ?? null;
};
const join = (person: TestPerson) => person.call(routes.chat.join, { body: { mint: tribe.mint } });

test("joining needs a connected social account, and with one the tokens are checked", async () => {
  const holder = await world.newPerson({ isConnected: false });
  await expect(join(holder)).rejects.toMatchObject({ code: "social_required" });
  expect(await stateOf(holder)).toBeNull();
  const { db } = world.app.ctx;
  const account = { id: `x-${holder.uid}`, handle: "holder", name: holder.name };
  await db.transaction((tx) => setTwitter(tx, holder.uid as Uid, account, null));
  // The gate is passed: only tokens are missing now.
  await expect(join(holder)).rejects.toMatchObject({ code: "threshold_missed" });
});

test("a buyer joins with an on-chain balance, chats, and loses the seat by selling", async () => {
  expect(await join(alice)).toEqual({ state: "active" });
  expect(await join(tribe.chief)).toEqual({ state: "chief" });
  const { subscribers } = await bob.call(routes.chat.subscribers, { query: { mint: tribe.mint } });
  expect(subscribers.map((one) => [one.address, one.state])).toEqual([
    [tribe.chief.address, "chief"],
    [alice.address, "active"],
  ]);
  const [chief, member] = [await openSocket(world.app, tribe.chief), await openSocket(world.app, alice)];
  member.send({ type: "subscribe", mint: tribe.mint, afterSeq: 0 as Seq });
  await member.next("subscribed");
  member.send({ type: "watch", mint: tribe.mint });
  chief.send({ type: "send", mint: tribe.mint, clientId: randomUUID(), text: "welcome" });
  expect((await member.next("message")).message.text).toBe("welcome");

  await world.sell(alice, tribe, 3n);
  expect(await member.next("membership", (frame) => frame.state === "expired")).toMatchObject({ mint: tribe.mint });
  expect(await member.next("trade", (frame) => frame.trade.kind === "sell")).toMatchObject({ mint: tribe.mint });
  expect(await member.next("ticket", (frame) => frame.state === 2)).toMatchObject({ errorReason: null });
  expect(chief.frames.some((frame) => frame.type === "ticket" || frame.type === "creation")).toBe(false);
  const { seq } = await (async () => {
    const clientId = randomUUID();
    chief.send({ type: "send", mint: tribe.mint, clientId, text: "she is gone" });
    return chief.next("acknowledged", (frame) => frame.clientId === clientId);
  })();
  member.send({ type: "ping" });
  await member.next("pong");
  expect(member.seqs()).not.toContain(seq);
  expect(await stateOf(alice)).toBe("expired");
  for (const socket of [chief, member]) socket.close();
});

test("a plain transfer out of the wallet loses the seat, and the recipient's seat is back", async () => {
  expect(await join(bob)).toEqual({ state: "active" });
  await transfer(bob, alice, 9n);
  await eventually("the seat is lost", async () => (await stateOf(bob)) === "expired");
  const profile = await bob.call(routes.market.profile, { query: { mint: tribe.mint } });
  expect(profile).toMatchObject({ subscribeState: "expired", memberCount: 1 });
  expect(await stateOf(alice)).toBe("active");
});

/** A transfer outside of our program and server; it does not even contain the mint. */
const transfer = async (from: TestPerson, to: TestPerson, wholeTokens: bigint) => {
  const data = new Uint8Array(9);
  data[0] = 3;
  new DataView(data.buffer).setBigUint64(1, wholeTokens * unitsPerToken, true);
  const [source, target] = [
    await associatedTokenAddress(from.address, tribe.mint),
    await associatedTokenAddress(to.address, tribe.mint),
  ];
  const { value: lifetime } = await world.chain.rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(from.wallet, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (live) =>
      appendTransactionMessageInstruction(
        {
          programAddress: token2022,
          accounts: [
            { address: toChainAddress(source), role: AccountRole.WRITABLE },
            { address: toChainAddress(target), role: AccountRole.WRITABLE },
            { address: from.wallet.address, role: AccountRole.READONLY_SIGNER },
          ],
          data,
        },
        live,
      ),
  );
  const signed = await signTransactionMessageWithSigners(message);
  await world.chain.rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: "base64" }).send();
};
