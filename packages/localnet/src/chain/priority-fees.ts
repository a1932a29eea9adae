import type { Key } from "../codec/keys.ts";
import { MAX_BLOCKHASH_AGE } from "./slot-clock.ts";

interface SlotFees {
  lowest: bigint;
  readonly byAccount: Map<Key, bigint>;
}

/** The lowest prices that landed in the last 150 slots, in micro-lamports per compute unit. */
export class PriorityFees {
  readonly #slots = new Map<number, SlotFees>();

  /** Records a transaction's price for every account that it locked for writing. */
  add(slot: number, price: bigint, writable: readonly Key[]): void {
    let fees = this.#slots.get(slot);
    if (fees === undefined) {
      fees = { lowest: price, byAccount: new Map() };
      this.#slots.set(slot, fees);
      for (const old of this.#slots.keys()) {
        if (old > slot - MAX_BLOCKHASH_AGE) break;
        this.#slots.delete(old);
      }
    }
    if (price < fees.lowest) fees.lowest = price;
    for (const key of writable) {
      const known = fees.byAccount.get(key);
      if (known === undefined || price < known) fees.byAccount.set(key, price);
    }
  }

  /** The price at which transactions with these write locks landed in a slot; without accounts, any transactions. */
  lowestIn(slot: number, keys: readonly Key[]): bigint {
    const fees = this.#slots.get(slot);
    if (fees === undefined) return 0n;
    let price = fees.lowest;
    for (const key of keys) {
      const known = fees.byAccount.get(key);
      if (known !== undefined && known > price) price = known;
    }
    return price;
  }
}
