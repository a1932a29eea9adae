import type { Mint, Uid } from "@tribe/contract";
import { and, asc, desc, eq, gt, isNull, lt } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Database, Executor } from "../../db/client.ts";
import { lockChannel } from "../membership/index.ts";
import { deleteMessage } from "./delete-message.ts";
import type { MessageRow } from "./present.ts";
import { messageReports, messages, moderationActions } from "./schema.ts";

/** A stored report. */
export type Report = typeof messageReports.$inferSelect;

/** An open report, with the messages around the reported one. */
export interface OpenReport {
  readonly report: Report;
  readonly message: MessageRow | null;
  readonly before: readonly MessageRow[];
  readonly after: readonly MessageRow[];
}

const around = 2;

/** The open reports, the oldest first. */
export const openReports = async (db: Executor, limit: number): Promise<OpenReport[]> => {
  const reports = await db
    .select()
    .from(messageReports)
    .where(isNull(messageReports.resolution))
    .orderBy(asc(messageReports.id))
    .limit(limit);
  return Promise.all(
    reports.map(async (report) => {
      const of = eq(messages.mint, report.mint);
      const [message] = await db
        .select()
        .from(messages)
        .where(and(of, eq(messages.number, report.number)));
      const before = await db
        .select()
        .from(messages)
        .where(and(of, lt(messages.number, report.number)))
        .orderBy(desc(messages.number))
        .limit(around);
      const after = await db
        .select()
        .from(messages)
        .where(and(of, gt(messages.number, report.number)))
        .orderBy(asc(messages.number))
        .limit(around);
      return { report, message: message ?? null, before: before.reverse(), after };
    }),
  );
};

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
    const [asked] = await tx
      .select()
      .from(messageReports)
      .where(and(eq(messageReports.id, id), isNull(messageReports.resolution)));
    if (!asked) return null;
    const { mint, number } = asked;
    const channel = await lockChannel(tx, mint);
    const now = new Date(ctx.now());
    const [row] = await tx
      .select()
      .from(messages)
      .where(and(eq(messages.mint, mint), eq(messages.number, number)));
    if (resolution === "removed" && row) await deleteMessage(ctx, tx, channel, row, "operator");
    await tx
      .update(messageReports)
      .set({ resolution, resolvedAt: now })
      .where(and(eq(messageReports.mint, mint), eq(messageReports.number, number), isNull(messageReports.resolution)));
    const action = resolution === "removed" ? "remove" : "dismiss";
    await tx
      .insert(moderationActions)
      .values({ action, uid: asked.authorUid, mint, number, reportId: id, actedAt: now });
    return asked;
  });

/** Records that an operator nerfed somebody, or took that back. */
export const recordNerf = async (tx: Executor, uid: Uid, isNerfed: boolean): Promise<void> => {
  await tx.insert(moderationActions).values({ action: isNerfed ? "nerf" : "unnerf", uid, actedAt: new Date() });
};

/** What operators did, the newest first. */
export const moderationLog = (db: Executor, limit: number) =>
  db.select().from(moderationActions).orderBy(desc(moderationActions.id)).limit(limit);

/** A name for a reported message, for people to read. */
export const messagePlace = ({ mint, number }: { readonly mint: Mint; readonly number: number }): string =>
  `message ${number} of ${mint}`;
