import { ApiError, routes } from "@tribe/contract";
import type { Database } from "../../../db/client.ts";
import { command } from "../../../http/implement.ts";
import { findOrCreateAccount } from "../accounts.ts";
import { consumeMailedCode } from "../sign-in-codes.ts";
import { signInOnDevice } from "../sign-in-on-device.ts";

/** Exchanges a mailed code for a session. `sideDb` counts attempts even if the command rolls back. */
export const verifyEmail = (sideDb: Database) =>
  command(routes.identity.verifyEmail, async ({ ctx, tx, body, deviceId, request, reply }) => {
    if (!deviceId) throw new ApiError("unauthorized");
    await consumeMailedCode(sideDb, ctx.keys, { deviceId, email: body.email }, body.code);
    const { uid, isNew } = await findOrCreateAccount(tx, body.email);
    return signInOnDevice(ctx, tx, { uid, deviceId }, { request, reply, isNewPerson: isNew });
  });
