import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { openApprovalOf } from "../approvals/approvals.ts";
import { changeApproval } from "../store/approvals.ts";
import { lockAccount } from "../store/lock-account.ts";

/** The browser that asked reveals the values behind its commitment. The approving browser checks them. */
export const revealApproval = command(routes.wallet.revealApproval, async ({ ctx, tx, session, body }) => {
  const { uid, sessionId } = session;
  await lockAccount(tx, uid);
  const row = await openApprovalOf(ctx, tx, { uid, request: body.request });
  if (row.sessionId !== sessionId || !row.approverPublicKey || (row.nonce !== null && row.nonce !== body.nonce))
    throw new ApiError("conflict");
  await changeApproval(tx, uid, { nonce: body.nonce });
  return {};
});
