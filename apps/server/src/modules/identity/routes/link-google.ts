import { ApiError, routes, type Uid } from "@tribe/contract";
import { googleLinkedMailText } from "@tribe/domain/words";
import { eq } from "drizzle-orm";
import type { ReadingContext } from "../../../context/context.ts";
import type { Database, Executor } from "../../../db/client.ts";
import { noticeMail } from "../../../engines/mail/link-mail.ts";
import { queueMail } from "../../../engines/mail/mail-job.ts";
import { command } from "../../../http/implement.ts";
import { dropPendingLink, linkIdentity, readPendingLink } from "../google-sign-ins.ts";
import { people } from "../schema.ts";
import { accountOf, takeMailedCode } from "../sign-in-codes.ts";
import { noticeLifetimeSeconds, signInOnDevice } from "../sign-in-on-device.ts";

/** Links a proven Google account to the account of its mailbox, which the code proves. */
export const linkGoogle = (sideDb: Database) =>
  command(routes.identity.linkGoogle, async ({ ctx, tx, body, deviceId, request, reply }) => {
    if (!deviceId) throw new ApiError("unauthorized");
    const account = await readPendingLink(tx, ctx.keys, deviceId);
    if (!account) throw new ApiError("google_denied");
    await takeMailedCode(sideDb, ctx.keys, { deviceId, email: account.email }, body.code);
    const { uid } = await accountOf(tx, account.email);
    await linkIdentity(tx, account, uid);
    await tellOfLink(ctx, tx, uid);
    await dropPendingLink(tx, deviceId);
    return signInOnDevice(ctx, tx, { uid, deviceId }, { request, reply });
  });

/** Notifies the owner of an existing account of the new way to sign in; a new person has no other one. */
const tellOfLink = async (ctx: ReadingContext, tx: Executor, uid: Uid): Promise<void> => {
  const [person] = await tx
    .select({ email: people.email, signedInAt: people.signedInAt })
    .from(people)
    .where(eq(people.uid, uid));
  if (!person?.signedInAt) return;
  const text = googleLinkedMailText({ securityUrl: `${ctx.config.appUrl}/you/security` });
  await queueMail(ctx, tx, noticeMail(person.email, text), noticeLifetimeSeconds);
};
