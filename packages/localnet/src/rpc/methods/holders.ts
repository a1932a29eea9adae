import type { ChainAccount } from "../../chain/accounts/account.ts";
import { readHolding, type TokenHolding } from "../../chain/accounts/token.ts";
import type { Chain } from "../../chain/chain.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key, parseKey } from "../../codec/keys.ts";
import type { Method } from "../dispatch.ts";
import { RPC_CODE, RpcError } from "../errors.ts";
import type { Config } from "../params.ts";
import { firstOf } from "./first-of.ts";

const MAX_PAGE = 1000;
// How many addresses more than asked for are put in order at a time, since some of the accounts may be empty.
const SPARE = MAX_PAGE;
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
      const keys = value === undefined ? [] : chain.accounts.holdingKeys(by, value);
      const read = (key: Key): Holder | undefined => {
        const account = chain.accounts.getAt(key, slot) ?? null;
        const holding = account === null ? undefined : readHolding(account);
        if (account === null || holding === undefined || (!showZero && holding.amount === 0n)) return undefined;
        const fits = (mint ?? holding.mint) === holding.mint && (owner ?? holding.owner) === holding.owner;
        return fits ? { key, account, ...holding } : undefined;
      };
      return encodePage(holdersInOrder(keys, read, paging), paging, slot);
    },
  };
}

/** Looks at the accounts in the order of their addresses, as far as they are wanted. */
function* holdersInOrder(
  keys: Iterable<Key>,
  read: (key: Key) => Holder | undefined,
  { limit, page, after }: Paging,
): Generator<Holder> {
  const batchSize = (page ?? 1) * limit + SPARE;
  for (let from = after; ; ) {
    const next = firstOf(keysAfter(keys, from), batchSize, (a, b) => (a < b ? -1 : 1));
    for (const key of next) {
      const holder = read(key);
      if (holder !== undefined) yield holder;
    }
    if (next.length < batchSize) return;
    from = next.at(-1);
  }
}

function* keysAfter(keys: Iterable<Key>, after: Key | undefined): Generator<Key> {
  for (const key of keys) if (after === undefined || key > after) yield key;
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
  const shown: Holder[] = [];
  let place = 0;
  for (const holder of holders) {
    if (shown.length === limit) break;
    if (place++ >= from) shown.push(holder);
  }
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
