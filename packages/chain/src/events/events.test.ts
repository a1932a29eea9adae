import { getBase58Decoder } from "@solana/kit";
import { describe, expect, test } from "vitest";
import { factoryAddress, toChainAddress, tokenStateAddress, zeroAddress } from "../accounts/addresses.ts";
import {
  eventDiscriminators,
  eventTag,
  getFactoryPausedEncoder,
  getTokenBoughtEncoder,
  getTokenCreatedEncoder,
} from "../generated/index.ts";
import { addressOf, program, stranger, wallet } from "../testing.ts";
import { decodeEvents } from "./events.ts";
import { isTokenEvent } from "./program-events.ts";

const tokenId = 77n;
const state = await tokenStateAddress(tokenId, program);
const factory = await factoryAddress(program);
const mint = addressOf(20);
const creator = addressOf(21);
const keys = [wallet, program, state, factory, stranger];
const [programIndex, stateIndex, factoryIndex, strangerIndex] = [1, 2, 3, 4];

const dataOf = (discriminator: readonly number[], body: ArrayLike<number>) =>
  getBase58Decoder().decode(Uint8Array.from([...eventTag, ...discriminator, ...Array.from(body)]));

const bought = (seq: bigint) =>
  dataOf(
    eventDiscriminators.tokenBought,
    getTokenBoughtEncoder().encode({
      seq,
      tokenId,
      amount: 5n,
      price: 6n,
      supplyBeforeTrade: 7n,
      platformFee: 1n,
      creatorFee: 2n,
      referralFee: 0n,
      mint: toChainAddress(mint),
      trader: toChainAddress(wallet),
      creator: toChainAddress(creator),
      referrer: toChainAddress(zeroAddress),
      referralRate: 0,
      discountRate: 20,
      isAffiliate: false,
    }),
  );
const created = dataOf(
  eventDiscriminators.tokenCreated,
  getTokenCreatedEncoder().encode({
    seq: 0n,
    tokenId,
    bondingCurveCoeff: 100_000_000n,
    floor: 150n,
    xMax: 2_000n,
    referralBonus: 1n,
    mint: toChainAddress(mint),
    creator: toChainAddress(creator),
    inviter: toChainAddress(stranger),
  }),
);
const paused = dataOf(
  eventDiscriminators.factoryPaused,
  getFactoryPausedEncoder().encode({ seq: 4n, superAdmin: toChainAddress(stranger) }),
);

const call = (data: string, signer = stateIndex, programIdIndex = programIndex) => ({
  programIdIndex,
  accounts: [signer],
  data,
});
const eventsOf = (calls: ReturnType<typeof call>[]) => decodeEvents([{ index: 2, instructions: calls }], keys, program);

describe("events", () => {
  test("are decoded in order, with their position and our own types", async () => {
    const events = await eventsOf([call(created), call(bought(1n)), call(paused, factoryIndex)]);
    expect(events).toMatchObject([
      { kind: "tokenCreated", instruction: 2, inner: 0, seq: 0n, tokenId, mint, inviter: stranger, xMax: 2_000n },
      { kind: "tokenBought", inner: 1, seq: 1n, trader: wallet, referrer: null, price: 6n, discountRate: 20 },
      { kind: "factoryPaused", inner: 2, seq: 4n, superAdmin: stranger },
    ]);
    expect(events.map(isTokenEvent)).toEqual([true, true, false]);
  });
});

describe("no event is", () => {
  test("a call of another program", async () => {
    expect(await eventsOf([call(bought(1n), stateIndex, strangerIndex)])).toEqual([]);
  });
  test("one signed by any account but the token's own state, or the factory", async () => {
    expect(
      await eventsOf([call(bought(1n), strangerIndex), call(bought(1n), factoryIndex), call(paused, stateIndex)]),
    ).toEqual([]);
  });
  test("one with no account, or more than one", async () => {
    expect(
      await eventsOf([
        { ...call(bought(1n)), accounts: [] },
        { ...call(bought(1n)), accounts: [2, 2] },
      ]),
    ).toEqual([]);
  });
  test("one that is truncated, of an unknown kind, or not base58", async () => {
    const unknown = dataOf([1, 2, 3, 4, 5, 6, 7, 8], []);
    expect(await eventsOf([call(bought(1n).slice(0, 40)), call(unknown), call("0OIl"), call("")])).toEqual([]);
  });
});
