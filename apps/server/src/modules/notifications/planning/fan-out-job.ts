import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import { type FanOut, fanOutDraft } from "../rules/fan-out-drafts.ts";
import { fanOutReceivers } from "../store/fan-out-receivers.ts";
import { writeNotices } from "./write-notices.ts";

declare module "../../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Notifies some of the people and queues a job for the rest. */
    "notifications.fanOut": { readonly what: FanOut; readonly after: string };
  }
}

/** People per transaction. */
const peopleAtOnce = 1_000;

/** Notifies everybody who wants it, some at a time: each step commits together with the job for the next one. */
export const fanOutJob = defineJob({
  name: "notifications.fanOut",
  handler:
    (ctx) =>
    async ({ what, after }) => {
      await ctx.db.transaction(async (tx) => {
        const receivers = await fanOutReceivers(tx, what, after, peopleAtOnce);
        const last = receivers.at(-1);
        if (!last) return;
        await writeNotices(
          ctx,
          tx,
          receivers.flatMap((receiver) => fanOutDraft(what, receiver, ctx.now()) ?? []),
        );
        if (receivers.length === peopleAtOnce) await queueFanOut(ctx, tx, what, last.uid);
      });
    },
});

/** Starts notifying everybody after the caller's commit. @param after continue behind this person */
export const queueFanOut = (
  { jobs }: Pick<AppContext, "jobs">,
  tx: Executor,
  what: FanOut,
  after = "",
): Promise<void> => jobs.add(tx, "notifications.fanOut", { what, after });
