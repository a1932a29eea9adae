/** Live audio and video. What happens in a live goes over the WebSocket (`src/live.ts`). */

export { now } from "./now.ts";
export * from "./room.ts";
