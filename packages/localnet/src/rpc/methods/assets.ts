import { MetadataPictures } from "../../assets/metadata-pictures.ts";
import { tokenTexts } from "../../assets/token-texts.ts";
import { readHolding, readMint } from "../../chain/accounts/token.ts";
import type { Chain } from "../../chain/chain.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key, parseKey } from "../../codec/keys.ts";
import type { Method } from "../dispatch.ts";
import { RPC_CODE, RpcError } from "../errors.ts";

const MAX_IDS = 1000;
const MAX_PAGE = 1000;

/** An owner's holding of a mint. */
interface Held {
  readonly mint: Key;
  readonly amount: bigint;
  readonly isCompressed: boolean;
}

/**
 * Methods of the Digital Asset Standard about tokens, read at confirmed: name, symbol, picture and decimals of a mint, and an
 * owner's tokens, in ordinary and compressed accounts.
 */
export function assetMethods(chain: Chain): Record<string, Method> {
  const pictures = new MetadataPictures();

  const assetOf = (mint: Key, held?: Held & { readonly owner: Key }) => {
    const slot = chain.slotAt("confirmed");
    const read = (key: Key) => chain.account(key, slot);
    const account = read(mint);
    const facts = account === null ? undefined : readMint(account);
    if (account === null || facts === undefined) return null;
    const texts = tokenTexts(mint, account, read);
    const image = texts === undefined || texts.uri === "" ? null : pictures.of(texts.uri);
    const symbol = texts === undefined ? {} : { symbol: texts.symbol };
    return {
      interface: "FungibleToken",
      id: base58Of(mint),
      content: {
        $schema: "https://schema.metaplex.com/nft1.0.json",
        json_uri: texts?.uri ?? "",
        files: image === null ? [] : [{ uri: image }],
        metadata: texts === undefined ? {} : { name: texts.name, symbol: texts.symbol },
        links: image === null ? {} : { image },
      },
      authorities: [],
      compression: {
        eligible: false,
        compressed: held?.isCompressed ?? false,
        data_hash: "",
        creator_hash: "",
        asset_hash: "",
        tree: "",
        seq: 0,
        leaf_id: 0,
      },
      grouping: [],
      royalty: {
        royalty_model: "creators",
        target: null,
        percent: 0,
        basis_points: 0,
        primary_sale_happened: false,
        locked: false,
      },
      creators: [],
      ownership: {
        frozen: false,
        delegated: false,
        delegate: null,
        ownership_model: "token",
        owner: held === undefined ? "" : base58Of(held.owner),
      },
      supply: null,
      mutable: true,
      burnt: false,
      token_info: {
        ...symbol,
        ...(held === undefined ? {} : { balance: jsonInteger(held.amount) }),
        supply: jsonInteger(facts.supply),
        decimals: facts.decimals,
        token_program: base58Of(account.owner),
      },
    };
  };

  const heldBy = (owner: Key, showZero: boolean): Held[] => {
    const totals = new Map<Key, bigint>();
    for (const [, account] of chain.accounts.holdingsAt("owner", owner, chain.slotAt("confirmed"))) {
      const holding = readHolding(account);
      if (holding !== undefined) totals.set(holding.mint, (totals.get(holding.mint) ?? 0n) + holding.amount);
    }
    const compressed = new Map<Key, bigint>();
    for (const { tokens } of chain.compression.accounts.of("owner", owner))
      if (tokens !== null) compressed.set(tokens.mint, (compressed.get(tokens.mint) ?? 0n) + tokens.amount);
    const listed = (all: Map<Key, bigint>, isCompressed: boolean) =>
      [...all].map(([mint, amount]): Held => ({ mint, amount, isCompressed }));
    return [...listed(totals, false), ...listed(compressed, true)]
      .filter(({ amount }) => showZero || amount > 0n)
      .sort((one, other) =>
        one.mint === other.mint
          ? Number(one.isCompressed) - Number(other.isCompressed)
          : one.mint < other.mint
            ? -1
            : 1,
      );
  };

  return {
    getAssetBatch: (params) => {
      const ids = params.atMost(1).config(0, "struct GetAssetBatch").strings("ids");
      if (ids === undefined) throw refusal("Validation Error: ids must be provided");
      if (ids.length > MAX_IDS) throw refusal(`Batch Size Error. Batch size should not be greater than ${MAX_IDS}.`);
      return ids.map((text) => assetOf(readAddress(text)));
    },

    getAssetsByOwner: (params) => {
      const config = params.atMost(1).config(0, "struct GetAssetsByOwner");
      const text = config.string("ownerAddress");
      if (text === undefined) throw refusal("Validation Error: ownerAddress must be provided");
      const owner = readAddress(text);
      const options = config.nested("options", "struct Options") ?? config.nested("displayOptions", "struct Options");
      const [limit, page] = [config.u64("limit") ?? MAX_PAGE, config.u64("page") ?? 1];
      if (limit > MAX_PAGE) throw refusal(`Pagination Error. Limit should not be greater than ${MAX_PAGE}.`);
      if (page === 0) throw refusal("Pagination Error. No Pagination Method Selected");
      // Without the option a provider lists only indivisible assets, of which there are none here.
      const all = options?.boolean("showFungible") ? heldBy(owner, options.boolean("showZeroBalance")) : [];
      const items = all
        .slice((page - 1) * limit, page * limit)
        .map((held) => assetOf(held.mint, { ...held, owner }))
        .filter((asset) => asset !== null);
      return { total: items.length, limit, page, items };
    },
  };
}

function readAddress(text: string): Key {
  const key = parseKey(text);
  if (key === undefined) throw refusal(`Pubkey Validation Err: ${text.slice(0, 100)} is invalid`);
  return key;
}

function refusal(message: string): RpcError {
  return new RpcError(RPC_CODE.das, message);
}
