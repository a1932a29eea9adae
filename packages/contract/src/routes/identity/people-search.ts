import * as z from "zod/mini";
import { addressSchema, pictureSchema, uidSchema, withoutNull } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

export const searchPeople = defineRoute({
  method: "GET",
  path: "/v1/user/search",
  summary: "People with a wallet whose name or handle has words that begin so; who is nerfed is not found by either",
  caller: "device",
  query: z.object({
    search: z.string().check(z.trim(), z.minLength(2), z.maxLength(64), withoutNull),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(20)), 5),
  }),
  answer: z.object({
    /** An exact name or handle comes first. */
    people: z.array(
      z.object({
        uid: uidSchema,
        address: addressSchema,
        displayName: z.string(),
        pfp: z.nullable(pictureSchema),
        handle: z.nullable(z.string()),
      }),
    ),
  }),
});
