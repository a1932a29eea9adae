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
  /** Old tokens of a trade; null otherwise. */
  amount: z.nullable(tokenUnitsSchema),
  /** Lamports of a trade before fees; null otherwise. */
  value: z.nullable(lamportsSchema),
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
