import type { Membership, Protocol } from "./clients.ts";

/** Commands from the bench to the load process. */
export type LoadCommand =
  /** Opens this many clients at the same moment, in turns to several nodes. */
  | {
      readonly kind: "open";
      readonly protocol: Protocol;
      readonly origins: readonly string[];
      readonly count: number;
      /** The people of the clients in our own protocol, in turns. */
      readonly people: readonly Membership[];
    }
  /** The clients send messages in turns, this many per second in all. */
  | { readonly kind: "talk"; readonly perSecond: number; readonly seconds: number }
  /** Waits until each client has its chat's newest number. */
  | { readonly kind: "reach"; readonly heads: Readonly<Record<string, number>> }
  | { readonly kind: "close" };

/** Milliseconds, of all clients. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** The answers of the process, by the kind of the command. */
export interface LoadAnswers {
  readonly open: {
    readonly failed: number;
    /** The number of failures by reason. */
    readonly failures: Readonly<Record<string, number>>;
    readonly times: Times;
    /** Processor time of the clients themselves meanwhile. */
    readonly computedSeconds: number;
  };
  readonly talk: { readonly expected: number; readonly delivered: number; readonly times: Times };
  readonly reach: { readonly missing: number; readonly faults: readonly string[] };
  readonly close: null;
}
