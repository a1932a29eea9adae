import type { Key, Sig } from "../codec/keys.ts";

/** Where to find the transactions in the journal: in the order in which they were processed. */
export class HistoryIndex {
  readonly #slots: number[] = [];
  readonly #offsets: number[] = [];
  readonly #bySignature = new Map<Sig, number>();
  readonly #byAddress = new Map<Key, number[]>();

  get count(): number {
    return this.#offsets.length;
  }

  get firstSlot(): number | undefined {
    return this.#slots[0];
  }

  add(slot: number, offset: number, signature: Sig, keys: readonly Key[]): void {
    const index = this.#offsets.length;
    this.#slots.push(slot);
    this.#offsets.push(offset);
    this.#bySignature.set(signature, index);
    for (const key of keys) {
      const list = this.#byAddress.get(key);
      if (list === undefined) this.#byAddress.set(key, [index]);
      else if (list[list.length - 1] !== index) list.push(index);
    }
  }

  indexOf(signature: Sig): number | undefined {
    return this.#bySignature.get(signature);
  }

  /** Journal offset of a transaction by its place in the order. */
  offsetAt(index: number): number | undefined {
    return this.#offsets[index];
  }

  slotAt(index: number): number | undefined {
    return this.#slots[index];
  }

  /** Places of the transactions that name an address, oldest first. */
  withAddress(key: Key): readonly number[] {
    return this.#byAddress.get(key) ?? [];
  }

  /** Places of the transactions of a slot: from, and up to but not including. */
  inSlot(slot: number): readonly [number, number] {
    return [this.#firstFrom(slot), this.#firstFrom(slot + 1)];
  }

  #firstFrom(slot: number): number {
    let low = 0;
    let high = this.#slots.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#slots[middle] ?? 0) < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
