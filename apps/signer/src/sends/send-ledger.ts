import { type Address, lamportsPerSol } from "@tribe/contract";
import { quotableText } from "@tribe/domain/people";

/** Somebody whom this device has sent to. */
export interface KnownRecipient {
  readonly address: Address;
  /** What the person calls them; only this device's wallet keeps it. */
  readonly name: string | null;
  /** The handle that Tribe gave for this address at the last send. */
  readonly handle: string | null;
  /** Milliseconds since 1970 of the first send. */
  readonly since: number;
  readonly sends: number;
  /** Whether a send to them was confirmed by typing. */
  readonly isTyped: boolean;
}

/** What this device's wallet has sent, as it lies beside the device's share. */
export interface SendLedger {
  readonly recipients: readonly KnownRecipient[];
  /** SOL that went to new recipients within the last day. */
  readonly newSends: readonly { readonly at: number; readonly lamports: bigint }[];
}

/** Of a wallet that comes to a browser. A record without one has no allowance. */
export const emptySendLedger: SendLedger = { recipients: [], newSends: [] };

/** What a transfer is, as far as the rules go. */
export interface Transfer {
  readonly recipient: Address;
  /** 0 for tokens. */
  readonly lamports: bigint;
  readonly isToken: boolean;
}

/** Why more than a press is asked for. */
export type StepUp = "tokens" | "allowance" | "lookalike" | "handle_moved";

export interface Judgement {
  readonly isFirst: boolean;
  /** Null for somebody new. */
  readonly known: KnownRecipient | null;
  /** Another one, whose address begins and ends alike; the own wallet, too. */
  readonly lookalike: { readonly address: Address; readonly name: string | null } | null;
  /** Who had the recipient's handle before. */
  readonly before: KnownRecipient | null;
  readonly stepUp: StepUp | null;
}

/** Lamports that go to new recipients in a day without more than a press. */
export const dailyAllowance = 5n * lamportsPerSol;
const day = 24 * 3_600_000;
/** Characters at each end by which the app, like most, shows an address. */
const shownEnd = 3;
/** What a device remembers; the longest unused go first. */
const mostRecipients = 500;

const looksLike = (a: string, b: string): boolean =>
  a !== b && a.slice(0, shownEnd) === b.slice(0, shownEnd) && a.slice(-shownEnd) === b.slice(-shownEnd);

/**
 * Judges a transfer by what this device has done. A recipient is new until a day after the first send, so that nobody becomes
 * known by a tiny one; who was confirmed by typing is known at once.
 * @param handle as Tribe gives it for the recipient's address, null where it has none
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
  const isTrusted = known !== null && (known.isTyped || now - known.since >= day);
  const spent = spentWithin(ledger, now);
  const isTooMuch = ledger === null || spent + lamports > dailyAllowance;
  const stepUp: StepUp | null =
    lookalike && !isTrusted
      ? "lookalike"
      : before
        ? "handle_moved"
        : isTrusted
          ? null
          : isToken
            ? "tokens"
            : isTooMuch
              ? "allowance"
              : null;
  return { isFirst: known === null, known, lookalike: lookalike ?? null, before: before ?? null, stepUp };
};

const spentWithin = (ledger: SendLedger | null, now: number): bigint =>
  (ledger?.newSends ?? []).filter(({ at }) => now - at < day).reduce((sum, { lamports }) => sum + lamports, 0n);

/** The ledger after a transfer that was confirmed. Written before it is signed: a crash in between costs allowance and nothing else. */
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
  const { recipients, newSends } = ledger ?? emptySendLedger;
  const before = recipients.find(({ address }) => address === recipient);
  const isTrusted = before !== undefined && (before.isTyped || done.now - before.since >= day);
  const after: KnownRecipient = {
    address: recipient,
    name: done.name ?? before?.name ?? null,
    handle: done.handle ?? before?.handle ?? null,
    since: before?.since ?? done.now,
    sends: (before?.sends ?? 0) + 1,
    isTyped: done.isTyped || (before?.isTyped ?? false),
  };
  const recent = newSends.filter(({ at }) => done.now - at < day);
  return {
    recipients: [after, ...recipients.filter(({ address }) => address !== recipient)].slice(0, mostRecipients),
    newSends: isTrusted || lamports === 0n ? recent : [...recent, { at: done.now, lamports }],
  };
};

/** A name for a recipient as it is kept: one line without what nobody sees; null for none. */
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

/** What storage gave for a ledger. Whatever is not whole is none, and then there is no allowance. */
export const readSendLedger = (found: Partial<SendLedger> | null | undefined): SendLedger | null => {
  if (typeof found !== "object" || found === null) return null;
  const { recipients, newSends } = found;
  if (!Array.isArray(recipients) || !Array.isArray(newSends)) return null;
  return recipients.every(isRecipient) && newSends.every(isNewSend) ? { recipients, newSends } : null;
};
