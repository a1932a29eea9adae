import type { PublicKey } from "@solana/web3.js";
import { a, accountViewer, b, c, d, type Field, packed } from "./support.ts";

/** SPL Token. */
export const SPL = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
/** Token-2022. */
export const T22 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
/** The chain's time in Unix seconds. */
export const NOW = 1_700_000_000;
/** An address or key that means none. */
export const none = Buffer.alloc(32);

const option = (key: PublicKey | null) => packed([key === null ? 0 : 1, 4], key ?? none);
/** One extension. */
export const tlv = (type: number, ...fields: Field[]) => {
  const value = packed(...fields);
  return packed([type, 2], [value.length, 2], value);
};

/** A mint with its authority at `b`. */
export function mintData(supply: bigint, decimals: number, ...extensions: Buffer[]): Buffer {
  const base = packed(option(b), supply, [decimals, 1], [1, 1], option(null));
  return extensions.length === 0 ? base : packed(base, Buffer.alloc(165 - 82), [1, 1], ...extensions);
}

/** What a token account says beside its mint (`a`) and owner (`c`). */
export interface Holding {
  readonly amount?: bigint;
  readonly delegate?: PublicKey;
  readonly use?: number;
  readonly native?: bigint;
  readonly close?: PublicKey;
}

/** A token account. */
export function accountData(
  { amount = 5n, delegate, use = 1, native, close }: Holding,
  ...extensions: Buffer[]
): Buffer {
  const reserve = packed([native === undefined ? 0 : 1, 4], native ?? 0n);
  const base = packed(a, c, amount, option(delegate ?? null), [use, 1], reserve, 3n, option(close ?? null));
  return extensions.length === 0 ? base : packed(base, [2, 1], ...extensions);
}

/** How a token account of the mint at `a`, and the mint, are shown. */
export async function shown(program: string, mint: Buffer, account: Buffer) {
  const planted = [
    { address: a, owner: program, data: mint },
    { address: d, owner: program, data: account },
  ];
  const { show, close } = accountViewer(planted, NOW);
  const result = { mint: show(a), account: show(d) };
  await close();
  return result;
}

/** An amount of tokens as the RPC writes it. */
export const uiAmount = (base: string, decimals: number, float: number | null, text: string) => ({
  amount: base,
  decimals,
  uiAmount: float,
  uiAmountString: text,
});
