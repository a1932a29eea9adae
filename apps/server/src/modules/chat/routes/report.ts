import { ApiError, routes } from "@tribe/contract";
import { reportMailText } from "@tribe/domain/words";
import type { ReadingContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import { noticeMail } from "../../../engines/mail/link-mail.ts";
import { queueMail } from "../../../engines/mail/mail-job.ts";
import { command } from "../../../http/implement.ts";
import { requireAccess } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { requireUndeleted } from "../lock-message.ts";
import { findMessage } from "../store/log.ts";
import { addReport, isAnotherOpen } from "../store/reports.ts";

/** How long the mail is useful: the mailbox may be out of order for a weekend. */
const mailLifetimeSeconds = 3 * 86_400;

/** Reports a message to the operators. */
export const report = command(routes.chat.report, async ({ ctx, tx, body, session }) => {
  const person = await callerOf(tx, session.uid);
  const { mint, messageId, reason, note = "" } = body;
  await requireAccess(tx, mint, person);
  const row = await findMessage(tx, mint, messageId);
  if (!row) throw new ApiError("not_found");
  if (row.authorUid === person.uid) throw new ApiError("forbidden", { message: "This is your own message" });
  requireUndeleted(row);
  const id = await addReport(tx, {
    mint,
    number: row.number,
    reporterUid: person.uid,
    authorUid: row.authorUid,
    reason,
    note,
    text: row.text,
    reportedAt: new Date(ctx.now()),
  });
  if (id !== null) await mailOperator(ctx, tx, id, reason);
  return {};
});

/** Mails the operators about the first open report only; their list shows those that come after it. */
const mailOperator = async (ctx: ReadingContext, tx: Executor, id: number, reason: string): Promise<void> => {
  const { operatorMail } = ctx.config;
  if (operatorMail === null) return;
  if (await isAnotherOpen(tx, id)) return;
  await queueMail(ctx, tx, noticeMail(operatorMail, reportMailText(reason)), mailLifetimeSeconds);
};
