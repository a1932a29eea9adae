import * as z from "zod/mini";
import { timeSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

export const sessions = defineRoute({
  method: "GET",
  path: "/v1/auth/sessions",
  summary: "The caller's sessions, the one last used first",
  caller: "session",
  answer: z.object({
    sessions: z.array(
      z.object({
        sessionId: z.string(),
        /** Browser and system as the device reported them: they prove nothing. */
        device: z.string(),
        /** The network's part of its IP address, too coarse to identify a household. */
        network: z.string(),
        signedInAt: timeSchema,
        /** Rounded to a quarter of an hour. */
        usedAt: timeSchema,
        expiresAt: timeSchema,
        /** The session that makes this call. */
        isThis: z.boolean(),
      }),
    ),
  }),
});

export const endSession = defineRoute({
  method: "POST",
  path: "/v1/auth/sessions/end",
  summary: "Ends one of the caller's sessions, with its sockets and wallet tokens",
  caller: "session",
  body: z.object({ sessionId: z.string().check(z.minLength(8), z.maxLength(64)) }),
  answer: z.object({}),
  errors: ["not_found"],
});

export const endOtherSessions = defineRoute({
  method: "POST",
  path: "/v1/auth/sessions/endOthers",
  summary: "Ends all of the caller's sessions but the one that asks",
  caller: "session",
  answer: z.object({ ended: z.int() }),
});
