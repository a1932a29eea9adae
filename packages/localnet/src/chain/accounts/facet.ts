import type { Key } from "../../codec/keys.ts";
import type { ChainAccount } from "./account.ts";
import { readHolding } from "./token.ts";

const NONE: ReadonlySet<Key> = new Set();

/** An index of accounts by one kind of value, which an account may lack. */
export class Facet {
  readonly #buckets = new Map<string, Key | Set<Key>>();
  readonly read: (account: ChainAccount) => string | undefined;

  constructor(read: (account: ChainAccount) => string | undefined) {
    this.read = read;
  }

  add(value: string, key: Key): void {
    const bucket = this.#buckets.get(value);
    if (bucket === undefined) this.#buckets.set(value, key);
    else if (typeof bucket !== "string") bucket.add(key);
    else if (bucket !== key) this.#buckets.set(value, new Set([bucket, key]));
  }

  remove(value: string, key: Key): void {
    const bucket = this.#buckets.get(value);
    if (bucket === key) this.#buckets.delete(value);
    else if (bucket !== undefined && typeof bucket !== "string" && bucket.delete(key) && bucket.size === 0) {
      this.#buckets.delete(value);
    }
  }

  /** Addresses of the accounts that have a value, or had it in a state that is still kept. */
  keys(value: string): ReadonlySet<Key> {
    const bucket = this.#buckets.get(value);
    if (bucket === undefined) return NONE;
    return typeof bucket === "string" ? new Set([bucket]) : bucket;
  }
}

/** The program that an account belongs to. */
export function programFacet(): Facet {
  return new Facet(({ owner }) => owner);
}

/** The owner or the mint of a token account. */
export function tokenFacet(by: "owner" | "mint"): Facet {
  return new Facet((account) => readHolding(account)?.[by]);
}

/** Bytes that the data of an account must have at an offset. */
export interface Memcmp {
  readonly offset: number;
  readonly bytes: Buffer;
}

const FROM_ACCOUNTS = 1000;
const MOST_FACETS = 8;
const MOST_REQUESTED = 64;

interface Shape {
  readonly program: Key;
  readonly offset: number;
  readonly length: number;
}

/**
 * Indexes over bytes of the data, built when a program with many accounts is queried a second time at the same offset. Their
 * number is limited: the least recently used one is dropped.
 */
export class DataFacets {
  readonly #facets = new Map<string, Facet>();
  readonly #requested = new Set<string>();

  /** All indexes that writes must update. */
  all(): Iterable<Facet> {
    return this.#facets.values();
  }

  /** The narrowest index for a query, with the value to look up; `undefined` when a scan is needed. `make` fills a new one. */
  for(
    program: Key,
    memcmps: readonly Memcmp[],
    accounts: number,
    make: (facet: Facet) => void,
  ): { readonly facet: Facet; readonly value: string } | undefined {
    const longest = memcmps.reduce<Memcmp | undefined>(
      (best, next) => (next.bytes.length > (best?.bytes.length ?? 0) ? next : best),
      undefined,
    );
    if (longest === undefined || accounts < FROM_ACCOUNTS) return undefined;
    const shape = { program, offset: longest.offset, length: longest.bytes.length };
    const name = `${shape.offset}:${shape.length}:${program}`;
    const facet = this.#facets.get(name) ?? this.#make(name, shape, make);
    if (facet === undefined) return undefined;
    this.#facets.delete(name);
    this.#facets.set(name, facet);
    return { facet, value: longest.bytes.toString("latin1") };
  }

  #make(name: string, shape: Shape, make: (facet: Facet) => void): Facet | undefined {
    if (!this.#requested.delete(name)) {
      this.#requested.add(name);
      dropFirst(this.#requested, MOST_REQUESTED);
      return undefined;
    }
    const facet = new Facet((account) => bytesAt(account, shape));
    make(facet);
    this.#facets.set(name, facet);
    dropFirst(this.#facets, MOST_FACETS);
    return facet;
  }
}

function bytesAt({ owner, data }: ChainAccount, { program, offset, length }: Shape): string | undefined {
  const end = offset + length;
  return owner === program && end <= data.length ? data.toString("latin1", offset, end) : undefined;
}

function dropFirst(entries: Set<string> | Map<string, Facet>, max: number): void {
  if (entries.size <= max) return;
  for (const first of entries.keys()) {
    entries.delete(first);
    return;
  }
}
