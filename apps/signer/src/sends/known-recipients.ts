import type { Address } from "@tribe/contract";
import { looksLike } from "@tribe/domain/outflow";
import { quotableText } from "@tribe/domain/people";

/** Somebody to whom this device has sent. */
export interface KnownRecipient {
  readonly address: Address;
  /** The person's name for them; stored only on this device. */
  readonly name: string | null;
  /** The handle that Tribe gave for this address at the last send. */
  readonly handle: string | null;
  /** Milliseconds since 1970 of the first send. */
  readonly since: number;
  readonly sends: number;
}

/** To whom this device has sent, stored beside the device's share. It names people, and frees nothing from the allowance. */
export interface SendLedger {
  readonly recipients: readonly KnownRecipient[];
}

/** A likely mistake: a word must be typed then, so that both addresses are read. */
export type Doubt = "lookalike" | "handle_moved";

/** What this device and the wallet's record know of a recipient. */
export interface RecipientJudgement {
  readonly isFirst: boolean;
  /** Null for one to whom this device never sent. */
  readonly known: KnownRecipient | null;
  /** An earlier recipient, or the own wallet, whose address begins and ends like this one. */
  readonly lookalike: { readonly address: Address; readonly name: string | null } | null;
  /** Who had the recipient's handle at an earlier send. */
  readonly before: KnownRecipient | null;
  readonly doubt: Doubt | null;
}

/** The most recipients that a device remembers; the longest unused are dropped first. */
const maxKnown = 500;

/** What the recipient is compared with. */
interface ComparedWith {
  readonly wallet: Address;
  /** Tribe's handle for the recipient's address, or null. */
  readonly handle: string | null;
  /** What the wallet's record says, once it has answered: a browser that lost its storage still knows whom it paid. */
  readonly record: { readonly isFirst: boolean; readonly lookalike: Address | null } | null;
}

/** Judges a transfer's recipient by this device's history and the wallet's. */
export const judgeRecipient = (
  ledger: SendLedger | null,
  recipient: Address,
  { wallet, handle, record }: ComparedWith,
): RecipientJudgement => {
  const recipients = ledger?.recipients ?? [];
  const known = recipients.find(({ address }) => address === recipient) ?? null;
  // Of two that look alike the one that was known first is the one that is meant.
  const isOlder = ({ since }: Pick<KnownRecipient, "since">): boolean => known === null || since < known.since;
  const lookalike =
    recipients.find((other) => looksLike(other.address, recipient) && isOlder(other)) ??
    (looksLike(wallet, recipient) ? { address: wallet, name: null } : null) ??
    (known === null && record?.lookalike ? { address: record.lookalike, name: null } : null);
  const before =
    handle === null
      ? undefined
      : recipients.find((other) => other.handle === handle && other.address !== recipient && known?.handle !== handle);
  const isFirst = known === null && (record?.isFirst ?? true);
  const doubt: Doubt | null = lookalike ? "lookalike" : before ? "handle_moved" : null;
  return { isFirst, known, lookalike, before: before ?? null, doubt };
};

/** The ledger after a confirmed transfer. */
export const recordRecipient = (
  ledger: SendLedger | null,
  recipient: Address,
  done: { readonly now: number; readonly name: string | null; readonly handle: string | null },
): SendLedger => {
  const recipients = ledger?.recipients ?? [];
  const before = recipients.find(({ address }) => address === recipient);
  const after: KnownRecipient = {
    address: recipient,
    name: done.name ?? before?.name ?? null,
    handle: done.handle ?? before?.handle ?? null,
    since: before?.since ?? done.now,
    sends: (before?.sends ?? 0) + 1,
  };
  return { recipients: [after, ...recipients.filter(({ address }) => address !== recipient)].slice(0, maxKnown) };
};

/** A recipient's name as stored: one line without invisible characters; null if empty. */
export const recipientName = (text: string): string | null => quotableText(text) || null;

const readRecipient = (value: Partial<KnownRecipient> | null): KnownRecipient | null => {
  if (typeof value !== "object" || value === null) return null;
  const { address, name, handle, since, sends } = value;
  const isWhole =
    typeof address === "string" &&
    (name === null || typeof name === "string") &&
    (handle === null || typeof handle === "string") &&
    typeof since === "number" &&
    typeof sends === "number";
  return isWhole ? { address, name, handle, since, sends } : null;
};

/** Reads a ledger from storage, also one of an older version; damaged entries are left out. */
export const readSendLedger = (found: Partial<SendLedger> | null | undefined): SendLedger | null => {
  if (typeof found !== "object" || found === null || !Array.isArray(found.recipients)) return null;
  return { recipients: found.recipients.map(readRecipient).filter((each) => each !== null) };
};
