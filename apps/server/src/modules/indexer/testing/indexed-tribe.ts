import { randomBytes } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import { isWalletAddress } from "@tribe/chain/accounts";
import {
  type Address,
  defaultBondingCurveCoefficient,
  defaultGroupSize,
  type GroupSize,
  lamports,
  type Mint,
  routes,
  type TokenId,
  type TradeVenue,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";
import { maxPosition, unitPrice } from "@tribe/domain/curve";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import type { TestApp, TestDevice } from "../../../testing/start-test-app.ts";
import { type Person, personByUid, setAddress } from "../../identity/index.ts";
import { channels } from "../../membership/schema.ts";
import { recordObservedBalances } from "../intake/intake.ts";
import { tokenSeqOf } from "../rules/token-seq.ts";
import { tokens, trades } from "../schema.ts";

const newAddress = (): Address => getBase58Decoder().decode(randomBytes(32)) as Address; // 32 bytes are an address
/** Half of all random 32 bytes are no point of Ed25519's curve, and so no wallet's address. */
const newWallet = (): Address => {
  const address = newAddress();
  return isWalletAddress(address) ? address : newWallet();
};
const floor = tokenUnits(150n * unitsPerToken);
let version = 1;

/** A person with a wallet, for tests without a chain. */
export interface IndexedPerson extends TestDevice {
  readonly email: string;
  readonly person: Person & { readonly address: Address };
}

/** Signs somebody in and gives them an address. */
export const newIndexedPerson = async (app: TestApp): Promise<IndexedPerson> => {
  const device = await app.newPerson();
  const { localUser } = await device.call(routes.identity.signIn, { body: { loginMethod: "email" } });
  const address = newWallet();
  await app.ctx.db.transaction((tx) => setAddress(tx, localUser.uid, address));
  const person = await personByUid(app.ctx.db, localUser.uid);
  if (!person) throw new Error("the person is gone");
  return Object.assign(device, { person: { ...person, address } });
};

/** Puts a Tribe into the index as if it were on chain. */
export const newIndexedTribe = async (
  app: TestApp,
  creator: Address,
  groupSize: GroupSize = defaultGroupSize,
): Promise<Mint> => {
  const mint = newAddress();
  await app.ctx.db.insert(tokens).values({
    mint,
    tokenId: randomBytes(8).readBigUInt64BE() as TokenId,
    creatorAddress: creator,
    name: "Tribe",
    symbol: "TRI",
    supply: floor,
    reserve: lamports(0n),
    floor,
    maxSupply: maxPosition(floor, defaultBondingCurveCoefficient),
    coefficient: defaultBondingCurveCoefficient,
    referralBonus: tokenUnits(0n),
    price: unitPrice(floor, defaultBondingCurveCoefficient),
    nextSeq: 1n,
    createdAt: new Date(),
  });
  await app.ctx.db.insert(channels).values({ mint, groupSize });
  return mint;
};

/** Changes a holding as a transfer on chain would: the owner then has so many whole tokens. */
export const indexHolding = (ctx: AppContext, mint: Mint, owner: Address, wholeTokens: bigint): Promise<void> =>
  indexHoldings(ctx, mint, [[owner, wholeTokens]]);

/** {@link indexHolding} of several owners in one transaction of the chain. */
export const indexHoldings = async (
  ctx: AppContext,
  mint: Mint,
  held: readonly (readonly [owner: Address, wholeTokens: bigint])[],
): Promise<void> => {
  version += 1;
  const observations = held.map(([owner, wholeTokens]) => ({
    account: `${mint.slice(0, 16)}${owner.slice(0, 16)}` as Address, // one account for each of the two
    ...{ mint, owner, amount: tokenUnits(wholeTokens * unitsPerToken), version },
  }));
  await ctx.db.transaction((tx) => recordObservedBalances(tx, observations));
};

/** Puts trades of one token each into a Tribe's index, `from` … `to` by their venue's seq, one per second. */
export const indexTrades = async (
  ctx: AppContext,
  mint: Mint,
  from: number,
  to: number,
  venue: TradeVenue = "curve",
): Promise<void> => {
  const begin = tokenSeqOf(venue, 0n);
  // In SQL, so that a million of them take seconds.
  await ctx.db.execute(sql`
    insert into ${trades} (mint, seq, signature, kind, venue, trader, amount, value, unit_price, price_after, supply_after,
      platform_fee, creator_fee, referral_fee, is_ranked, block_time)
    select ${mint}, ${begin}::numeric + n, rpad('', 64, '1') || lpad(translate(n::text, '0', 'a'), 10, '1'), 'buy', ${venue}, ${mint},
      ${unitsPerToken}, 225000, 225000, 225000, ${floor} + n * ${unitsPerToken}, 4500, 4500, 0, true, to_timestamp(1700000000 + n)
    from generate_series(${from}::bigint, ${to}::bigint) as n`);
};
