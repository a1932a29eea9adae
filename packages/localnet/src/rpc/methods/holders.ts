import type { ChainAccount } from "../../chain/account.ts";
import type { Chain } from "../../chain/chain.ts";
import { readHolding, type TokenHolding } from "../../chain/token.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key, parseKey } from "../../codec/keys.ts";
import type { Method } from "../dispatch.ts";
import { RPC_CODE, RpcError } from "../errors.ts";
import type { Config } from "../params.ts";
import { firstOf } from "./first-of.ts";

const MAX_PAGE = 1000;
const DELEGATED_AT = 121;
const STATE_AT = 108;
const FROZEN = 2;

interface Holder extends TokenHolding {
  readonly key: Key;
  readonly account: ChainAccount;
}

/**
 * `getTokenAccounts` of the Digital Asset Standard: holders of a mint, holdings of an owner, or both, sorted by address,
 * in pages of at most 1,000 by number or by cursor, read at confirmed. Parameters come as an object. The errors' words
 * are the reference implementation's.
 */
export function holderMethods(chain: Chain): Record<string, Method> {
  return {
    getTokenAccounts: (params) => {
      const config = params.atMost(1).config(0, "struct GetTokenAccounts");
      const [mint, owner] = [readAddress(config, "mint"), readAddress(config, "owner")];
      const paging = readPaging(config);
      const options = config.nested("options", "struct Options") ?? config.nested("displayOptions", "struct Options");
      const showZero = options?.boolean("showZeroBalance") ?? false;
      if (mint === undefined && owner === undefined) throw refusal("Validation Error: Owner or mint must be provided");
      const slot = chain.slotAt("confirmed");
      const [by, value] = owner === undefined ? (["mint", mint] as const) : (["owner", owner] as const);
      const holders = function* (): Generator<Holder> {
        for (const [key, account] of value === undefined ? [] : chain.accounts.holdingsAt(by, value, slot)) {
          if (paging.after !== undefined && key <= paging.after) continue;
          const holding = readHolding(account);
          if (holding === undefined || (mint !== undefined && holding.mint !== mint)) continue;
          if (showZero || holding.amount > 0n) yield { key, account, ...holding };
        }
      };
      return encodePage(holders(), paging, slot);
    },
  };
}

interface Paging {
  readonly limit: number;
  readonly page: number | undefined;
  readonly after: Key | undefined;
}

function readPaging(config: Config): Paging {
  const limit = config.u64("limit") ?? MAX_PAGE;
  const page = config.u64("page");
  const cursor = config.string("cursor");
  if (limit > MAX_PAGE) throw refusal(`Pagination Error. Limit should not be greater than ${MAX_PAGE}.`);
  if (page !== undefined && cursor !== undefined) {
    throw refusal("Pagination Error. Only one pagination parameter supported per query.");
  }
  if (page === 0) throw refusal("Pagination Error. No Pagination Method Selected");
  const after = cursor === undefined ? undefined : parseKey(cursor);
  if (cursor !== undefined && after === undefined) throw refusal(`Cursor Validation Err: ${cursor} is invalid`);
  return { limit, page, after };
}

function readAddress(config: Config, name: string): Key | undefined {
  const text = config.string(name);
  if (text === undefined) return undefined;
  const key = parseKey(text);
  if (key === undefined) throw refusal(`Pubkey Validation Err: ${text} is invalid`);
  return key;
}

function refusal(message: string): RpcError {
  return new RpcError(RPC_CODE.das, message);
}

function encodePage(holders: Iterable<Holder>, { limit, page, after }: Paging, slot: number) {
  const from = ((page ?? 1) - 1) * limit;
  const shown = firstOf(holders, from + limit, (a, b) => (a.key < b.key ? -1 : 1)).slice(from);
  const last = shown.at(-1);
  return {
    last_indexed_slot: slot,
    total: shown.length,
    limit,
    ...(after === undefined ? { page: page ?? 1 } : {}),
    ...(last === undefined ? {} : { cursor: base58Of(last.key) }),
    token_accounts: shown.map(({ key, account, mint, owner, amount }) => ({
      address: base58Of(key),
      mint: base58Of(mint),
      owner: base58Of(owner),
      amount: jsonInteger(amount),
      delegated_amount: jsonInteger(account.data.readBigUInt64LE(DELEGATED_AT)),
      frozen: account.data[STATE_AT] === FROZEN,
      burnt: null,
    })),
  };
}
