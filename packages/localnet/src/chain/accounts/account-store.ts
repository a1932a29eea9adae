import type { Key } from "../../codec/keys.ts";
import type { AccountWrite, ChainAccount } from "./account.ts";
import { DataFacets, type Facet, type Memcmp, programFacet, tokenFacet } from "./facet.ts";

// Slots: a reader that takes nothing for a minute loses its states.
const LONGEST_HELD = 150;

interface Version {
  /** The slot whose writes replaced this state. */
  readonly replacedIn: number;
  readonly account: ChainAccount | null;
}

/** A key that no longer has a value, but is still found by it while older states are kept. */
interface Leaving {
  readonly facet: Facet;
  readonly value: string;
  readonly key: Key;
}

/**
 * Every account that a transaction or the command line ever wrote, with indexes by program, token owner, mint and bytes of the
 * data, and the states that are not final yet, so that confirmed and finalized views differ from the processed one. An index
 * also finds an account by the values of its kept states; a reader compares with the state that it needs.
 */
export class AccountStore {
  readonly #accounts = new Map<Key, ChainAccount>();
  readonly #programs = programFacet();
  readonly #holdings = { owner: tokenFacet("owner"), mint: tokenFacet("mint") };
  readonly #data = new DataFacets();
  readonly #versions = new Map<Key, Version[]>();
  readonly #changedIn = new Map<number, Set<Key>>();
  /** Lamports of all accounts, and the change of each slot that is not final. */
  #lamports = 0n;
  readonly #changes = new Map<number, bigint>();
  readonly #readers = new Set<{ readonly slot: number }>();
  readonly #leavingIn = new Map<number, Leaving[]>();

  /** Lamports of all accounts as of a slot. */
  lamportsAt(slot: number): bigint {
    let total = this.#lamports;
    for (const [changedIn, change] of this.#changes) if (changedIn > slot) total -= change;
    return total;
  }

  get size(): number {
    return this.#accounts.size;
  }

  entries(): [Key, ChainAccount][] {
    return [...this.#accounts];
  }

  get(key: Key): ChainAccount | undefined {
    return this.#accounts.get(key);
  }

  /** The account at the end of a slot; `undefined` when this store never saw it, `null` when it was deleted. */
  getAt(key: Key, slot: number): ChainAccount | null | undefined {
    const version = this.#versions.get(key)?.find(({ replacedIn }) => replacedIn > slot);
    return version === undefined ? this.#accounts.get(key) : version.account;
  }

  /** Applies writes of a slot. Without a slot (start-up) the previous state is not kept. */
  apply(writes: readonly AccountWrite[], slot?: number): void {
    for (const { key, account } of writes) {
      const before = this.#accounts.get(key) ?? null;
      if (slot !== undefined) this.#remember(key, before, slot);
      for (const facet of this.#facets()) this.#index(facet, key, before, account, slot);
      const change = (account?.lamports ?? 0n) - (before?.lamports ?? 0n);
      this.#lamports += change;
      if (slot !== undefined) this.#changes.set(slot, (this.#changes.get(slot) ?? 0n) + change);
      if (account === null) this.#accounts.delete(key);
      else this.#accounts.set(key, account);
    }
  }

  *#facets(): Generator<Facet> {
    yield this.#programs;
    yield this.#holdings.owner;
    yield this.#holdings.mint;
    yield* this.#data.all();
  }

  #remember(key: Key, before: ChainAccount | null, slot: number): void {
    const changed = this.#changedIn.get(slot) ?? new Set<Key>();
    if (changed.has(key)) return;
    if (changed.size === 0) this.#changedIn.set(slot, changed);
    changed.add(key);
    const versions = this.#versions.get(key);
    if (versions === undefined) this.#versions.set(key, [{ replacedIn: slot, account: before }]);
    else versions.push({ replacedIn: slot, account: before });
  }

  #index(facet: Facet, key: Key, before: ChainAccount | null, after: ChainAccount | null, slot?: number): void {
    const old = before === null ? undefined : facet.read(before);
    const next = after === null ? undefined : facet.read(after);
    if (old === next) return;
    if (next !== undefined) facet.add(next, key);
    if (old === undefined) return;
    if (slot === undefined) facet.remove(old, key);
    else this.#leave(slot, { facet, value: old, key });
  }

  #leave(slot: number, leaving: Leaving): void {
    const known = this.#leavingIn.get(slot);
    if (known === undefined) this.#leavingIn.set(slot, [leaving]);
    else known.push(leaving);
  }

  /** Accounts written in a slot. */
  changedIn(slot: number): ReadonlySet<Key> {
    return this.#changedIn.get(slot) ?? NONE;
  }

  /** Keeps the states that a reader of a slot sees, for long answers: until it is released, or for 150 slots. */
  hold(slot: number): () => void {
    const reader = { slot };
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  /** Drops the states that no view at or after the slot needs, unless they are held. */
  prune(final: number): void {
    let finalSlot = final;
    for (const reader of this.#readers) {
      if (reader.slot < final - LONGEST_HELD) this.#readers.delete(reader);
      else finalSlot = Math.min(finalSlot, reader.slot);
    }
    for (const slot of this.#changes.keys()) if (slot <= finalSlot) this.#changes.delete(slot);
    for (const [slot, keys] of this.#changedIn) {
      if (slot > finalSlot) break;
      for (const key of keys) {
        const versions = this.#versions.get(key)?.filter(({ replacedIn }) => replacedIn > finalSlot) ?? [];
        if (versions.length === 0) this.#versions.delete(key);
        else this.#versions.set(key, versions);
      }
      this.#changedIn.delete(slot);
    }
    for (const [slot, leaving] of this.#leavingIn) {
      if (slot > finalSlot) continue;
      for (const entry of leaving) if (!this.#belongs(entry)) entry.facet.remove(entry.value, entry.key);
      this.#leavingIn.delete(slot);
    }
  }

  #belongs({ facet, value, key }: Leaving): boolean {
    const has = (account: ChainAccount | null) => account !== null && facet.read(account) === value;
    const versions = this.#versions.get(key) ?? [];
    return has(this.#accounts.get(key) ?? null) || versions.some(({ account }) => has(account));
  }

  #fill(facet: Facet, keys: Iterable<Key>): void {
    for (const key of keys) {
      for (const { account, replacedIn } of this.#versions.get(key) ?? []) {
        const value = account === null ? undefined : facet.read(account);
        if (value === undefined) continue;
        facet.add(value, key);
        this.#leave(replacedIn, { facet, value, key });
      }
      const account = this.#accounts.get(key);
      const value = account === undefined ? undefined : facet.read(account);
      if (value !== undefined) facet.add(value, key);
    }
  }

  /**
   * Accounts of a program as of a slot. With `memcmps` it may leave out those without these bytes; the caller still compares.
   */
  *ownedAt(program: Key, slot: number, memcmps: readonly Memcmp[] = []): Generator<readonly [Key, ChainAccount]> {
    const all = this.#programs.keys(program);
    const narrow = this.#data.for(program, memcmps, all.size, (facet) => this.#fill(facet, all));
    const keys = narrow === undefined ? all : narrow.facet.keys(narrow.value);
    for (const key of keys) {
      const account = this.getAt(key, slot);
      if (account?.owner === program) yield [key, account];
    }
  }

  /** The addresses that `holdingsAt` would check, for a reader that needs only some of the accounts. */
  holdingKeys(by: "owner" | "mint", value: Key): ReadonlySet<Key> {
    return this.#holdings[by].keys(value);
  }

  /** Token accounts of an owner or of a mint as of a slot. */
  *holdingsAt(by: "owner" | "mint", value: Key, slot: number): Generator<readonly [Key, ChainAccount]> {
    const facet = this.#holdings[by];
    for (const key of facet.keys(value)) {
      const account = this.getAt(key, slot);
      if (account !== undefined && account !== null && facet.read(account) === value) yield [key, account];
    }
  }
}

const NONE: ReadonlySet<Key> = new Set();
