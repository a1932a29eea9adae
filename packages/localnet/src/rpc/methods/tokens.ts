import type { ChainAccount } from "../../chain/account.ts";
import type { Chain } from "../../chain/chain.ts";
import { isTokenProgram, type MintFacts, readHolding, readMint, uiAmount } from "../../chain/token.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key } from "../../codec/keys.ts";
import { readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { encodeAccount, readAccountEncoding } from "../encode-account.ts";
import { invalidParams } from "../errors.ts";
import { type Config, readKey } from "../params.ts";

const LARGEST = 20;
const MAX_PAGE = 1000;

/** Token accounts, balances, supply and holders. */
export function tokenMethods(chain: Chain): Record<string, Method> {
  const requireMint = (key: Key, slot: number): MintFacts => {
    const account = chain.account(key, slot);
    const facts = account === null ? undefined : readMint(account);
    if (facts === undefined) throw invalidParams("Invalid param: could not find mint");
    return facts;
  };

  return {
    getTokenAccountsByOwner: (params) => {
      const owner = params.atMost(3).key(0);
      const wanted = readTokenFilter(chain, params.config(1));
      const config = params.config(2);
      const encoding = readAccountEncoding(config);
      const slot = readSlot(chain, config);
      const read = (key: Key) => chain.account(key, slot);
      const found: unknown[] = [];
      for (const [key, account] of chain.accounts.holdingsAt("owner", owner, slot)) {
        if (wanted(account)) found.push({ pubkey: base58Of(key), account: encodeAccount(account, encoding, read) });
      }
      return withContext(slot, found);
    },

    getTokenAccountBalance: (params) => {
      const key = params.atMost(2).key(0);
      const slot = readSlot(chain, params.config(1));
      const account = chain.account(key, slot);
      if (account === null) throw invalidParams("Invalid param: could not find account");
      const holding = readHolding(account);
      if (holding === undefined) throw invalidParams("Invalid param: not a Token account");
      return withContext(slot, uiAmount(holding.amount, requireMint(holding.mint, slot).decimals));
    },

    getTokenSupply: (params) => {
      const key = params.atMost(2).key(0);
      const slot = readSlot(chain, params.config(1));
      const account = chain.account(key, slot);
      if (account === null) throw invalidParams("Invalid param: could not find account");
      const facts = readMint(account);
      if (facts === undefined) throw invalidParams("Invalid param: not a Token mint");
      return withContext(slot, uiAmount(facts.supply, facts.decimals));
    },

    getTokenLargestAccounts: (params) => {
      const mint = params.atMost(2).key(0);
      const slot = readSlot(chain, params.config(1));
      const account = chain.account(mint, slot);
      const facts = account === null ? undefined : readMint(account);
      if (facts === undefined) throw invalidParams("Invalid param: not a Token mint");
      const holders: { key: Key; amount: bigint }[] = [];
      for (const [key, holder] of chain.accounts.holdingsAt("mint", mint, slot)) {
        holders.push({ key, amount: readHolding(holder)?.amount ?? 0n });
      }
      holders.sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1));
      const value = holders
        .slice(0, LARGEST)
        .map(({ key, amount }) => ({ address: base58Of(key), ...uiAmount(amount, facts.decimals) }));
      return withContext(slot, value);
    },
  };
}

/** Either a mint or a token program must be named. */
function readTokenFilter(chain: Chain, config: Config): (account: ChainAccount) => boolean {
  const mint = config.key("mint");
  if (mint !== undefined) {
    const account = chain.account(mint);
    if (account === null || readMint(account) === undefined) {
      throw invalidParams("Invalid param: could not find mint");
    }
    return (holder) => readHolding(holder)?.mint === mint;
  }
  const program = config.key("programId");
  if (program === undefined) throw invalidParams("Invalid params: missing field `mint` or `programId`.");
  if (!isTokenProgram(program)) throw invalidParams("Invalid param: unrecognized Token program id");
  return (holder) => holder.owner === program;
}

/**
 * `getTokenAccounts` of the DAS interface: holders of a mint (or holdings of an owner), sorted by address, in pages of
 * at most 1,000 by number or by cursor. Its parameters come as an object.
 */
export function listTokenAccounts(chain: Chain, config: Config): unknown {
  const [mint, owner] = [config.key("mint"), config.key("owner")];
  const limit = Math.min(config.u64("limit") ?? MAX_PAGE, MAX_PAGE);
  const by = mint === undefined ? "owner" : "mint";
  const value = mint ?? owner;
  if (value === undefined) throw invalidParams("Invalid params: `mint` or `owner` is required");
  const showZero = config.nested("options")?.at("showZeroBalance") === true;
  const holdings: { key: Key; account: ChainAccount }[] = [];
  for (const [key, account] of chain.accounts.holdingsAt(by, value, chain.slotAt("confirmed"))) {
    const holding = readHolding(account);
    if (holding === undefined || (owner !== undefined && holding.owner !== owner)) continue;
    if (showZero || holding.amount > 0n) holdings.push({ key, account });
  }
  holdings.sort((a, b) => (a.key < b.key ? -1 : 1));
  const cursor = config.string("cursor");
  const page = config.u64("page") ?? 1;
  const after = cursor === undefined ? undefined : readKey(cursor);
  const start = after === undefined ? (Math.max(1, page) - 1) * limit : holdings.findIndex(({ key }) => key > after);
  const shown = start < 0 ? [] : holdings.slice(start, start + limit);
  const last = shown.at(-1);
  return {
    total: shown.length,
    limit,
    ...(cursor === undefined ? { page } : {}),
    ...(last === undefined ? {} : { cursor: base58Of(last.key) }),
    token_accounts: shown.map(({ key, account }) => encodeHolder(key, account)),
  };
}

function encodeHolder(key: Key, account: ChainAccount) {
  const holding = readHolding(account);
  return {
    address: base58Of(key),
    mint: holding === undefined ? null : base58Of(holding.mint),
    owner: holding === undefined ? null : base58Of(holding.owner),
    amount: jsonInteger(holding?.amount ?? 0n),
    delegated_amount: jsonInteger(account.data.readBigUInt64LE(121)),
    frozen: account.data[108] === 2,
    burnt: null,
  };
}
