import {
  curveFloorUnits,
  curveTargetLamports,
  type Lamports,
  lamports,
  type TokenUnits,
  tokenUnits,
} from "@tribe/contract";
import { cubeRoot, divideDown, divideUp } from "../money/integers.ts";

/**
 * The bonding curve. Positions and amounts are base units (10⁹ per token), values are lamports.
 *
 * At `X` whole tokens one token costs X²/C SOL, so moving from X to X+A costs ((X+A)³ − X³)/(3C) SOL. With base units
 * x = 10⁹·X and lamports = 10⁹·SOL that is ((x+a)³ − x³)·10⁹/(3C·10²⁷) = ((x+a)³ − x³)/(3C·10¹⁸) lamports.
 * A buy rounds up, a sell rounds down: every rounding stays with the curve.
 */
export interface Curve {
  /** Position `x`: `floor` at the start, `xMax` when closed. */
  readonly x: TokenUnits;
  readonly floor: TokenUnits;
  readonly xMax: TokenUnits;
  /** `C`; it does not change once the token exists. */
  readonly coefficient: bigint;
}

/** Cubic base units per lamport: 3C·10¹⁸. */
const cubesPerLamport = (coefficient: bigint): bigint => 3n * coefficient * 10n ** 18n;

const cube = (n: bigint): bigint => n * n * n;

/** Lamports that a buy of `amount` from position `x` costs, before fees, rounded up. */
export const costOfBuy = (x: bigint, amount: bigint, coefficient: bigint): Lamports =>
  lamports(divideUp(cube(x + amount) - cube(x), cubesPerLamport(coefficient)));

/**
 * Lamports that a sell of `amount` at position `x` pays, before fees, rounded down.
 * @throws RangeError when `amount` exceeds `x`
 */
export const proceedsOfSell = (x: bigint, amount: bigint, coefficient: bigint): Lamports => {
  if (amount > x) throw new RangeError("more tokens than the curve has");
  return lamports(divideDown(cube(x) - cube(x - amount), cubesPerLamport(coefficient)));
};

/**
 * The most base units whose cost is at most `value` lamports (no fees). Closed form: the cost is rounded up, so
 * cost(a) ≤ v ⇔ (x+a)³ ≤ x³ + v·3C·10¹⁸, and the floor of the cube root is exact.
 */
export const tokensForValue = (x: bigint, value: bigint, coefficient: bigint): TokenUnits =>
  tokenUnits(cubeRoot(cube(x) + value * cubesPerLamport(coefficient)) - x);

/** `xMax`: the position at which the curve has received 85 SOL, ⌊∛(floor³ + 85·10⁹ · 3C·10¹⁸)⌋. */
export const maxPosition = (floor: bigint, coefficient: bigint): TokenUnits =>
  tokenUnits(cubeRoot(cube(floor) + curveTargetLamports * cubesPerLamport(coefficient)));

/** The curve of a new token: at the floor, where its creator's first buy begins. */
export const newCurve = (coefficient: bigint): Curve => ({
  x: tokenUnits(curveFloorUnits),
  floor: tokenUnits(curveFloorUnits),
  xMax: maxPosition(curveFloorUnits, coefficient),
  coefficient,
});

/** Lamports per whole token at position `x`, rounded down: x²/(C·10⁹). */
export const unitPrice = (x: bigint, coefficient: bigint): Lamports =>
  lamports(divideDown(x * x, coefficient * 10n ** 9n));

/** All tokens that people hold: those bought above the floor (which belongs to nobody), and the inviter's bonus. */
export const supplyOnCurve = ({ x, floor }: Curve, referralBonus: TokenUnits): TokenUnits =>
  tokenUnits(x - floor + referralBonus);

/**
 * Market value: {@link supplyOnCurve} at the current price, in lamports, rounded down: x²·supply/(C·10¹⁸). It leaves out the
 * floor as {@link marketValueInPool} leaves out the pool's own tokens, so the value does not jump at migration.
 */
export const marketValueOnCurve = (curve: Curve, referralBonus: TokenUnits): Lamports =>
  lamports(divideDown(curve.x * curve.x * supplyOnCurve(curve, referralBonus), curve.coefficient * 10n ** 18n));

/** Tokens that can be bought before the curve closes. */
export const remainingOnCurve = (curve: Curve): TokenUnits => tokenUnits(curve.xMax - curve.x);

/** Tokens above the floor: no more than these can be sold, whatever people hold. */
export const sellableOnCurve = (curve: Curve): TokenUnits => tokenUnits(curve.x - curve.floor);

/** Whether all tokens of the curve were bought; it then waits for its migration. */
export const isClosed = (curve: Curve): boolean => curve.x >= curve.xMax;

/** Whether only the final tokens are left, which cannot be sold. */
export const isAtFloor = (curve: Curve): boolean => curve.x <= curve.floor;

/** Progress from the floor to closing, by lamports, in basis points from 0 to 10,000. */
export const curveProgressBps = (curve: Curve): number => {
  const whole = cube(curve.xMax) - cube(curve.floor);
  return whole <= 0n ? 10_000 : Number((10_000n * (cube(curve.x) - cube(curve.floor))) / whole);
};
