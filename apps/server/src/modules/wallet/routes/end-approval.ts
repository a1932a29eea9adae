import { routes } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { command } from "../../../http/implement.ts";
import { deleteApproval, findApproval } from "../approvals/approvals.ts";
import { walletApprovals } from "../schema.ts";
import { lockAccount } from "../store/lock-account.ts";

/**
 * Withdraws the caller's own request, or refuses another browser's. Any session of the account may, because nobody gains anything
 * by it. An ended request stays ended.
 */
export const endApproval = command(routes.wallet.endApproval, async ({ ctx, tx, session, body }) => {
  const { uid, sessionId } = session;
  await lockAccount(tx, uid);
  const row = await findApproval(ctx, tx, uid);
  if (row?.id !== body.request) return {};
  await deleteApproval(tx, row);
  if (row.sessionId === sessionId) {
    await tx.delete(walletApprovals).where(eq(walletApprovals.uid, uid));
    return {};
  }
  // Kept until it expires, so that the browser that asked is told.
  await tx
    .update(walletApprovals)
    .set({ isRefused: true, version: null, sealedShare: null })
    .where(eq(walletApprovals.uid, uid));
  if (body.endsSession) await ctx.jobs.add(tx, "identity.endSession", { uid, sessionId: row.sessionId });
  return {};
});
