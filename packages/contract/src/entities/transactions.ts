import * as z from "zod/mini";
import { base64Schema, ticketSchema } from "../primitives.ts";

/** A transfer's position in the list of a person's transfers, the newest first. */
export const transferCursorSchema = z
  .string()
  .check(z.regex(/^[0-9]{1,13}\.[1-9A-HJ-NP-Za-km-z]{64,88}$/, "must be a cursor of this list"));

/** The states of a trade's ticket, by the API's numbers, which never change. */
export const tradeState = { initialized: 0, pending: 1, succeeded: 2, failed: 3 } as const;
export type TradeState = (typeof tradeState)[keyof typeof tradeState];

export const tradeStateSchema = z.literal([0, 1, 2, 3]);

/** States of a creation: from `confirmed` on it is complete. */
export const creationState = { failed: -1, initialized: 0, pending: 1, confirmed: 2 } as const;
export type CreationState = (typeof creationState)[keyof typeof creationState];

export const creationStateSchema = z.literal([-1, 0, 1, 2]);

/** A transaction message to be signed by the person. */
export const preparedMessageSchema = z.object({
  /** The compiled message, version 0 or legacy, in base64: exactly the bytes to sign. */
  message: base64Schema,
  /** Last block height at which it can land. */
  lastValidBlockHeight: z.int(),
});

export const ticketAnswerSchema = z.extend(preparedMessageSchema, { ticket: ticketSchema });

/** A transaction to be signed and sent to the server's confirm callback. */
export const callbackAnswerSchema = z.object({
  callbackTicket: ticketSchema,
  /** The compiled message in base64: exactly the bytes to sign. */
  transaction: base64Schema,
  lastValidBlockHeight: z.int(),
});
