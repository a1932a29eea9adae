import type { RouteImplementation } from "../../http/implement.ts";
import { confirm } from "./routes/confirm.ts";
import "./events.ts";

/** What the transactions module answers. */
export const transactionsImplementations: RouteImplementation[] = [confirm];

export { broadcast } from "./broadcast.ts";
export { createCallbackTicket, findCallbackAnswer } from "./callback-answer.ts";
export { couldNotClose } from "./could-not-close.ts";
export { findOrCreate, insertWithNonce, requestOf, sameRequest } from "./find-or-create.ts";
export {
  holdSigned,
  insertTickets,
  releaseHeld,
  type SignedTicket,
  submitSigned,
  withdrawTickets,
} from "./prepared-tickets.ts";
export { submitTicket } from "./submit.ts";
export { ticketWorker } from "./ticket-worker.ts";
export {
  findTicket,
  findTicketByKey,
  newTicketRow,
  stateOf,
  type TicketRow,
  withdrawPreparedTickets,
} from "./tickets.ts";
