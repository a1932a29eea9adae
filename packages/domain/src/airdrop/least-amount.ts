import { divideDown } from "../money/integers.ts";
import { type AirdropGroups, type AirdropInput, airdropGroups, airdropParts, maxAirdropAmount } from "./split.ts";

/** Maximum number of search steps. */
const maxSteps = 1_000;

/**
 * The smallest possible amount of an airdrop. `upperBoundTooLarge`: more than `within`; a Chief reads 'Upper bound too large'.
 * `noTarget`: nobody is chosen.
 */
export type LeastAmount =
  | { readonly kind: "found"; readonly amount: bigint }
  | { readonly kind: "upperBoundTooLarge" }
  | { readonly kind: "noTarget" };

/**
 * Searches by bisection for an amount with which every chosen recipient gets at least one base unit, while with one unit less
 * somebody gets nothing. With largest remainders a share can fall by a unit while the amount grows, so there may be several
 * such amounts: the search returns one of them.
 * @param within the available amount
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

/** Returns a check whether an amount gives everybody in the groups at least one base unit. */
const reaches = ({ options, percents, members, holders }: AirdropGroups): ((amount: bigint) => boolean) => {
  // A member has a share already; of the others, the last one with the smallest holding gets a unit last.
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

/** Recipients whose shares are rounded by largest remainders. */
interface Sharers {
  readonly weights: readonly bigint[];
  readonly total: bigint;
  /** Each weight as a fraction of the total, rounded. */
  readonly parts: Float64Array;
}

/** Relative error of a share in doubles: five roundings of 2⁻⁵³, and some margin. */
const roundingError = 2 ** -50;
/** Whole numbers are summed in doubles up to here: far enough below 2⁵³ that the next one fits. */
const maxSum = 2 ** 52;

/**
 * Whether a recipient gets anything by largest remainders, without sorting all. It runs in each step of the search: the order
 * of the remainders is decided in doubles, and computed exactly where rounding might decide it.
 */
const getsUnit = (index: number, whole: bigint, { weights, total, parts }: Sharers): boolean => {
  const product = whole * (weights[index] ?? 0n);
  if (product >= total) return true;
  const own = Number(product) / Number(total);
  const scale = Number(whole);
  let left = whole;
  let floors = 0;
  let before = 0;
  // No iterator: this loop runs over a hundred thousand entries forty times.
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
