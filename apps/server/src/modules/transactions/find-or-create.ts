import { ApiError } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { insertOf } from "../../db/insert-many.ts";
import type { Commit } from "../../http/commit.ts";
import { tickets } from "./schema.ts";
import { findTicketByKey, type NewTicket, newTicketRow, replaceOpen, type TicketRow } from "./tickets.ts";

/**
 * The fields of a preparation's body as text, without the idempotency key: another call with the same key must have the same
 * ones.
 */
export const requestOf = ({
  idempotencyKey: _,
  ...body
}: Readonly<Record<string, unknown>> & { readonly idempotencyKey?: string | undefined }): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])),
  );

/** The ticket that the key already has. @throws ApiError `conflict` when it was prepared for another request */
export const sameRequest = (row: TicketRow, request: Record<string, string>): TicketRow => {
  const names = new Set([...Object.keys(request), ...Object.keys(row.request)]);
  for (const name of names)
    if (row.request[name] !== request[name])
      throw new ApiError("conflict", {
        field: `body.${name}`,
        message: "This idempotency key belongs to another request",
      });
  return row;
};

/**
 * {@link findOrCreate} together with the call's nonce, in one statement if there is no open ticket of the same token and
 * direction, and no call with the same key at the same moment. @throws ApiError `request_replayed`, and as {@link findOrCreate}
 */
export const insertWithNonce = async (
  commit: Commit,
  ticket: NewTicket,
): Promise<Pick<TicketRow, "ticket" | "message" | "lastValidBlockHeight">> => {
  const row = newTicketRow(ticket);
  const made = insertOf(tickets, [row], { from: sql`nonce`, after: sql`on conflict do nothing returning 1` });
  const { is_made: isMade } = await commit.statement<{ is_made: boolean }>(
    sql`made as (${made})`,
    sql`exists (select from made) as is_made`,
  );
  return isMade ? row : commit((tx) => findOrCreate(tx, ticket));
};

/**
 * Finds or creates a ticket. The same request with the same key gives the same ticket, even while its first call is still being
 * written: a page that lost the answer asks again before the server has finished. @throws ApiError `ticket_open`, `conflict`
 */
export const findOrCreate = async (tx: Executor, ticket: NewTicket): Promise<TicketRow> => {
  const before = await findTicketByKey(tx, ticket.uid, ticket.idempotencyKey);
  if (before) return sameRequest(before, ticket.request);
  const opened = await replaceOpen(tx, ticket);
  if (opened) return opened;
  // Another call was faster; its row can be read by now.
  const meanwhile = await findTicketByKey(tx, ticket.uid, ticket.idempotencyKey);
  if (meanwhile) return sameRequest(meanwhile, ticket.request);
  // The open ticket has another key, from another tab or before a reload: it is replaced, as if it had been prepared earlier.
  const after = await replaceOpen(tx, ticket);
  if (!after) throw new ApiError("ticket_open");
  return after;
};
