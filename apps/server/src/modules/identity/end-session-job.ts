import type { Uid } from "@tribe/contract";
import { defineJob } from "../../engines/jobs/definition.ts";
import { revokeSessions } from "./sessions.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Ends a session of a person, as they asked from another one in their wallet. */
    "identity.endSession": { readonly uid: Uid; readonly sessionId: string };
  }
}

/** Ends a session that its person refused the wallet to, and what its browser had of it. One that is gone is gone. */
export const endSessionJob = defineJob({
  name: "identity.endSession",
  handler:
    (ctx) =>
    async ({ uid, sessionId }) => {
      await ctx.db.transaction((tx) => revokeSessions(ctx, tx, uid, { only: sessionId }));
    },
});
