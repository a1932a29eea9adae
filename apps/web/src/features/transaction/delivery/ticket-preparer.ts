import type { Base64, Ticket } from "@tribe/contract";
import { stepFailure } from "@tribe/domain/words";
import { untilAnswered } from "../engine/until-answered.ts";
import { thrownFailure } from "../outcome/thrown-failure.ts";
import type { KeepAs, Prepared, Preparer } from "./delivery.ts";

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

/** Prepares by the server, which has looked at balance, fee and price already. */
export const ticketPreparer = ({ open, newKey, keepAs }: TicketPreparerOptions): Preparer<PreparedTicket> => {
  // One key for each attempt.
  const keys = new Map<number, string>();
  return {
    prepare: async (attempt) => {
      const key = keys.get(attempt) ?? newKey();
      keys.set(attempt, key);
      try {
        const { ticket, message } = await untilAnswered(() => open(key));
        return { kind: "prepared", prepared: { ticket, message } };
      } catch (error) {
        return { kind: "failed", failure: thrownFailure(error, stepFailure("prepare_failed")) };
      }
    },
    simulate: async (prepared) => ({ kind: "prepared", prepared }),
    keep: ({ ticket }, signature) => keepAs({ signature, via: { kind: "ticket", ticket } }),
  };
};
