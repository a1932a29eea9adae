import type { AnswerOf, routes } from "@tribe/contract";
import type { Reader } from "../../db/client.ts";
import type { Commit } from "../../http/commit.ts";
import { sameRequest } from "./rules/requests.ts";
import type { NewTicket } from "./rules/ticket-changes.ts";
import { type StoredTicket, storeTicket } from "./store/store-ticket.ts";
import { findTicketByKey } from "./store/tickets.ts";

/** The answer of all calls whose transaction is signed and sent to the shared confirm callback. */
type CallbackAnswer = AnswerOf<typeof routes.transfers.prepare>;

/** The answer that an idempotency key already has; null for a new key. @throws ApiError `conflict` as {@link sameRequest} */
export const findCallbackAnswer = async (
  db: Reader,
  { uid, idempotencyKey, request }: Pick<NewTicket, "uid" | "idempotencyKey" | "request">,
): Promise<CallbackAnswer | null> => {
  const row = await findTicketByKey(db, uid, idempotencyKey);
  return row && answerOf(sameRequest(row, request));
};

/** Stores a ticket with the call's nonce, and gives its answer. @throws ApiError `request_replayed`, `ticket_open`, `conflict` */
export const createCallbackTicket = async (commit: Commit, ticket: NewTicket): Promise<CallbackAnswer> =>
  answerOf(await storeTicket(commit, ticket));

const answerOf = ({ ticket, message, lastValidBlockHeight }: StoredTicket): CallbackAnswer => ({
  callbackTicket: ticket,
  transaction: message,
  lastValidBlockHeight,
});
