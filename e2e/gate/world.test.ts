import { join } from "node:path";
import { Connection, Keypair, LAMPORTS_PER_SOL, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import { type AnswerOf, lamportsPerSol, routes, unitsPerToken } from "@tribe/contract";
import { createPerson, fileStore, needsWorld, type Person, worldAgeSeconds } from "@tribe/devkit";
import { unitPrice } from "@tribe/domain/curve";
import { afterAll, beforeAll, expect, it } from "vitest";
import { auditToken } from "../support/product/audit.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

let tribe: Tribe;
let visitor: Person;
beforeAll(async () => {
  tribe = await startTribe({ args: [], makesDatabase: true, hasCompression: true });
  visitor = await createPerson({ appUrl: tribe.appUrl, timeoutMs: 120_000 });
});
afterAll(() => tribe?.stop());

type History = AnswerOf<typeof routes.market.history>;

/** Reads every Tribe of the home page with all its trades, as a visitor. */
const readAllTribes = async () => {
  const query = { tab: "leaderboard", window: "all", limit: 50 } as const;
  const { tokens } = await visitor.api(routes.market.list, { query });
  const histories = new Map<string, History>();
  for (const { mint, name } of tokens)
    histories.set(name, await visitor.api(routes.market.history, { query: { mint, offset: 0, limit: 500 } }));
  return { tokens, histories };
};

const untilMade = () =>
  expect.poll(() => needsWorld(join(tribe.dataDir, "world")), { timeout: 180_000, interval: 250 }).toBe(false);

const firstTrade = () =>
  expect
    .poll(async () => [...(await readAllTribes()).histories.values()].flat().length, {
      timeout: 120_000,
      interval: 1_000,
    })
    .toBeGreaterThan(0);

const chainTime = async (connection: Connection) =>
  (await connection.getBlockTime(await connection.getSlot("confirmed"))) ?? 0;

it("moves its clock forward while a visitor is signing, and the signed transaction stays valid", async () => {
  const connection = new Connection(tribe.config().rpcUrl, "confirmed");
  const payer = Keypair.generate();
  await connection.requestAirdrop(payer.publicKey, LAMPORTS_PER_SOL);
  await expect.poll(() => connection.getBalance(payer.publicKey)).toBe(LAMPORTS_PER_SOL);
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const payment = new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight }).add(
    SystemProgram.transfer({
      fromPubkey: payer.publicKey,
      toPubkey: new PublicKey(visitor.address),
      lamports: 1_000_000,
    }),
  );
  payment.sign(payer);
  const before = await chainTime(connection);
  await expect.poll(() => chainTime(connection), { timeout: 60_000 }).toBeGreaterThan(before + 600);
  await connection.sendRawTransaction(payment.serialize());
  await expect.poll(() => visitor.balance()).toBe(1_000_000n);
});

it("creates its Tribes once, over two days", async () => {
  await firstTrade();
  await untilMade();

  const { tokens, histories } = await readAllTribes();
  expect([...histories.keys()].sort()).toEqual(["Field Kitchen", "Harbour Radio", "Lena Builds", "Quiet Maths"]);
  expect(new Set(tokens.map(({ price }) => price)).size).toBe(4);
  expect([...histories].map(([name, history]) => [name, history.length]).sort()).toEqual([
    ["Field Kitchen", 3],
    ["Harbour Radio", 8],
    ["Lena Builds", 8],
    ["Quiet Maths", 2],
  ]);

  const times = [...histories.values()].flat().map(({ blockTime }) => blockTime);
  const now = Date.now() / 1_000;
  expect(now - Math.min(...times)).toBeGreaterThan(worldAgeSeconds - 3_600);
  expect(Math.max(...times)).toBeLessThan(now);

  const { rpcUrl, programAddress } = tribe.config();
  for (const { mint, tokenId, name } of tokens) {
    const { faults } = await auditToken({ rpcUrl, program: programAddress, mint, tokenId });
    // An airdrop is not a trade: its sender and recipients hold other amounts than they traded.
    const isGiven = (fault: string) => name === "Lena Builds" && fault.startsWith("tokens of");
    expect(faults.filter((fault) => !isGiven(fault))).toEqual([]);
  }
  const connection = new Connection(rpcUrl, "confirmed");
  expect(Math.abs((await chainTime(connection)) - Date.now() / 1_000)).toBeLessThan(30);
});

it("has one Tribe that was bought out, has migrated by itself, and is traded in its pool", async () => {
  const query = { tab: "migrated", window: "all", limit: 50 } as const;
  const { tokens } = await visitor.api(routes.market.list, { query });
  expect(tokens.map(({ name }) => name)).toEqual(["Night Market"]);
  const [{ mint } = { mint: visitor.address }] = tokens;
  const profile = await visitor.api(routes.market.profile, { query: { mint } });
  expect(profile).toMatchObject({ supply: profile.maxSupply, memberCount: 2, holderCount: 4 });
  expect(profile.pool?.lamports).toBeGreaterThan(80n * lamportsPerSol);
  const history = await visitor.api(routes.market.history, { query: { mint, offset: 0, limit: 500 } });
  expect(history.map(({ venue, kind }) => `${venue} ${kind}`)).toEqual([
    "pool sell",
    "pool buy",
    "curve buy",
    "curve buy",
    "curve create",
  ]);
  // It opened at the curve's last price, and two small swaps moved it little.
  const [closing] = history.filter(({ venue }) => venue === "curve");
  expect(closing?.supplyAfterTrade).toBe(profile.maxSupply);
  const last = unitPrice(profile.maxSupply, profile.bondingCurveCoefficient);
  expect(Math.abs(Number(profile.price) / Number(last) - 1)).toBeLessThan(0.1);
});

it("has an airdrop that one recipient has claimed, and the others have not", async ({ skip }) => {
  if (!tribe.config().hasCompression) skip("npm reaches no registry, so there are no programs of Light's");
  const back = (handle: string): Promise<Person> =>
    createPerson({ appUrl: tribe.appUrl, store: fileStore(join(tribe.dataDir, "world", "people", `${handle}.json`)) });
  const { tokens } = await visitor.api(routes.market.list, { query: { tab: "leaderboard", window: "all", limit: 50 } });
  const mint = tokens.find(({ name }) => name === "Lena Builds")?.mint ?? expect.unreachable();
  const query = { mint, offset: 0, limit: 500 };
  const points = await visitor.api(routes.market.history, { query });
  const { holders } = await visitor.api(routes.market.holders, { query: { mint } });
  const shareOf = async (handle: string) => {
    const { address, api } = await back(handle);
    const waiting = (await api(routes.claim.tokens, {})).tokens.reduce((sum, { amount }) => sum + amount, 0n);
    const traded = points
      .filter(({ trader }) => trader === address)
      .reduce((sum, { kind, amount }) => (kind === "sell" ? sum - amount : sum + amount), 0n);
    const held = holders.find(({ ownerAddress }) => ownerAddress === address)?.amount ?? 0n;
    return { waiting, claimed: held - traded };
  };
  const [marek, iris, bo] = [await shareOf("marek_d"), await shareOf("iris_w"), await shareOf("bo_larsen")];
  expect([marek.waiting, iris.claimed, bo.claimed]).toEqual([0n, 0n, 0n]);
  for (const share of [marek.claimed, iris.waiting, bo.waiting]) expect(share).toBeGreaterThan(0n);
  expect(marek.claimed + iris.waiting + bo.waiting).toBe(20n * unitsPerToken);
});

it("leaves a complete world unchanged at the next start", async () => {
  const before = await readAllTribes();
  await tribe.kill();
  await tribe.start();
  await untilMade();
  expect((await readAllTribes()).histories).toEqual(before.histories);
});
