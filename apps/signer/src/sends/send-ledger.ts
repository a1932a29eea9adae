import { type Address, lamportsPerSol } from "@tribe/contract";
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
  /** Whether a send to them was confirmed by more than a press: a passkey, a day's wait, or (in older versions) a typed word. */
  readonly isTyped: boolean;
}

/** A token that this device has bought. */
export interface KnownToken {
  readonly mint: Address;
  /** Milliseconds since 1970 of the first purchase. */
  readonly since: number;
  /** Whether one was confirmed by more than a press. */
  readonly isTyped: boolean;
}

/** The record of this device's sends and purchases, stored beside the device's share. */
export interface SendLedger {
  readonly recipients: readonly KnownRecipient[];
  /** SOL sent to new recipients or paid for new tokens within the last day. */
  readonly newSends: readonly { readonly at: number; readonly lamports: bigint }[];
  /** Absent in older ledgers. */
  readonly tokens?: readonly KnownToken[];
}

/** For a wallet that is new in a browser. A record without a ledger has no allowance. */
export const emptySendLedger: SendLedger = { recipients: [], newSends: [] };

/** The facts of a transfer that the rules need. */
export interface Transfer {
  readonly recipient: Address;
  /** 0 for tokens. */
  readonly lamports: bigint;
  readonly isToken: boolean;
}

/** The facts of a purchase that the rules need. */
export interface Purchase {
  /** The mint on the token's curve, also if it is bought elsewhere. */
  readonly mint: Address;
  /** The most that is paid. */
  readonly lamports: bigint;
}

/** Why more than a press is needed: a passkey, or a day's wait. */
export type StepUp = "tokens" | "allowance";

/** A likely mistake: a word must be typed then, so that both addresses are read. */
export type Doubt = "lookalike" | "handle_moved";

export interface Judgement {
  readonly isFirst: boolean;
  /** Null for a new recipient. */
  readonly known: KnownRecipient | null;
  /** A known recipient, or the own wallet, whose address begins and ends like this one. */
  readonly lookalike: { readonly address: Address; readonly name: string | null } | null;
  /** Who had the recipient's handle at an earlier send. */
  readonly before: KnownRecipient | null;
  readonly doubt: Doubt | null;
  readonly stepUp: StepUp | null;
}

/** Lamports per day to new recipients and into new tokens that a press alone may confirm. */
export const dailyAllowance = 5n * lamportsPerSol;
const day = 24 * 3_600_000;
/** Characters at each end by which the app, like most, shows an address. */
const shownEnd = 3;
/** The most recipients, and tokens, that a device remembers; the longest unused are dropped first. */
const maxKnown = 500;

const looksLike = (a: string, b: string): boolean =>
  a !== b && a.slice(0, shownEnd) === b.slice(0, shownEnd) && a.slice(-shownEnd) === b.slice(-shownEnd);

/**
 * Judges a transfer by this device's history. A recipient is new until a day after the first send, so that a tiny send makes
 * nobody known; one who was confirmed by a passkey or after a day's wait is known at once.
 * @param handle Tribe's handle for the recipient's address, or null
 * @param now the server's time: whoever uses the device can change its clock
 */
export const judgeSend = (
  ledger: SendLedger | null,
  { recipient, lamports, isToken }: Transfer,
  { wallet, handle, now }: { readonly wallet: Address; readonly handle: string | null; readonly now: number },
): Judgement => {
  const recipients = ledger?.recipients ?? [];
  const known = recipients.find(({ address }) => address === recipient) ?? null;
  const lookalike = [...recipients, { address: wallet, name: null }].find(({ address }) =>
    looksLike(address, recipient),
  );
  const before =
    handle === null
      ? undefined
      : recipients.find((other) => other.handle === handle && other.address !== recipient && known?.handle !== handle);
  const isTrusted = known !== null && isKnownLong(known, now);
  const doubt: Doubt | null = lookalike && !isTrusted ? "lookalike" : before ? "handle_moved" : null;
  const stepUp: StepUp | null = isTrusted
    ? null
    : isToken
      ? "tokens"
      : isTooMuch(ledger, lamports, now)
        ? "allowance"
        : null;
  return { isFirst: known === null, known, lookalike: lookalike ?? null, before: before ?? null, doubt, stepUp };
};

/**
 * Judges a purchase: the other holders can sell into what is paid for a token that this device never bought, so it counts like a
 * send to somebody new.
 */
export const judgePurchase = (
  ledger: SendLedger | null,
  { mint, lamports }: Purchase,
  now: number,
): { readonly stepUp: StepUp | null } => {
  const known = ledger?.tokens?.find((token) => token.mint === mint);
  const isTrusted = known !== undefined && isKnownLong(known, now);
  return { stepUp: !isTrusted && isTooMuch(ledger, lamports, now) ? "allowance" : null };
};

const isKnownLong = ({ isTyped, since }: Pick<KnownToken, "isTyped" | "since">, now: number): boolean =>
  isTyped || now - since >= day;

const isTooMuch = (ledger: SendLedger | null, lamports: bigint, now: number): boolean =>
  ledger === null || spentWithin(ledger, now) + lamports > dailyAllowance;

const spentWithin = (ledger: SendLedger | null, now: number): bigint =>
  (ledger?.newSends ?? []).filter(({ at }) => now - at < day).reduce((sum, { lamports }) => sum + lamports, 0n);

/** The ledger after a confirmed transfer. Stored before signing, so that a crash in between only uses up allowance. */
export const recordSend = (
  ledger: SendLedger | null,
  { recipient, lamports }: Transfer,
  done: {
    readonly now: number;
    readonly isTyped: boolean;
    readonly name: string | null;
    readonly handle: string | null;
  },
): SendLedger => {
  const { recipients, newSends, ...rest } = ledger ?? emptySendLedger;
  const before = recipients.find(({ address }) => address === recipient);
  const isTrusted = before !== undefined && isKnownLong(before, done.now);
  const after: KnownRecipient = {
    address: recipient,
    name: done.name ?? before?.name ?? null,
    handle: done.handle ?? before?.handle ?? null,
    since: before?.since ?? done.now,
    sends: (before?.sends ?? 0) + 1,
    isTyped: done.isTyped || (before?.isTyped ?? false),
  };
  return {
    ...rest,
    recipients: [after, ...recipients.filter(({ address }) => address !== recipient)].slice(0, maxKnown),
    newSends: withNewSend(newSends, isTrusted ? 0n : lamports, done.now),
  };
};

/** The ledger after a confirmed purchase; stored like {@link recordSend}'s. */
export const recordPurchase = (
  ledger: SendLedger | null,
  { mint, lamports }: Purchase,
  done: { readonly now: number; readonly isTyped: boolean },
): SendLedger => {
  const { newSends, tokens = [], ...rest } = ledger ?? emptySendLedger;
  const before = tokens.find((token) => token.mint === mint);
  const isTrusted = before !== undefined && isKnownLong(before, done.now);
  const after = { mint, since: before?.since ?? done.now, isTyped: done.isTyped || (before?.isTyped ?? false) };
  return {
    ...rest,
    newSends: withNewSend(newSends, isTrusted ? 0n : lamports, done.now),
    tokens: [after, ...tokens.filter((token) => token.mint !== mint)].slice(0, maxKnown),
  };
};

const withNewSend = (before: SendLedger["newSends"], lamports: bigint, now: number): SendLedger["newSends"] => {
  const recent = before.filter(({ at }) => now - at < day);
  return lamports === 0n ? recent : [...recent, { at: now, lamports }];
};

/** A recipient's name as stored: one line without invisible characters; null if empty. */
export const recipientName = (text: string): string | null => quotableText(text) || null;

const isRecipient = (value: Partial<KnownRecipient> | null): boolean =>
  typeof value === "object" &&
  value !== null &&
  typeof value.address === "string" &&
  (value.name === null || typeof value.name === "string") &&
  (value.handle === null || typeof value.handle === "string") &&
  typeof value.since === "number" &&
  typeof value.sends === "number" &&
  typeof value.isTyped === "boolean";

const isNewSend = (value: Partial<SendLedger["newSends"][number]> | null): boolean =>
  typeof value === "object" && value !== null && typeof value.at === "number" && typeof value.lamports === "bigint";

const isToken = (value: Partial<KnownToken> | null): boolean =>
  typeof value === "object" &&
  value !== null &&
  typeof value.mint === "string" &&
  typeof value.since === "number" &&
  typeof value.isTyped === "boolean";

/** Reads a ledger from storage. An incomplete one counts as none, and then there is no allowance. */
export const readSendLedger = (found: Partial<SendLedger> | null | undefined): SendLedger | null => {
  if (typeof found !== "object" || found === null) return null;
  const { recipients, newSends, tokens } = found;
  if (!Array.isArray(recipients) || !Array.isArray(newSends)) return null;
  if (tokens !== undefined && !(Array.isArray(tokens) && tokens.every(isToken))) return null;
  if (!recipients.every(isRecipient) || !newSends.every(isNewSend)) return null;
  return { recipients, newSends, ...(tokens ? { tokens } : {}) };
};
