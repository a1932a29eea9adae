/** Random states of the compiled programs, the same in each run, and helpers that the parts of the suite share. */
import { setImmediate } from "node:timers/promises";
import { curveIdl, type Value } from "../../programs/tests/support/idl.ts";
import type { Key } from "../../programs/tests/support/keys.ts";
import type { Instruction, Sent } from "../../programs/tests/support/machine.ts";
import { factory, must, type Order, Stage } from "../../programs/tests/support/stage.ts";

const seed = 0x7b1b_5eedn;
let state = seed;
/** xorshift64* */
export const next = (): bigint => {
  state ^= state >> 12n;
  state = (state ^ (state << 25n)) & (2n ** 64n - 1n);
  state ^= state >> 27n;
  return (state * 0x2545f4914f6cdd1dn) & (2n ** 64n - 1n);
};
export const below = (end: bigint): bigint => next() % end;
/** Small numbers as often as large ones, from 1 to `end`. */
export const magnitude = (end: bigint): bigint => 1n + (below(end) >> below(BigInt(end.toString(2).length)));
export const pick = <T>(list: readonly T[]): T => {
  const one = list[Number(below(BigInt(list.length)))];
  if (one === undefined) throw new RangeError("nothing to pick from");
  return one;
};

/** The longest texts that a creation takes. */
export const longest = { name: "n".repeat(32), symbol: "s".repeat(10), uri: "u".repeat(64) };
export const texts = () => ({
  name: longest.name.slice(0, Number(magnitude(32n))),
  symbol: longest.symbol.slice(0, Number(magnitude(10n))),
  uri: longest.uri.slice(0, Number(magnitude(64n))),
});
export const order = (tokens: bigint, maxLamports = 2n ** 64n - 1n, minTokens = 0n): Order => ({
  tokens,
  maxLamports,
  minTokens,
});

/** Coefficients between the bounds, including the bounds. */
export const anyCoefficient = (): bigint =>
  pick([6_000_000n, 100_000_000n, 1_300_000_000n, 6_000_000n + below(1_294_000_001n)]);

/** More lamports than a whole curve costs, and enough for the rent of thousands of accounts. */
export const plenty = 10n ** 15n;

/** Sets random fees that the program accepts, and the coefficient of later tokens; the default coefficient every other time. */
export const redraw = (stage: Stage): Record<string, Value> => {
  const fees = () => {
    const [platformBuyFee, platformSellFee] = [below(1_001n), below(1_001n)];
    // affiliate and discount must fit both sides
    const [room = 0n] = [platformBuyFee, platformSellFee].sort((a, b) => Number(a - b));
    const affiliateFee = below(room + 1n);
    const discountFee = below(room - affiliateFee + 1n);
    const [creatorBuyFee, creatorSellFee] = [below(1_001n), below(1_001n)];
    return {
      ...{ platformBuyFee, platformSellFee, affiliateFee, discountFee, creatorBuyFee, creatorSellFee },
      referralFee: below(affiliateFee + 1n),
    };
  };
  const defaults = {
    ...{ platformBuyFee: 200n, platformSellFee: 200n, affiliateFee: 100n, discountFee: 20n },
    ...{ creatorBuyFee: 200n, creatorSellFee: 200n, referralFee: 60n },
  };
  stage.patch("factory", factory, { ...(below(2n) === 0n ? fees() : defaults), bondingCurveCoeff: anyCoefficient() });
  return stage.read("factory", factory);
};

/** Overwrites an account's data and lamports without any checks. */
export const rewrite = ({ machine }: Stage, key: Key, change: { data?: Buffer; lamports?: bigint }): void => {
  const account = machine.get(key);
  if (account === undefined) throw new Error(`${key} is empty`);
  machine.set(key, { ...account, ...change });
};

/** Writes a token account's balance (at 64) or a mint's supply (at 36). */
export const rewriteUnits = (stage: Stage, key: Key, at: 36 | 64, units: bigint): void => {
  const data = stage.machine.data(key);
  data.writeBigUInt64LE(units, at);
  rewrite(stage, key, { data });
};

/** Compute units of an instruction that must succeed. */
export const unitsOf = (stage: Stage, instruction: Instruction): number => must(stage.send(instruction)).units();

/** Compute units, or undefined for one of the expected refusals of a random order. Any other error throws. */
export const unitsUnless = (sent: Sent, ...codes: readonly number[]): number | undefined => {
  if (sent.error === undefined) return sent.units();
  if (!codes.includes(Number(sent.error))) must(sent);
  return undefined;
};

/** Calls `make` with a fresh stage until there are `count` samples: `perStage` samples on each, so that memory stays small. */
export const onStages = async <T>(
  count: number,
  perStage: number,
  make: (stage: Stage) => () => T | undefined,
): Promise<T[]> => {
  const found: T[] = [];
  while (found.length < count) {
    const again = make(new Stage());
    const end = Math.min(count, found.length + perStage);
    while (found.length < end) {
      const one = again();
      if (one !== undefined) found.push(one);
    }
    // a virtual machine's memory is released only between turns of the event loop
    await setImmediate();
  }
  return found;
};

/** A field of a token's state. */
export const tokenField = (stage: Stage, token: Key, field: string): bigint =>
  curveIdl.readAccount("token", stage.machine.data(token))[field] as bigint; // the IDL says integers
