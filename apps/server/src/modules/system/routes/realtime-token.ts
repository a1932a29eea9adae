import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";

/** A one-time token that opens the WebSocket. A crowd that comes back asks for thousands in one moment. */
export const realtimeToken = saga(routes.system.realtimeToken, async ({ ctx, commit, deviceId, session }) => {
  if (!deviceId) throw new ApiError("unauthorized");
  return { token: await commit.together((nonce) => ctx.ports.realtimeTokens.issue(deviceId, session, nonce)) };
});
