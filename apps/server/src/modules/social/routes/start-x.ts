import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { callbackUrl } from "../callback-url.ts";
import { authorizationUrl } from "../x-client.ts";
import { beginConnection } from "../x-connections.ts";

/** Starts a connection with X. */
export const startX = command(routes.social.startX, async ({ ctx, tx, session, body }) => {
  if (!ctx.config.x.clientId) throw new ApiError("unavailable");
  const begin = { uid: session.uid, sessionId: session.sessionId, returnTo: body.returnTo };
  const { state, challenge } = await beginConnection(tx, ctx.keys, begin);
  return {
    authorizationUrl: authorizationUrl(ctx.config.x, { redirectUri: callbackUrl(ctx), state, challenge }),
  };
});
