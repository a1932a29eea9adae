/** Creation, collecting, migration and conversion. */
import { curveIdl, poolIdl } from "../support/idl.ts";
import { instruction } from "../support/instructions.ts";
import { associatedToken, type Key } from "../support/keys.ts";
import { rentOf } from "../support/machine.ts";
import { placesOf, tribeOf, vault } from "../support/stage.ts";
import { endOf, fillOf, floor, migrationOf, newSupply, type Order } from "./arithmetic.ts";
import { affiliateBit, type Plan, Reasons, referralBit, tokenEvent, tooFewTokens } from "./plan.ts";
import { type Event, type Model, nobody, type TribeState } from "./state.ts";
import { bought, claimReasons, isPaused, isStopped, termsOf } from "./trades.ts";

export type CreateStep = {
  readonly creator: Key;
  readonly signer: Key;
  readonly id: bigint;
  readonly inviter: Key | undefined;
  readonly flags: number;
  readonly order: Order;
  readonly texts: { readonly name: string; readonly symbol: string; readonly uri: string };
  /** The settings that the creator has signed. */
  readonly seen: { readonly bondingCurveCoeff: bigint; readonly referralBonus: bigint };
};

/** The size of a mint with its texts; 355 is the size of a multisig, so Token-2022 adds two bytes. */
function mintLength({ name, symbol, uri }: CreateStep["texts"]): number {
  const length = 234 + 84 + [name, symbol, uri].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return length === 355 ? 357 : length;
}

const fits = (text: string, max: number): boolean => text.length > 0 && Buffer.byteLength(text) <= max;

export function planCreate(model: Model, step: CreateStep): Plan {
  const { creator, signer, id, inviter, flags, order, texts, seen } = step;
  const { factory } = model;
  const tribe: TribeState = {
    ...tribeOf(id, creator),
    state: {
      x: floor,
      reserve: 0n,
      xMax: endOf(factory.bondingCurveCoeff),
      bondingCurveCoeff: factory.bondingCurveCoeff,
      referralBonus: bonusOf(model, flags),
      creatorFees: 0n,
      platformFees: 0n,
      seq: 0n,
      rate: 0n,
      migrated: false,
    },
    places: placesOf(id, poolIdl.address),
    mintLength: mintLength(texts),
    pool: undefined,
    burned: 0n,
    converted: 0n,
  };
  const trade = { tribe, trader: creator, flags, referrer: inviter };
  const reasons = new Reasons();
  reasons.add(signer !== factory.admin, "invalidAdmin");
  reasons.add(isPaused(model), "paused");
  reasons.add(order.tokens > 0n && isStopped(model), "sellsStopped");
  const { bondingCurveCoeff: coefficient, referralBonus: bonus } = seen;
  reasons.add(coefficient !== factory.bondingCurveCoeff || bonus !== bonusOf(model, flags), "settingsChanged");
  claimReasons(reasons, trade);
  reasons.add(!fits(texts.name, 32) || !fits(texts.symbol, 10) || !fits(texts.uri, 64), "invalidMetadata");
  reasons.add(
    model.tribes.some((one) => one.id === id),
    "alreadyInitialized",
  );
  const terms = termsOf(model, "buy", flags);
  const fill = order.tokens === 0n ? undefined : fillOf(floor, factory.bondingCurveCoeff, order, terms);
  reasons.add(order.tokens > 0n && fill === undefined, "buySlippageExceeded");
  const { token, mint } = tribe;
  const accounts = {
    creator,
    admin: signer,
    token,
    mint,
    creatorTokenAccount: associatedToken(creator, mint),
    inviter,
  };
  const inviterTokenAccount = inviter === undefined ? undefined : associatedToken(inviter, mint);
  const args = { tokenId: id, ...texts, firstBuy: order, ...seen, flags: BigInt(flags) };
  return {
    instructions: [instruction(curveIdl, "createToken", { ...accounts, inviterTokenAccount }, args)],
    reasons: reasons.list,
    apply: () => {
      model.tribes.push(tribe);
      factory.tokenCount += 1n;
      model.make(creator, token, 168);
      model.make(creator, mint, tribe.mintLength);
      model.supplies.set(mint, 0n);
      const { bondingCurveCoeff, xMax, referralBonus } = tribe.state;
      const created = { bondingCurveCoeff, floor, xMax, referralBonus, mint, creator, inviter: inviter ?? nobody };
      if (inviter !== undefined && referralBonus > 0n)
        model.mint(mint, model.account(creator, inviter, mint), referralBonus);
      const events = [tokenEvent(tribe, "tokenCreated", created)];
      if (fill !== undefined) {
        model.account(creator, creator, mint);
        events.push(bought(model, trade, fill, terms));
      }
      return events;
    },
  };
}

/** The inviter's bonus by the flags. */
export function bonusOf({ factory }: Model, flags: number): bigint {
  if ((flags & referralBit) === 0) return 0n;
  return (flags & affiliateBit) === 0 ? factory.referralTokenBonus : factory.affiliateTokenBonus;
}

/** `receiver` is the fee receiver that the caller passes. */
export function planCollect(model: Model, { tribe, receiver }: { tribe: TribeState; receiver: Key }): Plan {
  const { state, token, creator, mint } = tribe;
  const reasons = new Reasons();
  reasons.add(receiver !== model.factory.feeReceiver, "invalidFeeReceiver");
  return {
    instructions: [instruction(curveIdl, "collect", { token, creator, feeReceiver: receiver })],
    reasons: reasons.list,
    apply: () => {
      const creatorAmount = model.keeps(creator, state.creatorFees) ? state.creatorFees : 0n;
      const platformAmount = model.keeps(receiver, state.platformFees) ? state.platformFees : 0n;
      if (creatorAmount + platformAmount === 0n) return [];
      state.creatorFees -= creatorAmount;
      state.platformFees -= platformAmount;
      model.move(token, creator, creatorAmount);
      model.move(token, receiver, platformAmount);
      return [
        tokenEvent(tribe, "feesCollected", { creatorAmount, platformAmount, mint, creator, feeReceiver: receiver }),
      ];
    },
  };
}

export function planMigrate(model: Model, { tribe, caller }: { tribe: TribeState; caller: Key }): Plan {
  const { state, token, mint, places } = tribe;
  const { newMint, conversionVault, pool, poolVault } = places;
  const reasons = new Reasons();
  reasons.add(state.x < state.xMax, "curveOpen");
  const accounts = {
    caller,
    vault,
    token,
    mint,
    newMint,
    conversionVault,
    pool,
    poolVault,
    poolProgram: poolIdl.address,
  };
  return {
    instructions: [instruction(curveIdl, "migrate", accounts)],
    reasons: reasons.list,
    apply: () => (state.migrated ? [] : migrated(model, tribe, caller)),
  };
}

function migrated(model: Model, tribe: TribeState, caller: Key): Event[] {
  const { state, token, mint, places, creator } = tribe;
  const { newMint, conversionVault, pool, poolVault } = places;
  const before = model.balance(caller);
  const { reserve } = state;
  const { rate, poolTokens, vaultTokens } = migrationOf(state.bondingCurveCoeff, reserve, state.referralBonus);
  model.make(caller, newMint, tribe.mintLength);
  model.make(caller, conversionVault, 165);
  model.make(caller, pool, 232);
  model.make(caller, poolVault, 165);
  model.holdings.set(conversionVault, { mint: newMint, owner: token, amount: vaultTokens });
  model.holdings.set(poolVault, { mint: newMint, owner: pool, amount: poolTokens });
  model.supplies.set(newMint, newSupply);
  // the state's own growth, and then exactly the reserve
  const owed = reserve + state.creatorFees + state.platformFees;
  const missing = rentOf(232) + owed - model.balance(token);
  if (missing > 0n) model.move(caller, token, missing);
  model.sizes.set(token, 232);
  model.move(token, pool, reserve);
  state.reserve = 0n;
  state.migrated = true;
  state.rate = rate;
  tribe.pool = {
    creator,
    lamportReserve: reserve,
    tokenReserve: poolTokens,
    creatorFees: 0n,
    platformFees: 0n,
    seq: 1n,
  };
  const lost = before - model.balance(caller);
  const refund = model.balance(vault) - lost >= rentOf(0) ? lost : 0n;
  model.move(vault, caller, refund);
  const opened = {
    seq: 0n,
    tokenId: tribe.id,
    lamports: reserve,
    tokens: poolTokens,
    token,
    mint: newMint,
    creator,
    liquidityFee: 20n,
    creatorFee: 40n,
    platformFee: 40n,
  };
  const event = {
    reserve,
    rate,
    conversionTokens: vaultTokens,
    poolTokens,
    mint,
    newMint,
    liquidityAddress: pool,
    caller,
    refund,
  };
  return [
    { idl: poolIdl, signer: pool, type: "poolCreated", fields: opened },
    tokenEvent(tribe, "tokenMigrated", event),
  ];
}

export function planConvert(
  model: Model,
  { tribe, owner, tokens }: { tribe: TribeState; owner: Key; tokens: bigint },
): Plan {
  const { state, token, mint, places } = tribe;
  const { newMint, conversionVault } = places;
  const reasons = new Reasons();
  reasons.add(!state.migrated, "notMigrated");
  reasons.add(tokens === 0n, "invalidAmount");
  const [held, target] = [model.held(owner, mint), model.held(owner, newMint)];
  reasons.add(held === undefined || target === undefined, "invalidTokenAccount");
  const list = held !== undefined && held < tokens ? [...reasons.list, tooFewTokens] : reasons.list;
  const ownerTokenAccount = associatedToken(owner, mint);
  const ownerNewTokenAccount = associatedToken(owner, newMint);
  const accounts = { owner, token, mint, ownerTokenAccount, conversionVault, ownerNewTokenAccount };
  return {
    instructions: [instruction(curveIdl, "convert", accounts, { tokens })],
    reasons: list,
    apply: () => {
      const newAmount = tokens * state.rate;
      const source = model.holdings.get(conversionVault);
      if (source) source.amount -= newAmount;
      model.mint(mint, model.account(owner, owner, mint), -tokens);
      model.account(owner, owner, newMint).amount += newAmount;
      tribe.converted += tokens;
      return [tokenEvent(tribe, "tokensConverted", { amount: tokens, newAmount, mint, newMint, owner })];
    },
  };
}
