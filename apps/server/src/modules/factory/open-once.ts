import { ApiError } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import { findTicketByKey, type NewTicket, openTicket, type TicketRow } from "./tickets.ts";

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

/** Opens a ticket; the same key in two tabs at the same moment is one ticket, too. @throws ApiError `ticket_open`, `conflict`. */
export const openOnce = async (tx: Executor, ticket: NewTicket): Promise<TicketRow> => {
  const before = await findTicketByKey(tx, ticket.uid, ticket.idempotencyKey);
  return before ? sameRequest(before, ticket.request) : openTicket(tx, ticket);
};
