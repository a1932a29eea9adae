import type { Key } from "../codec/keys.ts";
import type { AccountWrite, ChainAccount } from "./account.ts";
import { readHolding } from "./token.ts";

interface Version {
  /** The slot whose writes replaced this state. */
  readonly replacedIn: number;
  readonly account: ChainAccount | null;
}

/**
 * Every account that a transaction or the command line ever wrote, with indexes by program, token owner and mint, and
 * the states that are not final yet, so that confirmed and finalized views differ from the processed one.
 */
export class AccountStore {
  readonly #accounts = new Map<Key, ChainAccount>();
  readonly #byProgram = new Map<Key, Map<Key, ChainAccount>>();
  readonly #byTokenOwner = new Map<Key, Set<Key>>();
  readonly #byMint = new Map<Key, Set<Key>>();
  readonly #versions = new Map<Key, Version[]>();
  readonly #changedIn = new Map<number, Set<Key>>();

  get size(): number {
    return this.#accounts.size;
  }

  entries(): [Key, ChainAccount][] {
    return [...this.#accounts];
  }

  get(key: Key): ChainAccount | undefined {
    return this.#accounts.get(key);
  }

  /** The account as it was at the end of a slot; `undefined` when this store never saw it, `null` when it was gone. */
  getAt(key: Key, slot: number): ChainAccount | null | undefined {
    const version = this.#versions.get(key)?.find(({ replacedIn }) => replacedIn > slot);
    return version === undefined ? this.#accounts.get(key) : version.account;
  }

  /** Applies writes of a slot. Without a slot (start-up) nothing is kept of the state before. */
  apply(writes: readonly AccountWrite[], slot?: number): void {
    for (const { key, account } of writes) {
      const before = this.#accounts.get(key) ?? null;
      if (slot !== undefined) this.#remember(key, before, slot);
      if (before !== null) this.#unindex(key, before, account);
      if (account === null) this.#accounts.delete(key);
      else {
        this.#accounts.set(key, account);
        this.#index(key, account);
      }
    }
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

  #index(key: Key, account: ChainAccount): void {
    const owned = this.#byProgram.get(account.owner);
    if (owned === undefined) this.#byProgram.set(account.owner, new Map([[key, account]]));
    else owned.set(key, account);
    const holding = readHolding(account);
    if (holding === undefined) return;
    addTo(this.#byTokenOwner, holding.owner, key);
    addTo(this.#byMint, holding.mint, key);
  }

  #unindex(key: Key, before: ChainAccount, after: ChainAccount | null): void {
    if (before.owner !== after?.owner) removeFrom(this.#byProgram, before.owner, key);
    const old = readHolding(before);
    if (old === undefined) return;
    const next = after === null ? undefined : readHolding(after);
    if (old.owner !== next?.owner) removeFrom(this.#byTokenOwner, old.owner, key);
    if (old.mint !== next?.mint) removeFrom(this.#byMint, old.mint, key);
  }

  /** Accounts written in a slot. */
  changedIn(slot: number): ReadonlySet<Key> {
    return this.#changedIn.get(slot) ?? NONE;
  }

  /** Forgets the states that no view at or after the slot can see. */
  prune(finalSlot: number): void {
    for (const [slot, keys] of this.#changedIn) {
      if (slot > finalSlot) break;
      for (const key of keys) {
        const versions = this.#versions.get(key)?.filter(({ replacedIn }) => replacedIn > finalSlot) ?? [];
        if (versions.length === 0) this.#versions.delete(key);
        else this.#versions.set(key, versions);
      }
      this.#changedIn.delete(slot);
    }
  }

  /** Accounts of a program as of a slot. */
  *ownedAt(program: Key, slot: number): Generator<readonly [Key, ChainAccount]> {
    for (const [key, account] of this.#byProgram.get(program) ?? []) {
      const then = this.#versions.has(key) ? this.getAt(key, slot) : account;
      if (then?.owner === program) yield [key, then];
    }
    for (const key of this.#versions.keys()) {
      if (this.#accounts.get(key)?.owner === program) continue;
      const then = this.getAt(key, slot);
      if (then?.owner === program) yield [key, then];
    }
  }

  /** Token accounts of an owner or of a mint as of a slot. */
  *holdingsAt(by: "owner" | "mint", value: Key, slot: number): Generator<readonly [Key, ChainAccount]> {
    const index = by === "owner" ? this.#byTokenOwner : this.#byMint;
    const current = index.get(value) ?? NONE;
    const candidates = new Set([...current, ...this.#versions.keys()]);
    for (const key of candidates) {
      const account = this.getAt(key, slot);
      if (account === undefined || account === null) continue;
      const holding = readHolding(account);
      if (holding !== undefined && holding[by] === value) yield [key, account];
    }
  }
}

const NONE: ReadonlySet<Key> = new Set();

function addTo(index: Map<Key, Set<Key>>, value: Key, key: Key): void {
  const keys = index.get(value);
  if (keys === undefined) index.set(value, new Set([key]));
  else keys.add(key);
}

function removeFrom(index: Map<Key, Set<Key> | Map<Key, ChainAccount>>, value: Key, key: Key): void {
  const keys = index.get(value);
  keys?.delete(key);
  if (keys?.size === 0) index.delete(value);
}
