import type { Chain } from "../../chain/chain.ts";
import { decodeBase58, encodeBase58 } from "../../codec/base58.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key, keyAt, parseKey, rawBytes } from "../../codec/keys.ts";
import type { CompressedAccount, TouchedIn } from "../../light/compressed-accounts.ts";
import type { CompressedTokens } from "../../light/state-changes.ts";
import type { StateTree } from "../../light/trees.ts";
import { withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { RPC_CODE, RpcError } from "../errors.ts";
import type { Config, Params } from "../params.ts";
import { missingField } from "../rust-values.ts";

const MAX_PAGE = 1000;
const STATE_V2 = 3;
const NO_ROOT = "11111111111111111111111111111111";
const AMOUNT_BYTES = 8;

/**
 * Photon's methods, of its second version and those without one, as light-protocol's `stateless.js` calls them. Queues are
 * never emptied here, so every account is proven by its index in one, and no validity proof is needed. Parameters are one
 * object. Error texts are Photon's, if it has any.
 */
export function compressionMethods(chain: Chain): Record<string, Method> {
  const accounts = () => chain.compression.accounts;
  const answer = (value: unknown) => withContext(chain.slot, value);
  const configOf = (params: Params) => params.atMost(1).config(0, "a map");

  /** The account that a call names by hash or by address. */
  const named = (config: Config): CompressedAccount | undefined => {
    const [hash, address] = [config.key("hash"), config.key("address")];
    if ((hash === undefined) === (address === undefined)) throw refusal("Either hash or address must be provided");
    if (hash !== undefined) return accounts().withHash(hash);
    return address === undefined ? undefined : accounts().withAddress(address);
  };

  const tokenAccounts = (by: "owner" | "delegate") => (params: Params) => {
    const config = configOf(params);
    const mint = config.key("mint");
    const all = accounts().of(by, required(config, by));
    const fitting = [...all].filter(({ tokens }) => mint === undefined || tokens?.mint === mint);
    const { items, cursor } = pageOf(fitting, config);
    return answer({
      items: items.flatMap((account) =>
        account.tokens === null ? [] : [{ account: encodeAccount(account), tokenData: encodeTokens(account.tokens) }],
      ),
      cursor,
    });
  };

  const balancesOf = (config: Config) => {
    const mint = config.key("mint");
    const totals = new Map<Key, bigint>();
    for (const { tokens } of accounts().of("owner", required(config, "owner"))) {
      if (tokens === null || (mint !== undefined && tokens.mint !== mint)) continue;
      totals.set(tokens.mint, (totals.get(tokens.mint) ?? 0n) + tokens.amount);
    }
    return [...totals].map(([key, total]) => ({ mint: base58Of(key), balance: jsonInteger(total) }));
  };

  const signatures = (touched: readonly TouchedIn[], config: Config) => {
    const limit = readLimit(config);
    const newestFirst = [...touched].reverse();
    const cursor = config.string("cursor");
    const known = newestFirst.findIndex(({ signature }) => base58Of(signature) === cursor);
    const items = newestFirst.slice(known + 1, known + 1 + limit);
    const last = items.at(-1);
    return answer({
      items: items.map(({ signature, slot, blockTime }) => ({ signature: base58Of(signature), slot, blockTime })),
      cursor: last === undefined || items.length < limit ? null : base58Of(last.signature),
    });
  };

  const proofOf = (hash: Key) => {
    const account = accounts().withHash(hash);
    if (account === undefined) {
      const why = accounts().isSpent(hash) ? "is spent" : "was not found";
      throw refusal(`Record Not Found: the leaf node ${base58Of(hash)} ${why}`);
    }
    return {
      hash: base58Of(hash),
      root: NO_ROOT,
      rootIndex: { rootIndex: 0, proveByIndex: true },
      leafIndex: account.leafIndex,
      merkleContext: encodeTree(account.tree),
    };
  };

  return {
    getIndexerHealth: () => "ok",
    getIndexerSlot: () => chain.slot,

    getCompressedAccountV2: (params) => {
      const account = named(configOf(params));
      return answer(account === undefined ? null : encodeAccount(account));
    },

    getMultipleCompressedAccountsV2: (params) => {
      const config = configOf(params);
      const hashes = config.strings("hashes")?.map((text) => accounts().withHash(readHash(text)));
      const addresses = config.strings("addresses")?.map((text) => accounts().withAddress(readHash(text)));
      const found = hashes ?? addresses;
      if (found === undefined) throw refusal("Either hashes or addresses must be provided");
      // Spent ones are left out: the client does not read empty entries.
      return answer({ items: found.filter((account) => account !== undefined).map(encodeAccount) });
    },

    getCompressedAccountsByOwnerV2: (params) => {
      const config = configOf(params);
      const { items, cursor } = pageOf([...accounts().of("program", required(config, "owner"))], config);
      return answer({ items: items.map(encodeAccount), cursor });
    },

    getCompressedTokenAccountsByOwnerV2: tokenAccounts("owner"),
    getCompressedTokenAccountsByDelegateV2: tokenAccounts("delegate"),

    getCompressedTokenBalancesByOwnerV2: (params) => answer({ items: balancesOf(configOf(params)), cursor: null }),
    getCompressedTokenBalancesByOwner: (params) =>
      answer({ tokenBalances: balancesOf(configOf(params)), cursor: null }),

    getCompressedTokenAccountBalance: (params) => {
      const tokens = named(configOf(params))?.tokens;
      if (!tokens) throw refusal("Record Not Found: no token account has this hash or address");
      return answer({ amount: jsonInteger(tokens.amount) });
    },

    getCompressedBalanceByOwner: (params) => {
      let total = 0n;
      for (const { content } of accounts().of("program", required(configOf(params), "owner")))
        total += content.lamports;
      return answer(jsonInteger(total));
    },

    getCompressedMintTokenHolders: (params) => {
      const config = configOf(params);
      const totals = new Map<Key, bigint>();
      for (const { tokens } of accounts().of("mint", required(config, "mint")))
        if (tokens !== null) totals.set(tokens.owner, (totals.get(tokens.owner) ?? 0n) + tokens.amount);
      return answer(holdersPage(totals, config));
    },

    getValidityProofV2: (params) => {
      const config = configOf(params);
      if ((config.list("newAddressesWithTrees") ?? []).length > 0)
        throw refusal("A proof that an address is new needs a prover, which this chain has not");
      const hashes = (config.strings("hashes") ?? []).map(readHash);
      return answer({ compressedProof: null, accounts: hashes.map(proofOf), addresses: [] });
    },

    getCompressionSignaturesForTokenOwner: (params) => {
      const config = configOf(params);
      return signatures(accounts().touchedOf(required(config, "owner")), config);
    },
    getCompressionSignaturesForOwner: (params) => {
      const config = configOf(params);
      return signatures(accounts().touchedOf(required(config, "owner")), config);
    },
  };
}

/** Photon's errors name no data, and its client wants the field. */
function refusal(message: string): RpcError {
  return new RpcError(RPC_CODE.invalidParams, message, null);
}

function required(config: Config, name: string): Key {
  const key = config.key(name);
  if (key === undefined) throw missingField(name);
  return key;
}

function readHash(text: string): Key {
  const hash = parseKey(text);
  if (hash === undefined) throw refusal(`${text.slice(0, 100)} is no hash of 32 bytes`);
  return hash;
}

function readLimit(config: Config): number {
  const limit = config.u64("limit") ?? MAX_PAGE;
  if (limit < 1 || limit > MAX_PAGE) throw refusal(`The limit must be from 1 to ${MAX_PAGE}`);
  return limit;
}

/** Sorted by hash, so that a page continues even after an account that was spent meanwhile. */
function pageOf(all: readonly CompressedAccount[], config: Config) {
  const limit = readLimit(config);
  const after = config.key("cursor");
  const sorted = all
    .filter(({ hash }) => after === undefined || hash > after)
    .sort((one, other) => (one.hash < other.hash ? -1 : 1));
  const items = sorted.slice(0, limit);
  const last = items.at(-1);
  return { items, cursor: last === undefined || sorted.length <= limit ? null : base58Of(last.hash) };
}

/** Largest holding first; the cursor is the amount and owner of the last entry. */
function holdersPage(totals: ReadonlyMap<Key, bigint>, config: Config) {
  const limit = readLimit(config);
  const cursor = config.string("cursor");
  const after = cursor === undefined ? undefined : readHolderCursor(cursor);
  const sorted = [...totals]
    .sort(([one, a], [other, b]) => (a === b ? (one < other ? -1 : 1) : a > b ? -1 : 1))
    .filter(
      ([owner, total]) => after === undefined || total < after.total || (total === after.total && owner > after.owner),
    );
  const items = sorted.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(([owner, total]) => ({ owner: base58Of(owner), balance: jsonInteger(total) })),
    cursor: last === undefined || sorted.length <= limit ? null : holderCursor(last[0], last[1]),
  };
}

function holderCursor(owner: Key, total: bigint): string {
  const bytes = Buffer.alloc(AMOUNT_BYTES);
  bytes.writeBigUInt64LE(total);
  return encodeBase58(Buffer.concat([bytes, rawBytes(owner)]));
}

function readHolderCursor(text: string): { readonly owner: Key; readonly total: bigint } {
  const bytes = text.length > 64 ? undefined : decodeBase58(text);
  if (bytes?.length !== AMOUNT_BYTES + 32) throw refusal("The cursor is none of this method");
  return { total: bytes.readBigUInt64LE(), owner: keyAt(bytes, AMOUNT_BYTES) };
}

function encodeTree({ tree, queue, cpiContext }: StateTree) {
  return {
    treeType: STATE_V2,
    tree: base58Of(tree),
    queue: base58Of(queue),
    cpiContext: base58Of(cpiContext),
    nextTreeContext: null,
  };
}

function encodeAccount({ hash, leafIndex, tree, content, slot }: CompressedAccount) {
  const { address, data, lamports, owner } = content;
  return {
    address: address === null ? null : base58Of(address),
    hash: base58Of(hash),
    data:
      data === null
        ? null
        : {
            data: data.data.toString("base64"),
            dataHash: base58Of(data.dataHash),
            discriminator: jsonInteger(data.discriminator),
          },
    lamports: jsonInteger(lamports),
    owner: base58Of(owner),
    leafIndex,
    seq: null,
    slotCreated: slot,
    merkleContext: encodeTree(tree),
    proveByIndex: true,
  };
}

function encodeTokens({ mint, owner, amount, delegate, isFrozen }: CompressedTokens) {
  return {
    mint: base58Of(mint),
    owner: base58Of(owner),
    amount: jsonInteger(amount),
    delegate: delegate === null ? null : base58Of(delegate),
    state: isFrozen ? "frozen" : "initialized",
    tlv: null,
  };
}
