import type { Key } from "../../codec/keys.ts";
import type { TokenBalance } from "../../ledger/record.ts";
import type { ChainAccount } from "./account.ts";
import { isTokenProgram, readHolding, readMint } from "./token.ts";

type Read = (key: Key) => ChainAccount | null;

/** Lamports of each account of a transaction. */
export function lamportsOf(keys: readonly Key[], read: Read): bigint[] {
  return keys.map((key) => read(key)?.lamports ?? 0n);
}

/**
 * Token balances of a transaction's accounts, as a node lists them: without those whose mint is gone or belongs to the other
 * program, and none if the transaction names no token program.
 */
export function tokenBalancesOf(keys: readonly Key[], read: Read): TokenBalance[] {
  const balances: TokenBalance[] = [];
  if (!keys.some(isTokenProgram)) return balances;
  keys.forEach((key, accountIndex) => {
    const account = read(key);
    const holding = account === null ? undefined : readHolding(account);
    if (account === null || holding === undefined) return;
    const mint = read(holding.mint);
    const facts = mint?.owner === account.owner ? readMint(mint) : undefined;
    if (facts === undefined) return;
    balances.push({ accountIndex, ...holding, program: account.owner, decimals: facts.decimals });
  });
  return balances;
}
