import type { Mint, Uid } from "@tribe/contract";
import { createStore } from "../../shared/state/store.ts";
import { lasting } from "../../shared/storage/browser-storage.ts";

/** How far each person of this device has read each chat: by sequence number. */
const keyOf = (uid: Uid, mint: Mint) => `tribe:v1:read:${uid}:${mint}`;

/** Changes with each mark, so that counts are drawn anew. */
export const readMarks = createStore<number>(0);

/** The newest message that was seen on this device; null when the chat was never open here. */
export const lastRead = (uid: Uid, mint: Mint): number | null => {
  const stored = lasting.read(keyOf(uid, mint));
  return typeof stored === "number" ? stored : null;
};

/** Everything up to this message was seen. It never goes back. */
export const markRead = (uid: Uid, mint: Mint, seq: number): void => {
  if (seq <= (lastRead(uid, mint) ?? -1)) return;
  lasting.write(keyOf(uid, mint), seq);
  readMarks.set((now) => now + 1);
};

/** Messages after the last one seen; 0 for a chat that was never open here. Sequence numbers have no gap. */
export const unreadCount = (uid: Uid, mint: Mint, newest: number | null): number => {
  const read = lastRead(uid, mint);
  return read === null || newest === null ? 0 : Math.max(newest - read, 0);
};
