import { ApiError } from "@tribe/contract";
import type { TicketRow } from "../schema.ts";

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
