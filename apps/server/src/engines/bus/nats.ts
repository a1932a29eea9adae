import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "pino";
import { countFailureOf } from "../../context/dependency-failures.ts";
import type { Carrier } from "./carrier.ts";

const reconnectMs = 1_000;
const pingMs = 10_000;

/**
 * Wakes the other processes through core NATS. While no server answers, `tell` reports that and the caller uses another way;
 * the connection is retried forever in the background.
 * @param heard called with the sender of each wake-up, also of our own
 */
export const createNatsCarrier = (
  url: string,
  subject: string,
  heard: (sender: string) => void,
  log: Pick<Logger, "warn" | "info">,
): Carrier & { readonly isOpen: boolean } => {
  let connection: NatsConnection | null = null;
  let isOpen = false;
  let isClosed = false;

  const watch = async (opened: NatsConnection): Promise<void> => {
    for await (const { type } of opened.status()) {
      if (type === "disconnect") {
        isOpen = false;
        countFailureOf("nats");
        log.warn("NATS does not answer; PostgreSQL wakes the other processes");
      } else if (type === "reconnect") {
        isOpen = true;
        log.info("NATS answers again");
      }
    }
  };
  const open = async (): Promise<void> => {
    const opened = await connect({
      servers: url,
      // The first connection is retried like any later one.
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectMs,
      pingInterval: pingMs,
      maxPingOut: 2,
    });
    if (isClosed) return opened.close();
    connection = opened;
    isOpen = true;
    opened.subscribe(subject, {
      callback: (error, message) => {
        if (!error) heard(message.string());
      },
    });
    await watch(opened);
  };
  open().catch((err: unknown) => log.warn({ err }, "NATS can't be used; PostgreSQL wakes the other processes"));
  return {
    get isOpen() {
      return isOpen;
    },
    tell: async (sender) => {
      if (!connection || !isOpen) throw new Error("NATS is not connected");
      connection.publish(subject, sender);
      // A message that is still buffered may be lost with the connection.
      await connection.flush();
    },
    close: async () => {
      isClosed = true;
      isOpen = false;
      await connection?.close();
    },
  };
};
