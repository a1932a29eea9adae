import { setTimeout as wait } from "node:timers/promises";
import { signWebhook, webhookOf } from "./moonpay.ts";
import type { Order, OrderEvent } from "./order.ts";

const firstPauseMs = 250;
const longestPauseMs = 30_000;

/**
 * Sends an event to the app until it answers 2xx, with increasing delays. The body stays the same, so that the app recognises a
 * repetition.
 * @throws AbortError when the signal aborts first
 */
export const deliverWebhook = async (
  target: { readonly url: string; readonly webhookKey: string },
  order: Order,
  event: OrderEvent,
  signal: AbortSignal,
  onRefusal: (error: unknown) => void,
): Promise<void> => {
  const body = webhookOf(order, event);
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      const response = await fetch(target.url, {
        method: "POST",
        redirect: "error",
        headers: {
          "content-type": "application/json",
          // Signed again for each attempt: the app refuses old timestamps.
          "moonpay-signature-v2": signWebhook(target.webhookKey, Math.floor(Date.now() / 1_000), body),
        },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
      });
      await response.body?.cancel();
      if (response.ok) return;
      onRefusal(new Error(`The webhook ${event.type} was answered with ${response.status}`));
    } catch (error) {
      signal.throwIfAborted();
      onRefusal(error);
    }
    await wait(pause, undefined, { signal });
  }
};
