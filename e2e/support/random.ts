/** Repeatable random numbers (mulberry32): a failing run can be repeated with its seed. */
export const seededRandom = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    /** An integer from `min` to `max`, both inclusive. */
    between: (min: number, max: number): number => min + Math.floor(next() * (max - min + 1)),
  };
};

/** The seed of this run: TRIBE_SEED, else a new one. */
export const seedOfRun = (): number => Number(process.env.TRIBE_SEED ?? Math.floor(Math.random() * 2 ** 31));
