/**
 * Whether 32 bytes are a point of Curve25519, which no derived address may be; some ten times as fast as computing the point.
 */

const prime = 2n ** 255n - 19n;
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const withoutSign = 2n ** 255n - 1n;

/** The Jacobi symbol of `a` over an odd `n` without common factor: 1 or -1; 0 with one. */
function jacobi(a: bigint, n: bigint): number {
  let sign = 1;
  let [top, bottom] = [a, n];
  while (top !== 0n) {
    const low = Number(top & 0x3fff_ffffn);
    if (low === 0) {
      top >>= 30n; // an even number of halvings changes no sign
      continue;
    }
    const twos = 31 - Math.clz32(low & -low);
    top >>= BigInt(twos);
    const rest = Number(bottom & 7n);
    if (twos % 2 === 1 && (rest === 3 || rest === 5)) sign = -sign;
    if (Number(top & 3n) === 3 && rest % 4 === 3) sign = -sign;
    [top, bottom] = [bottom % top, top];
  }
  return bottom === 1n ? sign : 0;
}

/** `x² = (y² − 1) / (d·y² + 1)` has a solution. */
export function isOnCurve(bytes: Uint8Array): boolean {
  const y = BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`) & withoutSign;
  const square = (y * y) % prime;
  return jacobi(((square + prime - 1n) * ((d * square + 1n) % prime)) % prime, prime) !== -1;
}
