import { setTimeout as wait } from "node:timers/promises";
import {
  SOLANA_ERROR__RPC_SUBSCRIPTIONS__CHANNEL_CONNECTION_CLOSED as connectionClosed,
  isSolanaError,
  address as kitAddress,
} from "@solana/kit";
import type { Chain } from "../../../engines/chain/port.ts";

const resubscribeAfterMs = 1_000;

/** What to subscribe to, and what to do then. */
export interface Listening {
  /** The address that transactions must name. */
  readonly mentions: string;
  /** Called for a successful transaction, with its logs; not for those that were missed without a subscription. */
  readonly onTransaction: (signature: string, logs: readonly string[]) => void;
  /** Called whenever a subscription begins: the time to look for missed transactions. */
  readonly onSubscribed: () => Promise<void>;
}

/**
 * Subscribes to confirmed transactions that name an address, until the signal aborts; subscribes again on a new connection
 * whenever the last one is lost or fails.
 */
export const listen = async (
  chain: Pick<Chain, "openSubscriptions">,
  warn: (facts: object, message: string) => void,
  signal: AbortSignal,
  { mentions, onTransaction, onSubscribed }: Listening,
): Promise<void> => {
  while (!signal.aborted) {
    // Each attempt has its own signal, so that listeners of a lost subscription do not pile up.
    const attempt = new AbortController();
    const end = () => attempt.abort();
    let isOpen = true;
    signal.addEventListener("abort", end, { once: true });
    try {
      const notifications = await chain
        .openSubscriptions()
        .logsNotifications({ mentions: [kitAddress(mentions)] }, { commitment: "confirmed" })
        .subscribe({ abortSignal: attempt.signal });
      await onSubscribed();
      for await (const { value } of notifications)
        if (value.err === null) onTransaction(value.signature, value.logs ?? []);
    } catch (error) {
      isOpen = !isSolanaError(error, connectionClosed);
      if (!signal.aborted) warn({ err: error, mentions }, "lost the chain's notifications");
    }
    signal.removeEventListener("abort", end);
    // If the connection closed while it was subscribing, kit leaves a promise that nobody handles; an abort would reject it and
    // so end the process. There is nothing left to close then.
    if (isOpen) attempt.abort();
    await wait(resubscribeAfterMs, undefined, { signal }).catch(() => undefined);
  }
};
