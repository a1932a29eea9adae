import * as z from "zod/mini";
import { bioMaxCharacters, bioMaxLines } from "../../constants.ts";
import { localUserSchema } from "../../entities/people.ts";
import { withoutNull } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

export const updateUser = defineRoute({
  method: "PUT",
  path: "/v1/user",
  summary: "Saves the bio",
  caller: "session",
  body: z.object({
    bio: z.string().check(
      z.maxLength(bioMaxCharacters),
      withoutNull,
      z.refine((bio) => bio.split("\n").length <= bioMaxLines, `must have at most ${bioMaxLines} lines`),
    ),
  }),
  answer: z.object({ localUser: localUserSchema }),
  errors: ["social_required"],
});
