import { lightTokenAuthority } from "@tribe/chain/accounts";
import { type Address, type Mint, newTokenUnits, tokenUnits } from "@tribe/contract";
import { oldUnitsWorth } from "@tribe/domain/pool";
import type { holdings, tokenAccounts } from "../schema.ts";
import type { TokenRow } from "../store/tokens.ts";

/** A token account's balance, as one source has reported it. */
export interface BalanceObservation {
  readonly account: Address;
  /** The account's mint: a Tribe's old or new one. */
  readonly mint: Mint;
  readonly owner: Address;
  /** Base units of that mint; 0 if the account was closed. */
  readonly amount: bigint;
  /** From {@link versionOfTransaction} or {@link versionOfRead}. */
  readonly version: number;
}

/**
 * The amount that an observation adds to its owner's holding: nothing for Light's own account, which keeps an airdrop's tokens
 * until they are claimed.
 */
export const countedAmount = ({ owner, amount }: Pick<BalanceObservation, "owner" | "amount">): bigint =>
  (owner as string) === lightTokenAuthority ? 0n : amount; // one text under two brands

/** The version of a balance after a transaction: others of the same slot may follow it. */
export const versionOfTransaction = (slot: bigint | number): number => Number(slot) * 2;
/** The version of a balance that was read at a slot: it includes every transaction of that slot. */
export const versionOfRead = (slot: bigint | number): number => Number(slot) * 2 + 1;
/** The slot of an observation. */
export const slotOfVersion = (version: number): number => Math.floor(version / 2);

/** One observation for each account: the newest, and of equally new ones the last. */
export const newestOfEach = (observations: readonly BalanceObservation[]): BalanceObservation[] => {
  const newest = new Map<Address, BalanceObservation>();
  for (const observation of observations)
    if ((newest.get(observation.account)?.version ?? 0) <= observation.version)
      newest.set(observation.account, observation);
  return [...newest.values()];
};

/** An observation as it is stored. After the migration both mints count, new tokens at the conversion rate. */
export const accountRow = (
  observation: BalanceObservation,
  token: Pick<TokenRow, "mint" | "conversionRate">,
): typeof tokenAccounts.$inferInsert => {
  const { account, mint, owner, version } = observation;
  const amount = countedAmount(observation);
  const row = { account, mint: token.mint, owner, version };
  if (mint === token.mint) return { ...row, amount: tokenUnits(amount), newAmount: null };
  const newAmount = newTokenUnits(amount);
  return { ...row, amount: oldUnitsWorth(newAmount, token.conversionRate ?? 0n), newAmount };
};

/** An owner of a Tribe's tokens. */
export interface Holder {
  readonly mint: Mint;
  readonly owner: Address;
}

/** Holdings in base units, by {@link holderKey}. */
export type HolderSums = ReadonlyMap<string, bigint>;

/** One text for each holder. */
export const holderKey = ({ mint, owner }: Holder): string => `${mint} ${owner}`;

type HoldingRow = typeof holdings.$inferSelect;

/** What observations changed. */
export interface HoldingChanges {
  /** The holdings that changed, as they are now. */
  readonly moved: readonly HoldingRow[];
  /** Their owners, by the Tribe's mint. */
  readonly owners: Map<Mint, Address[]>;
  /** How many more holders each Tribe has; negative for fewer. */
  readonly counts: ReadonlyMap<Mint, number>;
}

/** Compares the holdings of owners, each of whom may be named several times, before and after observations were stored. */
export const holdingChanges = (holders: readonly Holder[], before: HolderSums, after: HolderSums): HoldingChanges => {
  const owners = new Map<Mint, Address[]>();
  const moved: HoldingRow[] = [];
  const counts = new Map<Mint, number>();
  for (const [key, { mint, owner }] of new Map(holders.map((holder) => [holderKey(holder), holder]))) {
    const [was, is] = [before.get(key) ?? 0n, after.get(key) ?? 0n];
    if (was === is) continue;
    moved.push({ mint, owner, amount: tokenUnits(is) });
    owners.set(mint, [...(owners.get(mint) ?? []), owner]);
    counts.set(mint, (counts.get(mint) ?? 0) + Number(is > 0n) - Number(was > 0n));
  }
  return { moved, owners, counts };
};
