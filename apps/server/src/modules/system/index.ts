import "./events.ts";

export { readServerPause, setServerPause } from "./pause.ts";
export { createRealtimeTokens } from "./realtime-tokens.ts";
export { systemImplementations } from "./routes.ts";
