import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { requireAccess } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { requireUndeleted } from "../lock-message.ts";
import { findMessage } from "../log.ts";
import { messageReports } from "../schema.ts";

/** Reports a message; the operators' list has it from then on. */
export const report = command(routes.chat.report, async ({ ctx, tx, body, session }) => {
  const person = await callerOf(ctx, tx, session.uid);
  const { mint, messageId, reason, note = "" } = body;
  await requireAccess(tx, mint, person);
  const row = await findMessage(tx, mint, messageId);
  if (!row) throw new ApiError("not_found");
  if (row.authorUid === person.uid) throw new ApiError("forbidden", { message: "This is your own message" });
  requireUndeleted(row);
  await tx
    .insert(messageReports)
    .values({
      mint,
      number: row.number,
      reporterUid: person.uid,
      authorUid: row.authorUid,
      reason,
      note,
      text: row.text,
      reportedAt: new Date(ctx.now()),
    })
    .onConflictDoNothing();
  return {};
});
