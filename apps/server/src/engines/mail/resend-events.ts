import { createHmac } from "node:crypto";
import { ApiError } from "@tribe/contract";
import * as z from "zod/mini";
import { isSame } from "../../crypto/secrets.ts";
import { parse, parseJson } from "../../http/request/parse.ts";
import type { MailEvents, MailFailure } from "./events.ts";

const toleranceSeconds = 300;

const eventSchema = z.object({ type: z.string() });
const failedSchema = z.object({
  data: z.object({
    to: z.array(z.string().check(z.maxLength(320))).check(z.maxLength(50)),
    /** Only for a bounce. */
    bounce: z.optional(z.object({ type: z.string() })),
  }),
});

/**
 * Webhooks of Resend, which signs them with Svix: HMAC-SHA-256 over `<id>.<seconds>.<body>`, with several signatures
 * separated by spaces while its secret changes (resend.com/docs/webhooks,
 * docs.svix.com/receiving/verifying-payloads/how-manual).
 * @param secret as Resend shows it: `whsec_` and base64
 */
export const resendEvents = (secret: string): MailEvents => {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return {
    read: (headers, payload, nowMs) => {
      const header = (name: string): string => {
        const value = headers[name];
        return typeof value === "string" ? value : "";
      };
      const id = header("svix-id");
      const time = header("svix-timestamp");
      if (!/^[\w-]{1,100}$/.test(id) || !/^[0-9]{1,12}$/.test(time)) throw new ApiError("signature_invalid");
      const expected = createHmac("sha256", key).update(`${id}.${time}.`).update(payload).digest();
      const isSigned = header("svix-signature")
        .split(" ")
        .some((one) => one.startsWith("v1,") && isSame(expected, Buffer.from(one.slice(3), "base64")));
      if (!isSigned) throw new ApiError("signature_invalid");
      if (Math.abs(nowMs / 1_000 - Number(time)) > toleranceSeconds) throw new ApiError("clock_skew");
      const body = parseJson(payload);
      const { type } = parse(eventSchema, body, "body");
      if (type !== "email.bounced" && type !== "email.complained") return { id, failure: null, addresses: [] };
      const { to, bounce } = parse(failedSchema, body, "body").data;
      return { id, failure: failureOf(type, bounce?.type), addresses: to.map(addressOf) };
    },
  };
};

/** A full mailbox will accept mail again; one that does not exist never will. */
const failureOf = (type: "email.bounced" | "email.complained", bounce: string | undefined): MailFailure | null => {
  if (type === "email.complained") return "complaint";
  return bounce === "Transient" ? null : "bounce";
};

/** `Ada <ada@example.com>` or only the address. */
const addressOf = (text: string): string => /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text;
