import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { hasQuestion } from "../approvals/approvals.ts";
import { readUnproven } from "../record.ts";
import { shownRecoveries } from "../recovery/recovery-waits.ts";
import { recoveryEmailOf, shownEmailChange } from "../recovery-email.ts";
import { sendWaitsOf } from "../send-waits.ts";
import { waitsOf } from "../waits.ts";
import { isMailOpen, shownWays } from "../ways.ts";

/** What the app's page shows of the wallet. Nothing is given for it, so that it needs no proof: the mails tell the same. */
export const safety = query(routes.wallet.safety, async ({ ctx, tx, session }) => {
  const record = await readUnproven(tx, session.uid);
  if (!record) return { waits: [], kit: null };
  const now = ctx.now();
  return {
    waits: [...waitsOf(record, now)],
    sends: [...sendWaitsOf(record, now)],
    recoveries: shownRecoveries(record, now),
    recovery: isMailOpen(record, now) ? ("mail_link" as const) : ("passkey" as const),
    ways: shownWays(record, now),
    email: recoveryEmailOf(record, now),
    emailChange: shownEmailChange(record, now),
    kit: record.kit ?? null,
    hasQuestion: await hasQuestion(tx, session, now),
    move: record.move ?? null,
  };
});
