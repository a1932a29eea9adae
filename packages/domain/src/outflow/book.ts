import { type Address, lamportsPerSol, type Outflow, type SendWaitInfo, type Spend } from "@tribe/contract";
import { min } from "../money/integers.ts";
import type { BookedMessage } from "./outcomes.ts";
import { covers, lamportsOf, withoutSpent } from "./waits.ts";

/** Lamports' worth that presses let out of a wallet in any 24 hours. */
export const dailyAllowance = 5n * lamportsPerSol;
/** ms. */
export const allowanceWindow = 24 * 3_600_000;

/** Something that was confirmed by a press and counts towards the allowance for 24 hours. */
export interface Outgoing {
  /** ms since 1970. */
  readonly at: number;
  /** Lamports' worth, less what sales of the bought tokens gave back. */
  readonly lamports: bigint;
  /** What a purchase bought, less what of it was sold again; null for everything else. */
  readonly bought: { readonly mint: Address; readonly units: bigint } | null;
  /** Absent where the chain can't say what became of it, and once it has landed: then it counts for the whole day. */
  readonly message?: BookedMessage;
  /** The chain has shown that its message left nothing and can't land any more: it doesn't count. */
  readonly isGivenBack?: boolean;
}

/** A message, or an airdrop's list, that was counted. */
export interface CountedSubject {
  readonly subject: string;
  readonly at: number;
  readonly isList: boolean;
  /** The slot in the address of the account that counts the list's batches; absent before one was set up, and for messages. */
  readonly slot?: number;
}

/** What has left a wallet lately, as the role `keys` keeps it. */
export interface OutflowBook {
  /** Of the last 24 hours, oldest first. */
  readonly outgoing: readonly Outgoing[];
  /** Subjects that were counted: signing the same bytes, or the next batch of the same list, lets out nothing more. */
  readonly counted: readonly CountedSubject[];
  /** Subjects that a passkey approved and that were not signed yet. */
  readonly approved: readonly { readonly subject: string; readonly at: number }[];
  /** Signatures of sales that have given back. */
  readonly sales: readonly { readonly signature: string; readonly at: number }[];
  /** To whom this wallet has sent, the latest first. */
  readonly recipients: readonly Address[];
}

/** Of a wallet from which nothing has left. */
export const emptyOutflowBook: OutflowBook = { outgoing: [], counted: [], approved: [], sales: [], recipients: [] };

/** A transaction's blockhash is over long before that. */
const transactionRetention = 3_600_000;
/** A list of an airdrop can be resumed for as long; afterwards it counts once more. */
const listRetention = 90 * allowanceWindow;
/** A passkey's approval is for the signature right after it. */
const approvalRetention = 600_000;
/** The longest unused recipients are dropped first: their next send is mailed as a first one. */
const maxRecipients = 300;
const maxOutgoing = 300;
const maxLists = 100;

/** The book without what no longer matters. */
export const currentBook = (book: OutflowBook, now: number): OutflowBook => ({
  outgoing: book.outgoing.filter(({ at }) => now - at < allowanceWindow),
  counted: [
    ...book.counted.filter(({ isList, at }) => isList && now - at < listRetention).slice(-maxLists),
    ...book.counted.filter(({ isList, at }) => !isList && now - at < transactionRetention),
  ],
  approved: book.approved.filter(({ at }) => now - at < approvalRetention),
  sales: book.sales.filter(({ at }) => now - at < allowanceWindow),
  recipients: book.recipients,
});

/** Lamports' worth that left by presses in the last 24 hours. */
const usedOf = (book: OutflowBook): bigint =>
  book.outgoing.reduce((sum, { lamports, isGivenBack }) => (isGivenBack ? sum : sum + lamports), 0n);

/** Why a press is not enough: the allowance, or tokens whose worth nobody can tell. */
export type StepUpReason = "allowance" | "worth";

/** By what a spend may be signed now, or what it needs. */
export type OutflowJudgement =
  | { readonly kind: "free" }
  | { readonly kind: "allowed" }
  | { readonly kind: "waited"; readonly wait: SendWaitInfo }
  | {
      readonly kind: "stepUp";
      readonly reason: StepUpReason;
      readonly left: bigint;
      /** The wait that has begun for it and is not over. */
      readonly pending: SendWaitInfo | null;
    };

/** What a spend is judged by. */
export interface JudgedBy {
  readonly now: number;
  /** The waits of the device that asks. */
  readonly waits: readonly SendWaitInfo[];
  /** Worth of the tokens that leave, in lamports; null if unknown. 0 where none do. */
  readonly tokensWorth: bigint | null;
}

/** The worth of everything that leaves, in lamports; null if unknown. */
export const worthOf = (outflow: Outflow, tokensWorth: bigint | null): bigint | null =>
  tokensWorth === null ? null : lamportsOf(outflow) + tokensWorth;

/**
 * Judges what a signature lets out of a wallet. Neither age nor habit frees anything: what was counted already is free, a passkey
 * frees exactly what it approved, a day's wait what was waited for, and a press the rest of the day's 5 SOL.
 */
export const judgeOutflow = (
  book: OutflowBook,
  { subject, outflow }: Spend,
  { now, waits, tokensWorth }: JudgedBy,
): OutflowJudgement => {
  const current = currentBook(book, now);
  const isIt = (known: { readonly subject: string }): boolean => known.subject === subject;
  if (current.counted.some(isIt) || current.approved.some(isIt)) return { kind: "free" };
  const covering = waits.filter((wait) => wait.expiresAt > now && covers(wait, outflow));
  const over = covering.find(({ readyAt }) => readyAt <= now);
  if (over) return { kind: "waited", wait: over };
  const worth = worthOf(outflow, tokensWorth);
  const used = usedOf(current);
  const left = used < dailyAllowance ? dailyAllowance - used : 0n;
  if (worth !== null && worth <= left) return { kind: "allowed" };
  const pending = covering[0] ?? null;
  return { kind: "stepUp", reason: worth === null ? "worth" : "allowance", left, pending };
};

/** A book after a spend was counted. */
export interface Counted {
  readonly book: OutflowBook;
  /** The wait that was used, before and after; null when none was. */
  readonly used: { readonly wait: SendWaitInfo; readonly left: SendWaitInfo | null } | null;
  /** Whether this is the wallet's first send to the recipient. */
  readonly isFirst: boolean;
}

/** Whether the wallet never sent anything to whom this goes; false where nobody is named. */
export const isFirstSend = (book: OutflowBook, outflow: Outflow): boolean =>
  outflow.kind === "transfer" && !book.recipients.includes(outflow.recipient);

/** Characters at each end by which the app, like most, shows an address. */
const shownEnd = 3;

/** Whether two addresses are different, and are shown alike where they are shortened. */
export const looksLike = (one: string, other: string): boolean =>
  one !== other &&
  one.slice(0, shownEnd) === other.slice(0, shownEnd) &&
  one.slice(-shownEnd) === other.slice(-shownEnd);

/** A recipient of before, or the wallet itself, for whom the recipient of an outflow could be taken; null for none. */
export const lookalikeOf = (book: OutflowBook, wallet: Address, outflow: Outflow): Address | null =>
  outflow.kind === "transfer"
    ? ([...book.recipients, wallet].find((known) => looksLike(known, outflow.recipient)) ?? null)
    : null;

/**
 * Counts a spend before its signature, so that a crash in between only uses up allowance. The same subject is counted once.
 * @param booked where the chain was when its message was counted; null if nobody knows, or if it never expires
 * @returns null when it needs more than it has
 */
export const countOutflow = (
  book: OutflowBook,
  spend: Spend,
  by: JudgedBy,
  booked: BookedMessage | null = null,
): Counted | null => {
  const { subject, outflow } = spend;
  const { now, tokensWorth } = by;
  const judgement = judgeOutflow(book, spend, by);
  if (judgement.kind === "stepUp") return null;
  const current = currentBook(book, now);
  const isFirst = isFirstSend(book, outflow);
  if (current.counted.some((known) => known.subject === subject)) return { book: current, used: null, isFirst: false };
  const outgoing =
    judgement.kind === "allowed"
      ? limited([
          ...current.outgoing,
          {
            ...outgoingOf(outflow, { now, worth: worthOf(outflow, tokensWorth) ?? 0n }),
            ...(booked?.subject === subject ? { message: booked } : {}),
          },
        ])
      : current.outgoing;
  const { recipients } = current;
  return {
    book: {
      ...current,
      outgoing,
      counted: [...current.counted, { subject, at: now, isList: outflow.kind === "airdrop" }],
      approved: current.approved.filter((known) => known.subject !== subject),
      recipients:
        outflow.kind === "transfer"
          ? [outflow.recipient, ...recipients.filter((each) => each !== outflow.recipient)].slice(0, maxRecipients)
          : recipients,
    },
    used: judgement.kind === "waited" ? { wait: judgement.wait, left: withoutSpent(judgement.wait, outflow) } : null,
    isFirst,
  };
};

const outgoingOf = (outflow: Outflow, { now, worth }: { readonly now: number; readonly worth: bigint }): Outgoing => ({
  at: now,
  lamports: worth,
  bought:
    outflow.kind === "purchase" || outflow.kind === "firstBuy"
      ? { mint: outflow.mint, units: BigInt(outflow.units) }
      : null,
});

/** Joins the oldest two of too many: they count for as long as the later one, and nothing of them is given back. */
const limited = (outgoing: readonly Outgoing[]): readonly Outgoing[] => {
  const [first, second, ...rest] = outgoing;
  if (outgoing.length <= maxOutgoing || !first || !second) return outgoing;
  const joined = { at: second.at, lamports: first.lamports + second.lamports, bought: null };
  return limited([joined, ...rest]);
};

/** Whether an airdrop that was counted may set up an account for its batches: the first one, or the same once more. */
export const setUpOf = (
  book: OutflowBook,
  subject: string,
  now: number,
): { readonly kind: "uncounted" } | { readonly kind: "counted"; readonly slot: number | null } => {
  const found = currentBook(book, now).counted.find((known) => known.isList && known.subject === subject);
  return found ? { kind: "counted", slot: found.slot ?? null } : { kind: "uncounted" };
};

/** The book after an airdrop's account was set up in this slot. There is one at a time: a second one could pay the list again. */
export const withSetUp = (book: OutflowBook, subject: string, slot: number): OutflowBook => ({
  ...book,
  counted: book.counted.map((known) => (known.isList && known.subject === subject ? { ...known, slot } : known)),
});

/** The book after a passkey approved a subject. */
export const withApproval = (book: OutflowBook, subject: string, now: number): OutflowBook => {
  const current = currentBook(book, now);
  const others = current.approved.filter((known) => known.subject !== subject);
  return { ...current, approved: [...others, { subject, at: now }] };
};

/** A sale of a token that has landed. */
export interface Sale {
  readonly signature: string;
  /** When it landed, ms since 1970: it gives nothing back for purchases that came later. */
  readonly at: number;
  /** The mint on the token's curve. */
  readonly mint: Address;
  readonly units: bigint;
  /** What came in, after fees. */
  readonly lamports: bigint;
}

/**
 * The book after a sale: it gives back what came in for tokens that were bought in the last 24 hours, and never more than they
 * had cost. More tokens than were bought give nothing back, nor does a sale before the purchase: that would let a day's allowance
 * out again and again against tokens of long ago. Each sale gives back once.
 */
export const withSale = (book: OutflowBook, sale: Sale, now: number): OutflowBook => {
  const current = currentBook(book, now);
  if (sale.units <= 0n || current.sales.some(({ signature }) => signature === sale.signature)) return current;
  let unsold = sale.units;
  const outgoing = current.outgoing.map((each): Outgoing => {
    const { bought, lamports, isGivenBack } = each;
    if (isGivenBack || bought?.mint !== sale.mint || each.at > sale.at) return each;
    if (bought.units <= 0n || unsold <= 0n) return each;
    const sold = min(unsold, bought.units);
    unsold -= sold;
    // Both rounded down: what is given back is never more than what came in, or than the cost.
    const cameIn = (sale.lamports * sold) / sale.units;
    const cost = (lamports * sold) / bought.units;
    const back = min(cameIn, cost);
    return { ...each, lamports: lamports - back, bought: { mint: sale.mint, units: bought.units - sold } };
  });
  return { ...current, outgoing, sales: [...current.sales, { signature: sale.signature, at: now }] };
};
