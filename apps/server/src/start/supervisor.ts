import type { Ports } from "./choose-port.ts";

/** What `scripts/lib/supervise.mjs` is told, over the channel that it opens to its child. */
export type Report =
  /** What a later start takes again, so that open pages find it, and the processes that must be gone before. */
  | {
      readonly kind: "engines";
      readonly ports: Ports;
      readonly pids: readonly number[];
    }
  | { readonly kind: "ready" };

/** Tells whoever supervises this process; nobody, when it was started by itself. */
export const report = (news: Report): void => {
  // With a callback a closed channel is no error of the process.
  if (process.connected) process.send?.(news, undefined, undefined, () => undefined);
};
