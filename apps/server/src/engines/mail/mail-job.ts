import { randomUUID } from "node:crypto";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { defineJob } from "../jobs/definition.ts";
import { type MailMessage, messageIdOf } from "./port.ts";

declare module "../jobs/port.ts" {
  interface JobPayloads {
    /** Sends one mail through the mail server. */
    "mail.send": {
      /** A {@link MailMessage} as JSON, sealed and in base64: it contains a code, which must not be readable in a table. */
      readonly sealed: string;
      /** ISO 8601; after this time the mail is useless. */
      readonly expiresAt: string;
    };
  }
}

/** Context of the encryption. */
const sealContext = "mail.send";
/** Attempts within ten minutes: the pauses between them grow. */
const maxAttempts = 8;

/**
 * Queues a mail that is sent after the caller's commit, and never if it rolls back: no call waits for the mail server. It is
 * retried until it is accepted or has expired, with one Message-ID.
 * @param waitSeconds how long it waits before it is sent at all
 */
export const queueMail = async (
  { jobs, keys, now, config }: Pick<AppContext, "jobs" | "keys" | "now" | "config">,
  tx: Executor,
  message: MailMessage,
  lifetimeSeconds: number,
  waitSeconds = 0,
): Promise<void> => {
  const named = { messageId: messageIdOf(randomUUID(), config.mailFrom), ...message };
  const sealed = await keys.seal("mail", sealContext, Buffer.from(JSON.stringify(named)));
  const options = { maxAttempts, ...(waitSeconds > 0 ? { runAt: new Date(Date.now() + waitSeconds * 1_000) } : {}) };
  const expiresAt = new Date(now() + lifetimeSeconds * 1_000).toISOString();
  await jobs.add(tx, "mail.send", { sealed: sealed.toString("base64"), expiresAt }, options);
};

/** Sends the mails that {@link queueMail} has queued. */
export const mailJob = defineJob({
  name: "mail.send",
  handler:
    ({ keys, mail, now }) =>
    async ({ sealed, expiresAt }) => {
      if (Date.parse(expiresAt) <= now()) return;
      const plain = await keys.open("mail", sealContext, Buffer.from(sealed, "base64"));
      // Only `queueMail` seals these.
      await mail.send(JSON.parse(plain.toString()) as MailMessage);
    },
});
