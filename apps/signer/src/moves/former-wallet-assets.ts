import { decodeTokenState, type TokenProgram, tokenStateAddress } from "@tribe/chain/accounts";
import { decodeAirdropToken, tokenProgramOf } from "@tribe/chain/airdrop";
import { type Address, addressSchema, type Mint, type TokenId } from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";
import type { ReadAccounts } from "../chain/node-client.ts";
import { toBase58 } from "../kit/encoding.ts";
import type { BothKeys } from "../wallet/move-wallet.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import type { HeldAccount, MoveNode } from "./move-node.ts";

/** Tokens in one account of the former wallet. */
export interface FormerWalletToken {
  readonly account: Address;
  readonly mint: Mint;
  readonly program: TokenProgram;
  /** Base units; 0 in an account that is only to be closed. */
  readonly units: bigint;
  /** 0 if the mint can't be read. */
  readonly decimals: number;
  /** As the mint has them, untrusted texts; null if it has none. */
  readonly texts: { readonly name: string; readonly symbol: string } | null;
  /** Why it can't be moved; null when it can. */
  readonly stays: StayReason | null;
  /** Whether the account is closed once it is empty: not where somebody else may close it. */
  readonly closes: boolean;
}

/**
 * Why a token account stays: its issuer has frozen it; its mint is not understood, or was not given by the node; it is empty and
 * only somebody else may close it.
 */
export type StayReason = "frozen" | "unreadable" | "closedByOther";

/** A Tribe whose creator on chain is still the former wallet. */
export interface FormerWalletTribe {
  readonly tokenId: TokenId;
  readonly mint: Mint;
  /** Its curve is closed, and its pool stores the creator, too. */
  readonly isMigrated: boolean;
  readonly texts: FormerWalletToken["texts"];
}

/** Everything in the former wallet at one moment. */
export interface FormerWalletAssets {
  readonly lamports: bigint;
  readonly tokens: readonly FormerWalletToken[];
  readonly tribes: readonly FormerWalletTribe[];
  /** Accounts of compressed tokens, which only a claim moves, according to the server; null when nobody could say. */
  readonly claims: number | null;
}

/** Whether nothing is left there: also nothing that can't be moved, or that nobody could say. */
export const isAllMoved = ({ lamports, tokens, tribes, claims }: FormerWalletAssets): boolean =>
  lamports === 0n && tokens.length === 0 && tribes.length === 0 && claims === 0;

/** A node whose newest block is older than this lags: what arrived since then is not in its answer. */
const maxLagMs = 300_000;

const accountsPerCall = 100;
const frozen = 2;
/** Offsets in the token account's layout, which both programs share. */
const at = { amount: 64, state: 108, closeAuthority: 129, closer: 133, end: 165 } as const;

/** Asks for any number of accounts. */
const askMany = async (ask: ReadAccounts, addresses: readonly Address[]) => {
  const calls = Array.from({ length: Math.ceil(addresses.length / accountsPerCall) }, (_, call) =>
    ask(addresses.slice(call * accountsPerCall, (call + 1) * accountsPerCall)),
  );
  return (await Promise.all(calls)).flat();
};

interface Looked {
  readonly from: Address;
  readonly program: Address;
  /** The server's time, ms since 1970. */
  readonly now: number;
}

/**
 * Reads what is still in the former wallet. Whatever is not understood is listed as something that stays, and left out nowhere.
 * @param tribes that it created according to the server; checked on chain
 * @throws when the node is silent, lags, or gives an account that is no token account: then nothing is known
 */
export const readFormerWalletAssets = async (
  { ask, node }: { readonly ask: ReadAccounts; readonly node: MoveNode },
  { from, tribes, claims, program, now }: Looked & Pick<BothKeys, "tribes" | "claims">,
): Promise<FormerWalletAssets> => {
  const { lamports, accounts: held, readAt } = await node.owned(from);
  if (readAt < now - maxLagMs) throw new WalletError("unavailable", walletErrorTexts.nodeLags);
  const states = await Promise.all(tribes.map(({ tokenId }) => tokenStateAddress(tokenId, program)));
  const mints = [...new Set([...held.map(mintOf), ...tribes.map(({ mint }) => mint)])];
  const [mintAccounts, stateAccounts] = await Promise.all([askMany(ask, mints), askMany(ask, states)]);
  const tokenOf = new Map(
    mints.map((mint, index) => {
      const account = mintAccounts[index];
      return [mint, account ? decodeAirdropToken(mint, account.owner, account.data) : null];
    }),
  );
  return {
    lamports,
    claims,
    tokens: held.map((account): FormerWalletToken => {
      const mint = mintOf(account);
      const token = tokenOf.get(mint) ?? null;
      const { data, address } = account;
      const tokenProgram = tokenProgramOf(account.owner);
      if (!tokenProgram || data.length < at.end)
        throw new WalletError("unavailable", walletErrorTexts.nodeNotUnderstood);
      const units = new DataView(data.buffer, data.byteOffset).getBigUint64(at.amount, true);
      const closes = data[at.closeAuthority] === 0 || toBase58(data.slice(at.closer, at.closer + 32)) === from;
      return {
        ...{ account: address, mint, program: tokenProgram, units, closes },
        ...{ decimals: token?.decimals ?? 0, texts: token?.texts ?? null },
        stays: stayOf({ units, closes, isFrozen: data[at.state] === frozen, isRead: token !== null }),
      };
    }),
    tribes: tribes.flatMap(({ tokenId, mint }, index): FormerWalletTribe[] => {
      const account = stateAccounts[index];
      const state = account?.owner === program ? decodeTokenState(account.data) : null;
      if (state?.creator !== from || state.mint !== mint || state.tokenId !== tokenId) return [];
      return [{ tokenId, mint, isMigrated: state.migration !== null, texts: tokenOf.get(mint)?.texts ?? null }];
    }),
  };
};

/** An empty account needs no mint to be closed. */
const stayOf = (of: {
  readonly units: bigint;
  readonly closes: boolean;
  readonly isFrozen: boolean;
  readonly isRead: boolean;
}): StayReason | null => {
  if (of.units === 0n) return of.closes ? null : "closedByOther";
  if (of.isFrozen) return "frozen";
  return of.isRead ? null : "unreadable";
};

const mintOf = ({ data }: HeldAccount): Mint => addressSchema.parse(toBase58(data.slice(0, 32)));
