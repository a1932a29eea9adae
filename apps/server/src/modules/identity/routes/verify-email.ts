import { ApiError, routes, type Uid } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { command } from "../../../http/implement.ts";
import { setSessionCookie } from "../../../http/request/cookies.ts";
import { randomText } from "../../../secrets.ts";
import { devices } from "../schema.ts";
import { openSession } from "../sessions.ts";
import { accountOf, takeSignInCode } from "../sign-in-codes.ts";

/** Trades a mailed code for a session. `sideDb` counts tries outside of a command that rolls back. */
export const verifyEmail = (sideDb: Database) =>
  command(routes.identity.verifyEmail, async ({ ctx, tx, body, deviceId, reply }) => {
    if (!deviceId) throw new ApiError("unauthorized");
    await takeSignInCode(sideDb, ctx.keys, { deviceId, email: body.email }, body.code);
    // 128 random bits in base64url: the form of a user id.
    const uid = await accountOf(tx, body.email, randomText(16) as Uid);
    await tx.update(devices).set({ signedInUid: uid }).where(eq(devices.id, deviceId));
    const { answer, cookie, expiresAt } = await openSession(tx, ctx.keys, { uid, deviceId }, ctx.now());
    setSessionCookie(reply, ctx.config, cookie, expiresAt);
    return answer;
  });
