import { ApiError, routes } from "@tribe/contract";
import { batched } from "../../../http/implement.ts";

/** Issues a one-time token that opens the WebSocket. When many clients reconnect, thousands are requested at once. */
export const realtimeToken = batched(routes.system.realtimeToken, async ({ ctx, nonce, deviceId, session }) => {
  if (!deviceId) throw new ApiError("unauthorized");
  const token = await ctx.ports.realtimeTokens.issue(deviceId, session, nonce);
  return token === null ? null : { token };
});
