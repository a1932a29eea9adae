import { describeMessage, isRefusal } from "@tribe/chain/clear-signing";
import { quoteCreation, readCreationTerms } from "@tribe/chain/messages";
import { rpcChainReader } from "@tribe/chain/swap";
import { fromBase64, isSameButBlockhash } from "@tribe/chain/transactions";
import {
  type BodyOf,
  routes,
  type TokenId,
  tokenMetadataUri,
  tokenUnits,
  type Uid,
  unitsPerToken,
} from "@tribe/contract";
import { noFlags } from "@tribe/domain/money";
import { tradeTerms } from "@tribe/domain/trading";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalOf } from "../../testing/code-of.ts";
import { withTableLocked } from "../../testing/lock-table.ts";
import type { TestDevice } from "../../testing/start-test-app.ts";
import { setTwitter } from "../identity/index.ts";
import { eventually, startTestWorld, type TestPerson, type TestWorld } from "../indexer/testing/test-world.ts";

type CreationBody = BodyOf<typeof routes.factory.prepareCreation>;

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.stop());

const bodyOf = (person: TestPerson, change: Partial<CreationBody> = {}): CreationBody => ({
  name: person.name,
  symbol: "PER",
  pfpUrl: "https://pictures.example.test/a.png",
  amountInLamports: tokenUnits(0n),
  ...change,
});
const prepare = (person: TestPerson, change: Partial<CreationBody> = {}, signal?: AbortSignal) =>
  person.call(routes.factory.prepareCreation, { body: bodyOf(person, change), ...(signal ? { signal } : {}) });
const settingsOf = (device: TestDevice) => device.call(routes.system.config, {});
const balanceOf = async (person: TestPerson) =>
  (await world.chain.rpc.getBalance(person.wallet.address, { commitment: "confirmed" }).send()).value;

test("a retry keeps the token id; a finished creation allows no second Tribe", async () => {
  const person = await world.newPerson();
  const first = await prepare(person);
  const second = await prepare(person, { amountInLamports: tokenUnits(3n * unitsPerToken) });
  expect(second).toMatchObject({ tokenId: first.tokenId, mint: first.mint });
  const third = await prepare(person, { amountInLamports: tokenUnits(3n * unitsPerToken) });
  // The wallet signs it by the press on the second (docs/decisions/0191).
  expect(isSameButBlockhash(fromBase64(second.message), fromBase64(third.message))).toBe(true);
  const { tokenId } = third;
  await person.call(routes.factory.submitCreation, { body: { tokenId, signature: await person.sign(third.message) } });
  const done = await eventually("the creation ends", async () => {
    const status = await person.call(routes.factory.creationStatus, { query: { tokenId } });
    return status.state === 2 && status;
  });
  expect(done).toMatchObject({ mint: first.mint, shouldRetry: false, errorReason: null });
  expect(await refusalOf(prepare(person))).toBe("tribe_exists");

  await eventually("the Tribe is indexed", () =>
    person.call(routes.market.profile, { query: { mint: first.mint } }).catch(() => null),
  );
  const profile = await person.call(routes.market.profile, { query: { mint: first.mint } });
  expect(profile).toMatchObject({ name: person.name, symbol: "PER", subscribeState: "chief", memberCount: 0 });
  expect(profile.supply).toBe(153n * unitsPerToken);
  const { localUser } = await person.call(routes.identity.signIn, { body: { loginMethod: "email" } });
  expect(localUser.tokens).toEqual([{ tokenId, mint: first.mint }]);
  const { tokens } = await person.call(routes.market.list, { query: { tab: "leaderboard", window: "all", limit: 50 } });
  // The creator's own first buy does not count for the ranking.
  expect(tokens.find((token) => token.mint === first.mint)?.volume).toBe(0n);
  const metadata = await person.call(routes.factory.metadata, { query: { t: tokenId.toString(36) } });
  expect(metadata).toMatchObject({ name: person.name, symbol: "PER" });
});

test("the same key returns the same ticket, also in concurrent calls; another body with it is refused", async () => {
  const person = await world.newPerson();
  const idempotencyKey = crypto.randomUUID();
  const both = await Promise.allSettled([prepare(person, { idempotencyKey }), prepare(person, { idempotencyKey })]);
  const first = both.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))[0];
  expect(await prepare(person, { idempotencyKey })).toEqual(first);
  expect(await refusalOf(prepare(person, { idempotencyKey, amountInLamports: tokenUnits(unitsPerToken) }))).toBe(
    "conflict body.amount",
  );
  const other = await prepare(person, { idempotencyKey: crypto.randomUUID() });
  expect(other.tokenId).toBe(first?.tokenId);
  const signature = await person.sign(other.message);
  await person.call(routes.factory.submitCreation, { body: { tokenId: other.tokenId, signature } });
});

test("a repeated request gets the same answer while the first call, whose answer was lost, is still writing", async () => {
  const person = await world.newPerson();
  const idempotencyKey = crypto.randomUUID();
  const lost = new AbortController();
  const again: ReturnType<typeof prepare>[] = [];
  await withTableLocked(world.app.ctx.db, "creations", async (waiting) => {
    const first = prepare(person, { idempotencyKey }, lost.signal);
    await waiting(1);
    lost.abort();
    await expect(first).rejects.toThrow();
    again.push(prepare(person, { idempotencyKey }));
    await waiting(2);
  });
  const answer = await again[0];
  expect(await prepare(person, { idempotencyKey })).toEqual(answer);
  expect(await refusalOf(prepare(person, { idempotencyKey, amountInLamports: tokenUnits(unitsPerToken) }))).toBe(
    "conflict body.amount",
  );
});

test("two concurrent first preparations get the same token id", async () => {
  const person = await world.newPerson();
  const wishes: ReturnType<typeof prepare>[] = [];
  await withTableLocked(world.app.ctx.db, "creations", async (waiting) => {
    wishes.push(prepare(person), prepare(person));
    await waiting(2);
  });
  const [one, other] = await Promise.all(wishes);
  expect(other).toMatchObject({ tokenId: one?.tokenId, mint: one?.mint });
});

test("a creation signed after another page prepared it again must start over, and a submitted one keeps its answer", async () => {
  const person = await world.newPerson();
  const submit = (tokenId: TokenId, signature: Awaited<ReturnType<TestPerson["sign"]>>) =>
    person.call(routes.factory.submitCreation, { body: { tokenId, signature } });
  const [first, second] = [
    await prepare(person),
    await prepare(person, { amountInLamports: tokenUnits(unitsPerToken) }),
  ];
  const { tokenId } = second;
  expect(await refusalOf(submit(tokenId, await person.sign(first.message)))).toBe("ticket_expired");
  const stranger = await world.newPerson();
  expect(await refusalOf(submit(tokenId, await stranger.sign(second.message)))).toBe("ticket_signature_invalid");
  const signature = await person.sign(second.message);
  expect(await submit(tokenId, signature)).toEqual({ signature });
  expect(await submit(tokenId, signature)).toEqual({ signature });
});

test("a profile, a social account, the right symbol and enough SOL are required", async () => {
  const person = await world.newPerson();
  expect(await refusalOf(prepare(person, { symbol: "XXX" }))).toBe("invalid_field body.symbol");
  for (const name of ["Ann) for 0 SOL (", "An\u202En", "An\u200Bn", "Ann\u2028Max Spend"])
    expect(await refusalOf(prepare(person, { name })), name).toBe("invalid_field body.name");
  expect(await refusalOf(prepare(person, { amountInLamports: tokenUnits(1n) }))).toBe(
    "invalid_field body.amountInLamports",
  );
  const tooMany = tokenUnits(100_001n * unitsPerToken);
  expect(await refusalOf(prepare(person, { amountInLamports: tooMany }))).toBe("invalid_field body.amountInLamports");
  expect(await refusalOf(prepare(await world.newPerson({ isConnected: false })))).toBe("social_required");
  expect(await refusalOf(prepare(await world.newPerson({ sol: 0n })))).toBe("more_sol_needed");
});

test("name and picture are the person's own, and stay as they were at the creation", async () => {
  const { db } = world.app.ctx;
  const person = await world.newPerson();
  const present = (name: string, pfp: string) =>
    db.transaction((tx) => setTwitter(tx, person.uid as Uid, { id: `x-${person.uid}`, handle: "person", name }, pfp));
  const long = "Person with a name that a token has no room for";
  await present(long, "/first.png");
  const first = { name: long.slice(0, 32).trim(), pfpUrl: "/first.png" };
  expect(await refusalOf(prepare(person, { ...first, name: "Elon Musk" }))).toBe("profile_changed body.name");
  expect(await refusalOf(prepare(person, { ...first, name: "ü".repeat(17) }))).toBe("profile_changed body.name");
  expect(await refusalOf(prepare(person, { ...first, pfpUrl: "/other.png" }))).toBe("profile_changed body.pfpUrl");
  const { tokenId, mint, message } = await prepare(person, first);
  await person.call(routes.factory.submitCreation, { body: { tokenId, signature: await person.sign(message) } });
  await eventually("the Tribe is indexed", () =>
    person.call(routes.market.profile, { query: { mint } }).catch(() => null),
  );

  await present("Renamed", "/second.png");
  const profile = await person.call(routes.market.profile, { query: { mint } });
  expect(profile).toMatchObject({ name: first.name, pfp: "/first.png", creatorName: "Renamed" });
  expect(profile.creatorPfp).toBe("/second.png");
  const listed = { tab: "leaderboard", window: "all", search: first.name, limit: 50 } as const;
  await eventually("the Tribe is listed", async () => {
    const { tokens } = await person.call(routes.market.list, { query: listed });
    return tokens.find((token) => token.mint === mint)?.pfp === "/first.png";
  });
  const { chats } = await person.call(routes.chat.mine, {});
  expect(chats.map(({ pfp }) => pfp)).toEqual(["/first.png"]);
  const { image } = await person.call(routes.factory.metadata, { query: { t: tokenId.toString(36) } });
  expect(image).toMatch(/\/first\.png$/);
});

test("a first buy beyond the balance is refused with the required amount, not the minimum of a creation", async () => {
  const person = await world.newPerson({ sol: 1n });
  expect(await refusalOf(prepare(person, { amountInLamports: tokenUnits(1_000n * unitsPerToken) }))).toBe(
    "insufficient_sol",
  );
  expect(await refusalOf(prepare(person))).toBe("fine");
});

test("the page's quote equals what the wallet shows, and what leaves it on chain", async () => {
  const { programAddress, adminAddress, appUrl } = await world.app.newDevice().then(settingsOf);
  const inviter = await world.newPerson();
  for (const [tokens, inviterAddress] of [
    [0n, null],
    [1_000n, null],
    [20n, inviter.address],
  ] as const) {
    const person = await world.newPerson();
    const known = { loginMethod: "email", ...(inviterAddress && { inviterAddress }) } as const;
    const { localUser } = await person.call(routes.identity.signIn, { body: known });
    const terms = await readCreationTerms(rpcChainReader(world.chain.rpcUrl), {
      program: programAddress,
      wallet: person.address,
    });
    if (!terms) throw new Error("the chain has a factory");
    const body = bodyOf(person, { amountInLamports: tokenUnits(tokens * unitsPerToken) });
    const quote = quoteCreation({
      ...terms,
      ...{ name: body.name, symbol: body.symbol, tokens: body.amountInLamports, hasHighestBumps: true },
      uri: tokenMetadataUri(appUrl, 0n as TokenId), // any id: its length is always the same
      flags: tradeTerms("buy", localUser)?.flags ?? noFlags,
    });
    const before = await balanceOf(person);
    const { tokenId, message } = await person.call(routes.factory.prepareCreation, { body });
    const context = { wallet: person.address, admin: adminAddress, program: programAddress };
    const shown = await describeMessage(fromBase64(message), context);
    if (isRefusal(shown)) throw new Error(shown.reason);
    expect(shown).toMatchObject({ kind: "createTribe", spend: quote.spend });
    await person.call(routes.factory.submitCreation, { body: { tokenId, signature: await person.sign(message) } });
    await eventually("the creation ends", async () => {
      const { state } = await person.call(routes.factory.creationStatus, { query: { tokenId } });
      return state === 2;
    });
    expect(before - (await balanceOf(person))).toBe(quote.spend.total);
    const uri = new URL(shown.kind === "createTribe" ? shown.uri : "");
    const metadata = await person.call(routes.factory.metadata, { query: { t: uri.searchParams.get("t") ?? "" } });
    expect(metadata).toMatchObject({ name: body.name, symbol: "PER" });
  }
});

test("a social account without a picture or any name does not suffice for a Tribe", async () => {
  const { db } = world.app.ctx;
  const person = await world.newPerson();
  const connect = (handle: string, name: string, pfp: string | null) =>
    db.transaction((tx) => setTwitter(tx, person.uid as Uid, { id: `x-${person.uid}`, handle, name }, pfp));
  await connect("person", person.name, null);
  expect(await refusalOf(prepare(person))).toBe("profile_required");
  await connect("", "", "https://pictures.example.test/a.png");
  expect(await refusalOf(prepare(person))).toBe("profile_required");
  await connect("person", person.name, "https://pictures.example.test/a.png");
  expect(await refusalOf(prepare(person))).toBe("fine");
});

test("a name without a letter or digit uses the handle's symbol; without either there is none", async () => {
  const { db } = world.app.ctx;
  const person = await world.newPerson();
  const rename = (handle: string) =>
    db.transaction((tx) =>
      setTwitter(
        tx,
        person.uid as Uid,
        { id: `x-${handle}-${person.uid}`, handle, name: "✨🌙" },
        "https://pictures.example.test/a.png",
      ),
    );
  await rename("moon_9");
  expect(await refusalOf(prepare(person, { name: "✨🌙", symbol: "MOO" }))).toBe("fine");
  await rename("___");
  expect(await refusalOf(prepare(person, { name: "✨🌙", symbol: "MOO" }))).toBe("symbol_unusable");
});
