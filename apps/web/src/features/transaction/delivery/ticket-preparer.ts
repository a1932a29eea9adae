import { type Pause, untilAnswered } from "@tribe/contract";
import { stepFailure } from "@tribe/domain/words";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { thrownFailure } from "../outcome/thrown-failure.ts";
import type { Prepared, Preparer, StoreSigned } from "./delivery.ts";

export interface TicketPreparerOptions<P extends Prepared> {
  /** Opens a ticket. The same key returns the same ticket. @throws ApiError */
  readonly open: (idempotencyKey: string) => Promise<P>;
  /** How the opened transaction is submitted. */
  readonly viaOf: (prepared: P) => OpenTransaction["via"];
  readonly newKey: () => string;
  readonly store: StoreSigned;
  /** Waits between retries of unanswered calls; the browser's own timer except in tests. */
  readonly pause?: Pause;
}

/** Prepares with the server, which has checked balance, fee and price already. */
export const ticketPreparer = <P extends Prepared>(options: TicketPreparerOptions<P>): Preparer<P> => {
  const { open, viaOf, newKey, store, pause } = options;
  // One key for each attempt.
  const keys = new Map<number, string>();
  return {
    prepare: async (attempt) => {
      const key = keys.get(attempt) ?? newKey();
      keys.set(attempt, key);
      try {
        return { kind: "prepared", prepared: await untilAnswered(() => open(key), pause) };
      } catch (error) {
        return { kind: "failed", failure: thrownFailure(error, stepFailure("prepare_failed")) };
      }
    },
    simulate: async (prepared) => ({ kind: "prepared", prepared }),
    store: (prepared, signature) => store({ signature, via: viaOf(prepared) }),
  };
};
