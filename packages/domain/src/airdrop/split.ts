import { divideDown } from "../money/integers.ts";

/**
 * Computes the recipients' shares of an airdrop. Amounts are base units of the token that is given; its decimals do not matter
 * here. Weights are base units of the Tribe's own token.
 */

/** The most base units that a token can have: u64. */
export const maxAirdropAmount = 2n ** 64n - 1n;

/** The groups that the Chief chose. */
export interface AirdropOptions {
  readonly toCreator: boolean;
  readonly toMembers: boolean;
  readonly toHolders: boolean;
}

/** The options of a request: each is on unless it is explicitly off. */
export const airdropOptionsOf = (request: {
  readonly shouldAirdropToCreator?: boolean | undefined;
  readonly shouldAirdropToMembers?: boolean | undefined;
  readonly shouldAirdropToHolders?: boolean | undefined;
}): AirdropOptions => ({
  toCreator: request.shouldAirdropToCreator ?? true,
  toMembers: request.shouldAirdropToMembers ?? true,
  toHolders: request.shouldAirdropToHolders ?? true,
});

/** One wallet of an airdrop's snapshot. */
export interface AirdropHolder {
  /** The wallet, in base58. */
  readonly address: string;
  /** Its holding of the Tribe's token. */
  readonly weight: bigint;
  readonly isMember: boolean;
}

/** Input of the split. */
export interface AirdropInput {
  /** The whole amount to give. */
  readonly amount: bigint;
  /** The Chief's wallet; it gets the creator's part and no other. */
  readonly creator: string;
  /** The snapshot. A wallet that is in it twice counts once with both weights. */
  readonly holders: readonly AirdropHolder[];
  readonly options: AirdropOptions;
}

/** One wallet's share. */
export interface AirdropShare {
  readonly address: string;
  readonly amount: bigint;
}

/** Percent of an airdrop for each chosen group; they add up to 100, or to 0 when none is chosen. */
export interface AirdropPercents {
  readonly creator: number;
  readonly members: number;
  readonly holders: number;
}

/** A split, or why there is none; the specification has a sentence for each reason. */
export type AirdropSplit =
  | {
      readonly kind: "split";
      /** The recipients, creator first, then by address; together exactly the amount. */
      readonly shares: readonly AirdropShare[];
      readonly percents: AirdropPercents;
      /** Amount of each group. */
      readonly creatorPart: bigint;
      readonly membersPart: bigint;
      readonly holdersPart: bigint;
      readonly membersCount: number;
      readonly holdersCount: number;
    }
  | { readonly kind: "refused"; readonly reason: AirdropRefusal };

/**
 * `noTarget`: no chosen group has anybody in it. `range`: the amount is not from 1 to 2⁶⁴ − 1, or a holding is negative.
 * `creatorTooSmall`, `membersTooSmall`: the creator, or some member, would get nothing. The holders' part is the largest of all
 * and never zero.
 */
export type AirdropRefusal = "noTarget" | "range" | "creatorTooSmall" | "membersTooSmall";

/** The percents of the groups that get something. */
export const airdropPercents = ({ toCreator, toMembers, toHolders }: AirdropOptions): AirdropPercents => {
  if (toCreator && toMembers && toHolders) return { creator: 10, members: 20, holders: 70 };
  if (toMembers && toHolders) return { creator: 0, members: 30, holders: 70 };
  if (toCreator && toHolders) return { creator: 10, members: 0, holders: 90 };
  if (toCreator && toMembers) return { creator: 10, members: 90, holders: 0 };
  return { creator: toCreator ? 100 : 0, members: toMembers ? 100 : 0, holders: toHolders ? 100 : 0 };
};

/**
 * Whether anybody gets an airdrop who was meant to: some member or holder if one of these groups is chosen, so that a Chief never
 * gives everything to themselves unasked. Where there is no member and no holder, there is nobody to give to.
 * @param others everybody besides the Chief, chosen or not
 */
export const hasAirdropTarget = (
  { toCreator, toMembers, toHolders }: AirdropOptions,
  { membersCount, holdersCount }: { readonly membersCount: number; readonly holdersCount: number },
): boolean => {
  if (toMembers || toHolders) return (toMembers && membersCount > 0) || (toHolders && holdersCount > 0);
  return toCreator && membersCount + holdersCount > 0;
};

/** Orders addresses by their bytes, which is the same order in every language. */
const byAddress = (one: { readonly address: string }, other: { readonly address: string }): number =>
  one.address < other.address ? -1 : one.address > other.address ? 1 : 0;

/** The chosen groups that are not empty. */
export interface AirdropGroups {
  readonly options: AirdropOptions;
  readonly percents: AirdropPercents;
  /** Sorted by address, as is the next one. */
  readonly members: readonly AirdropHolder[];
  /** Only weights above 0. */
  readonly holders: readonly AirdropHolder[];
}

/**
 * The recipients of an airdrop by group; empty groups count as not chosen.
 * @throws RangeError when a holding is negative
 */
export const airdropGroups = ({ creator, holders: snapshot, options }: Omit<AirdropInput, "amount">): AirdropGroups => {
  const others = mergedHolders(snapshot).filter(({ address }) => address !== creator);
  if (others.some(({ weight }) => weight < 0n)) throw new RangeError("somebody holds less than nothing");
  const members = options.toMembers ? others.filter(({ isMember }) => isMember) : [];
  const holders = options.toHolders ? others.filter(({ weight }) => weight > 0n) : [];
  const chosen = { toCreator: options.toCreator, toMembers: members.length > 0, toHolders: holders.length > 0 };
  return { options: chosen, percents: airdropPercents(chosen), members, holders };
};

/** The parts of creator, members and holders: together exactly the amount, or zero when nobody is chosen. */
export const airdropParts = (
  amount: bigint,
  { creator, members, holders }: AirdropPercents,
): readonly [creator: bigint, members: bigint, holders: bigint] => {
  const [first = 0n, second = 0n, third = 0n] = byLargestRemainder(amount, [creator, members, holders].map(BigInt));
  return [first, second, third];
};

/**
 * Splits an amount to the last base unit: the creator's part, the members' part in equal shares, the holders' part in
 * proportion to their holdings. Members hold tokens, too, and get both. An empty chosen group counts as not chosen. Units left
 * by rounding go to the largest remainders, ties to the first address. Shares of zero are left out.
 */
export const splitAirdrop = (input: AirdropInput): AirdropSplit => {
  const { amount, creator } = input;
  if (amount < 1n || amount > maxAirdropAmount || input.holders.some(({ weight }) => weight < 0n))
    return refused("range");
  const { options, percents, members, holders } = airdropGroups(input);
  if (!options.toCreator && !options.toMembers && !options.toHolders) return refused("noTarget");

  const [creatorPart, membersPart, holdersPart] = airdropParts(amount, percents);
  if (options.toCreator && creatorPart === 0n) return refused("creatorTooSmall");
  if (membersPart < BigInt(members.length)) return refused("membersTooSmall");

  const memberShares = byLargestRemainder(
    membersPart,
    members.map(() => 1n),
  );
  const holderShares = byLargestRemainder(
    holdersPart,
    holders.map(({ weight }) => weight),
  );
  const shares: AirdropShare[] = creatorPart > 0n ? [{ address: creator, amount: creatorPart }] : [];
  // Both groups are sorted by address, so they can be merged in one pass.
  let [member, holder] = [0, 0];
  while (member < members.length || holder < holders.length) {
    const [one, other] = [members[member]?.address, holders[holder]?.address];
    const address = one === undefined || (other !== undefined && other < one) ? other : one;
    if (address === undefined) break;
    let share = 0n;
    if (address === one) {
      share += memberShares[member] ?? 0n;
      member += 1;
    }
    if (address === other) {
      share += holderShares[holder] ?? 0n;
      holder += 1;
    }
    if (share > 0n) shares.push({ address, amount: share });
  }
  return {
    kind: "split",
    shares,
    percents,
    creatorPart,
    membersPart,
    holdersPart,
    membersCount: members.length,
    holdersCount: holders.length,
  };
};

const refused = (reason: AirdropRefusal): AirdropSplit => ({ kind: "refused", reason });

/** One entry for each wallet, by address. */
const mergedHolders = (holders: readonly AirdropHolder[]): AirdropHolder[] => {
  const merged: AirdropHolder[] = [];
  for (const holder of [...holders].sort(byAddress)) {
    const last = merged.at(-1);
    if (last?.address !== holder.address) {
      merged.push(holder);
      continue;
    }
    const { address, weight, isMember } = last;
    merged[merged.length - 1] = { address, weight: weight + holder.weight, isMember: isMember || holder.isMember };
  }
  return merged;
};

/**
 * Divides a whole by weights: each part is rounded down, and the units that are left go one each to the largest remainders,
 * ties to the first in the list. When all weights are 0, everybody gets 0.
 */
const byLargestRemainder = (whole: bigint, weights: readonly bigint[]): bigint[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0n);
  const remainders: bigint[] = [];
  let left = whole;
  const parts = weights.map((weight) => {
    const product = whole * weight;
    const part = divideDown(product, total);
    remainders.push(product - part * total);
    left -= part;
    return part;
  });
  if (left === 0n) return parts;
  // Fewer units are left than recipients: the smallest remainder that still gets one decides.
  const least = descending(remainders, total)[Number(left) - 1] ?? 0n;
  for (const [index, remainder] of remainders.entries()) if (remainder > least) left -= give(parts, index);
  for (const [index, remainder] of remainders.entries())
    if (remainder === least && left > 0n) left -= give(parts, index);
  return parts;
};

/** @returns the given part */
const give = (parts: bigint[], index: number): bigint => {
  parts[index] = (parts[index] ?? 0n) + 1n;
  return 1n;
};

/** Sorts numbers below a bound, the largest first; as 64-bit integers when they fit, as all amounts of a token do. */
const descending = (values: readonly bigint[], bound: bigint): BigUint64Array | bigint[] =>
  bound <= 2n ** 64n
    ? BigUint64Array.from(values).sort().reverse()
    : [...values].sort((one, other) => (one > other ? -1 : one < other ? 1 : 0));
