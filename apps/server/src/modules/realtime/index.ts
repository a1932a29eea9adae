export { registerRealtime } from "./gateway.ts";
