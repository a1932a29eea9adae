/** The model's state: every lamport, token and setting in the READMEs of both programs. */
import type { Idl, Values } from "../support/idl.ts";
import { associatedToken, type Key, keyFor, systemProgram } from "../support/keys.ts";
import { rentOf, sol } from "../support/machine.ts";
import { factory, type Places, type Tribe, vault } from "../support/stage.ts";

/** Names and values of the factory's fields, as in its IDL. */
export type FactoryState = {
  paused: boolean;
  admin: Key;
  superAdmin: Key;
  pendingAdmin: Key;
  pendingSuperAdmin: Key;
  feeReceiver: Key;
  withdrawReceiver: Key;
  guardian: Key;
  guardianPauseEnds: bigint;
  bondingCurveCoeff: bigint;
  tokenCount: bigint;
  seq: bigint;
  sellsStoppedUntil: bigint;
  allowance: bigint;
  allowanceHour: bigint;
  referralTokenBonus: bigint;
  affiliateTokenBonus: bigint;
  announcedFeesFrom: bigint;
  /** Lamports by hour, modulo 25. */
  withdrawn: readonly bigint[];
  referralFee: bigint;
  affiliateFee: bigint;
  discountFee: bigint;
  platformBuyFee: bigint;
  platformSellFee: bigint;
  creatorBuyFee: bigint;
  creatorSellFee: bigint;
  announcedReferralFee: bigint;
  announcedAffiliateFee: bigint;
  announcedDiscountFee: bigint;
  announcedPlatformBuyFee: bigint;
  announcedPlatformSellFee: bigint;
  announcedCreatorBuyFee: bigint;
  announcedCreatorSellFee: bigint;
};

/** No announced fees. */
export const unannounced = {
  announcedFeesFrom: 0n,
  announcedReferralFee: 0n,
  announcedAffiliateFee: 0n,
  announcedDiscountFee: 0n,
  announcedPlatformBuyFee: 0n,
  announcedPlatformSellFee: 0n,
  announcedCreatorBuyFee: 0n,
  announcedCreatorSellFee: 0n,
};
export const noWithdrawals: readonly bigint[] = Array<bigint>(25).fill(0n);

/** One token's curve; `reserve` and the fee counters are lamports, the rest base units. */
export type CurveState = {
  x: bigint;
  reserve: bigint;
  readonly xMax: bigint;
  readonly bondingCurveCoeff: bigint;
  readonly referralBonus: bigint;
  creatorFees: bigint;
  platformFees: bigint;
  seq: bigint;
  rate: bigint;
  migrated: boolean;
};

export type PoolState = {
  /** The person whom the pool pays: a separate field, changed by a separate instruction. */
  creator: Key;
  lamportReserve: bigint;
  tokenReserve: bigint;
  creatorFees: bigint;
  platformFees: bigint;
  seq: bigint;
};

export type TribeState = Omit<Tribe, "creator"> & {
  creator: Key;
  readonly state: CurveState;
  readonly places: Places;
  /** Bytes of the mint, and of the new one. */
  readonly mintLength: number;
  pool: PoolState | undefined;
  /** Old base units burned outside the program, and those converted. */
  burned: bigint;
  converted: bigint;
};

export type TokenAccount = { readonly mint: Key; readonly owner: Key; amount: bigint };

/** An expected event: its type's name in the IDL, its signer, and its fields. */
export type Event = { readonly idl: Idl; readonly signer: Key; readonly type: string; readonly fields: Values };

/** A reason for refusal: the name of one of our errors, or text of another program's or the runtime's error. */
export type Reason = number | string;

/** The zero address stands for nobody. */
export const nobody = systemProgram;
const wealth = 1_000_000n * sol;
export const day = 86_400n;

export class Model {
  /** Traders; the first two are also the first admin and super admin, the last has little SOL. */
  readonly actors: readonly Key[] = Array.from({ length: 8 }, (_, index) => keyFor("actor", index));
  readonly lamports = new Map<Key, bigint>();
  /** Bytes of the accounts that hold data. */
  readonly sizes = new Map<Key, number>();
  readonly holdings = new Map<Key, TokenAccount>();
  readonly supplies = new Map<Key, bigint>();
  readonly tribes: TribeState[] = [];
  readonly factory: FactoryState;
  /** Every withdrawal with its hour; the factory stores them for 25 hours. */
  readonly withdrawals: { readonly hour: bigint; readonly lamports: bigint }[] = [];
  time = 1_800_000_000n;

  constructor() {
    const [admin = nobody, superAdmin = nobody] = this.actors;
    for (const actor of this.actors) this.lamports.set(actor, wealth);
    this.lamports.set(this.actors.at(-1) ?? nobody, 5n * sol);
    this.lamports.set(factory, rentOf(576));
    this.sizes.set(factory, 576);
    this.lamports.set(vault, rentOf(0));
    const pending = { pendingAdmin: nobody, pendingSuperAdmin: nobody };
    const offices = { admin, superAdmin, ...pending, guardian: nobody, guardianPauseEnds: 0n };
    const money = {
      feeReceiver: vault,
      withdrawReceiver: superAdmin,
      allowance: 0n,
      allowanceHour: 0n,
      withdrawn: noWithdrawals,
    };
    const counters = { tokenCount: 0n, seq: 1n, sellsStoppedUntil: 0n, paused: false };
    const fees = {
      referralFee: 60n,
      affiliateFee: 100n,
      discountFee: 20n,
      platformBuyFee: 200n,
      platformSellFee: 200n,
      creatorBuyFee: 200n,
      creatorSellFee: 200n,
      ...unannounced,
    };
    const curves = {
      bondingCurveCoeff: 100_000_000n,
      referralTokenBonus: 10n ** 9n,
      affiliateTokenBonus: 2n * 10n ** 9n,
    };
    this.factory = { ...offices, ...money, ...counters, ...fees, ...curves };
  }

  balance(key: Key): bigint {
    return this.lamports.get(key) ?? 0n;
  }

  /** Whether an account with this many lamports survives: only if it is rent-exempt. */
  keeps(key: Key, lamports: bigint): boolean {
    return this.balance(key) + lamports >= rentOf(this.sizes.get(key) ?? 0);
  }

  move(from: Key, to: Key, lamports: bigint): void {
    this.lamports.set(from, this.balance(from) - lamports);
    this.lamports.set(to, this.balance(to) + lamports);
  }

  /** Adds lamports until an address is rent-exempt for this many bytes. */
  make(payer: Key, key: Key, bytes: number): void {
    this.move(payer, key, this.missing(key, bytes));
    this.sizes.set(key, bytes);
  }

  /** Lamports that an address lacks to be rent-exempt for this many bytes. */
  missing(key: Key, bytes: number): bigint {
    const lacks = rentOf(bytes) - this.balance(key);
    return lacks > 0n ? lacks : 0n;
  }

  /** An owner's associated account of a mint, created at a payer's cost if there is none. */
  account(payer: Key, owner: Key, mint: Key): TokenAccount {
    const key = associatedToken(owner, mint);
    const known = this.holdings.get(key);
    if (known) return known;
    this.make(payer, key, 170);
    const made = { mint, owner, amount: 0n };
    this.holdings.set(key, made);
    return made;
  }

  /** Base units of an owner, undefined without an account. */
  held(owner: Key, mint: Key): bigint | undefined {
    return this.holdings.get(associatedToken(owner, mint))?.amount;
  }

  mint(mint: Key, account: TokenAccount, units: bigint): void {
    account.amount += units;
    this.supplies.set(mint, (this.supplies.get(mint) ?? 0n) + units);
  }
}
