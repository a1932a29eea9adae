/** Random numbers that are the same for the same seed (sfc32 by Chris Doty-Humphrey, public domain, PractRand). */
export class Random {
  #a: number;
  #b: number;
  #c = 0x9e3779b9;
  #count = 1;

  constructor(seed: bigint) {
    this.#a = Number(BigInt.asUintN(32, seed)) | 0;
    this.#b = Number(BigInt.asUintN(32, seed >> 32n)) | 0;
    for (let warm = 0; warm < 16; warm += 1) this.#next();
  }

  /** 32 bits. */
  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 to below `end`, which is at most 2⁶⁴. */
  below(end: bigint): bigint {
    return ((BigInt(this.#next()) << 32n) | BigInt(this.#next())) % end;
  }

  index(end: number): number {
    return Math.floor((this.#next() / 2 ** 32) * end);
  }

  /** Small numbers as often as large ones, below `end`. */
  magnitude(end: bigint): bigint {
    if (end <= 1n) return 0n;
    return this.below(end) >> BigInt(this.index(end.toString(2).length));
  }

  pick<T>(list: readonly T[]): T {
    const one = list[this.index(list.length)];
    if (one === undefined) throw new Error("nothing to pick from");
    return one;
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.index(times) === 0;
  }
}
