import type { ChainAccount } from "../../chain/accounts/account.ts";
import { isTokenProgram, readHolding, readMint } from "../../chain/accounts/token.ts";
import type { Chain } from "../../chain/chain.ts";
import { base58Of, type Key, rawBytes } from "../../codec/keys.ts";
import { displayAmount, type MintDisplay, mintDisplay } from "../../parsed/token/ui-amount.ts";
import { readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { readAccountEncoding } from "../encode-account.ts";
import { invalidParams } from "../errors.ts";
import type { Config, Params } from "../params.ts";
import { unknownVariant } from "../rust-values.ts";
import { encodeKeyed, fitting } from "./accounts.ts";
import { largestOf } from "./supply.ts";

const DELEGATE_AT = 72;
const SOME = Buffer.from([1, 0, 0, 0]);

/** Token accounts, balances and supply. */
export function tokenMethods(chain: Chain): Record<string, Method> {
  const displayOf = (key: Key, slot: number): MintDisplay => {
    const account = chain.account(key, slot);
    if (account === null) throw invalidParams("Invalid param: could not find mint");
    const display = mintDisplay(account, (other) => chain.account(other, slot));
    if (display === undefined) throw invalidParams("Invalid param: Token mint could not be unpacked");
    return display;
  };

  const requireMint = (key: Key, slot: number): MintDisplay => {
    const display = displayOf(key, slot);
    const account = chain.account(key, slot);
    if (account === null || !isTokenProgram(account.owner)) throw invalidParams("Invalid param: not a Token mint");
    return display;
  };

  /** The accounts that one of the two lists names, restricted by mint or by program as the second parameter says. */
  const list = (params: Params, accountsOf: (chosen: Key, by: TokenFilter, slot: number) => Iterable<Entry>) => {
    const chosen = params.between(2, 3).key(0);
    const by = readTokenFilter(params.config(1, "string or map"));
    const config = params.config(2, "struct RpcAccountInfoConfig");
    const encoding = readAccountEncoding(config);
    const slot = readSlot(chain, config);
    if (by.kind === "mint") requireMint(by.key, slot);
    else if (!isTokenProgram(by.key)) throw invalidParams("Invalid param: unrecognized Token program id");
    const fits = (account: ChainAccount) =>
      by.kind === "mint" ? readHolding(account)?.mint === by.key : account.owner === by.key;
    return withContext(slot, encodeKeyed(chain, fitting(accountsOf(chosen, by, slot), fits), encoding, slot));
  };

  return {
    getTokenAccountsByOwner: (params) =>
      list(params, (owner, _by, slot) => chain.accounts.holdingsAt("owner", owner, slot)),

    getTokenAccountsByDelegate: (params) =>
      list(params, function* (delegate, by, slot) {
        const wanted = Buffer.concat([SOME, rawBytes(delegate)]);
        const candidates =
          by.kind === "mint" ? chain.accounts.holdingsAt("mint", by.key, slot) : chain.accounts.ownedAt(by.key, slot);
        for (const entry of candidates) {
          const { data } = entry[1];
          if (data.length < DELEGATE_AT + wanted.length || readHolding(entry[1]) === undefined) continue;
          if (data.compare(wanted, 0, wanted.length, DELEGATE_AT, DELEGATE_AT + wanted.length) === 0) yield entry;
        }
      }),

    getTokenAccountBalance: (params) => {
      const key = params.between(1, 2).key(0);
      const slot = chain.slotAt(params.commitment(1));
      const account = chain.account(key, slot);
      if (account === null) throw invalidParams("Invalid param: could not find account");
      const holding = readHolding(account);
      if (holding === undefined) throw invalidParams("Invalid param: not a Token account");
      return withContext(slot, displayAmount(holding.amount, displayOf(holding.mint, slot)));
    },

    getTokenSupply: (params) => {
      const key = params.between(1, 2).key(0);
      const slot = chain.slotAt(params.commitment(1));
      const account = chain.account(key, slot);
      if (account === null) throw invalidParams("Invalid param: could not find account");
      if (!isTokenProgram(account.owner)) throw invalidParams("Invalid param: not a Token mint");
      const facts = readMint(account);
      if (facts === undefined) throw invalidParams("Invalid param: mint could not be unpacked");
      return withContext(slot, displayAmount(facts.supply, displayOf(key, slot)));
    },

    getTokenLargestAccounts: (params) => {
      const mint = params.between(1, 2).key(0);
      const slot = chain.slotAt(params.commitment(1));
      const display = requireMint(mint, slot);
      const holders = function* () {
        for (const [key, account] of chain.accounts.holdingsAt("mint", mint, slot)) {
          yield [key, readHolding(account)?.amount ?? 0n] as const;
        }
      };
      const encode = (key: Key, amount: bigint) => ({ address: base58Of(key), ...displayAmount(amount, display) });
      return withContext(slot, largestOf(chain, slot, holders(), encode));
    },
  };
}

type Entry = readonly [Key, ChainAccount];

interface TokenFilter {
  readonly kind: "mint" | "programId";
  readonly key: Key;
}

/** Either a mint or a token program, and nothing else, must be named. */
function readTokenFilter(config: Config): TokenFilter {
  const names = config.names();
  const [name] = names;
  if (name === undefined || names.length > 1) {
    throw invalidParams("Invalid params: invalid value: map, expected map with a single key.");
  }
  if (name !== "mint" && name !== "programId") throw unknownVariant(name, ["mint", "programId"]);
  const key = config.key(name);
  if (key === undefined) throw invalidParams("Invalid params: invalid type: null, expected a string.");
  return { kind: name, key };
}
