import type { AnswerOf, routes, Uid } from "@tribe/contract";
import { newSignInMailText } from "@tribe/domain/words";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ReadingContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { noticeMail } from "../../engines/mail/link-mail.ts";
import { queueMail } from "../../engines/mail/mail-job.ts";
import { setSessionCookie } from "../../http/request/cookies.ts";
import { placeOf } from "./rules/session-place.ts";
import { openSession } from "./sessions.ts";
import { emailOfKnown } from "./store/accounts.ts";

/** How long the mail is useful; after that the list of sessions says the same. */
export const noticeLifetimeSeconds = 86_400;

/**
 * Opens a session for a person who has proven who they are, in whichever way, and sets the browser's cookie. A person who signed
 * in before gets a mail about a device that is new to them.
 */
export const signInOnDevice = async (
  ctx: ReadingContext,
  tx: Executor,
  owner: { readonly uid: Uid; readonly deviceId: string },
  {
    request,
    reply,
    isNewPerson = false,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly isNewPerson?: boolean },
): Promise<AnswerOf<typeof routes.identity.verifyEmail>> => {
  const place = placeOf(request);
  const { answer, cookie, expiresAt, isNewDevice } = await openSession(tx, ctx.keys, owner, place, ctx.now());
  const email = isNewDevice && !isNewPerson ? await emailOfKnown(tx, owner.uid) : null;
  if (email !== null) {
    const text = newSignInMailText({ ...place, at: ctx.now(), securityUrl: `${ctx.config.appUrl}/you/security` });
    await queueMail(ctx, tx, noticeMail(email, text), noticeLifetimeSeconds);
  }
  setSessionCookie(reply, ctx.config, cookie, expiresAt);
  ctx.log.info({ ...owner, isNewDevice, path: request.routeOptions.url, ip: request.ip }, "somebody signed in");
  return answer;
};
