import { noticeWays } from "@tribe/domain/notifications";
import type { Executor } from "../../../db/client.ts";
import type { AirdropSent } from "../events.ts";
import { receiversOf } from "./audience.ts";
import type { NoticeDraft } from "./drafts.ts";

/** Whoever was sent tokens is told, once for each airdrop. */
export const planAirdrops = async (
  tx: Executor,
  airdrops: readonly AirdropSent[],
  now: Date,
): Promise<readonly NoticeDraft[]> => {
  const receivers = await receiversOf(
    tx,
    airdrops.flatMap(({ recipients }) => recipients.map(({ uid }) => uid)),
  );
  return airdrops.flatMap(({ taskId, mint, symbol, decimals, recipients }) =>
    recipients.flatMap(({ uid, amount }): NoticeDraft[] => {
      const receiver = receivers.get(uid);
      if (!receiver) return [];
      const ways = noticeWays(
        { type: "airdrop", isOwnDoing: false, isChief: false, hasAccess: true, mode: "all", isBlocked: false },
        receiver.settings,
      );
      return [
        {
          uid,
          key: `airdrop:${taskId}`,
          subject: { type: "airdrop", mint, symbol, decimals, amount },
          count: 1,
          at: now,
          isSeen: false,
          push: ways.push && receiver.hasPush,
          mail: false,
        },
      ];
    }),
  );
};
