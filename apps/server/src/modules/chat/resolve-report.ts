import type { AppContext } from "../../context/context.ts";
import type { Database } from "../../db/client.ts";
import { lockChannel } from "../membership/index.ts";
import { deleteMessage } from "./delete-message.ts";
import { findByNumber } from "./store/log.ts";
import { closeReports, findOpenReport, type Report, recordAction } from "./store/reports.ts";

/**
 * Closes all open reports of a message: deletes it for everybody and refuses its files from then on, or leaves it as it is. The
 * action is recorded. @returns the report, or null when it is not open
 */
export const resolveReport = async (
  ctx: Pick<AppContext, "jobs" | "now"> & { readonly db: Database },
  id: number,
  resolution: "removed" | "dismissed",
): Promise<Report | null> =>
  ctx.db.transaction(async (tx) => {
    const report = await findOpenReport(tx, id);
    if (!report) return null;
    const { mint, number, authorUid: uid } = report;
    const channel = await lockChannel(tx, mint);
    const actedAt = new Date(ctx.now());
    const message = await findByNumber(tx, mint, number);
    if (resolution === "removed" && message) await deleteMessage(ctx, tx, channel, message, "operator");
    await closeReports(tx, report, resolution, actedAt);
    const action = resolution === "removed" ? "remove" : "dismiss";
    await recordAction(tx, { action, uid, mint, number, reportId: id, actedAt });
    return report;
  });
