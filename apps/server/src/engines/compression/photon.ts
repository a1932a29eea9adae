import { toChainAddress } from "@tribe/chain/accounts";
import type { DecompressPart } from "@tribe/chain/claim";
import { type Address, ApiError, type Mint, maxAccountsPerProof } from "@tribe/contract";
import type * as z from "zod/mini";
import { postForText } from "../chain/post-json.ts";
import {
  assetsSchema,
  isSpendable,
  type TokenAccountItem,
  tokenAccountsSchema,
  validityProofSchema,
} from "./photon-answers.ts";
import type { AssetTexts, Compression } from "./port.ts";

const pageLimit = 1_000;
/** Pages of a wallet's accounts that one read loads: a wallet with more claims these first. */
const maxPages = 5;
const timeoutMs = 15_000;

/** A compressed-token indexer at a URL. */
export const connectCompression = (url: string): Compression => {
  let asked = 0;
  const call = async <S extends z.ZodMiniType>(method: string, params: object, schema: S): Promise<z.output<S>> => {
    asked += 1;
    const request = { jsonrpc: "2.0", id: `${asked}`, method, params };
    try {
      const answer: unknown = parseExactly(await postForText(url, request, AbortSignal.timeout(timeoutMs)));
      return schema.parse(resultOf(answer));
    } catch (cause) {
      throw cause instanceof IndexerRefusal ? cause : new ApiError("unavailable", { cause });
    }
  };
  const unavailable = (cause: unknown): never => {
    throw cause instanceof ApiError ? cause : new ApiError("unavailable", { cause });
  };

  const pageOf = (owner: Address, more: object) =>
    call("getCompressedTokenAccountsByOwnerV2", { owner, limit: pageLimit, ...more }, tokenAccountsSchema);

  const spendableOf = async (owner: Address, mint?: Mint) => {
    const items: TokenAccountItem[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < maxPages; page += 1) {
      const more: object = { ...(mint ? { mint } : {}), ...(cursor === null ? {} : { cursor }) };
      const { value } = await pageOf(owner, more);
      // Accounts of another owner in the indexer's answer are ignored.
      items.push(...value.items.filter((item) => item.tokenData.owner === owner && isSpendable(item)));
      cursor = value.cursor ?? null;
      if (cursor === null) break;
    }
    return { items, hasMore: cursor !== null };
  };

  const proven = async (items: readonly TokenAccountItem[]): Promise<DecompressPart> => {
    const { value } = await call(
      "getValidityProofV2",
      { hashes: items.map(({ account }) => account.hash), newAddressesWithTrees: [] },
      validityProofSchema,
    );
    const inputs = items.map(({ account, tokenData }) => {
      const told = value.accounts.find(({ hash }) => hash === account.hash);
      if (!told) throw new ApiError("unavailable", { cause: new Error("a proof leaves out an account") });
      const { rootIndex, merkleContext, leafIndex } = told;
      return {
        amount: tokenData.amount,
        tree: toChainAddress(merkleContext.tree),
        queue: toChainAddress(merkleContext.queue),
        leafIndex,
        rootIndex: rootIndex.proveByIndex ? null : rootIndex.rootIndex,
      };
    });
    const { compressedProof } = value;
    const proof = compressedProof
      ? Buffer.concat(
          [compressedProof.a, compressedProof.b, compressedProof.c].map((part) => Buffer.from(part, "base64")),
        )
      : null;
    return { inputs, proof: proof && new Uint8Array(proof) };
  };

  return {
    accountsOf: async (owner) => {
      const { items, hasMore } = await spendableOf(owner).catch(unavailable);
      const accounts = items.map(({ account, tokenData }) => ({
        hash: account.hash,
        mint: tokenData.mint,
        amount: tokenData.amount,
        tree: account.merkleContext.tree,
      }));
      return { accounts, hasMore };
    },

    proofOf: async (owner, mint, hashes) => {
      const { items } = await spendableOf(owner, mint).catch(unavailable);
      const wanted = hashes.map((hash) => items.find(({ account }) => account.hash === hash));
      const found = wanted.filter((item) => item !== undefined);
      if (found.length < hashes.length) return null;
      // All at once when all are proven by index; else one proof for each few accounts, which may include some proven by
      // index.
      const size = found.every(({ account }) => account.proveByIndex) ? found.length : maxAccountsPerProof;
      const groups = Array.from({ length: Math.ceil(found.length / size) }, (_, group) =>
        found.slice(group * size, (group + 1) * size),
      );
      try {
        return await Promise.all(groups.map(proven));
      } catch (error) {
        // An account was spent between the two requests.
        if (error instanceof IndexerRefusal) return null;
        throw error;
      }
    },

    assetsOf: async (mints) => {
      if (mints.length === 0) return new Map();
      const assets = await call("getAssetBatch", { ids: mints }, assetsSchema).catch(unavailable);
      return new Map(assets.flatMap((asset) => (asset ? [[asset.id, textsOf(asset)] as const] : [])));
    },
  };
};

const textsOf = ({ content, token_info: info }: NonNullable<z.output<typeof assetsSchema>[number]>): AssetTexts => ({
  name: content?.metadata?.name || null,
  symbol: content?.metadata?.symbol || info?.symbol || null,
  picture: content?.links?.image || null,
});

/** The indexer's answer when it does not know the requested object. */
class IndexerRefusal extends Error {
  override readonly name = "IndexerRefusal";
}

const resultOf = (answer: unknown): unknown => {
  if (typeof answer !== "object" || answer === null) throw new Error("the indexer's answer is no JSON-RPC");
  if ("error" in answer && answer.error) throw new IndexerRefusal(JSON.stringify(answer.error).slice(0, 500));
  return "result" in answer ? answer.result : null;
};

/** Strings, with any content, and integers that may exceed a double. */
const textOrLargeInteger = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/gu;

/** Parses JSON with large integers as strings. @throws SyntaxError */
const parseExactly = (text: string): unknown =>
  JSON.parse(text.replace(textOrLargeInteger, (found) => (found.startsWith('"') ? found : `"${found}"`)));
