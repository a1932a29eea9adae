import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../../context/context.ts";
import { resendEvents } from "../../../engines/mail/resend-events.ts";
import { payloadOf } from "../../../http/request/verify.ts";
import { stopMails, storeMailEvent } from "../store/mail-stops.ts";

/** Stores the mail provider's reports of mails that bounced; the same report again changes nothing. */
export const registerMailWebhook = (app: FastifyInstance, ctx: AppContext): void => {
  const { mailWebhookSecret } = ctx.config;
  if (mailWebhookSecret === null) return;
  const events = resendEvents(mailWebhookSecret);
  app.post("/api/webhooks/mail", async (request, reply) => {
    const { id, failure, addresses } = events.read(request.headers, payloadOf(request), ctx.now());
    const now = new Date(ctx.now());
    if (failure)
      await ctx.db.transaction(async (tx) => {
        if (!(await storeMailEvent(tx, id, now))) return;
        await stopMails(tx, addresses, failure, now);
        ctx.metrics.mailBounces.inc({ kind: failure }, addresses.length);
      });
    return reply.send({});
  });
};
