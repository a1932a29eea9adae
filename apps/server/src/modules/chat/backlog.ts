import type { Mint, Uid } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import type { People } from "../../ports.ts";
import { changeFrame, changesBetween } from "../membership/index.ts";
import { messagesBetween } from "./log.ts";
import { messageFrame, presentMessages } from "./present.ts";

/**
 * Everything of a channel's sequence after one number up to another, as the frames that its readers get, in order. A message
 * is as it is now: the changes that made it so follow, and say the same once more.
 * @param upTo not beyond the channel's newest number as it was read before
 */
export const backlogBetween = async (
  people: People,
  db: Executor,
  {
    mint,
    after,
    upTo,
    viewer,
  }: { readonly mint: Mint; readonly after: number; readonly upTo: number; readonly viewer: Uid | null },
): Promise<string[]> => {
  const [rows, changes] = await Promise.all([
    messagesBetween(db, mint, after, upTo),
    changesBetween(db, mint, after, upTo),
  ]);
  const shown = await presentMessages(people, db, rows, viewer);
  const frames = [
    ...shown.map((message) => ({ seq: message.seq as number, frame: messageFrame(message) })),
    ...changes.map((change) => ({ seq: change.seq, frame: changeFrame(change) })),
  ];
  return frames.sort((a, b) => a.seq - b.seq).map(({ frame }) => frame);
};
