import { divideDown } from "../money/integers.ts";
import { type AirdropGroups, type AirdropInput, airdropGroups, airdropParts, maxAirdropAmount } from "./split.ts";

/** Steps that the search may take. */
const maxSteps = 1_000;

/**
 * What an airdrop must have at the least. `upperBoundTooLarge`: more than `within`, which a Chief reads as
 * 'Upper bound too large'. `noTarget`: nobody is chosen.
 */
export type LeastAmount =
  | { readonly kind: "found"; readonly amount: bigint }
  | { readonly kind: "upperBoundTooLarge" }
  | { readonly kind: "noTarget" };

/**
 * Searches by bisection for the least amount with which every chosen recipient gets at least one base unit: with one
 * unit less, somebody would get nothing. Somebody's share can fall by a unit while the amount grows, as with all shares
 * by largest remainders, so that there may be more than one such amount: the search takes one of them.
 * @param within what there is to give
 */
export const leastAirdropAmount = (input: Omit<AirdropInput, "amount">, within: bigint): LeastAmount => {
  const groups = airdropGroups(input);
  const { toCreator, toMembers, toHolders } = groups.options;
  if (!toCreator && !toMembers && !toHolders) return { kind: "noTarget" };
  const reachesAll = reaches(groups);
  let [low, high] = [0n, within > maxAirdropAmount ? maxAirdropAmount : within];
  if (high < 1n || !reachesAll(high)) return { kind: "upperBoundTooLarge" };
  for (let step = 0; step < maxSteps && high - low > 1n; step += 1) {
    const middle = (low + high) / 2n;
    if (reachesAll(middle)) high = middle;
    else low = middle;
  }
  return { kind: "found", amount: high };
};

/** Tells whether an amount gives everybody of the groups at least one base unit. */
const reaches = ({ options, percents, members, holders }: AirdropGroups): ((amount: bigint) => boolean) => {
  // Who is a member has a share already; of all others the last of the smallest is the last to get a unit.
  const last = holders.reduce(
    (least, { weight, isMember }, index) =>
      (isMember && options.toMembers) || weight > (holders[least]?.weight ?? weight) ? least : index,
    -1,
  );
  const weights = holders.map(({ weight }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const parts = Float64Array.from(weights, (weight) => Number(weight) / Number(total));
  return (amount) => {
    const [creatorPart, membersPart, holdersPart] = airdropParts(amount, percents);
    if (options.toCreator && creatorPart < 1n) return false;
    if (membersPart < BigInt(members.length)) return false;
    return last < 0 || getsUnit(last, holdersPart, { weights, total, parts });
  };
};

/** Those who share by largest remainders. */
interface Sharers {
  readonly weights: readonly bigint[];
  readonly total: bigint;
  /** Each weight of the total, rounded. */
  readonly parts: Float64Array;
}

/** How far a share in doubles is off at the most, of itself: five roundings of 2⁻⁵³, and some room. */
const roundingError = 2 ** -50;
/** Whole numbers are added up in doubles to here, and far enough below 2⁵³ that the next one fits. */
const maxSum = 2 ** 52;

/**
 * Tells whether one of those who share by largest remainders gets anything, without sorting them all. It is asked for each step
 * of the search: who stands before them is seen in doubles, and worked out exactly where roundings might decide.
 */
const getsUnit = (index: number, whole: bigint, { weights, total, parts }: Sharers): boolean => {
  const product = whole * (weights[index] ?? 0n);
  if (product >= total) return true;
  const own = Number(product) / Number(total);
  const scale = Number(whole);
  let left = whole;
  let floors = 0;
  let before = 0;
  // Without an iterator: a hundred thousand are looked at forty times.
  for (let place = 0; place < parts.length; place += 1) {
    const share = scale * (parts[place] ?? 0);
    const floor = Math.floor(share);
    const rest = share - floor;
    const error = share * roundingError;
    if (rest > error && rest < 1 - error && Math.abs(rest - own) > error + roundingError) {
      floors += floor;
      if (rest > own) before += 1;
    } else {
      const other = whole * (weights[place] ?? 0n);
      const exact = divideDown(other, total);
      left -= exact;
      const remainder = other - exact * total;
      if (remainder > product || (remainder === product && place < index)) before += 1;
    }
    if (floors > maxSum) {
      left -= BigInt(floors);
      floors = 0;
    }
  }
  return BigInt(before) < left - BigInt(floors);
};
