import type { SendWaitInfo } from "@tribe/contract";
import type { EmailChange, KeyWait, RecoveryWait, WalletRecord } from "./record.ts";
import { waitingEmail, withoutEmailChange } from "./recovery-email.ts";

/**
 * Something that a browser has requested for a wallet and that takes effect only after a wait, in which its owner can stop it. The
 * record keeps each kind in a field of its own (`fields`).
 */
export type PendingAction =
  | { readonly kind: "key"; readonly wait: KeyWait }
  | { readonly kind: "send"; readonly wait: SendWaitInfo }
  | { readonly kind: "recovery"; readonly wait: RecoveryWait }
  | { readonly kind: "email"; readonly wait: EmailChange };

/** The waits of each kind. */
interface Waits {
  readonly key: KeyWait;
  readonly send: SendWaitInfo;
  readonly recovery: RecoveryWait;
}

/** The kinds that expire; a change of the recovery address takes effect by itself. */
type ExpiringKind = keyof Waits;

const fields = { key: "waits", send: "sends", recovery: "recoveries" } as const satisfies Record<
  ExpiringKind,
  keyof WalletRecord
>;

/**
 * The phases of a wait: `waiting`, then `ready` to be used, then `expired`. Requesting it again while it is one of the first two
 * changes nothing; stopping, using or ending its browser removes it.
 */
export const phaseOf = (
  { readyAt, expiresAt }: { readonly readyAt: number; readonly expiresAt: number },
  now: number,
): "waiting" | "ready" | "expired" => {
  if (expiresAt <= now) return "expired";
  return readyAt <= now ? "ready" : "waiting";
};

const stored = <Kind extends ExpiringKind>(record: Pick<WalletRecord, (typeof fields)[Kind]>, kind: Kind) =>
  // The field of a kind has its waits.
  (record[fields[kind]] ?? []) as unknown as readonly Waits[Kind][];

/** The waits of a kind that have not expired. */
export const standingWaits = <Kind extends ExpiringKind>(
  record: Pick<WalletRecord, (typeof fields)[Kind]>,
  kind: Kind,
  now: number,
): readonly Waits[Kind][] => stored(record, kind).filter((wait) => phaseOf(wait, now) !== "expired");

/** A request for an action that waits. */
interface Request<Kind extends ExpiringKind> {
  readonly kind: Kind;
  /** Whether this wait stands for the same request already: it stays as it is, neither longer nor shorter. */
  readonly isSame: (wait: Waits[Kind]) => boolean;
  /** Whether the new wait takes the place of this one. */
  readonly isReplaced?: (wait: Waits[Kind]) => boolean;
  /** @param others how many other waits of its kind stand @throws ApiError when those are too many */
  readonly make: (others: number) => Waits[Kind];
}

/** The record with a requested wait, without those of its kind that have expired. */
export const withRequested = <Kind extends ExpiringKind>(
  record: WalletRecord,
  { kind, isSame, isReplaced = () => false, make }: Request<Kind>,
  now: number,
): { readonly record: WalletRecord; readonly wait: Waits[Kind]; readonly isNew: boolean } => {
  const standing = standingWaits(record, kind, now);
  const same = standing.find(isSame);
  if (same) return { record, wait: same, isNew: false };
  const others = standing.filter((wait) => !isReplaced(wait));
  const wait = make(others.length);
  return { record: { ...record, version: record.version + 1, [fields[kind]]: [...others, wait] }, wait, isNew: true };
};

/**
 * The record without the waits of this kind that `isGone` selects; the same object when there is none. The caller increments the
 * version.
 */
export const withoutWaits = <Kind extends ExpiringKind>(
  record: WalletRecord,
  kind: Kind,
  isGone: (wait: Waits[Kind]) => boolean,
): WalletRecord => {
  const waits = stored(record, kind);
  const left = waits.filter((wait) => !isGone(wait));
  return left.length === waits.length ? record : { ...record, [fields[kind]]: left };
};

/** Every pending action of a wallet, the expired ones too: they are in the record until something replaces them. */
const pendingActions = (record: WalletRecord, now: number): readonly PendingAction[] => {
  const change = waitingEmail(record, now);
  return [
    ...stored(record, "key").map((wait) => ({ kind: "key" as const, wait })),
    ...stored(record, "send").map((wait) => ({ kind: "send" as const, wait })),
    ...stored(record, "recovery").map((wait) => ({ kind: "recovery" as const, wait })),
    ...(change ? [{ kind: "email" as const, wait: change }] : []),
  ];
};

/** The record after a pending action was stopped, and that action; null when there is none with this id. */
export const withoutAction = (
  record: WalletRecord,
  id: string,
  now: number,
): { readonly record: WalletRecord; readonly stopped: PendingAction } | null => {
  const stopped = pendingActions(record, now).find(({ wait }) => wait.id === id);
  if (!stopped) return null;
  const next =
    stopped.kind === "email"
      ? withoutEmailChange(record, now)
      : withoutWaits(record, stopped.kind, (wait) => wait.id === id);
  return { record: { ...next, version: record.version + 1 }, stopped };
};

/** The record without the pending actions of browsers other than these. The caller increments the version. */
export const withActionsOf = (record: WalletRecord, devices: readonly string[], now: number): WalletRecord => {
  const isOfOther = ({ devicePublicKey }: { readonly devicePublicKey: string }) => !devices.includes(devicePublicKey);
  const change = waitingEmail(record, now);
  // Recoveries stay: a browser that waits for the wallet is not one of its devices yet.
  const next = withoutWaits(withoutWaits(record, "key", isOfOther), "send", isOfOther);
  return change && isOfOther(change) ? withoutEmailChange(next, now) : next;
};
