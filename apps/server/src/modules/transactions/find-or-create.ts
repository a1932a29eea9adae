import { ApiError } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { insertOf } from "../../db/insert-many.ts";
import type { Commit } from "../../http/commit.ts";
import { tickets } from "./schema.ts";
import { findTicketByKey, type NewTicket, newTicketRow, replaceOpen, type TicketRow } from "./tickets.ts";

/** A preparation's body as texts, without its key: what another call under the same key is compared with. */
export const requestOf = ({
  idempotencyKey: _,
  ...body
}: Readonly<Record<string, unknown>> & { readonly idempotencyKey: string }): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])),
  );

/** The ticket that the key has already. @throws ApiError `conflict` when it belongs to another request. */
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
 * {@link findOrCreate} with the call's nonce, by one statement where nothing stands in the way: no open ticket of the same token
 * and direction, and no call of the same key at the same moment. @throws ApiError `request_replayed` beside those.
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
 * Opens a ticket. The same request under the same key is the same ticket, also when its first call is still being written: a
 * page whose answer was lost asks again before the server is done. @throws ApiError `ticket_open`, `conflict`.
 */
export const findOrCreate = async (tx: Executor, ticket: NewTicket): Promise<TicketRow> => {
  const before = await findTicketByKey(tx, ticket.uid, ticket.idempotencyKey);
  if (before) return sameRequest(before, ticket.request);
  const opened = await replaceOpen(tx, ticket);
  if (opened) return opened;
  // Another call was quicker; by now it is there to be read.
  const meanwhile = await findTicketByKey(tx, ticket.uid, ticket.idempotencyKey);
  if (meanwhile) return sameRequest(meanwhile, ticket.request);
  // One of another key, in another tab or of before this page was opened anew, gives way as if it had come a moment earlier.
  const after = await replaceOpen(tx, ticket);
  if (!after) throw new ApiError("ticket_open");
  return after;
};
