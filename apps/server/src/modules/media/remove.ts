import { uploadLimits } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { defineJob } from "../../engines/jobs/definition.ts";
import { deleteUploads, lockExpired, markDeleted } from "./store/uploads.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Deletes the bytes of files that nobody may fetch any more, then their rows. */
    "media.remove": { readonly ids: readonly string[] };
    /** Deletes uploads that were not sent within a day. */
    "media.sweep": Record<string, never>;
  }
}

const sweepBatch = 200;

/** Makes files inaccessible at once, and queues the deletion of their bytes. */
export const removeUploads = async (
  { jobs }: Pick<AppContext, "jobs">,
  tx: Executor,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return;
  await markDeleted(tx, ids);
  await jobs.add(tx, "media.remove", { ids });
};

export const removeJob = defineJob({
  name: "media.remove",
  handler:
    ({ db, files }) =>
    async ({ ids }) => {
      for (const id of ids) {
        await files.removeUpload(id);
        await files.remove(id);
      }
      await deleteUploads(db, ids);
    },
});

export const mediaSweepJob = defineJob({
  name: "media.sweep",
  cron: "*/15 * * * *",
  handler: (ctx) => async () => {
    const before = new Date(ctx.now() - uploadLimits.unsentSeconds * 1_000);
    for (;;) {
      const count = await ctx.db.transaction(async (tx) => {
        const expired = await lockExpired(tx, before, sweepBatch);
        await removeUploads(ctx, tx, expired);
        return expired.length;
      });
      if (count < sweepBatch) return;
    }
  },
});
