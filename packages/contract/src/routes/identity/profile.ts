import * as z from "zod/mini";
import { userSchema } from "../../entities/people.ts";
import { addressSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

export const userProfile = defineRoute({
  method: "GET",
  path: "/v1/user/profile",
  summary: "A person by wallet address",
  caller: "device",
  query: z.object({ address: addressSchema }),
  answer: z.object({
    user: userSchema,
    tokens: z.array(z.object({ mint: addressSchema, name: z.string(), symbol: z.string() })),
  }),
  errors: ["not_found"],
});
