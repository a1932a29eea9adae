import * as z from "zod/mini";
import { snapshotCursorSchema, snapshotEntrySchema } from "../../entities/holders.ts";
import { addressSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

/** The groups of people that a snapshot can have. */
const snapshotGroups = ["members", "holders"] as const;
export type SnapshotGroup = (typeof snapshotGroups)[number];

export const snapshot = defineRoute({
  method: "GET",
  path: "/v1/token/snapshot",
  summary: "All wallets that hold a token, the largest first, page by page; for the Chief",
  caller: "session",
  query: z.object({
    mint: addressSchema,
    /** `nextCursor` of the previous page. */
    cursor: z.optional(snapshotCursorSchema),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)), 1_000),
  }),
  answer: z.object({
    /** Wallets only: tokens at a program's address belong to nobody. */
    holders: z.array(snapshotEntrySchema),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ["not_found", "forbidden"],
});

export const snapshotFile = defineRoute({
  method: "GET",
  path: "/v1/token/snapshot/file",
  summary: "The members or all holders of a token at one moment, as CSV; for the Chief",
  caller: "session",
  rate: "sensitive",
  query: z.object({ mint: addressSchema, who: z.enum(snapshotGroups) }),
  produces: "text/csv",
  answer: z.custom<AsyncIterable<string>>((value) => value !== null && typeof value === "object"),
  errors: ["not_found", "forbidden"],
});
