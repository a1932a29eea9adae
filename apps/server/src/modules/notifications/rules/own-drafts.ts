import type { Mint } from "@tribe/contract";
import { noticeWays } from "@tribe/domain/notifications";
import type { BusEvents } from "../../../engines/bus/port.ts";
import type { NoticeDraft } from "./notice-draft.ts";
import type { Receiver } from "./receivers.ts";

/** The key of the notice of a lost seat. */
export const seatLossKey = (mint: Mint): string => `booted:${mint}`;

/** The last change of each seat: of several in one batch, that one counts. */
export const lastSeatChanges = (
  changes: readonly BusEvents["seat.changed"][],
): readonly BusEvents["seat.changed"][] => [
  ...new Map(changes.map((change) => [`${change.mint} ${change.uid}`, change])).values(),
];

/** The notice of a lost seat, also of a sold one; null where nobody is to be told: who left, a change of Chief, a deleted account. */
export const seatLossDraft = (
  { mint, loss }: BusEvents["seat.changed"],
  receiver: Receiver | undefined,
  now: Date,
): NoticeDraft | null => {
  if (!receiver || !loss) return null;
  const ways = noticeWays(
    {
      type: "chat_booted",
      isOwnDoing: false,
      isChief: false,
      hasAccess: false,
      mode: "all",
      isBlocked: loss.code === "seat.blocked",
    },
    receiver.settings,
  );
  return {
    uid: receiver.uid,
    key: seatLossKey(mint),
    subject: { type: "chat_booted", mint, loss },
    count: 1,
    at: now,
    isSeen: false,
    push: ways.push && receiver.hasPush,
    mail: ways.mail,
  };
};

/**
 * The notice of what was requested for a person's wallet or done with it; null for a deleted account. The wallet module sends the
 * mail itself, to the recovery address.
 */
export const walletDraft = (
  { what }: BusEvents["wallet.told"],
  receiver: Receiver | undefined,
  now: Date,
): NoticeDraft | null => {
  if (!receiver) return null;
  const ways = noticeWays(
    { type: "system", isOwnDoing: false, isChief: false, hasAccess: true, mode: "all", isBlocked: false },
    receiver.settings,
  );
  return {
    uid: receiver.uid,
    key: `wallet:${what}`,
    subject: { type: "system", wallet: what },
    count: 1,
    at: now,
    isSeen: false,
    push: ways.push && receiver.hasPush,
    mail: false,
  };
};
