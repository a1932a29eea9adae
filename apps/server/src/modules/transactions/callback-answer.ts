import type { AnswerOf, routes } from "@tribe/contract";
import type { Reader } from "../../db/client.ts";
import type { Commit } from "../../http/commit.ts";
import { findOrCreate, sameRequest } from "./find-or-create.ts";
import { findTicketByKey, type NewTicket, type TicketRow } from "./tickets.ts";

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

/** {@link findOrCreate} in a transaction of its own, and its answer. @throws ApiError `request_replayed`, `ticket_open`, `conflict` */
export const createCallbackTicket = async (commit: Commit, ticket: NewTicket): Promise<CallbackAnswer> =>
  answerOf(await commit((tx) => findOrCreate(tx, ticket)));

const answerOf = ({ ticket, message, lastValidBlockHeight }: TicketRow): CallbackAnswer => ({
  callbackTicket: ticket,
  transaction: message,
  lastValidBlockHeight,
});
