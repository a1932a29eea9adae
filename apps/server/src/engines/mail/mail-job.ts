import { randomUUID } from "node:crypto";
import type { AppContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import { defineJob } from "../jobs/definition.ts";
import { type MailMessage, messageIdOf } from "./port.ts";

declare module "../jobs/port.ts" {
  interface JobPayloads {
    /** Hands one mail to the mail server. */
    "mail.send": {
      /** A {@link MailMessage} as JSON, sealed and in base64: it holds a code, which no table shows. */
      readonly sealed: string;
      /** ISO 8601; after it the mail is of no use to anybody. */
      readonly expiresAt: string;
    };
  }
}

/** Bound into the seal. */
const sealContext = "mail.send";
/** Tries within ten minutes: the pauses between them grow. */
const maxAttempts = 8;

/**
 * Has a mail sent after the caller's commit, and never if it rolls back: nobody's call waits for the mail server. It is
 * tried again until it was taken or is of no use any more, under one Message-ID.
 */
export const queueMail = async (
  { jobs, keys, now, config }: Pick<AppContext, "jobs" | "keys" | "now" | "config">,
  tx: Executor,
  message: MailMessage,
  lifetimeSeconds: number,
): Promise<void> => {
  const named = { messageId: messageIdOf(randomUUID(), config.mailFrom), ...message };
  const sealed = await keys.seal("mail", sealContext, Buffer.from(JSON.stringify(named)));
  const expiresAt = new Date(now() + lifetimeSeconds * 1_000).toISOString();
  await jobs.add(tx, "mail.send", { sealed: sealed.toString("base64"), expiresAt }, { maxAttempts });
};

/** Sends what {@link queueMail} has queued. */
export const mailJob = defineJob({
  name: "mail.send",
  handler:
    ({ keys, mail, now }) =>
    async ({ sealed, expiresAt }) => {
      if (Date.parse(expiresAt) <= now()) return;
      const plain = await keys.open("mail", sealContext, Buffer.from(sealed, "base64"));
      // Sealed by `queueMail` alone.
      await mail.send(JSON.parse(plain.toString()) as MailMessage);
    },
});
