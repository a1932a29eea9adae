import type { TradeKind } from "@tribe/chain/clear-signing";

/**
 * A kind of transaction that a person prepares and signs here, and that the server sends and follows until its outcome is final.
 */
export interface TransactionKind {
  /** The only instruction that its message may contain: any other message is refused before anybody signs or sends it. */
  readonly instruction: TradeKind | "airdrop";
  /** `one`: a person has one open ticket for a token, and a new one replaces an unsigned one. `any`: any number. */
  readonly open: "one" | "any";
  /** Which of our keys signs beside the trader. Absent: none, so that a new kind is co-signed only if its entry says so. */
  readonly coSigner?: "admin";
  /** False when our index does not report that it landed. Otherwise its success is reported when the index shows it. */
  readonly isIndexed?: false;
  /** True when its owner also gets the state of the Tribe's creation (`creation.changed`). */
  readonly isCreation?: true;
}

/** All kinds. A new one needs an entry here and a route that prepares it. */
export const transactionKinds = {
  create: { instruction: "create", open: "one", coSigner: "admin", isCreation: true },
  buy: { instruction: "buy", open: "one", coSigner: "admin" },
  sell: { instruction: "sell", open: "one", coSigner: "admin" },
  convert: { instruction: "convert", open: "one" },
  // Contains no instruction of our programs, so the index does not report it.
  transfer: { instruction: "transfer", open: "any", isIndexed: false },
  // The airdrop module prepares these and takes their signatures, many at once; any of them may be prepared again.
  airdrop: { instruction: "airdrop", open: "any", isIndexed: false },
  claim: { instruction: "claim", open: "any", isIndexed: false },
  // Two at once would close the same accounts.
  closeAccounts: { instruction: "closeAccounts", open: "one", isIndexed: false },
} as const satisfies Readonly<Record<string, TransactionKind>>;

export type TransactionKindName = keyof typeof transactionKinds;

/** Whether our index reports the outcome of this kind. */
export const isIndexedKind = (name: TransactionKindName): boolean => kindOf(name).isIndexed ?? true;

/** The kinds that this process knows. Tickets of a later version's kinds wait for a process of that version. */
export const knownKinds = (): TransactionKindName[] => Object.keys(transactionKinds) as TransactionKindName[]; // its own keys

/**
 * A kind's entry.
 * @throws Error for an unknown name, such as a later version's: nothing is signed, sent or opened for it
 */
export const kindOf = (name: string): TransactionKind => {
  const kinds: Readonly<Record<string, TransactionKind>> = transactionKinds;
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind) throw new Error(`no kind of transaction is called ${name}`);
  return kind;
};
