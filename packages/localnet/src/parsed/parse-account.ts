import { type ChainAccount, TOKEN_2022_PROGRAM } from "../chain/account.ts";
import { readHolding, readMint, uiAmount } from "../chain/token.ts";
import { base58Of, type Key, keyAt } from "../codec/keys.ts";

/** An account's data in words, as `jsonParsed` gives it. */
export interface ParsedAccount {
  readonly program: string;
  readonly parsed: { readonly type: string; readonly info: unknown };
  readonly space: number;
}

const STATES = ["uninitialized", "initialized", "frozen"];

function optionalKey(data: Buffer, at: number): string | null {
  return data.readUInt32LE(at) === 1 ? base58Of(keyAt(data, at + 4)) : null;
}

/** Parses what is known (accounts and mints of both token programs); `undefined`: the caller falls back to base64. */
export function parseAccount(
  account: ChainAccount,
  read: (key: Key) => ChainAccount | null,
): ParsedAccount | undefined {
  const program = account.owner === TOKEN_2022_PROGRAM ? "spl-token-2022" : "spl-token";
  const { data } = account;
  const space = data.length;
  const holding = readHolding(account);
  if (holding !== undefined) {
    const mint = read(holding.mint);
    const facts = mint === null ? undefined : readMint(mint);
    if (facts === undefined) return undefined;
    const delegate = optionalKey(data, 72);
    const delegated = data.readBigUInt64LE(121);
    const closeAuthority = optionalKey(data, 129);
    const isNative = data.readUInt32LE(109) === 1;
    const info = {
      mint: base58Of(holding.mint),
      owner: base58Of(holding.owner),
      tokenAmount: uiAmount(holding.amount, facts.decimals),
      ...(delegate === null ? {} : { delegate }),
      state: STATES[data[108] ?? 0] ?? "uninitialized",
      isNative,
      ...(isNative ? { rentExemptReserve: uiAmount(data.readBigUInt64LE(113), facts.decimals) } : {}),
      ...(delegate === null ? {} : { delegatedAmount: uiAmount(delegated, facts.decimals) }),
      ...(closeAuthority === null ? {} : { closeAuthority }),
    };
    return { program, parsed: { type: "account", info }, space };
  }
  const mint = readMint(account);
  if (mint === undefined) return undefined;
  const info = {
    mintAuthority: optionalKey(data, 0),
    supply: mint.supply.toString(),
    decimals: mint.decimals,
    isInitialized: true,
    freezeAuthority: optionalKey(data, 46),
  };
  return { program, parsed: { type: "mint", info }, space };
}
