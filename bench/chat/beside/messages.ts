import type { Membership, Protocol } from "./clients.ts";

/** Commands from the bench to the load process. */
export type LoadCommand =
  /** Opens so many clients, all in the same moment; to several nodes in turns. */
  | {
      readonly kind: "open";
      readonly protocol: Protocol;
      readonly origins: readonly string[];
      readonly count: number;
      /** Of our own protocol: who they are, one by one and again from the first. */
      readonly people: readonly Membership[];
    }
  /** One after another says something, so many times a second in all. */
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
    /** How many of them for which reason. */
    readonly failures: Readonly<Record<string, number>>;
    readonly times: Times;
    /** Processor time of the clients themselves meanwhile. */
    readonly computedSeconds: number;
  };
  readonly talk: { readonly expected: number; readonly delivered: number; readonly times: Times };
  readonly reach: { readonly missing: number; readonly faults: readonly string[] };
  readonly close: null;
}
