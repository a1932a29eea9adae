import type { Ports } from "./choose-port.ts";

/** Messages to `scripts/lib/supervise.mjs`, over the channel that it opens to its child. */
export type Report =
  /** The ports that a restart reuses, so that open pages still work, and the processes that must have ended before. */
  | {
      readonly kind: "engines";
      readonly ports: Ports;
      readonly pids: readonly number[];
    }
  | { readonly kind: "ready" };

/** Reports to the supervising process; does nothing when there is none. */
export const report = (news: Report): void => {
  // With a callback a closed channel does not raise an error in the process.
  if (process.connected) process.send?.(news, undefined, undefined, () => undefined);
};
