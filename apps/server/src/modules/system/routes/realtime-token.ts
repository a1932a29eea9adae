import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";

/** Issues a one-time token that opens the WebSocket. A crowd that reconnects asks for thousands at once. */
export const realtimeToken = saga(routes.system.realtimeToken, async ({ ctx, commit, deviceId, session }) => {
  if (!deviceId) throw new ApiError("unauthorized");
  return { token: await commit.together((nonce) => ctx.ports.realtimeTokens.issue(deviceId, session, nonce)) };
});
