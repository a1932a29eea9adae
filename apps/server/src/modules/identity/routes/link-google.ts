import { ApiError, routes, type Uid } from "@tribe/contract";
import { googleLinkedMailText } from "@tribe/domain/words";
import type { ReadingContext } from "../../../context/context.ts";
import type { Database, Executor } from "../../../db/client.ts";
import { noticeMail } from "../../../engines/mail/link-mail.ts";
import { queueMail } from "../../../engines/mail/mail-job.ts";
import { command } from "../../../http/implement.ts";
import { findOrCreateAccount } from "../accounts.ts";
import { linkIdentity, readPendingLink } from "../google-sign-ins.ts";
import { consumeMailedCode } from "../sign-in-codes.ts";
import { noticeLifetimeSeconds, signInOnDevice } from "../sign-in-on-device.ts";
import { emailOfKnown } from "../store/accounts.ts";
import { deletePendingLink } from "../store/google-sign-ins.ts";

/** Links a proven Google account to the account of its mailbox, which the code proves. */
export const linkGoogle = (sideDb: Database) =>
  command(routes.identity.linkGoogle, async ({ ctx, tx, body, deviceId, request, reply }) => {
    if (!deviceId) throw new ApiError("unauthorized");
    const account = await readPendingLink(tx, ctx.keys, deviceId);
    if (!account) throw new ApiError("google_denied");
    await consumeMailedCode(sideDb, ctx.keys, { deviceId, email: account.email }, body.code);
    const { uid } = await findOrCreateAccount(tx, account.email);
    await linkIdentity(tx, account, uid);
    await mailAboutLink(ctx, tx, uid);
    await deletePendingLink(tx, deviceId);
    return signInOnDevice(ctx, tx, { uid, deviceId }, { request, reply });
  });

/** Notifies the owner of an existing account of the new way to sign in; a new person has no other one. */
const mailAboutLink = async (ctx: ReadingContext, tx: Executor, uid: Uid): Promise<void> => {
  const email = await emailOfKnown(tx, uid);
  if (email === null) return;
  const text = googleLinkedMailText({ securityUrl: `${ctx.config.appUrl}/you/security` });
  await queueMail(ctx, tx, noticeMail(email, text), noticeLifetimeSeconds);
};
