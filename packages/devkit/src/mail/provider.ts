import { createHmac, randomUUID } from "node:crypto";
import { reachable } from "../http/reachable.ts";
import type { MailMessage } from "./message.ts";

/** The app's account at the mail provider. */
export interface MailAccount {
  /** `whsec_` and base64. */
  readonly secret: string;
  readonly webhookUrl: string;
}

/** The fates of a mail, in the provider's words. */
export type MailFailure = "bounced" | "complained";

/** `svix-signature` of a webhook: HMAC-SHA-256 over `<id>.<seconds>.<body>`, in base64. */
export const signMailWebhook = (secret: string, id: string, unixSeconds: number, body: string): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
    .update(`${id}.${unixSeconds}.${body}`)
    .digest("base64")}`;

/** Reports a bounce or a spam complaint to the app, as Resend does. @throws Error when the app refuses it */
export const reportMailFailure = async (
  { secret, webhookUrl }: MailAccount,
  message: MailMessage,
  failure: MailFailure,
): Promise<void> => {
  const at = new Date();
  const body = JSON.stringify({
    type: `email.${failure}`,
    created_at: at.toISOString(),
    data: {
      email_id: message.id,
      created_at: new Date(message.receivedAt).toISOString(),
      from: message.from,
      to: message.to,
      subject: message.subject,
      ...(failure === "bounced"
        ? { bounce: { type: "Permanent", subType: "General", message: "There is no mailbox of this name." } }
        : {}),
    },
  });
  const id = `msg_${randomUUID().replaceAll("-", "")}`;
  const seconds = Math.floor(at.getTime() / 1_000);
  const response = await fetch(webhookUrl, {
    method: "POST",
    redirect: "error",
    headers: {
      "content-type": "application/json",
      "svix-id": id,
      "svix-timestamp": String(seconds),
      "svix-signature": signMailWebhook(secret, id, seconds, body),
    },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The webhook was answered with ${response.status}`);
};

/** Unsubscribes as a mail client's button does (RFC 8058): one POST, without cookies. @throws Error when it is refused */
export const unsubscribeByOneClick = async (url: string): Promise<void> => {
  const response = await fetch(reachable(url), {
    method: "POST",
    redirect: "error",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
    signal: AbortSignal.timeout(10_000),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The unsubscription was answered with ${response.status}`);
};
