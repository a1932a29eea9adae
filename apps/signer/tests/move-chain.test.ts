import { routes, uidSchema } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../../server/src/modules/indexer/testing/test-world.ts";
import { nodeAt } from "../src/chain/node-client.ts";
import { generateSeed, importSeed } from "../src/keys/ed25519.ts";
import { carryOver, costOf, type PartState, partsOf } from "../src/moves/carry-over.ts";
import { isAllMoved, readLeftBehind } from "../src/moves/left-behind.ts";
import { moveNodeAt } from "../src/moves/move-node.ts";

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
  const { db, ports } = world.app.ctx;
  const uid = uidSchema.parse(person.uid);
  await db.transaction((tx) => ports.peopleEditor.moveAddress(tx, uid, person.address, address));
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
  const look = () => readLeftBehind({ ask, node }, { from: from.address, tribes, program, ...asked() });

  const left = await look();
  expect(left.tokens.map(({ units }) => units).sort()).toEqual([12_000_000_000n, 5_000_000_000n].sort());
  expect(left.tokens.every(({ texts }) => texts?.symbol === "PER")).toBe(true);
  // Of the two Tribes in question, the one whose creator on chain is this wallet.
  expect(left.tribes).toMatchObject([{ mint: own.mint, isMigrated: false }]);
  const parts = partsOf(left);
  const states: PartState[] = [];
  const onPart = (index: number, state: PartState) => {
    states[index] = state;
  };
  await carryOver({ node, program, keys: { from, to, tribes, ...asked() }, parts, onPart });
  expect(states).toEqual(parts.map(() => ({ kind: "moved" })));
  expect(isAllMoved(await look())).toBe(true);
  // It cost no more than shown, and the paid rent was refunded.
  const arrived = await node.balance(to.address);
  expect(left.lamports - arrived).toBeGreaterThan(0n);
  expect(left.lamports - arrived).toBeLessThanOrEqual(costOf(parts));
  expect((await node.owned(to.address)).accounts).toHaveLength(2);

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
  const look = () => readLeftBehind({ ask, node }, { from: from.address, tribes: [], program, ...asked() });
  const moveAll = async () => {
    const states: PartState["kind"][] = [];
    const onPart = (index: number, { kind }: PartState) => {
      states[index] = kind;
    };
    await carryOver({ node, program, keys, parts: partsOf(await look()), onPart });
    return states;
  };
  expect(await moveAll()).toEqual(["moved"]);
  // The old wallet has no SOL for a fee when a friend's tokens arrive.
  await world.buy(friend, hosted, 20n);
  const friendKey = { address: friend.address, privateKey: friend.wallet.keyPair.privateKey };
  const sent = partsOf(await readLeftBehind({ ask, node }, { from: friend.address, tribes: [], program, ...asked() }));
  const tokensOnly = sent.filter(({ kind }) => kind === "token");
  await carryOver({
    node,
    program,
    keys: { from: friendKey, to: from, tribes: [], ...asked() },
    parts: tokensOnly,
    onPart: () => {},
  });
  expect((await look()).tokens).toMatchObject([{ units: 20_000_000_000n }]);
  expect(await moveAll()).toEqual(["moved"]);
  expect(isAllMoved(await look())).toBe(true);
});
