import { type Address, routes, uidSchema } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { moveAddress } from "../../../server/src/modules/identity/index.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../../../server/src/modules/indexer/testing/test-world.ts";
import { isSmallWallet } from "../../../server/src/modules/wallet/owned/is-small-wallet.ts";
import { isWalletEmpty } from "../../../server/src/modules/wallet/owned/is-wallet-empty.ts";
import { readOwned } from "../../../server/src/modules/wallet/owned/read-owned.ts";
import { nodeAt } from "../../src/chain/node-client.ts";
import { generateSeed, importSeed } from "../../src/keys/ed25519.ts";
import { isAllMoved, readFormerWalletAssets } from "../../src/moves/former-wallet-assets.ts";
import { costOf, moveAssets, type StepState, stepsOf } from "../../src/moves/move-assets.ts";
import { moveNodeAt } from "../../src/moves/move-node.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.stop());

const membershipIn = async (person: TestPerson, { mint }: TestTribe) =>
  (await person.call(routes.market.profile, { query: { mint } })).subscribeState;

/** What the server says besides, when a browser asks for the former key. */
const asked = () => ({ claims: 0, now: Date.now() });

/** Moves the account, as the role `keys` does it once both wallets have signed. */
const goOver = async (person: TestPerson) => {
  const { seed, address } = await generateSeed();
  const to = await importSeed(seed, address);
  if (!to) throw new Error("a new key fits its address");
  const { db } = world.app.ctx;
  const uid = uidSchema.parse(person.uid);
  await db.transaction((tx) => moveAddress(tx, uid, person.address, address));
  return { from: { address: person.address, privateKey: person.wallet.keyPair.privateKey }, to };
};

it("moves all of a Chief's assets on a real chain to the last lamport, and keeps their Tribe and their seat", async () => {
  const [own, hosted] = [await world.newTribe(5n), await world.newTribe()];
  const mover = own.chief;
  await world.buy(mover, hosted, 12n);
  await mover.call(routes.chat.join, { body: { mint: hosted.mint } });
  const { from, to } = await goOver(mover);
  const { rpcUrl } = world.chain;
  const { chain: ask, node } = { chain: nodeAt({ rpcUrl }), node: moveNodeAt({ rpcUrl }) };
  const program = world.chain.programAddress;
  const tribes = [own, hosted].map(({ tokenId, mint }) => ({ tokenId, mint, newMint: null }));
  const look = () => readFormerWalletAssets({ ask, node }, { from: from.address, tribes, program, ...asked() });

  const left = await look();
  expect(left.tokens.map(({ units }) => units).sort()).toEqual([12_000_000_000n, 5_000_000_000n].sort());
  expect(left.tokens.every(({ texts }) => texts?.symbol === "PER")).toBe(true);
  // Of the two Tribes in question, the one whose creator on chain is this wallet.
  expect(left.tribes).toMatchObject([{ mint: own.mint, isMigrated: false }]);
  const steps = stepsOf(left);
  const states: StepState[] = [];
  const onStep = (index: number, state: StepState) => {
    states[index] = state;
  };
  await moveAssets({ node, program, keys: { from, to, tribes, ...asked() }, steps, onStep });
  expect(states).toEqual(steps.map(() => ({ kind: "moved" })));
  expect(isAllMoved(await look())).toBe(true);
  // It cost no more than shown, and the paid rent was refunded.
  const arrived = await node.balance(to.address);
  expect(left.lamports - arrived).toBeGreaterThan(0n);
  expect(left.lamports - arrived).toBeLessThanOrEqual(costOf(steps));
  expect((await node.owned(to.address)).accounts).toHaveLength(2);
  // The process with the keys sees the same by its own node, also whose the Tribe is.
  expect(await isWalletEmpty(world.app.ctx, from.address)).toBe(true);
  const seen = [from, to].map(({ address }) => readOwned(world.chain, program, address, Date.now()));
  expect((await Promise.all(seen)).map(({ hasTribe }) => hasTribe)).toEqual([false, true]);

  await eventually("the move is indexed", async () => (await membershipIn(mover, own)) === "chief");
  await eventually("the seat has gone with the tokens", async () => {
    const { rows } = await world.app.ctx.db.execute<{ address: string }>(
      sql`select address from seats where mint = ${hosted.mint} and uid = ${mover.uid}`,
    );
    return rows[0]?.address === to.address;
  });
  expect(await membershipIn(mover, hosted)).toBe("active");
  const { rows: lost } = await world.app.ctx.db.execute(
    sql`select rule from seat_decisions where mint = ${hosted.mint} and uid = ${mover.uid} and state <> 'active'`,
  );
  expect(lost).toEqual([]);
});

it("finds what the old wallet received later, and moves it at the new wallet's cost", async () => {
  const hosted = await world.newTribe();
  const [mover, friend] = [await world.newPerson({ sol: 1n }), await world.newPerson()];
  const { from, to } = await goOver(mover);
  const { rpcUrl } = world.chain;
  const [ask, node, program] = [nodeAt({ rpcUrl }), moveNodeAt({ rpcUrl }), world.chain.programAddress];
  const keys = { from, to, tribes: [], ...asked() };
  const look = () => readFormerWalletAssets({ ask, node }, { from: from.address, tribes: [], program, ...asked() });
  const moveAll = async () => {
    const states: StepState["kind"][] = [];
    const onStep = (index: number, { kind }: StepState) => {
      states[index] = kind;
    };
    await moveAssets({ node, program, keys, steps: stepsOf(await look()), onStep });
    return states;
  };
  expect(await moveAll()).toEqual(["moved"]);
  // The old wallet has no SOL for a fee when a friend's tokens arrive.
  await world.buy(friend, hosted, 20n);
  const friendKey = { address: friend.address, privateKey: friend.wallet.keyPair.privateKey };
  const sent = stepsOf(
    await readFormerWalletAssets({ ask, node }, { from: friend.address, tribes: [], program, ...asked() }),
  );
  const tokensOnly = sent.filter(({ kind }) => kind === "token");
  await moveAssets({
    node,
    program,
    keys: { from: friendKey, to: from, tribes: [], ...asked() },
    steps: tokensOnly,
    onStep: () => {},
  });
  expect((await look()).tokens).toMatchObject([{ units: 20_000_000_000n }]);
  expect(await isWalletEmpty(world.app.ctx, from.address)).toBe(false);
  expect(await moveAll()).toEqual(["moved"]);
  expect(isAllMoved(await look())).toBe(true);
  expect(await isWalletEmpty(world.app.ctx, from.address)).toBe(true);
});

it("values a wallet's tokens by what selling them on their curve would bring now", async () => {
  const hosted = await world.newTribe();
  const [buyer, friend] = [await world.newPerson(), await world.newPerson()];
  await world.buy(buyer, hosted, 60n);
  const { from, to } = await goOver(buyer);
  const { rpcUrl } = world.chain;
  const [ask, node, program] = [nodeAt({ rpcUrl }), moveNodeAt({ rpcUrl }), world.chain.programAddress];
  const left = await readFormerWalletAssets({ ask, node }, { from: from.address, tribes: [], program, ...asked() });
  const steps = stepsOf(left).filter(({ kind }) => kind === "token");
  const isSmall = (address: Address) =>
    isSmallWallet(world.app.ctx, {
      ...{
        format: 1,
        uid: uidSchema.parse(buyer.uid),
        version: 1,
        address,
        recoveryEmail: "buyer@example.test",
        devices: [],
      },
    });
  await moveAssets({ node, program, keys: { from, to, tribes: [], ...asked() }, steps, onStep: () => {} });
  // 60 tokens and their account's rent, about 0.02 SOL at the start of a curve; the buyer has SOL besides.
  expect(await isSmall(to.address)).toBe(true);
  expect(await isSmall(from.address)).toBe(false);
  // The same tokens bring 0.08 SOL once somebody else has bought.
  await world.buy(friend, hosted, 200n);
  expect(await isSmall(to.address)).toBe(false);
  // Of a token that the index doesn't know nobody knows the worth.
  await world.sell(friend, hosted, 200n);
  expect(await isSmall(to.address)).toBe(true);
  await world.app.ctx.db.execute(sql`delete from tokens where mint = ${hosted.mint}`);
  expect(await isSmall(to.address)).toBe(false);
});
