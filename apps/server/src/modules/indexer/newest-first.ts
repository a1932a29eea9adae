import { desc, sql } from "drizzle-orm";
import { trades } from "./schema.ts";

/** Lists of several tokens' trades, the newest first: their order, and the cursor that names a place in it. */

type Place = Pick<typeof trades.$inferSelect, "blockTime" | "mint" | "seq">;

// As JavaScript compares them: bytes, whatever the database's language.
const byMint = sql`${trades.mint} collate "C"`;

/** Trades of one second by mint and place, so that every trade has one place in the list. */
export const newestFirst = [desc(trades.blockTime), desc(byMint), desc(trades.seq)] as const;

/** Below the place where the page before ended; its placeholders are {@link placeOfCursor}'s. */
export const isOlder = sql`(${trades.blockTime}, ${byMint}, ${trades.seq}) <
  (${sql.placeholder("at")}::timestamptz, ${sql.placeholder("afterMint")}, ${sql.placeholder("seq")}::numeric)`;

/** The cursor of the page that follows a trade. */
export const cursorAfter = ({ blockTime, mint, seq }: Place): string => `${blockTime.getTime()}.${mint}.${seq}`;

/** The place that a cursor names; without one, before everything that can be. */
export const placeOfCursor = (cursor: string | undefined) => {
  const [time, afterMint = "", seq = "0"] = cursor?.split(".") ?? [];
  return { at: time === undefined ? "infinity" : new Date(Number(time)).toISOString(), afterMint, seq };
};

/** The same order here, for the merge of several lists. */
export const isBefore = (a: Place, b: Place): boolean => {
  if (a.blockTime.getTime() !== b.blockTime.getTime()) return a.blockTime > b.blockTime;
  return a.mint === b.mint ? a.seq > b.seq : a.mint > b.mint;
};
