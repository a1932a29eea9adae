import { ApiError, mailCode, routes, type Uid } from "@tribe/contract";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { queueMail } from "../../engines/mail/mail-job.ts";
import { requireGates } from "../../gates.ts";
import { setSessionCookie } from "../../http/cookies.ts";
import { implement, type RouteImplementation } from "../../http/implement.ts";
import { localAllowance, networkOf } from "../../http/network.ts";
import { randomText } from "../../secrets.ts";
import { nameInviter } from "./inviter.ts";
import { presentLocalUser, presentUser } from "./local-user.ts";
import { signInMail } from "./mails.ts";
import { devices, people } from "./schema.ts";
import { endSession, openSession, rotateSession } from "./sessions.ts";
import { accountOf, makeSignInCode, paceSignInMail, takeSignInCode } from "./sign-in-codes.ts";

/** Device, sign-in by mailed code, session and profile. `sideDb` counts tries outside of a command that rolls back. */
export const identityImplementations = (sideDb: Database): readonly RouteImplementation[] => [
  implement(routes.identity.createDevice, async ({ ctx, tx }) => {
    const deviceId = randomText(16);
    const deviceSecret = randomText(32);
    const secret = await ctx.keys.seal("session-secret", deviceId, Buffer.from(deviceSecret, "base64url"));
    await tx.insert(devices).values({ id: deviceId, secret });
    return { deviceId, deviceSecret };
  }),

  implement(routes.identity.startEmail, async ({ ctx, tx, body, deviceId, request }) => {
    if (!deviceId) throw new ApiError("unauthorized");
    const claim = { deviceId, email: body.email };
    const network = networkOf(request.ip);
    await paceSignInMail(tx, ctx.keys, { ...claim, network, allowance: localAllowance(ctx.config, network) });
    const code = await makeSignInCode(tx, ctx.keys, claim);
    await queueMail(ctx, tx, signInMail(body.email, code), mailCode.lifetimeSeconds);
    return { resendAfterSeconds: mailCode.resendSeconds };
  }),

  implement(routes.identity.verifyEmail, async ({ ctx, tx, body, deviceId, reply }) => {
    if (!deviceId) throw new ApiError("unauthorized");
    await takeSignInCode(sideDb, ctx.keys, { deviceId, email: body.email }, body.code);
    // 128 random bits in base64url: the form of a user id.
    const uid = await accountOf(tx, body.email, randomText(16) as Uid);
    await tx.update(devices).set({ signedInUid: uid }).where(eq(devices.id, deviceId));
    const { answer, cookie, expiresAt } = await openSession(tx, ctx.keys, { uid, deviceId }, ctx.now());
    setSessionCookie(reply, ctx.config, cookie, expiresAt);
    return answer;
  }),

  implement(routes.identity.rotateSession, async ({ ctx, tx, session, reply }) => {
    const { answer, cookie, expiresAt } = await rotateSession(tx, ctx.keys, session, ctx.now());
    setSessionCookie(reply, ctx.config, cookie, expiresAt);
    return answer;
  }),

  implement(routes.identity.signOut, async ({ ctx, tx, session, reply }) => {
    await endSession(tx, session);
    setSessionCookie(reply, ctx.config, "", new Date(0));
    return {};
  }),

  implement(routes.identity.signIn, async ({ ctx, tx, session, body }) => {
    if (!ctx.config.signInMethods.includes(body.loginMethod))
      throw new ApiError("invalid_field", {
        field: "body.loginMethod",
        message: `must be one of ${ctx.config.signInMethods.join(", ")}`,
      });
    const [firstTime] = await tx
      .update(people)
      .set({ signedInAt: new Date(ctx.now()) })
      .where(and(eq(people.uid, session.uid), isNull(people.signedInAt)))
      .returning({ uid: people.uid });
    if (firstTime && body.inviterAddress) await nameInviter(tx, session.uid, body.inviterAddress);
    return { localUser: await presentLocalUser(ctx, tx, session.uid) };
  }),

  implement(routes.identity.updateUser, async ({ ctx, tx, session, body }) => {
    const person = await ctx.ports.people.byUid(tx, session.uid);
    if (!person) throw new ApiError("unauthorized");
    requireGates("edit", person);
    await tx.update(people).set({ bio: body.bio }).where(eq(people.uid, session.uid));
    return { localUser: await presentLocalUser(ctx, tx, session.uid) };
  }),

  implement(routes.identity.userProfile, async ({ ctx, tx, query }) => {
    const person = await ctx.ports.people.byAddress(tx, query.address);
    if (!person) throw new ApiError("not_found");
    const tokens = await ctx.ports.tokens.tokensOf(tx, person.uid);
    return {
      user: presentUser(person),
      tokens: tokens.map(({ mint, name, symbol }) => ({ mint, name, symbol })),
    };
  }),
];
