import { desc, sql } from "drizzle-orm";
import { trades } from "./schema.ts";

/** Trades of several tokens, the newest first: the order of such a list, and the cursor that names a place in it. */

type Place = Pick<typeof trades.$inferSelect, "blockTime" | "mint" | "seq">;

// Compares as JavaScript does, by bytes, whatever the database's collation.
const byMint = sql`${trades.mint} collate "C"`;

/** Trades of the same second are ordered by mint and place, so that each has exactly one place in the list. */
export const newestFirst = [desc(trades.blockTime), desc(byMint), desc(trades.seq)] as const;

/** The condition for trades after the end of the last page; its placeholders come from {@link placeOfCursor}. */
export const isOlder = sql`(${trades.blockTime}, ${byMint}, ${trades.seq}) <
  (${sql.placeholder("at")}::timestamptz, ${sql.placeholder("afterMint")}, ${sql.placeholder("seq")}::numeric)`;

/** The cursor for the page that follows a trade. */
export const cursorAfter = ({ blockTime, mint, seq }: Place): string => `${blockTime.getTime()}.${mint}.${seq}`;

/** The place of a cursor; without one, before the newest possible trade. */
export const placeOfCursor = (cursor: string | undefined) => {
  const [time, afterMint = "", seq = "0"] = cursor?.split(".") ?? [];
  return { at: time === undefined ? "infinity" : new Date(Number(time)).toISOString(), afterMint, seq };
};

/** The same order in JavaScript, to merge several lists. */
export const isBefore = (a: Place, b: Place): boolean => {
  if (a.blockTime.getTime() !== b.blockTime.getTime()) return a.blockTime > b.blockTime;
  return a.mint === b.mint ? a.seq > b.seq : a.mint > b.mint;
};
