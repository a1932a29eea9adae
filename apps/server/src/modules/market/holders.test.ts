import { randomBytes } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import { type Address, type Mint, routes, tokenUnits, topHoldersLimit, unitsPerToken } from "@tribe/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { recordObservedBalances } from "../indexer/intake/intake.ts";
import { unchecked } from "../indexer/testing/chief-world.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";

let app: TestApp;
let chief: IndexedPerson;
let mint: Mint;
beforeAll(async () => {
  app = await startTestApp();
  chief = await newIndexedPerson(app);
  mint = await newIndexedTribe(app, chief.person.address);
});
afterAll(() => app.stop());

const stranger = (): Address => getBase58Decoder().decode(randomBytes(32)) as Address; // 32 bytes are an address
const tokens = (whole: bigint) => tokenUnits(whole * unitsPerToken);
const ask = async (of: Mint) => (await chief.call(routes.market.holders, { query: { mint: of } })).holders;

describe("the top holders", () => {
  test("are nobody before the first token is bought", async () => {
    expect(await ask(mint)).toEqual([]);
  });

  test("are the wallets that hold the most, with the face of whoever has an account here", async () => {
    const [other, small] = [stranger(), stranger()];
    await indexHolding(app.ctx, mint, chief.person.address, 12n);
    await indexHolding(app.ctx, mint, other, 30n);
    await indexHolding(app.ctx, mint, small, 1n);
    expect(await ask(mint)).toMatchObject([
      { ownerAddress: other, amount: tokens(30n), uid: null, displayName: other.slice(0, 6), pfp: null },
      { ownerAddress: chief.person.address, amount: tokens(12n), uid: chief.person.uid },
      { ownerAddress: small, amount: tokens(1n) },
    ]);
  });

  test("leave out who has sold everything", async () => {
    const own = await newIndexedTribe(app, chief.person.address);
    await indexHolding(app.ctx, own, chief.person.address, 5n);
    await indexHolding(app.ctx, own, chief.person.address, 0n);
    expect(await ask(own)).toEqual([]);
  });

  test("count all accounts of a wallet together, and name the one that holds the most", async () => {
    const own = await newIndexedTribe(app, chief.person.address);
    const [owner, little, largest] = [stranger(), stranger(), stranger()];
    await indexHolding(app.ctx, own, chief.person.address, 10n);
    const sighting = (account: Address, amount: bigint) => ({ account, mint: own, owner, amount: tokens(amount) });
    await app.ctx.db.transaction((tx) =>
      recordObservedBalances(tx, [
        { ...sighting(little, 5n), version: 2 },
        { ...sighting(largest, 6n), version: 2 },
      ]),
    );
    expect(await ask(own)).toMatchObject([
      { ownerAddress: owner, amount: tokens(11n), address: largest },
      { ownerAddress: chief.person.address, amount: tokens(10n) },
    ]);
  });

  test("are the hundred largest of more", async () => {
    const own = await newIndexedTribe(app, chief.person.address);
    const observations = Array.from({ length: topHoldersLimit + 5 }, (_, index) => ({
      account: stranger(),
      mint: own,
      owner: stranger(),
      amount: tokens(BigInt(index + 1)),
      version: 2,
    }));
    await app.ctx.db.transaction((tx) => recordObservedBalances(tx, observations));
    const amounts = (await ask(own)).map(({ amount }) => amount);
    expect(amounts).toEqual(Array.from({ length: topHoldersLimit }, (_, index) => tokens(BigInt(105 - index))));
  });

  test("of a token that is not known are not found, and of no token are refused", async () => {
    await expect(ask(stranger())).rejects.toMatchObject({ code: "not_found" });
    for (const query of [{}, { mint: "no address" }])
      await expect(
        chief.call(unchecked(routes.market.holders), { query: query as Record<string, string> }),
      ).rejects.toMatchObject({
        code: "invalid_field",
        field: "query.mint",
      });
  });
});
