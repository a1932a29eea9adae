import { setTimeout as wait } from "node:timers/promises";
import {
  SOLANA_ERROR__RPC_SUBSCRIPTIONS__CHANNEL_CONNECTION_CLOSED as connectionClosed,
  isSolanaError,
  address as kitAddress,
} from "@solana/kit";
import type { Chain } from "../../../engines/chain/port.ts";

const resubscribeAfterMs = 1_000;

/** Whose transactions are heard of, and what is done then. */
export interface Listening {
  /** The address that transactions must name. */
  readonly mentions: string;
  /** A transaction that succeeded, with its logs; what was missed while nobody was subscribed is not told. */
  readonly heard: (signature: string, logs: readonly string[]) => void;
  /** Called whenever a subscription begins: the time to look for what was missed. */
  readonly subscribed: () => Promise<void>;
}

/**
 * Hears of confirmed transactions that name an address until the signal ends it; subscribes again, on a connection of its
 * own, whenever the one before is lost or can't be had.
 */
export const listen = async (
  chain: Pick<Chain, "openSubscriptions">,
  warn: (facts: object, message: string) => void,
  signal: AbortSignal,
  { mentions, heard, subscribed }: Listening,
): Promise<void> => {
  while (!signal.aborted) {
    // Each attempt has a signal of its own: what a lost subscription leaves on it goes with it.
    const attempt = new AbortController();
    const end = () => attempt.abort();
    let isOpen = true;
    signal.addEventListener("abort", end, { once: true });
    try {
      const notifications = await chain
        .openSubscriptions()
        .logsNotifications({ mentions: [kitAddress(mentions)] }, { commitment: "confirmed" })
        .subscribe({ abortSignal: attempt.signal });
      await subscribed();
      for await (const { value } of notifications) if (value.err === null) heard(value.signature, value.logs ?? []);
    } catch (error) {
      isOpen = !isSolanaError(error, connectionClosed);
      if (!signal.aborted) warn({ err: error, mentions }, "lost the chain's notifications");
    }
    signal.removeEventListener("abort", end);
    // Of a connection that closed while it was asked to subscribe kit leaves a promise that nobody handles and that an abort
    // rejects, which would end the process; there is nothing left to close then.
    if (isOpen) attempt.abort();
    await wait(resubscribeAfterMs, undefined, { signal }).catch(() => undefined);
  }
};
