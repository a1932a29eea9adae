import * as z from "zod/mini";
import { faceSchema } from "../../entities/people.ts";
import { tribeSchema } from "../../entities/tokens.ts";
import { addressSchema, lamportsSchema, timeSchema, tokenUnitsSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

/** A purchase, sale, new Tribe or change of a seat, as everybody sees it. */
const activitySchema = z.object({
  /** `seated`: took or got back a seat; `out`: lost it. */
  kind: z.enum(["buy", "sell", "create", "seated", "out"]),
  at: timeSchema,
  tribe: tribeSchema,
  person: faceSchema,
  /** Old tokens of a trade, also of the one that changed a seat; null otherwise. */
  amount: z.nullable(tokenUnitsSchema),
  /** Lamports of that trade before fees. */
  value: z.nullable(lamportsSchema),
  /** The seat that was taken, from 1; null if it isn't known. Older servers do not send it. */
  seat: z.optional(z.nullable(z.int())),
  /** Whose seats changed by the same. Older servers do not send it. */
  others: z.optional(z.array(z.object({ kind: z.enum(["seated", "out"]), person: faceSchema }))),
});

export const companions = defineRoute({
  method: "GET",
  path: "/v1/token/companions",
  summary: "Where the people sit whom the caller shares a Tribe with: the 200 Tribes with the most of them",
  caller: "session",
  answer: z.object({
    tribes: z.array(
      z.object({
        mint: addressSchema,
        count: z.int(),
        /** The largest holders, at most three. */
        people: z.array(faceSchema),
      }),
    ),
  }),
});

export const activity = defineRoute({
  method: "GET",
  path: "/v1/token/activity",
  summary: "What happened last in all Tribes, the newest first, at most 30",
  caller: "device",
  answer: z.object({ activities: z.array(activitySchema) }),
});
