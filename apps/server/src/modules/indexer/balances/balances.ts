import {
  type AccountInfoBase,
  type AccountInfoWithBase64EncodedData,
  type Base58EncodedBytes,
  getAddressDecoder,
  getBase64Encoder,
  getU64Decoder,
  address as kitAddress,
} from "@solana/kit";
import { type Address, ApiError, type Mint } from "@tribe/contract";
import type { AppContext, ReadingContext } from "../../../context/context.ts";
import { recordObservedBalances } from "../intake/intake.ts";
import { type BalanceObservation, countedAmount, versionOfRead } from "../rules/balances.ts";
import { accountsOfOwner, storedAccounts } from "../store/holdings.ts";
import { findToken, type TokenRow, tribesOf } from "../store/tokens.ts";

/** The token program of all our mints. */
export const token2022 = kitAddress("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");

type ReadAccount = {
  readonly pubkey: string;
  readonly account: AccountInfoBase & AccountInfoWithBase64EncodedData;
};

/**
 * Compares a Tribe's token accounts, of the old and the new mint, with the chain, and records what differs: changes that were
 * missed while no subscription was open.
 */
export const reconcileMint = async (ctx: Pick<AppContext, "chain" | "db">, mint: Mint): Promise<void> => {
  const token = await findToken(ctx.db, mint);
  if (!token) return;
  // The old mint first: somebody who converts in between is counted twice for a moment, and never with nothing.
  const old = await accountsOf(ctx.chain, token.mint);
  const migrated = token.newMint ? await accountsOf(ctx.chain, token.newMint) : null;
  await ctx.db.transaction(async (tx) => {
    const stored = await storedAccounts(tx, mint);
    const amounts = new Map(
      stored.map((row) => [row.account, { owner: row.owner, amount: row.newAmount ?? row.amount }]),
    );
    const different = [...old.observations, ...(migrated?.observations ?? [])].filter((observation) => {
      const row = amounts.get(observation.account);
      return row?.amount !== countedAmount(observation) || row.owner !== observation.owner;
    });
    const closed = stored.flatMap((row): BalanceObservation[] => {
      const source = row.newAmount === null ? old : migrated;
      if (row.amount === 0n || !source || source.accounts.has(row.account)) return [];
      return [{ ...row, mint: source.mint, amount: 0n, version: source.version }];
    });
    await recordObservedBalances(tx, [...different, ...closed]);
  });
};

const accountsOf = async (chain: AppContext["chain"], mint: Mint) => {
  const { context, value } = await chain.rpc
    .getProgramAccounts(token2022, {
      commitment: "confirmed",
      encoding: "base64",
      withContext: true,
      // An address is base58, the encoding that the filter takes.
      filters: [{ memcmp: { offset: 0n, bytes: mint as string as Base58EncodedBytes, encoding: "base58" } }],
    })
    .send();
  const version = versionOfRead(context.slot);
  const observations = value.map((entry) => observationOf(entry, version));
  return { mint, version, observations, accounts: new Set(observations.map((observation) => observation.account)) };
};

/**
 * Reads from the chain what one wallet holds of a Tribe now, because the index may be behind. An account that the index knows
 * and the chain has no longer holds nothing: a sale of everything closes it. The caller records it in its own transaction.
 * @throws ApiError `unavailable` when the chain does not answer
 */
export const observeHolding = async (
  ctx: Pick<ReadingContext, "chain" | "db">,
  token: Pick<TokenRow, "mint" | "newMint">,
  owner: Address,
): Promise<BalanceObservation[]> => {
  const stored = await accountsOfOwner(ctx.db, token.mint, owner);
  const observations: BalanceObservation[] = [];
  for (const mint of [token.mint, ...(token.newMint ? [token.newMint] : [])]) {
    const { context, value } = await ctx.chain.rpc
      .getTokenAccountsByOwner(
        kitAddress(owner),
        { mint: kitAddress(mint) },
        { commitment: "confirmed", encoding: "base64" },
      )
      .send()
      .catch((cause: unknown) => {
        throw new ApiError("unavailable", { cause });
      });
    const version = versionOfRead(context.slot);
    const found = value.map((entry) => observationOf(entry, version));
    const closed = stored
      .filter(({ newAmount }) => (newAmount === null) === (mint === token.mint))
      .filter(({ account }) => !found.some((observation) => observation.account === account))
      .map(({ account }): BalanceObservation => ({ account, mint, owner, amount: 0n, version }));
    observations.push(...found, ...closed);
  }
  return observations;
};

/**
 * Reads changed accounts again, those that belong to tokens of the index. Two transactions of one slot may arrive in either
 * order; a read includes both, so that the older balance can't win.
 */
export const readAgain = async (
  ctx: Pick<AppContext, "chain" | "db">,
  seen: readonly BalanceObservation[],
): Promise<BalanceObservation[]> => {
  const ours = await tribesOf(ctx.db, [...new Set(seen.map((observation) => observation.mint))]);
  // A transaction names fewer accounts than one call may read.
  const accounts = seen.filter((observation) => ours.has(observation.mint));
  if (accounts.length === 0) return [];
  const { context, value } = await ctx.chain.rpc
    .getMultipleAccounts(
      accounts.map((observation) => kitAddress(observation.account)),
      { commitment: "confirmed", encoding: "base64" },
    )
    .send();
  const version = versionOfRead(context.slot);
  return accounts.map((observation, index) => {
    const account = value[index];
    return account
      ? observationOf({ pubkey: observation.account, account }, version)
      : { ...observation, amount: 0n, version };
  });
};

/** A token account begins with mint (32 bytes), owner (32) and amount (u64). */
const observationOf = ({ pubkey, account }: ReadAccount, version: number): BalanceObservation => {
  const data = getBase64Encoder().encode(account.data[0]);
  // Kit's and the contract's address types are the same text with different brands.
  return {
    account: pubkey as Address,
    mint: getAddressDecoder().decode(data, 0) as string as Mint,
    owner: getAddressDecoder().decode(data, 32) as string as Address,
    amount: getU64Decoder().decode(data, 64),
    version,
  };
};
