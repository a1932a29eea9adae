import { decodeTokenState, type TokenProgram, tokenStateAddress } from "@tribe/chain/accounts";
import { decodeAirdropToken } from "@tribe/chain/airdrop";
import { type Address, addressSchema, type Mint, type TokenId } from "@tribe/contract";
import type { ReadAccounts } from "../chain/node-client.ts";
import { toBase58 } from "../kit/encoding.ts";
import type { BothKeys } from "../wallet/move-wallet.ts";
import type { HeldAccount, MoveNode } from "./move-node.ts";

/** Tokens in one account of the former wallet. */
export interface LeftToken {
  readonly account: Address;
  readonly mint: Mint;
  readonly program: TokenProgram;
  /** Base units; 0 in an account that is only to be closed. */
  readonly units: bigint;
  readonly decimals: number;
  /** As the mint has them, untrusted texts; null if it has none. */
  readonly texts: { readonly name: string; readonly symbol: string } | null;
  /** Its issuer has frozen the account, so that it can't be moved. */
  readonly isFrozen: boolean;
}

/** A Tribe whose creator on chain is still the former wallet. */
export interface LeftTribe {
  readonly tokenId: TokenId;
  readonly mint: Mint;
  /** Its curve is closed, and its pool stores the creator, too. */
  readonly isMigrated: boolean;
  readonly texts: LeftToken["texts"];
}

/** Everything in the former wallet at one moment. */
export interface LeftBehind {
  readonly lamports: bigint;
  readonly tokens: readonly LeftToken[];
  readonly tribes: readonly LeftTribe[];
}

/** Whether nothing is left there. */
export const isAllMoved = ({ lamports, tokens, tribes }: LeftBehind): boolean =>
  lamports === 0n && tokens.length === 0 && tribes.length === 0;

const accountsPerCall = 100;
const frozen = 2;
/** Offsets in the token account's layout, which both programs share. */
const at = { amount: 64, state: 108 } as const;

/** Asks for any number of accounts. */
const askMany = async (ask: ReadAccounts, addresses: readonly Address[]) => {
  const calls = Array.from({ length: Math.ceil(addresses.length / accountsPerCall) }, (_, call) =>
    ask(addresses.slice(call * accountsPerCall, (call + 1) * accountsPerCall)),
  );
  return (await Promise.all(calls)).flat();
};

/**
 * Reads what is still in the former wallet. @param tribes that it created according to the server; checked on chain
 * @throws when no node answers
 */
export const readLeftBehind = async (
  { ask, node }: { readonly ask: ReadAccounts; readonly node: MoveNode },
  { from, tribes, program }: { readonly from: Address; readonly tribes: BothKeys["tribes"]; readonly program: Address },
): Promise<LeftBehind> => {
  const [lamports, accounts] = await Promise.all([node.balance(from), node.tokenAccounts(from)]);
  const held = accounts.filter(({ data }) => data.length > at.state);
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
    tokens: held.flatMap((account): LeftToken[] => {
      const mint = mintOf(account);
      const token = tokenOf.get(mint);
      if (!token) return [];
      const { program: tokenProgram, decimals, texts } = token;
      const units = new DataView(account.data.buffer, account.data.byteOffset).getBigUint64(at.amount, true);
      const isFrozen = account.data[at.state] === frozen;
      return [{ account: account.address, mint, program: tokenProgram, units, decimals, texts, isFrozen }];
    }),
    tribes: tribes.flatMap(({ tokenId, mint }, index): LeftTribe[] => {
      const account = stateAccounts[index];
      const state = account?.owner === program ? decodeTokenState(account.data) : null;
      if (state?.creator !== from || state.mint !== mint || state.tokenId !== tokenId) return [];
      return [{ tokenId, mint, isMigrated: state.migration !== null, texts: tokenOf.get(mint)?.texts ?? null }];
    }),
  };
};

const mintOf = ({ data }: HeldAccount): Mint => addressSchema.parse(toBase58(data.slice(0, 32)));
