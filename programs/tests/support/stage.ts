/** A machine with a factory, its officers, and short ways to create tokens in the state that a test needs. */
import { pathToFileURL } from "node:url";
import { curveIdl, poolIdl, type Value } from "./idl.ts";
import { constantPda, instruction } from "./instructions.ts";
import {
  associatedToken,
  associatedTokenProgram,
  bytesOf,
  derive,
  type Key,
  keyFor,
  systemProgram,
  token2022,
  upgradeableLoader,
} from "./keys.ts";
import { type Instruction, Machine, type Sent, sol } from "./machine.ts";

export const curve = curveIdl.address;
export const factory = constantPda(curve, "factory");
export const vault = constantPda(curve, "vault");
export const programData = derive(upgradeableLoader, bytesOf(curve)).key;
/** One token in base units. */
export const unit = 1_000_000_000n;
/** Position at which every curve starts. */
export const floor = 150n * unit;
/** The largest 64-bit integer. */
export const anyPrice = 2n ** 64n - 1n;

/** One token's addresses. */
export type Tribe = { readonly id: bigint; readonly token: Key; readonly mint: Key; readonly creator: Key };
export type Order = { tokens: bigint; maxLamports: bigint; minTokens: bigint };
export const noBuy: Order = { tokens: 0n, maxLamports: 0n, minTokens: 0n };
export const buyOf = (tokens: bigint): Order => ({ tokens, maxLamports: anyPrice, minTokens: 0n });
/** The committed programs, or those in the folder `TRIBE_PROGRAMS`. */
export const artifact = (name: string): URL => {
  const folder = process.env.TRIBE_PROGRAMS;
  return folder ? pathToFileURL(`${folder}/${name}.so`) : new URL(`../../artifacts/${name}.so`, import.meta.url);
};

/** Both programs in a fresh machine, with their upgrade authority. */
export const newMachine = (authority: Key): Machine =>
  new Machine([
    { address: curve, path: artifact("curve"), authority },
    { address: poolIdl.address, path: artifact("pool"), authority },
  ]);

export const tribeOf = (id: bigint, creator: Key): Tribe => ({
  id,
  token: derive(curve, "token", id).key,
  mint: derive(curve, "mint", id).key,
  creator,
});

/** Addresses that a migration creates. */
export type Places = {
  readonly newMint: Key;
  readonly conversionVault: Key;
  readonly pool: Key;
  readonly poolVault: Key;
  readonly bumps: Uint8Array;
};

/** The addresses of a token and of its migration. */
export function placesOf(id: bigint, poolProgram: Key): Places {
  const token = tribeOf(id, systemProgram).token;
  const newMint = derive(curve, "new_mint", id);
  const conversion = derive(curve, "conversion", id);
  const pool = derive(poolProgram, "pool", bytesOf(token));
  const poolVault = derive(poolProgram, "vault", bytesOf(pool.key));
  const bumps = Uint8Array.of(newMint.bump, conversion.bump, pool.bump, poolVault.bump);
  return { newMint: newMint.key, conversionVault: conversion.key, pool: pool.key, poolVault: poolVault.key, bumps };
}

/** Fails the test with the program's logs. */
export function must(sent: Sent): Sent {
  if (sent.error !== undefined) throw new Error(`${sent.error}\n${sent.logs().join("\n")}`);
  return sent;
}

export class Stage {
  readonly admin = keyFor("admin");
  readonly superAdmin = keyFor("super admin");
  readonly upgradeAuthority = keyFor("upgrade authority");
  readonly machine = newMachine(this.upgradeAuthority);
  #next = 1n;

  /** Sets the factory up unless `initialized` is false. */
  constructor(initialized = true) {
    this.machine.fund(this.admin, 1_000n * sol);
    this.machine.fund(this.superAdmin, 1_000n * sol);
    if (initialized) must(this.send(this.initialize()));
  }

  initialize(): Instruction {
    const { admin, superAdmin, upgradeAuthority } = this;
    const accounts = { payer: this.wallet("deployer"), upgradeAuthority, superAdmin, programData };
    return instruction(curveIdl, "initializeFactory", accounts, { admin });
  }

  send = (...instructions: readonly Instruction[]): Sent => this.machine.send(...instructions);

  /** A wallet with this many lamports; the same name gives the same wallet. */
  wallet(name: string, lamports = 10_000n * sol): Key {
    const key = keyFor("wallet", name);
    this.machine.fund(key, lamports);
    return key;
  }

  nextTribe(creator: Key): Tribe {
    this.#next += 1n;
    return tribeOf(this.#next, creator);
  }

  create(
    { id, token, mint, creator }: Tribe,
    options: {
      firstBuy?: Order;
      inviter?: Key;
      flags?: bigint;
      name?: string;
      symbol?: string;
      uri?: string;
      referralBonus?: bigint;
    } = {},
  ): Instruction {
    const { firstBuy = noBuy, inviter, flags = 0n, name = "Ada's Tribe", symbol = "ADA" } = options;
    const seen = this.settingsSeen(flags);
    const accounts = {
      creator,
      admin: this.admin,
      token,
      mint,
      creatorTokenAccount: associatedToken(creator, mint),
      inviter,
      inviterTokenAccount: inviter === undefined ? undefined : associatedToken(inviter, mint),
    };
    const uri = options.uri ?? "https://tribe.example/t/1";
    const { referralBonus = seen.referralBonus } = options;
    const args = { tokenId: id, name, symbol, uri, firstBuy, ...seen, referralBonus, flags };
    return instruction(curveIdl, "createToken", accounts, args);
  }

  /** The factory's settings for a creator: the coefficient, and the inviter's bonus by the flags. */
  settingsSeen(flags: bigint): { bondingCurveCoeff: bigint; referralBonus: bigint } {
    const read = this.read("factory", factory) as Record<string, bigint>; // the IDL says integers of these three
    const { bondingCurveCoeff = 0n, referralTokenBonus = 0n, affiliateTokenBonus = 0n } = read;
    const claimed = (flags & 2n) === 0n ? referralTokenBonus : affiliateTokenBonus;
    return { bondingCurveCoeff, referralBonus: (flags & 1n) === 0n ? 0n : claimed };
  }

  buy({ token, mint }: Tribe, buyer: Key, order: Order, flags = 0n, referrer?: Key): Instruction {
    const buyerTokenAccount = associatedToken(buyer, mint);
    const accounts = { buyer, admin: this.admin, token, mint, buyerTokenAccount, referrer };
    return instruction(curveIdl, "buy", accounts, { ...order, flags });
  }

  sell(
    { token, mint }: Tribe,
    seller: Key,
    tokens: bigint,
    options: { minLamports?: bigint; flags?: bigint; referrer?: Key; plain?: boolean } = {},
  ): Instruction {
    const { minLamports = 0n, flags = 0n, referrer, plain = false } = options;
    const sellerTokenAccount = associatedToken(seller, mint);
    const admin = plain ? undefined : this.admin;
    const accounts = { seller, admin, token, mint, sellerTokenAccount, referrer };
    return instruction(curveIdl, "sell", accounts, { tokens, minLamports, flags });
  }

  collect({ token, creator }: Tribe): Instruction {
    return instruction(curveIdl, "collect", { token, creator, feeReceiver: this.addresses().feeReceiver });
  }

  changeCreator({ token, mint, creator }: Tribe, newCreator: Key): Instruction {
    return instruction(curveIdl, "changeCreator", { token, mint, creator, newCreator });
  }

  /** The same in the token's pool. */
  changePoolCreator(tribe: Tribe, newCreator: Key): Instruction {
    const { pool, newMint: mint } = this.places(tribe);
    return instruction(poolIdl, "changeCreator", { pool, mint, creator: tribe.creator, newCreator });
  }

  migrate(tribe: Tribe, caller: Key): Instruction {
    const { newMint, conversionVault, pool, poolVault } = this.places(tribe);
    const { token, mint } = tribe;
    return instruction(curveIdl, "migrate", { caller, vault, token, mint, newMint, conversionVault, pool, poolVault });
  }

  convert(tribe: Tribe, owner: Key, tokens: bigint): Instruction {
    const { newMint, conversionVault } = this.places(tribe);
    const { token, mint } = tribe;
    const ownerTokenAccount = associatedToken(owner, mint);
    const ownerNewTokenAccount = associatedToken(owner, newMint);
    const accounts = { owner, token, mint, ownerTokenAccount, conversionVault, ownerNewTokenAccount };
    return instruction(curveIdl, "convert", accounts, { tokens });
  }

  swap(tribe: Tribe, trader: Key, side: "buy" | "sell", amount: bigint, min = 0n): Instruction {
    const { newMint, pool, poolVault } = this.places(tribe);
    const account = associatedToken(trader, newMint);
    const accounts = { pool, vault: poolVault, [`${side}er`]: trader, [`${side}erTokenAccount`]: account };
    const args = side === "buy" ? { lamports: amount, minTokens: min } : { tokens: amount, minLamports: min };
    return instruction(poolIdl, side, accounts, args);
  }

  /** The addresses of the token's migration. */
  places({ id }: Tribe): Places {
    return placesOf(id, poolIdl.address);
  }

  /** Addresses that the factory keeps. */
  addresses(): Record<"feeReceiver" | "withdrawReceiver", Key> {
    return this.read("factory", factory) as Record<"feeReceiver" | "withdrawReceiver", Key>; // the IDL says addresses
  }

  /** A super admin's instruction without other accounts. */
  officer(name: string, args: Record<string, Value> = {}, superAdmin = this.superAdmin): Instruction {
    return instruction(curveIdl, name, { superAdmin }, args);
  }

  /** A guardian's instruction. */
  guard(name: "pauseAsGuardian" | "stopSellsAsGuardian", guardian: Key): Instruction {
    return instruction(curveIdl, name, { guardian });
  }

  /** A new tribe, created and bought from as given. */
  tribe(name: string, options: Parameters<Stage["create"]>[1] = {}): Tribe {
    const tribe = this.nextTribe(this.wallet(name));
    must(this.send(this.create(tribe, options)));
    return tribe;
  }

  /** Creates an owner's token account, idempotently, at the payer's cost. */
  makeTokenAccount(owner: Key, mint: Key, program = token2022): Key {
    const account = associatedToken(owner, mint, program);
    const reading = (key: Key) => ({ key, signer: false, writable: false });
    const metas = [
      { key: this.machine.payer, signer: true, writable: true },
      { key: account, signer: false, writable: true },
      ...[owner, mint, systemProgram, program].map(reading),
    ];
    must(this.send({ program: associatedTokenProgram, metas, data: Uint8Array.of(1) }));
    return account;
  }

  /** Base units in an owner's token account. */
  holding(owner: Key, mint: Key): bigint {
    return amountAt(this.machine.data(associatedToken(owner, mint)));
  }

  supply(mint: Key): bigint {
    return this.machine.data(mint).readBigUInt64LE(36);
  }

  /** Fields of one of our accounts. */
  read(layout: string, key: Key): Record<string, Value> {
    return curveIdl.readAccount(layout, this.machine.data(key));
  }

  /** Overwrites fields of a token's pool without any checks. */
  patchPool(tribe: Tribe, change: Record<string, Value>): void {
    this.patch("pool", this.places(tribe).pool, change, poolIdl);
  }

  /** Overwrites fields without any checks. */
  patch(layout: string, key: Key, change: Record<string, Value>, idl = curveIdl): void {
    const account = this.machine.get(key);
    if (account === undefined) throw new Error(`no ${layout} at ${key}`);
    const written = idl.account(layout, { ...idl.readAccount(layout, account.data), ...change });
    this.machine.set(key, { ...account, data: Buffer.concat([written, account.data.subarray(written.length)]) });
  }
}

/** The balance in a token account's data, in base units. */
export const amountAt = (data: Buffer): bigint => (data.length < 72 ? 0n : data.readBigUInt64LE(64));
