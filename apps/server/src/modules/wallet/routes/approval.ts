import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { approvalInfo, findApproval } from "../approvals/approvals.ts";

/** The open request of another browser for the account's wallet. */
export const approval = query(routes.wallet.approval, async ({ ctx, tx, session }) => {
  const row = await findApproval(ctx, tx, session.uid);
  return { approval: row && (await approvalInfo(ctx, tx, row, session.sessionId)), now: ctx.now() };
});
