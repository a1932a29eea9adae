import type { Uid } from "@tribe/contract";
import { defineJob } from "../../engines/jobs/definition.ts";
import { revokeSessions } from "./sessions.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Ends a session of a person, who asked for it in their wallet from another one. */
    "identity.endSession": { readonly uid: Uid; readonly sessionId: string };
  }
}

/**
 * Ends a session whose person refused to give it the wallet, and its browser's share. Does nothing when it has ended already.
 */
export const endSessionJob = defineJob({
  name: "identity.endSession",
  handler:
    (ctx) =>
    async ({ uid, sessionId }) => {
      await ctx.db.transaction((tx) => revokeSessions(ctx, tx, uid, { only: sessionId }));
    },
});
