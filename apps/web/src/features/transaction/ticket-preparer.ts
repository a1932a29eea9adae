import { ApiError, type Base64, type Ticket } from "@tribe/contract";
import { stepFailure } from "@tribe/domain";
import type { KeepAs, Prepared, Preparer } from "./delivery.ts";
import { thrownFailure } from "./thrown-failure.ts";

/** A ticket's message. */
export interface PreparedTicket extends Prepared {
  readonly ticket: Ticket;
}

export interface TicketPreparerOptions {
  /** Opens a ticket. The same key asked twice is the same ticket. @throws ApiError */
  readonly open: (idempotencyKey: string) => Promise<{ readonly ticket: Ticket; readonly message: Base64 }>;
  readonly newKey: () => string;
  readonly keepAs: KeepAs;
}

/** How often an answer that was lost is asked for again, by the same key. */
const tries = 3;

/** Prepares by the server, which has looked at balance, fee and price already. */
export const ticketPreparer = ({ open, newKey, keepAs }: TicketPreparerOptions): Preparer<PreparedTicket> => {
  // One key for each attempt.
  const keys = new Map<number, string>();
  return {
    prepare: async (attempt) => {
      const key = keys.get(attempt) ?? newKey();
      keys.set(attempt, key);
      for (let left = tries; ; left -= 1) {
        try {
          const { ticket, message } = await open(key);
          return { kind: "prepared", prepared: { ticket, message } };
        } catch (error) {
          const isLost = error instanceof ApiError && error.code === "unavailable";
          if (isLost && left > 1) continue;
          return { kind: "failed", failure: thrownFailure(error, stepFailure("prepare_failed")) };
        }
      }
    },
    rehearse: async (prepared) => ({ kind: "prepared", prepared }),
    keep: ({ ticket }, signature) => keepAs({ signature, via: { kind: "ticket", ticket } }),
  };
};
