import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { findApproval } from "../approvals/approvals.ts";
import { changeApproval, deleteApproval, deleteApprovedSharing } from "../store/approvals.ts";
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
  await deleteApprovedSharing(tx, row);
  if (row.sessionId === sessionId) {
    await deleteApproval(tx, uid);
    return {};
  }
  // Kept until it expires, so that the browser that asked is notified.
  await changeApproval(tx, uid, { isRefused: true, version: null, sealedShare: null });
  if (body.endsSession) await ctx.jobs.add(tx, "identity.endSession", { uid, sessionId: row.sessionId });
  return {};
});
