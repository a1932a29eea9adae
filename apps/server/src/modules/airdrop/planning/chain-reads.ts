import { getBase64Encoder } from "@solana/kit";
import { associatedTokenAddress, type TokenProgram, toChainAddress, tokenProgramAddress } from "@tribe/chain/accounts";
import {
  type AirdropToken,
  decodeAirdropToken,
  decodeMetaplexTexts,
  decodeOnce,
  isOurLookupTable,
  lightPoolAddress,
  lightQueues,
  metaplexAddress,
  type OnceState,
  queueLeavesOffset,
} from "@tribe/chain/airdrop";
import { encodeBase58 } from "@tribe/chain/transactions";
import {
  type Address,
  ApiError,
  type Lamports,
  lamports,
  type Mint,
  type TokenUnits,
  tokenUnits,
} from "@tribe/contract";
import { readMedianPriorityFee } from "../../../engines/chain/median-priority-fee.ts";
import type { Chain } from "../../../engines/chain/port.ts";
import { reading } from "../../../engines/chain/reading.ts";

/** An account as a node returns it. */
type FetchedAccount = { readonly owner: string; readonly data: Uint8Array; readonly lamports: bigint } | null;

/** Accounts per request to a node. */
const accountsPerCall = 100;

const readAccounts = async (
  chain: Chain,
  addresses: readonly Address[],
  slice?: { readonly offset: number; readonly length: number },
): Promise<FetchedAccount[]> => {
  const calls = Array.from({ length: Math.ceil(addresses.length / accountsPerCall) }, (_, call) =>
    addresses.slice(call * accountsPerCall, (call + 1) * accountsPerCall),
  );
  const answers = await Promise.all(
    calls.map((some) =>
      chain.rpc
        .getMultipleAccounts(some.map(toChainAddress), {
          commitment: "confirmed",
          encoding: "base64",
          ...(slice ? { dataSlice: slice } : {}),
        })
        .send(),
    ),
  );
  return answers.flatMap(({ value }) =>
    value.map(
      (account) =>
        account && {
          owner: account.owner,
          data: new Uint8Array(getBase64Encoder().encode(account.data[0])),
          lamports: account.lamports,
        },
    ),
  );
};

/** A token account has its amount after mint and owner, 32 bytes each. */
const amountOf = (account: FetchedAccount | undefined): TokenUnits => {
  const data = account?.data;
  return tokenUnits(data && data.length >= 72 ? new DataView(data.buffer, data.byteOffset).getBigUint64(64, true) : 0n);
};

/** What the chain says about a token that somebody wants to give. */
export interface GivenToken {
  readonly token: AirdropToken;
  /** The balance of the giver's associated account, from which an airdrop is paid. */
  readonly held: TokenUnits;
  readonly hasPool: boolean;
  /** The giver's lamports. */
  readonly balance: Lamports;
  /** Micro-lamports per compute unit. */
  readonly microLamportsPerUnit: bigint;
  /** Whether the cluster's lookup table is the one that our messages are built for. */
  readonly hasLookupTable: boolean;
}

/** Whether an account is the lookup table; false if none was read. */
const isLookupTable = async (account: FetchedAccount | undefined): Promise<boolean> =>
  account ? isOurLookupTable(account.owner, account.data) : false;

/** Reads a token and the giver's balances. @throws ApiError `unavailable`, `airdrop_token_unusable`, `airdrops_waiting` */
export const readGivenToken = async (
  chain: Chain,
  mint: Mint,
  giver: Address,
  program: TokenProgram,
  lookupTable: Address | null,
): Promise<GivenToken> => {
  const source = await associatedTokenAddress(giver, mint, program);
  const pool = await lightPoolAddress(mint);
  const asked = [mint, source, pool, giver, lightQueues[0], ...(lookupTable ? [lookupTable] : [])];
  const [[mintAccount, sourceAccount, poolAccount, wallet, queue, table], microLamportsPerUnit] = await reading(
    Promise.all([readAccounts(chain, asked, { offset: 0, length: 4_096 }), readMedianPriorityFee(chain, [giver])]),
  );
  if (!queue) throw new ApiError("airdrops_waiting");
  const described = mintAccount ? decodeAirdropToken(mint, mintAccount.owner, mintAccount.data) : null;
  if (!described || described.program !== program) throw new ApiError("airdrop_token_unusable");
  if (described.refusal !== null)
    throw new ApiError("airdrop_token_unusable", { message: `${described.refusal}, so it can't be airdropped` });
  const token = described.texts ? described : { ...described, texts: await readTexts(chain, mint, described.program) };
  return {
    token,
    held: amountOf(sourceAccount),
    hasPool: Boolean(poolAccount),
    balance: lamports(wallet?.lamports ?? 0n),
    microLamportsPerUnit,
    hasLookupTable: await isLookupTable(table),
  };
};

const readTexts = async (chain: Chain, mint: Mint, program: TokenProgram): Promise<AirdropToken["texts"]> => {
  if (program !== "token") return null;
  const [account] = await reading(readAccounts(chain, [await metaplexAddress(mint)]));
  return account ? decodeMetaplexTexts(account.owner, account.data) : null;
};

/** One of a wallet's tokens. */
export interface HeldToken {
  readonly mint: Mint;
  readonly amount: TokenUnits;
  readonly token: AirdropToken;
}

/** Reads the tokens of which a wallet's associated accounts hold at least this much. @throws ApiError `unavailable` */
export const readHeldTokens = async (chain: Chain, owner: Address, min: bigint): Promise<HeldToken[]> => {
  const found = await reading(
    Promise.all(
      (["token", "token2022"] as const).map(async (program) => {
        const { value } = await chain.rpc
          .getTokenAccountsByOwner(
            toChainAddress(owner),
            { programId: tokenProgramAddress(program) },
            { commitment: "confirmed", encoding: "base64" },
          )
          .send();
        return value.map(({ pubkey, account }) => {
          const data = new Uint8Array(getBase64Encoder().encode(account.data[0]));
          return { program, pubkey: pubkey as string, data };
        });
      }),
    ),
  );
  const large = found.flat().flatMap(({ program, pubkey, data }) => {
    const amount = amountOf({ owner: "", data, lamports: 0n });
    return amount >= min ? [{ program, pubkey, amount, mint: addressAt(data, 0) }] : [];
  });
  const own = await Promise.all(
    large.map(async (one) =>
      (await associatedTokenAddress(owner, one.mint, one.program)) === one.pubkey ? [one] : [],
    ),
  );
  const accounts = own.flat();
  const mints = await reading(
    readAccounts(
      chain,
      accounts.map(({ mint }) => mint),
    ),
  );
  const tokens = accounts.flatMap(({ mint, amount }, index) => {
    const account = mints[index];
    const token = account ? decodeAirdropToken(mint, account.owner, account.data) : null;
    return token ? [{ mint, amount, token }] : [];
  });
  const nameless = tokens.filter(({ token }) => token.texts === null && token.program === "token");
  const metadata = await reading(
    readAccounts(chain, await Promise.all(nameless.map(({ mint }) => metaplexAddress(mint)))),
  );
  const textsOf = new Map(
    nameless.map(({ mint }, index) => {
      const account = metadata[index];
      return [mint, account ? decodeMetaplexTexts(account.owner, account.data) : null] as const;
    }),
  );
  return tokens
    .map((held) => ({ ...held, token: { ...held.token, texts: held.token.texts ?? textsOf.get(held.mint) ?? null } }))
    .sort((one, other) => (one.amount > other.amount ? -1 : one.amount < other.amount ? 1 : 0));
};

/** What must be read before a transaction of an airdrop can be prepared. */
export interface AirdropFacts {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
  readonly slot: number;
  readonly microLamportsPerUnit: bigint;
  readonly balance: Lamports;
  /** Base units in the giver's associated account. */
  readonly held: TokenUnits;
  readonly hasPool: boolean;
  /** The list's account; null while it does not exist. */
  readonly once: OnceState | null;
  /** The queue of Light with the most room. */
  readonly queue: Address;
  readonly hasLookupTable: boolean;
}

/** Reads what the next transactions are built from. @throws ApiError `unavailable`, `airdrops_waiting` */
export const readAirdropFacts = async (
  chain: Chain,
  task: { readonly creator: Address; readonly airdropMint: Mint; readonly program: TokenProgram },
  once: Address | null,
  lookupTable: Address | null,
): Promise<AirdropFacts> => {
  const source = await associatedTokenAddress(task.creator, task.airdropMint, task.program);
  const pool = await lightPoolAddress(task.airdropMint);
  // Placeholders keep each answer at its index: an account that nobody needs stands for one that does not exist.
  const asked = [task.creator, source, pool, once ?? pool, ...(lookupTable ? [lookupTable] : [])];
  const [latest, [wallet, sourceAccount, poolAccount, onceAccount, table], queues, microLamportsPerUnit] =
    await reading(
      Promise.all([
        chain.rpc.getLatestBlockhash({ commitment: "confirmed" }).send(),
        readAccounts(chain, asked),
        readAccounts(chain, lightQueues, { offset: queueLeavesOffset, length: 8 }),
        readMedianPriorityFee(chain, [task.creator]),
      ]),
    );
  const { blockhash, lastValidBlockHeight } = latest.value;
  return {
    blockhash,
    lastValidBlockHeight: Number(lastValidBlockHeight),
    slot: Number(latest.context.slot),
    microLamportsPerUnit,
    balance: lamports(wallet?.lamports ?? 0n),
    held: amountOf(sourceAccount),
    hasPool: Boolean(poolAccount),
    once: once && onceAccount ? decodeOnce(onceAccount.owner, onceAccount.data) : null,
    queue: emptiest(queues),
    hasLookupTable: await isLookupTable(table),
  };
};

/** @throws ApiError `airdrops_waiting` when there is none */
const emptiest = (queues: readonly FetchedAccount[]): Address => {
  const known = queues.flatMap((queue, index) => {
    const address = lightQueues[index];
    if (!queue || !address || queue.data.length < 8) return [];
    return [{ address, leaves: new DataView(queue.data.buffer, queue.data.byteOffset).getBigUint64(0, true) }];
  });
  const [first, ...others] = known;
  if (!first) throw new ApiError("airdrops_waiting");
  return others.reduce((best, other) => (other.leaves < best.leaves ? other : best), first).address;
};

const addressAt = (data: Uint8Array, offset: number): Address =>
  encodeBase58(data.subarray(offset, offset + 32)) as Address; // 32 bytes
