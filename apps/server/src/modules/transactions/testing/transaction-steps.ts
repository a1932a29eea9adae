import { type AnswerOf, routes, type Ticket, tradeState, type Uid } from "@tribe/contract";
import type { Reader } from "../../../db/client.ts";
import { eventually, type TestPerson } from "../../indexer/testing/test-world.ts";
import { findTicket } from "../store/tickets.ts";

/** Signs what a call prepared, and brings it to the shared confirm callback. */
export const signAndConfirm = async (
  person: TestPerson,
  { callbackTicket, transaction: message }: AnswerOf<typeof routes.transfers.prepare>,
) =>
  person.call(routes.transactions.confirm, {
    body: { callbackTicket, message, signature: await person.sign(message) },
  });

/** Signs a prepared trade and submits it. */
export const signAndSubmit = async (
  person: TestPerson,
  { ticket, message }: Pick<AnswerOf<typeof routes.factory.prepareTrade>, "ticket" | "message">,
) => person.call(routes.factory.submitTrade, { body: { ticket, signature: await person.sign(message) } });

/** What the owner of a ticket reads about it once its outcome is known. */
export const finished = (person: TestPerson, ticket: Ticket) =>
  eventually("the transaction ends", async () => {
    const status = await person.call(routes.factory.tradeStatus, { query: { ticket } });
    return status.state >= tradeState.succeeded ? status : null;
  });

/** {@link finished} for many tickets of one person, read from the row: so many API calls would exceed the rate limit. */
export const finalTicket = (db: Reader, person: TestPerson, ticket: Ticket) =>
  eventually("the transaction ends", async () => {
    const row = await findTicket(db, person.uid as Uid, ticket);
    return row && row.state >= tradeState.succeeded ? row : null;
  });
