import { setTimeout as wait } from "node:timers/promises";
import type { Order } from "./order.ts";
import type { Orders } from "./orders.ts";
import type { Treasury } from "./treasury.ts";
import { deliverWebhook } from "./webhooks.ts";

const chainPauseMs = 1_000;

interface WorkerParts {
  readonly orders: Orders;
  readonly treasury: Treasury;
  readonly webhook: { readonly url: string; readonly webhookKey: string };
  readonly onProblem: (error: unknown) => void;
}

/**
 * Completes every paid order and reports each step to the app, across restarts: it continues whatever the files say is
 * unfinished.
 */
export const startCardWorker = ({ orders, treasury, webhook, onProblem }: WorkerParts): { stop(): Promise<void> } => {
  const ending = new AbortController();
  const { signal } = ending;
  const running = new Map<string, Promise<void>>();

  /** At most one task per order and kind of work. */
  const run = (key: string, work: () => Promise<void>): void => {
    if (running.has(key) || signal.aborted) return;
    const task = work()
      .catch((error: unknown) => {
        if (!signal.aborted) onProblem(error);
      })
      .finally(() => running.delete(key));
    running.set(key, task);
  };

  const deliver = async (orderId: string): Promise<void> => {
    for (;;) {
      const order = orders.find(orderId);
      if (order?.state !== "paid") return;
      try {
        const transfer = order.transfer ?? (await treasury.prepare(order.address, BigInt(order.lamports), signal));
        if (!order.transfer) await orders.setTransfer(orderId, transfer);
        const outcome = await treasury.settle(transfer, signal);
        if (outcome === "expired") await orders.setTransfer(orderId, null);
        else await orders.move(orderId, "paid", outcome === "landed" ? "delivered" : "failed");
      } catch (error) {
        signal.throwIfAborted();
        onProblem(error);
        await wait(chainPauseMs, undefined, { signal });
      }
    }
  };

  const deliverEvents = async (orderId: string): Promise<void> => {
    for (;;) {
      const order = orders.find(orderId);
      const event = order?.events.find((candidate) => candidate.deliveredAt === null);
      if (!order || !event) return;
      await deliverWebhook(webhook, order, event, signal, onProblem);
      await orders.markDelivered(orderId, event.id);
    }
  };

  const resumeOrder = (order: Order): void => {
    if (order.state === "paid") run(`deliver ${order.orderId}`, () => deliver(order.orderId));
    if (order.events.some((event) => event.deliveredAt === null))
      run(`tell ${order.orderId}`, () => deliverEvents(order.orderId));
  };

  const stopListening = orders.onChange(resumeOrder);
  for (const order of orders.list()) resumeOrder(order);

  return {
    stop: async () => {
      stopListening();
      ending.abort();
      await Promise.all(running.values());
    },
  };
};
