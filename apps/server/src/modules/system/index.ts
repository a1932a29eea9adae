import type { RouteImplementation } from "../../http/implement.ts";
import { config } from "./routes/config.ts";
import { log } from "./routes/log.ts";
import { realtimeToken } from "./routes/realtime-token.ts";
import "./events.ts";

/** The API's calls for this installation's settings, WebSocket tokens and the page's log. */
export const systemImplementations: readonly RouteImplementation[] = [config, realtimeToken, log];

export { setServerPause } from "./pause.ts";
export { createRealtimeTokens } from "./realtime-tokens.ts";
export { readServerPause } from "./store/pause.ts";
