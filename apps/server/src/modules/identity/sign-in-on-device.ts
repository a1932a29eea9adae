import type { AnswerOf, routes, Uid } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { FastifyReply } from "fastify";
import type { ReadingContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import { setSessionCookie } from "../../http/request/cookies.ts";
import { devices } from "./schema.ts";
import { openSession } from "./sessions.ts";

/** Opens a proven person's session on a device and gives its cookie to the browser, however they proved who they are. */
export const signInOnDevice = async (
  ctx: ReadingContext,
  tx: Executor,
  owner: { readonly uid: Uid; readonly deviceId: string },
  reply: FastifyReply,
): Promise<AnswerOf<typeof routes.identity.verifyEmail>> => {
  await tx.update(devices).set({ signedInUid: owner.uid }).where(eq(devices.id, owner.deviceId));
  const { answer, cookie, expiresAt } = await openSession(tx, ctx.keys, owner, ctx.now());
  setSessionCookie(reply, ctx.config, cookie, expiresAt);
  return answer;
};
