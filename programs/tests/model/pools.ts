/** Swaps in a migrated token's pool. */
import { poolIdl, type Values } from "../support/idl.ts";
import { instruction } from "../support/instructions.ts";
import { associatedToken, type Key } from "../support/keys.ts";
import { factory } from "../support/stage.ts";
import { type Swap, swapIn, swapOut } from "./arithmetic.ts";
import { type CreatorStep, creatorReasons, signedBy } from "./creators.ts";
import { type Plan, strands, tooFewTokens } from "./plan.ts";
import { type Event, type Model, nobody, type PoolState, type Reason, type TribeState } from "./state.ts";

export type PoolStep = { readonly tribe: TribeState; readonly trader: Key } & (
  | { readonly side: "buy"; readonly amount: bigint; readonly min: bigint }
  | { readonly side: "sell"; readonly amount: bigint; readonly min: bigint }
);

const closed: PoolState = {
  creator: nobody,
  lamportReserve: 0n,
  tokenReserve: 0n,
  creatorFees: 0n,
  platformFees: 0n,
  seq: 0n,
};
const code = (name: string): Reason => poolIdl.errors.find((one) => one.name === name)?.code ?? name;

function poolEvent(tribe: TribeState, pool: PoolState, type: string, fields: Values): Event {
  const seq = pool.seq;
  pool.seq += 1n;
  return { idl: poolIdl, signer: tribe.places.pool, type, fields: { seq, tokenId: tribe.id, ...fields } };
}

function applySwap(pool: PoolState, swap: Swap): void {
  pool.lamportReserve = swap.lamports;
  pool.tokenReserve = swap.tokens;
  pool.creatorFees += swap.creator;
  pool.platformFees += swap.platform;
}

export function planSwap(model: Model, { tribe, trader, side, amount, min }: PoolStep): Plan {
  const { newMint, pool: key, poolVault: vault } = tribe.places;
  const pool = tribe.pool ?? closed;
  const opened = tribe.pool !== undefined;
  const reasons: Reason[] = [];
  const held = model.held(trader, newMint);
  if (!opened) reasons.push(code("invalidPool"));
  if (held === undefined) reasons.push(code("invalidTokenAccount"));
  if (amount === 0n) reasons.push(code("invalidAmount"));
  const priced = opened && amount > 0n;
  const swap = priced ? (side === "buy" ? swapIn : swapOut)(pool.lamportReserve, pool.tokenReserve, amount) : undefined;
  const slippage = side === "buy" ? "buySlippageExceeded" : "sellSlippageExceeded";
  if (swap !== undefined && (swap.out === 0n || swap.out < min)) reasons.push(code(slippage));
  if (side === "buy") {
    const left = model.balance(trader) - amount;
    if (left < 0n) reasons.push(code("insufficientFunds"));
    if (strands(left)) reasons.push("InsufficientFundsForRent");
  } else if (held !== undefined && held < amount) reasons.push(tooFewTokens);
  const traderAccount = associatedToken(trader, newMint);
  const accounts =
    side === "buy"
      ? { buyer: trader, buyerTokenAccount: traderAccount }
      : { seller: trader, sellerTokenAccount: traderAccount };
  const args = side === "buy" ? { lamports: amount, minTokens: min } : { tokens: amount, minLamports: min };
  return {
    instructions: [instruction(poolIdl, side, { ...accounts, pool: key, vault }, args)],
    reasons,
    apply: () => {
      const [mine, theirs] = [model.holdings.get(traderAccount), model.holdings.get(vault)];
      if (swap === undefined || !mine || !theirs) return [];
      applySwap(pool, swap);
      const tokens = side === "buy" ? swap.out : amount;
      const lamports = side === "buy" ? amount : swap.out;
      mine.amount += side === "buy" ? tokens : -tokens;
      theirs.amount -= side === "buy" ? tokens : -tokens;
      if (side === "buy") model.move(trader, key, lamports);
      else model.move(key, trader, lamports);
      const fees = { liquidityFee: swap.liquidity, creatorFee: swap.creator, platformFee: swap.platform };
      const after = { lamportReserve: pool.lamportReserve, tokenReserve: pool.tokenReserve, mint: newMint, trader };
      return [
        poolEvent(tribe, pool, side === "buy" ? "poolBought" : "poolSold", { lamports, tokens, ...fees, ...after }),
      ];
    },
  };
}

export function planPoolCollect(model: Model, { tribe, receiver }: { tribe: TribeState; receiver: Key }): Plan {
  const { places } = tribe;
  const pool = tribe.pool ?? closed;
  const { creator } = pool;
  const reasons: Reason[] = [];
  if (tribe.pool === undefined) reasons.push(code("invalidPool"));
  if (receiver !== model.factory.feeReceiver) reasons.push(code("invalidFeeReceiver"));
  return {
    instructions: [instruction(poolIdl, "collect", { pool: places.pool, factory, creator, feeReceiver: receiver })],
    reasons,
    apply: () => {
      const creatorAmount = model.keeps(creator, pool.creatorFees) ? pool.creatorFees : 0n;
      const platformAmount = model.keeps(receiver, pool.platformFees) ? pool.platformFees : 0n;
      if (creatorAmount + platformAmount === 0n) return [];
      pool.creatorFees -= creatorAmount;
      pool.platformFees -= platformAmount;
      model.move(places.pool, creator, creatorAmount);
      model.move(places.pool, receiver, platformAmount);
      const parties = { mint: places.newMint, creator, feeReceiver: receiver };
      return [poolEvent(tribe, pool, "poolFeesCollected", { creatorAmount, platformAmount, ...parties })];
    },
  };
}

export function planPoolChangeCreator(model: Model, step: CreatorStep & { readonly tribe: TribeState }): Plan {
  const { places } = step.tribe;
  const pool = step.tribe.pool ?? closed;
  const reasons: Reason[] = step.tribe.pool === undefined ? [code("invalidPool")] : [];
  for (const name of creatorReasons(model, pool.creator, step)) reasons.push(code(name));
  const accounts = { pool: places.pool, mint: places.newMint, creator: step.creator, newCreator: step.newCreator };
  return {
    instructions: [signedBy(step, instruction(poolIdl, "changeCreator", accounts))],
    reasons,
    apply: () => {
      const previous = pool.creator;
      pool.creator = step.newCreator;
      const fields = { mint: places.newMint, previous, current: step.newCreator };
      return [poolEvent(step.tribe, pool, "poolCreatorChanged", fields)];
    },
  };
}
