import * as z from "zod/mini";
import { loginMethodSchema } from "../../entities/installation.ts";
import { localUserSchema } from "../../entities/people.ts";
import { addressSchema, timeSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

/** A page's own session, needed from its first load on. */

export const sessionSchema = z.object({
  sessionId: z.string(),
  accessToken: z.string(),
  /** 256 random bits in base64url: the key of the request signature. Replaced by `rotateSession`. */
  sessionSecret: z.string(),
  expiresAt: timeSchema,
});

export const createDevice = defineRoute({
  method: "POST",
  path: "/v1/device",
  summary: "Registers this device and gives it the secret that signs its calls before sign-in",
  caller: "public",
  rate: "sensitive",
  answer: z.object({ deviceId: z.string(), deviceSecret: z.string() }),
});

export const signIn = defineRoute({
  method: "POST",
  path: "/v1/signIn",
  summary: "Gives the local user of the session; also refreshes it",
  caller: "session",
  body: z.object({
    /** One of the configuration's `signInMethods`. */
    loginMethod: loginMethodSchema,
    /** The address of this person's inviter; stored once, at the first sign-in. */
    inviterAddress: z.optional(addressSchema),
  }),
  answer: z.object({ localUser: localUserSchema }),
});

export const rotateSession = defineRoute({
  method: "POST",
  path: "/v1/auth/rotate",
  summary: "Replaces the session's secret; the old one ends at once",
  caller: "session",
  answer: sessionSchema,
});

export const signOut = defineRoute({
  method: "POST",
  path: "/v1/auth/signOut",
  summary: "Ends the session",
  caller: "session",
  answer: z.object({}),
});
