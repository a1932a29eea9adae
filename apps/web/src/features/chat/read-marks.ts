import type { Mint, Uid } from "@tribe/contract";
import * as z from "zod/mini";
import { createStore } from "../../shared/state/store.ts";
import { keyIn, storageKeys } from "../../shared/storage/keys.ts";
import { stored } from "../../shared/storage/stored.ts";

/** How far each person of this device has read each chat: by sequence number. */
const markOf = (uid: Uid, mint: Mint) => stored(keyIn(storageKeys.readMarks, `${uid}:${mint}`), z.int());

/** Changes with each mark, so that counts are drawn anew. */
export const readMarks = createStore<number>(0);

/** The newest message that was seen on this device; null when the chat was never open here. */
export const lastRead = (uid: Uid, mint: Mint): number | null => markOf(uid, mint).read();

/** Everything up to this message was seen. It never goes back. */
export const markRead = (uid: Uid, mint: Mint, seq: number): void => {
  if (seq <= (lastRead(uid, mint) ?? -1)) return;
  markOf(uid, mint).write(seq);
  readMarks.set((now) => now + 1);
};

/** Messages after the last one seen; 0 for a chat that was never open here. Sequence numbers have no gap. */
export const unreadCount = (uid: Uid, mint: Mint, newest: number | null): number => {
  const read = lastRead(uid, mint);
  return read === null || newest === null ? 0 : Math.max(newest - read, 0);
};
