import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";

/** Issues a one-time token that opens the WebSocket. When many clients reconnect, thousands are requested at once. */
export const realtimeToken = saga(routes.system.realtimeToken, async ({ ctx, commit, deviceId, session }) => {
  if (!deviceId) throw new ApiError("unauthorized");
  return { token: await commit.together((nonce) => ctx.ports.realtimeTokens.issue(deviceId, session, nonce)) };
});
