import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { personByUid } from "../../identity/index.ts";
import { requireAccess } from "../../membership/index.ts";
import { iceServersFor } from "../ice-servers.ts";
import { liveOf } from "../store/lives.ts";
import { issueLiveToken } from "../tokens.ts";

/** Issues a token by which the caller joins a live. */
export const token = command(routes.live.token, async ({ ctx, tx, body, session }) => {
  const { uid, sessionId } = session;
  await requireAccess(tx, body.mint, await personByUid(tx, uid));
  const live = await liveOf(tx, body.mint);
  if (!live) throw new ApiError("live_ended");
  return {
    token: await issueLiveToken(tx, ctx.keys, { liveId: live.id, uid, sessionId }, ctx.now()),
    iceServers: iceServersFor(ctx.config.live, uid, ctx.now()),
  };
});
