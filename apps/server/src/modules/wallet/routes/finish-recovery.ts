import { ApiError, routes } from "@tribe/contract";
import type { Database } from "../../../db/client.ts";
import { saga } from "../../../http/implement.ts";
import { takeRecoveryCode } from "../codes.ts";
import { openShare, recoverableSharing } from "../sharings.ts";

/** Trades the mailed code for both shares. `sideDb` counts tries outside of a command that rolls back. */
export const finishRecovery = (sideDb: Database) =>
  saga(
    routes.wallet.finishRecovery,
    async ({ ctx, session, body }) => {
      const { uid } = session;
      const sharing = await recoverableSharing(ctx.db, uid);
      if (!sharing) throw new ApiError("wallet_missing");
      await takeRecoveryCode(sideDb, ctx.keys, uid, body.code);
      return {
        address: sharing.address,
        serverShare: await openShare(ctx.keys, "server-share", sharing),
        recoveryShare: await openShare(ctx.keys, "recovery-share", sharing),
      };
    },
    // It writes nothing but the count of tries, which must outlive a refusal.
  );
