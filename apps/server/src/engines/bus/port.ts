import type { Uid } from "@tribe/contract";

/**
 * Every event by its name, with its payload in JSON form (no bigint, no Date). Modules add their own by declaration
 * merging in their `events.ts`:
 *
 * ```ts
 * declare module "../../engines/bus/port.ts" {
 *   interface BusEvents { "trade.indexed": { mint: Mint } }
 * }
 * ```
 */
export interface BusEvents {
  /** The person's own view changed: profile, wallet or social account. */
  "user.changed": { readonly uid: Uid };
  /** Other people see this person differently from now on. */
  "user.faceChanged": { readonly uid: Uid };
  /** A session ended; its sockets are to be closed. */
  "session.ended": { readonly uid: Uid; readonly sessionId: string };
  /** A session has new secrets: sockets with the old ones must be closed; they reconnect with the new ones. */
  "session.rotated": { readonly uid: Uid; readonly sessionId: string };
}

export type BusEventName = keyof BusEvents;

/** One event as subscribers get it. `id` increases over time on one database. */
export type BusEvent<Name extends BusEventName = BusEventName> = {
  [N in Name]: {
    readonly id: number;
    readonly type: N;
    readonly payload: BusEvents[N];
    /** The span that wrote it, while traces are on. */
    readonly trace?: string;
  };
}[Name];

export type BusHandler<Name extends BusEventName> = (event: BusEvent<Name>) => void | Promise<void>;

/**
 * Passes committed events to this process's subscribers. An event is only a hint that something changed: the tables have the
 * current state. An error in a handler is logged and does not stop the others.
 */
export interface Bus {
  subscribe<Name extends BusEventName>(type: Name, handler: BusHandler<Name>): () => void;
  publish(event: BusEvent): void;
}
