import type { Key, Sig } from "../codec/keys.ts";
import { type CompressedTokens, compressedTokensOf, type NewContent, type StateChange } from "./state-changes.ts";
import { type StateTree, stateTreeAt } from "./trees.ts";

/** A compressed account that was created, and may be spent by now. */
export interface CompressedAccount {
  readonly hash: Key;
  readonly leafIndex: number;
  readonly tree: StateTree;
  readonly content: NewContent;
  /** Its content when it is a token account. */
  readonly tokens: CompressedTokens | null;
  readonly slot: number;
  readonly madeIn: Sig;
}

/** A transaction that created or spent an owner's accounts. */
export interface TouchedIn {
  readonly signature: Sig;
  readonly slot: number;
  readonly blockTime: number;
}

/** The kind of an index key: owner, delegate, mint or program. */
type Facet = "owner" | "delegate" | "mint" | "program";

const NONE: ReadonlySet<CompressedAccount> = new Set();

/** All unspent compressed accounts, by hash, address, owner, delegate, mint and program. */
export class CompressedAccounts {
  readonly #byHash = new Map<Key, CompressedAccount>();
  readonly #byAddress = new Map<Key, CompressedAccount>();
  readonly #spent = new Map<Key, Sig>();
  readonly #sets: Readonly<Record<Facet, Map<Key, Set<CompressedAccount>>>> = {
    owner: new Map(),
    delegate: new Map(),
    mint: new Map(),
    program: new Map(),
  };
  readonly #touched = new Map<Key, TouchedIn[]>();
  #leaves = 0;

  /** Number of accounts ever created: each uses a leaf permanently. */
  get leaves(): number {
    return this.#leaves;
  }

  /** Applies a transaction's changes. */
  apply(changes: readonly StateChange[], transaction: TouchedIn): void {
    for (const { spent, made } of changes) {
      for (const hash of spent) this.#spend(hash, transaction);
      for (const { hash, leafIndex, queue, content } of made) {
        this.#leaves++;
        const tree = stateTreeAt(queue);
        if (tree === undefined || content === null) continue;
        const tokens = compressedTokensOf(content);
        const { slot, signature: madeIn } = transaction;
        this.#add({ hash, leafIndex, tree, content, tokens, slot, madeIn }, transaction);
      }
    }
  }

  #facetsOf({ tokens, content }: CompressedAccount): readonly (readonly [Facet, Key])[] {
    const facets: (readonly [Facet, Key])[] = [["program", content.owner]];
    if (tokens === null) return facets;
    facets.push(["owner", tokens.owner], ["mint", tokens.mint]);
    if (tokens.delegate !== null) facets.push(["delegate", tokens.delegate]);
    return facets;
  }

  #add(account: CompressedAccount, transaction: TouchedIn): void {
    this.#byHash.set(account.hash, account);
    if (account.content.address !== null) this.#byAddress.set(account.content.address, account);
    for (const [facet, key] of this.#facetsOf(account)) {
      const known = this.#sets[facet].get(key);
      if (known === undefined) this.#sets[facet].set(key, new Set([account]));
      else known.add(account);
    }
    this.#touch(account, transaction);
  }

  #spend(hash: Key, transaction: TouchedIn): void {
    this.#spent.set(hash, transaction.signature);
    const account = this.#byHash.get(hash);
    if (account === undefined) return;
    this.#byHash.delete(hash);
    const { address } = account.content;
    if (address !== null && this.#byAddress.get(address) === account) this.#byAddress.delete(address);
    for (const [facet, key] of this.#facetsOf(account)) {
      const known = this.#sets[facet].get(key);
      known?.delete(account);
      if (known?.size === 0) this.#sets[facet].delete(key);
    }
    this.#touch(account, transaction);
  }

  #touch({ tokens, content }: CompressedAccount, transaction: TouchedIn): void {
    const owner = tokens?.owner ?? content.owner;
    const known = this.#touched.get(owner);
    if (known === undefined) this.#touched.set(owner, [transaction]);
    else if (known.at(-1)?.signature !== transaction.signature) known.push(transaction);
  }

  withHash(hash: Key): CompressedAccount | undefined {
    return this.#byHash.get(hash);
  }

  withAddress(address: Key): CompressedAccount | undefined {
    return this.#byAddress.get(address);
  }

  isSpent(hash: Key): boolean {
    return this.#spent.has(hash);
  }

  /** In the order of creation. */
  of(facet: Facet, key: Key): ReadonlySet<CompressedAccount> {
    return this.#sets[facet].get(key) ?? NONE;
  }

  /** Transactions that created or spent an owner's accounts, oldest first. */
  touchedOf(owner: Key): readonly TouchedIn[] {
    return this.#touched.get(owner) ?? [];
  }
}
