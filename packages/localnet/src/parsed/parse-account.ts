import {
  type ChainAccount,
  LOOKUP_TABLE_PROGRAM,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
} from "../chain/accounts/account.ts";
import { type Key, knownKey } from "../codec/keys.ts";
import { parseConfig } from "./accounts/config.ts";
import { parseLookupTable } from "./accounts/lookup-table.ts";
import { parseNonce } from "./accounts/nonce.ts";
import { parseStake } from "./accounts/stake.ts";
import { parseSysvar } from "./accounts/sysvar.ts";
import { parseUpgradeableLoader } from "./accounts/upgradeable-loader.ts";
import { parseVote } from "./accounts/vote.ts";
import { UnparsableError } from "./field-reader.ts";
import type { ParsedData } from "./parsed-data.ts";
import { parseTokenAccount } from "./token/parse-token-account.ts";

/** An account's parsed data, as `jsonParsed` returns it. */
export interface ParsedAccount {
  readonly program: string;
  readonly parsed: ParsedData;
  readonly space: number;
}

interface AccountContext {
  readonly key: Key | undefined;
  readonly read: (key: Key) => ChainAccount | null;
}

interface AccountParser {
  readonly program: string;
  readonly parse: (data: Buffer, context: AccountContext) => ParsedData;
}

const PARSERS: ReadonlyMap<Key, AccountParser> = new Map<Key, AccountParser>([
  [SYSTEM_PROGRAM, { program: "nonce", parse: parseNonce }],
  [TOKEN_PROGRAM, { program: "spl-token", parse: (data, { read }) => parseTokenAccount(data, read) }],
  [TOKEN_2022_PROGRAM, { program: "spl-token-2022", parse: (data, { read }) => parseTokenAccount(data, read) }],
  [LOOKUP_TABLE_PROGRAM, { program: "address-lookup-table", parse: parseLookupTable }],
  [STAKE_PROGRAM, { program: "stake", parse: parseStake }],
  [VOTE_PROGRAM, { program: "vote", parse: (data, { key }) => parseVote(data, key) }],
  [
    knownKey("Config1111111111111111111111111111111111111"),
    { program: "config", parse: (data, { key }) => parseConfig(data, key) },
  ],
  [UPGRADEABLE_LOADER, { program: "bpf-upgradeable-loader", parse: parseUpgradeableLoader }],
  [
    knownKey("Sysvar1111111111111111111111111111111111111"),
    { program: "sysvar", parse: (data, { key }) => parseSysvar(data, key) },
  ],
]);

/**
 * Parses the data of the programs that a node can parse; `undefined`: the caller falls back to base64. `read` finds mints and
 * the clock for token amounts; `key` is the account's own address, needed for sysvars, votes and configs.
 */
export function parseAccount(
  account: ChainAccount,
  read: (key: Key) => ChainAccount | null,
  key?: Key,
): ParsedAccount | undefined {
  const parser = PARSERS.get(account.owner);
  if (parser === undefined) return undefined;
  try {
    const parsed = parser.parse(account.data, { key, read });
    return { program: parser.program, parsed, space: account.data.length };
  } catch (error) {
    if (error instanceof UnparsableError) return undefined;
    throw error;
  }
}
