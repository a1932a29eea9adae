import type { Mint, Uid } from "@tribe/contract";
import { and, asc, desc, eq, gt, isNull, lt, not } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { type MessageRow, messageReports, messages, moderationActions } from "../schema.ts";
import { findByNumber } from "./log.ts";

/** A stored report. */
export type Report = typeof messageReports.$inferSelect;

/** An open report, with the messages around the reported one. */
export interface OpenReport {
  readonly report: Report;
  readonly message: MessageRow | null;
  readonly before: readonly MessageRow[];
  readonly after: readonly MessageRow[];
}

/** Messages shown on each side of a reported one. */
const around = 2;

const isOpen = isNull(messageReports.resolution);

/** The open reports, the oldest first. */
export const openReports = async (db: Executor, limit: number): Promise<OpenReport[]> => {
  const reports = await db.select().from(messageReports).where(isOpen).orderBy(asc(messageReports.id)).limit(limit);
  return Promise.all(
    reports.map(async (report) => {
      const { mint, number } = report;
      const inChat = eq(messages.mint, mint);
      const message = await findByNumber(db, mint, number);
      const before = await db
        .select()
        .from(messages)
        .where(and(inChat, lt(messages.number, number)))
        .orderBy(desc(messages.number))
        .limit(around);
      const after = await db
        .select()
        .from(messages)
        .where(and(inChat, gt(messages.number, number)))
        .orderBy(asc(messages.number))
        .limit(around);
      return { report, message, before: before.reverse(), after };
    }),
  );
};

/** Stores a report. @returns its id; null when the person has reported the message for this reason before */
export const addReport = async (
  tx: Executor,
  report: Omit<typeof messageReports.$inferInsert, "id" | "resolution" | "resolvedAt">,
): Promise<number | null> => {
  const [added] = await tx
    .insert(messageReports)
    .values(report)
    .onConflictDoNothing()
    .returning({ id: messageReports.id });
  return added?.id ?? null;
};

/** Whether another report than this one is open. */
export const isAnotherOpen = async (tx: Executor, id: number): Promise<boolean> => {
  const others = await tx
    .select({ id: messageReports.id })
    .from(messageReports)
    .where(and(isOpen, not(eq(messageReports.id, id))))
    .limit(1);
  return others.length > 0;
};

/** An open report; null when there is none. */
export const findOpenReport = async (tx: Executor, id: number): Promise<Report | null> => {
  const [report] = await tx
    .select()
    .from(messageReports)
    .where(and(eq(messageReports.id, id), isOpen));
  return report ?? null;
};

/** Closes all open reports of a message. */
export const closeReports = async (
  tx: Executor,
  { mint, number }: Pick<Report, "mint" | "number">,
  resolution: NonNullable<Report["resolution"]>,
  resolvedAt: Date,
): Promise<void> => {
  await tx
    .update(messageReports)
    .set({ resolution, resolvedAt })
    .where(and(eq(messageReports.mint, mint), eq(messageReports.number, number), isOpen));
};

/** Records what an operator did. */
export const recordAction = async (
  tx: Executor,
  action: Omit<typeof moderationActions.$inferInsert, "id">,
): Promise<void> => {
  await tx.insert(moderationActions).values(action);
};

/** Records that an operator nerfed somebody, or took that back. */
export const recordNerf = (tx: Executor, uid: Uid, isNerfed: boolean): Promise<void> =>
  recordAction(tx, { action: isNerfed ? "nerf" : "unnerf", uid, actedAt: new Date() });

/** What operators did, the newest first. */
export const moderationLog = (db: Executor, limit: number) =>
  db.select().from(moderationActions).orderBy(desc(moderationActions.id)).limit(limit);

/** A name for a reported message, for people to read. */
export const messagePlace = ({ mint, number }: { readonly mint: Mint; readonly number: number }): string =>
  `message ${number} of ${mint}`;
