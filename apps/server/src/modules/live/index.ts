import type { RouteImplementation } from "../../http/implement.ts";
import { last } from "./routes/last.ts";
import { notes } from "./routes/notes.ts";
import { now } from "./routes/now.ts";
import { start } from "./routes/start.ts";
import { token } from "./routes/token.ts";
import "./events.ts";

/** The API's calls about lives. Everything during a live goes over the WebSocket, to {@link createLiveRooms}. */
export const liveImplementations: readonly RouteImplementation[] = [last, notes, now, start, token];

export { createLiveRooms, type LiveRooms } from "./live-rooms.ts";
export { registerLiveWebhook } from "./webhook.ts";
