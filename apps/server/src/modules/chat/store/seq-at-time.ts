import type { Mint } from "@tribe/contract";
import type { Executor } from "../../../db/client.ts";
import { findByNumber, newestMessages } from "./log.ts";

/**
 * The sequence number of a chat's first message of this time or later; none if all are older. Numbers have no gap and grow with
 * the time, so that halving finds it in some twenty reads of the primary key, without an index of times.
 * @param time in ms since 1970
 */
export const seqAtTime = async (db: Executor, mint: Mint, time: number): Promise<number | undefined> => {
  const [newest] = await newestMessages(db, [mint]);
  let [low, high] = [1, (newest?.number ?? 0) + 1];
  let found: number | undefined;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await findByNumber(db, mint, middle);
    if (row && row.sentAt.getTime() >= time) {
      found = row.seq;
      high = middle;
    } else low = middle + 1;
  }
  return found;
};
