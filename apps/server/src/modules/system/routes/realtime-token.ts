import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { issueRealtimeToken } from "../realtime-tokens.ts";

/** A one-time token that opens the WebSocket. */
export const realtimeToken = command(routes.system.realtimeToken, async ({ ctx, tx, deviceId, session }) => {
  if (!deviceId) throw new ApiError("unauthorized");
  return { token: await issueRealtimeToken(tx, ctx.keys, deviceId, session) };
});
