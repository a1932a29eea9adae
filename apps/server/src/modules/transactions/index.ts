import type { RouteImplementation } from "../../http/implement.ts";
import { confirm } from "./routes/confirm.ts";
import "./events.ts";

/** What the transactions module answers. */
export const transactionsImplementations: RouteImplementation[] = [confirm];

export { broadcast } from "./broadcast.ts";
export { createCallbackTicket, findCallbackAnswer } from "./callback-answer.ts";
export { requestOf, sameRequest } from "./rules/requests.ts";
export { newTicketRow, stateOf } from "./rules/ticket-changes.ts";
export type { TicketRow } from "./schema.ts";
export { withdrawPreparedTickets } from "./store/change-tickets.ts";
export {
  holdSigned,
  insertTickets,
  releaseHeld,
  type SignedTicket,
  submitSigned,
  withdrawTickets,
} from "./store/prepared-tickets.ts";
export { storeTicket, storeTicketIn } from "./store/store-ticket.ts";
export { findTicket, findTicketByKey, tracesOfTransactions } from "./store/tickets.ts";
export { couldNotClose } from "./store/unclosed-accounts.ts";
export { submitTicket } from "./submit.ts";
export { ticketWorker } from "./ticket-worker.ts";
