export { createRealtimeTokens } from "./realtime-tokens.ts";
export { systemImplementations } from "./routes.ts";
