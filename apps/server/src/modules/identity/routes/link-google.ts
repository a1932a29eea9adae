import { ApiError, routes } from "@tribe/contract";
import type { Database } from "../../../db/client.ts";
import { command } from "../../../http/implement.ts";
import { dropPendingLink, linkIdentity, readPendingLink } from "../google-sign-ins.ts";
import { accountOf, takeMailedCode } from "../sign-in-codes.ts";
import { signInOnDevice } from "../sign-in-on-device.ts";

/** Links a proven Google account to the account of its mailbox, which the code proves. */
export const linkGoogle = (sideDb: Database) =>
  command(routes.identity.linkGoogle, async ({ ctx, tx, body, deviceId, request, reply }) => {
    if (!deviceId) throw new ApiError("unauthorized");
    const account = await readPendingLink(tx, ctx.keys, deviceId);
    if (!account) throw new ApiError("google_denied");
    await takeMailedCode(sideDb, ctx.keys, { deviceId, email: account.email }, body.code);
    const { uid } = await accountOf(tx, account.email);
    await linkIdentity(tx, account, uid);
    await dropPendingLink(tx, deviceId);
    return signInOnDevice(ctx, tx, { uid, deviceId }, { request, reply });
  });
