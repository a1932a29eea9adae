import { noticeWays } from "@tribe/domain/notifications";
import type { Executor } from "../../../db/client.ts";
import type { BusEvents } from "../../../engines/bus/port.ts";
import { receiversOf } from "./audience.ts";
import type { NoticeDraft } from "./drafts.ts";

/**
 * Notifies owners of what was requested for their wallets or done with them. The wallet module sends the mail itself, to the
 * recovery address.
 */
export const planWallets = async (
  tx: Executor,
  told: readonly BusEvents["wallet.told"][],
  now: Date,
): Promise<readonly NoticeDraft[]> => {
  if (told.length === 0) return [];
  const receivers = await receiversOf(tx, [...new Set(told.map(({ uid }) => uid))]);
  return told.flatMap(({ uid, what }): NoticeDraft[] => {
    const receiver = receivers.get(uid);
    if (!receiver) return [];
    const about = { isOwnDoing: false, isChief: false, hasAccess: true, mode: "all", isBlocked: false } as const;
    const ways = noticeWays({ type: "system", ...about }, receiver.settings);
    return [
      {
        uid,
        key: `wallet:${what}`,
        subject: { type: "system", wallet: what },
        count: 1,
        at: now,
        isSeen: false,
        push: ways.push && receiver.hasPush,
        mail: false,
      },
    ];
  });
};
