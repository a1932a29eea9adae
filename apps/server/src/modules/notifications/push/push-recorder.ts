import DataLoader from "dataloader";
import type { AppContext } from "../../../context/context.ts";
import { queuePushes } from "../planning/write-notices.ts";
import type { NoticeRow } from "../schema.ts";
import type { NoticeName } from "../store/notices.ts";
import { type PushSend, storePushSends } from "../store/push-sends.ts";

/** How long jobs are collected, so that those of a crowd are read and stored together. */
export const batchWindowMs = 5;

/** The outcome of a push; without a browser when none was tried. */
export type PushOutcome = Pick<PushSend, "subscriptionId" | "outcome" | "status" | "endedAt">;

/** Stores the outcomes of push jobs. */
export interface PushRecorder {
  /** Resolves when it is stored: only then may the job end. */
  record(row: NoticeRow, outcome: PushOutcome): Promise<void>;
  /** Has the push decided again at that time. */
  waitUntil(name: NoticeName, runAt: Date): Promise<void>;
}

/** Outcomes of the same moment are stored in one statement, and pushes that must wait are queued in one. */
export const createPushRecorder = ({ db, jobs }: Pick<AppContext, "db" | "jobs">): PushRecorder => {
  const batched = <Item>(write: (items: readonly Item[]) => Promise<void>) =>
    new DataLoader<Item, null>(
      async (items) => {
        await write(items);
        return items.map(() => null);
      },
      { cache: false, batchScheduleFn: (run) => void setTimeout(run, batchWindowMs) },
    );
  const outcomes = batched<PushSend>((rows) => storePushSends(db, rows));
  const waits = batched<NoticeName & { readonly runAt: Date }>((pushes) => queuePushes({ jobs }, db, pushes));
  return {
    record: async ({ id, version, uid, type }, outcome) => {
      await outcomes.load({ noticeId: id, version, uid, type, ...outcome });
    },
    waitUntil: async ({ uid, key }, runAt) => {
      await waits.load({ uid, key, runAt });
    },
  };
};
