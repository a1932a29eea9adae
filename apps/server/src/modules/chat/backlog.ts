import type { Mint, Uid } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import { changeFrame, changesBetween } from "../membership/index.ts";
import { messageFrame, presentForMany } from "./present.ts";
import { type LogPart, messagesBetween } from "./store/log.ts";

/** One number of the sequence as the frame that readers get, with a different frame for those who reacted to it. */
export interface LogEntry {
  readonly seq: number;
  readonly frame: string;
  readonly own: ReadonlyMap<Uid, string>;
}

/**
 * Everything in these parts of logs, in order, each at the index of its part. Read in the same few statements however many there
 * are, and serialised once for all readers. A message is given in its present state; the changes that led to it follow and repeat
 * it.
 */
export const backlogOf = async (db: Executor, parts: readonly LogPart[]): Promise<LogEntry[][]> => {
  const [rows, changes] = await Promise.all([messagesBetween(db, parts), changesBetween(db, parts)]);
  const seen = await presentForMany(db, rows, [...new Set(parts.flatMap(({ viewers }) => viewers))]);
  // Parts of one channel may overlap.
  const logs = new Map<Mint, Map<number, LogEntry>>(parts.map(({ mint }) => [mint, new Map()]));
  for (const { shared, own } of seen) {
    const ownFrames = new Map([...own].map(([uid, message]) => [uid, messageFrame(message)]));
    logs.get(shared.mint)?.set(shared.seq, { seq: shared.seq, frame: messageFrame(shared), own: ownFrames });
  }
  for (const change of changes)
    logs.get(change.mint)?.set(change.seq, { seq: change.seq, frame: changeFrame(change), own: noOwn });
  return parts.map(({ mint, after, upTo }) =>
    [...(logs.get(mint)?.values() ?? [])]
      .filter(({ seq }) => seq > after && seq <= upTo)
      .sort((one, other) => one.seq - other.seq),
  );
};

const noOwn: ReadonlyMap<Uid, string> = new Map();
