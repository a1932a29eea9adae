import * as z from "zod/mini";
import { bioMaxCharacters, bioMaxLines } from "../constants.ts";
import { localUserSchema, loginMethodSchema, pictureSchema, timeSchema, userSchema } from "../entities.ts";
import { addressSchema, uidSchema, withoutNull } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** Zod's own, but for a host's labels, which end in no hyphen (RFC 1123). */
const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;

/** RFC 5321: 64 characters before the @, 254 in all. */
export const emailSchema = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.regex(/^[^@]{1,64}@/, "must be an e-mail address"),
    z.email({ pattern: emailPattern, error: "must be an e-mail address" }),
  );

const mailedCodeSchema = z.string().check(z.trim(), z.regex(/^[0-9]{6}$/, "must be six digits"));

const sessionSchema = z.object({
  sessionId: z.string(),
  accessToken: z.string(),
  /** 256 random bits in base64url: the key of the request signature. Replaced by `rotateSession`. */
  sessionSecret: z.string(),
  expiresAt: timeSchema,
});

/** Sign-in, the session and the person. */
export const identityRoutes = {
  createDevice: defineRoute({
    method: "POST",
    path: "/v1/device",
    summary: "Registers this device and gives it the secret that signs its calls before sign-in",
    caller: "public",
    rate: "sensitive",
    answer: z.object({ deviceId: z.string(), deviceSecret: z.string() }),
  }),
  startEmail: defineRoute({
    method: "POST",
    path: "/v1/auth/email/start",
    summary: "Mails a six-digit code that is valid for ten minutes",
    caller: "device",
    rate: "sensitive",
    body: z.object({ email: emailSchema }),
    answer: z.object({ resendAfterSeconds: z.int() }),
  }),
  verifyEmail: defineRoute({
    method: "POST",
    path: "/v1/auth/email/verify",
    summary: "Trades a mailed code for a session",
    caller: "device",
    rate: "sensitive",
    body: z.object({
      email: emailSchema,
      code: mailedCodeSchema,
    }),
    answer: sessionSchema,
    errors: ["mail_code_wrong", "mail_code_expired", "mail_code_attempts"],
  }),
  startGoogle: defineRoute({
    method: "POST",
    path: "/v1/auth/google/start",
    summary: "Begins a sign-in with Google on this device: the page goes to the answered URL",
    caller: "device",
    rate: "sensitive",
    answer: z.object({ authorizationUrl: z.string() }),
    errors: ["unavailable"],
  }),
  finishGoogle: defineRoute({
    method: "POST",
    path: "/v1/auth/google/finish",
    summary: "Trades what Google sent the page back with for a session; works once, on the device that began",
    caller: "device",
    rate: "sensitive",
    body: z.object({
      state: z.string().check(z.minLength(1), z.maxLength(200)),
      /** Missing when the person declined. */
      code: z.optional(z.string().check(z.minLength(1), z.maxLength(2_000))),
      /** The issuer's own name, where it sends one (RFC 9207). */
      iss: z.optional(z.string().check(z.maxLength(300))),
    }),
    answer: z.discriminatedUnion("outcome", [
      z.object({ outcome: z.literal("signedIn"), session: sessionSchema }),
      /**
       * The mailbox must be proven first: somebody has an account with this address already, or Google is not who gives
       * it out. A code is on its way there, for `linkGoogle`.
       */
      z.object({ outcome: z.literal("codeNeeded"), email: z.string() }),
    ]),
    errors: ["google_denied", "google_unverified", "unavailable"],
  }),
  linkGoogle: defineRoute({
    method: "POST",
    path: "/v1/auth/google/link",
    summary: "Links the Google account of this device's last sign-in to the mailbox's account, by a mailed code",
    caller: "device",
    rate: "sensitive",
    body: z.object({ code: mailedCodeSchema }),
    answer: sessionSchema,
    errors: ["google_denied", "mail_code_wrong", "mail_code_expired", "mail_code_attempts"],
  }),
  rotateSession: defineRoute({
    method: "POST",
    path: "/v1/auth/rotate",
    summary: "Replaces the session's secret; the old one ends at once",
    caller: "session",
    answer: sessionSchema,
  }),
  signOut: defineRoute({
    method: "POST",
    path: "/v1/auth/signOut",
    summary: "Ends the session",
    caller: "session",
    answer: z.object({}),
  }),
  sessions: defineRoute({
    method: "GET",
    path: "/v1/auth/sessions",
    summary: "The caller's sessions, the one last used first",
    caller: "session",
    answer: z.object({
      sessions: z.array(
        z.object({
          sessionId: z.string(),
          /** Browser and system, as that device told of itself: it proves nothing. */
          device: z.string(),
          /** Of its address what does not tell one house from the next. */
          network: z.string(),
          signedInAt: timeSchema,
          /** To the quarter of an hour. */
          usedAt: timeSchema,
          expiresAt: timeSchema,
          /** The one that asks. */
          isThis: z.boolean(),
        }),
      ),
    }),
  }),
  endSession: defineRoute({
    method: "POST",
    path: "/v1/auth/sessions/end",
    summary: "Ends one of the caller's sessions, with its sockets and wallet tokens",
    caller: "session",
    body: z.object({ sessionId: z.string().check(z.minLength(8), z.maxLength(64)) }),
    answer: z.object({}),
    errors: ["not_found"],
  }),
  endOtherSessions: defineRoute({
    method: "POST",
    path: "/v1/auth/sessions/endOthers",
    summary: "Ends all of the caller's sessions but the one that asks",
    caller: "session",
    answer: z.object({ ended: z.int() }),
  }),
  signIn: defineRoute({
    method: "POST",
    path: "/v1/signIn",
    summary: "Gives the local user of the session; also refreshes it",
    caller: "session",
    body: z.object({
      /** One of the configuration's `signInMethods`. */
      loginMethod: loginMethodSchema,
      /** The address of whoever invited this person; taken once, at the first sign-in. */
      inviterAddress: z.optional(addressSchema),
    }),
    answer: z.object({ localUser: localUserSchema }),
  }),
  updateUser: defineRoute({
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
  }),
  userProfile: defineRoute({
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
  }),
  searchPeople: defineRoute({
    method: "GET",
    path: "/v1/user/search",
    summary: "People with a wallet whose name or handle has words that begin so; who is nerfed is not found by either",
    caller: "device",
    query: z.object({
      search: z.string().check(z.trim(), z.minLength(2), z.maxLength(64), withoutNull),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(20)), 5),
    }),
    answer: z.object({
      /** An exact name or handle first. */
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
  }),
} as const;
