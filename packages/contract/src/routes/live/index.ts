/** Live audio and video. Actions and events of a live use the WebSocket (`src/live.ts`). */

export { last, now } from "./now.ts";
export * from "./room.ts";
