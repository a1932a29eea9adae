import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { keyWaitsOf } from "../rules/key-waits.ts";
import { emailChangeInfo, recoveryEmailOf } from "../rules/recovery-email.ts";
import { recoveryInfos } from "../rules/recovery-waits.ts";
import { canRecoverByMail, wayInfos } from "../rules/recovery-ways.ts";
import { sendWaitsOf } from "../rules/send-waits.ts";
import { hasQuestion } from "../store/approvals.ts";
import { readUnverified } from "../store/records.ts";

/**
 * What the app's page shows of the wallet's safety. It needs no proof of the device, because it gives nothing that the mails
 * don't tell.
 */
export const safety = query(routes.wallet.safety, async ({ ctx, tx, session }) => {
  const record = await readUnverified(tx, session.uid);
  if (!record) return { waits: [], kit: null };
  const now = ctx.now();
  return {
    waits: [...keyWaitsOf(record, now)],
    sends: [...sendWaitsOf(record, now)],
    recoveries: recoveryInfos(record, now),
    recovery: canRecoverByMail(record, now) ? ("mail_link" as const) : ("passkey" as const),
    ways: wayInfos(record, now),
    email: recoveryEmailOf(record, now),
    emailChange: emailChangeInfo(record, now),
    kit: record.kit ?? null,
    hasQuestion: await hasQuestion(tx, session, now),
    move: record.move ?? null,
  };
});
