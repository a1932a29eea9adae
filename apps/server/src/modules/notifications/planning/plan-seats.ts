import type { Mint, Uid } from "@tribe/contract";
import { noticeWays } from "@tribe/domain/notifications";
import { and, eq } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import type { BusEvents } from "../../../engines/bus/port.ts";
import { hasAccess } from "../../membership/index.ts";
import { notices } from "../schema.ts";
import { receiversOf } from "./audience.ts";
import type { NoticeDraft } from "./drafts.ts";
import { forgetChat } from "./plan-chat.ts";

const keyOf = (mint: Mint): string => `booted:${mint}`;

/**
 * Notifies people who lost a seat, and withdraws the notices of that chat; withdraws the notice of a loss when the seat is back.
 * @returns the new notices, and whose notices were withdrawn
 */
export const planSeats = async (
  tx: Executor,
  changed: readonly BusEvents["seat.changed"][],
  now: Date,
): Promise<{ readonly drafts: readonly NoticeDraft[]; readonly changed: readonly Uid[] }> => {
  // The last change of a seat counts.
  const last = new Map(changed.map((event) => [`${event.mint} ${event.uid}`, event]));
  const receivers = await receiversOf(
    tx,
    [...last.values()].map(({ uid }) => uid),
  );
  const drafts: NoticeDraft[] = [];
  for (const { mint, uid, state, loss } of last.values()) {
    if (hasAccess(state)) {
      await tx.delete(notices).where(and(eq(notices.uid, uid), eq(notices.key, keyOf(mint))));
      continue;
    }
    await forgetChat(tx, uid, mint);
    const receiver = receivers.get(uid);
    if (!receiver || !loss) continue;
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
    drafts.push({
      uid,
      key: keyOf(mint),
      subject: { type: "chat_booted", mint, loss },
      count: 1,
      at: now,
      isSeen: false,
      push: ways.push && receiver.hasPush,
      mail: ways.mail,
    });
  }
  return { drafts, changed: [...last.values()].map(({ uid }) => uid) };
};
