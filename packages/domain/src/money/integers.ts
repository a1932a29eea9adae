/** Quotient rounded down; both operands are non-negative, so BigInt's truncation rounds down. */
export const divideDown = (numerator: bigint, denominator: bigint): bigint => numerator / denominator;

/** Quotient rounded up; both operands are non-negative. */
export const divideUp = (numerator: bigint, denominator: bigint): bigint =>
  (numerator + denominator - 1n) / denominator;

/** The smaller of two bigints. */
export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** The larger of two bigints. */
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/**
 * ⌊∛n⌋ by Newton's method from above: started at a power of two that is at least the root, the iteration decreases strictly
 * until it reaches the result.
 * @throws RangeError when `n` is negative
 */
export const cubeRoot = (n: bigint): bigint => {
  if (n < 0n) throw new RangeError("a cube root of a negative number was asked");
  if (n < 2n) return n;
  const bits = BigInt(n.toString(2).length);
  let root = 1n << divideUp(bits, 3n);
  for (;;) {
    const next = (2n * root + n / (root * root)) / 3n;
    if (next >= root) return root;
    root = next;
  }
};
