export * from "./events.ts";
export * from "./program-errors.ts";
export * from "./program-events.ts";
